"""One thing in a message is broken on purpose, its recipient notices, and looking elsewhere undoes it."""

from __future__ import annotations

import json

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from conftest import Page
from test_accessible import SIZES, THEMES, violations
from test_keyboard import press
from test_layout import resize
from test_links import address, notices
from test_steps import place, wait_step

# A message of each kind: its step with the choices that lead there, a row that fits it, the rule that
# fails, who verifies it, and the status of the answer. A reply is answered by nobody.
KINDS = pytest.mark.parametrize(
    ("step", "row", "rule", "verifier", "status"),
    [
        ("challenge", "path-not-covered", "signature-coverage", "Resource", "401"),
        ("challenge", "claim-changed", "token-signature", "Resource", "401"),
        ("challenge", "challenge-forged", "token-signature", "Agent", None),
        ("challenge", "metadata-of-another-server", "metadata-origin", "Resource", None),
        ("request", "stolen-token", "signature-valid", "Person server", "401"),
        ("request", "polymorphic-token", "token-algorithm", "Person server", "401"),
        ("answer-1", "body-changed", "signature-digest", "Person server", "401"),
        ("poll-1", "dated-back", "signature-created", "Person server", "401"),
        ("poll-2", "unknown-pending-url", "pending-owner", "Person server", "404"),
        ("open-page", "wrong-code", "code-known", "Person server", "410"),
        ("approve", "decision-from-another-page", "decision-consent", "Person server", "403"),
        ("granted", "received-auth-token-forged", "token-signature", "Agent", None),
        ("data", "token-exchanged", "signature-valid", "Resource", "401"),
        ("gone", "poll-after-the-end", "pending-alive", "Person server", "410"),
        # What nobody signs, and its recipient looks at all the same.
        ("challenge", "key-set-exchanged", "token-signature", "Resource", None),
        ("asked", "question-left-out", "deferred-question", "Agent", None),
        ("answer-1", "code-with-a-letter-that-none-has", "deferred-code", "Agent", None),
        ("arrived", "deferred-to-another-server", "deferred-origin", "Agent", None),
        ("approval-1&choices=person2.in-app", "deferred-to-nowhere", "deferred-location", "Agent", None),
        ("narrow&choices=agent1.update", "received-resource-token-forged", "token-signature", "Agent", None),
        ("refused-1&choices=agent1.no-action", "refusal-with-another-error", "refusal-status", "Agent", None),
        ("denied&choices=person1.deny", "refusal-without-an-error", "refusal-error", "Agent", None),
        ("expired&choices=agent1.silent", "refusal-with-another-error", "refusal-status", "Agent", None),
        ("locked&choices=person2.guess-codes", "refusal-without-an-error", "refusal-error", "Agent", None),
        ("too-fast-1&choices=agent1.poll-too-fast", "refusal-with-another-error", "refusal-status", "Agent", None),
        ("withdraw&choices=agent1.withdraw", "withdrawal-still-pending", "withdrawal-status", "Agent", None),
    ],
)


def menu(page: Page) -> Select:
    return Select(page.by_testid("break-it"))


def break_it(page: Page, row: str) -> None:
    menu(page).select_by_value(row)
    page.wait(lambda: broken(page) == row, f"{row} is not applied")


def broken(page: Page) -> str | None:
    """The row that is applied."""
    found = page.all_by_testid("broken")
    return found[0].get_attribute("data-break") if found else None


def failed_rules(page: Page) -> list[str]:
    return page.script(
        """return [...document.querySelectorAll('[data-testid=check][data-outcome=fail]')]
               .map((check) => check.dataset.rule)"""
    )


def said(page: Page) -> str:
    return page.script("return document.querySelector('p[aria-live=polite]').textContent")


