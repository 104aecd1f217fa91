//! Decisions: where a party can go one way or another, and which way it went.

use super::ids::PartyId;

/// The most characters a typed text has.
pub const TEXT_CHARS_MAX: u32 = 10_000;

/// A choice, by role: an agent cannot be told to approve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The agent's.
    Agent(AgentChoice),
    /// The person's.
    Person(PersonChoice),
}

/// What an agent can do when it is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentChoice {
    /// Answer the question.
    Answer {
        /// The answer, as Markdown.
        text: String,
    },
    /// Ask for less instead.
    Update {
        /// Why less is enough, as Markdown.
        text: String,
    },
    /// Withdraw the request.
    Withdraw,
}

/// What a person can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonChoice {
    /// Ask the agent about its reason.
    Ask {
        /// The question, as Markdown.
        text: String,
    },
    /// Approve the request.
    Approve,
    /// Deny it.
    Deny,
}

/// A point at which a party decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoicePoint {
    /// Who decides.
    pub by: PartyId,
    /// Which of that party's decisions in the run it is, from 1. The world numbers them.
    pub number: u32,
    /// What is being decided.
    pub prompt: Prompt,
    /// What can be chosen. The first is the default.
    pub options: Vec<ChoiceOption>,
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prompt {
    /// The person sees a request they know nothing about yet.
    Notified,
    /// The agent was asked a question.
    Asked,
    /// The person has the page in front of them.
    OnThePage,
}

impl Prompt {
    /// The name used in exports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Notified => "notified",
            Self::Asked => "asked",
            Self::OnThePage => "on-the-page",
        }
    }
}

/// One thing that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Its name in links: `answer`.
    pub slug: &'static str,
    /// The choice, with its default text where it has one.
    pub choice: Choice,
}

impl ChoicePoint {
    /// The name of the point in links: `person1`.
    #[must_use]
    pub fn key(&self) -> String {
        format!("{}{}", self.by.slug(), self.number)
    }

    /// The option of that name.
    #[must_use]
    pub fn option(&self, slug: &str) -> Option<&ChoiceOption> {
        self.options.iter().find(|option| option.slug == slug)
    }
}

impl Choice {
    /// The text that goes with it, when it has one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Agent(AgentChoice::Answer { text } | AgentChoice::Update { text })
            | Self::Person(PersonChoice::Ask { text }) => Some(text),
            Self::Agent(AgentChoice::Withdraw)
            | Self::Person(PersonChoice::Approve | PersonChoice::Deny) => None,
        }
    }

    /// The same choice with another text. `None` when it has no text.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Option<Self> {
        let text = text.to_owned();
        match self {
            Self::Agent(AgentChoice::Answer { .. }) => {
                Some(Self::Agent(AgentChoice::Answer { text }))
            }
            Self::Agent(AgentChoice::Update { .. }) => {
                Some(Self::Agent(AgentChoice::Update { text }))
            }
            Self::Person(PersonChoice::Ask { .. }) => {
                Some(Self::Person(PersonChoice::Ask { text }))
            }
            Self::Agent(AgentChoice::Withdraw)
            | Self::Person(PersonChoice::Approve | PersonChoice::Deny) => None,
        }
    }
}
