//! What the person has in front of them.
//!
//! The facts come from what the person was told and what they did, never from the page's HTML.

use std::sync::Arc;

use crate::http::Method;
use crate::sim::Trace;
use crate::stage::{EventId, EventKind, ExchangeKind, Notice, PartyId, Review};
use crate::time::Timestamp;

use super::shape;

/// What the person sees at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PersonView {
    /// Where they see it.
    pub place: PersonPlace,
    /// The address of the page, without its query; empty until it is opened.
    pub address: String,
    /// What they are asked to decide; nothing before anybody asked them.
    pub review: Option<Arc<Review>>,
    /// The code they were given for the page.
    pub code: Option<String>,
    /// Their questions, each with what the agent said.
    pub rounds: Vec<PersonRound>,
    /// What was decided, or how the request ended without them.
    pub end: Option<PersonEnd>,
}

/// Where the person sees what they are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum PersonPlace {
    /// Nowhere: they were not asked.
    #[default]
    Nowhere,
    /// In a message of their person server, on its own channel.
    Channel,
    /// On the page.
    Page,
}

/// A question of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRound {
    /// The question, Markdown.
    pub question: String,
    /// When it was asked.
    pub asked_at: Timestamp,
    /// What the agent said, Markdown that nobody must trust; nothing until it said something.
    pub answer: Option<String>,
    /// Whether the agent asks for something else instead of answering.
    pub updated: bool,
}

/// How it ended for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonEnd {
    /// When.
    pub at: Timestamp,
    /// What they decided; nothing when it ended without a decision of theirs.
    pub approved: Option<bool>,
    /// Why it ended without them; empty when they decided.
    pub why: &'static str,
}

/// What the person sees when everything up to the event `last` has happened. A page that was asked
/// for is seen, as the step shows it.
#[must_use]
pub fn person(trace: &Trace, last: EventId) -> PersonView {
    let mut view = PersonView::default();
    for event in trace.events().take_while(|event| event.id <= last) {
        if let EventKind::Told { to, notice } = &event.kind
            && (*to == PartyId::Person || event.by == PartyId::Person)
        {
            view.hear(notice, event.at);
        }
    }
    for exchange in trace.exchanges() {
        if exchange.kind == ExchangeKind::Browser
            && exchange.asked <= last
            && let (Some(request), Some(response)) =
                (shape::request(&exchange), shape::response(&exchange))
            && response.status.0 == 200
        {
            let target = &request.target;
            match request.method {
                Method::Get => {
                    view.place = PersonPlace::Page;
                    view.address = format!("{}{}", target.authority, target.path);
                }
                Method::Post => {
                    let at = exchange.request.sent_at;
                    view.decide(shape::decision(request) == Some("approve"), at);
                }
                Method::Delete => {}
            }
        }
    }
    view
}

impl PersonView {
    fn hear(&mut self, notice: &Notice, at: Timestamp) {
        match notice {
            Notice::Review(review) => {
                *self = Self {
                    place: PersonPlace::Channel,
                    review: Some(Arc::clone(review)),
                    ..Self::default()
                };
            }
            Notice::Question { clarification, .. } => self.rounds.push(PersonRound {
                question: clarification.clone(),
                asked_at: at,
                answer: None,
                updated: false,
            }),
            Notice::Answer {
                clarification_response,
                ..
            } => self.answer(Some(clarification_response), false),
            Notice::Updated(review) => {
                self.review = Some(Arc::clone(review));
                self.answer(review.justification.as_ref(), true);
            }
            Notice::Visit { code, .. } => self.code = Some(code.clone()),
            Notice::Decision { approve, .. } => self.decide(*approve, at),
            Notice::Closed { why, .. } => {
                self.end = Some(PersonEnd {
                    at,
                    approved: None,
                    why,
                });
            }
            Notice::Unasked { .. } => {
                self.rounds.pop();
            }
            Notice::InApp { .. } => self.place = PersonPlace::Channel,
            Notice::NoQuestion { .. }
            | Notice::Enroll { .. }
            | Notice::Enrolled { .. }
            | Notice::SignedIn { .. } => {}
        }
    }

    fn answer(&mut self, text: Option<&String>, updated: bool) {
        if let Some(round) = self.rounds.last_mut() {
            round.answer = text.cloned();
            round.updated = updated;
        }
    }

    fn decide(&mut self, approved: bool, at: Timestamp) {
        self.end = Some(PersonEnd {
            at,
            approved: Some(approved),
            why: "",
        });
    }
}
