//! Ed25519 keys.

use core::fmt;

use ed25519_dalek::{Signature, Signer as _, VerifyingKey};
use thiserror::Error;

use super::algorithm::Algorithm;
use super::jwk::Jwk;
use super::memory;
use crate::check::Fault;

/// A public key that signatures are verified with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey(VerifyingKey);

/// A private key, with the `kid` it is published under. Its `Debug` shows the public half only.
#[derive(Clone)]
pub struct SigningKey {
    key: ed25519_dalek::SigningKey,
    kid: Option<String>,
}

/// A signature that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignatureError {
    /// An Ed25519 signature has 64 bytes.
    #[error("a signature has 64 bytes, not {len}")]
    Length {
        /// How many it has.
        len: u32,
    },
    /// The equation does not hold, or key or signature is not in canonical form.
    #[error("the signature does not verify under the key")]
    Invalid,
}

impl PublicKey {
    /// The key that these 32 bytes encode (RFC 8032 section 5.1.3). `None` when they are no point.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Option<Self> {
        memory::point(bytes, || VerifyingKey::from_bytes(bytes).ok()).map(Self)
    }

    /// The key's 32 bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; 32] {
        self.0.as_bytes()
    }

    /// Verifies `signature` over `message`, refusing weak keys and non-canonical signatures.
    ///
    /// # Errors
    ///
    /// [`SignatureError`] when it does not hold.
    pub fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), SignatureError> {
        let signature = Signature::from_slice(signature).map_err(|_| SignatureError::Length {
            len: u32::try_from(signature.len()).unwrap_or(u32::MAX),
        })?;
        let bytes = signature.to_bytes();
        let verify = || self.0.verify_strict(message, &signature).is_ok();
        if memory::held(self.as_bytes(), message, &bytes, verify) {
            Ok(())
        } else {
            Err(SignatureError::Invalid)
        }
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "PublicKey({})",
            super::base64url::encode(self.as_bytes())
        )
    }
}

impl SigningKey {
    /// The key whose secret these 32 bytes are: a draw, or the seed of a test vector.
    #[must_use]
    pub fn from_secret(secret: &[u8; 32]) -> Self {
        Self {
            key: ed25519_dalek::SigningKey::from_bytes(secret),
            kid: None,
        }
    }

    /// The key under the name by which its owner publishes it.
    #[must_use]
    pub fn with_kid(mut self, kid: impl Into<String>) -> Self {
        self.kid = Some(kid.into());
        self
    }

    /// The name under which it is published.
    #[must_use]
    pub fn kid(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// Signs `message`.
    #[must_use]
    pub fn sign(&self, message: &[u8]) -> [u8; 64] {
        let make = || self.key.sign(message).to_bytes();
        memory::made(self.key.verifying_key().as_bytes(), message, make)
    }

    /// The public half.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.key.verifying_key())
    }

    /// The public half as a JWK with a fully specified `alg`, and with the `kid` when it has one.
    #[must_use]
    pub fn public_jwk(&self) -> Jwk {
        Jwk::of(Algorithm::Ed25519, &self.public_key(), self.kid.clone())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey")
            .field("kid", &self.kid)
            .field("public", &self.public_key())
            .finish_non_exhaustive()
    }
}

impl SignatureError {
    /// The fault of a step that meets it.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self {
            Self::Length { .. } | Self::Invalid => Fault::SignatureInvalid,
        }
    }
}
