"""Every ending of every lesson, by its shortest path: the implementation that nobody here wrote verifies
each run that `trace explore` writes. And a walk of every path on its own counts what the shared one counts.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import bases
import test_har
from archive import Archive
from witness import Witness

LESSONS = ["clarification", "narrowed-request"]
ENDINGS = {
    "granted",
    "granted-narrower",
    "denied",
    "abandoned",
    "withdrawn",
    "expired-unanswered",
    "expired-no-visit",
    "rounds-used",
    "no-handler",
    "no-capability",
    "agent-limit",
    "gave-up",
    "code-locked",
}
# Where the agent does not call its pending URL after the end, to see that it is gone.
WITHOUT_A_LOOK_BACK = {"no-handler", "agent-limit", "gave-up"}


@pytest.fixture(scope="session", params=LESSONS)
def written(
    request: pytest.FixtureRequest, trace: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The directory with a run for each ending."""
    directory = tmp_path_factory.mktemp(request.param)
    trace("explore", request.param, "--rounds", "2", "--export", str(directory))
    return directory


def test_there_is_an_archive_for_each_ending(written: Path) -> None:
    assert {path.name for path in written.iterdir()} == {f"{ending}.har" for ending in ENDINGS}


@pytest.mark.parametrize("ending", sorted(ENDINGS))
def test_the_run_of_an_ending_verifies(written: Path, ending: str) -> None:
    archive = Archive((written / f"{ending}.har").read_text())
    witness = Witness(archive)
    test_har.test_every_protocol_request_is_signed_and_no_other(archive)
    test_har.test_the_package_verifies_every_signed_request(archive, witness)
    test_har.test_coverage_and_window_are_what_the_profile_says(archive)
    test_har.test_a_second_witness_verifies_the_signatures_as_they_stand(archive)
    test_har.test_the_package_verifies_every_token(archive, witness)
    test_har.test_a_second_witness_verifies_the_tokens(archive, witness)
    statuses = [exchange.status for exchange in archive.signed]
    polled = [exchange for exchange in archive.signed if exchange.path.startswith("/pending/")]
    if polled and ending not in WITHOUT_A_LOOK_BACK:
        assert statuses[-1] == 410, "the pending URL is gone"
    granted = [e for e in archive.signed if "auth_token" in e.response_members]
    assert bool(granted) == (ending in {"granted", "granted-narrower", "rounds-used", "no-capability"})
    for exchange in granted:
        # What was granted is no more than what was asked for last.
        asked = test_har.redeemed_before(archive, exchange).members["resource_token"]
        token = exchange.response_members["auth_token"]
        scopes = [set(bases.part(jwt, 1)["scope"].split(" ")) for jwt in (token, asked)]
        assert scopes[0] <= scopes[1]


def test_a_walk_of_every_path_counts_the_same(trace: Callable[..., str]) -> None:
    """At two rounds. The last line says how much was walked."""
    *shared, last = trace("explore", "clarification", "--rounds", "2").splitlines()
    *full, last_of_all = trace("explore", "clarification", "--rounds", "2", "--full").splitlines()
    names_and_counts = [[line.split()[:2] for line in lines] for lines in (shared, full)]
    assert names_and_counts[0] == names_and_counts[1]
    assert {name for name, _ in names_and_counts[0]} == ENDINGS
    assert last != last_of_all
