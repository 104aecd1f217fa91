"""A reader takes decisions otherwise: by click and by key, with their own words, and comes back."""

from __future__ import annotations

import base64

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from conftest import Page
from test_accessible import SIZES, THEMES, violations
from test_layout import resize
from test_links import address, notices
from test_steps import place, wait_step

# What is clicked for each ending: a setting with its value, or an option.
ENDINGS = {
    "granted": [],
    "granted-narrower": ["agent1.update"],
    "rounds-used": ["rounds=1", "person3.ask"],
    "no-capability": ["capability=off"],
    "denied": ["person3.deny"],
    "abandoned": ["person3.leave"],
    "withdrawn": ["agent1.withdraw"],
    "expired-unanswered": ["agent1.silent"],
    "expired-no-visit": ["person2.never-come"],
    "no-handler": ["handler=off"],
    "agent-limit": ["agent-rounds=1", "person3.ask"],
    "gave-up": ["person2.never-come", "agent2.give-up"],
    "code-locked": ["person2.guess-codes"],
}


def option(page: Page, choice: str) -> WebElement:
    return page.driver.find_element(By.CSS_SELECTOR, f'[data-testid="decision-option"][data-choice="{choice}"]')


def is_taken(page: Page, choice: str) -> bool:
    return option(page, choice).get_attribute("aria-pressed") == "true"


def go_to(page: Page, decision: str) -> None:
    mark = page.driver.find_element(By.CSS_SELECTOR, f'[data-testid="decision-mark"][data-decision="{decision}"]')
    mark.click()
    heading = f"decision:{decision}"
    page.wait(lambda: page.script("return document.activeElement.id") == heading, f"{decision} is not reached")


def choose(page: Page, choice: str) -> None:
    go_to(page, choice.partition(".")[0])
    step = place(page)[0]
    page.script("arguments[0].scrollIntoView({ block: 'center' })", option(page, choice))
    option(page, choice).click()
    page.wait(lambda: is_taken(page, choice), f"{choice} is not taken")
    assert place(page)[0] == step, "the place is lost"


def set_to(page: Page, name: str, value: str) -> None:
    if not page.is_shown("setting-rounds"):
        page.click("settings")
    control = page.by_testid(f"setting-{name}")
    if control.tag_name == "select":
        Select(control).select_by_value(value)
    else:
        control.clear()
        control.send_keys(value, Keys.TAB)


def ending(page: Page) -> str:
    page.click("last")
    page.wait(lambda: page.all_by_testid("ending"), "there is no ending")
    return page.by_testid("ending").get_attribute("data-ending") or ""


def bytes_of_all_steps(page: Page) -> list[str]:
    page.click("first")
    shown = []
    for step in range(1, place(page)[1] + 1):
        wait_step(page, step)
        shown.append(page.by_testid("inspector").get_property("textContent"))
        page.click("next")
    return shown


@pytest.mark.parametrize("name", ENDINGS)
def test_each_ending_by_clicking_and_back_to_its_crumb(page: Page, name: str) -> None:
    page.open()
    for act in ENDINGS[name]:
        if "=" in act:
            set_to(page, *act.split("="))
        else:
            choose(page, act)
    chosen = [act for act in ENDINGS[name] if "=" not in act]
    assert ending(page) == name
    assert [crumb.get_attribute("data-pick") for crumb in page.all_by_testid("crumb")] == chosen
    assert page.is_shown("path") == bool(ENDINGS[name])
    assert not notices(page)
    shown = bytes_of_all_steps(page)
    if chosen:
        page.all_by_testid("crumb")[-1].click()
        heading = f"decision:{chosen[-1].partition('.')[0]}"
        page.wait(lambda: page.script("return document.activeElement.id") == heading, "the crumb leads nowhere")
        assert is_taken(page, chosen[-1])
    at = place(page)
    # The address follows a moment later, with all of it.
    fragment = f"{at[2]}&choices={','.join(chosen)}" if chosen else at[2]
    page.wait(lambda: address(page).endswith(f"#{fragment}"), "the place is not in the address")
    page.driver.refresh()
    page.wait_usable()
    assert place(page) == at
    assert bytes_of_all_steps(page) == shown
    assert ending(page) == name
    if page.is_shown("path"):
        page.click("default-path")
        page.wait(lambda: not page.all_by_testid("path"), "there is no way back")
        page.wait(lambda: "=" not in address(page), "the path stays in the address")


