"""The page starts, and when it cannot it says why and leaves the words."""

from __future__ import annotations

import re

import pytest

from conftest import DIST, Page, Site

FIRST_STEP = "The agent asks the resource for data"
MISSING = r"Failed to load resource: the server responded with a status of 404"


def bindings_name() -> str:
    """The file that wasm-bindgen wrote, as the page names it."""
    (name,) = re.findall(r'href="\./([^"]+)" data-boot="bindings"', (DIST / "index.html").read_text())
    return name


COULD_NOT_START, HAS_STOPPED = "The simulator could not start", "The simulator has stopped"


def assert_failed(page: Page, *reasons: str) -> None:
    page.wait_failed()
    assert page.is_shown("failure")
    assert not page.is_shown("starting"), "it still says that it starts"
    assert page.by_testid("failure").get_attribute("role") == "alert"
    for reason in reasons:
        assert reason in page.text("failure-reason")
    assert FIRST_STEP in page.text("outline"), "the flow in words is gone"


def test_starts_with_a_clean_console(page: Page) -> None:
    page.open()
    assert not page.is_shown("failure")
    assert not page.is_shown("outline")
    assert page.driver.title.endswith("AAuth Simulator")


def test_first_view_takes_at_most_six_requests(page: Page, site: Site) -> None:
    page.open()
    assert len(site.requests) <= 6, site.requests
    assert len(set(site.requests)) == len(site.requests), site.requests


def test_has_nothing_inline(page: Page) -> None:
    page.open()
    assert page.script("return [...document.scripts].filter((s) => !s.src).length") == 0
    assert page.script("return document.querySelectorAll('style, [style]').length") == 0


def test_the_words_are_there_before_the_start(page: Page, site: Site) -> None:
    site.replace(".js", b"/* never starts */")
    page.open(wait=False)
    assert FIRST_STEP in page.text("outline")
    assert page.script("return document.querySelectorAll('[data-testid=outline] li').length") == 8


def test_says_that_it_starts_and_counts_the_steps(page: Page, site: Site) -> None:
    site.replace(bindings_name(), b"export default () => new Promise(() => {})")
    page.open(wait=False)
    page.wait(lambda: page.is_shown("starting"), "it does not say that it starts")
    marker = "return getComputedStyle(document.querySelector('[data-testid=outline] li')).listStyleType"
    assert page.script(marker) == "decimal"


def test_starts_without_a_layout_shift(page: Page) -> None:
    page.open()
    shift = page.script(
        """
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: "layout-shift", buffered: true });
        return observer.takeRecords().reduce((sum, entry) => sum + entry.value, 0);
        """
    )
    assert shift == 0


def test_missing_wasm(page: Page, site: Site) -> None:
    site.withhold(".wasm")
    page.expect_console(MISSING)
    page.open(wait=False)
    assert_failed(page, "could not start", "_bg.wasm could not be fetched", "404")
    assert page.text("failure-title") == COULD_NOT_START


def test_wrong_mime_type(page: Page, site: Site) -> None:
    site.send_as(".wasm", "text/html")
    page.open(wait=False)
    assert_failed(page, "could not start", "text/html", "not as application/wasm")


def test_broken_wasm(page: Page, site: Site) -> None:
    site.replace(".wasm", b"\0asm\1\0\0\0broken")
    page.open(wait=False)
    assert_failed(page, "could not start", "WebAssembly")


def test_missing_bindings(page: Page, site: Site) -> None:
    site.withhold(bindings_name())
    page.expect_console(MISSING)
    page.open(wait=False)
    assert_failed(page, "could not start", bindings_name())


def test_a_real_panic(page: Page) -> None:
    """A page with a standard library of its own traps; any other says why it panicked."""
    page.open()
    page.expect_console("panicked|unreachable|Uncaught|no such element today")
    page.script("document.createElement = () => { throw new Error('no such element today') }")
    page.click("next")
    assert_failed(page)
    assert page.text("failure-title") == HAS_STOPPED
    reason = page.text("failure-reason")
    assert re.search("broke off: unreachable|(?s:panicked at.*no such element today)", reason), reason
    page.script(
        "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }))"
    )
    assert page.text("failure-reason") == reason


