"""Stepping by keyboard, and where the keys belong to somebody else."""

from __future__ import annotations

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from conftest import Page
from test_steps import STEPS, place, wait_step


def press(page: Page, *keys: str) -> None:
    """Presses keys where the focus is."""
    ActionChains(page.driver).send_keys(*keys).perform()


def press_with(page: Page, modifier: str, key: str) -> None:
    ActionChains(page.driver).key_down(modifier).send_keys(key).key_up(modifier).perform()


def focus(page: Page, testid: str) -> None:
    page.script("arguments[0].focus()", page.by_testid(testid))


def test_left_and_right_step(page: Page) -> None:
    page.open()
    press(page, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    wait_step(page, 3)
    press(page, Keys.ARROW_LEFT)
    wait_step(page, 2)
    focus(page, "next")
    press(page, Keys.ARROW_RIGHT)
    wait_step(page, 3)


def test_space_plays_only_when_no_control_has_the_focus(page: Page) -> None:
    page.open()
    press(page, Keys.SPACE)
    page.wait(lambda: page.text("play") == "Pause", "Space does not play")
    press(page, Keys.SPACE)
    page.wait(lambda: page.text("play") == "Play", "Space does not pause")
    focus(page, "next")
    press(page, Keys.SPACE)
    wait_step(page, 2)
    assert page.text("play") == "Play"


def test_home_and_end_in_the_steps_and_the_player(page: Page) -> None:
    page.open()
    press(page, Keys.END)
    assert place(page)[0] == 1, "End steps without the focus in the steps"
    focus(page, "play")
    press(page, Keys.END)
    wait_step(page, STEPS)
    page.script("arguments[0].focus()", page.all_by_testid("sequence-row")[0])
    press(page, Keys.HOME)
    wait_step(page, 1)


def test_a_row_is_reached_and_pressed(page: Page) -> None:
    page.open()
    rows = page.all_by_testid("sequence-row")
    page.script("arguments[0].focus()", rows[3])
    press(page, Keys.ENTER)
    wait_step(page, 4)
    assert page.driver.switch_to.active_element == rows[3], "the focus is lost"


def test_never_with_a_modifier(page: Page) -> None:
    page.open()
    for modifier in (Keys.CONTROL, Keys.SHIFT, Keys.META):
        press_with(page, modifier, Keys.ARROW_RIGHT)
    assert place(page)[0] == 1


def test_controls_keep_their_own_arrows(page: Page) -> None:
    page.open()
    focus(page, "scrubber")
    press(page, Keys.ARROW_RIGHT)
    wait_step(page, 2)
    focus(page, "theme")
    press(page, Keys.ARROW_RIGHT, Keys.ARROW_LEFT)
    assert place(page)[0] == 2


def test_the_focus_stays_in_the_panel_when_its_content_changes(page: Page) -> None:
    page.open()
    page.script("document.querySelector('[data-testid=inspector] button.copy').focus()")
    press(page, Keys.ARROW_RIGHT)
    wait_step(page, 2)
    assert page.driver.switch_to.active_element.get_attribute("role") == "tabpanel"
