//! One member of `Signature-Key`: the way to the key that a signature was made with.

use core::fmt;

use sfv::{DictSerializer, KeyRef, StringRef, TokenRef, key_ref};
use thiserror::Error;

use crate::http::structured::{Item, Parameters};

/// A scheme that this crate implements.
///
/// Spec: `#keying-material`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scheme {
    /// `jwt`: a token carries the key in `cnf`. Agents use it.
    Jwt,
    /// `jwks_uri`: the key is in the key set of the server that signs.
    JwksUri,
}

/// A member of `Signature-Key`.
///
/// Direction: every signed request.
/// Spec: `#keying-material`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignatureKey {
    /// `jwt;jwt="…"`
    Jwt {
        /// The token.
        jwt: String,
    },
    /// `jwks_uri;id="…";dwk="…";kid="…"`
    JwksUri {
        /// The signer's server identifier.
        id: String,
        /// The well-known document that leads to its key set.
        dwk: String,
        /// The key.
        kid: String,
    },
    /// A scheme that is not implemented here, whatever its parameters are.
    Unknown {
        /// Its name.
        scheme: String,
    },
}

/// A member of `Signature-Key` that cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignatureKeyError {
    /// The scheme is a token.
    #[error("the member of Signature-Key names no scheme")]
    NoScheme,
    /// A parameter that the scheme needs is missing or no string.
    #[error("the scheme {scheme} needs {name} as a string")]
    Parameter {
        /// The scheme.
        scheme: Scheme,
        /// The parameter.
        name: &'static str,
    },
    /// A value that no structured-field string or token can hold.
    #[error("'{value}' cannot be written into Signature-Key")]
    Unwritable {
        /// The value.
        value: String,
    },
}

impl Scheme {
    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Jwt => "jwt",
            Self::JwksUri => "jwks_uri",
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl SignatureKey {
    /// Reads a member of the dictionary. Parameters that the scheme does not define are ignored.
    ///
    /// # Errors
    ///
    /// [`SignatureKeyError`] when it names no scheme, or lacks a parameter of its scheme.
    pub fn of_member(member: &Item) -> Result<Self, SignatureKeyError> {
        let parameters = &member.parameters;
        match member.token().ok_or(SignatureKeyError::NoScheme)? {
            "jwt" => Ok(Self::Jwt {
                jwt: parameter(parameters, Scheme::Jwt, "jwt")?,
            }),
            "jwks_uri" => Ok(Self::JwksUri {
                id: parameter(parameters, Scheme::JwksUri, "id")?,
                dwk: parameter(parameters, Scheme::JwksUri, "dwk")?,
                kid: parameter(parameters, Scheme::JwksUri, "kid")?,
            }),
            other => Ok(Self::Unknown {
                scheme: other.to_owned(),
            }),
        }
    }

    /// The field value with this member as the only one.
    ///
    /// # Errors
    ///
    /// [`SignatureKeyError::Unwritable`] when a value is not printable ASCII.
    pub fn to_field(&self, label: &KeyRef) -> Result<String, SignatureKeyError> {
        let mut field = DictSerializer::new();
        let member = field.bare_item(label, token(self.scheme_name())?);
        match self {
            Self::Jwt { jwt } => {
                let _ = member.parameter(key_ref("jwt"), string(jwt)?);
            }
            Self::JwksUri { id, dwk, kid } => {
                let _ = member
                    .parameter(key_ref("id"), string(id)?)
                    .parameter(key_ref("dwk"), string(dwk)?)
                    .parameter(key_ref("kid"), string(kid)?);
            }
            Self::Unknown { .. } => {}
        }
        Ok(field.finish().expect("the dictionary has a member"))
    }

    /// The scheme, when it is implemented here.
    #[must_use]
    pub const fn scheme(&self) -> Option<Scheme> {
        match self {
            Self::Jwt { .. } => Some(Scheme::Jwt),
            Self::JwksUri { .. } => Some(Scheme::JwksUri),
            Self::Unknown { .. } => None,
        }
    }

    /// The scheme's name on the wire.
    #[must_use]
    pub fn scheme_name(&self) -> &str {
        match self {
            Self::Jwt { .. } => Scheme::Jwt.as_str(),
            Self::JwksUri { .. } => Scheme::JwksUri.as_str(),
            Self::Unknown { scheme } => scheme,
        }
    }
}

fn parameter(
    parameters: &Parameters,
    scheme: Scheme,
    name: &'static str,
) -> Result<String, SignatureKeyError> {
    let text = parameters.text(name).map(str::to_owned);
    text.ok_or(SignatureKeyError::Parameter { scheme, name })
}

fn string(value: &str) -> Result<&StringRef, SignatureKeyError> {
    StringRef::from_str(value).map_err(|_| SignatureKeyError::Unwritable {
        value: value.to_owned(),
    })
}

fn token(value: &str) -> Result<&TokenRef, SignatureKeyError> {
    TokenRef::from_str(value).map_err(|_| SignatureKeyError::Unwritable {
        value: value.to_owned(),
    })
}
