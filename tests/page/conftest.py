"""The harness of the page tests: a static server, a headless Chromium, and a clean console.

Each test gets a fresh browser with a fresh profile. Nothing is retried.
The page is the one in dist/, which scripts/build leaves; DIST names another folder.
"""

from __future__ import annotations

import functools
import http.server
import os
import re
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

ROOT = Path(__file__).resolve().parents[2]
DIST = Path(os.environ.get("DIST", ROOT / "dist"))
WAIT_S = 20
WINDOW = (1280, 900)

# The page must work under this policy when the server sends it, not only under its own <meta> element.
# It is the one that README.md gives to whoever serves the page.
README = (ROOT / "README.md").read_text(encoding="utf-8")
GIVEN = re.search(r"^    (default-src .*\n    .*)$", README, re.MULTILINE)
assert GIVEN, "README.md gives no policy"
POLICY = " ".join(GIVEN[1].split()) + "; frame-ancestors *"

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}

CHROMIUM_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--window-size={WINDOW[0]},{WINDOW[1]}",
)


def pytest_configure() -> None:
    """Ends the browser and its driver also when the run itself is ended from outside."""
    signal.signal(signal.SIGTERM, lambda *_: pytest.exit("the run was ended", returncode=143))


@dataclass
class Site:
    """The served page, and what the server is told to do wrong with it.

    `shared`: whether the server lets other origins read its files, as a sandboxed frame needs.
    `folder`: where on the server the page is; elsewhere there is nothing.
    """

    url: str = ""
    requests: list[str] = field(default_factory=list)
    withheld: set[str] = field(default_factory=set)
    types: dict[str, str] = field(default_factory=dict)
    bodies: dict[str, bytes] = field(default_factory=dict)
    shared: bool = True
    folder: str = "/"
    extra: dict[str, bytes] = field(default_factory=dict)

    def move_to(self, folder: str) -> None:
        """Serves the page from that folder of the server."""
        self.url = self.url.rstrip("/") + folder
        self.folder = folder

    def withhold(self, suffix: str) -> None:
        """Answers 404 for every path with this suffix."""
        self.withheld.add(suffix)

    def send_as(self, suffix: str, content_type: str) -> None:
        """Sends every path with this suffix with this content type."""
        self.types[suffix] = content_type

    def replace(self, suffix: str, body: bytes) -> None:
        """Sends this body for every path with this suffix."""
        self.bodies[suffix] = body

    def add(self, path: str, body: bytes) -> None:
        """Serves one more file, without the page's policy: a host page that embeds ours, say."""
        self.extra[path] = body


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves dist/ with the right types and the strict policy, or as the site says."""

    protocol_version = "HTTP/1.1"

    def __init__(self, *args: Any, site: Site, **kwargs: Any) -> None:
        self.site = site
        super().__init__(*args, directory=str(DIST), **kwargs)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        self.site.requests.append(path)
        if not path.startswith(self.site.folder):
            self.send_error(404)
            return
        self.path = "/" + self.path.removeprefix(self.site.folder)
        if path in self.site.extra:
            self.answer(self.site.extra[path], TYPES[Path(path).suffix])
        elif any(path.endswith(suffix) for suffix in self.site.withheld):
            self.send_error(404)
        elif body := next((b for s, b in self.site.bodies.items() if path.endswith(s)), None):
            self.answer(body, self.guess_type(path), POLICY)
        else:
            super().do_GET()

    def answer(self, body: bytes, content_type: str, policy: str | None = None) -> None:
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        if policy:
            self.send_header("Content-Security-Policy", policy)
        super().end_headers()
        self.wfile.write(body)

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        name = str(path)
        for suffix, content_type in self.site.types.items():
            if name.endswith(suffix):
                return content_type
        return TYPES.get(Path(name).suffix, "text/html; charset=utf-8")

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        if self.site.shared:
            self.send_header("Access-Control-Allow-Origin", "*")
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_args: Any) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    """Says nothing when a browser that is ended leaves its connections open."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@pytest.fixture
def site() -> Iterator[Site]:
    """The page on a free loopback port, for one test."""
    if not (DIST / "index.html").exists():
        pytest.fail(f"{DIST} holds no page: run scripts/build first")
    site = Site()
    handler = functools.partial(Handler, site=site)
    with Server(("127.0.0.1", 0), handler) as server:
        site.url = f"http://127.0.0.1:{server.server_address[1]}/"
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield site
        server.shutdown()
        thread.join()


