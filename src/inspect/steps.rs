//! The steps of a run: the reader's moves.

use std::sync::Arc;

use crate::lesson::{ChoiceRow, Pick, StepRow, choice_row, departure};
use crate::sim::{Exchange, Trace};
use crate::spec::SpecRef;
use crate::stage::{ChoicePoint, EventId, ExchangeId, Message, Notice, PartyId, Taken};
use crate::time::{Span, Timestamp};

use super::cut;

/// A shorter pause is not worth a line.
const PAUSE_SHOWN_S_MIN: u64 = 5;

/// A run, cut into steps.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Steps {
    /// What happened before the first step. It is folded and not counted.
    pub prologue: Prologue,
    /// The steps in order. The first one has the number 1.
    pub steps: Vec<Step>,
    /// The decisions in order, each with its place between the steps.
    pub decisions: Vec<DecisionPlace>,
}

/// What happened before the first step.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Prologue {
    /// Its moves, shaped like steps but numbered 0.
    pub steps: Vec<Step>,
    /// What was said outside the protocol before the first of them.
    pub notices: Vec<Told>,
    /// What was fetched before the first of them.
    pub discovery: Vec<Discovery>,
}

/// One step.
///
/// Steps share out the events of a run: everything from `first` to `last` belongs to this one. An
/// exchange inside which other things are seen has two steps, and what is seen inside stands
/// between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number from 1; 0 in the prologue.
    pub number: u32,
    /// Its name in links: `answer-1`. Unique in the run.
    pub slug: String,
    /// What happens, in the words that a lesson's rows are found by.
    pub shape: String,
    /// A headline; the shape when the lesson has no row for it.
    pub title: String,
    /// What just happened and why; empty when the lesson has no row for it.
    pub narration: String,
    /// Where the draft says so.
    pub spec: Option<SpecRef>,
    /// Which part of an exchange it is, or an act of the person.
    pub part: Part,
    /// The arrows to draw, from top to bottom.
    pub arrows: Vec<Arrow>,
    /// The exchange, unless it is an act.
    pub exchange: Option<ExchangeId>,
    /// Equal polls that were folded into this step come after `exchange`.
    pub repeats: Vec<ExchangeId>,
    /// The event in which the exchange was answered.
    pub answered: Option<EventId>,
    /// The request, in a step that shows one.
    pub request: Option<Arc<Message>>,
    /// The response, in a step that shows one.
    pub response: Option<Arc<Message>>,
    /// What the person did, when it is an act.
    pub act: Option<Told>,
    /// Its first event.
    pub first: EventId,
    /// Its last event.
    pub last: EventId,
    /// When it begins.
    pub at: Timestamp,
    /// The time that passed since the step before was over.
    pub pause: Span,
    /// How many exchanges are open around it.
    pub depth: u32,
    /// The key sets that were fetched, or were at hand, for what is verified here.
    pub discovery: Vec<Discovery>,
    /// What was said outside the protocol in its course, the act itself left out.
    pub notices: Vec<Told>,
}

/// Which part of an exchange a step shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// The request and its response.
    Whole,
    /// The request alone: something else is seen before the response.
    Asks,
    /// The response alone.
    Answers,
    /// An act of the person outside HTTP.
    Act,
}

/// An arrow from one lane to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// Where it begins.
    pub from: PartyId,
    /// Where it ends.
    pub to: PartyId,
    /// What it is.
    pub kind: ArrowKind,
    /// The method and path, the status, or the name of what is said: `POST /pending/…`, `202`.
    pub label: String,
    /// What it is about: `clarification response`; `clarification`, `auth token`, `gone`. May be
    /// empty.
    pub note: String,
}

/// What an arrow is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ArrowKind {
    /// A request.
    Request,
    /// A request that found nobody.
    Lost,
    /// A response.
    Response,
    /// Something said outside the protocol.
    Notice,
}

/// Something said outside the protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The event.
    pub event: EventId,
    /// When.
    pub at: Timestamp,
    /// By whom.
    pub from: PartyId,
    /// To whom.
    pub to: PartyId,
    /// What.
    pub notice: Arc<Notice>,
    /// What, in a short sentence.
    pub title: String,
}

/// The key set of one issuer, as it was needed in a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discovery {
    /// Who needed it.
    pub by: PartyId,
    /// Whose it is, `https://ps.example`.
    pub issuer: String,
    /// The documents fetched in this step, in order; none when the set was at hand.
    pub documents: Vec<Exchange>,
    /// Since when it had been at hand.
    pub cached_since: Option<Timestamp>,
}

/// A decision, between two steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecisionPlace {
    /// The step it comes after; 0 before the first.
    pub after: u32,
    /// The event in which it was offered.
    pub offered: EventId,
    /// What could be chosen.
    pub point: Arc<ChoicePoint>,
    /// What was chosen.
    pub taken: Option<Arc<Taken>>,
}

impl DecisionPlace {
    /// The pick that a link has for it; nothing when it was left to the default.
    #[must_use]
    pub fn departure(&self) -> Option<Pick> {
        departure(&self.point, self.taken.as_deref()?)
    }

    /// Whether that option was chosen.
    #[must_use]
    pub fn is_taken(&self, slug: &str) -> bool {
        self.taken.as_ref().is_some_and(|taken| taken.slug == slug)
    }

    /// What was chosen, in a few words, and whether its text is another than the default one.
    #[must_use]
    pub fn taken_in_words(&self) -> String {
        let mut words = self.taken_row().map_or("", |row| row.title).to_owned();
        if self.departure().is_some_and(|pick| pick.text.is_some()) {
            words.push_str(", in other words");
        }
        words
    }

