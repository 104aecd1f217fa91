#!/usr/bin/env python3
"""Verifies runs that were exported as HTTP Archives, with an implementation that nobody here wrote.

    python tests/independent/check_har.py FILE.har...

A line a file: how much of it was verified, or what does not hold. The exit status is 1 when something
does not hold.
"""

from __future__ import annotations

import sys
from pathlib import Path

import test_har
from archive import Archive
from witness import Witness

OF_THE_ARCHIVE = (
    test_har.test_every_protocol_request_is_signed_and_no_other,
    test_har.test_coverage_and_window_are_what_the_profile_says,
    test_har.test_the_requests_bring_host_as_the_signature_covers_it,
    test_har.test_a_second_witness_verifies_the_signatures_as_they_stand,
    test_har.test_discovery_answers_fit_their_place,
)
OF_THE_PACKAGE = (
    test_har.test_the_package_verifies_every_signed_request,
    test_har.test_the_package_verifies_every_token,
    test_har.test_a_second_witness_verifies_the_tokens,
)


def verdict(path: Path) -> tuple[bool, str]:
    """Whether everything in the file holds, and a line about it."""
    try:
        archive = Archive(path.read_text(encoding="utf-8"))
        witness = Witness(archive)
        if not archive.signed:
            return False, "nothing in it is signed"
    except Exception as error:  # noqa: BLE001 - a file can hold anything
        return False, f"this is no such archive: {error!r}"
    for check in (*OF_THE_ARCHIVE, *OF_THE_PACKAGE):
        arguments = (archive, witness) if check in OF_THE_PACKAGE else (archive,)
        try:
            check(*arguments)
        except Exception as error:  # noqa: BLE001 - whatever it is, the file does not hold
            return False, f"{check.__name__.removeprefix('test_').replace('_', ' ')}: does not hold: {error!r}"
    return True, f"{len(archive.signed)} signed requests and {archive.jwt_count()} tokens, all verified"


def main(names: list[str]) -> int:
    if not names:
        print(__doc__)
        return 2
    if not __debug__:
        print("Python is told to leave assertions out, and what is verified here is asserted.")
        return 2
    verdicts = [(name, *verdict(Path(name))) for name in names]
    for name, _, line in verdicts:
        print(f"{name}: {line}")
    return 0 if all(holds for _, holds, _ in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
