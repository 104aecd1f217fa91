//! What the inspector shows.

use crate::address::Tab;
use crate::inspect::{
    BrokenView, CheckGroup, MessageView, Part, SignatureView, Step, TokenView, Told, broken, checks,
};
use crate::sim::Trace;
use crate::stage::{EventKind, ExchangeId, ExchangeKind, Message};

use super::super::leptos::*;
use super::super::store::{Aside, Shown, Store};

/// Who speaks in a step, for what is to be said about it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Speaker {
    /// A party that signs its requests.
    #[default]
    Request,
    /// A party that replies.
    Reply,
    /// A party that fetches or publishes a document.
    Document,
    /// The person's browser.
    Browser,
    /// The person, outside the protocol.
    Person,
}

/// The messages of a step or of an exchange, and what is to be seen in them.
#[derive(Default)]
pub(super) struct Subject {
    /// Who speaks.
    pub(super) speaker: Speaker,
    /// What was said outside the protocol.
    pub(super) told: Vec<Told>,
    /// What was sent over HTTP, in order.
    pub(super) messages: Vec<MessageView>,
    /// Polls that got the same answer as the one that `messages` shows.
    pub(super) repeats: Vec<Vec<MessageView>>,
    /// The tokens in it.
    pub(super) tokens: Vec<TokenView>,
    /// The signatures on it.
    pub(super) signatures: Vec<SignatureView>,
    /// What was verified.
    pub(super) checks: Vec<CheckGroup>,
    /// A message of the step, broken on purpose.
    pub(super) broken: Option<BrokenView>,
}

impl Subject {
    /// What the store says is to be shown.
    pub(super) fn of(store: Store) -> Self {
        let step = store.step().get();
        let aside = store.aside().get();
        let row = store.broken();
        store.shown().with(|shown| {
            let steps = &shown.steps;
            let found = match aside {
                None => steps.step(step).map(|step| Self {
                    broken: row.and_then(|row| broken(&shown.run, step, row)),
                    ..Self::of_step(shown, step)
                }),
                Some(Aside::Prologue(at)) => {
                    let step = steps.prologue.steps.get(at);
                    step.map(|step| Self::of_step(shown, step))
                }
                Some(Aside::Notice(event)) => {
                    let mut notices = steps.prologue.notices.iter();
                    let told = notices.find(|told| told.event == event);
                    told.map(Self::of_told)
                }
                Some(Aside::Document(exchange)) => Self::of_exchange(&shown.run.trace, exchange),
            };
            found.unwrap_or_default()
        })
    }

    /// What was verified, in the message as it was sent or as it was broken.
    pub(super) fn verified(&self) -> &[CheckGroup] {
        let broken = self.broken.as_ref();
        broken.map_or(&self.checks, |broken| &broken.checks)
    }

    /// Whether there is something for a tab.
    pub(super) const fn fills(&self, tab: Tab) -> bool {
        match tab {
            Tab::Tokens => !self.tokens.is_empty(),
            Tab::Signature => !self.signatures.is_empty(),
            Tab::Checks => !self.checks.is_empty(),
            Tab::Message | Tab::State | Tab::Person | Tab::Timeline => true,
        }
    }

    pub(super) fn of_step(shown: &Shown, step: &Step) -> Self {
        let trace = &shown.run.trace;
        let mut subject = Self {
            told: step.act.iter().chain(&step.notices).cloned().collect(),
            checks: checks(trace, step),
            speaker: match step.part {
                Part::Act => Speaker::Person,
                Part::Answers => Speaker::Reply,
                Part::Whole | Part::Asks => Speaker::Request,
            },
            ..Self::default()
        };
        for message in [&step.request, &step.response].into_iter().flatten() {
            subject.add(trace, message);
        }
        for exchange in &step.repeats {
            let messages = trace.messages().map(|(_, message)| message);
            let poll = messages.filter(|message| message.exchange == *exchange);
            let poll = poll.map(|message| MessageView::of(message));
            subject.repeats.push(poll.collect());
        }
        subject
    }

    fn of_told(told: &Told) -> Self {
        Self {
            told: vec![told.clone()],
            speaker: Speaker::Person,
            ..Self::default()
        }
    }

    fn of_exchange(trace: &Trace, id: ExchangeId) -> Option<Self> {
        let exchanges = trace.exchanges();
        let exchange = exchanges.iter().find(|exchange| exchange.id == id)?;
        let reports = trace.events().filter_map(|event| match &event.kind {
            EventKind::Reported { exchange, report } if *exchange == id => {
                Some(CheckGroup::of(event.by, report))
            }
            _ => None,
        });
        let mut subject = Self {
            checks: reports.collect(),
            ..Self::default()
        };
        subject.add(trace, &exchange.request);
        if let Some(response) = &exchange.response {
            subject.add(trace, response);
        }
        Some(subject)
    }

    fn add(&mut self, trace: &Trace, message: &Message) {
        match message.kind {
            ExchangeKind::Protocol => {}
            ExchangeKind::Discovery => self.speaker = Speaker::Document,
            ExchangeKind::Browser => self.speaker = Speaker::Browser,
        }
        self.messages.push(MessageView::of(message));
        self.tokens.extend(TokenView::all(trace, message));
        self.signatures.extend(SignatureView::of(trace, message));
    }
}
