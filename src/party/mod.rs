//! The parties: sans-IO models of everyone in the cast.
//!
//! Every party has a [`desk`] that verifies what arrives; a server that defers keeps [`pending`]
//! records; a client of one has the [`polling`] machine.

pub mod desk;
pub mod pending;
pub mod polling;
pub mod server;

mod agent;
mod agent_provider;
mod person;
mod person_server;
mod resource;

pub use self::agent::{Agent, AgentProfile, Clarification};
pub use self::agent_provider::AgentProvider;
pub use self::person::{Person, Questions};
pub use self::person_server::{
    AUTH_TOKEN_PATH, INTERACTION_PATH, PERSON_TOKEN_PATH, PersonServer, Policy, ReviewContext,
    ReviewDecision, Round,
};
pub use self::resource::{AUTHORIZE_PATH, DATA_PATH, DataRow, Resource, ResourceProfile, ScopeRow};

use crate::stage::{Context, Input, Party};

/// Any party of a cast.
#[derive(Clone, Debug)]
pub enum AnyParty {
    /// An agent.
    Agent(Box<Agent>),
    /// An agent provider.
    AgentProvider(Box<AgentProvider>),
    /// A resource.
    Resource(Box<Resource>),
    /// A person server.
    PersonServer(Box<PersonServer>),
    /// A person.
    Person(Box<Person>),
}

impl Party for AnyParty {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match self {
            Self::Agent(party) => party.handle(input, cx),
            Self::AgentProvider(party) => party.handle(input, cx),
            Self::Resource(party) => party.handle(input, cx),
            Self::PersonServer(party) => party.handle(input, cx),
            Self::Person(party) => party.handle(input, cx),
        }
    }

    fn situation(&self, out: &mut String) {
        match self {
            Self::Agent(party) => party.situation(out),
            Self::AgentProvider(party) => party.situation(out),
            Self::Resource(party) => party.situation(out),
            Self::PersonServer(party) => party.situation(out),
            Self::Person(party) => party.situation(out),
        }
    }
}
