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