@KINDS
def test_each_kind_of_message_is_broken_and_mended(
    page: Page, step: str, row: str, rule: str, verifier: str, status: str | None
) -> None:
    page.open("tab=checks", step)
    honest = page.text("inspector")
    assert broken(page) is None
    break_it(page, row)
    assert failed_rules(page)[-1] == rule
    groups = page.all_by_testid("check-group")
    assert f"{verifier} verifies" in groups[-1].text
    failed = page.driver.find_elements(By.CSS_SELECTOR, "[data-testid=check][data-outcome=fail] .checks__title")
    assert page.text("fails-at") == failed[-1].text
    assert failed[-1].is_displayed(), "the step that fails is folded away"
    assert menu(page).first_selected_option.text in page.text("broken")
    answers = page.all_by_testid("message")
    if status is None:
        assert answers == []
        by_status = step.startswith(("refused", "too-fast"))
        words = "goes by the status alone" if by_status else "does not use what it says"
        assert f"{verifier} {words}" in page.text("break-answer")
    else:
        assert answers[0].get_attribute("data-kind") == "reply"
        assert f"HTTP/1.1 {status} " in answers[0].text
    page.click("undo-break")
    page.wait(lambda: broken(page) is None, "it is not undone")
    page.wait(lambda: page.text("inspector") == honest, "the message is not as it was")


def test_the_answer_is_there_byte_by_byte(page: Page) -> None:
    page.open("tab=checks", "poll-2")
    break_it(page, "anothers-pending-url")
    page.click("view-as-sent")
    body = json.loads(page.text("body-as-sent"))
    assert body["error"] == "unknown_pending"
    names = page.script("return [...document.querySelectorAll('[data-testid=header-row]')].map((e) => e.dataset.name)")
    assert "Content-Type" in names


def test_what_arrived_otherwise_is_shown_and_nothing_else(page: Page) -> None:
    page.open("tab=checks", "answer-1")
    break_it(page, "body-changed")
    names = page.driver.find_elements(By.CSS_SELECTOR, "[data-testid=break-changes] dt")
    assert [name.text for name in names] == ["clarification_response"]
    values = page.driver.find_element(By.CSS_SELECTOR, "[data-testid=break-changes] dd").get_property("textContent")
    assert "nowhere else." in values and "nowhere elsx." in values
    break_it(page, "claim-changed")
    names = page.driver.find_elements(By.CSS_SELECTOR, "[data-testid=break-changes] dt")
    assert [name.text for name in names] == ["sub of the token in Signature-Key", "Signature"]


def test_the_tab_counts_what_failed(page: Page) -> None:
    page.open("tab=checks", "answer-1")
    assert "✗" not in page.text("tab-checks")
    break_it(page, "body-changed")
    assert "1 ✗" in page.text("tab-checks")
    page.click("undo-break")
    page.wait(lambda: "✗" not in page.text("tab-checks"), "it still counts")


def test_a_link_shows_the_same_after_a_reload(page: Page) -> None:
    page.open("tab=checks", "poll-2")
    break_it(page, "unknown-pending-url")
    page.wait(
        lambda: address(page) == "?tab=checks&break=unknown-pending-url#poll-2",
        "the address does not name what is broken",
    )
    page.click("share")
    page.wait(lambda: page.is_shown("share-link"), "nothing is shared")
    assert page.by_testid("share-link").get_attribute("value") == page.driver.current_url
    press(page, Keys.ESCAPE)
    shown = page.text("inspector")
    page.driver.refresh()
    page.wait_usable()
    assert place(page)[2] == "poll-2"
    assert broken(page) == "unknown-pending-url"
    assert page.text("inspector") == shown
    assert menu(page).first_selected_option.get_attribute("value") == "unknown-pending-url"


def test_a_link_shows_the_checks_whatever_tab_it_names(page: Page) -> None:
    page.open("tab=state&break=body-changed", "answer-1")
    assert page.by_testid("tab-checks").get_attribute("aria-selected") == "true"
    assert broken(page) == "body-changed"
    assert not notices(page)


