//! Tokens for the eye: decoded as far as it goes, nothing verified, never a failure.

use thiserror::Error;

use super::base64url;
use crate::json::{self, JsonError, Value};

/// A token decoded for display. What it says may be a lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnverifiedJws {
    /// The first part.
    pub header: UnverifiedPart,
    /// The second part.
    pub payload: UnverifiedPart,
    /// The third part.
    pub signature: UnverifiedSignature,
    /// Whatever stands after a third dot.
    pub surplus: Option<String>,
}

/// A part that should be JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnverifiedPart {
    /// The part as it travelled.
    pub encoded: String,
    /// The text it decodes to.
    pub text: Result<String, UnverifiedError>,
    /// That text as JSON.
    pub json: Result<Value, UnverifiedError>,
    /// The members that are not the first of their name, as JSON Pointers.
    pub duplicates: Vec<String>,
}

/// The signature part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnverifiedSignature {
    /// The part as it travelled.
    pub encoded: String,
    /// The bytes it decodes to.
    pub bytes: Result<Vec<u8>, UnverifiedError>,
}

/// Why a part could not be decoded further.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnverifiedError {
    /// The token ends before it.
    #[error("there is no such part")]
    Absent,
    /// It is not base64url without padding.
    #[error("not base64url")]
    NotBase64url,
    /// The bytes are no text.
    #[error("not UTF-8")]
    NotUtf8,
    /// The text is not JSON.
    #[error(transparent)]
    Json(#[from] JsonError),
}

/// Decodes a token for display, as far as it goes.
#[must_use]
pub fn decode_unverified(compact: &str) -> UnverifiedJws {
    let mut parts = compact.splitn(4, '.');
    UnverifiedJws {
        header: UnverifiedPart::decode(parts.next()),
        payload: UnverifiedPart::decode(parts.next()),
        signature: UnverifiedSignature::decode(parts.next()),
        surplus: parts.next().map(str::to_owned),
    }
}

impl UnverifiedPart {
    fn decode(encoded: Option<&str>) -> Self {
        let text = bytes(encoded)
            .and_then(|bytes| String::from_utf8(bytes).map_err(|_| UnverifiedError::NotUtf8));
        let json = text.clone().and_then(|text| Ok(json::parse(&text)?));
        Self {
            encoded: encoded.unwrap_or_default().to_owned(),
            text,
            duplicates: json.as_ref().map(Value::repeated).unwrap_or_default(),
            json,
        }
    }
}

impl UnverifiedSignature {
    fn decode(encoded: Option<&str>) -> Self {
        Self {
            encoded: encoded.unwrap_or_default().to_owned(),
            bytes: bytes(encoded),
        }
    }
}

fn bytes(encoded: Option<&str>) -> Result<Vec<u8>, UnverifiedError> {
    base64url::decode(encoded.ok_or(UnverifiedError::Absent)?).ok_or(UnverifiedError::NotBase64url)
}
