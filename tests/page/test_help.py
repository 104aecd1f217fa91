"""Help on the names of the wire: by pointer, focus, click and tap; never clipped, and closed by Escape."""

from __future__ import annotations

import pytest
from selenium.webdriver import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from conftest import Page
from test_layout import resize
from test_steps import place

SIZES = [(1440, 900), (375, 812)]


def name(page: Page, term: str) -> WebElement:
    """The first name of that kind: claim:iss."""
    element = page.driver.find_element(By.CSS_SELECTOR, f'[data-testid="help"][data-term="{term}"]')
    page.script("arguments[0].scrollIntoView({ block: 'center' })", element)
    return element


def wait_open(page: Page, says: str) -> WebElement:
    page.wait(lambda: page.all_by_testid("help-text") and says in page.text("help-text"), "it is not explained")
    return page.by_testid("help-text")


def wait_closed(page: Page) -> None:
    page.wait(lambda: not page.all_by_testid("help-text"), "it stays open")


def hover(page: Page, element: WebElement) -> None:
    ActionChains(page.driver).move_to_element(element).perform()


def test_a_name_is_a_button_that_says_what_it_is(page: Page) -> None:
    page.open("tab=tokens")
    button = name(page, "claim:iss")
    assert button.tag_name == "button"
    assert button.accessible_name == "iss: what is this?"
    assert button.get_attribute("aria-expanded") == "false"
    button.click()
    bubble = wait_open(page, "Who issued the token")
    assert button.get_attribute("aria-expanded") == "true"
    assert button.get_attribute("aria-describedby") == bubble.get_attribute("id")
    link = bubble.find_element(By.TAG_NAME, "a")
    assert link.get_attribute("href").endswith("#common-claims")
    button.click()
    wait_closed(page)
    assert button.get_attribute("aria-expanded") == "false"


def test_the_pointer_opens_it_enters_it_and_leaves_it(page: Page) -> None:
    page.open("tab=tokens")
    hover(page, name(page, "claim:jti"))
    bubble = wait_open(page, "jti")
    hover(page, bubble)
    before = page.script("return performance.now()")
    page.pass_time(1)
    page.wait(lambda: page.script("return performance.now()") > before + 900, "no time passes")
    assert bubble.is_displayed(), "it goes away under the pointer"
    hover(page, page.by_testid("position"))
    page.pass_time(1)
    wait_closed(page)


def test_one_is_open_at_a_time(page: Page) -> None:
    page.open("tab=tokens")
    name(page, "claim:iss").click()
    wait_open(page, "iss")
    name(page, "claim:exp").click()
    wait_open(page, "exp")
    assert len(page.driver.find_elements(By.CSS_SELECTOR, '[data-testid="help"][aria-expanded="true"]')) == 1


def test_the_keyboard_opens_it_reaches_its_link_and_closes_it(page: Page) -> None:
    page.open("tab=tokens")
    page.script("arguments[0].focus()", name(page, "claim:iss"))
    bubble = wait_open(page, "Who issued the token")
    link = bubble.find_element(By.TAG_NAME, "a")
    ActionChains(page.driver).send_keys(Keys.TAB).perform()
    assert page.driver.switch_to.active_element == link
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    wait_closed(page)
    assert page.driver.switch_to.active_element == name(page, "claim:iss")
    ActionChains(page.driver).send_keys(Keys.TAB).perform()
    wait_open(page, "dwk")
    assert place(page)[0] == 1


def test_a_step_takes_it_away(page: Page) -> None:
    page.open("tab=tokens")
    name(page, "claim:iss").click()
    wait_open(page, "Who issued the token")
    page.click("next")
    wait_closed(page)


def test_a_click_elsewhere_closes_it(page: Page) -> None:
    page.open("tab=tokens")
    name(page, "claim:iss").click()
    wait_open(page, "Who issued the token")
    page.driver.find_element(By.CSS_SELECTOR, ".narration__title").click()
    wait_closed(page)