@pytest.mark.parametrize("leave", ["step", "tab", "detail", "seed", "path", "look"])
def test_leaving_undoes_it(page: Page, leave: str) -> None:
    path = "&choices=agent1.update" if leave == "path" else ""
    page.open("break=stolen-token", f"request{path}")
    assert broken(page) == "stolen-token"
    if leave == "step":
        page.click("next")
        wait_step(page, 3)
        page.click("previous")
    elif leave == "tab":
        page.click("tab-message")
        page.wait(lambda: "break" not in address(page), "the address still names it")
        page.click("tab-checks")
    elif leave == "detail":
        page.click("detail-story")
        page.click("detail-wire")
        page.wait(lambda: "break" not in address(page), "the address still names it")
        page.click("tab-checks")
    elif leave == "seed":
        page.click("fresh-keys")
        page.wait(lambda: "seed=" in address(page), "the keys are not fresh")
    elif leave == "path":
        page.click("default-path")
    else:
        page.script("document.querySelector('[data-testid=discovery] .fold__row').click()")
        page.wait(lambda: page.by_testid("inspector").text.count("Back to step"), "nothing is looked at")
    page.wait(lambda: broken(page) is None, "it is not undone")
    page.wait(lambda: "break" not in address(page), "the address still names it")


@pytest.mark.parametrize(
    ("query", "step", "named"),
    [
        ("break=everything", "answer-1", "“everything” breaks nothing here"),
        ("break=body-changed", "poll-2", "“body-changed” breaks nothing here"),
        ("break=body-changed", "question", "“body-changed” breaks nothing here"),
        ("break=body-changed&detail=story", "answer-1", "detail=wire"),
    ],
)
def test_a_name_that_does_not_fit_is_said_and_the_rest_applies(page: Page, query: str, step: str, named: str) -> None:
    page.open(f"{query}&speed=2", step)
    (notice,) = notices(page)
    assert named in notice
    assert broken(page) is None
    assert place(page)[2] == step
    assert page.by_testid("speed-2").get_attribute("aria-pressed") == "true"
    page.wait(lambda: "break" not in address(page), "the address still names it")


def test_where_nobody_verifies_there_is_no_menu(page: Page) -> None:
    page.open("tab=checks", "question")
    assert page.is_shown("empty")
    assert page.all_by_testid("break-it") == []


def test_by_keyboard_alone(page: Page) -> None:
    page.open("tab=checks", "gone")
    page.script("arguments[0].focus()", page.by_testid("tab-checks"))
    press(page, Keys.TAB)
    press(page, Keys.TAB)
    focused = "return document.activeElement.dataset.testid"
    assert page.script(focused) == "break-it", "the menu is not the first control of the panel"
    press(page, Keys.ARROW_DOWN)
    page.wait(lambda: broken(page) is not None, "an arrow chooses nothing")
    first = broken(page)
    assert page.script(focused) == "break-it", "the focus is lost"
    press(page, Keys.ARROW_DOWN)
    page.wait(lambda: broken(page) not in (None, first), "the next row is not chosen")
    assert place(page)[2] == "gone", "the arrow moved the step"
    page.wait(lambda: said(page).startswith("Broken on purpose: "), "nothing is said")
    press(page, Keys.TAB)
    assert page.script(focused) == "undo-break"
    press(page, Keys.ENTER)
    page.wait(lambda: broken(page) is None, "it is not undone")
    assert page.script(focused) == "break-it", "the focus is lost"
    page.wait(lambda: said(page).startswith("Undone"), "nothing is said")
    wait_step(page, 13)


@SIZES
@THEMES
def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, size: tuple[int, int], theme: str) -> None:
    rows = (
        ("answer-1", "body-changed"),
        ("challenge", "claim-changed"),
        ("granted", "received-auth-token-forged"),
        ("asked", "question-left-out"),
        ("withdraw&choices=agent1.withdraw", "withdrawal-still-pending"),
    )
    for step, row in rows:
        resize(page, *size)
        page.open(f"theme={theme}&break={row}", step)
        assert broken(page) == row
        assert page.script("return document.documentElement.scrollWidth <= innerWidth"), f"{row} sticks out"
        assert violations(page) == [], row
