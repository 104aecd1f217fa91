//! What each party holds at a step, with what changed in it.

use std::sync::Arc;

use crate::jose::{Jwk, decode_unverified};
use crate::json::Value;
use crate::sim::Trace;
use crate::stage::{EventId, EventKind, Holding, PartyId};
use crate::time::Timestamp;

use super::clock;
use super::steps::Steps;

/// What a party is doing and what it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartyState {
    /// The party.
    pub party: PartyId,
    /// What it is doing; empty when it has not said so.
    pub doing: String,
    /// Whether that changed in this step.
    pub doing_changed: bool,
    /// What it holds, in the order in which it came to hold it.
    pub holdings: Vec<HoldingView>,
}

/// Something that a party holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoldingView {
    /// What kind of thing it is.
    pub kind: HoldingKind,
    /// What it is: `person token`, `keys of https://ps.example`.
    pub title: String,
    /// What is known about it, as names and values.
    pub facts: Vec<(String, String)>,
    /// The token, when it is one.
    pub jwt: Option<Arc<str>>,
    /// What became of it in this step.
    pub change: Change,
}

/// What became of something that a party holds in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Change {
    /// It is as it was before the step.
    #[default]
    Same,
    /// It is held since this step.
    New,
    /// It was held before, and is another or stands elsewhere now.
    Changed,
}

/// What kind of thing a party holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HoldingKind {
    /// A key pair of its own.
    Key,
    /// A token.
    Token,
    /// The key set of somebody else.
    KeySet,
    /// A pending request.
    Pending,
    /// The person's session on the page.
    Session,
    /// The person's decision.
    Decision,
}

/// What every party of `cast` holds when the step of that number is over; 0 is the end of the
/// prologue.
#[must_use]
pub fn state(trace: &Trace, steps: &Steps, number: u32, cast: &[PartyId]) -> Vec<PartyState> {
    let (first, last) = extent(steps, number);
    let now = trace.event(last).map_or(Timestamp::START, |event| event.at);
    let mut states: Vec<PartyState> = cast
        .iter()
        .map(|party| PartyState {
            party: *party,
            doing: String::new(),
            doing_changed: false,
            holdings: Vec::new(),
        })
        .collect();
    for event in trace.events().take_while(|event| event.id <= last) {
        let changed = event.id >= first;
        let Some(state) = states.iter_mut().find(|state| state.party == event.by) else {
            continue;
        };
        match &event.kind {
            // A server moves with its pending request, which is shown among what it holds.
            EventKind::Moved { .. } if event.by == PartyId::PersonServer => {}
            EventKind::Moved { to, .. } => {
                state.doing = (*to).to_owned();
                state.doing_changed |= changed;
            }
            EventKind::KeyMade { key } => state.hold(of_key(key), changed),
            EventKind::Holds { holding } => state.hold(of_holding(holding, event.at, now), changed),
            EventKind::Sent(_)
            | EventKind::Delivered(_)
            | EventKind::Lost(_)
            | EventKind::Told { .. }
            | EventKind::Heard { .. }
            | EventKind::TokenIssued { .. }
            | EventKind::Reported { .. }
            | EventKind::Armed(_)
            | EventKind::Woke(_)
            | EventKind::Offered(_)
            | EventKind::Chose(_)
            | EventKind::Ended(_) => {}
        }
    }
    states
}

impl HoldingKind {
    /// The name used in the page's attributes.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Key => "key",
            Self::Token => "token",
            Self::KeySet => "key-set",
            Self::Pending => "pending",
            Self::Session => "session",
            Self::Decision => "decision",
        }
    }
}

impl Change {
    /// The word for it; empty when nothing changed.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Same => "",
            Self::New => "new",
            Self::Changed => "changed",
        }
    }
}

impl PartyState {
    /// Takes a holding in the place of the same one as it was, or as a further one.
    fn hold(&mut self, mut holding: HoldingView, in_this_step: bool) {
        match self.holdings.iter_mut().find(|held| held.is(&holding)) {
            Some(held) => {
                // What is new in a step stays so, whatever else becomes of it there.
                holding.change = match held.change {
                    Change::New => Change::New,
                    Change::Same if !in_this_step => Change::Same,
                    Change::Same | Change::Changed => Change::Changed,
                };
                *held = holding;
            }
            None => {
                if in_this_step {
                    holding.change = Change::New;
                }
                self.holdings.push(holding);
            }
        }
    }
}

