//! What can be wrong, one variant for each kind of broken rule.

use thiserror::Error;

/// Why a step failed. The values are in the step's evidence; the wire code is chosen where the
/// answer is made, for it depends on how the token travelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum Fault {
    /// A header or member that must be there is not.
    #[error("it is missing")]
    Missing,
    /// It does not have the form it must have.
    #[error("it is malformed")]
    Malformed,
    /// The signature leaves out a component that it must cover.
    #[error("the signature does not cover everything it must")]
    CoverageIncomplete,
    /// `created` is further back than the signature window.
    #[error("the signature is too old")]
    CreatedTooOld,
    /// `created` is further ahead than the signature window.
    #[error("the signature is dated too far ahead")]
    CreatedAhead,
    /// `expires` is in the past.
    #[error("the signature has expired")]
    SignatureExpired,
    /// The `Signature-Key` scheme is not one this endpoint accepts.
    #[error("the scheme is not accepted here")]
    SchemeUnsupported,
    /// The issuer's key set has no key of that `kid`.
    #[error("the issuer has no such key")]
    KeyUnknown,
    /// The key itself cannot be used: members missing, or not a point.
    #[error("the key cannot be read")]
    KeyMalformed,
    /// `kty` or `crv` does not belong to `alg`.
    #[error("the key's type disagrees with its algorithm")]
    KeyTypeDisagrees,
    /// `alg` is absent, polymorphic, forbidden or not implemented.
    #[error("the algorithm is not accepted")]
    AlgorithmUnsupported,
    /// The issuer's metadata has no `issuer`.
    #[error("the metadata names no issuer")]
    IssuerMissing,
    /// The issuer's metadata names another origin.
    #[error("the metadata names another issuer")]
    IssuerMismatch,
    /// The issuer's metadata or key set could not be fetched or read.
    #[error("the issuer's keys could not be fetched")]
    IssuerUnreachable,
    /// A signature that does not verify under the key.
    #[error("the signature does not verify")]
    SignatureInvalid,
    /// The body is not the one that was digested.
    #[error("the body does not match its digest")]
    DigestMismatch,
    /// `exp` is not in the future.
    #[error("it has expired")]
    Expired,
    /// `iat` is further ahead than the signature window.
    #[error("it was issued too far ahead of the clock")]
    IssuedAhead,
    /// It lives longer than its kind may.
    #[error("it lives too long")]
    LifetimeExceeded,
    /// It is of another type than this place takes.
    #[error("it is of the wrong type")]
    TypeUnexpected,
    /// Two values that must be equal are not.
    #[error("the values differ")]
    Mismatch,
    /// The status is another one than it must be.
    #[error("the status says something else")]
    StatusUnexpected,
    /// It names another audience than this recipient.
    #[error("it is meant for somebody else")]
    AudienceMismatch,
    /// The key it is bound to is not the key at hand.
    #[error("it is bound to another key")]
    KeyMismatch,
    /// It carries something its kind must never carry.
    #[error("it carries what it must not")]
    Forbidden,
    /// What it names has ended.
    #[error("what it names has ended")]
    Inactive,
    /// What it belongs to has come to its end.
    #[error("it is over")]
    Ended,
    /// There is nothing of that name.
    #[error("there is none of that name")]
    NotFound,
    /// The caller is not the one this belongs to.
    #[error("it belongs to another caller")]
    NotTheOwner,
}
