//! Where steps begin, and what each of them shows.

use std::sync::Arc;

use crate::http::Method;
use crate::sim::{Exchange, Trace};
use crate::stage::{
    Event, EventId, EventKind, ExchangeId, ExchangeKind, MessageId, Notice, PartyId,
};
use crate::time::{Span, Timestamp};

use super::arrow;
use super::shape::{self, PendingUrls};
use super::steps::{Arrow, ArrowKind, Part, Step, Told};

/// The exchanges of a run, with what is asked of them again and again.
pub(super) struct Scene<'a> {
    trace: &'a Trace,
    exchanges: Vec<Exchange>,
    pending: PendingUrls,
    lost: Vec<MessageId>,
}

/// A place where a step begins.
struct Moment<'a> {
    first: EventId,
    part: Part,
    what: What<'a>,
    repeats: Vec<ExchangeId>,
}

enum What<'a> {
    Exchange(&'a Exchange),
    Act(Told),
}

impl<'a> Scene<'a> {
    pub(super) fn of(trace: &'a Trace) -> Self {
        let lost = trace.events().filter_map(|event| match &event.kind {
            EventKind::Lost(message) => Some(*message),
            _ => None,
        });
        Self {
            exchanges: trace.exchanges(),
            pending: PendingUrls::of(trace),
            lost: lost.collect(),
            trace,
        }
    }

    /// Every exchange in the order in which it was begun.
    pub(super) fn exchanges(&self) -> &[Exchange] {
        &self.exchanges
    }

    /// All steps in order, not yet numbered, each with its first event alone.
    pub(super) fn steps(&self) -> Vec<Step> {
        let moments = self.moments();
        moments.iter().map(|moment| self.step(moment)).collect()
    }

    /// The event in which the first counted step begins: the agent's first signed `GET` to the
    /// resource. Our choice: a run without one counts from its first protocol request.
    pub(super) fn first_step(&self) -> EventId {
        let asks_the_resource = |exchange: &&Exchange| {
            exchange.kind == ExchangeKind::Protocol
                && exchange.caller == PartyId::Agent
                && exchange.callee == PartyId::Resource
                && shape::request(exchange).is_some_and(|request| request.method == Method::Get)
        };
        let first = self.exchanges.iter().find(asks_the_resource);
        let first = first.or_else(|| {
            self.exchanges
                .iter()
                .find(|exchange| exchange.kind == ExchangeKind::Protocol)
        });
        first.map_or(EventId(u32::MAX), |exchange| exchange.asked)
    }

    fn visible(&self) -> impl Iterator<Item = &Exchange> {
        self.exchanges
            .iter()
            .filter(|exchange| is_visible(exchange))
    }

    fn acts(&self) -> Vec<Told> {
        let told = self.trace.events().filter_map(told);
        told.filter(|told| told.notice.is_act_of_the_person(told.from))
            .collect()
    }

