//! How a pending request ends without a result.

use crate::http::Status;

/// An error that a poll can be answered with, by its code in the problem body.
///
/// All but [`PollingError::SlowDown`] end the polling.
///
/// Direction: resource, PS or AS → the caller that polls.
/// Spec: #polling-error-codes
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PollingError {
    /// The person, or whoever approves, said no.
    Denied,
    /// The person used the code and did not finish.
    Abandoned,
    /// The time is up.
    Expired,
    /// A token that the request depends on was revoked.
    Revoked,
    /// The code is unknown or was used before.
    InvalidCode,
    /// The polls come too fast: five seconds more between two of them.
    SlowDown,
    /// A failure of the server's own.
    ServerError,
    /// The access server gave no usable answer. The code is a token endpoint's, and reaches a poll
    /// when the request was deferred.
    AsUnreachable,
    /// The pending URL is not known, or is another agent's: the answer is the same, byte for byte.
    ///
    /// Our choice: the draft names no code for it.
    UnknownPending,
}

impl PollingError {
    /// Every error.
    pub const ALL: &'static [Self] = &[
        Self::Denied,
        Self::Abandoned,
        Self::Expired,
        Self::Revoked,
        Self::InvalidCode,
        Self::SlowDown,
        Self::ServerError,
        Self::AsUnreachable,
        Self::UnknownPending,
    ];

    /// The value of `error`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Denied => "denied",
            Self::Abandoned => "abandoned",
            Self::Expired => "expired",
            Self::Revoked => "revoked",
            Self::InvalidCode => "invalid_code",
            Self::SlowDown => "slow_down",
            Self::ServerError => "server_error",
            Self::AsUnreachable => "as_unreachable",
            Self::UnknownPending => "unknown_pending",
        }
    }

    /// The status it is answered with.
    #[must_use]
    pub const fn status(self) -> Status {
        Status(match self {
            Self::Denied | Self::Abandoned | Self::Revoked => 403,
            Self::Expired => 408,
            Self::InvalidCode => 410,
            Self::SlowDown => 429,
            Self::ServerError => 500,
            Self::AsUnreachable => 502,
            Self::UnknownPending => 404,
        })
    }

    /// The error of that code.
    #[must_use]
    pub fn parse(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|error| error.code() == code)
    }
}
