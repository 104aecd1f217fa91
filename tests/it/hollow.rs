//! Tokens that nobody signed, for tests that look at their shape or their claims only.

use aauth_sim::jose::base64url;

/// A header that names an algorithm, an empty payload, and one byte in the signature's place.
pub(crate) fn hollow_token() -> String {
    hollow_token_with("{}")
}

/// The same with these claims.
pub(crate) fn hollow_token_with(claims: &str) -> String {
    let header = base64url::encode("{\"alg\":\"Ed25519\"}");
    let payload = base64url::encode(claims);
    format!("{header}.{payload}.{}", base64url::encode([0]))
}

/// `Signature-Key`: that token under a label.
pub(crate) fn hollow_key(label: &str) -> String {
    format!("{label}=jwt;jwt=\"{}\"", hollow_token())
}
