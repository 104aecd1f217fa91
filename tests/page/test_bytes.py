"""The page that readers load makes the bytes that the command line makes.

The page is compiled in its own way, with a standard library of its own, and optimised; nothing but a
comparison of bytes shows that its runs are the same.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from conftest import Page

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from trace_program import run_trace  # noqa: E402

HEADERS = """
    const rows = [...document.querySelectorAll("[data-testid=header-row]")];
    return rows.map((row) => {
        const value = row.querySelector("dd .long__text") ?? row.querySelector("dd");
        return [row.dataset.name, value.textContent];
    });
"""

# Each of them depends on all that came before it in the run: keys, ids, codes, times and bodies.
TELLING = {"Signature", "Signature-Input", "Signature-Key", "Content-Digest", "AAuth-Requirement", "Location"}


def shown(page: Page) -> set[tuple[str, str]]:
    """The telling header fields of all steps, as the page shows them."""
    found = set()
    for number in range(1, int(page.by_testid("position").get_attribute("data-steps") or 0) + 1):
        at = str(number)
        page.wait(lambda: page.by_testid("position").get_attribute("data-step") == at, f"step {at} is not reached")
        found |= {(name, value) for name, value in page.script(HEADERS) if name in TELLING}
        page.click("next")
    return found


def sent(har: str) -> set[tuple[str, str]]:
    """The telling header fields of a run, as an HTTP Archive has them."""
    entries = json.loads(har)["log"]["entries"]
    messages = [entry[side] for entry in entries for side in ("request", "response")]
    headers = [header for message in messages for header in message["headers"]]
    return {(header["name"], header["value"]) for header in headers if header["name"] in TELLING}


@pytest.mark.parametrize(
    ("query", "fragment", "options", "signed"),
    [
        ("", "", (), 7),
        ("seed=other-keys", "choices=agent1.update", ("--seed", "other-keys", "--choices", "agent1.update"), 8),
    ],
)
def test_the_bytes_are_those_of_the_command_line(
    page: Page, query: str, fragment: str, options: tuple[str, ...], signed: int
) -> None:
    page.open(query, fragment)
    on_the_page = shown(page)
    of_the_program = sent(run_trace("export", "clarification", "--format", "har", *options))
    assert on_the_page - of_the_program == set()
    # The agent calls the resource twice, asks for a token, answers or asks for less, waits twice and looks
    # back; to ask for less it calls the resource once more.
    assert len([name for name, _ in on_the_page if name == "Signature"]) == signed
