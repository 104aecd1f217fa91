//! What the person has in front of them.
//!
//! The facts come from what the person was told and what they did, never from the page's HTML.

use std::sync::Arc;

use crate::http::Method;
use crate::sim::{Exchange, Trace};
use crate::stage::{
    Choice, EventId, EventKind, ExchangeKind, Notice, PartyId, PersonChoice, Review,
};
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
    /// Where their person server asked them, to decide there.
    App,
    /// On the page.
    Page,
    /// On a page that was refused with that status: a wrong code, say.
    Refused(u16),
    /// Nowhere any more: they closed the page.
    Left,
}

/// A question of the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRound {
    /// The question, Markdown.
    pub question: String,
    /// The answers that the agent may choose from; empty when it is an open question.
    pub options: Vec<String>,
    /// Why it could not be put to the agent, if it could not.
    pub unasked: Option<&'static str>,
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
    let exchanges = trace.exchanges();
    let browsed = |exchange: &&Exchange| exchange.kind == ExchangeKind::Browser;
    for event in trace.events().take_while(|event| event.id <= last) {
        if let EventKind::Told { to, notice } = &event.kind
            && (*to == PartyId::Person || event.by == PartyId::Person)
        {
            view.hear(notice, event.at);
        } else if let EventKind::Chose(taken) = &event.kind
            && taken.choice == Choice::Person(PersonChoice::Leave)
        {
            view.place = PersonPlace::Left;
        } else if let EventKind::Sent(_) = &event.kind {
            let mut browsed = exchanges.iter().filter(browsed);
            if let Some(exchange) = browsed.find(|exchange| exchange.asked == event.id) {
                view.browse(exchange);
            }
        }
    }
    view
}

impl PersonView {
    /// Whether a question can be asked as far as the person knows.
    #[must_use]
    pub fn can_ask(&self) -> bool {
        !self.rounds.iter().any(|round| round.unasked.is_some())
    }

    fn browse(&mut self, exchange: &Exchange) {
        let (Some(request), Some(response)) = (shape::request(exchange), shape::response(exchange))
        else {
            return;
        };
        let target = &request.target;
        match (request.method, response.status.0) {
            (Method::Get, 200) => {
                self.place = PersonPlace::Page;
                self.address = format!("{}{}", target.authority, target.path);
            }
            (Method::Get, status) => {
                self.place = PersonPlace::Refused(status);
                self.address = format!("{}{}", target.authority, target.path);
            }
            (Method::Post, 200) => {
                let approved = shape::decision(request) == Some("approve");
                self.decide(approved, exchange.request.sent_at);
            }
            (Method::Post | Method::Delete, _) => {}
        }
    }

    fn hear(&mut self, notice: &Notice, at: Timestamp) {
        match notice {
            Notice::Review(review) => {
                *self = Self {
                    place: PersonPlace::Channel,
                    review: Some(Arc::clone(review)),
                    ..Self::default()
                };
            }
            Notice::Question {
                clarification,
                options,
                ..
            } => self.rounds.push(PersonRound {
                question: clarification.clone(),
                options: options.clone(),
                unasked: None,
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
            Notice::Unasked { why, .. } => {
                if let Some(round) = self.rounds.last_mut() {
                    round.unasked = Some(why);
                }
            }
            Notice::InApp { .. } => self.place = PersonPlace::App,
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
