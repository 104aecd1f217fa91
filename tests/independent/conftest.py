"""Runs the simulator's command line. What it prints is all that these tests know of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from archive import Archive  # noqa: E402
from trace_program import run_trace  # noqa: E402
from witness import Witness  # noqa: E402


@pytest.fixture(scope="session")
def trace() -> Callable[..., str]:
    """Runs `trace` with these arguments."""
    return run_trace


@pytest.fixture(scope="session")
def archive(trace: Callable[..., str]) -> Archive:
    """The run with the default choices."""
    return Archive(trace("export", "clarification", "--format", "har"))


@pytest.fixture(scope="session")
def witness(archive: Archive) -> Witness:
    return Witness(archive)
