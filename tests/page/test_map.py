"""The map of outcomes: every way to each ending, each a link; and two endings side by side."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import Select

from conftest import Page
from test_accessible import SIZES, THEMES, violations
from test_layout import resize

ENDINGS = {
    "granted",
    "granted-narrower",
    "denied",
    "abandoned",
    "withdrawn",
    "expired-unanswered",
    "expired-no-visit",
    "rounds-used",
    "no-handler",
    "no-capability",
    "agent-limit",
    "gave-up",
    "code-locked",
}


def open_map(page: Page) -> list[WebElement]:
    """Opens the dialog at the end of the run, waits until the map is there, and gives its leaves."""
    page.wait(lambda: page.all_by_testid("map"), "the run has no ending")
    page.script("arguments[0].scrollIntoView({ block: 'center' })", page.by_testid("map"))
    page.click("map")
    page.wait(lambda: page.all_by_testid("map-leaf"), "the map does not come")
    return page.all_by_testid("map-leaf")


def ending_of(leaf: WebElement) -> str:
    return leaf.get_attribute("data-ending") or ""


def wait_ending(page: Page, ending: str) -> None:
    page.wait(lambda: page.all_by_testid("ending"), "the run does not end")
    page.wait(lambda: page.by_testid("ending").get_attribute("data-ending") == ending, f"it does not end {ending}")


@pytest.mark.parametrize("size", [(1440, 900), (375, 812)], ids=["wide", "narrow"])
def test_the_map_has_every_ending_and_marks_this_one(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open(fragment="gone")
    leaves = open_map(page)
    assert {ending_of(leaf) for leaf in leaves} == ENDINGS
    assert len(leaves) <= 40
    marked = [leaf for leaf in leaves if leaf.get_attribute("aria-current")]
    assert [leaf.text for leaf in marked] == ["✓ Ask the agent → Answer the question → Open the page → Approve"]
    assert ending_of(marked[0]) == "granted"
    assert "5 questions at most" in page.text("map-again")
    dialog = page.by_testid("map-dialog")
    assert page.script("return arguments[0].scrollWidth <= arguments[0].clientWidth", dialog)


def test_the_map_says_how_far_it_is(page: Page) -> None:
    page.open(fragment="gone")
    page.script(
        """
        window.said = [];
        new MutationObserver(() => {
            const progress = document.querySelector('[data-testid="map-progress"]');
            if (progress) window.said.push(progress.textContent);
        }).observe(document.body, { childList: true, subtree: true, characterData: true });
        """
    )
    open_map(page)
    said = page.script("return window.said")
    assert len(set(said)) > 1, said
    assert all(words.endswith(" decisions looked at") for words in said)


def test_each_leaf_leads_to_its_ending(page: Page) -> None:
    page.open(fragment="gone")
    leaves = [(ending_of(leaf), leaf.get_attribute("href")) for leaf in open_map(page)]
    assert len({href for _, href in leaves}) == len(leaves)
    seen = set()
    for ending, href in leaves:
        if ending in seen:
            continue
        seen.add(ending)
        page.driver.get("about:blank")
        page.driver.get(href)
        page.wait_usable()
        page.click("last")
        wait_ending(page, ending)
        assert not page.all_by_testid("notice")
    assert seen == ENDINGS


@pytest.mark.parametrize("ending", ["withdrawn", "no-capability"])
def test_a_leaf_opens_its_run_and_the_address_leads_back(page: Page, ending: str) -> None:
    page.open(fragment="gone")
    leaf = next(leaf for leaf in open_map(page) if ending_of(leaf) == ending)
    leaf.click()
    assert not page.is_shown("map-dialog")
    wait_ending(page, ending)
    focused = "return document.activeElement.closest('[data-testid=narration]') !== null"
    page.wait(lambda: page.script(focused), "the focus does not go to what is read next")
    held = page.text("ending")
    page.wait(lambda: "choices=" in page.driver.current_url or "capability=off" in page.driver.current_url, "no link")
    url = page.driver.current_url
    page.driver.get("about:blank")
    page.driver.get(url)
    page.wait_usable()
    wait_ending(page, ending)
    assert page.text("ending") == held
    marked = [leaf for leaf in open_map(page) if leaf.get_attribute("aria-current")]
    assert [ending_of(leaf) for leaf in marked] == [ending]


def test_by_keyboard(page: Page) -> None:
    page.open(fragment="gone")
    page.wait(lambda: page.all_by_testid("map"), "the run has no ending")
    page.script("arguments[0].focus()", page.by_testid("map"))
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.wait(lambda: page.all_by_testid("map-leaf"), "the map does not come")
    for _ in range(4):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        focus = page.driver.switch_to.active_element
        if focus.get_attribute("data-testid") == "map-leaf":
            break
    assert focus.get_attribute("data-testid") == "map-leaf", "a leaf takes the focus"
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    page.wait(lambda: not page.is_shown("map-dialog"), "it does not close")
    assert page.driver.switch_to.active_element.get_attribute("data-testid") == "map"


@pytest.mark.parametrize("size", [(1440, 900), (375, 812)], ids=["wide", "narrow"])
def test_two_endings_stand_side_by_side(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open(fragment="gone")
    open_map(page)
    Select(page.by_testid("compare")).select_by_value("withdrawn")
    page.wait(lambda: len(page.all_by_testid("compare-side")) == 2, "nothing is compared")
    granted, withdrawn = page.all_by_testid("compare-side")
    assert granted.text.startswith("Access granted") and withdrawn.text.startswith("Request withdrawn")
    assert "The agent takes its request back" in withdrawn.text and "204" in withdrawn.text
    assert "The resource answers" in granted.text and "The resource answers" not in withdrawn.text
    assert "auth token: reports.read figures.read" in granted.text
    assert "auth token" not in withdrawn.text.split("In the end")[1]
    assert (granted.rect["y"] == withdrawn.rect["y"]) == (size[0] > 900), "beside each other where there is room"
    dialog = page.by_testid("map-dialog")
    assert page.script("return arguments[0].scrollWidth <= arguments[0].clientWidth", dialog)


@SIZES
@THEMES
def test_axe_finds_nothing(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}", "gone")
    open_map(page)
    Select(page.by_testid("compare")).select_by_value("denied")
    page.wait(lambda: len(page.all_by_testid("compare-side")) == 2, "nothing is compared")
    assert violations(page) == []
