"""Handing on what is shown: by link, by file, and by hand where the browser refuses."""

from __future__ import annotations

import base64
import json

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from conftest import Page
from test_layout import resize
from test_steps import STEPS, place


def open_share(page: Page) -> str:
    """Opens the dialog, and gives the link in it."""
    page.click("share")
    page.wait(lambda: page.all_by_testid("share-link") and page.is_shown("share-link"), "there is no link")
    return page.by_testid("share-link").get_property("value")


def refuse_the_clipboard(page: Page) -> None:
    """As a browser does in a frame that may not write there."""
    page.script("navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))")


def grant_the_clipboard(page: Page) -> None:
    grant = {"origin": page.site.url, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    page.driver.execute_cdp_cmd("Browser.grantPermissions", grant)


@pytest.mark.parametrize("size", [(1440, 900), (375, 812)], ids=["wide", "narrow"])
def test_the_link_leads_to_the_same_place(page: Page, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open("tab=tokens&deadline=120", "step-2")
    link = open_share(page)
    assert link == f"{page.site.url}?tab=tokens#request"
    assert page.script("return arguments[0].scrollWidth <= arguments[0].clientWidth", page.by_testid("share-dialog"))
    page.driver.get("about:blank")
    page.driver.get(link)
    page.wait_usable()
    assert place(page) == (2, STEPS, "request")
    assert page.by_testid("tab-tokens").get_attribute("aria-selected") == "true"


def test_the_link_holds_the_choices_and_the_seed(page: Page) -> None:
    page.open("seed=other", "withdraw&choices=agent1.withdraw")
    assert open_share(page) == f"{page.site.url}?seed=other#withdraw&choices=agent1.withdraw"


def test_the_link_is_copied(page: Page) -> None:
    page.open(fragment="asked")
    grant_the_clipboard(page)
    link = open_share(page)
    page.click("share-copy")
    page.wait(lambda: page.text("share-outcome") == "Copied.", "it does not say so")
    assert page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == link


@pytest.mark.parametrize("how", ["refused", "missing"])
def test_a_refused_clipboard_leaves_the_link_selected(page: Page, how: str) -> None:
    page.open(fragment="asked")
    if how == "refused":
        refuse_the_clipboard(page)
    else:
        page.script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    link = open_share(page)
    page.click("share-copy")
    page.wait(lambda: "by hand" in page.text("share-outcome"), "it does not say so")
    selected = page.script(
        """
        const field = document.activeElement;
        return field.value.slice(field.selectionStart, field.selectionEnd);
        """
    )
    assert selected == link


def test_the_inspector_says_when_the_clipboard_refuses(page: Page) -> None:
    page.open()
    refuse_the_clipboard(page)
    page.all_by_testid("copy")[0].click()
    page.wait(lambda: "refused" in page.text("inspector"), "nothing is said")
    inspector = page.by_testid("inspector")
    assert page.script("return arguments[0].querySelectorAll('[role=status], [aria-live]').length", inspector) == 0
    said = "return document.querySelector('[role=status][aria-live=polite]').textContent"
    assert "refused" in page.script(said), "it is not read out"


def test_it_works_by_keyboard_alone(page: Page) -> None:
    page.open(fragment="asked")
    refuse_the_clipboard(page)
    page.script("arguments[0].focus()", page.by_testid("share"))
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.wait(lambda: page.is_shown("share-dialog"), "it does not open")
    for _ in range(4):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        if page.driver.switch_to.active_element.get_attribute("data-testid") == "share-copy":
            break
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.wait(lambda: "by hand" in page.text("share-outcome"), "it does not copy")
    ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
    page.wait(lambda: not page.is_shown("share-dialog"), "it does not close")
    assert page.driver.switch_to.active_element == page.by_testid("share")


def test_what_no_link_can_hold_is_saved_as_a_file(page: Page, tmp_path) -> None:
    answer = "An answer of many words. " * 300
    encoded = base64.urlsafe_b64encode(answer.encode()).decode().rstrip("=")
    choices = f"agent1.answer~{encoded}"
    assert len(choices) > 8000
    page.open("seed=other", f"choices={choices}")
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    page.click("share")
    page.wait(lambda: page.all_by_testid("share-recipe"), "no file is offered")
    assert not page.all_by_testid("share-link")
    page.click("share-recipe")
    file = tmp_path / "aauth-recipe.json"
    page.wait(file.exists, "nothing is saved")
    page.wait(lambda: file.read_bytes().endswith(b"}"), "it is not saved whole")
    recipe = json.loads(file.read_bytes())
    settings = {"rounds": 5, "agent-rounds": 5, "deadline": 120, "capability": "on", "handler": "on"}
    assert recipe == {"lesson": "clarification", "settings": settings, "seed": "other", "choices": choices}


def test_a_drag_out_of_the_link_leaves_the_dialog_open(page: Page) -> None:
    page.open()
    open_share(page)
    link = page.by_testid("share-link")
    out = page.script("return -arguments[0].getBoundingClientRect().left + 5", link)
    drag = ActionChains(page.driver).move_to_element(link).click_and_hold()
    drag.move_by_offset(int(out - link.size["width"] / 2), 0).release().perform()
    assert page.is_shown("share-dialog"), "it closes"
    ActionChains(page.driver).click().perform()
    page.wait(lambda: not page.is_shown("share-dialog"), "a click beside it does not close it")
