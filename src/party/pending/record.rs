//! One request that waits.

use crate::aauth::{ClarificationRequirement, Requirement};
use crate::http::Response;
use crate::stage::ExchangeId;
use crate::time::Timestamp;

/// How a server treats what waits at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long a request waits, in seconds.
    pub pending_s: u64,
    /// How long a question waits for its answer, in seconds.
    pub question_s: u64,
    /// How many questions may be asked.
    pub rounds_max: u32,
    /// How long the person may stay on the page, in seconds.
    pub session_s: u64,
}

/// A request that waits.
#[derive(Clone, Debug)]
pub struct Record<T> {
    /// The last segment of its path.
    pub id: String,
    /// Which of this server's requests it is, from 1.
    pub number: u32,
    /// What it is about.
    pub subject: T,
    /// How many questions were asked.
    pub(super) rounds_used: u32,
    pub(super) wrong_codes: u32,
    pub(super) owner: Owner,
    pub(super) state: PendingState,
    /// Where an answered question leads back to, when it was asked on the way to a decision.
    pub(super) resume: Option<PendingState>,
    /// The first call, until it was answered.
    pub(super) first_call: Option<ExchangeId>,
    /// Whether the caller was told of this state.
    pub(super) told: bool,
    pub(super) held: Option<ExchangeId>,
    pub(super) not_before: Timestamp,
    pub(super) deadline: Timestamp,
    pub(super) question_deadline: Option<Timestamp>,
    pub(super) session_deadline: Option<Timestamp>,
}

/// Why time ended a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lapse {
    /// Nobody answered or decided in time.
    Expired,
    /// The person left the page without deciding.
    Abandoned,
}

/// Whose request it is. Every later call is compared with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The issuer that vouches for the caller.
    pub issuer: String,
    /// The caller's identifier.
    pub subject: String,
}

/// What a request waits for.
///
/// ```text
///         question            answer             the person arrives
/// Waiting ───────▶ Asking ──────────▶ Directing ───────────────────▶ Interacting
///    │             │    ▲                │   ▲                          │   ▲
///    │             │    └── a question ──┘   └── its answer ── Asking ──┼───┘
///    │             │                                             ▲      │
///    │             │                                             └──────┤ a question
///    └─────────────┴───── decided, or no time is left ──────────────────┤
///                                                                       ▼
///                                                 Decided ──given once──▶ Gone
/// ```
///
/// Spec: `#deferred-responses`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingState {
    /// The person is asked over the server's own channel, and the caller has nothing to do.
    Waiting,
    /// The caller was asked a question.
    Asking(ClarificationRequirement),
    /// The person has to open a page.
    Directing(Requirement),
    /// The person is on the page.
    Interacting,
    /// There is a final answer, which is given once.
    Decided(Response),
    /// It is over.
    Gone,
}

impl<T> Record<T> {
    /// What it waits for.
    #[must_use]
    pub const fn state(&self) -> &PendingState {
        &self.state
    }

    /// When it expires.
    #[must_use]
    pub const fn deadline(&self) -> Timestamp {
        self.deadline
    }

    /// Whether it still waits for a decision.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        match self.state {
            PendingState::Waiting
            | PendingState::Asking(_)
            | PendingState::Directing(_)
            | PendingState::Interacting => true,
            PendingState::Decided(_) | PendingState::Gone => false,
        }
    }

    pub(super) const fn is_open_or_decided(&self) -> bool {
        !matches!(self.state, PendingState::Gone)
    }

    /// Whether a question may be put to the caller: none is open, and not all rounds are used.
    #[must_use]
    pub const fn can_be_asked(&self, rounds_max: u32) -> bool {
        self.is_open()
            && !matches!(self.state, PendingState::Asking(_))
            && self.rounds_used < rounds_max
    }

    /// How many more questions may be asked.
    #[must_use]
    pub const fn rounds_left(&self, rounds_max: u32) -> u32 {
        rounds_max.saturating_sub(self.rounds_used)
    }

    /// Why its time is up, if it is.
    pub(super) fn lapsed(&self, now: Timestamp) -> Option<Lapse> {
        let past = |deadline: Option<Timestamp>| deadline.is_some_and(|at| now >= at);
        // Our choice: a person on the page who lets the request's time run out has left it, too.
        if past(self.question_deadline) {
            Some(Lapse::Expired)
        } else if past(self.session_deadline) {
            Some(Lapse::Abandoned)
        } else if past(Some(self.deadline)) {
            Some(Lapse::Expired)
        } else {
            None
        }
    }

    /// The next moment at which its time can be up.
    pub(super) fn next_deadline(&self) -> Timestamp {
        [self.question_deadline, self.session_deadline]
            .into_iter()
            .flatten()
            .fold(self.deadline, Ord::min)
    }
}

impl PendingState {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting for the person",
            Self::Asking(_) => "waiting for the agent's answer",
            Self::Directing(_) => "waiting for the person to open the page",
            Self::Interacting => "the person is on the page",
            Self::Decided(_) => "decided, not yet told",
            Self::Gone => "gone",
        }
    }
}