def test_a_tap_opens_it_and_a_tap_elsewhere_closes_it(page: Page) -> None:
    page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True, "maxTouchPoints": 1})
    resize(page, 375, 812)
    page.open("tab=tokens")

    def tap(element: WebElement) -> None:
        box = page.script("const r = arguments[0].getBoundingClientRect(); return [r.x, r.y, r.width, r.height]", element)
        point = {"x": box[0] + box[2] / 2, "y": box[1] + box[3] / 2}
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
        page.driver.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    tap(name(page, "claim:exp"))
    wait_open(page, "exp")
    tap(page.by_testid("position"))
    wait_closed(page)


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("tab", ["message", "tokens", "signature"])
def test_it_is_never_clipped(page: Page, width: int, height: int, tab: str) -> None:
    resize(page, width, height)
    page.open(f"tab={tab}", "request")
    names = page.all_by_testid("help")
    assert len(names) > 10
    for at, block in [(0, "start"), (len(names) // 2, "center"), (len(names) - 1, "end")]:
        page.script("arguments[0].scrollIntoView({ block: arguments[1] })", names[at], block)
        page.script("arguments[0].click()", names[at])
        page.wait(lambda: len(page.all_by_testid("help-text")) == 1, "it is not explained")
        seen = page.script(
            """
            const bubble = document.querySelector("[data-testid=help-text]");
            const box = bubble.getBoundingClientRect();
            const corners = [[box.left + 3, box.top + 3], [box.right - 3, box.bottom - 3]];
            return [box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
                corners.every(([x, y]) => bubble.contains(document.elementFromPoint(x, y)))];
            """
        )
        assert seen == [True, True], (tab, at)


def test_a_header_says_why_it_is_there(page: Page) -> None:
    page.open(fragment="asked")
    name(page, "header:AAuth-Requirement").click()
    wait_open(page, "It is here because somebody has to do something")


def test_one_switch_explains_everything_in_line(page: Page) -> None:
    page.open(fragment="request")
    page.click("explain")
    page.wait(lambda: len(page.all_by_testid("help-text")) > 10, "nothing is explained")
    terms = {row.get_attribute("data-explains") for row in page.all_by_testid("help-text")}
    shown = {button.get_attribute("data-term") for button in page.all_by_testid("help")}
    assert terms == shown
    page.click("tab-tokens")
    page.wait(lambda: any(t.get_attribute("data-explains") == "claim:iss" for t in page.all_by_testid("help-text")), "no")
    page.click("explain")
    wait_closed(page)


@pytest.mark.parametrize("tab", ["message", "tokens", "signature"])
def test_every_name_is_large_enough_to_hit(page: Page, tab: str) -> None:
    page.open(f"tab={tab}", "request")
    low = page.script(
        "return Math.min(...[...document.querySelectorAll('[data-testid=help]')].map((e) => e.offsetHeight))"
    )
    assert low >= 24


def test_what_was_pinned_and_is_gone_holds_up_no_other(page: Page) -> None:
    page.open("tab=tokens")
    name(page, "claim:iss").click()
    wait_open(page, "Who issued the token")
    # Some browsers give a button that is clicked no focus.
    page.script("document.activeElement.blur()")
    ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT).perform()
    wait_closed(page)
    hover(page, name(page, "claim:exp"))
    wait_open(page, "exp")


@pytest.mark.parametrize("block", ["start", "end"])
def test_the_bubble_lies_over_its_name_by_a_little(page: Page, block: str) -> None:
    page.open("tab=tokens")
    button = name(page, "claim:jti")
    page.script("arguments[0].scrollIntoView({ block: arguments[1] })", button, block)
    hover(page, button)
    bubble = wait_open(page, "jti")
    assert overlap(page, button, bubble) == [True, True]


def overlap(page: Page, button: WebElement, bubble: WebElement) -> list[bool]:
    """Whether they share a few pixels, across and down."""
    return page.script(
        """
        const [name, bubble] = [...arguments].map((e) => e.getBoundingClientRect());
        const few = (px) => px > 1 && px < 8;
        return [few(Math.min(name.right, bubble.right) - Math.max(name.left, bubble.left)),
            few(Math.min(name.bottom, bubble.bottom) - Math.max(name.top, bubble.top))];
        """,
        button,
        bubble,
    )


def test_it_keeps_to_its_name_when_the_window_changes(page: Page) -> None:
    page.open("tab=tokens")
    button = name(page, "claim:jti")
    button.click()
    bubble = wait_open(page, "jti")
    resize(page, 1100, 800)
    page.wait(lambda: overlap(page, button, bubble) == [True, True], "it stays where the name was")
