//! What the parties and the simulation share: who is there, what they send, what can happen.
//!
//! A party is a state machine without input or output of its own. It takes an [`Input`] and a
//! [`Context`], and leaves in the context what it wants: messages, reports, timers, choice points.

mod choice;
mod context;
mod event;
mod ids;
mod message;
mod notice;
mod setup;
mod wake;

pub use self::choice::{
    AgentChoice, Choice, ChoiceOption, ChoicePoint, PersonChoice, Prompt, TEXT_CHARS_MAX,
    TextFault, closed_question,
};
pub use self::context::{Context, Effect, Input, Party};
pub use self::event::{Ending, Event, EventKind, Holding, Taken};
pub use self::ids::{EventId, ExchangeId, MessageId, PartyId};
pub use self::message::{ExchangeKind, Message, Payload};
pub use self::notice::{Channel, Notice, Review};
pub use self::setup::{CastMember, Setup};
pub use self::wake::{Wake, WakeReason};
