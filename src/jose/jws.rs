//! Signed tokens in the compact serialisation of RFC 7515.

use core::fmt;

use thiserror::Error;

use super::base64url;
use super::key::{PublicKey, SignatureError, SigningKey};
use crate::json::{self, JsonError, Object, Value};

/// A token taken apart strictly. Nothing is verified yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jws {
    header: Object,
    payload: Object,
    signing_input: String,
    signature: Vec<u8>,
}

/// One of the three parts of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum JwsPart {
    /// The first: what the token is and which key signed it.
    Header,
    /// The second: the claims.
    Payload,
    /// The third.
    Signature,
}

/// A text that is no token of ours.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JwsError {
    /// A token has three parts with dots between them.
    #[error("a token has three parts, not {count}")]
    PartCount {
        /// How many there are.
        count: u32,
    },
    /// A part is not base64url without padding in its one canonical form.
    #[error("the {part} is not base64url")]
    NotBase64url {
        /// Which.
        part: JwsPart,
    },
    /// A part does not decode to UTF-8.
    #[error("the {part} is not UTF-8")]
    NotUtf8 {
        /// Which.
        part: JwsPart,
    },
    /// A part is no JSON object without duplicate members.
    #[error("the {part}: {error}")]
    Json {
        /// Which.
        part: JwsPart,
        /// What is wrong with it.
        error: JsonError,
    },
    /// The header names extensions that a recipient must understand; none is understood here
    /// (RFC 7515 section 4.1.11).
    #[error("the header demands extensions: crit = {crit}")]
    CriticalExtension {
        /// The value of `crit`.
        crit: String,
    },
}

/// Signs a token: header and payload are written as they are given, member by member.
#[must_use]
pub fn sign(header: &Object, payload: &Object, key: &SigningKey) -> String {
    let mut token = base64url::encode(header.to_string());
    token.push('.');
    token.push_str(&base64url::encode(payload.to_string()));
    let signature = key.sign(token.as_bytes());
    token.push('.');
    token.push_str(&base64url::encode(signature));
    token
}

impl Jws {
    /// Takes a token apart: three parts, each base64url without padding, header and payload JSON
    /// objects without duplicate members, no `crit`.
    ///
    /// # Errors
    ///
    /// [`JwsError`] for anything else.
    pub fn parse(compact: &str) -> Result<Self, JwsError> {
        let wrong_count = || JwsError::PartCount {
            count: u32::try_from(compact.split('.').count()).unwrap_or(u32::MAX),
        };
        let (signing_input, signature) = compact.rsplit_once('.').ok_or_else(wrong_count)?;
        let (header, payload) = signing_input.split_once('.').ok_or_else(wrong_count)?;
        if payload.contains('.') {
            return Err(wrong_count());
        }
        let header = object(JwsPart::Header, header)?;
        if let Some(crit) = header.get("crit") {
            return Err(JwsError::CriticalExtension {
                crit: crit.to_string(),
            });
        }
        Ok(Self {
            header,
            payload: object(JwsPart::Payload, payload)?,
            signing_input: signing_input.to_owned(),
            signature: bytes(JwsPart::Signature, signature)?,
        })
    }

    /// The header's members.
    #[must_use]
    pub const fn header(&self) -> &Object {
        &self.header
    }

    /// The claims.
    #[must_use]
    pub const fn payload(&self) -> &Object {
        &self.payload
    }

    /// The claims, given away.
    #[must_use]
    pub fn into_payload(self) -> Object {
        self.payload
    }

    /// A member of the header, when it is text.
    #[must_use]
    pub fn header_text(&self, name: &str) -> Option<&str> {
        self.header.get(name).and_then(Value::as_str)
    }

    /// A claim, when it is text.
    #[must_use]
    pub fn claim_text(&self, name: &str) -> Option<&str> {
        self.payload.get(name).and_then(Value::as_str)
    }

    /// What is signed: the first two parts and the dot between them, as they travelled.
    #[must_use]
    pub fn signing_input(&self) -> &str {
        &self.signing_input
    }

    /// The signature's bytes.
    #[must_use]
    pub fn signature(&self) -> &[u8] {
        &self.signature
    }

    /// Verifies the signature. The algorithm is the key's; that `alg` of the header is the same is
    /// a step of its own.
    ///
    /// # Errors
    ///
    /// [`SignatureError`] when it does not hold.
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        key.verify(self.signing_input.as_bytes(), &self.signature)
    }
}

impl fmt::Display for JwsPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Header => "header",
            Self::Payload => "payload",
            Self::Signature => "signature",
        })
    }
}

fn object(part: JwsPart, encoded: &str) -> Result<Object, JwsError> {
    let text = String::from_utf8(bytes(part, encoded)?).map_err(|_| JwsError::NotUtf8 { part })?;
    json::parse_object(&text).map_err(|error| JwsError::Json { part, error })
}

fn bytes(part: JwsPart, encoded: &str) -> Result<Vec<u8>, JwsError> {
    base64url::decode(encoded).ok_or(JwsError::NotBase64url { part })
}
