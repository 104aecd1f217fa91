//! Header field names in the spelling that is sent, media types, and `Retry-After`.
//!
//! Names are compared without regard to case; these constants only say how they are written.

use super::message::Headers;

/// Which capabilities the agent has. Direction: agent to resource.
pub const AAUTH_CAPABILITIES: &str = "AAuth-Capabilities";
/// What the request still needs. Direction: server to agent.
pub const AAUTH_REQUIREMENT: &str = "AAuth-Requirement";
/// The algorithms a verifier takes. Direction: server to signer.
pub const ACCEPT_SIGNATURE_ALG: &str = "Accept-Signature-Alg";
/// The `Signature-Key` schemes a verifier takes. Direction: server to signer.
pub const ACCEPT_SIGNATURE_SCHEME: &str = "Accept-Signature-Scheme";
/// Credentials beside the signature.
pub const AUTHORIZATION: &str = "Authorization";
/// How long an answer may be kept.
pub const CACHE_CONTROL: &str = "Cache-Control";
/// The digest of the body (RFC 9530).
pub const CONTENT_DIGEST: &str = "Content-Digest";
/// The type of the body.
pub const CONTENT_TYPE: &str = "Content-Type";
/// The host the request is for.
pub const HOST: &str = "Host";
/// Where the pending request lives. Direction: server to agent.
pub const LOCATION: &str = "Location";
/// How long the agent is ready to wait for an answer (RFC 7240).
pub const PREFER: &str = "Prefer";
/// How long to wait before the next poll. Direction: server to agent.
pub const RETRY_AFTER: &str = "Retry-After";
/// The signature (RFC 9421).
pub const SIGNATURE: &str = "Signature";
/// Why a signature was refused. Direction: server to signer.
pub const SIGNATURE_ERROR: &str = "Signature-Error";
/// What the signature covers (RFC 9421).
pub const SIGNATURE_INPUT: &str = "Signature-Input";
/// The key that the signature was made with, or the way to it.
pub const SIGNATURE_KEY: &str = "Signature-Key";

/// The type of a JSON body.
pub const APPLICATION_JSON: &str = "application/json";
/// The type of an error body (RFC 9457).
pub const APPLICATION_PROBLEM_JSON: &str = "application/problem+json";
/// The `Cache-Control` of every answer that depends on who asked, or on when.
pub const NO_STORE: &str = "no-store";

/// The value of `Retry-After` in seconds.
///
/// `None` when the field is absent or is a date: AAuth sends seconds, and a recipient that reads
/// none falls back to its default interval.
///
/// Spec: `#deferred-responses`.
#[must_use]
pub fn retry_after_s(headers: &Headers) -> Option<u64> {
    digits(headers.first(RETRY_AFTER)?.trim_matches([' ', '\t']))
}

/// A number written in decimal digits and nothing else.
pub(super) fn digits(text: &str) -> Option<u64> {
    let plain = text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}
