"""The page inside somebody else's: it fits in, is told where to go, says where it is, and takes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys

from conftest import Page, Site
from test_accessible import THEMES, violations
from test_keyboard import press
from test_layout import resize
from test_steps import place, wait_step

# The host keeps what it hears of each frame, and stands somewhere in a long text with the focus in a field.
HOST = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Somebody's documentation</title>
<link rel="icon" href="data:,"><meta name="color-scheme" content="SCHEME"></head>
<body><p>Before.</p><div style="height:300px"></div><input id="field" aria-label="Search">
FRAMES
<div style="height:3000px"></div><p>After.</p>
<script>
window.heard = [];
addEventListener("message", ({ data, source }) => {
  const frames = [...document.querySelectorAll("iframe")];
  heard.push([frames.findIndex((frame) => frame.contentWindow === source), data]);
});
window.tell = (frame, message) => document.querySelectorAll("iframe")[frame].contentWindow.postMessage(message, "*");
document.getElementById("field").focus();
scrollTo(0, 120);
</script></body></html>"""


def frame(src: str, width: int = 800, height: int = 600, more: str = "") -> str:
    return f'<iframe title="Lesson" src="{src}" width="{width}" height="{height}" {more}></iframe>'


class Host:
    """A page of another origin with frames of ours in it."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site = page, site

    def open(self, *frames: str, scheme: str = "light") -> Host:
        sources = [frame.replace("SIM/", self.site.url) for frame in frames]
        body = HOST.replace("SCHEME", scheme).replace("FRAMES", "\n".join(sources))
        self.site.add("/host.html", body.encode())
        # The same server under another name is another origin.
        self.page.driver.get(self.site.url.replace("127.0.0.1", "localhost") + "host.html")
        return self

    def script(self, source: str, *args: Any) -> Any:
        return self.page.script(source, *args)

    def heard(self, at: int, event: str) -> list[dict[str, Any]]:
        """What that frame has told, of one kind."""
        messages = self.script("return heard")
        return [data for (source, data) in messages if source == at and data.get("event") == event]

    def wait_ready(self, *frames: int) -> None:
        for at in frames:
            self.page.wait(lambda at=at: self.heard(at, "ready"), f"frame {at} is not ready")

    def tell(self, at: int, message: Any) -> None:
        self.script("tell(arguments[0], arguments[1])", at, message)

    def command(self, at: int, command: str, **more: str) -> None:
        self.tell(at, {"aauth-sim": 1, "command": command, **more})

    def steps(self, at: int) -> list[str]:
        return [data["step"] for data in self.heard(at, "step")]

    @contextmanager
    def within(self, at: int) -> Iterator[Page]:
        """The page in that frame."""
        self.page.driver.switch_to.frame(at)
        yield self.page
        self.page.driver.switch_to.default_content()


@pytest.fixture
def host(page: Page, site: Site) -> Host:
    return Host(page, site)


def tap(page: Page, testid: str) -> None:
    """A click that leaves the host where it is: the driver would scroll it."""
    page.script("arguments[0].click()", page.by_testid(testid))


PLAIN = frame("SIM/index.html?embed=1")
SANDBOXED = frame("SIM/index.html?embed=1&theme=dark#asked", more='sandbox="allow-scripts"')


def test_two_are_ready_without_a_click_and_take_nothing(host: Host, site: Site) -> None:
    host.open(PLAIN, SANDBOXED)
    before = host.script("return history.length")
    host.wait_ready(0, 1)
    (ready,) = host.heard(0, "ready")
    assert ready["aauth-sim"] == 1
    assert ready["draft"].startswith("draft-hardt-oauth-aauth-protocol-")
    assert [lesson["id"] for lesson in ready["lessons"]] == ["clarification", "narrowed-request"]
    assert ready["steps"][0]["slug"] == "challenge" and ready["steps"][-1]["slug"] == "gone"
    assert [host.steps(0), host.steps(1)] == [["challenge"], ["asked"]]
    assert host.script("return [document.activeElement.id, scrollY]") == ["field", 120]
    requests = len(site.requests)
    for at in (0, 1):
        with host.within(at) as page:
            page.wait_usable()
            for testid in ("next", "tab-state", "last", "first"):
                tap(page, testid)
    for at in (0, 1):
        host.page.wait(lambda at=at: host.steps(at)[-1] == "challenge", f"frame {at} did not move")
    assert len(site.requests) == requests, "it asked for more"
    assert host.script("return [history.length, scrollY]") == [before, 120]
    assert host.page.driver.get_cookies() == []
    with host.within(0) as page:
        assert page.script("return [localStorage.length, sessionStorage.length]") == [0, 0]


def test_only_the_lesson_and_its_controls_are_shown(host: Host) -> None:
    host.open(PLAIN)
    host.wait_ready(0)
    with host.within(0) as page:
        for testid in ("sequence", "narration", "chat", "inspector", "play", "scrubber", "open-full"):
            assert page.is_shown(testid), testid
        for testid in ("lesson", "share", "theme", "settings", "fresh-keys"):
            assert not page.is_shown(testid), testid
        assert page.script("return document.documentElement.scrollWidth <= innerWidth")


def test_the_link_out_keeps_the_place(host: Host, site: Site) -> None:
    place = "#gone&amp;choices=agent1.withdraw"
    host.open(frame(f"SIM/index.html?embed=1&amp;height=auto&amp;hide=chat&amp;autoplay=1&amp;tab=state{place}"))
    host.wait_ready(0)
    with host.within(0) as page:
        link = page.by_testid("open-full")
        assert link.get_attribute("href") == site.url + "index.html?tab=state#gone&choices=agent1.withdraw"
        assert (link.get_attribute("target"), link.get_attribute("rel")) == ("_blank", "noopener")
        page.click("previous")
        page.wait(lambda: link.get_attribute("href").split("#")[1].startswith("withdraw&"), "it stays behind")


def test_the_keys_are_answered_by_the_frame_that_has_the_focus(host: Host) -> None:
    host.open(PLAIN, PLAIN)
    host.wait_ready(0, 1)
    press(host.page, Keys.ARROW_RIGHT)
    assert [host.steps(0), host.steps(1)] == [["challenge"], ["challenge"]], "it took a key of the host's"
    with host.within(1) as page:
        page.script("document.querySelector('[data-testid=play]').focus()")
        press(page, Keys.ARROW_RIGHT)
        press(page, ".")
    host.page.wait(lambda: host.steps(1) == ["challenge", "request", "question"], "the focused one does not step")
    assert host.steps(0) == ["challenge"], "the other one steps along"


def test_the_host_may_tell_it_where_to_go(host: Host) -> None:
    host.open(PLAIN, SANDBOXED)
    host.wait_ready(0, 1)
    for at in (0, 1):
        host.command(at, "goto", step="answer-1")
        host.command(at, "next")
        host.command(at, "previous")
        host.page.wait(lambda at=at: host.steps(at)[-3:] == ["answer-1", "poll-1", "answer-1"], f"frame {at}")
    told = host.heard(0, "step")[-1]
    assert told == {
        "aauth-sim": 1, "event": "step", "lesson": "clarification", "step": "answer-1", "number": 5, "steps": 13,
    }  # fmt: skip
    host.command(0, "play")
    with host.within(0) as page:
        page.wait(lambda: page.text("play") == "Pause", "it does not play")
    host.command(0, "pause")
    with host.within(0) as page:
        page.wait(lambda: page.text("play") == "Play", "it plays on")
    host.command(0, "goto", step="step-13")
    host.page.wait(lambda: host.heard(0, "ending"), "the ending is not told")
    assert host.heard(0, "ending")[-1]["ending"] == "granted"
    assert host.script("return [document.activeElement.id, scrollY]") == ["field", 120]


@pytest.mark.parametrize(
    "message",
    [
        {"command": "next"},
        {"aauth-sim": 2, "command": "next"},
        {"aauth-sim": 1, "command": "jump"},
        {"aauth-sim": 1, "command": "goto", "step": "nowhere"},
        {"aauth-sim": 1, "command": "goto"},
        "next",
        None,
        ["aauth-sim", 1],
    ],
    ids=str,
)
def test_what_means_nothing_is_passed_over(host: Host, message: Any) -> None:
    host.open(PLAIN)
    host.wait_ready(0)
    host.tell(0, message)
    # Messages arrive in their order: when this one has, that one has, too.
    host.command(0, "goto", step="asked")
    host.page.wait(lambda: host.steps(0)[-1] == "asked", "it hears nothing")
    assert host.steps(0) == ["challenge", "asked"]


def test_nobody_but_the_host_is_obeyed(host: Host) -> None:
    host.open(PLAIN, PLAIN)
    host.wait_ready(0, 1)
    script = "(parent.frames[1] === window ? parent.frames[0] : window).postMessage(arguments[0], '*')"
    for at, whose in ((1, "a frame beside it"), (0, "itself")):
        with host.within(at) as page:
            page.script(script, {"aauth-sim": 1, "command": "last", "step": "gone"})
            page.script(script, {"aauth-sim": 1, "command": "goto", "step": "gone"})
        host.command(0, "goto", step="asked")
        host.page.wait(lambda: host.steps(0)[-1] == "asked", "it hears nothing")
        assert "gone" not in host.steps(0), f"it obeys {whose}"
        host.command(0, "goto", step="challenge")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_looks_as_the_reader_likes_it_until_it_is_told(host: Host, scheme: str) -> None:
    preferred = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    host.page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", preferred)
    host.open(PLAIN, scheme=scheme)
    host.wait_ready(0)
    other = "dark" if scheme == "light" else "light"
    with host.within(0) as page:
        before = background(page)
    for theme in (other, scheme, "blue"):
        host.command(0, "set-theme", theme=theme)
        host.command(0, "next")
        with host.within(0) as page:
            if theme == other:
                page.wait(lambda: background(page) != before, "it does not follow")
            else:
                page.wait(lambda: background(page) == before, f"{theme}: it is not as before")


def background(page: Page) -> str:
    return page.script("return getComputedStyle(document.documentElement).backgroundColor")


# The host gives the frame the height that it hears, as often as it hears one.
FOLLOW = """addEventListener("message", ({ data }) => {
  if (data.event === "height") document.querySelector("iframe").height = data.height;
});"""


@pytest.mark.parametrize("width", [320, 640, 1100])
def test_its_height_follows_what_is_in_it_and_stays_within_reason(host: Host, width: int) -> None:
    resize(host.page, 1400, 900)
    host.open(frame("SIM/index.html?embed=1&amp;height=auto#asked", width, 300))
    host.script(FOLLOW)
    host.wait_ready(0)
    heights = lambda: [data["height"] for data in host.heard(0, "height")]  # noqa: E731

    def is_settled() -> bool:
        """The frame is as high as what is in it, and that is what was told last."""
        with host.within(0) as page:
            inner, needed = page.script("return [innerHeight, document.documentElement.scrollHeight]")
        return inner == needed == heights()[-1]

    for step in ("asked", "answer-1", "gone"):
        host.command(0, "goto", step=step)
        host.page.wait(lambda step=step: host.steps(0)[-1] == step, "it does not step")
        host.page.wait(is_settled, "something is cut off, or the frame is too high")
        with host.within(0) as page:
            assert page.script("return document.documentElement.scrollWidth") <= width
    assert len(set(heights())) >= 3, "the height does not follow what is in it"
    # With a scroll bar and without one, and low and high: then it has found its height.
    assert len(heights()) <= 3 * 3, "the height follows the frame"
    with host.within(0) as page:
        # Far more than anybody wants in a frame.
        page.script("document.querySelector('.narration').style.paddingTop = '9000px'")
    host.page.wait(lambda: heights()[-1] == 6000, "it is not held within reason")


def test_a_height_is_told_only_when_it_is_asked_for(host: Host) -> None:
    host.open(PLAIN)
    host.wait_ready(0)
    host.command(0, "next")
    host.page.wait(lambda: len(host.steps(0)) == 2, "it does not step")
    assert host.heard(0, "height") == []


def test_where_storage_and_clipboard_are_refused_it_works_and_says_so(host: Host) -> None:
    host.open(SANDBOXED)
    host.wait_ready(0)
    with host.within(0) as page:
        assert page.script("try { localStorage; return false } catch { return true }"), "this frame has storage"
        tap(page, "tab-message")
        page.script("document.querySelector('[data-testid=copy]').click()")
        refused = "return document.querySelector('.copy__outcome').textContent"
        page.wait(lambda: "refused" in page.script(refused), "nothing is said")
        page.click("next")
        wait_step(page, 5)


def test_a_bad_value_is_said(host: Host) -> None:
    host.open(frame("SIM/index.html?embed=1&amp;speed=9#nowhere"))
    host.wait_ready(0)
    with host.within(0) as page:
        texts = [notice.text for notice in page.all_by_testid("notice")]
        assert len(texts) == 2 and "9" in texts[0] and "nowhere" in texts[1]


def test_alone_it_listens_to_nobody(page: Page) -> None:
    page.open("embed=1")
    page.script("postMessage({'aauth-sim': 1, command: 'next'}, '*')")
    page.script("document.querySelector('[data-testid=last]').click()")
    page.wait(lambda: place(page)[2] == "gone", "it does not step")
    page.click("previous")
    wait_step(page, 12)


@pytest.mark.parametrize("size", [(320, 600), (640, 480), (1100, 700)], ids=lambda size: f"{size[0]}x{size[1]}")
@THEMES
def test_axe_finds_nothing(page: Page, size: tuple[int, int], theme: str) -> None:
    for query, step in (("", "asked"), ("&height=auto", "gone&choices=agent1.withdraw")):
        resize(page, *size)
        page.open(f"embed=1&theme={theme}{query}", step)
        assert page.script("return document.documentElement.scrollWidth") <= size[0]
        assert violations(page) == []
