//! The world: the parties, what is under way between them, and the time.
//!
//! A world holds no history. It is a value: cloned at a choice point, it can go both ways.

use std::sync::Arc;

use crate::entropy::{Entropy, Seed};
use crate::http::{Request, Response};
use crate::stage::{
    CastMember, ChoicePoint, Context, Effect, Ending, Event, EventId, EventKind, ExchangeId,
    ExchangeKind, Input, Message, MessageId, Notice, Party, PartyId, Payload, Setup, Wake,
    WakeReason,
};
use crate::time::{Span, Timestamp};

use super::choosing::{ChoiceError, resolve};
use super::network::{LATENCY, NOTICE_LATENCY, Network, Open};
use super::schedule::{Item, Schedule};

/// The most steps a run takes. More means that two parties keep each other busy for ever.
pub const STEPS_MAX: u32 = 10_000;

/// A cast in the middle of a run.
#[derive(Clone, Debug)]
pub struct World<P> {
    now: Timestamp,
    entropy: Entropy,
    parties: Vec<(PartyId, P)>,
    network: Network,
    schedule: Schedule,
    last_event: EventId,
    last_exchange: ExchangeId,
    /// Who has decided so far, a party as often as it has.
    decisions: Vec<PartyId>,
    waiting: Option<Waiting>,
    /// What the run is told as when it ends with access.
    remembered: Option<Ending>,
    ending: Option<Ending>,
}

/// A decision that the world waits for.
#[derive(Clone, Debug)]
struct Waiting {
    point: Arc<ChoicePoint>,
    offered: EventId,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something happened.
    Advanced(Vec<Event>),
    /// Nothing happens until [`World::choose`] was called.
    Blocked(Arc<ChoicePoint>),
    /// The run is over.
    Ended(Ending),
}

impl<P: Party> World<P> {
    /// A world in which nothing has happened yet.
    #[must_use]
    pub fn new(setup: Setup<P>, seed: Seed) -> Self {
        let mut world = Self {
            now: Timestamp::START,
            entropy: Entropy::new(seed),
            parties: Vec::new(),
            network: Network::default(),
            schedule: Schedule::default(),
            last_event: EventId(0),
            last_exchange: ExchangeId(0),
            decisions: Vec::new(),
            waiting: None,
            remembered: None,
            ending: None,
        };
        for CastMember { id, host, party } in setup.cast {
            world.parties.push((id, party));
            if let Some(host) = &host {
                world.network.serve(host, id);
            }
            world.schedule.add(world.now, Item::Start(id), None);
        }
        world
    }

    /// Where everybody stands, without bytes, times and texts. Two worlds in the same situation go on
    /// in the same ways, unless a deadline comes between.
    #[must_use]
    pub fn situation(&self) -> String {
        let mut out = String::new();
        for (id, party) in &self.parties {
            out.push_str(id.slug());
            out.push(' ');
            party.situation(&mut out);
            out.push('\n');
        }
        if let Some(waiting) = &self.waiting {
            out.push_str(waiting.point.prompt.slug());
            for option in &waiting.point.options {
                out.push(' ');
                out.push_str(option.slug);
            }
        }
        if let Some(remembered) = self.remembered {
            out.push_str(remembered.slug());
        }
        out
    }

    /// Lets the next thing happen.
    pub fn step(&mut self) -> Step {
        if let Some(waiting) = &self.waiting {
            return Step::Blocked(Arc::clone(&waiting.point));
        }
        if let Some(ending) = self.ending
            && self.schedule.only_timers_left()
        {
            return Step::Ended(ending);
        }
        let next = self
            .schedule
            .next()
            .expect("a run says how it ends before it falls silent");
        self.now = next.at;
        Step::Advanced(self.perform(next.item, next.cause))
    }

