"""The page as a part of a page from elsewhere: it is ready by itself, keeps to itself, and is spoken with."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from conftest import Page, Site
from test_accessible import violations_as_it_is
from test_layout import resize
from test_steps import STEPS

SCRIPTS_ONLY = 'sandbox="allow-scripts"'

# The frames come last, when the reader is somewhere already. `log` holds what they say.
HOST = """<!DOCTYPE html>
<html lang="en" style="color-scheme: {scheme}">
<meta name="viewport" content="width=device-width">
<title>Host</title>
<link rel="icon" href="data:,">
<style>iframe {{ display: block; border: 0; width: {width}px; height: {height}px }} p {{ height: 900px }}</style>
<p><input id="field"></p>
<div id="frames"></div>
<p>after</p>
<script>
  const log = [];
  const said = (frame, event) =>
    log.filter((one) => one.frame === frame && one.data.event === event).map((one) => one.data);
  const say = (frame, message) => frames[frame].postMessage(message, "*");
  addEventListener("message", ({{ data, source }}) => {{
    log.push({{ frame: [0, 1].find((one) => frames[one] === source), data }});
  }});
  field.focus({{ preventScroll: true }});
  scrollTo(0, 300);
  const began = history.length;
  document.getElementById("frames").innerHTML = `{frames}`;
</script>
"""


class Host:
    """The page around the embeds."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site

    def open(
        self,
        *queries: str,
        attributes: tuple[str, ...] = ("", ""),
        size: tuple[int, int] = (640, 480),
        scheme: str = "light",
        same_origin: bool = False,
    ) -> Host:
        """Opens a page with an embed a query (with its fragment), and waits until all are ready."""
        # Another name of the same machine is another site to the browser.
        base = "./" if same_origin else self.site.url.replace("127.0.0.1", "localhost")
        frames = "".join(
            f'<iframe {attribute} title="Simulator" src="{base}index.html?embed=1&amp;{query}"></iframe>'
            for query, attribute in zip(queries, attributes, strict=False)
        )
        body = HOST.format(frames=frames, width=size[0], height=size[1], scheme=scheme)
        self.site.add("/host.html", body.encode())
        self.page.driver.get(self.site.url + "host.html")
        for frame in range(len(queries)):
            self.page.wait(lambda frame=frame: self.said(frame, "ready"), f"embed {frame} is not ready")
        return self

    def said(self, frame: int, event: str) -> list[dict[str, Any]]:
        return self.page.script("return said(arguments[0], arguments[1])", frame, event)

    def say(self, frame: int, command: str, **members: str) -> None:
        self.page.script("say(arguments[0], arguments[1])", frame, {"aauth-sim": 1, "command": command, **members})

    def steps(self, frame: int) -> list[str]:
        """The names of the steps that an embed said it shows."""
        return [message["step"] for message in self.said(frame, "step")]

    def wait_for(self, frame: int, step: str) -> None:
        self.page.wait(lambda: self.steps(frame)[-1:] == [step], f"embed {frame} does not show {step}")

    def place(self) -> list[Any]:
        """What an embed must leave alone: how far the host is scrolled, what has its focus, its history."""
        return self.page.script("return [scrollY, document.activeElement.id, history.length - began]")

    def inside(self, frame: int) -> Page:
        """The page of an embed. `outside` leads back."""
        self.page.driver.switch_to.frame(frame)
        return self.page

    def outside(self) -> Host:
        self.page.driver.switch_to.default_content()
        return self


@pytest.fixture
def host(page: Page, site: Site) -> Host:
    return Host(page, site)


TWO = {"attributes": ("", SCRIPTS_ONLY)}
UNTOUCHED = [300, "field", 0]


