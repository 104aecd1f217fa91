//! How a token endpoint refuses, and which refusal a failed token leads to.

use crate::check::rules::{RESOURCE_PRESENTED, UPDATE_PAIR};
use crate::check::{Fault, Outcome, Rejection, Report};
use crate::http::Status;

/// A token that travels as a member of a request body.
///
/// Direction: agent → PS, and PS → AS.
/// Spec: #token-endpoint-error-codes
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenMember {
    /// `resource_token`
    Resource,
    /// `presented_token`
    Presented,
    /// `upstream_token`
    Upstream,
    /// `subagent_token`
    Subagent,
}

/// An error of a token endpoint, by its code in the problem body.
///
/// Direction: PS → agent, and AS → PS.
/// Spec: #token-endpoint-error-codes
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenEndpointError {
    /// The body is malformed, or a required member is missing.
    InvalidRequest,
    /// A token in the body does not verify.
    Invalid(TokenMember),
    /// A token in the body has expired, and nothing else is wrong with it.
    Expired(TokenMember),
    /// A token in the body was revoked.
    Revoked(TokenMember),
    /// A token in the body is dated too far ahead.
    ClockSkew,
    /// The PS cannot reach the person, and the agent cannot either.
    UserUnreachable,
    /// The PS could not obtain an auth token from the AS.
    AsUnreachable,
    /// A failure of the server's own.
    ServerError,
}

/// An error of a resource's authorization endpoint, by its code in the problem body.
///
/// Direction: resource → agent.
/// Spec: #authorization-endpoint-error-responses
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AuthorizationError {
    /// A parameter is missing or malformed.
    InvalidRequest,
    /// The resource does not know the scope.
    InvalidScope,
    /// The person does not hold the account.
    InvalidAccount,
    /// A failure of the resource's own.
    ServerError,
}

impl TokenMember {
    /// Every such token.
    pub const ALL: &'static [Self] = &[
        Self::Resource,
        Self::Presented,
        Self::Upstream,
        Self::Subagent,
    ];

    /// The name of the member.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resource => "resource_token",
            Self::Presented => "presented_token",
            Self::Upstream => "upstream_token",
            Self::Subagent => "subagent_token",
        }
    }
}

impl TokenEndpointError {
    /// The code of a token in the body whose own walk ended with `rejection`.
    ///
    /// The walk stops at the first step that fails, and expiry comes after type, document, key and
    /// signature: a token with a good signature that has expired is expired, whatever it says.
    #[must_use]
    pub const fn of_token(member: TokenMember, rejection: &Rejection) -> Self {
        match rejection.fault {
            Fault::Expired => Self::Expired(member),
            Fault::IssuedAhead => Self::ClockSkew,
            Fault::Missing
            | Fault::Malformed
            | Fault::CoverageIncomplete
            | Fault::CreatedTooOld
            | Fault::CreatedAhead
            | Fault::SignatureExpired
            | Fault::SchemeUnsupported
            | Fault::KeyUnknown
            | Fault::KeyMalformed
            | Fault::KeyTypeDisagrees
            | Fault::AlgorithmUnsupported
            | Fault::IssuerMissing
            | Fault::IssuerMismatch
            | Fault::IssuerUnreachable
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
            | Fault::NotTheOwner => Self::Invalid(member),
        }
    }

    /// The code of a resource token and the token presented with it, whose walk is `report`: a
    /// first request's or an updated one's. `None` when it did not fail.
    ///
    /// What fails inside the presented token's own walk is the presented token's; everything else,
    /// a mismatch between the two or with the original request included, is the resource token's.
    #[must_use]
    pub fn of_redemption(report: &Report) -> Option<Self> {
        let failed = report
            .checks
            .iter()
            .find(|check| matches!(check.outcome, Outcome::Fail(_)))?;
        if failed.rule == &UPDATE_PAIR {
            return failed.inner.as_deref().and_then(Self::of_redemption);
        }
        let (check, fault) = report.first_failure()?;
        let member = if failed.rule == &RESOURCE_PRESENTED {
            TokenMember::Presented
        } else {
            TokenMember::Resource
        };
        let rule = check.rule;
        Some(Self::of_token(member, &Rejection { rule, fault }))
    }

    /// The value of `error`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::Invalid(TokenMember::Resource) => "invalid_resource_token",
            Self::Invalid(TokenMember::Presented) => "invalid_presented_token",
            Self::Invalid(TokenMember::Upstream) => "invalid_upstream_token",
            Self::Invalid(TokenMember::Subagent) => "invalid_subagent_token",
            Self::Expired(TokenMember::Resource) => "expired_resource_token",
            Self::Expired(TokenMember::Presented) => "expired_presented_token",
            Self::Expired(TokenMember::Upstream) => "expired_upstream_token",
            Self::Expired(TokenMember::Subagent) => "expired_subagent_token",
            Self::Revoked(TokenMember::Resource) => "revoked_resource_token",
            Self::Revoked(TokenMember::Presented) => "revoked_presented_token",
            Self::Revoked(TokenMember::Upstream) => "revoked_upstream_token",
            Self::Revoked(TokenMember::Subagent) => "revoked_subagent_token",
            Self::ClockSkew => "clock_skew",
            Self::UserUnreachable => "user_unreachable",
            Self::AsUnreachable => "as_unreachable",
            Self::ServerError => "server_error",
        }
    }

    /// The status it is answered with.
    #[must_use]
    pub const fn status(self) -> Status {
        Status(match self {
            Self::InvalidRequest
            | Self::Invalid(_)
            | Self::Expired(_)
            | Self::Revoked(_)
            | Self::ClockSkew => 400,
            Self::UserUnreachable => 403,
            Self::AsUnreachable => 502,
            Self::ServerError => 500,
        })
    }

    /// The error of that code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::all().find(|error| error.code() == code)
    }

    /// Every error.
    pub fn all() -> impl Iterator<Item = Self> {
        let of_tokens = TokenMember::ALL.iter().flat_map(|&member| {
            [
                Self::Invalid(member),
                Self::Expired(member),
                Self::Revoked(member),
            ]
        });
        [Self::InvalidRequest].into_iter().chain(of_tokens).chain([
            Self::ClockSkew,
            Self::UserUnreachable,
            Self::AsUnreachable,
            Self::ServerError,
        ])
    }
}

impl AuthorizationError {
    /// Every error.
    pub const ALL: &'static [Self] = &[
        Self::InvalidRequest,
        Self::InvalidScope,
        Self::InvalidAccount,
        Self::ServerError,
    ];

    /// The value of `error`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::InvalidRequest => "invalid_request",
            Self::InvalidScope => "invalid_scope",
            Self::InvalidAccount => "invalid_account",
            Self::ServerError => "server_error",
        }
    }

    /// The status it is answered with.
    #[must_use]
    pub const fn status(self) -> Status {
        Status(match self {
            Self::InvalidRequest | Self::InvalidScope | Self::InvalidAccount => 400,
            Self::ServerError => 500,
        })
    }
}
