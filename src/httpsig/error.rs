//! How a refused signature is answered.

use core::fmt;

use sfv::{DictSerializer, TokenRef, key_ref};
use thiserror::Error;

use super::component::Component;
use super::policy::Policy;
use crate::check::rules::{List, TOKEN_KEY};
use crate::check::{Fault, Rejection};
use crate::http::fields::{ACCEPT_SIGNATURE_ALG, ACCEPT_SIGNATURE_SCHEME, SIGNATURE_ERROR};
use crate::http::structured::{Dictionary, Item};
use crate::http::{Request, Response, Status};
use crate::jose::Algorithm;

macro_rules! codes {
    ($($(#[$doc:meta])* $code:ident = $name:literal,)+) => {
        /// The `error` of a `Signature-Error` header.
        ///
        /// Direction: server to signer, `401`.
        /// Spec: `#verification`, and HTTP Signature Keys `#error-codes`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum SignatureErrorCode { $($(#[$doc])* $code,)+ }

        impl SignatureErrorCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$code,)+];

            /// The code on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$code => $name,)+ }
            }
        }
    };
}

codes! {
    /// The key's `alg` is absent, polymorphic or not implemented.
    UnsupportedAlgorithm = "unsupported_algorithm",
    /// The scheme is not accepted at this endpoint.
    UnsupportedScheme = "unsupported_scheme",
    /// A cache identifier leads nowhere. Never sent here: the scheme is not implemented.
    CacheMiss = "cache_miss",
    /// The signature is missing, unreadable, too old, or does not verify.
    InvalidSignature = "invalid_signature",
    /// A required component is not covered.
    InvalidInput = "invalid_input",
    /// The request is malformed beside its signature. Never sent here: such errors have bodies.
    InvalidRequest = "invalid_request",
    /// The key cannot be read, or its type disagrees with its algorithm.
    InvalidKey = "invalid_key",
    /// The issuer has no key of that name.
    UnknownKey = "unknown_key",
    /// The issuer's metadata has no `issuer`.
    IssuerMissing = "issuer_missing",
    /// The issuer's metadata names another issuer.
    IssuerMismatch = "issuer_mismatch",
    /// The token fails its own list.
    InvalidJwt = "invalid_jwt",
    /// The token has expired.
    ExpiredJwt = "expired_jwt",
    /// The token is good, and was revoked.
    RevokedJwt = "revoked_jwt",
    /// `created`, or the token's `iat`, is too far ahead of the server's clock.
    ClockSkew = "clock_skew",
}

/// A `Signature-Error` header as the signer reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureRefusal {
    /// The code.
    pub code: SignatureErrorCode,
    /// The components that the server requires, for `invalid_input`.
    pub required_input: Vec<String>,
}

/// A `Signature-Error` header that says nothing usable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SignatureRefusalError {
    /// The header is no dictionary.
    #[error("Signature-Error is not a dictionary: {reason}")]
    Unreadable {
        /// What the parser says.
        reason: String,
    },
    /// There is no `error`, or it is no token.
    #[error("Signature-Error has no error code")]
    NoCode,
    /// A code that is not known here.
    #[error("'{code}' is no known signature error")]
    CodeUnknown {
        /// The code.
        code: String,
    },
}