def test_two_embeds_are_ready_by_themselves_and_leave_the_host_alone(host: Host) -> None:
    host.open("", "#answer-1", **TWO)
    for frame, step in ((0, "challenge"), (1, "answer-1")):
        host.wait_for(frame, step)
        assert len(host.said(frame, "ready")) == 1
        assert host.said(frame, "height") == [], "it says what it was not asked for"
    assert host.place() == UNTOUCHED
    asked = list(host.site.requests)
    for frame in (0, 1):
        host.say(frame, "goto", step="gone")
        host.wait_for(frame, "gone")
        host.say(frame, "previous")
        host.wait_for(frame, "data")
    assert host.site.requests == asked, "it asks for more once it is ready"
    # The address of an embed is written some time after its step.
    href = "return document.querySelector('[data-testid=full-size]').href"
    for frame in (0, 1):
        host.inside(frame)
        host.page.wait(lambda: host.page.script(href).endswith("#data"), "the link does not follow")
        host.outside()
    host.inside(0)
    host.page.wait(lambda: host.page.script("return location.hash") == "#data", "the address does not follow")
    host.outside()
    assert host.place() == UNTOUCHED


def test_the_messages_name_what_there_is(host: Host) -> None:
    host.open("")
    (ready,) = host.said(0, "ready")
    assert ready["aauth-sim"] == 1
    assert ready["draft"] == "draft-hardt-oauth-aauth-protocol-11"
    assert ready["lesson"] == "clarification"
    assert "clarification" in [lesson["id"] for lesson in ready["lessons"]]
    assert [step["slug"] for step in ready["steps"]][:2] == ["challenge", "request"]
    host.wait_for(0, "challenge")
    assert host.said(0, "step") == [
        {"aauth-sim": 1, "event": "step", "lesson": "clarification", "step": "challenge", "number": 1, "steps": STEPS}
    ]
    ending = {"aauth-sim": 1, "event": "ending", "lesson": "clarification", "ending": "granted"}
    for arrival in (1, 2):
        host.say(0, "goto", step=f"step-{STEPS}")
        host.page.wait(lambda arrival=arrival: host.said(0, "ending") == [ending] * arrival, "it does not say how it ends")
        host.say(0, "previous")
        host.wait_for(0, "data")


def test_nothing_is_stored_and_a_refused_clipboard_is_said(host: Host) -> None:
    # Nobody looks at the frame's own server: the permission is refused by the host.
    refused = "allow=\"clipboard-write 'none'\""
    host.open("#request", "#request", attributes=(refused, f"{SCRIPTS_ONLY} {refused}"))
    for frame in (0, 1):
        page = host.inside(frame)
        page.script("arguments[0].click()", page.all_by_testid("copy")[0])
        said = "return document.querySelector('[data-testid=copy]').parentElement.textContent"
        page.wait(lambda: "refused" in page.script(said), "it does not say that the clipboard was refused")
        host.outside()
    page = host.inside(0)
    stored = page.driver.execute_async_script(
        """const done = arguments[0];
        indexedDB.databases().then((all) =>
          done([localStorage.length, sessionStorage.length, all.length, document.cookie]))"""
    )
    assert stored == [0, 0, 0, ""]
    host.outside()
    page = host.inside(1)
    refused_to = "try { localStorage.length } catch (error) { return error.name }"
    assert page.script(refused_to) == "SecurityError", "the second frame may store things"
    host.outside()


def press(page: Page, key: str) -> None:
    ActionChains(page.driver).send_keys(key).perform()


def test_keys_are_answered_by_the_focused_one_alone(host: Host) -> None:
    host.open("#request", "#request", **TWO)
    page = host.page
    press(page, Keys.ARROW_RIGHT)
    for frame in (0, 1):
        host.inside(frame).by_testid("position").click()
        press(page, Keys.ARROW_RIGHT)
        host.outside().wait_for(frame, "question")
        assert host.steps(1 - frame)[-1] == ("request" if frame == 0 else "question")
    assert host.steps(0) == host.steps(1) == ["request", "question"]


