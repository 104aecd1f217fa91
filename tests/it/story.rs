//! A run told by hand, event by event, for tests that read runs.

use std::sync::Arc;

use aauth_sim::check::Report;
use aauth_sim::http::{Method, Request, Response, Status, Target};
use aauth_sim::sim::Trace;
use aauth_sim::stage::{
    ChoicePoint, Ending, Event, EventId, EventKind, ExchangeId, ExchangeKind, Holding, Message,
    MessageId, Notice, PartyId, Payload,
};
use aauth_sim::time::{Span, Timestamp};

/// How long each message travels in a story.
const TRAVELS_MS: u64 = 25;

/// A run in the making.
pub(crate) struct Story {
    events: Vec<Event>,
    now: Timestamp,
    messages: u32,
    exchanges: Vec<Arc<Message>>,
}

impl Story {
    pub(crate) fn new() -> Self {
        Self {
            events: Vec::new(),
            now: Timestamp::START,
            messages: 0,
            exchanges: Vec::new(),
        }
    }

    /// Lets time pass.
    pub(crate) fn later_s(&mut self, s: u64) {
        self.now = self.now + Span::from_s(s);
    }

    /// A request of the protocol, such as `GET https://api.example/data`.
    pub(crate) fn asks(&mut self, from: PartyId, to: PartyId, line: &str) -> ExchangeId {
        self.sends(ExchangeKind::Protocol, from, to, request(line))
    }

    /// A fetch of metadata or keys, asked and answered.
    pub(crate) fn fetches(&mut self, from: PartyId, to: PartyId, url: &str) {
        let line = format!("GET {url}");
        let exchange = self.sends(ExchangeKind::Discovery, from, to, request(&line));
        self.answers(exchange, Response::new(Status(200)));
    }

    /// A request of the person's browser.
    pub(crate) fn browses(&mut self, line: &str) -> ExchangeId {
        let request = request(line);
        self.sends(
            ExchangeKind::Browser,
            PartyId::Person,
            PartyId::PersonServer,
            request,
        )
    }

    pub(crate) fn sends(
        &mut self,
        kind: ExchangeKind,
        from: PartyId,
        to: PartyId,
        request: Request,
    ) -> ExchangeId {
        let number = u32::try_from(self.exchanges.len()).unwrap() + 1;
        let exchange = ExchangeId(number);
        let message = self.message(exchange, kind, from, to, Payload::Request(request));
        self.event(to, EventKind::Delivered(message.id));
        self.exchanges.push(message);
        exchange
    }

    /// A request to a host that nobody serves. The world gives it to its sender.
    pub(crate) fn loses(&mut self, from: PartyId, line: &str) {
        let exchange = ExchangeId(u32::try_from(self.exchanges.len()).unwrap() + 1);
        let payload = Payload::Request(request(line));
        let message = self.message(exchange, ExchangeKind::Protocol, from, from, payload);
        self.event(from, EventKind::Lost(message.id));
        self.exchanges.push(message);
    }

    /// The response to an exchange.
    pub(crate) fn answers(&mut self, exchange: ExchangeId, response: Response) {
        let request = self.exchanges[exchange.0 as usize - 1].clone();
        let payload = Payload::Response(response);
        let message = self.message(exchange, request.kind, request.to, request.from, payload);
        self.event(request.from, EventKind::Delivered(message.id));
    }

    /// The request of an exchange.
    pub(crate) fn request(&self, exchange: ExchangeId) -> Arc<Message> {
        self.exchanges[exchange.0 as usize - 1].clone()
    }

    /// A response that says no more than its status.
    pub(crate) fn answers_with(&mut self, exchange: ExchangeId, status: u16) {
        self.answers(exchange, Response::new(Status(status)));
    }

    pub(crate) fn tells(&mut self, from: PartyId, to: PartyId, notice: Notice) {
        let notice = Arc::new(notice);
        self.event(from, EventKind::Told { to, notice });
    }

    pub(crate) fn reports(&mut self, by: PartyId, exchange: ExchangeId, report: Report) {
        let report = Arc::new(report);
        self.event(by, EventKind::Reported { exchange, report });
    }

    pub(crate) fn holds(&mut self, by: PartyId, holding: Holding) {
        self.event(by, EventKind::Holds { holding });
    }

    pub(crate) fn offers(&mut self, point: ChoicePoint) {
        self.event(point.by, EventKind::Offered(Arc::new(point)));
    }

    pub(crate) fn event(&mut self, by: PartyId, kind: EventKind) -> EventId {
        let id = EventId(u32::try_from(self.events.len()).unwrap() + 1);
        let before = self.events.iter().rev().find(|event| event.by == by);
        let cause = match &kind {
            EventKind::Delivered(_) => self.events.last(),
            _ => before,
        };
        self.events.push(Event {
            id,
            at: self.now,
            by,
            cause: cause.map(|event| event.id),
            kind,
        });
        id
    }

    pub(crate) fn ends(self, ending: Ending) -> Trace {
        Trace::new(self.events, ending)
    }

    fn message(
        &mut self,
        exchange: ExchangeId,
        kind: ExchangeKind,
        from: PartyId,
        to: PartyId,
        payload: Payload,
    ) -> Arc<Message> {
        self.messages += 1;
        let message = Arc::new(Message {
            id: MessageId(self.messages),
            exchange,
            kind,
            from,
            to,
            sent_at: self.now,
            payload,
        });
        self.event(from, EventKind::Sent(Arc::clone(&message)));
        self.now = self.now + Span::from_ms(TRAVELS_MS);
        message
    }
}

/// A `202` at a pending URL, with what it requires.
pub(crate) fn deferred(pending_url: &str, status: &str, requirement: Option<&str>) -> Response {
    let response = Response::new(Status(202)).with_header("Location", pending_url);
    let response = match requirement {
        Some(requirement) => response.with_header("AAuth-Requirement", requirement),
        None => response,
    };
    response.with_body("application/json", format!("{{\"status\":\"{status}\"}}"))
}

pub(crate) fn request(line: &str) -> Request {
    let (method, url) = line.split_once(' ').unwrap();
    let methods = [Method::Get, Method::Post, Method::Delete];
    let method = methods.into_iter().find(|known| known.as_str() == method);
    Request::new(method.unwrap(), Target::parse(url).unwrap())
}