    /// The beginnings of all steps, in order, with equal polls folded.
    fn moments(&self) -> Vec<Moment<'_>> {
        let acts = self.acts();
        let mut moments = Vec::new();
        for exchange in self.visible() {
            let at = |first, part| Moment {
                first,
                part,
                what: What::Exchange(exchange),
                repeats: Vec::new(),
            };
            match exchange.answered {
                Some(answered) if self.has_something_inside(exchange, answered, &acts) => {
                    moments.push(at(exchange.asked, Part::Asks));
                    moments.push(at(answered, Part::Answers));
                }
                Some(_) => moments.push(at(exchange.asked, Part::Whole)),
                None => moments.push(at(exchange.asked, Part::Asks)),
            }
        }
        moments.extend(acts.into_iter().map(|told| Moment {
            first: told.event,
            part: Part::Act,
            what: What::Act(told),
            repeats: Vec::new(),
        }));
        moments.sort_by_key(|moment| moment.first);
        self.fold_polls(moments)
    }

    fn has_something_inside(&self, outer: &Exchange, answered: EventId, acts: &[Told]) -> bool {
        let inside = |event: EventId| outer.asked < event && event < answered;
        let is_decided =
            |event: &Event| matches!(event.kind, EventKind::Offered(_)) && inside(event.id);
        self.visible().any(|exchange| inside(exchange.asked))
            || acts.iter().any(|told| inside(told.event))
            // A decision stands between two steps, whatever comes of it.
            || self.trace.events().any(is_decided)
    }

    /// Folds a poll into the one before it when it is answered just the same.
    fn fold_polls<'b>(&self, moments: Vec<Moment<'b>>) -> Vec<Moment<'b>> {
        let mut folded: Vec<Moment<'b>> = Vec::new();
        for moment in moments {
            match folded.last_mut() {
                Some(before) if self.is_same_poll(before, &moment) => {
                    if let What::Exchange(exchange) = moment.what {
                        before.repeats.push(exchange.id);
                    }
                }
                Some(_) | None => folded.push(moment),
            }
        }
        folded
    }

    fn is_same_poll(&self, before: &Moment<'_>, moment: &Moment<'_>) -> bool {
        let (What::Exchange(one), What::Exchange(other)) = (&before.what, &moment.what) else {
            return false;
        };
        let (Some(asked), Some(asked_again)) = (shape::request(one), shape::request(other)) else {
            return false;
        };
        before.part == Part::Whole
            && moment.part == Part::Whole
            && asked.method == Method::Get
            && asked_again.method == Method::Get
            && asked.target == asked_again.target
            && self.pending.contains(&asked.target)
            && shape::response(one) == shape::response(other)
    }

    fn step(&self, moment: &Moment<'_>) -> Step {
        let event = self.trace.event(moment.first);
        let at = event.map_or(Timestamp::START, |event| event.at);
        let (exchange, act) = match &moment.what {
            What::Exchange(exchange) => (Some(*exchange), None),
            What::Act(told) => (None, Some(told.clone())),
        };
        let asks = exchange.filter(|_| matches!(moment.part, Part::Whole | Part::Asks));
        let answers = exchange.filter(|_| matches!(moment.part, Part::Whole | Part::Answers));
        Step {
            number: 0,
            slug: String::new(),
            shape: self.shape(moment),
            title: String::new(),
            narration: String::new(),
            spec: None,
            part: moment.part,
            arrows: self.arrows(moment),
            exchange: exchange.map(|exchange| exchange.id),
            repeats: moment.repeats.clone(),
            answered: exchange.and_then(|exchange| exchange.answered),
            request: asks.map(|exchange| Arc::clone(&exchange.request)),
            response: answers.and_then(|exchange| exchange.response.clone()),
            act,
            first: moment.first,
            last: moment.first,
            at,
            pause: Span::default(),
            depth: self.depth(moment),
            discovery: Vec::new(),
            notices: Vec::new(),
        }
    }

    fn shape(&self, moment: &Moment<'_>) -> String {
        let exchange = match &moment.what {
            What::Act(told) => return self.act_shape(told),
            What::Exchange(exchange) => exchange,
        };
        let lanes = shape::lanes(exchange.caller, exchange.callee);
        let mut asked = shape::request(exchange)
            .map(|request| self.pending.request_shape(request))
            .unwrap_or_default();
        if asked == PERSON_TOKEN && self.is_asked_again(exchange) {
            asked.push_str(" again");
        }
        let answered = match moment.part {
            Part::Asks => None,
            Part::Whole | Part::Answers | Part::Act => shape::response(exchange),
        };
        match answered {
            Some(response) => format!("{lanes}: {asked} -> {}", shape::response_shape(response)),
            None if self.lost.contains(&exchange.request.id) => format!("{lanes}: {asked} is lost"),
            None => format!("{lanes}: {asked} asks{}", self.after_what(exchange)),
        }
    }

    /// What a call to a pending URL comes after: what the last answer there said, as ` after approval`.
    fn after_what(&self, call: &Exchange) -> String {
        let here = |exchange: &&Exchange| {
            exchange.callee == call.callee
                && exchange
                    .answered
                    .is_some_and(|answered| answered < call.asked)
                && shape::response(exchange).is_some_and(|response| response.status.0 == 202)
        };
        let is_poll =
            shape::request(call).is_some_and(|request| self.pending.contains(&request.target));
        let before = self.exchanges.iter().rfind(here);
        let said = before.and_then(shape::response).and_then(shape::subject);
        said.filter(|_| is_poll)
            .map_or_else(String::new, |said| [" after ", &said].concat())
    }

    /// Whether the same was asked of the same party before.
    fn is_asked_again(&self, exchange: &Exchange) -> bool {
        let line = |exchange: &Exchange| {
            shape::request(exchange).map(|request| self.pending.request_shape(request))
        };
        let mut before = self
            .exchanges
            .iter()
            .take_while(|one| one.id != exchange.id);
        before.any(|one| one.callee == exchange.callee && line(one) == line(exchange))
    }

    /// An act, with whether the person decides where their server asked them, and whether their
    /// question is put to the agent.
    fn act_shape(&self, act: &Told) -> String {
        let shape = shape::notice_shape(act.from, &act.notice);
        let acts = self.acts();
        let mut before = acts.iter().filter(|told| told.event < act.event);
        let more = match *act.notice {
            Notice::Decision { .. }
                if before.any(|told| matches!(*told.notice, Notice::InApp { .. })) =>
            {
                " in the app"
            }
            Notice::Question { .. } if is_unasked(self.trace, act.event) => " in vain",
            _ => "",
        };
        shape + more
    }

    fn arrows(&self, moment: &Moment<'_>) -> Vec<Arrow> {
        let exchange = match &moment.what {
            What::Act(told) => return vec![arrow::of_notice(told)],
            What::Exchange(exchange) => exchange,
        };
        let mut arrows = Vec::new();
        if let Some(request) = shape::request(exchange).filter(|_| moment.part != Part::Answers) {
            let kind = if self.lost.contains(&exchange.request.id) {
                ArrowKind::Lost
            } else {
                ArrowKind::Request
            };
            let label = self.pending.request_label(request);
            arrows.push(arrow::of_request(exchange, kind, label));
        }
        if let Some(response) = shape::response(exchange).filter(|_| moment.part != Part::Asks) {
            arrows.push(arrow::of_response(exchange, response));
        }
        arrows
    }

    fn depth(&self, moment: &Moment<'_>) -> u32 {
        let (own, begins) = match &moment.what {
            What::Exchange(exchange) => (Some(exchange.id), exchange.asked),
            What::Act(told) => (None, told.event),
        };
        let around = self.visible().filter(|exchange| {
            Some(exchange.id) != own
                && exchange.asked < begins
                && exchange.answered.is_some_and(|answered| begins < answered)
        });
        u32::try_from(around.count()).unwrap_or(u32::MAX)
    }
}

/// What the agent asks for before it begins, and when it has another key.
const PERSON_TOKEN: &str = "POST /person-token";

/// Whether the question that is told in this event is not put to the agent.
pub(super) fn is_unasked(trace: &Trace, question: EventId) -> bool {
    let after = trace.events().filter(|event| event.id > question);
    let mut told = after.filter_map(|event| match &event.kind {
        EventKind::Told { notice, .. } if event.by == PartyId::PersonServer => Some(notice),
        _ => None,
    });
    told.next()
        .is_some_and(|notice| matches!(**notice, Notice::Unasked { .. }))
}

/// Whether an exchange is one of those that the reader steps through.
pub(super) fn is_visible(exchange: &Exchange) -> bool {
    match exchange.kind {
        ExchangeKind::Protocol | ExchangeKind::Browser => true,
        ExchangeKind::Discovery => false,
    }
}

/// What was said outside the protocol, when that is what happened.
pub(super) fn told(event: &Event) -> Option<Told> {
    match &event.kind {
        EventKind::Told { to, notice } => Some(Told {
            event: event.id,
            at: event.at,
            from: event.by,
            to: *to,
            notice: Arc::clone(notice),
            title: Told::title_of(notice),
        }),
        _ => None,
    }
}