def test_commands_are_obeyed(host: Host) -> None:
    host.open("", "", **TWO)
    for frame in (0, 1):
        host.say(frame, "next")
        host.wait_for(frame, "request")
        host.say(frame, "previous")
        host.wait_for(frame, "challenge")
        host.say(frame, "goto", step="step-3")
        host.wait_for(frame, "question")
        host.say(frame, "goto", step="answer-1")
        host.wait_for(frame, "answer-1")
        for command, text in (("play", "Pause"), ("pause", "Play")):
            host.say(frame, command)
            page = host.inside(frame)
            label = "return document.querySelector('[data-testid=play]').textContent"
            page.wait(lambda label=label, text=text: page.script(label) == text, f"it does not {command}")
            host.outside()


JUNK = """
  for (const junk of [null, 1, "next", "<b>next</b>", [], {}, { command: "next" },
    { "aauth-sim": 2, command: "next" }, { "aauth-sim": "1", command: "next" },
    { "aauth-sim": 1, command: "jump" }, { "aauth-sim": 1, command: "goto", step: "nowhere" },
    { "aauth-sim": 1, command: "set-theme", theme: "blue" }, { "aauth-sim": 1, event: "step" },
    new Map([["command", "next"]]), 10n, new Error("next"), new Uint8Array(8)]) say(0, junk);
  const circle = { "aauth-sim": 1, command: "next" };
  circle.self = circle;
  say(0, circle);
"""


def test_what_is_no_command_is_ignored(host: Host) -> None:
    host.open("")
    host.page.script(JUNK)
    host.say(0, "goto", step="asked")
    host.wait_for(0, "asked")
    assert host.steps(0) == ["challenge", "asked"]


def test_others_than_the_parent_are_ignored(host: Host) -> None:
    host.open("", "", **TWO)
    for frame in (0, 1):
        page = host.inside(frame)
        message = {"aauth-sim": 1, "command": "next"}
        page.script("parent.frames[arguments[0]].postMessage(arguments[1], '*')", 1 - frame, message)
        page.script("window.postMessage(arguments[0], '*')", message)
        host.outside()
    # What was sent before has arrived when the receiver has heard from itself.
    for frame in (0, 1):
        page = host.inside(frame)
        page.driver.execute_async_script(
            "addEventListener('message', (e) => e.data === 'last' && setTimeout(arguments[0]), { once: false });"
            "setTimeout(() => window.postMessage('last', '*'), 50)"
        )
        host.outside()
    for frame in (0, 1):
        host.say(frame, "goto", step="asked")
        host.wait_for(frame, "asked")
        assert host.steps(frame) == ["challenge", "asked"]


def test_a_page_in_no_frame_obeys_nobody(page: Page) -> None:
    page.open("embed=1")
    page.script("window.postMessage({ 'aauth-sim': 1, command: 'next' }, '*')")
    page.driver.execute_async_script("setTimeout(arguments[0], 0)")
    assert page.by_testid("position").get_attribute("data-step") == "1"


BACKGROUND = "return getComputedStyle(document.documentElement).backgroundColor"
COLOURS = {"light": "rgb(251, 250, 248)", "dark": "rgb(20, 22, 26)"}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_theme_of_the_host_and_what_the_host_says(host: Host, scheme: str) -> None:
    host.open("", "", scheme=scheme, **TWO)
    other = "dark" if scheme == "light" else "light"
    for frame in (0, 1):
        for theme, shown in (("", scheme), (other, other), (scheme, scheme), (other, other), ("system", scheme)):
            if theme:
                host.say(frame, "set-theme", theme=theme)
            page = host.inside(frame)
            page.wait(lambda shown=shown: page.script(BACKGROUND) == COLOURS[shown], f"{theme or 'at first'}: not {shown}")
            host.outside()


