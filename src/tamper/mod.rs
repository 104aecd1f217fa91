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

use crate::check::Report;
use crate::check::rules::Rule;
use crate::http::Response;
use crate::lesson::Run;
use crate::stage::{Message, PartyId};
use crate::time::Timestamp;

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
    /// The message in which it is done.
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
    /// The first report of the recipient in which a step failed. `None` when everything it
    /// verified passed: then nobody noticed.
    pub report: Option<Report>,
    /// The recipient's answer, when the message was a request.
    pub answer: Option<Response>,
}

/// Every row.
pub fn rows() -> impl Iterator<Item = &'static Tampering> {
    [
        request::ROWS,
        shown::ROWS,
        sent::ROWS,
        response::ROWS,
        page::ROWS,
    ]
    .into_iter()
    .flatten()
}

/// The row of that name.
#[must_use]
pub fn row(name: &str) -> Option<&'static Tampering> {
    rows().find(|row| row.name == name)
}

/// Breaks one thing in a finished run. `None` when the run has no such message.
#[must_use]
pub fn apply(row: &Tampering, run: &Run) -> Option<Tampered> {
    let scene = Scene::of(row.target, run)?;
    let altered = (row.alter)(&scene)?;
    replay::replay(run, scene.message(), altered)
}
