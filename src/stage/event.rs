//! What happened, in order.

use std::sync::Arc;

use crate::check::Report;
use crate::jose::Jwk;
use crate::time::Timestamp;

use super::choice::{Choice, ChoicePoint};
use super::ids::{EventId, ExchangeId, MessageId, PartyId};
use super::message::Message;
use super::notice::Notice;
use super::wake::{Wake, WakeReason};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its number in the run.
    pub id: EventId,
    /// When.
    pub at: Timestamp,
    /// The party it happened at.
    pub by: PartyId,
    /// What led to it.
    pub cause: Option<EventId>,
    /// What it was.
    pub kind: EventKind,
}

/// The kinds of things that happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// An HTTP message left its sender.
    Sent(Arc<Message>),
    /// An HTTP message arrived.
    Delivered(MessageId),
    /// An HTTP message found nobody.
    Lost(MessageId),
    /// A word outside the protocol was said.
    Told {
        /// To whom.
        to: PartyId,
        /// What.
        notice: Arc<Notice>,
    },
    /// A word outside the protocol was heard.
    Heard {
        /// The event in which it was said.
        told: EventId,
    },
    /// A key was made.
    KeyMade {
        /// The public half.
        key: Jwk,
    },
    /// A token was issued.
    TokenIssued {
        /// The token.
        jwt: Arc<str>,
    },
    /// A party came to hold something, or let it go.
    Holds {
        /// What.
        holding: Holding,
    },
    /// Something was verified.
    Reported {
        /// The exchange it was verified in.
        exchange: ExchangeId,
        /// The walk.
        report: Arc<Report>,
    },
    /// A party changed its state.
    Moved {
        /// From.
        from: &'static str,
        /// To.
        to: &'static str,
    },
    /// A timer was set.
    Armed(Wake),
    /// A timer went off.
    Woke(WakeReason),
    /// A party has to decide.
    Offered(Arc<ChoicePoint>),
    /// A party decided.
    Chose(Arc<Taken>),
    /// The run ended.
    Ended(Ending),
}

/// What a party holds, for the page that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holding {
    /// A token.
    Token {
        /// Its name: `person token`.
        name: &'static str,
        /// The token.
        jwt: Arc<str>,
    },
    /// The key set of an issuer, fetched.
    KeySet {
        /// The issuer.
        issuer: String,
        /// The metadata document it was found through.
        dwk: &'static str,
        /// The ids of its keys.
        kids: Vec<String>,
    },
    /// A pending request, as its server keeps it.
    Pending {
        /// Its path.
        path: String,
        /// What it waits for.
        state: &'static str,
        /// Questions answered so far.
        rounds_used: u32,
        /// How many may be.
        rounds_max: u32,
        /// When it expires.
        deadline: Timestamp,
    },
    /// The consent session of the person.
    Session {
        /// Where it stands.
        state: &'static str,
    },
    /// The recorded decision.
    Decision {
        /// Approved or denied.
        approved: bool,
        /// The granted scope.
        scope: String,
    },
}

/// A decision that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Who decided.
    pub by: PartyId,
    /// Which of its decisions it was, from 1.
    pub number: u32,
    /// The option's name.
    pub slug: &'static str,
    /// The choice, with the text that was used.
    pub choice: Choice,
}

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// The agent has what it asked for.
    Granted,
    /// The agent has less than it asked for at first.
    GrantedNarrower,
    /// The agent has access, and the person could not ask all they wanted: every round was used.
    RoundsUsed,
    /// The agent has access, and the person could not ask: the agent takes no questions.
    NoCapability,
    /// The person said no.
    Denied,
    /// The person left the page.
    Abandoned,
    /// The agent took its request back.
    Withdrawn,
    /// The agent did not answer in time.
    ExpiredUnanswered,
    /// The person did not come in time.
    ExpiredNoVisit,
    /// The agent says that it takes questions, and has nobody to answer them.
    NoHandler,
    /// The agent was asked more often than it answers.
    AgentLimit,
    /// The agent stopped waiting.
    GaveUp,
    /// Too many wrong codes were tried.
    CodeLocked,
    /// Something in the cast failed that this lesson does not mean to show.
    Failed,
}

impl Ending {
    /// The name used in links and on the command line.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Granted => "granted",
            Self::GrantedNarrower => "granted-narrower",
            Self::RoundsUsed => "rounds-used",
            Self::NoCapability => "no-capability",
            Self::Denied => "denied",
            Self::Abandoned => "abandoned",
            Self::Withdrawn => "withdrawn",
            Self::ExpiredUnanswered => "expired-unanswered",
            Self::ExpiredNoVisit => "expired-no-visit",
            Self::NoHandler => "no-handler",
            Self::AgentLimit => "agent-limit",
            Self::GaveUp => "gave-up",
            Self::CodeLocked => "code-locked",
            Self::Failed => "failed",
        }
    }

    /// Whether the agent got access.
    #[must_use]
    pub const fn is_access(self) -> bool {
        matches!(
            self,
            Self::Granted | Self::GrantedNarrower | Self::RoundsUsed | Self::NoCapability
        )
    }
}