def test_a_told_failure(page: Page) -> None:
    page.open()
    page.script(
        "window.dispatchEvent(new CustomEvent('aauth-sim:failed', { detail: 'panicked at step 3:\\nbroken' }))"
    )
    assert_failed(page, "panicked at step 3:\nbroken")
    assert page.text("failure-title") == HAS_STOPPED
    assert not page.script("return document.getElementById('app').checkVisibility()")


@pytest.mark.parametrize("error", ["new WebAssembly.RuntimeError('unreachable')", "new RangeError('too deep')"])
@pytest.mark.parametrize("raise_it", ["throw {}", "Promise.reject({})"])
def test_trap_after_the_start(page: Page, site: Site, error: str, raise_it: str) -> None:
    bindings = f"export default async () => {{ setTimeout(() => {{ {raise_it.format(error)} }}, 100) }}"
    site.replace(bindings_name(), bindings.encode())
    page.expect_console("Uncaught")
    page.open(wait=False)
    assert_failed(page, "broke off", "unreachable" if "unreachable" in error else "too deep")
    assert page.text("failure-title") == HAS_STOPPED


def test_the_first_reason_stays(page: Page) -> None:
    page.open()
    for detail in ("first", "second"):
        page.script("window.dispatchEvent(new CustomEvent('aauth-sim:failed', { detail: arguments[0] }))", detail)
    assert_failed(page, "first")
    assert "second" not in page.text("failure-reason")


def test_the_reason_is_text(page: Page) -> None:
    page.open()
    page.script("window.dispatchEvent(new CustomEvent('aauth-sim:failed', { detail: '<b>bold</b>' }))")
    assert_failed(page, "<b>bold</b>")


def test_reload_starts_again(page: Page, site: Site) -> None:
    site.withhold(".wasm")
    page.expect_console(MISSING)
    page.open(wait=False)
    page.wait_failed()
    site.withheld.clear()
    page.click("failure-reload")
    page.wait(lambda: page.state == "ready", "the page did not start after a reload")
    assert not page.is_shown("failure")


SANDBOX = b"""<!DOCTYPE html><title>Host</title><link rel="icon" href="data:,">
<iframe sandbox="allow-scripts" src="./index.html" width="900" height="700"></iframe>"""


def test_starts_in_a_sandboxed_frame(page: Page, site: Site) -> None:
    site.add("/host.html", SANDBOX)
    page.driver.get(site.url + "host.html")
    page.driver.switch_to.frame(0)
    page.wait_usable()


def test_a_sandboxed_frame_says_what_it_needs(page: Page, site: Site) -> None:
    site.shared = False
    site.add("/host.html", SANDBOX)
    page.expect_console("blocked by CORS policy|net::ERR_FAILED|preload")
    page.driver.get(site.url + "host.html")
    page.driver.switch_to.frame(0)
    assert_failed(page, "could not start", "Access-Control-Allow-Origin")


@pytest.mark.parametrize("width", [320, 375])
def test_the_panel_keeps_a_margin_on_a_phone(page: Page, site: Site, width: int) -> None:
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": width, "height": 640, "deviceScaleFactor": 1, "mobile": True}
    )
    site.withhold(".wasm")
    page.expect_console(MISSING)
    page.open(wait=False)
    page.wait_failed()
    panel, reload = page.by_testid("failure").rect, page.by_testid("failure-reload").rect
    assert panel["x"] >= 8
    assert panel["x"] + panel["width"] <= width - 8
    assert min(reload["width"], reload["height"]) >= 24
    background = "return getComputedStyle(arguments[0]).backgroundColor"
    shown = [page.script(background, page.by_testid(testid)) for testid in ("failure-reload", "failure")]
    assert shown[0] != shown[1], "it does not look like a button"
