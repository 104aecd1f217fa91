"""A phone in the hand: values have room, and the selected tab is seen."""

from __future__ import annotations

import pytest

from conftest import Page
from test_layout import resize


@pytest.mark.parametrize("width", [320, 375])
def test_what_a_check_found_has_room(page: Page, width: int) -> None:
    resize(page, width, 640)
    page.open("tab=checks", fragment="request")
    page.script("for (const fold of document.querySelectorAll('.page__inspector details')) fold.open = true")
    narrowest = page.script(
        "return Math.min(...[...document.querySelectorAll('[data-testid=check] dd')].map((e) => e.clientWidth))"
    )
    assert narrowest >= 0.6 * width


@pytest.mark.parametrize("tab", ["message", "tokens", "signature", "checks", "state", "person", "timeline"])
def test_the_selected_tab_is_on_the_screen(page: Page, tab: str) -> None:
    resize(page, 320, 640)
    page.open(f"tab={tab}")
    selected = page.by_testid(f"tab-{tab}")
    box = page.script("const r = arguments[0].getBoundingClientRect(); return [r.left, r.right]", selected)
    assert selected.get_attribute("aria-selected") == "true"
    assert 0 <= box[0] < box[1] <= 320


def test_a_hyphen_ends_no_line(page: Page) -> None:
    resize(page, 320, 640)
    page.open("tab=message", fragment="request")
    ends = page.script(
        """
        const ends = [];
        for (const value of document.querySelectorAll("[data-testid=header-row] dd > span")) {
          const texts = document.createTreeWalker(value, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const text = texts.currentNode;
            const box = (at) => {
              const range = new Range();
              range.setStart(text, at);
              range.setEnd(text, at + 1);
              return range.getBoundingClientRect();
            };
            for (const { index } of text.data.matchAll(/-(?=.)/g)) {
              const [hyphen, next] = [box(index), box(index + 1)];
              const room = value.parentElement.getBoundingClientRect().right - hyphen.right;
              if (next.top > hyphen.top + 4 && room > hyphen.width) ends.push(text.data);
            }
          }
        }
        return ends;
        """
    )
    assert ends == [], "a line ends at a hyphen though there is room"


def in_view(page: Page, selector: str) -> bool:
    box = "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.top, r.bottom, innerHeight]"
    top, bottom, height = page.script(box, selector)
    return 0 <= top and bottom <= height


def test_a_tap_on_a_row_leads_to_the_narration_and_back(page: Page) -> None:
    resize(page, 375, 812)
    page.open()
    row = page.all_by_testid("sequence-row")[6]
    page.script("arguments[0].scrollIntoView({ block: 'center' })", row)
    assert not in_view(page, "[data-testid=narration] h2")
    row.click()
    page.wait(lambda: in_view(page, "[data-testid=narration] h2"), "the narration is out of sight")
    assert "Step 7" in page.text("narration")
    assert page.script("return document.activeElement.closest('[data-testid=narration]') !== null")
    page.click("back-to-steps")
    page.wait(lambda: in_view(page, "[aria-current=step]"), "the row is out of sight")
    assert page.driver.switch_to.active_element == row


def test_beside_the_steps_a_row_keeps_the_focus(page: Page) -> None:
    resize(page, 1440, 900)
    page.open()
    row = page.all_by_testid("sequence-row")[6]
    row.click()
    page.wait(lambda: "Step 7" in page.text("narration"), "the step is not shown")
    assert page.driver.switch_to.active_element == row
    assert not page.is_shown("back-to-steps")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_player_has_two_lines_on_the_smallest_screen(page: Page, theme: str) -> None:
    resize(page, 320, 640)
    page.open(f"theme={theme}")
    lines = page.script(
        """
        const parts = [...document.querySelector(".player").children].map((e) => e.getBoundingClientRect());
        return new Set(parts.map((r) => Math.round((r.top + r.bottom) / 20))).size;
        """
    )
    assert lines == 2


def test_a_step_brings_the_narration_back_unless_the_inspector_is_read(page: Page) -> None:
    resize(page, 375, 812)
    page.open("", "question")
    top = "return document.getElementById('narration-title').getBoundingClientRect().top"
    page.script("document.querySelector('[data-slug=request]').scrollIntoView({ block: 'center' })")
    assert page.script(top) < 0
    page.click("next")
    page.wait(lambda: 0 <= page.script(top) < 400, "the narration is out of sight")
    page.script("document.querySelector('[data-testid=tab-message]').scrollIntoView()")
    # What is read stays where it is, though a decision above it goes.
    read = "return document.querySelector('[data-testid=tab-message]').getBoundingClientRect().top"
    before = page.script(read)
    page.click("next")
    page.wait(lambda: page.by_testid("position").get_attribute("data-slug") == "answer-1", "no step")
    page.script("return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.script(top) < 0 and abs(page.script(read) - before) < 400