def test_a_decision_says_who_what_and_what_goes_by_itself(page: Page) -> None:
    page.open()
    assert not page.all_by_testid("decision")
    page.click("next")
    page.wait(lambda: page.all_by_testid("decision"), "the first decision is not shown")
    assert page.text("decision").startswith("The person decides")
    options = page.all_by_testid("decision-option")
    assert [o.get_attribute("data-choice") for o in options] == [
        f"person1.{slug}" for slug in ("ask", "ask-closed", "open", "approve", "deny", "never-come")
    ]
    assert "(default)" in options[0].text
    assert not any("(default)" in option.text for option in options[1:])
    assert is_taken(page, "person1.ask")
    page.click("next")
    page.wait(lambda: not page.all_by_testid("decision"), "it is shown where nothing is decided")


def test_slips_stand_apart_and_the_chat_goes_on_after_one(page: Page) -> None:
    page.open(fragment="asked")
    text = page.text("decision")
    assert text.index("Stay silent") < text.index("Slips") < text.index("Post without an action")
    choose(page, "agent1.no-action")
    # The same decision comes again, after the step in which it was refused.
    go_to(page, "agent2")
    assert is_taken(page, "agent2.answer")
    assert ending(page) == "granted"


def mark_rows(page: Page) -> None:
    page.script("document.querySelector('[data-testid=sequence-row]').dataset.mark = 'here'")


def was_made_again(page: Page) -> bool:
    """Whether the run was: its rows are others then."""
    return page.all_by_testid("sequence-row")[0].get_attribute("data-mark") != "here"


def test_typing_makes_nothing_again_and_a_draft_is_kept(page: Page) -> None:
    page.open(fragment="asked")
    mark_rows(page)
    field = page.by_testid("decision-text")
    usual = field.get_property("value")
    field.send_keys(Keys.CONTROL, Keys.END)
    field.send_keys(Keys.NULL, " <b>And</b> more.")
    page.wait(lambda: "Not used yet." in page.text("decision-status"), "the draft is not said to be one")
    assert f"{len(usual) + 17} of 10,000" in page.text("decision-status")
    assert not was_made_again(page), "typing makes the run again"
    assert field.get_property("value").endswith("more."), "it types at the wrong place"
    page.click("next")
    wait_step(page, 5)
    assert "more." not in page.text("chat")
    page.click("previous")
    wait_step(page, 4)
    assert page.by_testid("decision-text").get_property("value") == usual + " <b>And</b> more."
    # Another choice and back: the draft is still there, and said to be there meanwhile.
    choose(page, "agent1.withdraw")
    assert not page.all_by_testid("decision-text")
    assert "not used yet" in option(page, "agent1.answer").text
    choose(page, "agent1.answer")
    assert page.by_testid("decision-text").get_property("value") == usual + " <b>And</b> more."
    page.click("decision-use")
    page.wait(lambda: "Not used" not in page.text("decision-status"), "the text is not used")
    assert page.driver.switch_to.active_element.get_attribute("data-testid") == "decision-use"
    assert [crumb.text for crumb in page.all_by_testid("crumb")] == ["Agent: Answer the question, in other words"]
    page.click("next")
    page.wait(lambda: "more." in page.text("chat"), "the text is not said")
    text = base64.urlsafe_b64encode((usual + " <b>And</b> more.").encode()).decode().rstrip("=")
    page.wait(lambda: address(page) == f"#answer-1&choices=agent1.answer~{text}", "the text is not in the link")


def test_a_text_that_does_not_fit_is_counted_and_not_used(page: Page) -> None:
    page.open(fragment="asked")
    field = page.by_testid("decision-text")

    def write(text: str) -> None:
        page.script(
            "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))", field, text
        )

    # One character outside the basic plane is one character.
    write("😀" * 10_000)
    page.wait(lambda: page.text("decision-status") == "10,000 of 10,000 characters. Not used yet.", "it counts wrong")
    write("😀" * 10_001)
    page.wait(lambda: "Too long" in page.text("decision-status"), "too long a text is not named")
    mark_rows(page)
    page.click("decision-use")
    assert page.by_testid("decision-use").get_attribute("aria-disabled") == "true"
    assert not was_made_again(page)
    write("")
    page.wait(lambda: "at least a word" in page.text("decision-status"), "no text is taken for one")
    page.click("decision-use")
    assert not was_made_again(page)
    # A reason may be left out.
    choose(page, "agent1.update")
    field = page.by_testid("decision-text")
    write("")
    page.click("decision-use")
    page.wait(lambda: "choices=agent1.update~" in address(page), "no reason is not taken")


