"""A run as the HTTP Archive holds it: exchanges, and the tokens that stand in them.

Everything here is read from the archive's own text. Nothing of the simulator is imported.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import http_sfv

# Three base64url parts, of which the first is that of an object.
JWT = re.compile(r"eyJ[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Exchange:
    """A request with its response."""

    number: int
    kind: str
    at: float
    answered_at: float
    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    body: bytes | None
    status: int
    response_headers: tuple[tuple[str, str], ...]
    response_body: bytes | None

    @property
    def origin(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}"

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    @property
    def path(self) -> str:
        return urlsplit(self.url).path

    def header(self, name: str) -> str | None:
        return combined(self.headers, name)

    def response_header(self, name: str) -> str | None:
        return combined(self.response_headers, name)

    @property
    def is_signed(self) -> bool:
        return self.header("Signature") is not None

    @property
    def members(self) -> dict[str, Any]:
        return members(self.body)

    @property
    def response_members(self) -> dict[str, Any]:
        return members(self.response_body)

    @property
    def request_token(self) -> str | None:
        """The token in Signature-Key."""
        value = self.header("Signature-Key")
        return parameter(value, None, "jwt") if value else None

    @property
    def challenge_token(self) -> str | None:
        """The resource token that the agent was challenged with."""
        value = self.response_header("AAuth-Requirement")
        return parameter(value, "requirement", "resource-token") if value else None

    @property
    def received_resource_token(self) -> str | None:
        """The resource token that the agent received, by a challenge or because it asked for it."""
        return self.challenge_token or self.response_members.get("resource_token")

    @property
    def jwks_uri(self) -> str | None:
        return self.response_members.get("jwks_uri")


def combined(headers: tuple[tuple[str, str], ...], name: str) -> str | None:
    """The values of a field, joined as RFC 9110 section 5.3 joins them."""
    values = [value.strip() for field, value in headers if field.lower() == name.lower()]
    return ", ".join(values) if values else None


def members(body: bytes | None) -> dict[str, Any]:
    """The members of a body that is a JSON object; none for another body."""
    try:
        value = json.loads(body or b"")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def dictionary(value: str) -> http_sfv.Dictionary:
    parsed = http_sfv.Dictionary()
    parsed.parse(value.encode("ascii"))
    return parsed


def parameter(value: str, member: str | None, name: str) -> str | None:
    """A parameter of a member of a dictionary field; of its only member when none is named."""
    parsed = dictionary(value)
    if member is None:
        (member,) = parsed
    return parsed[member].params.get(name) if member in parsed else None


def seconds(text: str) -> float:
    """Seconds since the epoch of a moment as the archive writes it."""
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def pairs(entries: list[dict[str, str]]) -> tuple[tuple[str, str], ...]:
    return tuple((entry["name"], entry["value"]) for entry in entries)


def bytes_of(part: dict[str, Any] | None, encoding: str) -> bytes | None:
    if part is None or "text" not in part:
        return None
    text = part["text"]
    return base64.b64decode(text) if part.get(encoding) == "base64" else text.encode()


def exchange(entry: dict[str, Any]) -> Exchange:
    request, response = entry["request"], entry["response"]
    at = seconds(entry["startedDateTime"])
    timings = entry["timings"]
    return Exchange(
        number=entry["_exchange"],
        kind=entry["_kind"],
        at=at,
        answered_at=at + (timings["send"] + timings["wait"]) / 1000,
        method=request["method"],
        url=request["url"],
        headers=pairs(request["headers"]),
        body=bytes_of(request.get("postData"), "_encoding"),
        status=response["status"],
        response_headers=pairs(response["headers"]),
        response_body=bytes_of(response["content"], "encoding"),
    )


class Archive:
    """The exchanges of a run in the order of their requests."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.exchanges = [exchange(entry) for entry in json.loads(text)["log"]["entries"]]

    @property
    def signed(self) -> list[Exchange]:
        return [exchange for exchange in self.exchanges if exchange.is_signed]

    def document(self, url: str) -> dict[str, Any]:
        """The JSON object that was fetched from this URL. All fetches must have got the same."""
        found = [
            exchange.response_members
            for exchange in self.exchanges
            if exchange.kind == "discovery" and exchange.url == url and exchange.status == 200
        ]
        if not found:
            raise LookupError(f"nobody fetched {url}")
        if any(other != found[0] for other in found):
            raise LookupError(f"{url} had different answers")
        return found[0]

    def jwt_count(self) -> int:
        """How many strings in the whole text look like a JWT."""
        return len(JWT.findall(self.text))
