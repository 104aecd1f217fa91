//! Names for parties, messages and events.

use core::fmt;

/// A party, by its role in the cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PartyId {
    /// The agent.
    Agent,
    /// The agent provider.
    AgentProvider,
    /// The resource.
    Resource,
    /// The person server.
    PersonServer,
    /// The person.
    Person,
}

impl PartyId {
    /// Every party, in the order of the lanes.
    pub const ALL: &'static [Self] = &[
        Self::AgentProvider,
        Self::Agent,
        Self::Resource,
        Self::PersonServer,
        Self::Person,
    ];

    /// The name used in draws, links and exports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::AgentProvider => "agent-provider",
            Self::Resource => "resource",
            Self::PersonServer => "person-server",
            Self::Person => "person",
        }
    }

    /// The name people read.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Agent => "Agent",
            Self::AgentProvider => "Agent provider",
            Self::Resource => "Resource",
            Self::PersonServer => "Person server",
            Self::Person => "Person",
        }
    }
}

impl fmt::Display for PartyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.slug())
    }
}

macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident;)+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The next number.
            #[must_use]
            pub const fn next(self) -> Self {
                Self(self.0 + 1)
            }
        }
    )+ };
}

numbers! {
    /// A request with its response, numbered from 1 in a run.
    ExchangeId;
    /// A request or a response, numbered from 1 in a run.
    MessageId;
    /// Something that happened, numbered from 1 in a run.
    EventId;
}
