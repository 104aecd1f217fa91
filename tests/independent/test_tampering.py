"""Every row of the tampering table fails for the implementation that nobody here wrote, too.

For each row, one thing in an honest message of the run was changed. The package must refuse it for
the right reason, and must accept the honest message in the same place, so that the refusal says
something. Rows about rules that the package does not look at are listed with the reason, and are
decided here by other means; none is left out.
"""

from __future__ import annotations

import base64
import copy
import dataclasses
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from aauth.agent.poller import pending_location, poll_pending_url
from aauth.agent.token_exchange import extract_resource_token
from aauth.errors import AAuthError
from aauth.metadata.common import validate_metadata

import bases
from archive import Archive, Exchange, parameter, seconds
from witness import Refused, Witness, claims, require, thumbprint

# How long the person server of the lesson keeps a request, in seconds. It is the server's own
# decision and stands in no message.
PENDING_S = 600


@dataclass(frozen=True)
class Answer:
    """A response, as the package's polling agent takes it."""

    status_code: int
    headers: dict[str, str] = field(default_factory=dict)
    members: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, exchange: Exchange) -> Answer:
        # At once, for the package would sleep.
        headers = {**dict(exchange.response_headers), "Retry-After": "0"}
        return cls(exchange.status, headers, exchange.response_members)

    def json(self) -> dict[str, Any]:
        return self.members


@dataclass(frozen=True)
class Case:
    """A message that was tampered with, beside the honest one."""

    row: dict[str, Any]
    honest: Exchange
    arrived: Exchange
    at: float
    archive: Archive
    witness: Witness

    @property
    def at_honest(self) -> float:
        return self.honest.at if "request" in self.row else self.honest.answered_at


Check = Callable[[Case, Exchange, float], Any]


def body_of(message: dict[str, Any]) -> bytes | None:
    if "body" not in message:
        return None
    text = message["body"]
    return base64.b64decode(text) if message.get("encoding") == "base64" else text.encode()


def arrived(row: dict[str, Any], honest: Exchange) -> Exchange:
    """The exchange with the message that arrived in the place of the honest one."""
    if "request" in row:
        request = row["request"]
        return dataclasses.replace(
            honest,
            method=request["method"],
            url=request["url"],
            headers=tuple(map(tuple, request["headers"])),
            body=body_of(request),
        )
    response = row["response"]
    return dataclasses.replace(
        honest,
        status=response["status"],
        response_headers=tuple(map(tuple, response["headers"])),
        response_body=body_of(response),
    )


# How the package verifies a message, by the place in which it stands.


def request(case: Case, exchange: Exchange, at: float) -> None:
    covers_body = exchange.origin in case.witness.issuers("aauth-person.json")
    verdict = case.witness.request(exchange, at, covers_body=covers_body)
    if not verdict["valid"]:
        raise AAuthError(verdict["error"])


def shown_token(case: Case, exchange: Exchange, at: float) -> None:
    case.witness.shown_token(exchange, at)


def redemption(case: Case, exchange: Exchange, at: float) -> None:
    # The request itself must be right: only a token that it sends is wrong.
    request(case, exchange, at)
    case.witness.redemption(exchange, at)


def unasked_challenge(case: Case, exchange: Exchange, at: float) -> None:
    if extract_resource_token(dict(exchange.response_headers)) is None:
        raise AAuthError("no resource token")
    challenge(case, exchange, at)


def challenge(case: Case, exchange: Exchange, at: float) -> None:
    (person_server,) = case.witness.issuers("aauth-person.json")
    case.witness.challenge(exchange, at, person_server)


def person_token(case: Case, exchange: Exchange, at: float) -> None:
    case.witness.person_token(exchange, at)


def auth_token(case: Case, exchange: Exchange, at: float) -> None:
    """As a check of its own: the package compares `sub` only while it redeems a token over a network."""
    redeemed = [e for e in case.archive.signed if "resource_token" in e.members][-1]
    case.witness.auth_token(exchange, at, redeemed)


