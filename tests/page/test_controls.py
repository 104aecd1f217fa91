"""Every control, by mouse and by keyboard, wide and narrow, in both themes."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from conftest import Page, Site
from test_layout import resize
from test_links import address
from test_steps import STEPS, place, wait_step

SIZES = pytest.mark.parametrize("size", [(1440, 900), (375, 812)], ids=["wide", "narrow"])
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])
MEANS = pytest.mark.parametrize("means", ["mouse", "keyboard"])


def by_mouse(page: Page, testid: str) -> None:
    element = page.by_testid(testid)
    ActionChains(page.driver).move_to_element(element).click().perform()


def by_keyboard(page: Page, testid: str) -> None:
    """Walks to the control with Tab, however far it is, and presses Enter."""
    page.script("arguments[0].focus()", page.by_testid("lesson"))
    for _ in range(120):
        active = page.driver.switch_to.active_element
        if active.get_attribute("data-testid") == testid:
            break
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
    else:
        pytest.fail(f"Tab never leads to {testid}")
    assert page.script("return document.activeElement.matches(':focus-visible')"), f"{testid} shows no focus"
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()


def use(page: Page, means: str) -> Callable[[str], None]:
    act = by_mouse if means == "mouse" else by_keyboard
    return lambda testid: act(page, testid)


@SIZES
@THEMES
@MEANS
def test_the_player(page: Page, size: tuple[int, int], theme: str, means: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}")
    press = use(page, means)
    for testid, step in (("next", 2), ("last", STEPS), ("previous", STEPS - 1), ("first", 1)):
        press(testid)
        wait_step(page, step)
    press("play")
    page.wait(lambda: page.by_testid("play").get_attribute("data-playing") == "true", "it does not play")
    press("play")
    page.wait(lambda: page.by_testid("play").get_attribute("data-playing") == "false", "it does not pause")
    for speed in ("0.5", "2", "3", "1"):
        press(f"speed-{speed}")
        pressed = page.by_testid(f"speed-{speed}")
        page.wait(lambda pressed=pressed: pressed.get_attribute("aria-pressed") == "true", f"not at {speed}")
    assert place(page)[0] == 1


@SIZES
@THEMES
@MEANS
def test_the_header(page: Page, size: tuple[int, int], theme: str, means: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}", "asked")
    press = use(page, means)
    for opener, dialog in (("share", "share-dialog"), ("help-page", "help-dialog")):
        press(opener)
        page.wait(lambda dialog=dialog: page.is_shown(dialog), f"{dialog} does not open")
        ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
        page.wait(lambda dialog=dialog: not page.is_shown(dialog), f"{dialog} does not close")
    if page.is_shown("more"):
        press("more")
        assert page.by_testid("more").get_attribute("aria-expanded") == "true"
    press("detail-story")
    page.wait(lambda: not page.is_shown("tab-checks"), "it is no story")
    press("detail-wire")
    page.wait(lambda: page.is_shown("tab-checks"), "it is no wire")
    press("fresh-keys")
    page.wait(lambda: page.all_by_testid("seed"), "the keys stay")
    press("default-keys")
    page.wait(lambda: not page.all_by_testid("seed"), "the fresh keys stay")
    assert place(page) == (4, STEPS, "asked")


@SIZES
@THEMES
def test_the_selects(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}")
    lesson = Select(page.by_testid("lesson"))
    assert lesson.first_selected_option.text == "Clarification chat during consent"
    other = {"light": "Dark", "dark": "Light"}[theme]
    Select(page.by_testid("theme")).select_by_visible_text(other)
    page.wait(lambda: address(page) == f"?theme={other.lower()}", "the theme is not chosen")
    assert page.script("return document.documentElement.dataset.theme") == other.lower()


@SIZES
@MEANS
def test_the_tabs(page: Page, size: tuple[int, int], means: str) -> None:
    resize(page, *size)
    page.open()
    for tab in ("tokens", "signature", "checks", "message"):
        if means == "mouse":
            by_mouse(page, f"tab-{tab}")
        else:
            selected = page.script("return document.querySelector('[role=tab][aria-selected=true]')")
            page.script("arguments[0].focus()", selected)
            for _ in range(7):
                ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT).perform()
                if page.by_testid(f"tab-{tab}").get_attribute("aria-selected") == "true":
                    break
        page.wait(
            lambda tab=tab: page.by_testid(f"tab-{tab}").get_attribute("aria-selected") == "true", f"{tab} does not open"
        )


@SIZES
@THEMES
def test_a_row_of_the_diagram(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}", "gone")
    row = page.all_by_testid("sequence-row")[4]
    page.script("arguments[0].scrollIntoView({ block: 'center' })", row)
    ActionChains(page.driver).move_to_element(row).click().perform()
    wait_step(page, 5)
    assert row.get_attribute("aria-current") == "step"


@SIZES
def test_the_scrubber_by_keyboard(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open()
    page.script("arguments[0].focus()", page.by_testid("scrubber"))
    ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT).perform()
    wait_step(page, 3)
    assert page.by_testid("scrubber").get_attribute("aria-valuetext").startswith(f"Step 3 of {STEPS}: ")
    ActionChains(page.driver).send_keys(Keys.END).perform()
    wait_step(page, STEPS)


def test_nothing_is_asked_for_once_it_is_usable(page: Page, site: Site) -> None:
    page.open()
    page.wait(lambda: any("favicon" in request for request in site.requests), "the icon is not asked for")
    before = list(site.requests)
    page.click("fresh-keys")
    page.click("share")
    page.wait(lambda: page.is_shown("share-dialog"), "it does not open")
    page.click("share-dialog-close")
    for tab in ("tokens", "signature", "checks"):
        page.click(f"tab-{tab}")
    page.click("last")
    wait_step(page, STEPS)
    page.script("document.querySelector('[data-ending=denied] button').click()")
    page.wait(lambda: place(page)[2] == "poll-2", "the other path is not taken")
    assert site.requests == before


def test_it_works_where_storage_is_refused(page: Page) -> None:
    refuse = """
        for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"]) {
          Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
        }
        Object.defineProperty(document, "cookie", { get() { throw new DOMException("no", "SecurityError"); } });
    """
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": refuse})
    page.open("theme=dark")
    page.click("fresh-keys")
    page.wait(lambda: page.all_by_testid("seed"), "the keys stay")
    page.click("next")
    wait_step(page, 2)


def emulate_motion(page: Page, wish: str) -> None:
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": wish}]}
    )


def is_playing(page: Page) -> bool:
    return page.by_testid("play").get_attribute("data-playing") == "true"


@pytest.mark.parametrize(
    ("wish", "query", "moves"),
    [("no-preference", "", True), ("reduce", "", False), ("no-preference", "&motion=off", False)],
    ids=["as-usual", "system", "link"],
)
def test_nothing_moves_by_itself_unless_it_may(page: Page, wish: str, query: str, *, moves: bool) -> None:
    emulate_motion(page, wish)
    page.open(f"autoplay=1{query}")
    assert is_playing(page) == moves
    page.pass_time(30)
    if moves:
        page.wait(lambda: place(page)[0] > 1, "it does not play")
    else:
        assert place(page)[0] == 1
        page.click("play")
        page.wait(lambda: is_playing(page), "the reader cannot let it play")


def test_with_reduced_motion_nothing_is_animated(page: Page) -> None:
    emulate_motion(page, "reduce")
    page.open()
    moving = """
        const style = (e) => getComputedStyle(e);
        const moves = (e) => style(e).scrollBehavior === "smooth" || style(e).animationName !== "none"
          || style(e).transitionDuration.split(", ").some((each) => parseFloat(each) > 0);
        return [...document.querySelectorAll("*")].filter(moves).map((e) => e.outerHTML.slice(0, 120));
    """
    assert page.script(moving) == []
    page.script("document.querySelector('.page').append(document.createElement('progress'))")
    page.script("document.querySelector('progress').style.transition = 'opacity 1s'")
    assert len(page.script(moving)) == 1, "what moves is not found"


def test_forced_colours_leave_the_current_row_marked(page: Page) -> None:
    page.driver.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "forced-colors", "value": "active"}]}
    )
    page.open(fragment="asked")
    outline = "return getComputedStyle(arguments[0].closest('.sequence__item')).outlineStyle"
    marked = [page.script(outline, row) for row in page.all_by_testid("sequence-row")]
    assert marked.count("solid") == 1
    assert marked[3] == "solid"