def test_a_closed_question_is_answered_by_radio_buttons_or_in_other_words(page: Page) -> None:
    page.open(fragment="request")
    choose(page, "person1.ask-closed")
    go_to(page, "agent1")
    answers = page.all_by_testid("decision-answer")
    labels = [answer.find_element(By.XPATH, "..").text for answer in answers]
    assert labels == ["The summaries", "The summaries and the figures", "In other words"]
    assert [answer.is_selected() for answer in answers] == [True, False, False]
    assert not page.is_shown("decision-text")
    mark_rows(page)
    answers[0].send_keys(Keys.ARROW_DOWN)
    page.wait(lambda: answers[1].is_selected(), "the arrow keys do not choose")
    assert "Not used yet." in page.text("decision-status")
    assert not was_made_again(page)
    page.click("decision-use")
    page.wait(lambda: "and the figures" in page.text("decision") and was_made_again(page), "it is not used")
    page.click("next")
    page.wait(lambda: page.all_by_testid("chat-message")[-1].text.endswith("The summaries and the figures"), "not said")
    page.click("previous")
    wait_step(page, 4)
    page.all_by_testid("decision-answer")[2].click()
    page.wait(lambda: page.is_shown("decision-text"), "there is no place for other words")
    page.by_testid("decision-text").send_keys("Neither.")
    page.click("decision-use")
    page.wait(lambda: "Not used" not in page.text("decision-status"), "other words are not used")
    assert page.all_by_testid("decision-answer")[2].is_selected()
    page.click("next")
    page.wait(lambda: page.all_by_testid("chat-message")[-1].text.endswith("Neither."), "other words are not said")


def test_typing_an_answer_and_more_keeps_the_field_and_other_words_come_back(page: Page) -> None:
    page.open(fragment="asked&choices=person1.ask-closed")
    page.all_by_testid("decision-answer")[2].click()
    page.wait(lambda: page.is_shown("decision-text"), "there is no place for other words")
    field = page.by_testid("decision-text")
    field.send_keys("The summaries")
    assert page.is_shown("decision-text"), "it goes while somebody types"
    ActionChains(page.driver).send_keys(", briefly.").perform()
    assert field.get_property("value") == "The summaries, briefly."
    assert page.driver.switch_to.active_element == field, "the focus is lost"
    assert page.all_by_testid("decision-answer")[2].is_selected()
    page.all_by_testid("decision-answer")[1].click()
    page.wait(lambda: not page.is_shown("decision-text"), "the field stays")
    page.all_by_testid("decision-answer")[2].click()
    assert page.by_testid("decision-text").get_property("value") == "The summaries, briefly."
    page.all_by_testid("decision-answer")[0].click()
    assert "Not used" not in page.text("decision-status"), "the text of the run is said not to be used"


HELD = [
    ("asked", "agent1.poll-too-fast"),
    ("asked", "agent1.withdraw"),
    ("request", "person1.open"),
    ("poll-1", "person2.never-come"),
]


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (375, 812)], ids=["wide", "middle", "narrow"])
@pytest.mark.parametrize("by_key", [False, True])
@pytest.mark.parametrize(("step", "choice"), HELD)
def test_what_is_chosen_stays_in_place(page: Page, size: tuple[int, int], step: str, choice: str, by_key: bool) -> None:
    resize(page, *size)
    page.open(fragment=step)
    chosen = option(page, choice)
    page.script("arguments[0].scrollIntoView({ block: 'center' })", chosen)
    top = "return arguments[0].getBoundingClientRect().top"
    before = page.script(top, chosen)
    if by_key:
        chosen.send_keys(Keys.ENTER)
    else:
        ActionChains(page.driver).move_to_element(chosen).click().perform()
    page.wait(lambda: is_taken(page, choice), "it is not chosen")
    page.driver.execute_async_script(
        "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))"
    )
    chosen = option(page, choice)
    at_end = """
        for (let at = arguments[0]; at; at = at.parentElement) {
            if (at.scrollTop > 0 && (at.scrollTop + at.clientHeight >= at.scrollHeight - 1)) return true;
        }
        return false"""
    assert abs(page.script(top, chosen) - before) <= 2 or page.script(at_end, chosen), "it moved"
    assert page.driver.switch_to.active_element == chosen


@SIZES
@pytest.mark.parametrize(("step", "choice"), HELD)
def test_a_double_click_chooses_nothing_else(page: Page, size: tuple[int, int], step: str, choice: str) -> None:
    resize(page, *size)
    page.open(fragment=step)
    page.script("arguments[0].scrollIntoView({ block: 'center' })", option(page, choice))
    ActionChains(page.driver).double_click(option(page, choice)).perform()
    page.wait(lambda: is_taken(page, choice), "it is not chosen, or another is")