def deferred_response(case: Case, exchange: Exchange, at: float) -> None:
    """The package's polling agent is handed the response, and would send its person or ask on."""
    require(exchange.status == 202, "it says something else than to wait")
    pending_location(exchange.response_header("Location"), exchange.url)
    result = poll_pending_url(
        exchange.url,
        sign_and_send_get=lambda *_: Answer(status_code=200),
        on_interaction=lambda *_: None,
        on_clarification=lambda *_: None,
        sign_and_send_post=lambda *_: None,
        initial_response=Answer.of(exchange),
    )
    if not result.success:
        raise AAuthError(result.error_description)


def key_set(case: Case, exchange: Exchange, at: float) -> None:
    """The run, verified with the keys of this set: every request, and every token in its signature."""
    archive = copy.copy(case.archive)
    archive.exchanges = [e if e.url != exchange.url else exchange for e in archive.exchanges]
    witness = Witness(archive)
    for signed in case.archive.signed:
        verdict = witness.request(signed, signed.at, covers_body=False)
        if not verdict["valid"]:
            raise AAuthError(verdict["error"])


def resource_token(case: Case, exchange: Exchange, at: float) -> None:
    if "resource_token" not in exchange.response_members:
        raise AAuthError("no resource token")
    challenge(case, exchange, at)


def metadata(case: Case, exchange: Exchange, at: float) -> None:
    validate_metadata(exchange.response_members, exchange.origin, ("jwks_uri",))


# What the package does not look at, each with the reason, decided by other means.


def issued_ahead(case: Case, exchange: Exchange, at: float) -> None:
    """The draft lets a verifier refuse a token dated ahead (may, not must); the package does not."""
    request(case, exchange, at)
    require(claims(exchange.request_token)["iat"] <= at + 60, "iat is ahead")


def carries_authorization(case: Case, exchange: Exchange, at: float) -> None:
    """The package reads the scope of whatever token it is shown, a person token's too."""
    request(case, exchange, at)
    carried = set(claims(exchange.request_token))
    require(carried.isdisjoint({"scope", "account"}), "a person token grants something")


def same_request(case: Case, exchange: Exchange, at: float) -> None:
    """The package keeps no requests, so it has no original to hold an update against."""
    redemption(case, exchange, at)
    original = claims(first_redeemed(case.archive).members["resource_token"])
    updated = claims(exchange.members["resource_token"])
    for name in ("iss", "ps", "sub", "agent_jkt", "mission_s256", "tenant"):
        require(updated.get(name) == original.get(name), f"{name} differs")


def pending_owner(case: Case, exchange: Exchange, at: float) -> None:
    """The package is no server: it keeps no pending requests."""
    request(case, exchange, at)
    owner = deferred(case.archive, exchange.url)
    theirs, own = owner.request_token, exchange.request_token
    require(claims(theirs)["sub"] == claims(own)["sub"], "another agent polls")
    require(thumbprint(theirs) == thumbprint(own), "another key polls")


def pending_known(case: Case, exchange: Exchange, at: float) -> None:
    """The package is no server: it keeps no pending requests."""
    request(case, exchange, at)
    given = [e.response_header("Location") for e in case.archive.signed]
    require(exchange.url in given, "nobody was given this pending URL")


def pending_alive(case: Case, exchange: Exchange, at: float) -> None:
    """The package is no server: it keeps no pending requests."""
    request(case, exchange, at)
    earlier = [e for e in case.archive.signed if e.url == exchange.url and e.answered_at < at]
    require(all(e.status == 202 for e in earlier), "the final answer was given")


def code_known(case: Case, exchange: Exchange, at: float) -> None:
    """The package serves no page."""
    require(presented_code(exchange) in issued_codes(case.archive), "no such code was issued")


def code_alive(case: Case, exchange: Exchange, at: float) -> None:
    """The package serves no page."""
    code_known(case, exchange, at)
    require(at < first_redeemed(case.archive).at + PENDING_S, "the request has expired")


