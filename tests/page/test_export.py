"""The run of the page as a file and on the clipboard: the bytes of the command line, and others check them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import ROOT, Page
from test_accessible import SIZES, THEMES, violations
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
]


def lesson(query: str) -> str:
    return "narrowed-request" if "narrowed-request" in query else "clarification"


def open_export(page: Page) -> None:
    page.click("share")
    page.wait(lambda: page.is_shown("export"), "there is no export")


def save_into(page: Page, folder: Path) -> None:
    page.driver.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(folder)})


@pytest.mark.parametrize(("query", "fragment", "options"), RUNS, ids=["default", "other", "second-lesson"])
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
        assert "Saved" in page.text("export-outcome")


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


def test_with_the_network_cut_everything_still_works(page: Page, tmp_path: Path) -> None:
    page.open()
    page.driver.execute_cdp_cmd("Network.enable", {})
    page.driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
    )
    requests = len(page.site.requests)
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
    resources = "return performance.getEntriesByType('resource').length"
    before = page.script(resources)
    page.click("first")
    assert page.script(resources) == before, "it asked for more"


def ending_shown(page: Page) -> str | None:
    return page.script("return document.querySelector('[data-testid=ending]')?.dataset.ending ?? null")


def test_by_keyboard_alone(page: Page) -> None:
    page.open()
    open_export(page)
    focusable = "return [...document.querySelectorAll('[data-testid=export] button')].map((b) => b.ariaLabel)"
    assert page.script(focusable) == [
        f"{verb} {title}" for title in ("HTTP Archive", "JSON", "Markdown", "Mermaid") for verb in ("Save", "Copy")
    ]


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
