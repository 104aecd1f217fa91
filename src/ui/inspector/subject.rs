//! What the inspector shows.

use std::sync::Arc;

use crate::inspect::{CheckGroup, Step, Told, checks};
use crate::sim::Trace;
use crate::stage::{EventKind, ExchangeId, Message};

use super::super::store::{Aside, Shown, Store};
use leptos::prelude::*;

/// The messages of a step or of an exchange, and what was verified in it.
#[derive(Clone, PartialEq)]
pub(super) struct Subject {
    /// What was sent over HTTP, in order.
    pub messages: Vec<Arc<Message>>,
    /// What was said outside the protocol.
    pub told: Vec<Told>,
    /// What was verified.
    pub checks: Vec<CheckGroup>,
}

impl Subject {
    /// What the store says is to be shown.
    pub(super) fn of(store: Store) -> Self {
        let step = store.step().get();
        let aside = store.aside().get();
        store.shown().with(|shown| {
            let found = match aside {
                None => shown
                    .steps
                    .step(step)
                    .map(|step| Self::of_step(shown, step)),
                Some(Aside::Prologue(at)) => shown
                    .steps
                    .prologue
                    .steps
                    .get(at)
                    .map(|step| Self::of_step(shown, step)),
                Some(Aside::Document(exchange)) => Self::of_exchange(&shown.run.trace, exchange),
            };
            found.unwrap_or_else(Self::nothing)
        })
    }

    fn of_step(shown: &Shown, step: &Step) -> Self {
        let messages = [&step.request, &step.response];
        Self {
            messages: messages.into_iter().flatten().cloned().collect(),
            told: step.act.iter().chain(&step.notices).cloned().collect(),
            checks: checks(&shown.run.trace, step),
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
        let messages = [Some(&exchange.request), exchange.response.as_ref()];
        Some(Self {
            messages: messages.into_iter().flatten().cloned().collect(),
            told: Vec::new(),
            checks: reports.collect(),
        })
    }

    fn nothing() -> Self {
        Self {
            messages: Vec::new(),
            told: Vec::new(),
            checks: Vec::new(),
        }
    }
}