def code_unused(case: Case, exchange: Exchange, at: float) -> None:
    """The package serves no page."""
    if exchange.method != "GET":
        return
    code_known(case, exchange, at)
    visits = [e for e in case.archive.exchanges if e.kind == "browser" and e.method == "GET"]
    used = [presented_code(e) for e in visits if e.at < exchange.at]
    require(presented_code(exchange) not in used, "the code was used")


def signed_in(case: Case, exchange: Exchange, at: float) -> None:
    """The package serves no page, and signing in stands in no message."""
    browsers = [e for e in case.archive.exchanges if e.kind == "browser"]
    known = {e.header("Cookie") for e in browsers} - {"", None}
    require(exchange.header("Cookie") in known, "nobody is signed in in this browser")


def decision_consent(case: Case, exchange: Exchange, at: float) -> None:
    """The package serves no page."""
    pages = [e for e in case.archive.exchanges if e.kind == "browser" and e.method == "GET"]
    given = {
        value
        for page in pages
        for value in re.findall(r'name="consent" value="([^"]+)"', (page.response_body or b"").decode())
    }
    sent = re.search(r"(?:^|&)consent=([^&]*)", (exchange.body or b"").decode())
    require(sent is not None and sent[1] in given, "the form is of no page")


def status_named(case: Case, exchange: Exchange, at: float) -> None:
    """The package takes a body without a status as pending."""
    require(isinstance(exchange.response_members.get("status"), str), "no status")


def question_asked(case: Case, exchange: Exchange, at: float) -> None:
    """The package passes a requirement without its question by, and polls on."""
    deferred_response(case, exchange, at)
    require(isinstance(exchange.response_members.get("clarification"), str), "no question")


def code_readable(case: Case, exchange: Exchange, at: float) -> None:
    """The package hands any code on to the person."""
    code = parameter(exchange.response_header("AAuth-Requirement"), "requirement", "code")
    alphabet = r"[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4})+"
    require(re.fullmatch(alphabet, code) is not None, "no code looks like that")


# The draft's table of polling errors, and the errors of its token endpoint that the run has.
STATUS_OF = {"denied": 403, "expired": 408, "invalid_code": 410, "slow_down": 429, "invalid_request": 400}


def error_named(case: Case, exchange: Exchange, at: float) -> None:
    """The package takes an error that it does not find from the status."""
    error = exchange.response_members.get("error")
    require(error in STATUS_OF, "no error is named")
    require(exchange.status == STATUS_OF[error], "the error comes with another status")


def withdrawn(case: Case, exchange: Exchange, at: float) -> None:
    """The package does not look at the response to a withdrawal."""
    require(exchange.method == "DELETE" and exchange.status == 204, "it is not withdrawn")


def first_redeemed(archive: Archive) -> Exchange:
    """The first request that brought a resource token."""
    return next(e for e in archive.signed if "resource_token" in e.members)


def deferred(archive: Archive, url: str) -> Exchange:
    """The request that was answered with this pending URL."""
    return next(e for e in archive.signed if e.response_header("Location") == url)


def presented_code(exchange: Exchange) -> str | None:
    found = re.search(r"[?&]code=([^&]*)", exchange.url)
    return found and found[1].replace("-", "").upper()


def issued_codes(archive: Archive) -> set[str]:
    fields = [e.response_header("AAuth-Requirement") for e in archive.signed]
    codes = [parameter(field, "requirement", "code") for field in fields if field]
    return {code.replace("-", "").upper() for code in codes if code}


