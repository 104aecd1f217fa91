"""The simulator's command line, for tests that compare with what it prints."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ["cargo", "build", "--locked", "--quiet", "--bin", "trace", "--message-format", "json"]


def built() -> str:
    """The path of the program, which cargo builds when it is not there yet."""
    done = subprocess.run(BUILD, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    artifacts = map(json.loads, done.stdout.splitlines())
    (path,) = [row["executable"] for row in artifacts if row.get("target", {}).get("name") == "trace"]
    return path


def run_trace(*arguments: str) -> str:
    """Runs `trace` with these arguments. The environment variable TRACE names another program."""
    program = os.environ.get("TRACE") or built()
    return subprocess.run([program, *arguments], stdout=subprocess.PIPE, check=True).stdout.decode()
