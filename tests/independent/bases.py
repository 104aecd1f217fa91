"""A second witness for signatures: RFC 9421 spelled out, with `http_sfv` and `cryptography` only.

It reads `Signature` as it stands, builds the base from the covered components, and verifies.
"""

from __future__ import annotations

import base64
import hashlib
import json
from urllib.parse import urlsplit

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from archive import Exchange, dictionary


def signature_base(exchange: Exchange, label: str) -> str:
    """RFC 9421 section 2.5, for the components that AAuth covers."""
    covered = dictionary(exchange.header("Signature-Input"))[label]
    lines = [f'"{item.value}": {component(exchange, item.value)}' for item in covered]
    return "\n".join([*lines, f'"@signature-params": {covered}'])


def component(exchange: Exchange, name: str) -> str:
    parts = urlsplit(exchange.url)
    match name:
        case "@method":
            return exchange.method
        case "@authority":
            return parts.netloc
        case "@path":
            return parts.path
        case "@query":
            return f"?{parts.query}"
    value = exchange.header(name)
    assert value is not None, f"{name} is covered and not there"
    return value


def signature_holds(exchange: Exchange, x: str) -> bool:
    """Whether the request's signature verifies under the Ed25519 key with this `x`."""
    (label,) = dictionary(exchange.header("Signature-Input"))
    signature = dictionary(exchange.header("Signature"))[label].value
    return ed25519_holds(x, signature, signature_base(exchange, label).encode("ascii"))


def digest_holds(exchange: Exchange) -> bool:
    """Whether Content-Digest is that of the body, RFC 9530."""
    stated = dictionary(exchange.header("Content-Digest"))["sha-256"].value
    return stated == hashlib.sha256(exchange.body).digest()


def token_holds(token: str, x: str) -> bool:
    """Whether a JWT's signature verifies under the Ed25519 key with this `x`, RFC 8037."""
    signed, _, signature = token.rpartition(".")
    return ed25519_holds(x, unpadded(signature), signed.encode("ascii"))


def part(token: str, index: int) -> dict:
    return json.loads(unpadded(token.split(".")[index]))


def jwk_thumbprint(jwk: dict) -> str:
    """RFC 7638 for an Ed25519 key, RFC 8037 appendix A.3."""
    text = json.dumps({name: jwk[name] for name in ("crv", "kty", "x")}, separators=(",", ":"))
    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()


def ed25519_holds(x: str, signature: bytes, message: bytes) -> bool:
    try:
        Ed25519PublicKey.from_public_bytes(unpadded(x)).verify(signature, message)
    except InvalidSignature:
        return False
    return True


def unpadded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