# Each row: how it is verified, and what the package says of it (part of its message).
PACKAGE: dict[str, tuple[Check, str]] = {
    "signature-removed": (request, "Signature"),
    "path-not-covered": (request, "Missing required covered components"),
    "key-not-covered": (request, "Missing required covered components"),
    "body-not-covered": (request, "Missing required covered components"),
    "replayed-late": (request, "Signature verification failed"),
    "dated-ahead": (request, "created is in the future"),
    "dated-back": (request, "Signature verification failed"),
    "past-its-expires": (request, "Signature verification failed"),
    "bare-key": (request, "must use jwt"),
    "no-token": (request, "Cannot decode JWT"),
    "polymorphic-key": (request, "unsupported fully-specified alg"),
    "path-changed": (request, "Signature verification failed"),
    "stolen-token": (request, "Signature verification failed"),
    "body-changed": (request, "Signature verification failed"),
    "token-exchanged": (request, "Signature verification failed"),
    "resource-token-shown": (request, "Unexpected request token type"),
    "polymorphic-token": (request, "algorithm"),
    "wrong-role": (shown_token, "Invalid dwk for token type"),
    "issuer-with-a-slash": (request, "issuer"),
    "unknown-key": (request, "issuer key"),
    "claim-changed": (request, "JWT signature verification failed"),
    "expired-token": (request, "expired"),
    "nameless-token": (request, "jti"),
    "long-lived-token": (request, "lifetime exceeds one hour"),
    "unbound-agent-token": (request, "cnf.jwk"),
    "person-server-with-a-port": (request, "server identifier"),
    "unreadable-parent": (request, "agent identifier"),
    "unreadable-agent": (request, "agent identifier"),
    "person-token-for-another-resource": (request, "Audience mismatch"),
    "unbound-person-token": (request, "cnf.jwk"),
    "person-token-without-a-person": (request, "sub"),
    "auth-token-for-another-resource": (request, "Audience mismatch"),
    "unbound-auth-token": (request, "cnf.jwk"),
    "auth-token-without-a-person": (request, "sub"),
    "auth-token-of-another-person-server": (request, "ps must equal iss"),
    "resource-token-for-another-server": (redemption, "Audience mismatch"),
    "resource-token-of-another-agent": (redemption, "agent_jkt mismatch"),
    "presented-token-of-another-agent": (redemption, "Presented confirmation key mismatch"),
    "presented-token-for-another-resource": (redemption, "Audience mismatch"),
    "presented-token-exchanged": (redemption, "binding mismatch"),
    "resource-token-names-another-person-server": (redemption, "PS mismatch"),
    "resource-token-names-another-person": (redemption, "binding mismatch"),
    "resource-token-names-a-mission": (redemption, "mission_s256 binding mismatch"),
    "resource-token-names-a-tenant": (redemption, "tenant binding mismatch"),
    "expired-resource-token": (redemption, "expired"),
    "expired-update": (redemption, "expired"),
    "challenge-without-a-token": (unasked_challenge, "no resource token"),
    "challenge-forged": (challenge, "JWT signature verification failed"),
    "challenge-for-another-agent": (challenge, "agent_jkt mismatch"),
    "challenge-names-another-person-server": (challenge, "PS mismatch"),
    "challenge-names-another-person": (challenge, "binding mismatch"),
    "challenge-names-another-token": (challenge, "binding mismatch"),
    "expired-challenge": (challenge, "expired"),
    "received-person-token-forged": (person_token, "JWT signature verification failed"),
    "received-person-token-for-another-resource": (person_token, "Audience mismatch"),
    "received-person-token-of-another-agent": (person_token, "Confirmation key mismatch"),
    "received-resource-token-missing": (resource_token, "no resource token"),
    "received-resource-token-forged": (resource_token, "JWT signature verification failed"),
    "received-resource-token-of-another-person": (resource_token, "binding mismatch"),
    "received-auth-token-forged": (auth_token, "JWT signature verification failed"),
    "received-auth-token-for-another-resource": (auth_token, "Audience mismatch"),
    "received-auth-token-of-another-agent": (auth_token, "Confirmation key mismatch"),
    "metadata-without-issuer": (metadata, "issuer is missing"),
    "metadata-of-another-server": (metadata, "issuer mismatch"),
    "metadata-without-keys": (metadata, "missing jwks_uri"),
    "metadata-with-a-query": (metadata, "must not contain a query"),
    "key-set-without-keys": (key_set, "issuer key"),
    "key-set-exchanged": (key_set, "JWT signature verification failed"),
    "deferred-to-nowhere": (deferred_response, "no Location"),
    "deferred-to-another-server": (deferred_response, "same origin"),
    "requirement-without-a-name": (deferred_response, "must include 'requirement'"),
    "page-without-tls": (deferred_response, "Invalid interaction URL"),
    "page-with-a-query": (deferred_response, "Invalid interaction URL"),
}

