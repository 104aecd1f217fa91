"""The built site is a folder of files: it works from any path of any server."""

from __future__ import annotations

import re

from conftest import DIST, POLICY, Page, Site
from test_snippet import within
from test_steps import STEPS, place, wait_step

FOLDER = "/some/sub/path/"


def test_it_works_from_a_folder_of_a_server(page: Page, site: Site) -> None:
    site.move_to(FOLDER)
    page.open()
    for step in range(2, STEPS + 1):
        page.click("next")
        wait_step(page, step)
    page.wait(lambda: page.driver.current_url == f"{site.url}#gone", "the address leaves the folder")
    assert page.all_by_testid("ending")


def test_a_link_and_a_reload_stay_in_the_folder(page: Page, site: Site) -> None:
    site.move_to(FOLDER)
    page.open("tab=tokens&seed=other", "update-1&choices=agent1.update")
    assert place(page)[2] == "update-1"
    shown = page.text("inspector")
    page.click("share")
    link = page.by_testid("share-link").get_attribute("value")
    assert link == f"{site.url}?seed=other&tab=tokens#update-1&choices=agent1.update"
    page.driver.refresh()
    page.wait_usable()
    assert page.driver.current_url == link
    assert page.text("inspector") == shown


def test_it_asks_for_nothing_outside_the_folder(page: Page, site: Site) -> None:
    site.move_to(FOLDER)
    page.open("tab=checks", "request")
    assert all(request.startswith(FOLDER) for request in site.requests), site.requests
    asked = len(site.requests)
    for tab in ("tokens", "signature", "state", "person", "timeline"):
        page.click(f"tab-{tab}")
    page.click("last")
    wait_step(page, STEPS)
    assert site.requests[asked:] == [], "it asks for more once it is usable"


def test_the_document_beside_it_finds_its_own(page: Page, site: Site) -> None:
    site.move_to(FOLDER)
    page.driver.get(f"{site.url}embed.html")
    page.wait(lambda: page.text("preview-state") == "", "the preview does not start")
    assert all(request.startswith(FOLDER) for request in site.requests), site.requests
    lines = page.by_testid("snippet").get_property("value")
    assert lines.startswith(f'<script src="{site.url}aauth-sim.js" defer></script>')
    within(page)
    assert (page.by_testid("full-size").get_attribute("href") or "").startswith(f"{site.url}index.html")


def test_the_policies_of_the_documents_are_what_a_server_is_told() -> None:
    said = set(POLICY.split("; "))
    for name in ("index.html", "embed.html"):
        (own,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]+)"', (DIST / name).read_text())
        assert set(own.split("; ")) <= said | {"script-src 'self'"}, name
