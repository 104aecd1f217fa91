//! Where the agent is on its way to the data.

use crate::stage::{Ending, ExchangeId};

use super::super::polling::Polling;

/// What the agent is waiting for.
///
/// ```text
/// Enrolling ──▶ AskingWho ──▶ Calling ──401──▶ AskingForAccess ──202──▶ Deferred ──200──▶ Using
///                                                     │        Narrowing ◀─▶ │               │
///                                                     └──────── 200 ───────┼──────▶        │
///                                                                          ▼               ▼
///                                                              LookingBack ◀───────────────┘
/// ```
#[derive(Clone, Debug)]
pub(super) enum State {
    /// Its agent token.
    Enrolling,
    /// Its person token.
    AskingWho(ExchangeId),
    /// The answer to its first call of the resource.
    Calling(ExchangeId),
    /// The answer to its request for an auth token.
    AskingForAccess(ExchangeId),
    /// The end of the deferred request.
    Deferred(Polling),
    /// A resource token for less, to update the deferred request with.
    Narrowing {
        exchange: ExchangeId,
        polling: Polling,
        justification: Option<String>,
    },
    /// The data.
    Using(ExchangeId, Option<Polling>),
    /// What the pending URL says after the end.
    LookingBack(ExchangeId, Ending),
    /// Nothing.
    Done,
}

impl State {
    /// The name that the trace shows.
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Enrolling => "waiting for its agent token",
            Self::AskingWho(_) => "waiting for a person token",
            Self::Calling(_) => "calling the resource",
            Self::AskingForAccess(_) => "asking for access",
            Self::Deferred(_) => "waiting for the decision",
            Self::Narrowing { .. } => "asking for less",
            Self::Using(..) => "using its access",
            Self::LookingBack(..) => "looking back",
            Self::Done => "done",
        }
    }
}
