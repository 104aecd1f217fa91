//! What can be broken on a path, a variant an invariant.

use thiserror::Error;

use crate::stage::{Ending, PartyId};

/// What is broken on a path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Broken {
    /// Somebody goes on for ever.
    #[error("the run does not end")]
    Endless,
    /// A party panicked.
    #[error("a party panicked: {message}")]
    Panic {
        /// What it said.
        message: String,
    },
    /// The run ended in a way that nobody has a name for.
    #[error("the run failed")]
    Failed,
    /// The run is told as something that the agent has not read.
    #[error("the run is told as {}, and the agent read last: {answer}", .ending.slug())]
    Untold {
        /// The ending.
        ending: Ending,
        /// The status, the error, and whether a question was open.
        answer: String,
    },
    /// The run is told as something that it is not.
    #[error("the run is told as {}, with '{granted}' granted where '{asked}' was asked for first", .ending.slug())]
    Misnamed {
        /// The ending.
        ending: Ending,
        /// The scope of the auth token, empty when there is none.
        granted: String,
        /// The scope that was asked for first.
        asked: String,
    },
    /// A pending URL answered after its final answer.
    #[error("a pending URL answered {status} after its final answer, not 410")]
    AnsweredTwice {
        /// The status.
        status: u16,
    },
    /// A pending URL was gone before it gave its final answer.
    #[error("a pending URL was gone before it gave a final answer")]
    GoneTooSoon,
    /// An auth token without an approval.
    #[error("an auth token was issued without a recorded approval")]
    Unapproved,
    /// An auth token for more than was asked for.
    #[error("'{granted}' was granted where '{asked}' was asked for")]
    Broader {
        /// The scope of the auth token.
        granted: String,
        /// The scope of the request, or of the approval.
        asked: String,
    },
    /// A body on its way to a person server that its signature does not cover.
    #[error("the signature of exchange {exchange} does not cover the body")]
    Uncovered {
        /// The exchange.
        exchange: u32,
    },
    /// More questions than the person server puts.
    #[error("{used} rounds were used, and there are {max}")]
    TooManyRounds {
        /// How many were used.
        used: u32,
        /// How many there are.
        max: u32,
    },
    /// Something that its recipient acted on without having verified it.
    #[error("{recipient} acted on exchange {exchange} without a report")]
    Unverified {
        /// The recipient.
        recipient: PartyId,
        /// The exchange.
        exchange: u32,
    },
    /// A bad action that was not refused.
    #[error("a POST without a known action was answered {status}, not 400")]
    BadActionTaken {
        /// The status.
        status: u16,
    },
    /// A bad action that changed something.
    #[error("a POST without a known action changed the pending request")]
    BadActionCounted,
    /// A chat that a bad action ended.
    #[error("the chat did not go on after a bad action")]
    ChatStopped,
}
