"""The command that readers are given to check an export holds what is right, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("check_har.py")


def check(*paths: Path, options: tuple[str, ...] = ()) -> tuple[int, list[str]]:
    done = subprocess.run([sys.executable, *options, SCRIPT, *paths], stdout=subprocess.PIPE, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


@pytest.fixture
def exported(trace: Callable[..., str], tmp_path: Path) -> Path:
    path = tmp_path / "clarification.har"
    path.write_text(trace("export", "clarification", "--format", "har"))
    return path


def test_a_run_holds(exported: Path) -> None:
    status, (line,) = check(exported)
    assert status == 0
    assert line == f"{exported}: 8 signed requests and 13 tokens, all verified"


def test_a_byte_that_is_another_does_not(exported: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.har"
    broken.write_text(exported.read_text().replace("nowhere else", "nowhere elsx"))
    assert broken.read_text() != exported.read_text()
    status, (line, other) = check(broken, exported)
    assert status == 1
    assert "does not hold" in line and "all verified" in other


def test_what_holds_nothing_does_not_hold(tmp_path: Path) -> None:
    empty = tmp_path / "empty.har"
    empty.write_text(json.dumps({"log": {"entries": []}}))
    others = [tmp_path / f"other-{at}.har" for at in range(5)]
    for path, text in zip(others, ["{}", "[]", "no JSON", '{"log":null}', '{"log":{"entries":[1]}}'], strict=True):
        path.write_text(text)
    status, lines = check(empty, *others, tmp_path / "missing.har")
    assert status == 1
    assert "nothing in it is signed" in lines[0]
    assert all("no such archive" in line for line in lines[1:])
    assert len(lines) == 7


def test_without_assertions_it_says_that_it_verifies_nothing(exported: Path) -> None:
    status, (line,) = check(exported, options=("-O",))
    assert status == 2
    assert "assertions" in line
