"""On paper: the whole lesson, nothing cut and nothing over anything else."""

from __future__ import annotations

import base64
import re

import pytest
from selenium.webdriver.common.by import By

from conftest import Page
from test_steps import STEPS


def print_media(page: Page, width: int) -> None:
    """Lays the page out as for paper of that width."""
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 1000, "deviceScaleFactor": 1, "mobile": False}
    )


# A4 upright and lying, without its margins.
@pytest.mark.parametrize("width", [717, 1047])
@pytest.mark.parametrize("tab", ["message", "tokens", "signature", "checks"])
def test_nothing_is_cut_or_stays_in_place(page: Page, width: int, tab: str) -> None:
    print_media(page, width)
    page.open(f"tab={tab}", fragment="request")
    wrong = page.script(
        """
        const shown = [...document.querySelectorAll("#app *")].filter((e) => e.checkVisibility());
        const style = (e) => getComputedStyle(e);
        const hidden = (e) => style(e).clipPath !== "none" || e.closest("svg");
        const seen = shown.filter((e) => !hidden(e));
        const cut = (e) => style(e).overflowY !== "visible" && e.scrollHeight > e.clientHeight + 1;
        const stays = (e) => ["sticky", "fixed"].includes(style(e).position);
        return seen.filter((e) => cut(e) || stays(e)).map((e) => e.outerHTML.slice(0, 120));
        """
    )
    assert wrong == []
    assert page.is_shown("narration")
    parts = page.script(
        """
        return ["narration", "sequence", "inspector"].map((testid) => {
          const box = document.querySelector(`[data-testid=${testid}]`).getBoundingClientRect();
          return [box.top, box.bottom];
        });
        """
    )
    for (_, bottom), (top, _) in zip(parts, parts[1:], strict=False):
        assert bottom <= top, parts


def test_what_only_a_screen_can_use_is_gone(page: Page) -> None:
    print_media(page, 717)
    page.open("tab=tokens")
    for testid in ("play", "tab-tokens"):
        assert not page.is_shown(testid), testid
    assert not page.script("return [...document.querySelectorAll('select, .copy')].some((e) => e.checkVisibility())")


def test_dark_is_printed_light(page: Page) -> None:
    print_media(page, 717)
    page.open("theme=dark")
    assert page.script("return getComputedStyle(document.documentElement).colorScheme") == "light"


def test_the_whole_lesson_is_printed(page: Page) -> None:
    page.open("tab=tokens", "question")
    page.script("document.querySelector('[data-testid=tab-message]').click()")
    print_media(page, 717)
    page.script("dispatchEvent(new Event('beforeprint'))")
    page.wait(lambda: page.is_shown("paper"), "there are no sheets")
    text = page.text("paper")
    for number in range(1, STEPS + 1):
        assert f"Step {number}, at " in text
    for said in (
        "Before the first step",
        "The agent learns for whom it acts",
        "Which reports will you read",
        "Access granted",
        "410 Gone",
    ):
        assert said in text, said
    # A token in three parts, to its last character.
    tokens = set(re.findall(r"eyJ[\w-]+\.eyJ[\w-]+\.[\w-]{86}(?![\w-])", text.replace("\n", "")))
    assert len(tokens) >= 4, "the tokens are not printed in full"
    assert page.driver.find_elements(By.CSS_SELECTOR, "[data-testid=paper] [data-testid=check]"), "no checks"
    assert not page.is_shown("sequence")
    assert not page.is_shown("narration")
    link = "return getComputedStyle(document.querySelector('[data-testid=paper] .section-link'), '::after').content"
    assert "href" in page.script(link) or "https://" in page.script(link), "a link is printed without its address"
    cut = page.script(
        """
        const all = [...document.querySelectorAll("[data-testid=paper] *")].filter((e) => !e.closest("svg"));
        const style = (e) => getComputedStyle(e);
        return all.filter((e) => style(e).overflowY !== "visible" && e.scrollHeight > e.clientHeight + 1
          || style(e).overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1).map((e) => e.outerHTML.slice(0, 120));
        """
    )
    assert cut == []
    page.script("dispatchEvent(new Event('afterprint'))")
    page.wait(lambda: not page.is_shown("paper"), "the sheets stay")
    assert page.is_shown("narration")


def test_the_browser_prints_every_step(page: Page) -> None:
    page.open()
    pdf = base64.b64decode(page.driver.execute_cdp_cmd("Page.printToPDF", {})["data"])
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) > STEPS
    assert page.script("return document.querySelector('[data-testid=paper]').childElementCount") == 0


def test_the_print_button_prints(page: Page) -> None:
    page.open()
    page.script("window.print = () => { window.printed = [...document.querySelectorAll('dialog[open]')].length; }")
    page.click("share")
    page.wait(lambda: page.is_shown("print"), "there is no button")
    page.click("print")
    page.wait(lambda: page.script("return window.printed") == 0, "it prints nothing, or the dialog with it")


@pytest.mark.parametrize("detail", ["wire", "story"])
def test_all_of_it_is_printed_whatever_is_shown(page: Page, detail: str) -> None:
    page.open(f"detail={detail}", "gone")
    print_media(page, 717)
    page.script("dispatchEvent(new Event('beforeprint'))")
    page.wait(lambda: page.is_shown("paper"), "there are no sheets")
    found = page.script(
        """
        const paper = document.querySelector("[data-testid=paper]");
        const all = (selector) => [...paper.querySelectorAll(selector)];
        const hidden = (selector) => all(selector).filter((e) => !e.checkVisibility()).length;
        const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
        return {
          "rows": all("[data-testid=header-row]").length,
          "signatures": all("[data-testid=header-row][data-name=Signature]").length,
          "bases": all("[data-testid=signature-base] > li").length,
          "shut": all("details:not([open])").filter((e) => !e.closest("[data-testid=check]")).length,
          "hidden": hidden("[data-testid=header-row], [data-testid=signature-base], [data-testid=message]")
            + hidden("[data-testid=check] .verdict, [data-testid=token]"),
          "notes": all(".fields__story-note").filter((e) => e.checkVisibility()).length,
          "tabindex": all("[tabindex]").length,
          "repeated": ids.filter((id, at) => ids.indexOf(id) !== at),
        };
        """
    )
    assert found["rows"] > 50
    assert found["signatures"] > 5
    assert found["bases"] > 20
    assert (found["shut"], found["hidden"], found["notes"], found["tabindex"], found["repeated"]) == (0, 0, 0, 0, [])
