//! Timers, each with its reason.

use core::fmt;

use crate::time::Timestamp;

use super::ids::{ExchangeId, PartyId};

/// A party's wish to be woken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wake {
    /// Who is woken.
    pub party: PartyId,
    /// When.
    pub at: Timestamp,
    /// Why.
    pub reason: WakeReason,
}

/// Why a party wants to be woken. A party has one timer for each reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WakeReason {
    /// The agent polls again.
    Poll,
    /// The agent has drafted its answer.
    Drafted,
    /// The server stops holding a request and answers it as it stands.
    HoldOver(ExchangeId),
    /// The question was not answered in time.
    QuestionDeadline,
    /// The pending request has lived its time.
    PendingDeadline,
    /// The person's session on the page has lived its time.
    SessionDeadline,
    /// The person has read what is in front of them.
    HasRead,
    /// The person has reached the page.
    Arrives,
}

impl fmt::Display for WakeReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Poll => f.write_str("poll again"),
            Self::Drafted => f.write_str("the answer is drafted"),
            Self::HoldOver(exchange) => write!(f, "stop holding exchange {}", exchange.0),
            Self::QuestionDeadline => f.write_str("the question's deadline"),
            Self::PendingDeadline => f.write_str("the pending request's deadline"),
            Self::SessionDeadline => f.write_str("the page session's deadline"),
            Self::HasRead => f.write_str("the person has read it"),
            Self::Arrives => f.write_str("the person opens the page"),
        }
    }
}
