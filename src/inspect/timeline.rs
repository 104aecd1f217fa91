//! A deferred response over time: from the `202` that begins it to its end.

use crate::http::Target;
use crate::sim::{Exchange, Trace};
use crate::stage::{EventKind, ExchangeKind, Holding, PartyId};
use crate::time::{Span, Timestamp};

use super::arrow;
use super::shape::{self, PendingUrls};
use super::steps::{ArrowKind, Steps, Told};

/// One pending URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeline {
    /// Whose it is.
    pub server: PartyId,
    /// Its path.
    pub path: String,
    /// When the request expires, as its server said at first.
    pub deadline: Option<Timestamp>,
    /// What happened, in the order of time.
    pub entries: Vec<TimelineEntry>,
}

/// Something that happened while a response was deferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimelineEntry {
    /// When it was answered, or done.
    pub at: Timestamp,
    /// How long after the first `202`.
    pub after: Span,
    /// Who called, or who acted.
    pub by: PartyId,
    /// What was called, `GET /pending/…`, or what was done.
    pub what: String,
    /// The status and what it is about, `202 clarification`; empty for what is no call.
    pub answer: String,
    /// How long the call was held open.
    pub held: Span,
    /// When the request ends by itself, as it then stands; nothing at the end.
    pub due: Option<Timestamp>,
    /// The step in which the call was made.
    pub asked_step: u32,
    /// The step in which it was answered; 0 before the first.
    pub step: u32,
    /// Whether it is the end: the final answer, or that there is nothing any more.
    pub is_end: bool,
}

/// Every deferred response of a run, in the order in which they begin.
#[must_use]
pub fn timelines(trace: &Trace, steps: &Steps) -> Vec<Timeline> {
    let pending = PendingUrls::of(trace);
    let exchanges = trace.exchanges();
    let mut found: Vec<Timeline> = Vec::new();
    for exchange in &exchanges {
        let Some(target) = begins(exchange, &pending) else {
            continue;
        };
        let mut timeline = Timeline {
            server: exchange.callee,
            deadline: None,
            path: target.path.clone(),
            entries: Vec::new(),
        };
        let first = timeline.deadlines(trace).next();
        timeline.deadline = first.map(|(_, deadline)| deadline);
        for call in &exchanges {
            let is_call = shape::request(call).is_some_and(|request| {
                request.target.path == target.path && request.target.authority == target.authority
            });
            if call.id == exchange.id || is_call {
                let entry = call_entry(call, &pending, steps).map(|entry| TimelineEntry {
                    due: timeline.due(trace, entry.at).filter(|_| !entry.is_end),
                    ..entry
                });
                timeline.entries.extend(entry);
            }
        }
        timeline.add_acts(trace, &exchanges, steps);
        found.push(timeline);
    }
    found
}

impl Timeline {
    /// Adds what the person did about it in the meantime, as far as the trace tells: said to its
    /// server of a request with its number, or did in the browser at its server. And measures the
    /// time since the beginning.
    fn add_acts(&mut self, trace: &Trace, exchanges: &[Exchange], steps: &Steps) {
        let Some(first) = self.entries.first().map(|entry| entry.at) else {
            return;
        };
        let last = self.entries.last().map_or(first, |entry| entry.at);
        let number = self.number(trace);
        let mut acts = Vec::new();
        for event in trace.events() {
            if let EventKind::Told { to, notice } = &event.kind
                && notice.is_act_of_the_person(event.by)
                && *to == self.server
                && notice.number().is_none_or(|about| about == number)
            {
                let step = steps.step_at(event.id);
                acts.push(act(event.at, Told::title_of(notice), step));
            }
        }
        for exchange in exchanges {
            if exchange.kind == ExchangeKind::Browser
                && exchange.callee == self.server
                && let Some(request) = shape::request(exchange)
            {
                let what = match shape::decision(request) {
                    Some("approve") => "approves the request",
                    Some(_) => "denies the request",
                    None => "opens the page",
                };
                let at = exchange.request.sent_at;
                acts.push(act(at, what.to_owned(), steps.step_at(exchange.asked)));
            }
        }
        for act in acts {
            if act.at > first && act.at <= last {
                let entries = &mut self.entries;
                let place = entries.iter().position(|entry| entry.at >= act.at);
                entries.insert(place.unwrap_or(entries.len()), act);
            }
        }
        for entry in &mut self.entries {
            entry.after = entry.at.since(first);
        }
    }

    /// Which of its server's deferred requests it is, from 1.
    fn number(&self, trace: &Trace) -> u32 {
        let mut paths: Vec<&str> = Vec::new();
        let mut number = 1;
        for (_, path, _) in held(trace, self.server).take_while(|held| held.1 != self.path) {
            if !paths.contains(&path) {
                paths.push(path);
                number += 1;
            }
        }
        number
    }

    /// When it expires, as its server noted last when it answered a call.
    fn due(&self, trace: &Trace, answered: Timestamp) -> Option<Timestamp> {
        let noted = self.deadlines(trace);
        let noted = noted.take_while(|(at, _)| *at <= answered);
        noted.last().map(|(_, deadline)| deadline)
    }

    /// The deadlines that its server noted for it, each with the time.
    fn deadlines(&self, trace: &Trace) -> impl Iterator<Item = (Timestamp, Timestamp)> {
        held(trace, self.server)
            .filter(|(_, path, _)| *path == self.path)
            .map(|(at, _, deadline)| (at, deadline))
    }
}

/// The deferred requests that a server noted: when, the path, and the deadline.
fn held(trace: &Trace, server: PartyId) -> impl Iterator<Item = (Timestamp, &str, Timestamp)> {
    trace.events().filter_map(move |event| {
        let EventKind::Holds { holding } = &event.kind else {
            return None;
        };
        let Holding::Pending { path, deadline, .. } = holding else {
            return None;
        };
        (event.by == server).then_some((event.at, path.as_str(), *deadline))
    })
}

/// The pending URL that an exchange leads to, when it is no call of that URL itself.
fn begins(exchange: &Exchange, pending: &PendingUrls) -> Option<Target> {
    let request = shape::request(exchange)?;
    let response = shape::response(exchange)?;
    if response.status.0 != 202 || pending.contains(&request.target) {
        return None;
    }
    shape::location(request, response)
}

fn call_entry(call: &Exchange, pending: &PendingUrls, steps: &Steps) -> Option<TimelineEntry> {
    let request = shape::request(call)?;
    let (response, message) = (shape::response(call)?, call.response.as_ref()?);
    let arrow = arrow::of_request(call, ArrowKind::Request, pending.request_label(request));
    let what = if arrow.note.is_empty() {
        arrow.label
    } else {
        format!("{}, {}", arrow.label, arrow.note)
    };
    let showing = steps.steps.iter().filter(|step| step.shows(call.id));
    let mut showing = showing.map(|step| step.number);
    Some(TimelineEntry {
        at: message.sent_at,
        after: Span::default(),
        by: call.caller,
        what,
        answer: shape::response_shape(response),
        held: message.sent_at.since(call.request.sent_at),
        due: None,
        asked_step: showing.clone().next().unwrap_or(0),
        step: showing.next_back().unwrap_or(0),
        is_end: response.status.0 != 202,
    })
}

fn act(at: Timestamp, what: String, step: u32) -> TimelineEntry {
    TimelineEntry {
        at,
        after: Span::default(),
        by: PartyId::Person,
        what,
        answer: String::new(),
        held: Span::default(),
        due: None,
        asked_step: step,
        step,
        is_end: false,
    }
}