def test_a_used_text_survives_another_choice(page: Page) -> None:
    page.open(fragment="asked&choices=agent1.answer~T3RoZXI")
    choose(page, "agent1.withdraw")
    assert "not used yet" in option(page, "agent1.answer").text
    choose(page, "agent1.answer")
    assert page.by_testid("decision-text").get_property("value") == "Other"
    assert "Not used yet." in page.text("decision-status")


def test_the_way_back_and_a_link_keep_the_step(page: Page) -> None:
    page.open(fragment="asked&choices=agent1.answer~T3RoZXI")
    page.click("default-path")
    page.wait(lambda: not page.all_by_testid("path"), "there is no way back")
    assert place(page)[2] == "asked"
    page.driver.get("about:blank")
    page.open(fragment="request&choices=person1.never-come")
    assert place(page)[2] == "request"


def test_typing_changes_nothing_else(page: Page) -> None:
    page.open(fragment="asked")
    page.script(
        """
        window.outside = [];
        new MutationObserver((records) => {
            for (const { target } of records) {
                const element = target.nodeType === 1 ? target : target.parentElement;
                if (!element?.closest(".decision, title")) window.outside.push(element?.outerHTML.slice(0, 80));
            }
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        """
    )
    field = page.by_testid("decision-text")
    page.script("arguments[0].focus()", field)
    page.script("window.outside.length = 0")
    ActionChains(page.driver).send_keys("More.").perform()
    page.wait(lambda: "Not used yet." in page.text("decision-status"), "it is not typed")
    assert page.script("return window.outside") == []


