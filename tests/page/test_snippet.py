"""Lessons in other people's pages: the lines that embed.html makes, the script behind them, README's examples."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from conftest import DIST, ROOT, Page, Site
from test_accessible import SIZES, THEMES, violations
from test_decisions import is_taken, option
from test_layout import resize
from test_share import grant_the_clipboard, refuse_the_clipboard
from test_steps import place

README = (ROOT / "README.md").read_text()
SIM = "https://sim.example/"


def fences(language: str) -> list[str]:
    """The examples of README's section about other pages, in one language."""
    section = README.partition("\n## In other pages\n")[2].partition("\n## The tests\n")[0]
    return re.findall(rf"^```{language}\n(.*?)^```$", section, re.DOTALL | re.MULTILINE)


def hosted(page: Page, site: Site, body: str, *, html: str = "", head: str = "") -> Page:
    """Opens a page of another origin with our lines in it."""
    text = f"""<!DOCTYPE html><html lang="en" {html}><head><meta charset="utf-8"><title>Documentation</title>
        <link rel="icon" href="data:,">{head}</head><body>{body}</body></html>"""
    site.add(f"{site.folder}host.html", text.replace(SIM, site.url).encode())
    page.driver.get(site.url.replace("127.0.0.1", "localhost") + "host.html")
    return page


FRAMES = """return [...document.querySelectorAll("iframe, aauth-sim")]
    .map((one) => one.shadowRoot?.querySelector("iframe") ?? one).filter((one) => one.localName === "iframe")"""


def frame(page: Page, at: int = 0) -> WebElement:
    """A frame of the host, in an element of ours or by itself."""
    page.wait(lambda: len(page.script(FRAMES)) > at, "there is no frame")
    return page.script(FRAMES)[at]


def within(page: Page, at: int = 0) -> Page:
    """The page in a frame of the host, usable."""
    page.driver.switch_to.frame(frame(page, at))
    return page.wait_usable()


def background(page: Page) -> str:
    return page.script("return getComputedStyle(document.documentElement).backgroundColor")


def paragraphs(markdown: str) -> str:
    """As Markdown tools write it: text in paragraphs, and our element as it stands."""
    parts = markdown.strip().split("\n\n")
    tagged = [part if part.startswith("<") else f"<p>{part.lstrip('# ')}</p>" for part in parts]
    return "\n".join(tagged)


def test_the_script_is_small_and_whole() -> None:
    script = (DIST / "aauth-sim.js").read_bytes()
    assert len(script) <= 2048
    assert b"//" not in script and script.count(b"\n") == 1


def test_the_plain_page_of_the_readme_works(page: Page, site: Site) -> None:
    lines, frame = fences("html")
    hosted(page, site, lines)
    assert place(within(page))[2] == "answer-1"
    page.driver.switch_to.default_content()
    hosted(page, site, frame)
    assert place(within(page))[2] == "answer-1"
    assert page.all_by_testid("share") == []


# What mdBook's style sheets say of its themes.
MDBOOK = """<style>.light, .rust { --color-scheme: light } .navy, .coal, .ayu { --color-scheme: dark }
:root { color-scheme: var(--color-scheme) }</style>"""


@pytest.mark.parametrize(("theme", "is_dark"), [("light", False), ("rust", False), ("navy", True), ("coal", True)])
def test_a_chapter_of_mdbook_works_in_its_themes(page: Page, site: Site, theme: str, is_dark: bool) -> None:
    (chapter,) = fences("markdown")
    head = MDBOOK + fences("html")[0].splitlines()[0]
    hosted(page, site, paragraphs(chapter), html=f'class="{theme} sidebar-visible" dir="ltr"', head=head)
    within(page)
    assert place(page)[2] == "answer-1"
    assert page.by_testid("tab-person").get_attribute("aria-selected") == "true"
    assert page.script("return innerHeight") == 560
    assert page.script("return document.documentElement.dataset.theme") == ("dark" if is_dark else "light")
    # The reader picks another theme: mdBook exchanges one class.
    before = background(page)
    page.driver.switch_to.default_content()
    other = "light" if is_dark else "ayu"
    page.script("document.documentElement.classList.replace(...arguments)", theme, other)
    within(page)
    page.wait(lambda: background(page) != before, "it does not follow")