    /// The words for what was chosen.
    #[must_use]
    pub fn taken_row(&self) -> Option<&'static ChoiceRow> {
        choice_row(self.point.prompt, self.taken.as_ref()?.slug)
    }
}

/// The words of something said outside the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToldWords<'a> {
    /// Markdown that nobody must trust.
    Markdown(&'a str),
    /// A value, to be read as it is.
    Exact(&'a str),
}

impl Told {
    /// Its words. `None` when what it is says all.
    #[must_use]
    pub fn words(&self) -> Option<ToldWords<'_>> {
        let said = match &*self.notice {
            Notice::Question { clarification, .. } => clarification,
            Notice::Answer {
                clarification_response,
                ..
            } => clarification_response,
            Notice::Review(review) | Notice::Updated(review) => review.justification.as_ref()?,
            Notice::Enrolled { agent_token } => return Some(ToldWords::Exact(agent_token)),
            Notice::SignedIn { cookie } => return Some(ToldWords::Exact(cookie)),
            Notice::Visit { code, .. } => return Some(ToldWords::Exact(code)),
            Notice::Unasked { why, .. } | Notice::Closed { why, .. } => {
                return Some(ToldWords::Exact(why));
            }
            Notice::Enroll { .. }
            | Notice::Decision { .. }
            | Notice::NoQuestion { .. }
            | Notice::InApp { .. } => return None,
        };
        Some(ToldWords::Markdown(said))
    }
}

impl Steps {
    /// Cuts a run into steps, named by the rows of its lesson.
    #[must_use]
    pub fn cut(trace: &Trace, rows: &[StepRow]) -> Self {
        cut::cut(trace, rows)
    }

    /// How many steps there are.
    #[must_use]
    pub fn len(&self) -> u32 {
        u32::try_from(self.steps.len()).expect("a run has few steps")
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The step of that number.
    #[must_use]
    pub fn step(&self, number: u32) -> Option<&Step> {
        self.steps.iter().find(|step| step.number == number)
    }

    /// The number of the step that a link names: by its slug, as `step-3`, or as `3`.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<u32> {
        let named = self.steps.iter().find(|step| step.slug == name);
        let number = name.strip_prefix("step-").unwrap_or(name);
        named
            .or_else(|| self.step(number.parse().ok()?))
            .map(|step| step.number)
    }

    /// The number of the step an event belongs to; 0 when it came before the first.
    #[must_use]
    pub fn step_at(&self, event: EventId) -> u32 {
        self.steps
            .iter()
            .rev()
            .find(|step| step.first <= event)
            .map_or(0, |step| step.number)
    }

    /// The decisions that come after the step of that number.
    pub fn decisions_after(&self, number: u32) -> impl Iterator<Item = &DecisionPlace> {
        self.decisions
            .iter()
            .filter(move |decision| decision.after == number)
    }
}

impl Step {
    /// How often it was polled, when it is a poll that was repeated with the same answer; else 1.
    #[must_use]
    pub fn times(&self) -> u32 {
        u32::try_from(self.repeats.len()).map_or(u32::MAX, |repeats| repeats.saturating_add(1))
    }

    /// The pause before it, when it is worth a word: the time that a message takes is none.
    #[must_use]
    pub fn shown_pause(&self) -> Span {
        if self.pause.s() >= PAUSE_SHOWN_S_MIN {
            self.pause
        } else {
            Span::default()
        }
    }

    /// How many documents were fetched for it.
    #[must_use]
    pub fn documents(&self) -> u32 {
        let fetched: usize = self.discovery.iter().map(|set| set.documents.len()).sum();
        u32::try_from(fetched).unwrap_or(u32::MAX)
    }

    /// Whether an event of its exchange belongs to it and not to the other half of the exchange.
    #[must_use]
    pub fn covers(&self, event: EventId) -> bool {
        match self.part {
            Part::Whole | Part::Act => true,
            Part::Asks => self.answered.is_none_or(|answered| event < answered),
            Part::Answers => self.answered.is_none_or(|answered| answered <= event),
        }
    }

    /// Whether the exchange is one in which a document was fetched for it.
    #[must_use]
    pub fn fetches(&self, exchange: ExchangeId) -> bool {
        let mut documents = self.discovery.iter().flat_map(|set| &set.documents);
        documents.any(|document| document.id == exchange)
    }

    /// Whether the exchange is one of those this step shows.
    #[must_use]
    pub fn shows(&self, exchange: ExchangeId) -> bool {
        self.exchange == Some(exchange) || self.repeats.contains(&exchange)
    }
}

impl Told {
    /// What is said, in a short sentence.
    pub(super) fn title_of(notice: &Notice) -> String {
        match notice {
            Notice::Enroll { .. } => "shows its public key to its provider".to_owned(),
            Notice::Enrolled { .. } => "gives the agent its agent token".to_owned(),
            Notice::Review(_) => "asks its person to decide about a request".to_owned(),
            Notice::Question { .. } => "asks the agent a question".to_owned(),
            Notice::Answer { .. } => "passes the agent's answer on".to_owned(),
            Notice::Updated(_) => "shows the narrower request in place of the first".to_owned(),
            Notice::SignedIn { .. } => "knows its person's signed-in browser".to_owned(),
            Notice::NoQuestion { .. } => "has no question and comes to the page".to_owned(),
            Notice::InApp { .. } => "decides here instead of on the page".to_owned(),
            Notice::Unasked { why, .. } => format!("cannot put the question: {why}"),
            Notice::Decision { approve: true, .. } => "approves the request".to_owned(),
            Notice::Decision { approve: false, .. } => "denies the request".to_owned(),
            Notice::Closed { why, .. } => format!("says that the request is over: {why}"),
            Notice::Visit { .. } => "asks the person to open a page and compare a code".to_owned(),
        }
    }
}
