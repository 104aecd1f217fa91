//! Decisions: where a party can go one way or another, and which way it went.

use thiserror::Error;

use crate::aauth::ClarificationRequirement;

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

/// What an agent can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AgentChoice {
    /// Answer the question.
    Answer {
        /// The answer, as Markdown.
        text: String,
    },
    /// Ask for less instead.
    Update {
        /// Why less is enough, as Markdown; empty when nothing is said.
        text: String,
    },
    /// Withdraw the request.
    Withdraw,
    /// Say nothing, and poll on.
    StaySilent,
    /// By mistake, post an answer without an action.
    PostWithoutAction,
    /// By mistake, post an answer with an action that nobody knows.
    PostUnknownAction,
    /// By mistake, ask for less with a key that the request was not made with.
    UpdateWithNewKey,
    /// By mistake, poll sooner than it was told to.
    PollTooFast,
    /// Wait on, however long it takes.
    WaitOn,
    /// Stop waiting.
    GiveUp,
}

/// What a person can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PersonChoice {
    /// Ask the agent about its reason.
    Ask {
        /// The question, as Markdown.
        text: String,
    },
    /// Ask it a question with answers to choose from.
    AskClosed {
        /// The question, as Markdown, and below it each answer on a line of its own that begins
        /// with `- `.
        text: String,
    },
    /// Go to the page without asking.
    OpenPage,
    /// Decide where the person server asked, and not on the page.
    DecideInApp,
    /// Approve the request.
    Approve,
    /// Deny it.
    Deny,
    /// Mistype the code.
    MistypeCode,
    /// Try codes until the person server has enough of it.
    GuessCodes,
    /// Close the page without deciding.
    Leave,
    /// Do nothing about it, ever.
    NeverCome,
}

/// What keeps a text from being used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextFault {
    /// It is too long.
    #[error("a text has {TEXT_CHARS_MAX} characters at most, and this one has {chars}")]
    TooLong {
        /// How many characters it has.
        chars: u32,
    },
    /// It is empty, or blank, or has nothing but answers to choose from.
    #[error("the text says nothing")]
    SaysNothing,
    /// A question with answers to choose from has none.
    #[error("the question has no answers at its end, each on a line that begins with '- '")]
    NoAnswers,
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
    /// The question that waits for an answer, when there is one.
    pub question: Option<ClarificationRequirement>,
    /// What can be chosen. The first is the default.
    pub options: Vec<ChoiceOption>,
}

/// What is being decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prompt {
    /// The person sees a request they know nothing about yet.
    Notified,
    /// The person was sent to the page.
    Sent,
    /// The person has the page in front of them.
    OnThePage,
    /// The person has the request in front of them where their person server asked.
    InApp,
    /// The agent was asked a question.
    Asked,
    /// The agent has waited for as long as it wanted to.
    WaitOver,
}

impl Prompt {
    /// The name used in exports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Notified => "notified",
            Self::Sent => "sent",
            Self::OnThePage => "on-the-page",
            Self::InApp => "in-app",
            Self::Asked => "asked",
            Self::WaitOver => "wait-over",
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

impl From<Choice> for ChoiceOption {
    fn from(choice: Choice) -> Self {
        Self {
            slug: choice.slug(),
            choice,
        }
    }
}

impl From<AgentChoice> for ChoiceOption {
    fn from(choice: AgentChoice) -> Self {
        Choice::Agent(choice).into()
    }
}

impl From<PersonChoice> for ChoiceOption {
    fn from(choice: PersonChoice) -> Self {
        Choice::Person(choice).into()
    }
}

impl Choice {
    /// Its name in links: `answer`.
    #[must_use]
    pub const fn slug(&self) -> &'static str {
        match self {
            Self::Agent(choice) => match choice {
                AgentChoice::Answer { .. } => "answer",
                AgentChoice::Update { .. } => "update",
                AgentChoice::Withdraw => "withdraw",
                AgentChoice::StaySilent => "silent",
                AgentChoice::PostWithoutAction => "no-action",
                AgentChoice::PostUnknownAction => "unknown-action",
                AgentChoice::UpdateWithNewKey => "update-new-key",
                AgentChoice::PollTooFast => "poll-too-fast",
                AgentChoice::WaitOn => "wait",
                AgentChoice::GiveUp => "give-up",
            },
            Self::Person(choice) => match choice {
                PersonChoice::Ask { .. } => "ask",
                PersonChoice::AskClosed { .. } => "ask-closed",
                PersonChoice::OpenPage => "open",
                PersonChoice::DecideInApp => "in-app",
                PersonChoice::Approve => "approve",
                PersonChoice::Deny => "deny",
                PersonChoice::MistypeCode => "wrong-code",
                PersonChoice::GuessCodes => "guess-codes",
                PersonChoice::Leave => "leave",
                PersonChoice::NeverCome => "never-come",
            },
        }
    }

