"""Runs the simulator's command line. What it prints is all that these tests know of it."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from archive import Archive
from witness import Witness

ROOT = Path(__file__).resolve().parents[2]
BUILD = ["cargo", "build", "--locked", "--quiet", "--bin", "trace", "--message-format", "json"]


def built() -> str:
    """The path of the program, which cargo builds when it is not there yet."""
    done = subprocess.run(BUILD, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    artifacts = map(json.loads, done.stdout.splitlines())
    (path,) = [row["executable"] for row in artifacts if row.get("target", {}).get("name") == "trace"]
    return path


@pytest.fixture(scope="session")
def trace() -> Callable[..., str]:
    """Runs `trace` with these arguments. The environment variable TRACE names another program."""
    program = os.environ.get("TRACE") or built()

    def run(*arguments: str) -> str:
        done = subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True)
        return done.stdout.decode()

    return run


@pytest.fixture(scope="session")
def archive(trace: Callable[..., str]) -> Archive:
    """The run with the default choices."""
    return Archive(trace("export", "clarification", "--format", "har"))


@pytest.fixture(scope="session")
def witness(archive: Archive) -> Witness:
    return Witness(archive)
