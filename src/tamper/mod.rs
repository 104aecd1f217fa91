//! What happens when one thing in a message is not as it should be.
//!
//! The table has a row for each rule that somebody on the network, or an issuer at fault, can
//! break. [`apply`] takes the honest message out of a finished run, breaks that one thing in it,
//! and lets the recipient's own model receive it at the same point of the same run: what comes back
//! is the recipient's own report and its own answer, not a guess at them.
//!
//! The keys come from the run's seed, which gives all of them away. So a token in which one claim is
//! wrong can be signed by its real issuer, and a request by the agent itself: everything else about
//! it is right, and the rule that fails is the one the row names.

mod keys;
mod page;
mod replay;
mod request;
mod response;
mod scene;
mod sent;
mod shown;
mod target;
mod token;
mod waiting;

use std::sync::Arc;

use crate::check::Report;
use crate::check::rules::Rule;
use crate::http::Response;
use crate::lesson::Run;
use crate::stage::{Message, PartyId, Payload};
use crate::time::{Span, Timestamp};

pub use self::scene::{Altered, Scene};
pub use self::target::Target;

/// One way to break one rule.
#[derive(Debug)]
pub struct Tampering {
    /// A stable name, unique in the table: `body-changed`.
    pub name: &'static str,
    /// What was done, in a sentence.
    pub what: &'static str,
    /// The rule that it breaks.
    pub rule: &'static Rule,
    /// The kind of message in which it is done.
    pub target: Target,
    /// How it is done. `None` when the message does not have what is to be changed.
    pub alter: fn(&Scene<'_>) -> Option<Altered>,
}

/// A message that was tampered with, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tampered {
    /// The message as it was sent.
    pub honest: Message,
    /// The message as it arrived.
    pub arrived: Message,
    /// Who received it.
    pub recipient: PartyId,
    /// The recipient's clock when it verified the message.
    pub at: Timestamp,
    /// How much later it arrived than the honest one.
    pub later: Span,
    /// The reports of the recipient before that one, in each of which every step passed.
    pub passed: Vec<Report>,
    /// The first report of the recipient in which a step failed. `None` when everything it
    /// verified passed: then nobody noticed.
    pub report: Option<Report>,
    /// The recipient's answer, when the message was a request.
    pub reply: Option<Arc<Message>>,
}

/// Rows about the same part of a message.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What they are about: `The token that it shows`.
    pub title: &'static str,
    /// The rows.
    pub rows: &'static [Tampering],
}

/// The whole table.
pub static GROUPS: [Group; 6] = [
    Group {
        title: "The request and its signature",
        rows: request::ROWS,
    },
    Group {
        title: "The token that it shows",
        rows: shown::ROWS,
    },
    Group {
        title: "The tokens in its body",
        rows: sent::ROWS,
    },
    Group {
        title: "What was asked for or fetched",
        rows: response::ROWS,
    },
    Group {
        title: "How the request stands",
        rows: waiting::ROWS,
    },
    Group {
        title: "The browser and the page",
        rows: page::ROWS,
    },
];

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Tampering> {
    GROUPS.iter().flat_map(|group| group.rows)
}

/// The row of that name.
#[must_use]
pub fn row(name: &str) -> Option<&'static Tampering> {
    rows().find(|row| row.name == name)
}

/// Breaks one thing in a finished run, in the first message of the row's kind. `None` when the run
/// has no such message.
#[must_use]
pub fn apply(row: &Tampering, run: &Run) -> Option<Tampered> {
    perform(row, run, &Scene::of(row.target, run)?)
}

/// Breaks one thing in that message of a finished run. `None` when the row does not fit it.
#[must_use]
pub fn apply_to(row: &Tampering, run: &Run, message: &Arc<Message>) -> Option<Tampered> {
    perform(row, run, &Scene::at(row.target, run, message)?)
}

fn perform(row: &Tampering, run: &Run, scene: &Scene<'_>) -> Option<Tampered> {
    let altered = (row.alter)(scene)?;
    replay::replay(run, scene.message(), altered)
}

impl Tampered {
    /// The recipient's answer, when the message was a request.
    #[must_use]
    pub fn answer(&self) -> Option<&Response> {
        match &self.reply.as_ref()?.payload {
            Payload::Response(response) => Some(response),
            Payload::Request(_) => None,
        }
    }
}