    /// Whether it is a mistake, after which the same decision comes again.
    #[must_use]
    pub const fn is_slip(&self) -> bool {
        matches!(
            self,
            Self::Agent(
                AgentChoice::PostWithoutAction
                    | AgentChoice::PostUnknownAction
                    | AgentChoice::UpdateWithNewKey
                    | AgentChoice::PollTooFast
            ) | Self::Person(PersonChoice::MistypeCode)
        )
    }

    /// The text that goes with it, when it has one.
    #[must_use]
    pub const fn text(&self) -> Option<&str> {
        match self {
            Self::Agent(AgentChoice::Answer { text } | AgentChoice::Update { text })
            | Self::Person(PersonChoice::Ask { text } | PersonChoice::AskClosed { text }) => {
                Some(text.as_str())
            }
            Self::Agent(_) | Self::Person(_) => None,
        }
    }

    /// Whether its text may be empty.
    #[must_use]
    pub const fn takes_no_words(&self) -> bool {
        matches!(self, Self::Agent(AgentChoice::Update { .. }))
    }

    /// What keeps that text from being used, if anything.
    #[must_use]
    pub fn fault_of(&self, text: &str) -> Option<TextFault> {
        let chars = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
        if chars > TEXT_CHARS_MAX {
            return Some(TextFault::TooLong { chars });
        }
        let asked = match self {
            Self::Person(PersonChoice::AskClosed { .. }) => Some(closed_question(text)),
            Self::Agent(_) | Self::Person(_) => None,
        };
        let words = asked.as_ref().map_or(text, |asked| &asked.clarification);
        if words.trim().is_empty() && !self.takes_no_words() {
            Some(TextFault::SaysNothing)
        } else if asked.is_some_and(|asked| asked.options.is_empty()) {
            Some(TextFault::NoAnswers)
        } else {
            None
        }
    }

    /// The same choice with another text. `None` when it has no text.
    #[must_use]
    pub fn with_text(&self, text: &str) -> Option<Self> {
        let mut choice = self.clone();
        match &mut choice {
            Self::Agent(AgentChoice::Answer { text: own } | AgentChoice::Update { text: own })
            | Self::Person(
                PersonChoice::Ask { text: own } | PersonChoice::AskClosed { text: own },
            ) => text.clone_into(own),
            Self::Agent(_) | Self::Person(_) => return None,
        }
        Some(choice)
    }
}

/// Takes the answers to choose from out of a question: each stands on a line of its own at the end
/// that begins with `- `.
///
/// Our choice: a person types one text, and this is how answers are written in it.
#[must_use]
pub fn closed_question(text: &str) -> ClarificationRequirement {
    let mut lines: Vec<&str> = text.trim_end().lines().collect();
    let mut options = Vec::new();
    while let Some(option) = lines
        .last()
        .and_then(|line| line.trim_start().strip_prefix("- "))
    {
        if !option.trim().is_empty() {
            options.insert(0, option.trim().to_owned());
        }
        lines.pop();
    }
    ClarificationRequirement {
        clarification: lines.join("\n").trim_end().to_owned(),
        timeout_s: None,
        options,
    }
}
