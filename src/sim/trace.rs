//! A run as it happened.

use core::slice;
use std::sync::Arc;

use crate::stage::{
    Ending, Event, EventId, EventKind, ExchangeId, ExchangeKind, Message, MessageId, PartyId,
    Payload,
};

/// Everything that happened in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    events: Vec<Event>,
    ending: Ending,
}

/// A request with its response, put together from the trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// Its number.
    pub id: ExchangeId,
    /// What it is for.
    pub kind: ExchangeKind,
    /// Who asked.
    pub caller: PartyId,
    /// Who was asked.
    pub callee: PartyId,
    /// The request.
    pub request: Arc<Message>,
    /// The event in which it was sent.
    pub asked: EventId,
    /// The response, if there was one.
    pub response: Option<Arc<Message>>,
    /// The event in which the response was sent.
    pub answered: Option<EventId>,
}

impl Trace {
    /// A trace of a run that ended.
    #[must_use]
    pub const fn new(events: Vec<Event>, ending: Ending) -> Self {
        Self { events, ending }
    }

    /// Every event in order.
    pub fn events(&self) -> slice::Iter<'_, Event> {
        self.events.iter()
    }

    /// How it ended.
    #[must_use]
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// The event of that number.
    #[must_use]
    pub fn event(&self, id: EventId) -> Option<&Event> {
        let at = usize::try_from(id.0.checked_sub(1)?).ok()?;
        self.events.get(at)
    }

    /// Every message in the order in which it was sent, with its event.
    pub fn messages(&self) -> impl Iterator<Item = (&Event, &Arc<Message>)> {
        self.events().filter_map(|event| match &event.kind {
            EventKind::Sent(message) => Some((event, message)),
            _ => None,
        })
    }

    /// The message of that number.
    #[must_use]
    pub fn message(&self, id: MessageId) -> Option<&Arc<Message>> {
        self.messages()
            .map(|(_, message)| message)
            .find(|message| message.id == id)
    }

    /// Every exchange in the order in which it was begun.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        let mut exchanges: Vec<Exchange> = Vec::new();
        for (event, message) in self.messages() {
            match &message.payload {
                Payload::Request(_) => exchanges.push(Exchange {
                    id: message.exchange,
                    kind: message.kind,
                    caller: message.from,
                    callee: message.to,
                    request: Arc::clone(message),
                    asked: event.id,
                    response: None,
                    answered: None,
                }),
                Payload::Response(_) => {
                    let exchange = exchanges
                        .iter_mut()
                        .find(|exchange| exchange.id == message.exchange)
                        .expect("a response follows its request");
                    exchange.response = Some(Arc::clone(message));
                    exchange.answered = Some(event.id);
                }
            }
        }
        exchanges
    }
}
