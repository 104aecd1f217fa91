//! Signature algorithms by their JOSE names.

use core::fmt;

use thiserror::Error;

use crate::check::Fault;

/// An algorithm that this crate implements.
///
/// Spec: `#signature-algorithms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Algorithm {
    /// EdDSA with curve Ed25519, under its fully specified name (RFC 9864).
    Ed25519,
}

/// An `alg` that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AlgorithmError {
    /// There is none.
    #[error("alg is missing")]
    Missing,
    /// The name leaves the curve open.
    #[error("'{alg}' does not determine the algorithm completely")]
    Polymorphic {
        /// The name.
        alg: String,
    },
    /// `none`, or an algorithm with a shared secret.
    #[error("'{alg}' must not be used")]
    Forbidden {
        /// The name.
        alg: String,
    },
    /// A name of an algorithm that is not implemented here.
    #[error("'{alg}' is not implemented here")]
    Unimplemented {
        /// The name.
        alg: String,
    },
}

impl Algorithm {
    /// The algorithm of that name, as it stands in a JWK or in a JWS header.
    ///
    /// # Errors
    ///
    /// [`AlgorithmError`] when `alg` is absent, polymorphic, forbidden or not implemented.
    pub fn parse(alg: Option<&str>) -> Result<Self, AlgorithmError> {
        let named = |alg: &str| alg.to_owned();
        match alg {
            None => Err(AlgorithmError::Missing),
            Some("Ed25519") => Ok(Self::Ed25519),
            Some(alg @ "EdDSA") => Err(AlgorithmError::Polymorphic { alg: named(alg) }),
            Some(alg @ ("none" | "HS256" | "HS384" | "HS512")) => {
                Err(AlgorithmError::Forbidden { alg: named(alg) })
            }
            Some(alg) => Err(AlgorithmError::Unimplemented { alg: named(alg) }),
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ed25519 => "Ed25519",
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl AlgorithmError {
    /// The fault of a step that meets it.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self {
            Self::Missing
            | Self::Polymorphic { .. }
            | Self::Forbidden { .. }
            | Self::Unimplemented { .. } => Fault::AlgorithmUnsupported,
        }
    }
}
