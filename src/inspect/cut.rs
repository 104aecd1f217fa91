//! Where a run is cut into steps.

use std::sync::Arc;

use crate::lesson::StepRow;
use crate::sim::{Exchange, Trace};
use crate::stage::{EventId, EventKind, ExchangeId, ExchangeKind, MessageId, Payload};
use crate::time::{Span, Timestamp};

use super::moments::{Scene, is_visible, told};
use super::naming::name;
use super::needed;
use super::steps::{DecisionPlace, Discovery, Part, Prologue, Step, Steps, Told};

/// Cuts a run into steps.
pub(super) fn cut(trace: &Trace, rows: &[StepRow]) -> Steps {
    let scene = Scene::of(trace);
    let mut drafts = scene.steps();
    let cutter = Cutter::of(trace, scene.exchanges());
    cutter.share_out_events(&mut drafts);
    cutter.measure_pauses(&mut drafts);
    cutter.attach_notices(&mut drafts);
    let before = cutter.attach_discovery(&mut drafts);

    let first = scene.first_step();
    let (prologue, mut steps): (Vec<Step>, Vec<Step>) =
        drafts.into_iter().partition(|step| step.first < first);
    for (number, step) in (1..).zip(&mut steps) {
        step.number = number;
    }
    let mut prologue = Prologue {
        notices: cutter.notices_before(prologue.first().or(steps.first())),
        steps: prologue,
        discovery: before,
    };
    name(&mut prologue.steps, rows);
    name(&mut steps, rows);
    let mut steps = Steps {
        prologue,
        steps,
        decisions: Vec::new(),
    };
    steps.decisions = decisions(trace, &steps);
    steps
}

/// What the steps are compared with.
struct Cutter<'a> {
    trace: &'a Trace,
    exchanges: &'a [Exchange],
    arrived: Vec<(MessageId, Timestamp)>,
}

impl<'a> Cutter<'a> {
    fn of(trace: &'a Trace, exchanges: &'a [Exchange]) -> Self {
        let arrived = trace.events().filter_map(|event| match &event.kind {
            EventKind::Delivered(message) => Some((*message, event.at)),
            _ => None,
        });
        Self {
            trace,
            exchanges,
            arrived: arrived.collect(),
        }
    }

    /// A step lasts until the next one begins.
    fn share_out_events(&self, steps: &mut [Step]) {
        let end = self
            .trace
            .events()
            .last()
            .map_or(EventId(0), |event| event.id);
        let begins: Vec<EventId> = steps.iter().skip(1).map(|step| step.first).collect();
        let ends = begins.iter().map(|next| EventId(next.0.saturating_sub(1)));
        for (step, last) in steps.iter_mut().zip(ends.chain([end])) {
            step.last = last;
        }
    }

    fn measure_pauses(&self, steps: &mut [Step]) {
        let mut over: Option<Timestamp> = None;
        for step in steps {
            step.pause = over.map_or_else(Span::default, |over| step.at.since(over));
            let until = self.over_at(step);
            over = Some(over.map_or(until, |over| over.max(until)));
        }
    }

    /// When the last message of a step arrived.
    fn over_at(&self, step: &Step) -> Timestamp {
        let repeated = self
            .exchanges
            .iter()
            .filter(|exchange| step.repeats.contains(&exchange.id))
            .filter_map(|exchange| exchange.response.as_ref());
        let messages = step.request.iter().chain(&step.response).chain(repeated);
        messages
            .filter_map(|message| self.arrived_at(message.id))
            .fold(step.at, Timestamp::max)
    }

    fn arrived_at(&self, id: MessageId) -> Option<Timestamp> {
        let (_, at) = self.arrived.iter().find(|(message, _)| *message == id)?;
        Some(*at)
    }

    fn attach_notices(&self, steps: &mut [Step]) {
        for told in self.trace.events().filter_map(told) {
            let step = steps.iter_mut().rev().find(|step| step.first <= told.event);
            if let Some(step) = step
                && step.act.as_ref().is_none_or(|act| act.event != told.event)
            {
                step.notices.push(told);
            }
        }
    }

    fn notices_before(&self, step: Option<&Step>) -> Vec<Told> {
        let first = step.map_or(EventId(u32::MAX), |step| step.first);
        let told = self.trace.events().filter_map(told);
        told.filter(|told| told.event < first).collect()
    }

    /// Attaches what was fetched to the step in whose course it was, and gives back what was
    /// fetched before any.
    fn attach_discovery(&self, steps: &mut [Step]) -> Vec<Discovery> {
        let mut before = Vec::new();
        for exchange in self.exchanges {
            if is_visible(exchange) {
                continue;
            }
            let place = self.cause_of(exchange);
            let step = steps.iter_mut().rev().find(|step| match place {
                Some((cause, answered)) => {
                    step.shows(cause)
                        && (step.part != Part::Asks || !answered)
                        && (step.part != Part::Answers || answered)
                }
                None => step.first < exchange.asked,
            });
            needed::add_document(
                step.map_or(&mut before, |step| &mut step.discovery),
                exchange,
            );
        }
        for step in steps {
            needed::add_cached(self.trace, step);
        }
        before
    }

    /// The visible exchange in whose course a fetch was made, and whether it was in the course of
    /// its response.
    fn cause_of(&self, fetch: &Exchange) -> Option<(ExchangeId, bool)> {
        let mut event = self.trace.event(fetch.asked)?;
        loop {
            event = self.trace.event(event.cause?)?;
            let message = match &event.kind {
                EventKind::Sent(message) => Some(message),
                EventKind::Delivered(message) => self.trace.message(*message),
                _ => None,
            };
            let Some(message) = message else { continue };
            if message.kind == ExchangeKind::Discovery {
                continue;
            }
            let answered = matches!(message.payload, Payload::Response(_));
            return Some((message.exchange, answered));
        }
    }
}

fn decisions(trace: &Trace, steps: &Steps) -> Vec<DecisionPlace> {
    let mut places: Vec<DecisionPlace> = Vec::new();
    for event in trace.events() {
        match &event.kind {
            EventKind::Offered(point) => places.push(DecisionPlace {
                after: steps.step_at(event.id),
                offered: event.id,
                point: Arc::clone(point),
                taken: None,
            }),
            // One decision is taken at a time: it is the one that was offered last.
            EventKind::Chose(taken) => {
                if let Some(place) = places.last_mut() {
                    place.taken = Some(Arc::clone(taken));
                }
            }
            _ => {}
        }
    }
    places
}