def program(variable: str, *names: str) -> str:
    """The path of a program: what the variable says, else the first name found on PATH."""
    path = os.environ.get(variable) or next(filter(None, map(shutil.which, names)), None)
    if path is None:
        pytest.fail(f"none of {', '.join(names)} is installed; {variable} may name one")
    return path


def browser_options(profile: Path) -> Options:
    options = Options()
    options.binary_location = program("CHROME", "chromium", "chromium-browser", "google-chrome")
    for flag in (*CHROMIUM_FLAGS, f"--user-data-dir={profile}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return options


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[webdriver.Chrome]:
    """A Chromium with a fresh profile, for one test."""
    service = Service(executable_path=program("CHROMEDRIVER", "chromedriver"))
    driver = webdriver.Chrome(options=browser_options(tmp_path / "profile"), service=service)
    try:
        yield driver
    finally:
        driver.quit()


@dataclass
class Page:
    """The page as a test sees it: by test id, never by class or place."""

    driver: webdriver.Chrome
    site: Site
    expected: list[re.Pattern[str]] = field(default_factory=list)
    messages: list[str] = field(default_factory=list)

    def open(self, query: str = "", fragment: str = "", *, wait: bool = True) -> Page:
        """Opens the page, and waits until it is usable."""
        url = self.site.url + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")
        self.driver.get(url)
        return self.wait_usable() if wait else self

    @property
    def state(self) -> str | None:
        """What the boot script says: starting, ready or failed."""
        return self.script("return document.documentElement.dataset.boot")

    def wait_usable(self) -> Page:
        self.wait(lambda: self.state in ("ready", "failed"), "the page neither started nor failed")
        assert self.state == "ready", f"the page failed: {self.text('failure-reason')}"
        return self

    def wait_failed(self) -> Page:
        self.wait(lambda: self.state == "failed", "the page did not fail")
        return self

    def wait(self, condition: Callable[[], Any], message: str, timeout_s: float = WAIT_S) -> Any:
        """Waits until the condition holds, and returns its value.

        An element that the page replaces while it is looked at is looked up anew.
        """
        changing = (NoSuchElementException, StaleElementReferenceException)
        return WebDriverWait(self.driver, timeout_s, 0.05, changing).until(lambda _: condition(), message)

    def by_testid(self, testid: str) -> WebElement:
        """The one element with this test id."""
        found = self.all_by_testid(testid)
        assert len(found) == 1, f"{len(found)} elements with the test id {testid}"
        return found[0]

    def all_by_testid(self, testid: str) -> list[WebElement]:
        return self.driver.find_elements(By.CSS_SELECTOR, f'[data-testid="{testid}"]')

    def text(self, testid: str) -> str:
        return self.by_testid(testid).text

    def is_shown(self, testid: str) -> bool:
        return any(is_displayed(element) for element in self.all_by_testid(testid))

    def click(self, testid: str) -> None:
        self.by_testid(testid).click()

    def script(self, source: str, *args: Any) -> Any:
        """Runs JavaScript in the page: for what a reader cannot do or see."""
        return self.driver.execute_script(source, *args)

    def pass_time(self, seconds: float) -> None:
        """Lets that much time pass for the page, at once. Afterwards its clock stands still."""
        budget = {"policy": "advance", "budget": seconds * 1000}
        self.driver.execute_cdp_cmd("Emulation.setVirtualTimePolicy", budget)

    def console(self) -> list[str]:
        """Everything the console has shown so far."""
        self.messages += [f"{entry['level']}: {entry['message']}" for entry in self.driver.get_log("browser")]
        return self.messages

    def expect_console(self, pattern: str) -> None:
        """Lets this test's console show what matches, which a clean one would not."""
        self.expected.append(re.compile(pattern))

    def unexpected_console(self) -> list[str]:
        return [m for m in self.console() if not any(p.search(m) for p in self.expected)]


def is_displayed(element: WebElement) -> bool:
    """Whether it is there to be seen: what the page has just taken away is not."""
    try:
        return element.is_displayed()
    except StaleElementReferenceException:
        return False


@pytest.fixture
def page(browser: webdriver.Chrome, site: Site) -> Iterator[Page]:
    """The page, not yet opened. At the end of the test its console must be clean."""
    page = Page(browser, site)
    yield page
    assert page.unexpected_console() == [], "the console is not clean"