def test_a_step_takes_no_focus_back_from_the_host(host: Host) -> None:
    host.open("#question")
    page = host.inside(0)
    page.by_testid("position").click()
    page.script("document.querySelector('[data-testid=narration] a').focus()")
    assert page.script("return document.activeElement.localName") == "a"
    # When the focus goes to the host, some browsers remember this element, and Chromium forgets it.
    page.script("document.hasFocus = () => false")
    page.script("HTMLElement.prototype.focus = () => { window.taken = true }")
    host.outside()
    host.say(0, "goto", step="gone")
    host.wait_for(0, "gone")
    page = host.inside(0)
    page.wait(lambda: "Step 13" in page.text("narration"), "the step is not shown")
    assert page.script("return window.taken") is None
    host.outside()


@pytest.mark.parametrize("same_origin", [False, True], ids=["from elsewhere", "from the same server"])
def test_what_scrolls_in_it_leaves_the_host_where_it_is(host: Host, *, same_origin: bool) -> None:
    host.open("", size=(320, 600), same_origin=same_origin)
    page = host.page
    # The upper part of the frame is out of sight, with the narration in it.
    page.script("scrollTo(0, 1150)")
    page = host.inside(0)
    row = "document.querySelectorAll('[data-testid=sequence-row]')[6]"
    page.script(f"{row}.scrollIntoView({{ block: 'end' }})")
    host.outside()
    page.script("scrollTo(0, 1150)")
    before = page.script("return scrollY")
    page = host.inside(0)
    scrolled = page.script("return scrollY")
    page.script(f"{row}.click()")
    page.wait(lambda: page.script("return scrollY") < scrolled, "the narration does not come into sight")
    # The browser has painted what came of it.
    page.driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
    )
    host.outside()
    assert page.script("return scrollY") == before


def test_it_leads_to_the_same_place_in_full_size(host: Host) -> None:
    query = "seed=other&deadline=90&tab=tokens&hide=chat&autoplay=0&height=auto#update-1&choices=agent1.update"
    host.open(query.replace("&", "&amp;"))
    page = host.inside(0)
    link = page.by_testid("full-size")
    assert link.get_attribute("target") == "_blank"
    assert "noopener" in (link.get_attribute("rel") or "")
    held = "return [...document.querySelectorAll('[data-testid=token]')].map((token) => token.textContent)"
    shown = page.script(held)
    assert shown, "the step has no token"
    page.click("next")
    page.click("previous")
    page.script("arguments[0].click()", link)
    page.wait(lambda: len(page.driver.window_handles) == 2, "nothing opens")
    page.driver.switch_to.window(page.driver.window_handles[1])
    page.wait_usable()
    path = "index.html?deadline=90&seed=other&tab=tokens#update-1&choices=agent1.update"
    assert page.driver.current_url.endswith("/" + path)
    assert page.by_testid("position").get_attribute("data-slug") == "update-1"
    assert page.is_shown("lesson")
    assert page.is_shown("chat")
    assert page.script(held) == shown
    assert page.script("return window.opener") is None


def test_it_has_no_chrome_but_the_controls(host: Host) -> None:
    host.open("&amp;seed=BAD#question")
    page = host.inside(0)
    for part in ("lesson", "theme", "share", "help-page", "settings", "more"):
        assert not page.is_shown(part), part
    for part in ("sequence", "narration", "chat", "inspector", "play", "next", "scrubber", "position", "full-size"):
        assert page.is_shown(part), part
    assert "BAD" in page.text("notice")
    host.outside()


@pytest.mark.parametrize("size", [(320, 600), (640, 480), (640, 220), (800, 600), (1100, 500)], ids=str)
def test_everything_is_inside_the_frame(host: Host, size: tuple[int, int]) -> None:
    host.open("#answer-1", size=size)
    page = host.inside(0)
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    for part in ("next", "play", "position", "full-size"):
        box = page.script(
            "const r = arguments[0].getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom]",
            page.by_testid(part),
        )
        assert 0 <= box[0] < box[2] <= size[0], part
        assert 0 <= box[1] < box[3] <= size[1], part
    if size[0] >= 600:
        assert page.script("return document.documentElement.scrollHeight <= innerHeight"), "two things scroll"
    host.outside()


