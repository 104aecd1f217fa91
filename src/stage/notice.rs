//! What passes between parties outside the protocol: on the platform that runs the agent, and on
//! the person server's own channel to its person. The draft leaves both to implementations.

use std::sync::Arc;

use crate::jose::Jwk;

use super::ids::PartyId;

/// A word from one party to another that is no HTTP message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Agent to provider: here is my public key. How the agent proves who it is depends on its
    /// platform and is not modelled.
    Enroll {
        /// The agent's public key.
        key: Jwk,
    },
    /// Provider to agent: here is your agent token.
    Enrolled {
        /// The agent token.
        agent_token: String,
    },
    /// Person server to person: you are signed in. How the person proves who they are is not
    /// modelled; from here on their browser shows this cookie.
    SignedIn {
        /// The cookie, `name=value`.
        cookie: String,
    },
    /// Person server to person: an agent asks for access.
    Review(Arc<Review>),
    /// Person to person server: a question to the agent.
    Question {
        /// Which request it is about.
        number: u32,
        /// The question, as Markdown.
        clarification: String,
        /// The answers to choose from; empty when the question is open.
        options: Vec<String>,
    },
    /// Person to person server: I go to the page, and ask nothing.
    NoQuestion {
        /// Which request it is about.
        number: u32,
    },
    /// Person to person server: I decide here, and not on the page.
    InApp {
        /// Which request it is about.
        number: u32,
    },
    /// Person server to person: the question cannot be put to the agent.
    Unasked {
        /// Which request it was about.
        number: u32,
        /// Why.
        why: &'static str,
    },
    /// Person server to person: the agent answered.
    Answer {
        /// Which request it is about.
        number: u32,
        /// The agent's answer, as Markdown. It is the agent's claim and nothing more.
        clarification_response: String,
    },
    /// Person server to person: the agent asks for something else instead.
    Updated(Arc<Review>),
    /// Person to person server: the decision, without a page.
    Decision {
        /// Which request it is about.
        number: u32,
        /// Whether they approve.
        approve: bool,
    },
    /// Person server to person: the request ended without a decision of theirs.
    Closed {
        /// Which request it was.
        number: u32,
        /// Why.
        why: &'static str,
    },
    /// Agent to person: open this page and compare the code.
    Visit {
        /// The interaction URL, without the code.
        url: String,
        /// The code as it is shown.
        code: String,
    },
}

/// What the person is asked to decide: two kinds of text that are never mixed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// Which of the person server's requests it is, from 1.
    pub number: u32,
    /// Agent-asserted: the agent's identifier.
    pub agent: String,
    /// The agent provider's own name, from its metadata.
    pub provider_name: String,
    /// Whether the person approved something for this agent before.
    pub known_agent: bool,
    /// Agent-asserted: why it wants access, as Markdown.
    pub justification: Option<String>,
    /// Resource-asserted: the resource's name.
    pub resource_name: String,
    /// Resource-asserted: what it is, as Markdown.
    pub resource_description: String,
    /// Resource-asserted: each requested scope with the resource's own description of it.
    pub scopes: Vec<(String, String)>,
}

/// The way a notice takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channel {
    /// The platform that runs the agent.
    Platform,
    /// The person server's own channel: a notification and its reply.
    PersonServer,
    /// The agent's own user interface.
    AgentInterface,
}

impl Notice {
    /// The way it takes.
    #[must_use]
    pub const fn channel(&self) -> Channel {
        match self {
            Self::Enroll { .. } | Self::Enrolled { .. } => Channel::Platform,
            Self::SignedIn { .. }
            | Self::Review(_)
            | Self::Question { .. }
            | Self::NoQuestion { .. }
            | Self::InApp { .. }
            | Self::Unasked { .. }
            | Self::Answer { .. }
            | Self::Updated(_)
            | Self::Decision { .. }
            | Self::Closed { .. } => Channel::PersonServer,
            Self::Visit { .. } => Channel::AgentInterface,
        }
    }

    /// Which of the person server's requests it is about.
    #[must_use]
    pub fn number(&self) -> Option<u32> {
        match self {
            Self::Review(review) | Self::Updated(review) => Some(review.number),
            Self::Question { number, .. }
            | Self::NoQuestion { number }
            | Self::InApp { number }
            | Self::Unasked { number, .. }
            | Self::Answer { number, .. }
            | Self::Decision { number, .. }
            | Self::Closed { number, .. } => Some(*number),
            Self::Enroll { .. }
            | Self::Enrolled { .. }
            | Self::SignedIn { .. }
            | Self::Visit { .. } => None,
        }
    }

    /// Whether it is an act of the person, which a reader steps through.
    #[must_use]
    pub fn is_act_of_the_person(&self, from: PartyId) -> bool {
        from == PartyId::Person
    }
}
