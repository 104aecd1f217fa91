"""Stepping by keyboard, and where the keys belong to somebody else."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from conftest import Page
from test_layout import resize
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


def focus_is_within(page: Page, selector: str) -> bool:
    return page.script("return document.activeElement.closest(arguments[0]) !== null", selector)


def test_the_focus_stays_in_the_panel_when_its_content_changes(page: Page) -> None:
    page.open()
    focus(page, "tab-message")
    page.script("document.querySelector('[data-testid=inspector] [data-testid=copy]').focus()")
    press(page, Keys.ARROW_RIGHT)
    wait_step(page, 2)
    assert focus_is_within(page, "[role=tabpanel]")


def test_the_focus_stays_in_the_narration(page: Page) -> None:
    page.open()
    page.script("document.querySelector('[data-testid=narration] a').focus()")
    for step in range(2, STEPS + 1):
        press(page, Keys.ARROW_RIGHT)
        wait_step(page, step)
        assert focus_is_within(page, "[data-testid=narration]"), f"the focus is lost at step {step}"


def test_the_focus_stays_on_the_time_that_was_followed(page: Page) -> None:
    page.open()
    page.click("last")
    wait_step(page, STEPS)
    page.script("arguments[0].querySelector('button').focus()", page.all_by_testid("chat-message")[1])
    press(page, Keys.ENTER)
    wait_step(page, 3)
    assert focus_is_within(page, "[data-testid=chat-message]:last-child")
    press(page, Keys.ARROW_LEFT)
    wait_step(page, 2)
    assert focus_is_within(page, "[data-testid=chat]")


def test_the_focus_goes_to_the_next_notice(page: Page) -> None:
    page.open("speed=9&theme=blue")
    page.script("document.querySelector('[data-testid=notice] button').focus()")
    press(page, Keys.ENTER)
    page.wait(lambda: len(page.all_by_testid("notice")) == 1, "the notice stays")
    assert focus_is_within(page, "[data-testid=notice] button")
    press(page, Keys.ENTER)
    page.wait(lambda: not page.all_by_testid("notice"), "the notice stays")
    assert not page.script("return document.activeElement === document.body"), "the focus is lost"


def test_the_tabs_leave_keys_with_a_modifier_alone(page: Page) -> None:
    page.open()
    page.script("window.addEventListener('keydown', (event) => { window.kept = event.defaultPrevented; })")
    focus(page, "tab-message")
    # Alt and Left would go back in the history, so these are sent as events alone.
    for modifier, key in (("altKey", "ArrowLeft"), ("ctrlKey", "End"), ("metaKey", "ArrowRight"), ("shiftKey", "Home")):
        page.script(
            """
            const [modifier, key] = arguments;
            const init = { key, [modifier]: true, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", init));
            """,
            modifier,
            key,
        )
        assert page.script("return window.kept") is False, f"{modifier} and {key} are swallowed"
        assert page.by_testid("tab-message").get_attribute("aria-selected") == "true"


def test_space_held_down_plays_once(page: Page) -> None:
    page.open()
    page.script(
        """
        const press = (repeat) => document.body.dispatchEvent(
            new KeyboardEvent("keydown", { key: " ", repeat, bubbles: true, cancelable: true }));
        [false, true, true, true].forEach(press);
        """
    )
    page.wait(lambda: page.text("play") == "Pause", "it does not play")


def selected_tab(page: Page) -> str:
    return page.script("return document.querySelector('[role=tab][aria-selected=true]').dataset.testid")


def test_a_point_steps_and_a_digit_shows_a_tab(page: Page) -> None:
    page.open()
    press(page, ".")
    wait_step(page, 2)
    press(page, "2")
    page.wait(lambda: selected_tab(page) == "tab-tokens", "2 does not show the second tab")
    focus(page, "next")
    press(page, "1")
    page.wait(lambda: selected_tab(page) == "tab-message", "1 does not show the first tab")
    press(page, "9", "0")
    assert selected_tab(page) == "tab-message"
    assert place(page)[0] == 2


def test_a_question_mark_opens_help_and_keys_do_nothing_behind_it(page: Page) -> None:
    page.open()
    press(page, "?")
    page.wait(lambda: page.is_shown("help-dialog"), "help does not open")
    press(page, ".", "2", Keys.ARROW_RIGHT, Keys.SPACE)
    press(page, Keys.ESCAPE)
    page.wait(lambda: not page.is_shown("help-dialog"), "Escape does not close it")
    assert place(page)[0] == 1
    assert page.text("play") == "Play"
    assert selected_tab(page) == "tab-message"


def test_single_characters_are_turned_off_and_on(page: Page) -> None:
    page.open("keys=off")
    press(page, ".", "2", "?")
    assert place(page)[0] == 1
    assert selected_tab(page) == "tab-message"
    assert not page.is_shown("help-dialog")
    press(page, Keys.ARROW_RIGHT)
    wait_step(page, 2)
    page.click("help-page")
    page.wait(lambda: page.is_shown("keys"), "there is no switch")
    assert not page.by_testid("keys").is_selected()
    page.click("keys")
    press(page, Keys.ESCAPE)
    page.wait(lambda: "keys" not in page.driver.current_url, "the address does not follow")
    press(page, ".")
    wait_step(page, 3)


def test_single_characters_leave_commands_and_typing_alone(page: Page) -> None:
    page.open()
    for modifier in (Keys.CONTROL, Keys.META, Keys.ALT):
        press_with(page, modifier, ".")
    page.script(
        """
        const init = { key: "2", bubbles: true, cancelable: true, ctrlKey: true };
        document.body.dispatchEvent(new KeyboardEvent("keydown", init));
        const field = document.createElement("textarea");
        document.querySelector("main").append(field);
        field.focus();
        """
    )
    press(page, ".", "2", "?", Keys.ARROW_RIGHT, Keys.SPACE)
    assert place(page)[0] == 1
    assert selected_tab(page) == "tab-message"
    assert page.text("play") == "Play"
    assert page.script("return document.querySelector('textarea').value") == ".2? "


@pytest.mark.parametrize(
    ("text", "target"), [("To the steps", "sequence-row"), ("To the inspector", "tab-message"), ("To the controls", "play")]
)
def test_a_link_skips_to_a_part(page: Page, text: str, target: str) -> None:
    page.open(fragment="question")
    link = None
    for _ in range(3):
        press(page, Keys.TAB)
        link = page.driver.switch_to.active_element
        if link.text == text:
            break
    assert link is not None
    assert link.text == text
    assert link.size["width"] > 50, "it is not seen"
    press(page, Keys.ENTER)
    page.wait(lambda: page.driver.switch_to.active_element.get_attribute("data-testid") == target, "it does not lead there")
    assert page.driver.current_url.endswith("#question"), "the address is changed"
    assert place(page)[0] == 3


def focused_row(page: Page) -> str:
    return page.script("return document.activeElement.dataset.slug ?? ''")


def test_the_focus_goes_along_in_the_rows(page: Page) -> None:
    page.open()
    page.script("arguments[0].focus()", page.all_by_testid("sequence-row")[2])
    for key, slug in ((Keys.END, "gone"), (Keys.ARROW_LEFT, "data"), (Keys.HOME, "challenge"), (Keys.ARROW_RIGHT, "request")):
        press(page, key)
        page.wait(lambda slug=slug: focused_row(page) == slug, f"the focus is not at {slug}")
        assert place(page)[2] == slug


def test_the_focus_goes_from_the_top_to_the_bottom(page: Page) -> None:
    page.open()
    order = page.script(
        """
        const parts = [".skip", ".header", ".page__story", ".page__sequence", ".page__inspector", ".player"];
        const app = document.getElementById("app");
        const controls = [...app.querySelectorAll("a, button, select, summary, input, [tabindex='0']")];
        const of = (e) => parts.findIndex((part) => e.closest(part));
        return controls.filter((e) => !e.closest("dialog")).map(of);
        """
    )
    assert order == sorted(order)
    assert set(order) == set(range(6))
    assert page.script("return document.querySelector('[tabindex]:not([tabindex=\"0\"]):not([tabindex=\"-1\"])')") is None


BOTH = pytest.mark.parametrize("size", [(1440, 900), (375, 812)], ids=["wide", "narrow"])


def focused(page: Page) -> str:
    """The id of what has the focus, or the name of its element."""
    return page.script("return document.activeElement.id || document.activeElement.tagName")


@BOTH
def test_another_ending_leads_to_its_narration(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open(fragment="gone")
    page.script("document.querySelector('[data-ending=denied] button').focus()")
    press(page, Keys.ENTER)
    page.wait(lambda: "denied" not in page.driver.current_url and place(page)[2] == "poll-2", "the path is not taken")
    assert focused(page) == "narration-title"
    assert page.script("return document.activeElement.textContent") in page.text("narration")


def test_the_focus_stays_in_the_story_when_the_ending_goes(page: Page) -> None:
    page.open(fragment="gone")
    page.script("document.querySelector('[data-ending=denied] button').focus()")
    press(page, Keys.ARROW_LEFT)
    wait_step(page, STEPS - 1)
    assert focus_is_within(page, ".story")


@BOTH
def test_the_chip_of_the_seed_leaves_the_focus_with_the_keys(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open("seed=0123456789abcdef")
    for _ in range(2):
        focus(page, "default-keys")
        press(page, Keys.ENTER)
        page.wait(lambda: not page.all_by_testid("seed"), "the seed stays")
        left = page.driver.switch_to.active_element.get_attribute("data-testid")
        assert left == ("fresh-keys" if page.is_shown("fresh-keys") else "more")
        # Once more with the line open where there is one.
        if not page.is_shown("fresh-keys"):
            page.click("more")
        page.click("fresh-keys")
        page.wait(lambda: page.all_by_testid("seed"), "the keys stay")


def test_a_digit_keeps_its_tab_in_the_story(page: Page) -> None:
    page.open("detail=story")
    press(page, "5")
    page.wait(lambda: selected_tab(page) == "tab-state", "5 does not show the state")
    press(page, "3")
    assert selected_tab(page) == "tab-state", "a tab that is not there is shown"


@pytest.mark.parametrize(
    ("part", "gone"), [("sequence", "To the steps"), ("inspector", "To the inspector"), ("controls", "To the controls")]
)
def test_no_link_skips_to_what_is_hidden(page: Page, part: str, gone: str) -> None:
    page.open(f"hide={part}")
    shown = "return [...document.querySelectorAll('.skip a')].filter((a) => a.checkVisibility()).map((a) => a.textContent)"
    links = page.script(shown)
    assert len(links) == 2
    assert gone not in links


@pytest.mark.parametrize("dialog", ["help-page", "share"])
def test_nothing_plays_behind_a_dialog(page: Page, dialog: str) -> None:
    page.open("autoplay=1")
    assert page.text("play") == "Pause"
    page.click(dialog)
    page.wait(lambda: page.by_testid("play").get_attribute("data-playing") == "false", "it plays on")