def test_the_way_to_the_whole_page_is_not_hidden(host: Host) -> None:
    host.open("hide=header,controls")
    page = host.inside(0)
    assert page.is_shown("full-size")
    assert not page.is_shown("play")
    host.outside()


HEIGHT = "return document.querySelector('.page').offsetHeight"


def follow(host: Host) -> None:
    """Makes the frame as high as it says, as a host does that asks for it."""
    host.page.script(
        "addEventListener('message', ({ data }) => {"
        "  if (data.event === 'height') document.querySelector('iframe').style.height = `${data.height}px`; })"
    )


def test_its_height_follows_what_it_shows(host: Host) -> None:
    host.open("height=auto&amp;hide=inspector,sequence#question")
    page = host.page
    page.wait(lambda: host.said(0, "height"), "it does not say how high it is")
    heights = lambda: [message["height"] for message in host.said(0, "height")]  # noqa: E731
    assert all(isinstance(height, int) for height in heights())
    follow(host)
    for step in ("gone", "question"):
        said = len(heights())
        host.say(0, "goto", step=step)
        page.wait(lambda said=said: len(heights()) > said, "a step of another height is not told")

        def fits() -> bool:
            inner = host.inside(0).script(HEIGHT)
            host.outside()
            outer = page.script("return document.querySelector('iframe').clientHeight")
            return inner == outer == heights()[-1]

        page.wait(fits, "the frame is not as high as the page in it")
    assert len(heights()) < 12, f"it cannot settle: {heights()}"


@pytest.mark.parametrize(
    ("width", "query", "told"),
    [
        (640, "hide=header,sequence,narration,chat,inspector#question", 200),
        (320, "tab=signature&amp;detail=wire#request", 4000),
    ],
)
def test_a_height_has_its_limits(host: Host, width: int, query: str, told: int) -> None:
    host.open(f"height=auto&amp;{query}", size=(width, 480))
    host.page.wait(lambda: host.said(0, "height"), "it does not say how high it is")
    assert [message["height"] for message in host.said(0, "height")] == [told]
    inner = host.inside(0).script(HEIGHT)
    assert inner < 200 if told == 200 else inner > 4000
    host.outside()


@pytest.mark.parametrize("width", [320, 640, 1100, 1300])
def test_its_height_does_not_depend_on_the_height_of_the_frame(host: Host, width: int) -> None:
    resize(host.page, 1400, 1000)
    host.open("height=auto#answer-1", size=(width, 300))
    heights = set()
    for outer in (250, 500, 700, 900):
        host.page.script("document.querySelector('iframe').style.height = `${arguments[0]}px`", outer)
        page = host.inside(0)
        page.wait(lambda outer=outer: page.script("return innerHeight") == outer, "the frame keeps its height")
        heights.add(page.script(HEIGHT))
        host.outside()
    assert len(heights) == 1, heights
    assert min(heights) > 900, "the frame was high enough for all of it"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(320, 9000), (640, 480)], ids=["320 wide", "640 by 480"])
def test_axe_finds_nothing_in_it(host: Host, scheme: str, size: tuple[int, int]) -> None:
    host.open("", size=size, scheme=scheme)
    for step in ("challenge", "asked", "gone"):
        host.say(0, "goto", step=step)
        host.wait_for(0, step)
        page = host.inside(0)
        for tab in ("message", "tokens", "checks", "person"):
            page.script("arguments[0].click()", page.by_testid(f"tab-{tab}"))
            page.wait(lambda tab=tab: page.by_testid(f"tab-{tab}").get_attribute("aria-selected") == "true", tab)
            assert violations_as_it_is(page) == [], f"{step}, {tab}"
        host.outside()
