"""The verdict of the PyPI package `aauth` on a message, at the message's own time.

Two things stand between the archive and the package, and both are here:

- The package reads the system clock, so `time.time` is set to the moment of the message.
- The package writes and reads the byte sequence of `Signature` as base64url without padding. RFC
  9651 section 3.3.5 and RFC 9421 section 4.2 have it in base64 with padding, and so has the archive.
  The signature's bytes are parsed strictly and handed over in the package's own notation; the header
  is not covered by the signature. `bases.py` verifies the same bytes without this step.
"""

from __future__ import annotations

import base64
import contextlib
import time
from collections.abc import Iterator
from typing import Any
from unittest import mock

from aauth import calculate_jwk_thumbprint
from aauth.metadata.common import validate_metadata
from aauth.resource.verifier import RequestVerifier
from aauth.tokens.common import parse_jwt, verify_token
from aauth.tokens.resource_token import verify_resource_token

from archive import Archive, Exchange, dictionary


@contextlib.contextmanager
def clock(at: float) -> Iterator[None]:
    """The package sees this time, in seconds since the epoch."""
    with mock.patch.object(time, "time", lambda: at):
        yield


def package_headers(exchange: Exchange) -> dict[str, str]:
    """The request's headers, with `Signature` in the package's notation."""
    headers = {name: exchange.header(name) for name, _ in exchange.headers}
    for name, value in headers.items():
        if name.lower() == "signature":
            headers[name] = package_signature(value)
    return headers


def package_signature(value: str) -> str:
    ((label, item),) = dictionary(value).items()
    text = base64.urlsafe_b64encode(item.value).rstrip(b"=").decode()
    return f"{label}=:{text}:"


class Refused(Exception):
    """What stands against a message, where these tests decide and not the package."""


def require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Refused(otherwise)


class Witness:
    """Verifies messages with keys that only the archive's own discovery leads to."""

    def __init__(self, archive: Archive) -> None:
        self.archive = archive

    def jwks(self, issuer: str, dwk: str, kid: str | None = None) -> dict[str, Any]:
        """Metadata, then key set, both as the archive has them."""
        metadata = self.archive.document(f"{issuer}/.well-known/{dwk}")
        validate_metadata(metadata, issuer, ("jwks_uri",))
        return self.archive.document(metadata["jwks_uri"])

    def request(self, exchange: Exchange, at: float, *, covers_body: bool) -> dict[str, Any]:
        """What the package says of a signed request: its signature, and the token that carries the key."""
        body = ["content-type", "content-digest"] if covers_body and exchange.body else []
        person_servers = self.issuers("aauth-person.json")
        verifier = RequestVerifier(
            {exchange.host},
            self.jwks,
            trusted_auth_servers=person_servers,
            trusted_person_servers=person_servers,
            additional_signature_components=body,
        )
        with clock(at):
            return verifier.verify_request(
                exchange.method, exchange.url, package_headers(exchange), exchange.body
            )

    def issuers(self, dwk: str) -> set[str]:
        """The servers whose metadata document of this name was fetched."""
        suffix = f"/.well-known/{dwk}"
        return {
            exchange.origin
            for exchange in self.archive.exchanges
            if exchange.kind == "discovery" and exchange.path == suffix
        }

    def shown_token(self, exchange: Exchange, at: float) -> dict[str, Any]:
        """The token in Signature-Key alone, as the server that was called verifies it."""
        with clock(at):
            return verify_token(exchange.request_token, self.jwks, expected_aud=exchange.origin)

    def challenge(self, exchange: Exchange, at: float, person_server: str) -> dict[str, Any]:
        """The resource token that an agent received, as the agent verifies it."""
        presented = exchange.request_token
        with clock(at):
            return verify_resource_token(
                exchange.received_resource_token,
                self.jwks,
                presented_token=presented,
                expected_iss=exchange.origin,
                expected_ps=person_server,
                expected_agent_jkt=thumbprint(presented),
            )

    def redemption(self, exchange: Exchange, at: float) -> dict[str, Any]:
        """The resource token and the presented token of a request, as the person server verifies them."""
        sent = exchange.members
        with clock(at):
            return verify_resource_token(
                sent["resource_token"],
                self.jwks,
                presented_token=sent["presented_token"],
                expected_aud=exchange.origin,
                expected_ps=exchange.origin,
                expected_agent_jkt=thumbprint(exchange.request_token),
            )

    def person_token(self, exchange: Exchange, at: float) -> dict[str, Any]:
        """The person token of a response, as the agent that asked for it verifies it."""
        agent = claims(exchange.request_token)
        with clock(at):
            token = verify_token(
                exchange.response_members["person_token"],
                self.jwks,
                expected_typ="aa-person+jwt",
                expected_iss=agent["ps"],
                expected_aud=exchange.members["resource"],
                request_signing_jwk=agent["cnf"]["jwk"],
            )
        require(token["exp"] <= agent["exp"], "it outlives the agent token")
        return token

    def auth_token(self, exchange: Exchange, at: float, redeemed: Exchange) -> dict[str, Any]:
        """The auth token of a response, as the agent that redeemed a resource token verifies it."""
        agent = claims(exchange.request_token)
        resource_token = claims(redeemed.members["resource_token"])
        presented = claims(redeemed.members["presented_token"])
        with clock(at):
            token = verify_token(
                exchange.response_members["auth_token"],
                self.jwks,
                expected_typ="aa-auth+jwt",
                expected_iss=resource_token["aud"],
                expected_aud=resource_token["iss"],
                request_signing_jwk=agent["cnf"]["jwk"],
            )
        asked, granted = resource_token["scope"].split(), token["scope"].split()
        require(token["sub"] == resource_token["sub"], "it names another person")
        require(token["ps"] == resource_token["ps"], "it names another person server")
        require(token["exp"] <= min(agent["exp"], presented["exp"]), "it outlives its ground")
        require(set(granted) <= set(asked), "it grants more than was asked for")
        return token


def claims(token: str) -> dict[str, Any]:
    """The claims of a token that is verified elsewhere."""
    return parse_jwt(token)[1]


def thumbprint(token: str) -> str:
    """The thumbprint of the key a token is bound to."""
    return calculate_jwk_thumbprint(claims(token)["cnf"]["jwk"])
