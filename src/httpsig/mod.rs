//! HTTP message signatures as AAuth profiles them: RFC 9421 with the key in `Signature-Key`.
//!
//! [`sign`] makes a signed request, [`verify`] walks the draft's list on one. What a token in
//! `Signature-Key` must look like is not known here: a [`KeySource`] walks its list and gives the
//! key. [`SignatureBase`] keeps its lines, so that they can be shown beside what they cover.

mod base;
mod component;
mod error;
mod fields;
mod policy;
mod sign;
mod signature_input;
mod signature_key;
mod verify;

pub use self::base::{BaseError, BaseLine, SignatureBase};
pub use self::component::{Component, ComponentError};
pub use self::error::{SignatureErrorCode, SignatureRefusal, SignatureRefusalError, refusal};
pub use self::fields::{FieldsError, SignatureFields};
pub use self::policy::{KeySource, Obtained, Policy, WINDOW_S_DEFAULT};
pub use self::sign::{Coverage, LABEL, SignError, sign};
pub use self::signature_input::{InputError, Parameter, SignatureInput};
pub use self::signature_key::{Scheme, SignatureKey, SignatureKeyError};
pub use self::verify::{Signed, verify};
