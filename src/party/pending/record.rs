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
    /// How many questions may be answered.
    pub rounds_max: u32,
}

/// A request that waits.
#[derive(Clone, Debug)]
pub struct Record<T> {
    /// What it is about.
    pub subject: T,
    /// How many questions were answered.
    pub rounds_used: u32,
    pub(super) wrong_codes: u32,
    pub(super) owner: Owner,
    pub(super) state: PendingState,
    /// Whether the caller was told of this state.
    pub(super) told: bool,
    pub(super) held: Option<ExchangeId>,
    pub(super) not_before: Timestamp,
    pub(super) deadline: Timestamp,
    pub(super) question_deadline: Option<Timestamp>,
}

/// Whose request it is. Every later call is compared with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    /// The issuer that vouches for the caller.
    pub issuer: String,
    /// The caller's identifier.
    pub subject: String,
}

/// What a request waits for.
///
/// ```text
///           ┌────────── question ──────────┐
///           ▼                              │
/// Waiting ──┴─▶ Asking ──answer──▶ Directing ──person arrives──▶ Interacting
///    │            │                    │                             │
///    └────────────┴────────────────────┴── decided or expired ───────┤
///                                                                    ▼
///                                              Decided ──given once──▶ Gone
/// ```
///
/// Spec: `#deferred-responses`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingState {
    /// The caller has nothing to do.
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

    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        now >= self.deadline
            || self
                .question_deadline
                .is_some_and(|deadline| now >= deadline)
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
