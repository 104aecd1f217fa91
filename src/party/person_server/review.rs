//! The seam at which a request is decided: whoever reviews it looks at what both sides say, and grants,
//! denies or asks.
//!
//! The model of a person server brings the request there and carries the decision out, whether a
//! person took it or a [`Policy`]. The draft leaves to implementations who reviews.

use crate::aauth::{Capability, ClarificationRequirement};
use crate::stage::{Context, Ending, Notice, PartyId, Review};

use super::super::pending::PendingState;
use super::PersonServer;

/// What is known when a request is decided. Agent-asserted and resource-asserted text stay apart in
/// it, and no decision may rest on the agent's words alone.
///
/// Spec: `#consent-presentation`
#[derive(Clone, Copy, Debug)]
pub struct ReviewContext<'a> {
    /// The request, with both kinds of text.
    pub review: &'a Review,
    /// The conversation so far, in order: each question with what the agent did about it.
    pub rounds: &'a [Round],
    /// How many more questions may be asked.
    pub rounds_left: u32,
}

/// One question with what the agent did about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// The question.
    pub clarification: String,
    /// The agent's answer, or what it says about its new request, once there is one. Agent-asserted.
    pub agent_says: Option<String>,
    /// Whether it asked for something else instead of answering, with or without a reason.
    pub is_updated: bool,
}

/// What comes of a review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewDecision {
    /// Access is granted, as it was asked for.
    Grant,
    /// It is not.
    Deny {
        /// Why, for the agent.
        reason: String,
    },
    /// The agent is asked first. After it answered, the request is reviewed again.
    Clarify(ClarificationRequirement),
}

/// A review by rule. It is consulted when a request arrives, and again after every answer and every
/// update.
pub type Policy = fn(&ReviewContext<'_>) -> ReviewDecision;

/// What an agent reads when it was denied and nobody said why.
const DECLINED: &str = "The person declined the request.";

/// What an agent reads when a review went on asking.
const ASKED_ENOUGH: &str = "The request could not be clarified in the rounds there are.";

impl PersonServer {
    /// Brings a request to whoever reviews it: to the policy, if there is one, else to the person.
    pub(super) fn consult(&mut self, id: &str, told: Notice, cx: &mut Context<'_>) {
        let Some(policy) = self.policy else {
            cx.tell(PartyId::Person, told);
            return;
        };
        let rounds_max = self.pending.limits().rounds_max;
        let Some(record) = self.pending.record(id) else {
            return;
        };
        let consent = &record.subject.consent;
        let rounds_left = record.rounds_left(rounds_max);
        let decision = policy(&ReviewContext {
            review: &consent.review,
            rounds: &consent.rounds,
            rounds_left,
        });
        self.carry_out(id, decision, cx);
    }

    /// Carries out what a review decided.
    pub(super) fn carry_out(&mut self, id: &str, decision: ReviewDecision, cx: &mut Context<'_>) {
        match decision {
            ReviewDecision::Grant => self.conclude(id, true, "", cx),
            ReviewDecision::Deny { reason } => self.conclude(id, false, &reason, cx),
            ReviewDecision::Clarify(question) => {
                if let Err(unasked) = self.ask_the_agent(id, question, cx) {
                    self.go_on_unasked(id, unasked, cx);
                }
            }
        }
    }

    /// A decision in a word, as a person gives it.
    pub(super) fn decision_of(approve: bool) -> ReviewDecision {
        if approve {
            ReviewDecision::Grant
        } else {
            ReviewDecision::Deny {
                reason: DECLINED.to_owned(),
            }
        }
    }

    /// Puts a question to the agent. Spec: `#clarification-chat`
    fn ask_the_agent(
        &mut self,
        id: &str,
        question: ClarificationRequirement,
        cx: &mut Context<'_>,
    ) -> Result<(), Unasked> {
        let rounds_max = self.pending.limits().rounds_max;
        let Some(record) = self.pending.record_mut(id) else {
            return Ok(());
        };
        if !record.subject.can(Capability::Clarification) {
            return Err(Unasked::NoCapability);
        }
        if matches!(record.state(), PendingState::Asking(_)) {
            return Err(Unasked::AnotherOpen);
        }
        if !record.can_be_asked(rounds_max) {
            return Err(Unasked::RoundsUsed);
        }
        record.subject.consent.rounds.push(Round {
            clarification: question.clarification.clone(),
            agent_says: None,
            is_updated: false,
        });
        self.pending.ask(id, question, cx);
        Ok(())
    }

    /// Our choice: when the agent may not be asked, the person decides with what is there. A policy
    /// that has nothing but a question left denies.
    fn go_on_unasked(&mut self, id: &str, unasked: Unasked, cx: &mut Context<'_>) {
        if self.policy.is_some() {
            return self.conclude(id, false, ASKED_ENOUGH, cx);
        }
        if let Some(ending) = unasked.ending() {
            cx.remember(ending);
        }
        let Some(record) = self.pending.record(id) else {
            return;
        };
        let (number, why) = (record.number, unasked.why());
        cx.tell(PartyId::Person, Notice::Unasked { number, why });
        self.go_on_from_notification(id, cx);
    }

    /// The person has no question: they are sent to the page, unless they decide where they are.
    pub(super) fn go_on_from_notification(&mut self, id: &str, cx: &mut Context<'_>) {
        let waits = self.pending.record(id).is_some_and(|record| {
            matches!(record.state(), PendingState::Waiting) && !record.subject.in_app
        });
        if waits {
            let next = self.on_to_the_decision(id, cx);
            self.pending.enter(id, next, cx);
        }
    }
}

/// Why a question was not put to the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unasked {
    NoCapability,
    AnotherOpen,
    RoundsUsed,
}

impl Unasked {
    const fn why(self) -> &'static str {
        match self {
            Self::NoCapability => "the agent takes no questions",
            Self::AnotherOpen => "the agent has to answer another question first",
            Self::RoundsUsed => "the agent was asked as often as it may be",
        }
    }

    const fn ending(self) -> Option<Ending> {
        match self {
            Self::NoCapability => Some(Ending::NoCapability),
            Self::RoundsUsed => Some(Ending::RoundsUsed),
            Self::AnotherOpen => None,
        }
    }
}
