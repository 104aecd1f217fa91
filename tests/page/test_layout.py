"""Wide and narrow: nothing is cut off, and the player stays in reach."""

from __future__ import annotations

import pytest
from selenium.webdriver.common.by import By

from conftest import Page
from test_steps import STEPS, wait_step


def resize(page: Page, width: int, height: int) -> None:
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
    )


def tops(page: Page, *selectors: str) -> list[float]:
    return page.script(
        "return arguments[0].map((s) => document.querySelector(s).getBoundingClientRect().top)", list(selectors)
    )


@pytest.mark.parametrize(("width", "theme"), [(320, "light"), (375, "dark")])
def test_narrow_never_scrolls_sideways(page: Page, width: int, theme: str) -> None:
    resize(page, width, 812)
    page.open(f"theme={theme}")
    for step in range(1, STEPS + 1):
        wait_step(page, step)
        for tab in ("message", "tokens", "signature", "checks"):
            page.script("arguments[0].click()", page.by_testid(f"tab-{tab}"))
            page.wait(lambda tab=tab: page.by_testid(f"tab-{tab}").get_attribute("tabindex") == "0", f"no {tab}")
            widest = page.script("return document.documentElement.scrollWidth")
            assert widest <= width, f"step {step} with {tab} is {widest} px wide"
        page.click("next")


def test_narrow_reads_narration_steps_inspector(page: Page) -> None:
    resize(page, 375, 812)
    page.open(fragment="request")
    story, steps, inspector = tops(
        page, "[data-testid=narration]", "[data-testid=sequence]", "[data-testid=inspector]"
    )
    assert story < steps < inspector
    assert "The agent" in page.by_testid("sequence").text, "the list has no words"
    player = page.script("return document.querySelector('.player').getBoundingClientRect().bottom")
    assert player <= 812, "the player is out of reach"
    page.click("next")
    wait_step(page, 3)


def test_wide_shows_lanes_beside_the_narration(page: Page) -> None:
    resize(page, 1440, 900)
    page.open()
    sequence, narration = page.by_testid("sequence"), page.by_testid("narration")
    assert sequence.rect["x"] + sequence.rect["width"] <= narration.rect["x"]
    for lane in ("Agent", "briefing", "Resource", "api.example", "Person server", "ps.example", "Person"):
        assert lane in sequence.text
    assert page.script("return document.documentElement.scrollHeight") <= 900, "the page scrolls as a whole"


def test_a_low_window_leaves_the_inspector_its_room(page: Page) -> None:
    resize(page, 1280, 450)
    page.open()
    assert page.by_testid("inspector").size["height"] > 300
    player = page.script("return document.querySelector('.player').getBoundingClientRect().bottom")
    assert player <= 450, "the player is out of reach"


@pytest.mark.parametrize("width", [320, 375, 800])
def test_what_has_the_focus_does_not_lie_under_the_player(page: Page, width: int) -> None:
    resize(page, width, 640)
    page.open()
    covered = page.script(
        """
        const padding = getComputedStyle(document.documentElement);
        const height = (selector) => document.querySelector(selector).getBoundingClientRect().height;
        return [height(".tabs") - parseFloat(padding.scrollPaddingTop),
          height(".player") - parseFloat(padding.scrollPaddingBottom)];
        """
    )
    assert max(covered) <= 0, covered


def test_the_current_row_is_kept_in_sight(page: Page) -> None:
    resize(page, 1440, 700)
    page.open()
    page.click("last")
    wait_step(page, STEPS)
    seen = """
        const row = document.querySelector("[aria-current=step]").getBoundingClientRect();
        const pane = document.querySelector("[data-testid=sequence]").getBoundingClientRect();
        return row.top >= pane.top && row.bottom <= pane.bottom + 1;
    """
    page.wait(lambda: page.script(seen), "the last row is out of sight")


