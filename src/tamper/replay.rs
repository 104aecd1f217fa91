//! The same run up to a message, and then with another one in its place.

use std::sync::Arc;

use crate::lesson::Run;
use crate::party::AnyParty;
use crate::sim::{STEPS_MAX, Step, World, take_default};
use crate::stage::{Event, EventKind, ExchangeKind, Message, Payload, Taken};

use super::Tampered;
use super::scene::Altered;

/// Runs the recipe again with the same decisions, lets `altered` arrive in the place of `honest`,
/// and watches its recipient until it has answered or said what is wrong.
pub(super) fn replay(run: &Run, honest: &Message, altered: Altered) -> Option<Tampered> {
    let mut world = before(run, honest)?;
    let recipient = honest.to;
    if !world.intercept(honest.id, altered.payload.clone(), altered.later) {
        return None;
    }
    let arrived = Message {
        payload: altered.payload,
        ..honest.clone()
    };
    let mut tampered = Tampered {
        honest: honest.clone(),
        at: honest.sent_at,
        arrived,
        recipient,
        later: altered.later,
        passed: Vec::new(),
        report: None,
        reply: None,
    };
    for _ in 0..STEPS_MAX {
        let events = match world.step() {
            Step::Advanced(events) => events,
            Step::Blocked(_) => vec![decide(run, &mut world)],
            Step::Ended(_) => break,
        };
        for event in &events {
            watch(event, &mut tampered);
        }
        if tampered.is_settled() {
            break;
        }
    }
    Some(tampered)
}

/// The world in which the message has been sent and has not arrived.
fn before(run: &Run, honest: &Message) -> Option<World<AnyParty>> {
    let setup = (run.recipe.lesson.setup)(&run.recipe.settings);
    let mut world = World::new(setup, run.recipe.seed.clone());
    for _ in 0..STEPS_MAX {
        match world.step() {
            Step::Advanced(events) => {
                let sent = |event: &Event| matches!(&event.kind, EventKind::Sent(message) if message.id == honest.id);
                if events.iter().any(sent) {
                    return Some(world);
                }
            }
            Step::Blocked(_) => {
                decide(run, &mut world);
            }
            Step::Ended(_) => return None,
        }
    }
    None
}

/// Takes the decision that the run took at this point, or the default where it never came so far.
fn decide(run: &Run, world: &mut World<AnyParty>) -> Event {
    let Step::Blocked(point) = world.step() else {
        unreachable!("a world that waits for a decision goes on waiting");
    };
    let taken: Option<&Taken> = run
        .decisions
        .iter()
        .find(|made| made.point.by == point.by && made.point.number == point.number)
        .map(|made| &*made.taken);
    let again = taken.and_then(|taken| world.choose(taken.slug, taken.choice.text()).ok());
    again.unwrap_or_else(|| take_default(world, &point))
}

/// Keeps what the recipient says about the exchange of the message.
fn watch(event: &Event, tampered: &mut Tampered) {
    if event.by != tampered.recipient {
        return;
    }
    let exchange = tampered.arrived.exchange;
    // Keys are fetched for another message, and whoever fetched them says of that one what is wrong.
    let is_fetched = tampered.arrived.kind == ExchangeKind::Discovery;
    match &event.kind {
        EventKind::Reported {
            exchange: of,
            report,
        } if (*of == exchange || is_fetched) && tampered.report.is_none() => {
            tampered.at = event.at;
            let report = report.as_ref().clone();
            if report.passed() {
                tampered.passed.push(report);
            } else {
                tampered.report = Some(report);
            }
        }
        EventKind::Sent(message) if message.exchange == exchange => {
            if let Payload::Response(_) = &message.payload {
                tampered.reply = Some(Arc::clone(message));
            }
        }
        _ => {}
    }
}

impl Tampered {
    /// Whether nothing more is to be learnt.
    fn is_settled(&self) -> bool {
        match &self.arrived.payload {
            Payload::Request(_) => self.reply.is_some(),
            Payload::Response(_) => self.report.is_some(),
        }
    }
}
