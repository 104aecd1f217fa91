"""Measures the page in a headless Chromium over cold loads, and prints a Markdown table.

measure.py DIST LOADS

Each load has a browser and a profile of its own. The slow loads are those of a phone as Lighthouse
takes it: a processor four times slower, on slow 4G. CHROME and CHROMEDRIVER name the programs.
"""

from __future__ import annotations

import datetime
import os
import signal
import statistics
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

from wire import Site, serve

WAIT_S = 60
CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--window-size=1280,900",
)
PROBE = (Path(__file__).parent / "probe.js").read_text(encoding="utf-8")

CPU_SLOWER = 4
SLOW_4G = {"offline": False, "latency": 150, "downloadThroughput": 1638.4 * 1024 / 8, "uploadThroughput": 675 * 1024 / 8}


@dataclass(frozen=True)
class Load:
    """What one cold load showed. Times in ms."""

    bytes: float
    requests: float
    paint: float
    usable: float
    shift: float
    median: float
    p95: float
    long_tasks: float
    elements: float
    heap: float
    wasm: float


@dataclass(frozen=True)
class Row:
    """A row of the table: a figure of a load, and how it is written."""

    figure: str
    title: str
    form: Callable[[float], str]


def whole(unit: str) -> Callable[[float], str]:
    return lambda value: f"{value:.0f}{unit}"


ROWS = (
    Row("bytes", "Over the wire, first view", lambda value: f"{value / 1000:.1f} KB"),
    Row("requests", "Requests, first view", whole("")),
    Row("paint", "First paint", whole(" ms")),
    Row("usable", "Usable", whole(" ms")),
    Row("shift", "Layout shift", lambda value: f"{value:.2f}"),
    Row("median", "A step, median", lambda value: f"{value:.1f} ms"),
    Row("p95", "A step, 95th percentile", lambda value: f"{value:.1f} ms"),
    Row("long_tasks", "Tasks over 50 ms, once usable", whole("")),
    Row("elements", "Elements", whole("")),
    Row("heap", "JavaScript heap", lambda value: f"{value / 1e6:.1f} MB"),
    Row("wasm", "WebAssembly memory", lambda value: f"{value / 1e6:.1f} MB"),
)


def browser(profile: str) -> webdriver.Chrome:
    options = Options()
    options.binary_location = os.environ["CHROME"]
    for flag in (*CHROMIUM_FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=Service(executable_path=os.environ["CHROMEDRIVER"]))
    driver.set_script_timeout(WAIT_S)
    return driver


def prepare(driver: webdriver.Chrome, slow: bool) -> None:
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": PROBE})
    driver.execute_cdp_cmd("Performance.enable", {})
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
    if slow:
        driver.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW_4G)
        driver.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWER})


def load(site: Site, slow: bool) -> Load:
    """Loads the page in a new browser, and steps through it."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = browser(profile)
        try:
            prepare(driver, slow)
            site.sent.clear()
            driver.get(site.url)
            return read(driver, site)
        finally:
            driver.quit()


def read(driver: webdriver.Chrome, site: Site) -> Load:
    WebDriverWait(driver, WAIT_S, 0.1).until(
        lambda driver: driver.execute_script("return probe.usable && probe.paint"), "the page did not become usable"
    )
    # Before the steps: what moves in a step is no shift of the load.
    sent, shift = list(site.sent), driver.execute_script("return probe.shift")
    steps = driver.execute_async_script("const done = arguments[0]; probe.steps().then(done)")
    memory = driver.execute_async_script("const done = arguments[0]; probe.memory().then(done)")
    metrics: dict[str, Any] = driver.execute_cdp_cmd("Performance.getMetrics", {})
    heap = next(metric["value"] for metric in metrics["metrics"] if metric["name"] == "JSHeapUsedSize")
    probe = driver.execute_script("return probe")
    return Load(
        bytes=sum(size for _, size in sent),
        requests=len(sent),
        paint=probe["paint"],
        usable=probe["usable"],
        shift=shift,
        median=statistics.median(steps),
        p95=statistics.quantiles(steps, n=20, method="inclusive")[-1],
        long_tasks=sum(start > probe["usable"] for start, _ in probe["longTasks"]),
        elements=memory["elements"],
        heap=heap,
        wasm=memory["wasm"],
    )


def cell(loads: list[Load], row: Row) -> str:
    """The median, with the spread where the loads differ."""
    values = [getattr(load, row.figure) for load in loads]
    median, least, most = (row.form(value) for value in (statistics.median(values), min(values), max(values)))
    return median if least == most else f"{median} ({least.split()[0]} to {most.split()[0]})"


def table(plain: list[Load], slow: list[Load]) -> str:
    lines = [
        f"| {datetime.date.today()}, median of {len(plain)} cold loads (spread) | As it is "
        f"| {CPU_SLOWER}× slower, slow 4G |",
        "|---|---|---|",
    ]
    for row in ROWS:
        lines.append(f"| {row.title} | {cell(plain, row)} | {cell(slow, row)} |")
    return "\n".join(lines)


def main(dist: str, loads: str) -> None:
    # As when Ctrl-C is pressed: the browser and its driver end with this program.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with serve(Path(dist)) as site:
        plain = [load(site, slow=False) for _ in range(int(loads))]
        slow = [load(site, slow=True) for _ in range(int(loads))]
    print(table(plain, slow))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)
