"""Takes the pictures of README.md.

screenshots.py DIST FOLDER

CHROME and CHROMEDRIVER name the programs.
"""

from __future__ import annotations

import base64
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from measure import WAIT_S, browser
from wire import serve


@dataclass(frozen=True)
class Picture:
    """A picture: what the address says, and the size of the window."""

    name: str
    address: str
    width: int
    height: int


PICTURES = (
    Picture("tokens-light", "?theme=light&tab=tokens#granted", 1440, 900),
    Picture("tokens-dark", "?theme=dark&tab=tokens#granted", 1440, 900),
    Picture("decision-light", "?theme=light#poll-1", 1440, 900),
    Picture("decision-dark", "?theme=dark#poll-1", 1440, 900),
    Picture("person-phone", "?theme=light&tab=person#asked", 375, 812),
)


def take(driver: webdriver.Chrome, url: str, picture: Picture) -> bytes:
    size = {"width": picture.width, "height": picture.height, "deviceScaleFactor": 1, "mobile": picture.width < 600}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    driver.get("about:blank")
    driver.get(url + picture.address)
    ready = "return document.documentElement.dataset.boot === 'ready'"
    WebDriverWait(driver, WAIT_S).until(lambda driver: driver.execute_script(ready), "the page did not start")
    # Two frames: what scrolls into sight has done so.
    driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
    return base64.b64decode(driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})["data"])


def main(dist: str, folder: str) -> None:
    with serve(Path(dist)) as site, tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        driver = browser(profile)
        try:
            for picture in PICTURES:
                (Path(folder) / f"{picture.name}.png").write_bytes(take(driver, site.url, picture))
        finally:
            driver.quit()


if __name__ == "__main__":
    main(*sys.argv[1:])