def test_every_control_is_large_enough_to_hit(page: Page) -> None:
    resize(page, 375, 812)
    page.open("speed=9")
    small = page.script(
        """
        const controls = [...document.querySelectorAll("button, select, summary, input")];
        const shown = controls.filter((e) => e.checkVisibility());
        const box = (e) => e.getBoundingClientRect();
        return shown.filter((e) => box(e).width < 24 || box(e).height < 24).map((e) => e.outerHTML.slice(0, 120));
        """
    )
    assert small == []


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (1024, 768), (720, 450), (320, 640)])
@pytest.mark.parametrize("step", ["challenge", "open-page", "gone"])
def test_nothing_that_is_told_is_cut(page: Page, size: tuple[int, int], step: str) -> None:
    resize(page, *size)
    page.open(fragment=step)
    cut = page.script(
        """
        const within = (e, outer) => {
          const [inner, box] = [e.getBoundingClientRect(), outer.getBoundingClientRect()];
          return inner.left >= box.left - 1 && inner.right <= box.right + 1 && inner.bottom <= box.bottom + 1;
        };
        const story = document.querySelector(".story");
        const parts = [...story.querySelectorAll(".narration > *, .story__ends > *, .story__ends button")];
        return parts.filter((e) => !within(e, story)).map((e) => e.outerHTML.slice(0, 120));
        """
    )
    assert cut == []
    assert page.script("return document.documentElement.scrollWidth") <= size[0]


def test_where_all_scrolls_as_one_a_step_begins_at_the_top(page: Page) -> None:
    resize(page, 1280, 720)
    page.open("tab=checks", "challenge")
    scroll = "const main = document.querySelector('main.page__main'); main.scrollTop = 5000; return main.scrollTop"
    assert page.script(scroll) > 500
    page.click("tab-tokens")
    top = "return document.querySelector('main.page__main').scrollTop"
    story = page.script("return document.querySelector('.story').offsetHeight")
    page.wait(lambda: abs(page.script(top) - story) < 3, "the tab does not begin at its top")
    page.click("next")
    page.wait(lambda: page.script(top) == 0, "the step does not begin at the top")
    assert page.is_shown("sequence")


def test_at_twice_the_size_everything_is_in_reach(page: Page) -> None:
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 720, "height": 450, "deviceScaleFactor": 2, "mobile": False}
    )
    page.open()
    assert page.script("return document.documentElement.scrollWidth") <= 720
    for testid in ("share", "theme", "help-page", "lesson", "more", "play", "next"):
        # The select of the theme lies over its picture, and is not painted.
        shown = page.by_testid(testid)
        if testid == "theme":
            shown = shown.find_element(By.XPATH, "..")
        assert shown.is_displayed(), testid
    page.click("more")
    page.click("detail-story")
    page.click("next")
    wait_step(page, 2)


@pytest.mark.parametrize("size", [(1440, 900), (1200, 640), (768, 700), (375, 812)])
@pytest.mark.parametrize("query", ["hide=narration", "hide=narration,sequence", "hide=narration,inspector", "hide=chat"])
def test_what_is_left_out_gives_its_room_to_the_rest(page: Page, size: tuple[int, int], query: str) -> None:
    resize(page, *size)
    for embedded in ("", "&embed=1"):
        page.open(query + embedded, "answer-1")
        assert page.script("return document.documentElement.scrollWidth <= innerWidth"), embedded
        left = page.by_testid("chat" if "narration" in query else "narration")
        around = page.script("return arguments[0].parentElement.clientWidth", left)
        assert page.script("return arguments[0].clientWidth", left) >= 0.75 * around, (embedded, around)
        assert page.script("return arguments[0].clientHeight", left) > 60, embedded
        assert page.script("return arguments[0].scrollHeight <= arguments[0].clientHeight", left), (embedded, "it spills")


@pytest.mark.parametrize("width", [320, 360, 375])
def test_what_more_opens_fits(page: Page, width: int) -> None:
    resize(page, width, 700)
    page.open()
    page.click("more")
    assert page.script("return document.documentElement.scrollWidth <= innerWidth")
    right = max(page.script("return arguments[0].getBoundingClientRect().right", page.by_testid(name))
                for name in ("settings", "detail", "fresh-keys"))
    assert right <= width