    /// Takes the decision that the world waits for.
    ///
    /// # Errors
    ///
    /// [`ChoiceError`] when there is none, or the option or its text does not fit. The world is then
    /// as it was.
    pub fn choose(&mut self, slug: &str, text: Option<&str>) -> Result<Event, ChoiceError> {
        let waiting = self.waiting.as_ref().ok_or(ChoiceError::NothingOffered)?;
        let taken = Arc::new(resolve(&waiting.point, slug, text)?);
        let offered = waiting.offered;
        self.waiting = None;
        let event = self.event(
            taken.by,
            Some(offered),
            EventKind::Chose(Arc::clone(&taken)),
        );
        let item = Item::Choose(taken.by, taken.choice.clone());
        self.schedule.add(self.now, item, Some(event.id));
        Ok(event)
    }

    /// Changes a message on its way, as somebody on the network could: `payload` arrives instead,
    /// `later` than the message would have. `false` when no such message is on its way.
    pub fn intercept(&mut self, id: MessageId, payload: Payload, later: Span) -> bool {
        let Some((due, message, cause)) = self.schedule.take_message(id) else {
            return false;
        };
        let changed = Message {
            payload,
            ..Message::clone(&message)
        };
        let item = Item::Deliver(Arc::new(changed));
        self.schedule.add(due + later, item, cause);
        true
    }

    fn perform(&mut self, item: Item, cause: Option<EventId>) -> Vec<Event> {
        let mut events = Vec::new();
        let (party, input) = match item {
            Item::Start(party) => (party, Input::Start),
            Item::Deliver(message) => {
                events.push(self.event(message.to, cause, EventKind::Delivered(message.id)));
                let input = match &message.payload {
                    Payload::Request(request) => Input::Request(message.exchange, request.clone()),
                    Payload::Response(response) => {
                        Input::Response(message.exchange, response.clone())
                    }
                };
                (message.to, input)
            }
            Item::Lose(message) => {
                events.push(self.event(message.from, cause, EventKind::Lost(message.id)));
                (message.from, Input::Unanswered(message.exchange))
            }
            Item::Hear { from, to, notice } => {
                let told = cause.expect("what is heard was told");
                events.push(self.event(to, cause, EventKind::Heard { told }));
                (to, Input::Notice(from, notice))
            }
            Item::Wake(party, reason) => {
                events.push(self.event(party, cause, EventKind::Woke(reason)));
                (party, Input::Wake(reason))
            }
            // The decision itself is already in the trace.
            Item::Choose(party, choice) => (party, Input::Choice(choice)),
        };
        let cause = events.last().map(|event| event.id).or(cause);
        let effects = self.consult(party, input);
        for effect in effects {
            let event = self.apply(party, cause, effect);
            events.extend(event);
        }
        events
    }

    fn consult(&mut self, id: PartyId, input: Input) -> Vec<Effect> {
        let (_, party) = self
            .parties
            .iter_mut()
            .find(|(member, _)| *member == id)
            .expect("only members of the cast are scheduled");
        let mut cx = Context::new(id, self.now, &mut self.entropy, &mut self.last_exchange);
        party.handle(input, &mut cx);
        cx.into_effects()
    }

    fn apply(&mut self, by: PartyId, cause: Option<EventId>, effect: Effect) -> Option<Event> {
        let kind = match effect {
            Effect::Request(exchange, kind, request) => {
                return Some(self.send_request(by, cause, exchange, kind, request));
            }
            Effect::Respond(exchange, response) => {
                return Some(self.send_response(by, cause, exchange, response));
            }
            Effect::Tell(to, notice) => return Some(self.tell(by, cause, to, notice)),
            Effect::Offer(point) => return Some(self.offer(by, cause, point)),
            // A timer that stays as it was is no event.
            Effect::Arm(reason, at) if self.schedule.is_armed(by, reason, at) => return None,
            Effect::Arm(reason, at) => return Some(self.arm(by, cause, reason, at)),
            Effect::Disarm(reason) => {
                self.schedule.disarm(by, reason);
                return None;
            }
            Effect::Remember(ending) => {
                self.remembered.get_or_insert(ending);
                return None;
            }
            Effect::End(ending) => {
                let remembered = self.remembered.filter(|_| ending.is_access());
                let ending = remembered.unwrap_or(ending);
                self.ending = Some(ending);
                EventKind::Ended(ending)
            }
            Effect::Report(exchange, report) => EventKind::Reported {
                exchange,
                report: Arc::new(report),
            },
            Effect::Moved(from, to) => EventKind::Moved { from, to },
            Effect::KeyMade(key) => EventKind::KeyMade { key },
            Effect::TokenIssued(jwt) => EventKind::TokenIssued { jwt },
            Effect::Holds(holding) => EventKind::Holds { holding },
        };
        Some(self.event(by, cause, kind))
    }

