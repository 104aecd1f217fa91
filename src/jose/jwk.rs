//! JSON Web Keys.

use sha2::{Digest as _, Sha256};
use thiserror::Error;

use super::algorithm::{Algorithm, AlgorithmError};
use super::base64url;
use super::key::PublicKey;
use crate::check::Fault;
use crate::json::{Object, Value};

/// A public key as it travels: in `cnf.jwk` of a token, or as a member of a key set.
///
/// It can be read, which does not mean that it can be used: a key of another type, or without
/// `alg`, reads well, and [`Jwk::algorithm`] refuses it. The draft has two steps for the two.
///
/// Spec: `#signature-algorithms`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jwk {
    kty: String,
    crv: Option<String>,
    x: Option<String>,
    alg: Option<String>,
    kid: Option<String>,
}

/// What is wrong with a key.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JwkError {
    /// It is JSON of another kind.
    #[error("a JWK is a JSON object")]
    NotAnObject,
    /// A member that a key of this type must have is not there.
    #[error("the member '{name}' is missing")]
    MemberMissing {
        /// Which.
        name: &'static str,
    },
    /// A member is something else than text.
    #[error("the member '{name}' is not a string")]
    MemberNotText {
        /// Which.
        name: &'static str,
    },
    /// `x` is not the encoding of a point of the curve.
    #[error("x = '{x}' is no Ed25519 public key")]
    NotAPoint {
        /// The value of `x`.
        x: String,
    },
    /// `alg` is not accepted.
    #[error(transparent)]
    Algorithm(#[from] AlgorithmError),
    /// `kty` or `crv` belongs to another algorithm.
    #[error("kty '{kty}' and crv '{}' do not belong to {alg}", .crv.as_deref().unwrap_or_default())]
    TypeDisagrees {
        /// The algorithm.
        alg: Algorithm,
        /// The key type.
        kty: String,
        /// The curve.
        crv: Option<String>,
    },
    /// The members that a thumbprint is computed over are known only for `OKP`.
    #[error("no thumbprint is defined here for kty '{kty}'")]
    ThumbprintUndefined {
        /// The key type.
        kty: String,
    },
}

impl Jwk {
    /// Reads a key. Members other than `kty`, `crv`, `x`, `alg` and `kid` are ignored.
    ///
    /// # Errors
    ///
    /// [`JwkError`] when it is no object, lacks `kty`, has a member that is not text, or is of type
    /// `OKP` and lacks `crv` or `x`, or names Ed25519 and `x` is no point of it.
    pub fn parse(value: &Value) -> Result<Self, JwkError> {
        let members = value.as_object().ok_or(JwkError::NotAnObject)?;
        for name in ["kty", "crv", "x", "alg", "kid"] {
            let value = members.get(name);
            if value.is_some_and(|value| value.as_str().is_none()) {
                return Err(JwkError::MemberNotText { name });
            }
        }
        let text = |name| members.get(name).and_then(Value::as_str).map(str::to_owned);
        let jwk = Self {
            kty: text("kty").ok_or(JwkError::MemberMissing { name: "kty" })?,
            crv: text("crv"),
            x: text("x"),
            alg: text("alg"),
            kid: text("kid"),
        };
        if jwk.kty == "OKP" {
            let (crv, x) = jwk.okp_members()?;
            if crv == "Ed25519" {
                point(x)?;
            }
        }
        Ok(jwk)
    }

    /// The JWK of a key of our own.
    pub(super) fn of(alg: Algorithm, key: &PublicKey, kid: Option<String>) -> Self {
        match alg {
            Algorithm::Ed25519 => Self {
                kty: "OKP".to_owned(),
                crv: Some("Ed25519".to_owned()),
                x: Some(base64url::encode(key.as_bytes())),
                alg: Some(alg.as_str().to_owned()),
                kid,
            },
        }
    }

    /// The key as JSON: `kid` when it has one, then `kty`, `crv`, `x`, `alg`.
    #[must_use]
    pub fn to_json(&self) -> Object {
        Object::new()
            .with_optional("kid", self.kid.as_deref())
            .with("kty", self.kty.as_str())
            .with_optional("crv", self.crv.as_deref())
            .with_optional("x", self.x.as_deref())
            .with_optional("alg", self.alg.as_deref())
    }