impl HoldingView {
    /// Whether both are about the same thing, whatever became of it. Pending requests are told
    /// apart by their path.
    fn is(&self, other: &Self) -> bool {
        self.kind == other.kind
            && self.title == other.title
            && (self.kind != HoldingKind::Pending || self.fact("path") == other.fact("path"))
    }

    /// The value of that fact.
    #[must_use]
    pub fn fact(&self, name: &str) -> Option<&str> {
        let mut facts = self.facts.iter();
        facts
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

/// The events of a step; for 0, everything before the first step.
fn extent(steps: &Steps, number: u32) -> (EventId, EventId) {
    match steps.step(number) {
        Some(step) => (step.first, step.last),
        None => {
            let end = steps.steps.first().map_or(u32::MAX, |step| step.first.0);
            (EventId(0), EventId(end.saturating_sub(1)))
        }
    }
}

fn view(kind: HoldingKind, title: String, facts: Vec<(&str, String)>) -> HoldingView {
    let facts = facts.into_iter();
    HoldingView {
        kind,
        title,
        facts: facts
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
        jwt: None,
        change: Change::Same,
    }
}

fn of_key(key: &Jwk) -> HoldingView {
    let mut facts = Vec::new();
    if let Some(kid) = key.kid() {
        facts.push(("kid", kid.to_owned()));
    }
    if let Ok(thumbprint) = key.thumbprint() {
        facts.push(("thumbprint", thumbprint));
    }
    view(HoldingKind::Key, "signing key".to_owned(), facts)
}

fn of_holding(holding: &Holding, at: Timestamp, now: Timestamp) -> HoldingView {
    match holding {
        Holding::Token { name, jwt } => HoldingView {
            jwt: Some(Arc::clone(jwt)),
            ..view(
                HoldingKind::Token,
                (*name).to_owned(),
                token_facts(jwt, now),
            )
        },
        Holding::KeySet { issuer, dwk, kids } => view(
            HoldingKind::KeySet,
            format!("keys of {issuer}"),
            vec![
                ("kid", kids.join(", ")),
                ("found through", (*dwk).to_owned()),
                ("fetched", moment(at, now)),
            ],
        ),
        Holding::Pending {
            path,
            state,
            rounds_used,
            rounds_max,
            deadline,
        } => {
            let mut facts = vec![
                ("path", path.clone()),
                ("state", (*state).to_owned()),
                ("round", format!("{rounds_used} of {rounds_max}")),
            ];
            if *state != "gone" {
                facts.push(("deadline", moment(*deadline, now)));
            }
            view(HoldingKind::Pending, "pending request".to_owned(), facts)
        }
        Holding::Session { state } => view(
            HoldingKind::Session,
            "the person's session".to_owned(),
            vec![("state", (*state).to_owned())],
        ),
        Holding::Decision { approved, scope } => {
            let decision = if *approved { "approved" } else { "denied" };
            let mut facts = vec![("decision", decision.to_owned())];
            if !scope.is_empty() {
                facts.push(("scope", scope.clone()));
            }
            view(
                HoldingKind::Decision,
                "the person's decision".to_owned(),
                facts,
            )
        }
    }
}

/// What a token is for, and how long it lasts.
fn token_facts(jwt: &str, now: Timestamp) -> Vec<(&'static str, String)> {
    let claims = decode_unverified(jwt).payload.json.unwrap_or_default();
    let mut facts = Vec::new();
    for (claim, name) in [("aud", "for"), ("scope", "scope")] {
        if let Some(text) = claims.get(claim).and_then(Value::as_str) {
            facts.push((name, text.to_owned()));
        }
    }
    if let Some(exp) = claims.get("exp").and_then(Value::as_u64) {
        facts.push(("expires", moment(Timestamp::from_unix_s(exp), now)));
    }
    facts
}

/// `2026-09-01 09:10:00 UTC, in 9 min 58 s`.
fn moment(at: Timestamp, now: Timestamp) -> String {
    match clock::utc(at) {
        Some(utc) => format!("{utc}, {}", clock::relative(at, now)),
        None => at.unix_s().to_string(),
    }
}
