"""The run of the page as a file and on the clipboard: the bytes of the command line, and others check them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from conftest import ROOT, Page
from test_accessible import SIZES, THEMES, violations
from test_keyboard import press
from test_layout import resize
from test_share import grant_the_clipboard, refuse_the_clipboard
from test_steps import place

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from trace_program import run_trace  # noqa: E402

FORMS = {"har": "har", "json": "json", "markdown": "md", "mermaid": "mmd"}

# Each run: query, fragment, and the options that make the same run on the command line.
RUNS = [
    ("", "", ()),
    (
        "seed=other-keys&deadline=90",
        "gone&choices=person1.ask~V2h5PyDigK4gYGBgYA,agent1.update",
        ("--seed", "other-keys", "--set", "deadline=90", "--choices", "person1.ask~V2h5PyDigK4gYGBgYA,agent1.update"),
    ),
    ("lesson=narrowed-request", "gone&choices=person2.never-come", ("--choices", "person2.never-come")),
    # What makes no sense is left out of the run, and what is broken to look at is not part of it.
    ("seed=Not+A+Seed&tab=checks&break=body-changed", "answer-1", ()),
]


def lesson(query: str) -> str:
    return "narrowed-request" if "narrowed-request" in query else "clarification"


def open_export(page: Page) -> None:
    page.click("share")
    page.wait(lambda: page.is_shown("export"), "there is no export")


def save_into(page: Page, folder: Path) -> None:
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})


@pytest.mark.parametrize(("query", "fragment", "options"), RUNS, ids=["default", "other", "second-lesson", "odd"])
def test_what_is_saved_is_what_the_command_line_writes(
    page: Page, tmp_path: Path, query: str, fragment: str, options: tuple[str, ...]
) -> None:
    page.open(query, fragment)
    save_into(page, tmp_path)
    open_export(page)
    for form, extension in FORMS.items():
        page.click(f"save-{form}")
        path = tmp_path / f"{lesson(query)}.{extension}"
        page.wait(path.exists, f"{path.name} is not saved")
        expected = run_trace("export", lesson(query), "--format", form, *options)
        page.wait(lambda path=path, size=len(expected.encode()): path.stat().st_size == size, f"{form} is cut")
        assert path.read_text() == expected, form
        assert "as a file" in page.text("export-outcome")


def test_the_two_commands_check_what_was_saved(page: Page, tmp_path: Path) -> None:
    page.open("seed=checked", "choices=agent1.update")
    save_into(page, tmp_path)
    open_export(page)
    page.script("document.querySelector('.export__verify').open = true")
    install, check = page.text("verify-commands").splitlines()
    # The first is how the Python of this test was set up.
    assert install.endswith("pip install --require-hashes -r tests/requirements.txt")
    assert (ROOT / "tests/requirements.txt").exists()
    page.click("save-har")
    path = tmp_path / "clarification.har"
    page.wait(path.exists, "nothing is saved")
    python, script, name = check.split()
    assert (python, name) == (".venv/bin/python", path.name)
    done = subprocess.run([sys.executable, ROOT / script, name], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stdout
    assert "all verified" in done.stdout


def test_what_is_broken_is_said_to_be_left_out(page: Page) -> None:
    for query, shown in (("tab=checks&break=body-changed", True), ("tab=checks", False)):
        page.open(query, "answer-1")
        page.click("share")
        page.wait(lambda: page.is_shown("export"), "there is no export")
        assert page.is_shown("export-unbroken") == shown


def test_what_is_copied_is_the_same(page: Page) -> None:
    page.open()
    grant_the_clipboard(page)
    open_export(page)
    for form in FORMS:
        page.click(f"copy-{form}")
        page.wait(lambda: page.text("export-outcome") == "Copied.", "nothing is said")
        copied = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
        assert copied.replace("\r\n", "\n") == run_trace("export", "clarification", "--format", form)
        page.script("document.querySelector('[data-testid=export-outcome]').textContent = ''")


def test_a_refused_clipboard_leaves_the_text_selected(page: Page) -> None:
    page.open()
    open_export(page)
    refuse_the_clipboard(page)
    assert not page.is_shown("export-text")
    page.click("copy-mermaid")
    page.wait(lambda: "by hand" in page.text("export-outcome"), "nothing is said")
    expected = run_trace("export", "clarification", "--format", "mermaid")
    area = page.by_testid("export-text")
    assert area.is_displayed() and area.get_property("value") == expected
    selected = "return [document.activeElement.dataset.testid, arguments[0].selectionEnd - arguments[0].selectionStart]"
    assert page.script(selected, area) == ["export-text", len(expected)]
    # What is said of another form is not said beside this text.
    page.click("save-har")
    assert not page.is_shown("export-text")


def test_with_the_network_cut_everything_still_works(page: Page, tmp_path: Path) -> None:
    page.open()
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
    )
    requests = len(page.site.requests)
    # What a page asks for counts also when nothing answers; files of its own making do not.
    asked = "return performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith('blob:')).length"
    before = page.script(asked)
    save_into(page, tmp_path)
    for lesson_id in ("narrowed-request", "clarification"):
        page.script(
            "const [select, id] = arguments; select.value = id; select.dispatchEvent(new Event('change'))",
            page.by_testid("lesson"),
            lesson_id,
        )
        page.wait(lambda: place(page)[0] == 1, "the lesson does not begin")
        for _ in range(place(page)[1] - 1):
            page.click("next")
        for testid in ("tokens", "signature", "checks", "state", "person", "timeline", "message"):
            page.click(f"tab-{testid}")
            assert page.by_testid(f"tab-{testid}").get_attribute("aria-selected") == "true"
        # Every ending that the last step offers.
        endings = [row.get_attribute("data-ending") for row in page.all_by_testid("outcome")]
        assert len(endings) == 13
        for ending in endings:
            page.click("last")
            found = [row for row in page.all_by_testid("outcome") if row.get_attribute("data-ending") == ending]
            page.script("(arguments[0].querySelector('button') ?? arguments[0]).click()", found[0])
            page.click("last")
            page.wait(lambda ending=ending: ending == ending_shown(page), f"{ending} is not reached")
        open_export(page)
        for form, extension in FORMS.items():
            page.click(f"save-{form}")
            page.wait((tmp_path / f"{lesson_id}.{extension}").exists, f"{form} is not saved")
        page.click("share-dialog-close")
    assert len(page.site.requests) == requests
    assert page.script(asked) == before, "it asked for more"


def ending_shown(page: Page) -> str | None:
    return page.script("return document.querySelector('[data-testid=ending]')?.dataset.ending ?? null")


def test_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    page.open()
    save_into(page, tmp_path)
    page.script("arguments[0].focus()", page.by_testid("share"))
    press(page, Keys.ENTER)
    page.wait(lambda: page.is_shown("export"), "there is no export")
    focused = "return document.activeElement.ariaLabel ?? document.activeElement.textContent"
    seen: list[str] = []
    while not seen or seen[-1] != "Copy Mermaid":
        press(page, Keys.TAB)
        seen.append(page.script(focused))
        assert len(seen) < 20, seen
        if seen[-1] == "Save Mermaid":
            press(page, Keys.ENTER)
    titles = ("HTTP Archive", "JSON", "Markdown", "Mermaid")
    assert seen[-8:] == [f"{verb} {title}" for title in titles for verb in ("Save", "Copy")]
    page.wait((tmp_path / "clarification.mmd").exists, "nothing is saved")
    press(page, Keys.ESCAPE)
    page.wait(lambda: not page.is_shown("export"), "it does not close")
    assert page.script("return document.activeElement.dataset.testid") == "share"


SANDBOX = b"""<!DOCTYPE html><title>Host</title><link rel="icon" href="data:,">
<iframe sandbox="allow-scripts" src="./index.html" width="900" height="700"></iframe>"""


def test_in_a_frame_that_may_not_save_the_text_can_be_copied_by_hand(page: Page, tmp_path: Path) -> None:
    page.site.add("/host.html", SANDBOX)
    page.expect_console("sandbox|[Dd]ownload")
    save_into(page, tmp_path)
    page.driver.get(page.site.url + "host.html")
    page.driver.switch_to.frame(0)
    page.wait_usable()
    open_export(page)
    page.click("save-har")
    assert "may not save" in page.text("export-outcome")
    page.click("copy-har")
    page.wait(lambda: page.is_shown("export-text"), "the text is not shown")
    expected = run_trace("export", "clarification", "--format", "har")
    assert page.by_testid("export-text").get_property("value") == expected
    assert list(tmp_path.glob("*.har")) == []


@SIZES
@THEMES
def test_axe_finds_nothing_and_nothing_sticks_out(page: Page, size: tuple[int, int], theme: str) -> None:
    resize(page, *size)
    page.open(f"theme={theme}")
    refuse_the_clipboard(page)
    open_export(page)
    page.click("copy-markdown")
    page.wait(lambda: page.is_shown("export-text"), "the text is not shown")
    page.script("document.querySelector('.export__verify').open = true")
    dialog = page.by_testid("share-dialog")
    assert page.script("return arguments[0].scrollWidth <= arguments[0].clientWidth", dialog)
    assert violations(page) == []
