"""On paper: the current step whole, and nothing over anything else."""

from __future__ import annotations

import pytest

from conftest import Page


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
