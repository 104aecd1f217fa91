//! base64url without padding, the only encoding JOSE uses.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The bytes as base64url without padding.
#[must_use]
pub fn encode(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The bytes that `text` stands for.
///
/// `None` when it has padding, a character outside the alphabet, or trailing bits that are not
/// zero: each byte string has exactly one encoding.
#[must_use]
pub fn decode(text: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(text).ok()
}
