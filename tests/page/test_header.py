"""The bar at the top: how much is shown, fresh keys, help, and what makes the page fit a small screen."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from conftest import Page
from test_layout import resize
from test_links import address, notices
from test_steps import STEPS, place, wait_step

WIDE, NARROW = (1440, 900), (375, 812)
BOTH = pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])


def open_more(page: Page) -> None:
    """Where there is little room, some controls stand in a line that opens."""
    if page.is_shown("more") and not page.is_shown("detail"):
        page.click("more")


def shown_tabs(page: Page) -> list[str]:
    tabs = page.driver.find_elements(By.CSS_SELECTOR, "[role=tab]")
    return [(tab.get_attribute("data-testid") or "").removeprefix("tab-") for tab in tabs if tab.is_displayed()]


@BOTH
def test_the_story_has_no_signatures_and_no_checks(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open("tab=checks")
    open_more(page)
    page.click("detail-story")
    page.wait(lambda: "checks" not in shown_tabs(page), "the checks are still offered")
    assert "signature" not in shown_tabs(page)
    assert page.by_testid("tab-message").get_attribute("aria-selected") == "true"
    assert page.by_testid("detail-story").get_attribute("aria-pressed") == "true"
    page.wait(lambda: address(page) == "?detail=story", "the address does not follow")
    headers = {row.get_attribute("data-name"): row.is_displayed() for row in page.all_by_testid("header-row")}
    assert headers["Host"]
    assert headers["AAuth-Capabilities"]
    assert not headers["Signature-Key"]
    assert not headers["Signature"]
    page.driver.refresh()
    page.wait_usable()
    assert "checks" not in shown_tabs(page)
    open_more(page)
    page.click("detail-wire")
    page.wait(lambda: "checks" in shown_tabs(page), "the checks do not come back")


def test_the_arrows_among_the_tabs_leave_out_what_the_story_leaves_out(page: Page) -> None:
    page.open("detail=story&tab=tokens")
    page.script("arguments[0].focus()", page.by_testid("tab-tokens"))
    ActionChains(page.driver).send_keys(Keys.HOME, Keys.END).perform()
    selected = page.driver.switch_to.active_element
    assert selected.is_displayed()
    assert selected.get_attribute("data-testid") not in ("tab-signature", "tab-checks")


@BOTH
def test_fresh_keys_give_other_bytes_and_a_way_back(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open("tab=tokens")
    page.click("next")
    wait_step(page, 2)
    usual = page.by_testid("inspector").get_property("textContent")
    assert not page.all_by_testid("seed")
    open_more(page)
    page.click("fresh-keys")
    page.wait(lambda: page.all_by_testid("seed"), "the seed is not shown")
    seed = page.text("seed").removeprefix("seed ").strip()
    assert len(seed) == 16
    assert set(seed) <= set("0123456789abcdef")
    assert place(page) == (2, STEPS, "request")
    assert page.by_testid("inspector").get_property("textContent") != usual
    page.wait(lambda: address(page) == f"?seed={seed}&tab=tokens#request", "the seed is not in the address")
    page.click("fresh-keys")
    page.wait(lambda: page.text("seed").removeprefix("seed ").strip() != seed, "the same keys again")
    page.click("default-keys")
    page.wait(lambda: not page.all_by_testid("seed"), "the seed stays")
    assert page.by_testid("inspector").get_property("textContent") == usual


def test_without_randomness_the_page_says_so(page: Page) -> None:
    page.open()
    page.script("crypto.getRandomValues = () => { throw new Error('none') }")
    page.click("fresh-keys")
    page.wait(lambda: notices(page), "nothing is said")
    assert "random" in notices(page)[0]
    page.click("fresh-keys")
    assert len(notices(page)) == 1
    assert not page.all_by_testid("seed")


@BOTH
def test_help_opens_and_gives_the_focus_back(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open()
    opener = page.by_testid("help-page")
    for close in (lambda: ActionChains(page.driver).send_keys(Keys.ESCAPE).perform(), lambda: page.click("help-dialog-close")):
        opener.click()
        page.wait(lambda: page.is_shown("help-dialog"), "help does not open")
        assert "Home" in page.text("help-dialog")
        assert page.script("return document.activeElement.closest('dialog') !== null"), "the focus stays outside"
        close()
        page.wait(lambda: not page.is_shown("help-dialog"), "help does not close")
        assert page.driver.switch_to.active_element == opener
    box = page.by_testid("help-dialog")
    opener.click()
    page.wait(lambda: page.is_shown("help-dialog"), "help does not open again")
    assert page.script("return arguments[0].scrollWidth <= arguments[0].clientWidth", box)


def test_a_click_beside_a_dialog_closes_it(page: Page) -> None:
    page.open()
    page.click("help-page")
    page.wait(lambda: page.is_shown("help-dialog"), "help does not open")
    page.by_testid("help-dialog").find_element(By.TAG_NAME, "h2").click()
    assert page.is_shown("help-dialog"), "a click inside closes it"
    ActionChains(page.driver).move_by_offset(5, 5).click().perform()
    page.wait(lambda: not page.is_shown("help-dialog"), "it stays")


@pytest.mark.parametrize("query", ["", "seed=0123456789abcdef", "seed=" + "long-seed-" * 6])
@pytest.mark.parametrize("width", [320, 375])
def test_the_header_has_two_lines_on_a_phone(page: Page, width: int, query: str) -> None:
    resize(page, width, 812)
    page.open(query)
    header = page.driver.find_element(By.TAG_NAME, "header")
    assert header.size["height"] <= 96
    assert page.script("return arguments[0].scrollWidth", header) <= width
    for testid in ("share", "help-page", "lesson"):
        assert page.is_shown(testid), testid
    assert page.by_testid("lesson").size["width"] >= 100
    assert page.script("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [768, 1024, 1280, 1440])
def test_the_header_has_one_or_two_lines_elsewhere(page: Page, width: int) -> None:
    resize(page, width, 800)
    page.open("seed=0123456789abcdef")
    header = page.driver.find_element(By.TAG_NAME, "header")
    assert header.size["height"] <= (56 if width >= 1024 else 96)
    assert page.script("return document.documentElement.scrollWidth") <= width


def test_full_screen_tells_whether_it_is_on(page: Page) -> None:
    page.open()
    pressed = lambda: page.by_testid("full-screen").get_attribute("aria-pressed")  # noqa: E731
    assert pressed() == "false"
    page.click("full-screen")
    page.wait(lambda: pressed() == "true", "it does not say that it is on")
    assert page.script("return document.fullscreenElement !== null")
    # The screen of a test may be too small to show the button.
    page.script("arguments[0].click()", page.by_testid("full-screen"))
    page.wait(lambda: pressed() == "false", "it does not say that it is off")
    page.wait(lambda: page.is_shown("full-screen"), "the window does not come back")
    page.click("full-screen")
    page.wait(lambda: pressed() == "true", "it does not go on again")
    # As the browser does on Escape, which no test can press there.
    page.script("document.exitFullscreen()")
    page.wait(lambda: pressed() == "false", "it does not follow the browser")


def test_full_screen_is_offered_only_where_it_is_allowed(page: Page) -> None:
    refuse = "Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false })"
    page.open()
    assert page.is_shown("full-screen")
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": refuse})
    page.open()
    assert not page.all_by_testid("full-screen")


def test_a_notice_leaves_those_that_nobody_has_read(page: Page) -> None:
    page.open("speed=9&theme=blue")
    page.script("crypto.getRandomValues = () => { throw new Error('none') }")
    assert len(notices(page)) == 2
    page.click("fresh-keys")
    page.wait(lambda: len(notices(page)) == 3, "a notice takes the place of another")
