//! How a party touches the world: it takes inputs, and leaves effects.

use std::sync::Arc;

use crate::check::Report;
use crate::entropy::Entropy;
use crate::http::{Request, Response};
use crate::jose::Jwk;
use crate::time::{Span, Timestamp};

use super::choice::{Choice, ChoicePoint};
use super::event::{Ending, Holding};
use super::ids::{ExchangeId, PartyId};
use super::message::ExchangeKind;
use super::notice::Notice;
use super::wake::WakeReason;

/// What reaches a party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// The run begins.
    Start,
    /// A request arrived.
    Request(ExchangeId, Request),
    /// The response to its own request arrived.
    Response(ExchangeId, Response),
    /// Its own request reached nobody.
    Unanswered(ExchangeId),
    /// A word outside the protocol.
    Notice(PartyId, Arc<Notice>),
    /// A timer went off.
    Wake(WakeReason),
    /// It decided.
    Choice(Choice),
}

impl Input {
    /// The exchange it belongs to, if it is a message.
    #[must_use]
    pub const fn exchange(&self) -> Option<ExchangeId> {
        match self {
            Self::Request(exchange, _)
            | Self::Response(exchange, _)
            | Self::Unanswered(exchange) => Some(*exchange),
            Self::Start | Self::Notice(..) | Self::Wake(_) | Self::Choice(_) => None,
        }
    }
}

/// A state machine of the cast.
pub trait Party: Clone {
    /// Takes one input. It never panics on what another party sent.
    fn handle(&mut self, input: Input, cx: &mut Context<'_>);

    /// Writes down where the party stands: everything that decides what it can do next, and no
    /// bytes, times or texts. Two worlds in the same situation go on in the same ways, unless a
    /// deadline comes between.
    fn situation(&self, out: &mut String);
}

/// What a party wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Send a request.
    Request(ExchangeId, ExchangeKind, Request),
    /// Answer a request.
    Respond(ExchangeId, Response),
    /// Say something outside the protocol.
    Tell(PartyId, Notice),
    /// Show what was verified.
    Report(ExchangeId, Report),
    /// Show a state change.
    Moved(&'static str, &'static str),
    /// Show a new key.
    KeyMade(Jwk),
    /// Show a new token.
    TokenIssued(Arc<str>),
    /// Show what is now held.
    Holds(Holding),
    /// Set the timer of that reason.
    Arm(WakeReason, Timestamp),
    /// Take the timer of that reason away.
    Disarm(WakeReason),
    /// Ask for a decision.
    Offer(ChoicePoint),
    /// Tell the run as this, if it ends with access.
    Remember(Ending),
    /// End the run.
    End(Ending),
}

/// What a party sees of the world while it handles one input.
#[derive(Debug)]
pub struct Context<'a> {
    me: PartyId,
    now: Timestamp,
    entropy: &'a mut Entropy,
    last_exchange: &'a mut ExchangeId,
    effects: Vec<Effect>,
}

impl<'a> Context<'a> {
    /// A context for one input of `me`.
    pub fn new(
        me: PartyId,
        now: Timestamp,
        entropy: &'a mut Entropy,
        last_exchange: &'a mut ExchangeId,
    ) -> Self {
        Self {
            me,
            now,
            entropy,
            last_exchange,
            effects: Vec::new(),
        }
    }

    /// The party's own clock.
    #[must_use]
    pub const fn now(&self) -> Timestamp {
        self.now
    }

    /// The party itself.
    #[must_use]
    pub const fn me(&self) -> PartyId {
        self.me
    }

    /// The next 32 random bytes for `purpose`.
    pub fn draw(&mut self, purpose: &'static str) -> [u8; 32] {
        self.entropy.draw(self.me.slug(), purpose)
    }

    /// Sends a request to the host it names. The response comes as [`Input::Response`].
    pub fn request(&mut self, kind: ExchangeKind, request: Request) -> ExchangeId {
        *self.last_exchange = self.last_exchange.next();
        let exchange = *self.last_exchange;
        self.effects.push(Effect::Request(exchange, kind, request));
        exchange
    }

    /// Answers a request.
    pub fn respond(&mut self, exchange: ExchangeId, response: Response) {
        self.effects.push(Effect::Respond(exchange, response));
    }

    /// Says something outside the protocol.
    pub fn tell(&mut self, to: PartyId, notice: Notice) {
        self.effects.push(Effect::Tell(to, notice));
    }

    /// Shows what was verified in an exchange.
    pub fn report(&mut self, exchange: ExchangeId, report: Report) {
        self.effects.push(Effect::Report(exchange, report));
    }

    /// Takes back what was reported on an exchange while this input was handled: it was parked, and
    /// will be walked again from the start.
    pub fn retract_reports(&mut self, about: ExchangeId) {
        self.effects
            .retain(|effect| !matches!(effect, Effect::Report(exchange, _) if *exchange == about));
    }

    /// Shows a state change. Nothing happens when the state is the same.
    pub fn moved(&mut self, from: &'static str, to: &'static str) {
        if from != to {
            self.effects.push(Effect::Moved(from, to));
        }
    }

    /// Shows a new key.
    pub fn key_made(&mut self, key: Jwk) {
        self.effects.push(Effect::KeyMade(key));
    }

    /// Shows a token that this party issued.
    pub fn token_issued(&mut self, jwt: &str) {
        self.effects.push(Effect::TokenIssued(jwt.into()));
    }

    /// Shows what this party now holds.
    pub fn holds(&mut self, holding: Holding) {
        self.effects.push(Effect::Holds(holding));
    }

    /// Sets the timer of that reason to go off after `span`, instead of when it would have.
    pub fn wake_after(&mut self, reason: WakeReason, span: Span) {
        self.effects.push(Effect::Arm(reason, self.now + span));
    }

    /// Sets the timer of that reason to go off at `at`, instead of when it would have.
    pub fn wake_at(&mut self, reason: WakeReason, at: Timestamp) {
        self.effects.push(Effect::Arm(reason, at));
    }

    /// Takes the timer of that reason away.
    pub fn disarm(&mut self, reason: WakeReason) {
        self.effects.push(Effect::Disarm(reason));
    }

    /// Asks for a decision. It comes as [`Input::Choice`], before anything else happens.
    pub fn offer(&mut self, point: ChoicePoint) {
        self.effects.push(Effect::Offer(point));
    }

    /// Something happened that tells this run from others: if it ends with access, it is told as
    /// `ending`. What was remembered first stays.
    pub fn remember(&mut self, ending: Ending) {
        self.effects.push(Effect::Remember(ending));
    }

    /// Ends the run once every message in flight has arrived.
    pub fn end(&mut self, ending: Ending) {
        self.effects.push(Effect::End(ending));
    }

    /// What the party left, in order.
    #[must_use]
    pub fn into_effects(self) -> Vec<Effect> {
        self.effects
    }
}
