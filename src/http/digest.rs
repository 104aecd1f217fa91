//! `Content-Digest`: the digest of a body's exact bytes (RFC 9530).

use sfv::{DictSerializer, key_ref};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::structured::Dictionary;

/// The SHA-256 that a `Content-Digest` field carries. Digests by other algorithms beside it are
/// ignored.
///
/// Direction: any signed request with a body.
/// Spec: `#covered-components`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContentDigest {
    sha256: [u8; 32],
}

/// A `Content-Digest` field that says nothing usable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DigestError {
    /// The field is no structured dictionary.
    #[error("Content-Digest is not a dictionary: {reason}")]
    Unreadable {
        /// What the parser says.
        reason: String,
    },
    /// There is no `sha-256` member.
    #[error("Content-Digest has no sha-256, only {}", .algorithms.join(", "))]
    NoSha256 {
        /// The algorithms it has.
        algorithms: Vec<String>,
    },
    /// `sha-256` is not a byte sequence of 32 bytes.
    #[error("sha-256 in Content-Digest is no byte sequence of 32 bytes")]
    NotADigest,
}

/// A body that is not the one that was digested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the body has another digest than Content-Digest says")]
pub struct DigestMismatch {
    /// The digest in the field.
    pub received: ContentDigest,
    /// The digest of the body.
    pub computed: ContentDigest,
}

impl ContentDigest {
    /// The digest of `body`.
    #[must_use]
    pub fn of(body: &[u8]) -> Self {
        Self {
            sha256: Sha256::digest(body).into(),
        }
    }

    /// Reads a field value.
    ///
    /// # Errors
    ///
    /// [`DigestError`] when it is unreadable or has no SHA-256.
    pub fn parse(field: &str) -> Result<Self, DigestError> {
        let digests = Dictionary::parse(field).map_err(|error| DigestError::Unreadable {
            reason: error.to_string(),
        })?;
        let Some(member) = digests.get("sha-256") else {
            return Err(DigestError::NoSha256 {
                algorithms: digests.names().map(str::to_owned).collect(),
            });
        };
        let sha256 = member.bytes().and_then(|bytes| bytes.try_into().ok());
        Ok(Self {
            sha256: sha256.ok_or(DigestError::NotADigest)?,
        })
    }

    /// The field value, `sha-256=:…:` in standard base64.
    #[must_use]
    pub fn to_field(self) -> String {
        let mut field = DictSerializer::new();
        let _ = field.bare_item(key_ref("sha-256"), self.sha256.as_slice());
        field.finish().expect("the dictionary has a member")
    }

    /// Compares with the bytes that arrived.
    ///
    /// # Errors
    ///
    /// [`DigestMismatch`] when `body` is another body.
    pub fn compare(self, body: &[u8]) -> Result<(), DigestMismatch> {
        let computed = Self::of(body);
        if computed == self {
            return Ok(());
        }
        Err(DigestMismatch {
            received: self,
            computed,
        })
    }
}