    fn send_request(
        &mut self,
        from: PartyId,
        cause: Option<EventId>,
        exchange: ExchangeId,
        kind: ExchangeKind,
        request: Request,
    ) -> Event {
        let callee = self.network.party_at(&request.target.authority);
        let message = Arc::new(Message {
            id: self.network.next_message(),
            exchange,
            kind,
            from,
            to: callee.unwrap_or(from),
            sent_at: self.now,
            payload: Payload::Request(request),
        });
        let event = self.event(from, cause, EventKind::Sent(Arc::clone(&message)));
        let item = match callee {
            Some(callee) => {
                self.network.open(Open {
                    exchange,
                    caller: from,
                    callee,
                    kind,
                });
                Item::Deliver(message)
            }
            None => Item::Lose(message),
        };
        self.schedule.add(self.now + LATENCY, item, Some(event.id));
        event
    }

    fn send_response(
        &mut self,
        from: PartyId,
        cause: Option<EventId>,
        exchange: ExchangeId,
        response: Response,
    ) -> Event {
        let open = self
            .network
            .close(exchange)
            .expect("an exchange is answered once");
        assert_eq!(open.callee, from, "an exchange is answered by its callee");
        let message = Arc::new(Message {
            id: self.network.next_message(),
            exchange,
            kind: open.kind,
            from,
            to: open.caller,
            sent_at: self.now,
            payload: Payload::Response(response),
        });
        let event = self.event(from, cause, EventKind::Sent(Arc::clone(&message)));
        let item = Item::Deliver(message);
        self.schedule.add(self.now + LATENCY, item, Some(event.id));
        event
    }

    fn tell(
        &mut self,
        from: PartyId,
        cause: Option<EventId>,
        to: PartyId,
        notice: Notice,
    ) -> Event {
        let notice = Arc::new(notice);
        let kind = EventKind::Told {
            to,
            notice: Arc::clone(&notice),
        };
        let event = self.event(from, cause, kind);
        let item = Item::Hear { from, to, notice };
        self.schedule
            .add(self.now + NOTICE_LATENCY, item, Some(event.id));
        event
    }

    fn arm(
        &mut self,
        party: PartyId,
        cause: Option<EventId>,
        reason: WakeReason,
        at: Timestamp,
    ) -> Event {
        self.schedule.disarm(party, reason);
        let wake = Wake { party, at, reason };
        let event = self.event(party, cause, EventKind::Armed(wake));
        self.schedule
            .add(at, Item::Wake(party, reason), Some(event.id));
        event
    }

    fn offer(&mut self, by: PartyId, cause: Option<EventId>, mut point: ChoicePoint) -> Event {
        assert!(self.waiting.is_none(), "one decision is taken at a time");
        assert_eq!(point.by, by, "a party decides for itself");
        self.decisions.push(by);
        let own = self.decisions.iter().filter(|decided| **decided == by);
        point.number = u32::try_from(own.count()).expect("a run has few decisions");
        let point = Arc::new(point);
        let event = self.event(by, cause, EventKind::Offered(Arc::clone(&point)));
        let offered = event.id;
        self.waiting = Some(Waiting { point, offered });
        event
    }

    fn event(&mut self, by: PartyId, cause: Option<EventId>, kind: EventKind) -> Event {
        self.last_event = self.last_event.next();
        Event {
            id: self.last_event,
            at: self.now,
            by,
            cause,
            kind,
        }
    }
}