    /// The algorithm the key is for.
    ///
    /// `alg` must be there and determine the operation completely, and `kty` and `crv` must belong
    /// to it.
    ///
    /// # Errors
    ///
    /// [`JwkError::Algorithm`] or [`JwkError::TypeDisagrees`].
    pub fn algorithm(&self) -> Result<Algorithm, JwkError> {
        let alg = Algorithm::parse(self.alg.as_deref())?;
        match alg {
            Algorithm::Ed25519 => {
                let agrees = self.kty == "OKP" && self.crv.as_deref() == Some("Ed25519");
                agrees
                    .then_some(alg)
                    .ok_or_else(|| JwkError::TypeDisagrees {
                        alg,
                        kty: self.kty.clone(),
                        crv: self.crv.clone(),
                    })
            }
        }
    }

    /// The key itself.
    ///
    /// # Errors
    ///
    /// Whatever [`Jwk::algorithm`] says.
    pub fn public_key(&self) -> Result<PublicKey, JwkError> {
        match self.algorithm()? {
            Algorithm::Ed25519 => point(self.okp_members()?.1),
        }
    }

    /// The thumbprint (RFC 7638, RFC 8037 appendix A.3): SHA-256 over `crv`, `kty` and `x` in that
    /// order, as base64url. This is what `agent_jkt` holds.
    ///
    /// # Errors
    ///
    /// [`JwkError::ThumbprintUndefined`] for another `kty` than `OKP`.
    pub fn thumbprint(&self) -> Result<String, JwkError> {
        if self.kty != "OKP" {
            return Err(JwkError::ThumbprintUndefined {
                kty: self.kty.clone(),
            });
        }
        let (crv, x) = self.okp_members()?;
        let hashed = Object::new()
            .with("crv", crv)
            .with("kty", self.kty.as_str())
            .with("x", x)
            .to_string();
        Ok(base64url::encode(Sha256::digest(hashed.as_bytes())))
    }

    /// The key type.
    #[must_use]
    pub fn kty(&self) -> &str {
        &self.kty
    }

    /// The curve.
    #[must_use]
    pub fn crv(&self) -> Option<&str> {
        self.crv.as_deref()
    }

    /// The public key, base64url.
    #[must_use]
    pub fn x(&self) -> Option<&str> {
        self.x.as_deref()
    }

    /// The algorithm as it is written, accepted or not.
    #[must_use]
    pub fn alg(&self) -> Option<&str> {
        self.alg.as_deref()
    }

    /// The name it is published under.
    #[must_use]
    pub fn kid(&self) -> Option<&str> {
        self.kid.as_deref()
    }

    /// Whether both are the same key, whatever they are called.
    #[must_use]
    pub fn is_same_key(&self, other: &Self) -> bool {
        self.kty == other.kty && self.crv == other.crv && self.x.is_some() && self.x == other.x
    }

    fn okp_members(&self) -> Result<(&str, &str), JwkError> {
        let crv = self.crv.as_deref();
        let x = self.x.as_deref();
        Ok((
            crv.ok_or(JwkError::MemberMissing { name: "crv" })?,
            x.ok_or(JwkError::MemberMissing { name: "x" })?,
        ))
    }
}

impl JwkError {
    /// The fault of a step that meets it.
    #[must_use]
    pub const fn fault(&self) -> Fault {
        match self {
            Self::NotAnObject
            | Self::MemberMissing { .. }
            | Self::MemberNotText { .. }
            | Self::NotAPoint { .. } => Fault::KeyMalformed,
            Self::Algorithm(error) => error.fault(),
            Self::ThumbprintUndefined { .. } => Fault::AlgorithmUnsupported,
            Self::TypeDisagrees { .. } => Fault::KeyTypeDisagrees,
        }
    }
}

fn point(x: &str) -> Result<PublicKey, JwkError> {
    base64url::decode(x)
        .and_then(|bytes| <[u8; 32]>::try_from(bytes).ok())
        .and_then(|bytes| PublicKey::from_bytes(&bytes))
        .ok_or_else(|| JwkError::NotAPoint { x: x.to_owned() })
}