impl SignatureErrorCode {
    /// The code of that name.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|known| known.as_str() == code)
    }

    /// The code for a failed walk of [`List::RequestSignature`], or of a token nested in its step
    /// 5.
    ///
    /// Our choice: a digest that does not match under a good signature is `invalid_signature`, and
    /// an issuer that cannot be reached is `unknown_key` for `jwks_uri` and `invalid_jwt` for
    /// `jwt`.
    #[must_use]
    pub fn of(rejection: &Rejection) -> Self {
        let own = rejection.rule.list == List::RequestSignature;
        let in_token = |code| if own { code } else { Self::InvalidJwt };
        match rejection.fault {
            Fault::CoverageIncomplete => Self::InvalidInput,
            Fault::CreatedAhead | Fault::IssuedAhead => Self::ClockSkew,
            Fault::SchemeUnsupported => in_token(Self::UnsupportedScheme),
            Fault::KeyUnknown => Self::UnknownKey,
            Fault::IssuerUnreachable => in_token(Self::UnknownKey),
            Fault::IssuerMissing => Self::IssuerMissing,
            Fault::IssuerMismatch => Self::IssuerMismatch,
            Fault::Expired => Self::ExpiredJwt,
            // The issuer's own key is unreadable, not the signer's.
            Fault::KeyMalformed if rejection.rule == &TOKEN_KEY => Self::InvalidJwt,
            Fault::KeyMalformed => Self::InvalidKey,
            Fault::KeyTypeDisagrees => in_token(Self::InvalidKey),
            Fault::AlgorithmUnsupported => in_token(Self::UnsupportedAlgorithm),
            Fault::Missing
            | Fault::Malformed
            | Fault::CreatedTooOld
            | Fault::SignatureExpired
            | Fault::SignatureInvalid
            | Fault::DigestMismatch
            | Fault::LifetimeExceeded
            | Fault::TypeUnexpected
            | Fault::Mismatch
            | Fault::StatusUnexpected
            | Fault::AudienceMismatch
            | Fault::KeyMismatch
            | Fault::Forbidden
            | Fault::Inactive
            | Fault::Ended
            | Fault::NotFound
            | Fault::NotTheOwner => in_token(Self::InvalidSignature),
        }
    }

    /// The `401` with this code and nothing else.
    #[must_use]
    pub fn response(self) -> Response {
        self.response_requiring(None)
    }

    fn response_requiring(self, components: Option<&[Component]>) -> Response {
        let mut field = DictSerializer::new();
        let _ = field.bare_item(key_ref("error"), self.token());
        if let Some(components) = components {
            let mut required = field.inner_list(key_ref("required_input"));
            for component in components {
                let _ = required.bare_item(component.as_string_ref());
            }
            let _ = required.finish();
        }
        let field = field.finish().expect("the dictionary has a member");
        Response::new(Status(401)).with_header(SIGNATURE_ERROR, field)
    }

    fn token(self) -> &'static TokenRef {
        TokenRef::from_str(self.as_str()).expect("every code is a token")
    }
}

impl fmt::Display for SignatureErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The answer to a request whose signature was refused: `401` with `Signature-Error`, and with what
/// the server requires or accepts where that helps. No body is needed.
///
/// Spec: `#verification`, `#scheme-rejection`.
#[must_use]
pub fn refusal(rejection: &Rejection, policy: &Policy<'_>, request: &Request) -> Response {
    let code = SignatureErrorCode::of(rejection);
    match code {
        SignatureErrorCode::InvalidInput => {
            code.response_requiring(Some(&policy.coverage.components(request)))
        }
        SignatureErrorCode::UnsupportedScheme => {
            let accepted: Vec<&str> = policy
                .schemes
                .iter()
                .map(|scheme| scheme.as_str())
                .collect();
            code.response()
                .with_header(ACCEPT_SIGNATURE_SCHEME, accepted.join(", "))
        }
        SignatureErrorCode::UnsupportedAlgorithm => code
            .response()
            .with_header(ACCEPT_SIGNATURE_ALG, Algorithm::Ed25519.as_str()),
        SignatureErrorCode::CacheMiss
        | SignatureErrorCode::InvalidSignature
        | SignatureErrorCode::InvalidRequest
        | SignatureErrorCode::InvalidKey
        | SignatureErrorCode::UnknownKey
        | SignatureErrorCode::IssuerMissing
        | SignatureErrorCode::IssuerMismatch
        | SignatureErrorCode::InvalidJwt
        | SignatureErrorCode::ExpiredJwt
        | SignatureErrorCode::RevokedJwt
        | SignatureErrorCode::ClockSkew => code.response(),
    }
}

impl SignatureRefusal {
    /// Reads a `Signature-Error` value. Members that the code does not define are ignored.
    ///
    /// # Errors
    ///
    /// [`SignatureRefusalError`] when it has no code that is known here.
    pub fn parse(field: &str) -> Result<Self, SignatureRefusalError> {
        let members =
            Dictionary::parse(field).map_err(|error| SignatureRefusalError::Unreadable {
                reason: error.to_string(),
            })?;
        let error = members.get("error").and_then(Item::token);
        let name = error.ok_or(SignatureRefusalError::NoCode)?;
        let code = SignatureErrorCode::parse(name);
        let required = members.get("required_input").and_then(Item::inner_list);
        let required = required.unwrap_or_default().iter();
        Ok(Self {
            code: code.ok_or_else(|| SignatureRefusalError::CodeUnknown {
                code: name.to_owned(),
            })?,
            required_input: required.filter_map(Item::text).map(str::to_owned).collect(),
        })
    }
}