def test_a_page_of_docusaurus_works_in_its_themes(page: Page, site: Site) -> None:
    (config,) = [fence for fence in fences("js") if "scripts:" in fence]
    (content,) = fences("mdx")
    (src,) = re.findall(r'src: "([^"]+)"', config)
    head = f'<script src="{src}" defer="defer"></script>'
    body = f'<div id="__docusaurus"><main>{paragraphs(content)}</main></div>'
    hosted(page, site, body, html='data-theme="dark"', head=head)
    within(page)
    assert place(page)[2] == "asked"
    assert not page.is_shown("inspector")
    dark = background(page)
    page.driver.switch_to.default_content()
    page.script("document.documentElement.setAttribute('data-theme', 'light')")
    within(page)
    page.wait(lambda: background(page) != dark, "it does not follow")


def test_what_is_far_below_is_not_loaded_before_it_comes_near(page: Page, site: Site) -> None:
    body = f"""<script src="{SIM}aauth-sim.js" defer></script><div style="height:30000px">Long.</div>
        <aauth-sim lesson="clarification"></aauth-sim>"""
    hosted(page, site, body)
    frame(page)
    page.driver.execute_async_script("requestIdleCallback(arguments[0])")
    assert not [path for path in site.requests if path.endswith(".wasm")]
    page.script("scrollTo(0, document.documentElement.scrollHeight)")
    within(page)
    assert [path for path in site.requests if path.endswith(".wasm")]


def test_the_element_is_told_and_tells(page: Page, site: Site) -> None:
    body = f"""<script src="{SIM}aauth-sim.js" defer></script>
        <aauth-sim id="sim" step="asked" height="auto" title="The chat"></aauth-sim>
        <script>window.heard = []; for (const name of ["ready", "run", "step", "ending", "height"])
        document.getElementById("sim").addEventListener(name, ({{ type, detail }}) => heard.push([type, detail]));
        </script>"""
    hosted(page, site, body)

    def heard(name: str) -> list[dict]:
        return [detail for type_, detail in page.script("return heard") if type_ == name]

    page.wait(lambda: heard("ready") and heard("height"), "it tells nothing")
    assert [detail["step"] for detail in heard("step")] == ["asked"]
    framed = frame(page)
    assert framed.get_attribute("title") == "The chat"
    page.wait(lambda: int(framed.get_attribute("height")) == heard("height")[-1]["height"], "it is not resized")
    page.script("sim.tell('next')")
    page.script("sim.setAttribute('step', 'gone')")
    page.wait(lambda: heard("ending"), "it does not go there")
    page.script("sim.removeAttribute('step')")
    page.wait(lambda: len(heard("step")) == 4, "it does not go back to where it begins by itself")
    assert [detail["step"] for detail in heard("step")] == ["asked", "answer-1", "gone", "challenge"]
    assert heard("run") == []
    # Another lesson is another frame; an element that is gone says nothing any more.
    page.script("sim.setAttribute('lesson', 'narrowed-request')")
    page.wait(lambda: len(heard("ready")) == 2, "the other lesson does not begin")
    assert heard("ready")[1]["lesson"] == "narrowed-request"
    before = page.script("return heard.length")
    page.script("window.gone = sim; gone.remove(); gone.tell('next')")
    stray(page)
    assert page.script("return heard.length") == before


def stray(page: Page) -> None:
    """Sends what looks like a message of the frame from the page around it and from another frame, and as if
    from nowhere, and waits until all of it has arrived."""
    page.driver.execute_async_script(
        """
        const done = arguments[0], message = { "aauth-sim": 1, event: "step", mark: "stray" };
        const other = document.body.appendChild(document.createElement("iframe"));
        other.contentWindow.eval(`parent.postMessage(${JSON.stringify(message)}, "*")`);
        dispatchEvent(new MessageEvent("message", { data: message }));
        addEventListener("message", ({ data }) => data === "last" && setTimeout(done));
        postMessage(message, "*");
        postMessage("last", "*");
        """
    )


