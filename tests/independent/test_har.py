"""An implementation that nobody here wrote verifies a whole run, byte for byte as it was exported.

The package is `aauth` from PyPI, at the version that requirements.txt pins.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from aauth.metadata.common import validate_metadata
from aauth.signing.signature_input import parse_signature_input
from aauth_signing.tokens.common import validate_algorithm

import bases
from archive import JWT, Archive, Exchange
from witness import Witness, claims

# Each path through the lesson, and how it ends on the wire.
PATHS = {
    "default": [],
    "another-seed": ["--seed", "another"],
    "updated": ["--choices", "agent1.update"],
    "denied": ["--choices", "person3.deny"],
    "withdrawn": ["--choices", "agent1.withdraw"],
}

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
ALWAYS_COVERED = ["@method", "@authority", "@path", "signature-key"]
BODY_COVERED = ["content-type", "content-digest"]
WINDOW_S = 60


@pytest.fixture(scope="module", params=PATHS)
def archive(request: pytest.FixtureRequest, trace: Callable[..., str]) -> Archive:
    return Archive(trace("export", "clarification", "--format", "har", *PATHS[request.param]))


@pytest.fixture(scope="module")
def witness(archive: Archive) -> Witness:
    return Witness(archive)


def person_server(archive: Archive) -> str:
    """The person server that the agent's own token names."""
    agent_tokens = [
        token
        for exchange in archive.signed
        if bases.part(token := exchange.request_token, 0)["typ"] == "aa-agent+jwt"
    ]
    (name,) = {claims(token)["ps"] for token in agent_tokens}
    return name


def redeemed_before(archive: Archive, exchange: Exchange) -> Exchange:
    """The last request that brought a resource token before the one that got the auth token."""
    return [
        other
        for other in archive.signed
        if other.number <= exchange.number and "resource_token" in other.members
    ][-1]


def test_enough_happens(archive: Archive) -> None:
    """Verifying nothing would be easy."""
    statuses = [exchange.status for exchange in archive.signed]
    assert statuses[-1] == 410, "the pending URL is gone"
    assert {200, 202, 401} <= set(statuses)
    assert len(archive.signed) >= 5
    assert {"protocol", "discovery"} <= {exchange.kind for exchange in archive.exchanges}


def test_the_default_run_is_granted(trace: Callable[..., str]) -> None:
    archive = Archive(trace("export", "clarification", "--format", "har"))
    (granted,) = [e for e in archive.signed if "auth_token" in e.response_members]
    (used,) = [e for e in archive.signed if e.request_token == granted.response_members["auth_token"]]
    assert used.status == 200 and used.response_members, "the resource's data"
    assert any(exchange.kind == "browser" for exchange in archive.exchanges)


def test_the_digest_in_the_golden_file_is_that_of_the_export(trace: Callable[..., str]) -> None:
    """The host and the browser compare with that file; here it is computed by other means."""
    exported = trace("export", "clarification", "--format", "json")
    digest = (GOLDEN / "clarification.digest").read_text().strip()
    assert hashlib.sha256(exported.encode()).hexdigest() == digest


def test_every_protocol_request_is_signed_and_no_other(archive: Archive) -> None:
    for exchange in archive.exchanges:
        assert exchange.is_signed == (exchange.kind == "protocol"), exchange.url


def test_the_package_verifies_every_signed_request(archive: Archive, witness: Witness) -> None:
    """Signature, coverage, window, digest, and the token that carries the key with its `aud`."""
    ps = person_server(archive)
    verified = 0
    for exchange in archive.signed:
        verdict = witness.request(exchange, exchange.at, covers_body=exchange.origin == ps)
        assert verdict["valid"], f"exchange {exchange.number}: {verdict}"
        at_the_resource = exchange.origin != ps
        expected = {"aa-person+jwt", "aa-auth+jwt"} if at_the_resource else {"aa-agent+jwt"}
        assert verdict["token_type"] in expected
        verified += 1
    assert verified == len([e for e in archive.exchanges if e.header("Signature-Input")])
    assert verified == archive.text.count('{"name":"Signature","value":')


