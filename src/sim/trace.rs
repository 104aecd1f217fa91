//! A run as it happened.

use std::sync::Arc;

use crate::stage::{
    Ending, Event, EventId, EventKind, ExchangeId, ExchangeKind, Message, MessageId, PartyId,
    Payload,
};

/// Everything that happened in a run, in segments: one between two decisions. Runs that took the
/// same decisions share their first segments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    segments: Vec<Arc<[Event]>>,
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
    pub fn new(segments: Vec<Arc<[Event]>>, ending: Ending) -> Self {
        Self { segments, ending }
    }

    /// Every event in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.segments.iter().flat_map(|segment| segment.iter())
    }

    /// The segments, one between two decisions.
    #[must_use]
    pub fn segments(&self) -> &[Arc<[Event]>] {
        &self.segments
    }

    /// How it ended.
    #[must_use]
    pub const fn ending(&self) -> Ending {
        self.ending
    }

    /// The event of that number.
    #[must_use]
    pub fn event(&self, id: EventId) -> Option<&Event> {
        let mut before = 0;
        for segment in &self.segments {
            let len = u32::try_from(segment.len()).expect("a segment has few events");
            if id.0 <= before + len {
                let at = usize::try_from(id.0.checked_sub(before + 1)?).ok()?;
                return segment.get(at);
            }
            before += len;
        }
        None
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