def test_each_lesson_may_bring_the_script_along(page: Page, site: Site) -> None:
    lines, _ = fences("html")
    hosted(page, site, f"{lines}<p>Between.</p>{lines}", head="<style>:root { color-scheme: dark }</style>")
    for at in (0, 1):
        assert place(within(page, at))[2] == "answer-1"
        page.wait(lambda: page.script("return document.documentElement.dataset.theme") == "dark", "it is not dark")
        page.driver.switch_to.default_content()


def test_messages_of_others_are_not_passed_on(page: Page, site: Site) -> None:
    body = f"""<script src="{SIM}aauth-sim.js" defer></script><aauth-sim id="sim"></aauth-sim>
        <script>window.heard = []; sim.addEventListener("step", ({{ detail }}) => heard.push(detail));</script>"""
    hosted(page, site, body)
    page.wait(lambda: page.script("return heard.length") == 1, "it is not ready")
    stray(page)
    page.script("sim.tell('next')")
    page.wait(lambda: [one["step"] for one in page.script("return heard")] == ["challenge", "request"], "it hears more")


def test_the_lines_of_the_readme_tell_and_listen(page: Page, site: Site) -> None:
    (lines,) = [fence for fence in fences("js") if "tell(" in fence]
    body = f"""<script src="{SIM}aauth-sim.js" defer></script><aauth-sim></aauth-sim>"""
    hosted(page, site, body)
    within(page)
    page.driver.switch_to.default_content()
    page.script(lines.replace("console.log(", "(window.heard ??= []).push("))
    expected = ["request", 2, 13, "answer-1", 5, 13]
    page.wait(lambda: page.script("return window.heard") == expected, "it tells something else")