def test_coverage_and_window_are_what_the_profile_says(archive: Archive) -> None:
    ps = person_server(archive)
    for exchange in archive.signed:
        covered, parameters = parse_signature_input(exchange.header("Signature-Input"))
        body = BODY_COVERED if exchange.body and exchange.origin == ps else []
        assert set(covered) >= {*ALWAYS_COVERED, *body}, exchange.number
        assert list(parameters) == ["created"], exchange.number
        assert 0 <= exchange.at - parameters["created"] < WINDOW_S, exchange.number


def test_a_second_witness_verifies_the_signatures_as_they_stand(archive: Archive) -> None:
    """Without the package, and without its notation for byte sequences."""
    for exchange in archive.signed:
        key = bases.part(exchange.request_token, 1)["cnf"]["jwk"]
        assert bases.signature_holds(exchange, key["x"]), exchange.number
        if exchange.header("Content-Digest"):
            assert bases.digest_holds(exchange), exchange.number


def test_the_package_verifies_every_token(archive: Archive, witness: Witness) -> None:
    """Wherever a token stands, it is verified as its recipient there verifies it."""
    ps = person_server(archive)
    verified = 0
    for exchange in archive.exchanges:
        if exchange.request_token:
            verdict = witness.request(exchange, exchange.at, covers_body=exchange.origin == ps)
            assert verdict["claims"] == claims(exchange.request_token)
            verified += 1
        if "resource_token" in exchange.members:
            witness.redemption(exchange, exchange.at)
            verified += 2  # The presented token is verified with it.
        if exchange.challenge_token:
            witness.challenge(exchange, exchange.answered_at, ps)
            verified += 1
        if "person_token" in exchange.response_members:
            witness.person_token(exchange, exchange.answered_at)
            verified += 1
        if "auth_token" in exchange.response_members:
            redeemed = redeemed_before(archive, exchange)
            witness.auth_token(exchange, exchange.answered_at, redeemed)
            verified += 1
        if "resource_token" in exchange.response_members:
            witness.challenge(exchange, exchange.answered_at, ps)
            verified += 1
    assert verified == archive.jwt_count(), "a token stands where nobody looked"


def test_a_second_witness_verifies_the_tokens(archive: Archive, witness: Witness) -> None:
    tokens = set(JWT.findall(archive.text))
    for token in tokens:
        header, payload = bases.part(token, 0), bases.part(token, 1)
        assert header["alg"] == "Ed25519"
        keys = witness.jwks(payload["iss"], payload["dwk"])["keys"]
        (key,) = [key for key in keys if key["kid"] == header["kid"]]
        assert bases.token_holds(token, key["x"]), payload
    types = {bases.part(token, 0)["typ"] for token in tokens}
    assert types - {"aa-auth+jwt"} == {"aa-agent+jwt", "aa-person+jwt", "aa-resource+jwt"}


def test_discovery_answers_fit_their_place(archive: Archive) -> None:
    """Metadata names the origin it came from, and leads to a key set of usable keys."""
    fetched = [exchange for exchange in archive.exchanges if exchange.kind == "discovery"]
    documents = [exchange for exchange in fetched if exchange.path.startswith("/.well-known/aauth-")]
    key_sets = {exchange.jwks_uri for exchange in documents}
    for exchange in documents:
        required = ["jwks_uri"]
        if exchange.path.endswith("/aauth-person.json"):
            required += ["auth_token_endpoint", "person_token_endpoint"]
        validate_metadata(exchange.response_members, exchange.origin, required)
    for exchange in fetched:
        assert exchange.status == 200
        if exchange not in documents:
            assert exchange.url in key_sets
            for key in exchange.response_members["keys"]:
                assert validate_algorithm(key) == "Ed25519"
    assert len(documents) >= 3 and len(fetched) > len(documents)


def test_the_requests_bring_host_as_the_signature_covers_it(archive: Archive) -> None:
    for exchange in archive.exchanges:
        assert exchange.header("Host") == exchange.host
