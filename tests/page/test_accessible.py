"""axe-core finds nothing, wherever the reader goes, in both themes, wide and narrow."""

from __future__ import annotations

from importlib.metadata import files

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from conftest import Page
from test_layout import resize

PACKAGE = "axe-playwright-python"
SIZES = pytest.mark.parametrize("size", [(1440, 900), (375, 812)], ids=["wide", "narrow"])
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def axe_source() -> str:
    found = [path for path in files(PACKAGE) or [] if path.name == "axe.min.js"]
    assert found, f"{PACKAGE} holds no axe.min.js"
    return found[0].read_text("utf-8")


def violations(page: Page) -> list[str]:
    """What axe finds in the page as it is now, a line each."""
    # What scrolls under the player is covered for a while, not too small: the window gets as high as the page.
    width, height = page.script("return [innerWidth, document.documentElement.scrollHeight]")
    resize(page, width, height)
    return violations_as_it_is(page)


def violations_as_it_is(page: Page) -> list[str]:
    """What axe finds, without another size of the window: in a frame, say."""
    if not page.script("return 'axe' in window"):
        page.script(axe_source())
    page.driver.set_script_timeout(60)
    result = page.driver.execute_async_script(
        """
        const done = arguments[0];
        const options = { resultTypes: ["violations"], runOnly: { type: "tag",
          values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] } };
        axe.run(document, options).then(
          ({ violations }) => done(violations.flatMap(({ id, nodes }) =>
            nodes.map((node) => `${id}: ${node.target} ${node.failureSummary}`))),
          (error) => done([String(error)]));
        """
    )
    return [" ".join(line.split()) for line in result]


def open_tab(page: Page, tab: str) -> None:
    page.script("arguments[0].click()", page.by_testid(tab))
    page.wait(lambda: page.by_testid(tab).get_attribute("aria-selected") == "true", f"{tab} does not open")


@SIZES
@THEMES
def test_every_tab(page: Page, size: tuple[int, int], theme: str) -> None:
    for step in ("challenge", "asked", "open-page"):
        resize(page, *size)
        page.open(f"theme={theme}", step)
        tabs = page.driver.find_elements(By.CSS_SELECTOR, "[role=tab]")
        for tab in [tab.get_attribute("data-testid") or "" for tab in tabs]:
            open_tab(page, tab)
            assert violations(page) == [], f"{step}, {tab}"


@SIZES
@THEMES
def test_the_ending_and_what_unfolds(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}&speed=9&seed=0123456789abcdef", "gone")
    page.wait(lambda: page.all_by_testid("ending"), "there is no ending")
    page.script("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    if page.is_shown("more"):
        page.click("more")
    assert violations(page) == []


@SIZES
@THEMES
def test_every_dialog(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}", "asked")
    for opener, dialog in (("help-page", "help-dialog"), ("share", "share-dialog")):
        page.click(opener)
        page.wait(lambda dialog=dialog: page.is_shown(dialog), f"{dialog} does not open")
        assert violations(page) == [], dialog
        ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
        page.wait(lambda dialog=dialog: not page.is_shown(dialog), f"{dialog} does not close")


@SIZES
@THEMES
def test_the_explanations(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}&tab=tokens", "request")
    # The window gets as high as the page before anything is explained, and stays so.
    assert violations(page) == []
    page.script("arguments[0].click()", page.all_by_testid("help")[0])
    page.wait(lambda: page.is_shown("help-text"), "nothing is explained")
    assert violations(page) == [], "the bubble"
    page.script("arguments[0].click()", page.by_testid("explain"))
    page.wait(lambda: len(page.all_by_testid("help-text")) > 10, "nothing is explained in line")
    assert violations(page) == [], "in line"


def test_axe_finds_what_is_wrong(page: Page) -> None:
    page.open()
    page.script("document.querySelector('[data-testid=theme]').removeAttribute('aria-label')")
    page.script("document.querySelector('[data-testid=theme]').removeAttribute('title')")
    assert any(line.startswith("select-name") for line in violations(page))