def test_by_keyboard_alone(page: Page) -> None:
    page.open(fragment="asked")
    mark = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="decision-mark"][data-decision="agent1"]')
    mark.send_keys(Keys.ENTER)
    page.wait(lambda: page.script("return document.activeElement.id") == "decision:agent1", "the focus stays")
    for _ in range(12):
        if page.driver.switch_to.active_element.get_attribute("data-choice") == "agent1.withdraw":
            break
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
    ActionChains(page.driver).send_keys(Keys.SPACE).perform()
    page.wait(lambda: is_taken(page, "agent1.withdraw"), "Space does not choose")
    assert page.driver.switch_to.active_element.get_attribute("data-choice") == "agent1.withdraw"
    assert page.text("play") == "Play", "Space plays"
    ActionChains(page.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
    assert page.driver.switch_to.active_element.get_attribute("data-choice") == "agent1.update"
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.wait(lambda: is_taken(page, "agent1.update"), "Enter does not choose")
    assert page.driver.switch_to.active_element.get_attribute("data-choice") == "agent1.update"
    # On to the text, where arrows and characters are for typing, and to its button.
    ActionChains(page.driver).send_keys(Keys.TAB, Keys.ARROW_LEFT, ".", "?", "1").perform()
    assert place(page)[2] == "asked"
    assert "Not used yet." in page.text("decision-status")
    ActionChains(page.driver).send_keys(Keys.TAB, Keys.ENTER).perform()
    page.wait(lambda: "Not used" not in page.text("decision-status"), "the button is out of reach")


def test_what_no_longer_fits_is_dropped_and_named(page: Page) -> None:
    page.open(fragment="asked&choices=person3.deny")
    choose(page, "agent1.withdraw")
    assert len(notices(page)) == 1
    assert "person3.deny" in notices(page)[0]
    page.wait(lambda: address(page) == "#asked&choices=agent1.withdraw", "the link carries what does not fit")


def test_diamonds_and_marks_lead_to_their_decisions(page: Page) -> None:
    page.open()
    marks = page.all_by_testid("decision-mark")
    assert [mark.get_attribute("data-decision") for mark in marks] == ["person1", "agent1", "person2", "person3"]
    assert marks[1].text == "Agent decides: Answer the question"
    diamonds = page.all_by_testid("player-decision")
    assert len(diamonds) == 4
    ActionChains(page.driver).move_to_element(diamonds[2]).click().perform()
    page.wait(lambda: page.script("return document.activeElement.id") == "decision:person2", "it leads nowhere")
    assert place(page)[2] == "poll-1"


def test_playing_stops_at_decisions_unless_it_is_told_not_to(page: Page) -> None:
    page.open("speed=3")
    switch = page.by_testid("stop-at-decisions")
    assert switch.get_attribute("aria-pressed") == "true"
    page.click("play")
    page.pass_time(60)
    page.wait(lambda: page.text("play") == "Play", "it does not stop")
    assert place(page)[2] == "request"
    spoken = page.driver.find_element(By.CSS_SELECTOR, "[aria-live=polite]")
    page.wait(lambda: "decided" in spoken.get_property("textContent"), "nobody says why it stopped")
    page.click("play")
    page.pass_time(60)
    page.wait(lambda: page.text("play") == "Play", "it does not stop again")
    assert place(page)[2] == "asked"
    switch.click()
    assert switch.get_attribute("aria-pressed") == "false"
    page.click("play")
    page.pass_time(90)
    page.wait(lambda: page.all_by_testid("ending"), "it stops again")


def test_autoplay_goes_past_decisions(page: Page) -> None:
    page.open("autoplay=1&speed=3")
    assert page.by_testid("stop-at-decisions").get_attribute("aria-pressed") == "false"
    page.pass_time(120)
    page.wait(lambda: page.all_by_testid("ending"), "it stops at a decision")


def test_a_setting_keeps_the_place_and_what_fits(page: Page) -> None:
    page.open(fragment="asked&choices=person3.deny")
    assert not page.all_by_testid("setting-rounds")
    set_to(page, "deadline", "90")
    page.wait(lambda: address(page) == "?deadline=90#asked&choices=person3.deny", "it is not in the link")
    assert page.text("crumb-setting") == "Seconds to answer a question: 90"
    assert not notices(page)
    # What does not fit is named, stays to be corrected, and costs nothing.
    mark_rows(page)
    set_to(page, "rounds", "11")
    page.wait(lambda: "1 to 10" in page.text("setting-rounds-fault"), "it is not said what fits")
    control = page.by_testid("setting-rounds")
    assert control.get_attribute("aria-invalid") == "true"
    assert control.get_property("value") == "11"
    assert not was_made_again(page)
    assert address(page) == "?deadline=90#asked&choices=person3.deny"
    set_to(page, "rounds", "2")
    page.wait(lambda: "rounds=2" in address(page), "it is not corrected")
    assert page.text("setting-rounds-fault") == ""
    # Without anybody to answer there is no step after the question, and no third decision.
    page.click("next")
    page.wait(lambda: "answer-1" in address(page), "the step is not reached")
    set_to(page, "handler", "off")
    page.wait(lambda: "handler=off" in address(page), "it is not set")
    assert place(page)[2] == "asked", "it is not at the nearest step before"
    assert any("person3.deny" in notice for notice in notices(page))
    assert page.driver.switch_to.active_element.get_attribute("data-testid") == "setting-handler"


@pytest.mark.parametrize(
    ("choices", "step", "shown", "words"),
    [
        ("person2.in-app", "last", "app", "You approved the request"),
        ("person2.wrong-code", None, "refused", "This code is not known here."),
        ("person2.guess-codes", "last", "refused", "too many wrong codes were tried"),
        ("person3.leave", "last", "left", "you left the page without deciding"),
        ("agent1.silent", "last", "channel", "the request was not decided in time"),
        ("person3.ask-closed", "last", "page", "The summaries and the figures"),
    ],
)
def test_the_person_sees_each_way(page: Page, choices: str, step: str | None, shown: str, words: str) -> None:
    page.open("tab=person", f"choices={choices}")
    if step == "last":
        page.click("last")
    else:
        go_to(page, choices.partition(".")[0])
        page.click("next")
    page.wait(lambda: page.all_by_testid("person-page"), "the person sees nothing")
    page.wait(lambda: page.by_testid("person-page").get_attribute("data-place") == shown, f"it is not {shown}")
    assert words in page.text("person-page")


def test_a_question_that_cannot_be_put_is_said_to_the_person(page: Page) -> None:
    page.open("capability=off&tab=person")
    page.click("last")
    page.wait(lambda: page.all_by_testid("unasked"), "it is not said")
    assert page.text("unasked") == "Your question could not be put: the agent takes no questions."


@SIZES
@THEMES
def test_axe_finds_nothing_and_nothing_is_cut(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}", "asked&choices=person1.ask-closed,agent1.answer~T3RoZXI,person3.deny")
    assert page.is_shown("decision-text") and page.is_shown("path")
    if page.is_shown("more"):
        page.click("more")
    page.click("settings")
    page.wait(lambda: page.is_shown("setting-deadline"), "the settings do not open")
    set_to(page, "deadline", "5")
    page.wait(lambda: page.text("setting-deadline-fault"), "a bad value is not named")
    assert page.script("return document.documentElement.scrollWidth") <= size[0]
    assert violations(page) == []
    resize(page, *size)
    page.script("arguments[0].click()", page.by_testid("last"))
    page.wait(lambda: page.all_by_testid("ending"), "there is no ending")
    assert page.script("return document.documentElement.scrollWidth") <= size[0]
    assert violations(page) == []