@pytest.mark.parametrize(
    ("html", "theme"),
    [("", "light"), ('style="color-scheme: dark"', "dark"), ('style="color-scheme: light dark"', "system"),
     ('data-theme="brand" style="color-scheme: dark"', "dark")],
)
def test_the_theme_is_that_of_the_page_around(page: Page, site: Site, html: str, theme: str) -> None:
    dark = {"features": [{"name": "prefers-color-scheme", "value": "dark"}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", dark)
    hosted(page, site, fences("html")[0], html=html)
    shown = "return document.documentElement.dataset.theme ?? 'system'"
    within(page)
    page.wait(lambda: page.script(shown) == theme, f"it is {page.script(shown)}")
    page.driver.switch_to.default_content()


def test_the_simulator_may_be_elsewhere(page: Page, site: Site) -> None:
    # As a module the script does not know where it is from.
    site.move_to("/tools/sim/")
    for src in ("../sim", "../sim/", site.url, site.url.rstrip("/")):
        body = f"""<script src="aauth-sim.js" type="module"></script><aauth-sim src="{src}" step="asked"></aauth-sim>"""
        hosted(page, site, body)
        assert place(within(page))[2] == "asked"
        page.driver.switch_to.default_content()


# What React does with the lines of an MDX page: it takes the element that the server wrote as it stands, and
# what it does not know inside is a mistake.
def test_what_the_page_around_renders_stays_empty(page: Page, site: Site) -> None:
    hosted(page, site, fences("html")[0])
    within(page)
    page.driver.switch_to.default_content()
    assert page.script("return document.querySelector('aauth-sim').childNodes.length") == 0


def test_what_is_said_again_changes_nothing(page: Page, site: Site) -> None:
    body = f"""<script src="{SIM}aauth-sim.js" defer></script><aauth-sim id="sim" height="500" tab="checks"></aauth-sim>"""
    hosted(page, site, body)
    page.script("arguments[0].click()", within(page).by_testid("next"))
    page.driver.switch_to.default_content()
    page.script("sim.setAttribute('height', 500); sim.setAttribute('tab', 'checks')")
    assert place(within(page))[2] == "request"
    page.driver.switch_to.default_content()
    for height, px in (("800", 800), ("-5", 640), ("much", 640)):
        page.script("sim.setAttribute('height', arguments[0])", height)
        assert within(page).script("return innerHeight") == px
        page.driver.switch_to.default_content()


def open_form(page: Page, site: Site, rest: str = "") -> Page:
    page.driver.get(f"{site.url}embed.html{rest}")
    page.wait(lambda: page.text("preview-state") == "", "the preview does not start")
    return page


def snippet(page: Page) -> str:
    return page.by_testid("snippet").get_property("value")


def choose(page: Page, testid: str, value: str) -> None:
    Select(page.by_testid(testid)).select_by_value(value)


def test_the_form_makes_the_lines_and_shows_what_they_do(page: Page, site: Site) -> None:
    open_form(page, site)
    lessons = [option.text for option in Select(page.by_testid("embed-lesson")).options]
    assert lessons == ["Clarification chat during consent", "Narrow the request"]
    assert len(Select(page.by_testid("embed-step")).options) == 13
    script = f'<script src="{site.url}aauth-sim.js" defer></script>\n'
    assert snippet(page) == script + '<aauth-sim lesson="clarification"></aauth-sim>'
    choose(page, "embed-tab", "checks")
    choose(page, "embed-height", "480")
    page.click("embed-hide-chat")
    choose(page, "embed-theme", "dark")
    # The preview is loading anew, and takes the step all the same.
    choose(page, "embed-step", "answer-1")
    expected = 'lesson="clarification" step="answer-1" tab="checks" hide="chat" theme="dark" height="480"'
    page.wait(lambda: snippet(page) == f"{script}<aauth-sim {expected}></aauth-sim>", "these are other lines")
    within(page)
    page.wait(lambda: place(page)[2] == "answer-1", "the preview stays behind")
    assert not page.is_shown("chat")
    assert page.script("return document.documentElement.dataset.theme") == "dark"
    # Whoever walks on in the preview makes the lines begin there.
    page.script("arguments[0].click()", page.by_testid("next"))
    page.driver.switch_to.default_content()
    page.wait(lambda: 'step="poll-1"' in snippet(page), "the lines do not follow")
    # And back, to the step that the form named before and to the first one.
    for value, slug in (("answer-1", "answer-1"), ("", "challenge")):
        choose(page, "embed-step", value)
        within(page)
        page.wait(lambda slug=slug: place(page)[2] == slug, "the preview stays where it is")
        page.driver.switch_to.default_content()
    assert "step=" not in snippet(page)
    choose(page, "embed-lesson", "narrowed-request")
    page.wait(lambda: len(Select(page.by_testid("embed-step")).options) != 13, "the steps are the other lesson's")
    assert 'lesson="narrowed-request" tab="checks"' in snippet(page)


def test_a_list_that_stays_the_same_is_left_alone(page: Page, site: Site) -> None:
    # A preview that loads anew says its lessons and steps again, while a list may be open.
    open_form(page, site)
    page.script("""
        window.marked = [...document.querySelectorAll("#lesson option, #step option")];
        window.told = 0;
        document.getElementById("preview").addEventListener("ready", () => { told += 1; });
    """)
    choose(page, "embed-tab", "checks")
    page.wait(lambda: page.script("return told") == 1, "the preview does not load anew")
    assert page.script("return marked.length") == 15
    assert page.script("return marked.every((option) => option.isConnected)")
    choose(page, "embed-lesson", "narrowed-request")
    page.wait(lambda: page.script("return told") == 2, "the preview does not load anew")
    assert not page.script("return marked.every((option) => option.isConnected)")


def test_what_is_chosen_in_the_preview_is_in_the_lines(page: Page, site: Site) -> None:
    open_form(page, site, "#asked")
    within(page)
    page.script("arguments[0].click()", option(page, "agent1.update"))
    page.wait(lambda: is_taken(page, "agent1.update"), "it is not chosen")
    page.driver.switch_to.default_content()
    page.wait(lambda: 'choices="agent1.update"' in snippet(page), "the lines do not follow")
    assert len(Select(page.by_testid("embed-step")).options) == 14
    lines = snippet(page)
    hosted(page, site, lines)
    within(page)
    page.script("arguments[0].click()", page.by_testid("last"))
    assert page.by_testid("ending").get_attribute("data-ending") == "granted-narrower"
    page.driver.switch_to.default_content()
    open_form(page, site, "#gone")
    within(page)
    page.script("arguments[0].click()", page.by_testid("next-lesson"))
    page.driver.switch_to.default_content()
    page.wait(lambda: 'lesson="narrowed-request"' in snippet(page), "the lines are the other lesson's")
    assert Select(page.by_testid("embed-lesson")).first_selected_option.text == "Narrow the request"


def test_a_frame_without_a_script_has_a_height_of_its_own(page: Page, site: Site) -> None:
    open_form(page, site)
    choose(page, "embed-height", "auto")
    page.wait(lambda: 'height="auto"' in snippet(page), "the lines do not follow")
    lines = page.by_testid("snippet-frame").get_property("value")
    assert 'height="640"' in lines and "height=auto" not in lines


def test_the_lines_work_where_they_are_put(page: Page, site: Site) -> None:
    open_form(page, site, "?deadline=90&tab=state&seed=mine#gone&choices=agent1.withdraw")
    lines, frame = snippet(page), page.by_testid("snippet-frame").get_property("value")
    for body in (lines, frame):
        hosted(page, site, body)
        within(page)
        assert place(page)[2] == "gone"
        assert page.by_testid("ending").get_attribute("data-ending") == "withdrawn"
        assert page.by_testid("tab-state").get_attribute("aria-selected") == "true"
        full = page.by_testid("full-size").get_attribute("href")
        assert "deadline=90" in full and "seed=mine" in full and full.endswith("#gone&choices=agent1.withdraw")
        page.driver.switch_to.default_content()


def test_the_page_leads_to_the_form_with_its_place(page: Page, site: Site) -> None:
    page.open("lesson=narrowed-request&tab=checks", "asked&choices=person2.never-come")
    page.click("share")
    page.click("embed-page")
    page.wait(lambda: page.all_by_testid("snippet"), "the form is not opened")
    page.wait(lambda: page.text("preview-state") == "", "the preview does not start")
    expected = 'lesson="narrowed-request" step="asked" choices="person2.never-come" tab="checks"'
    assert f"<aauth-sim {expected}></aauth-sim>" in snippet(page)


def test_the_lines_are_copied_or_left_selected(page: Page, site: Site) -> None:
    open_form(page, site)
    grant_the_clipboard(page)
    page.click("copy-frame")
    page.wait(lambda: page.text("copy-outcome") == "Copied.", "nothing is said")
    copied = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert copied == page.by_testid("snippet-frame").get_property("value")
    refuse_the_clipboard(page)
    page.click("copy-snippet")
    page.wait(lambda: "by hand" in page.text("copy-outcome"), "nothing is said")
    assert page.script("return document.activeElement.dataset.testid") == "snippet"


def test_what_an_address_says_stays_text(page: Page, site: Site) -> None:
    open_form(page, site, "?note=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&lesson=nowhere#nowhere")
    assert page.script("return document.images.length") == 0
    assert "<img" not in snippet(page)
    within(page)
    assert len(page.all_by_testid("notice")) == 2


@SIZES
@THEMES
def test_axe_finds_nothing_in_the_form(page: Page, site: Site, size: tuple[int, int], theme: str) -> None:
    preferred = {"features": [{"name": "prefers-color-scheme", "value": theme}]}
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", preferred)
    resize(page, *size)
    open_form(page, site)
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
