//! The three signature headers of a request, read together.

use thiserror::Error;

use super::signature_input::{InputError, SignatureInput};
use super::signature_key::{SignatureKey, SignatureKeyError};
use crate::http::Headers;
use crate::http::fields::{SIGNATURE, SIGNATURE_INPUT, SIGNATURE_KEY};
use crate::http::structured::{Dictionary, Item};

/// `Signature-Input`, `Signature` and `Signature-Key` of one message. They are dictionaries, and
/// the members of one label belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct SignatureFields {
    inputs: Dictionary,
    signatures: Dictionary,
    keys: Dictionary,
}

/// Signature headers from which no signature can be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FieldsError {
    /// A header is not there.
    #[error("{name} is missing")]
    Missing {
        /// Which.
        name: &'static str,
    },
    /// A header is no dictionary.
    #[error("{name} is not a dictionary: {reason}")]
    Unreadable {
        /// Which.
        name: &'static str,
        /// What the parser says.
        reason: String,
    },
    /// No label has a member in all three.
    #[error("no label has a member in all three signature headers")]
    NoCommonLabel,
    /// The member of `Signature` is no byte sequence.
    #[error("the member of Signature is no byte sequence")]
    SignatureNotBytes,
    /// The member of `Signature-Input` is not understood.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The member of `Signature-Key` names no scheme.
    #[error(transparent)]
    Key(#[from] SignatureKeyError),
}

impl SignatureFields {
    /// Reads the headers.
    ///
    /// # Errors
    ///
    /// [`FieldsError`] when one is missing or no dictionary.
    pub fn parse(headers: &Headers) -> Result<Self, FieldsError> {
        Ok(Self {
            signatures: dictionary(headers, SIGNATURE)?,
            inputs: dictionary(headers, SIGNATURE_INPUT)?,
            keys: dictionary(headers, SIGNATURE_KEY)?,
        })
    }

    /// The labels that have a member in all three, in the order of `Signature-Input`. Which name a
    /// signer chooses means nothing.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.inputs
            .names()
            .filter(|label| self.signatures.get(label).is_some() && self.keys.get(label).is_some())
    }

    /// What the signature of that label covers.
    ///
    /// # Errors
    ///
    /// [`FieldsError`] when there is no such member or it is not understood.
    pub fn input(&self, label: &str) -> Result<SignatureInput, FieldsError> {
        Ok(SignatureInput::of_member(member(&self.inputs, label)?)?)
    }

    /// The bytes of the signature of that label.
    ///
    /// # Errors
    ///
    /// [`FieldsError`] when there is no such member or it holds no bytes.
    pub fn signature(&self, label: &str) -> Result<&[u8], FieldsError> {
        let bytes = member(&self.signatures, label)?.bytes();
        bytes.ok_or(FieldsError::SignatureNotBytes)
    }

    /// The way to the key of that label.
    ///
    /// # Errors
    ///
    /// [`FieldsError`] when there is no such member or it cannot be read.
    pub fn key(&self, label: &str) -> Result<SignatureKey, FieldsError> {
        Ok(SignatureKey::of_member(member(&self.keys, label)?)?)
    }
}

fn dictionary(headers: &Headers, name: &'static str) -> Result<Dictionary, FieldsError> {
    let combined = headers.combined(name);
    let field = combined.ok_or(FieldsError::Missing { name })?;
    Dictionary::parse(&field).map_err(|error| FieldsError::Unreadable {
        name,
        reason: error.to_string(),
    })
}

fn member<'a>(fields: &'a Dictionary, label: &str) -> Result<&'a Item, FieldsError> {
    fields.get(label).ok_or(FieldsError::NoCommonLabel)
}
