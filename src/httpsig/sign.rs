//! Signing a request.

use sfv::{DictSerializer, KeyRef, key_ref};
use thiserror::Error;

use super::base::{BaseError, SignatureBase};
use super::component::Component;
use super::signature_input::{InputError, SignatureInput};
use super::signature_key::{SignatureKey, SignatureKeyError};
use crate::http::Request;
use crate::http::digest::ContentDigest;
use crate::http::fields::{
    AUTHORIZATION, CONTENT_DIGEST, CONTENT_TYPE, SIGNATURE, SIGNATURE_INPUT, SIGNATURE_KEY,
};
use crate::jose::SigningKey;
use crate::time::Timestamp;

/// The label of our signatures. Our choice: the draft's examples use it, and a verifier never
/// relies on it.
pub const LABEL: &str = "sig";

/// What a signature covers beside `@method`, `@authority`, `@path` and `signature-key`.
///
/// Spec: `#covered-components`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Whether `content-type` and `content-digest` are covered when there is a body. They are in
    /// every request to a person server or an access server.
    pub body: bool,
    /// What the recipient asks for beyond that, in its `additional_signature_components`.
    pub additional: Vec<Component>,
}

/// A request that cannot be signed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignError {
    /// A component to cover has no value.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// The key cannot be conveyed.
    #[error(transparent)]
    Key(#[from] SignatureKeyError),
    /// A component would be covered twice.
    #[error(transparent)]
    Input(#[from] InputError),
}

impl Coverage {
    /// The least that the draft allows.
    #[must_use]
    pub fn base() -> Self {
        Self::default()
    }

    /// What a person server and an access server ask for.
    #[must_use]
    pub fn with_body() -> Self {
        Self {
            body: true,
            additional: Vec::new(),
        }
    }

    /// The components to cover in `request`, in the order in which they are signed.
    #[must_use]
    pub fn components(&self, request: &Request) -> Vec<Component> {
        let mut components = Component::REQUEST_LINE.to_vec();
        if self.body && !request.body.is_empty() {
            components.push(Component::field(CONTENT_TYPE));
            components.push(Component::field(CONTENT_DIGEST));
        }
        // Credentials beside the signature are bound to it.
        if request.headers.first(AUTHORIZATION).is_some() {
            components.push(Component::field(AUTHORIZATION));
        }
        for component in &self.additional {
            if !components.contains(component) {
                components.push(component.clone());
            }
        }
        let signature_key = Component::field(SIGNATURE_KEY);
        components.retain(|component| *component != signature_key);
        components.push(signature_key);
        components
    }
}

/// Signs `request`: adds `Content-Digest` when it is covered, then `Signature-Key`,
/// `Signature-Input` with `created` as its only parameter, and `Signature`.
///
/// # Errors
///
/// [`SignError`] when a component to cover is not in the request, or the key cannot be written.
pub fn sign(
    mut request: Request,
    key: &SigningKey,
    signature_key: &SignatureKey,
    coverage: &Coverage,
    now: Timestamp,
) -> Result<Request, SignError> {
    let label = key_ref(LABEL);
    let components = coverage.components(&request);
    if components.contains(&Component::field(CONTENT_DIGEST)) {
        let digest = ContentDigest::of(request.body.bytes());
        request.headers.set(CONTENT_DIGEST, digest.to_field());
    }
    request
        .headers
        .set(SIGNATURE_KEY, signature_key.to_field(label)?);
    let input = SignatureInput::new(components, now)?;
    let base = SignatureBase::of(&request, &input)?.to_string();
    request
        .headers
        .set(SIGNATURE_INPUT, format!("{LABEL}={}", input.to_value()));
    let signature = signature_field(label, &key.sign(base.as_bytes()));
    request.headers.set(SIGNATURE, signature);
    Ok(request)
}

fn signature_field(label: &KeyRef, signature: &[u8]) -> String {
    let mut field = DictSerializer::new();
    let _ = field.bare_item(label, signature);
    field.finish().expect("the dictionary has a member")
}