# Rows that are decided here; the check says why the package cannot.
PLAIN: dict[str, Check] = {
    "token-from-the-future": issued_ahead,
    "person-token-with-a-scope": carries_authorization,
    "received-auth-token-of-another-person": auth_token,
    "deferred-without-a-status": status_named,
    "question-left-out": question_asked,
    "question-of-another-type": question_asked,
    "code-with-a-letter-that-none-has": code_readable,
    "refusal-without-an-error": error_named,
    "refusal-with-another-error": error_named,
    "withdrawal-still-pending": withdrawn,
    "update-for-another-person": same_request,
    "update-for-another-tenant": same_request,
    "update-under-another-key": same_request,
    "anothers-pending-url": pending_owner,
    "unknown-pending-url": pending_known,
    "poll-after-the-end": pending_alive,
    "wrong-code": code_known,
    "late-code": code_alive,
    "code-used-twice": code_unused,
    "page-opened-by-the-agent": signed_in,
    "decision-without-signing-in": signed_in,
    "decision-from-another-page": decision_consent,
}

# In the honest run, the last poll comes after the end on purpose.
FAILS_HONESTLY = {"poll-after-the-end"}


# The runs in which every message occurs that a row changes.
CHOICES = ("agent1.update", "agent1.withdraw", "person1.deny")
PATHS = ([], *(["--choices", choices] for choices in CHOICES))


@pytest.fixture(scope="session")
def cases(trace: Callable[..., str]) -> dict[str, Case]:
    """The rows, each with the first run that has its message."""
    found: dict[str, Case] = {}
    for path in PATHS:
        archive = Archive(trace("export", "clarification", "--format", "har", *path))
        witness = Witness(archive)
        document = json.loads(trace("export", "clarification", "--format", "tampered", *path))
        for row in document["rows"]:
            (honest,) = [e for e in archive.exchanges if e.number == row["exchange"]]
            case = Case(row, honest, arrived(row, honest), seconds(row["at"]), archive, witness)
            found.setdefault(row["name"], case)
    return found


@pytest.fixture
def case(request: pytest.FixtureRequest, cases: dict[str, Case]) -> Case:
    return cases[request.param]


def test_every_row_is_decided_here(cases: dict[str, Case]) -> None:
    assert set(cases) == set(PACKAGE) | set(PLAIN)
    assert not set(PACKAGE) & set(PLAIN)


def test_every_row_fails_at_its_rule(cases: dict[str, Case]) -> None:
    for name, case in cases.items():
        assert case.row["failure"]["rule"] == case.row["rule"], name


@pytest.mark.parametrize("case", PACKAGE, indirect=True)
def test_the_package_refuses(case: Case) -> None:
    check, words = PACKAGE[case.row["name"]]
    check(case, case.honest, case.at_honest)
    with pytest.raises(AAuthError, match=re.escape(words)):
        check(case, case.arrived, case.at)


@pytest.mark.parametrize("case", PLAIN, indirect=True)
def test_another_means_refuses(case: Case) -> None:
    check = PLAIN[case.row["name"]]
    if case.row["name"] not in FAILS_HONESTLY:
        check(case, case.honest, case.at_honest)
    with pytest.raises(Refused):
        check(case, case.arrived, case.at)


@pytest.mark.parametrize("case", ["body-changed"], indirect=True)
def test_a_changed_body_leaves_the_signature_as_it_was(case: Case) -> None:
    """The package says only that the request does not verify. The digest is the reason, not the signature."""
    key = bases.part(case.arrived.request_token, 1)["cnf"]["jwk"]
    assert bases.signature_holds(case.arrived, key["x"])
    assert bases.digest_holds(case.honest) and not bases.digest_holds(case.arrived)
