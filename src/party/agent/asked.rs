//! What the agent does when it is asked a question: answer, ask for less, or withdraw.

use crate::aauth::{ClarificationRequirement, ClarificationResponse, Dwk};
use crate::check::Place;
use crate::http::Response;
use crate::json::Object;
use crate::stage::{
    AgentChoice, ChoicePoint, Context, Ending, ExchangeId, PartyId, Prompt, WakeReason,
};
use crate::time::Span;

use super::state::State;
use super::{Agent, requests};

/// An action that no server knows.
const UNKNOWN_ACTION: &str = "clarify";

impl Agent {
    pub(super) fn choose(&mut self, choice: AgentChoice, cx: &mut Context<'_>) {
        match choice {
            AgentChoice::Answer { text } => self.reply(
                &ClarificationResponse::Respond {
                    clarification_response: text,
                },
                cx,
            ),
            AgentChoice::Withdraw => self.reply(&ClarificationResponse::Cancel, cx),
            AgentChoice::Update { text } => {
                let justification = (!text.is_empty()).then_some(text);
                self.narrow(justification, cx);
            }
            AgentChoice::StaySilent => {
                if let State::Deferred(polling) = &mut self.state {
                    polling.ignore();
                    cx.wake_after(WakeReason::Poll, Span::default());
                }
            }
            AgentChoice::PostWithoutAction => self.post_by_mistake(None, cx),
            AgentChoice::PostUnknownAction => self.post_by_mistake(Some(UNKNOWN_ACTION), cx),
            AgentChoice::UpdateWithNewKey => self.take_a_new_key(cx),
            AgentChoice::PollTooFast => {
                self.has_slipped = true;
                // One poll that is answered at once, and one that comes too soon after it.
                self.impatience = 2;
                self.poll_at_once(cx);
            }
            AgentChoice::WaitOn => cx.wake_after(WakeReason::Poll, Span::default()),
            AgentChoice::GiveUp => self.finish(Ending::GaveUp, cx),
        }
    }

    /// Takes another key in the middle of a request, and everything that is bound to it: a new agent
    /// token, a new person token, and a new resource token for less. With these it will ask for less,
    /// though an update has to keep the key of the original. Spec: `#updated-request`
    fn take_a_new_key(&mut self, cx: &mut Context<'_>) {
        self.has_slipped = true;
        let State::Deferred(polling) = &self.state else {
            return;
        };
        let polling = polling.clone();
        let old = core::mem::take(&mut self.wallet);
        self.before_new_key = Some(Box::new((old, polling)));
        self.enter(State::Enrolling, cx);
        self.start(cx);
    }

    /// The original request stands, and so does the key it was made with.
    pub(super) fn back_to_the_old_key(&mut self, cx: &mut Context<'_>) {
        if let Some(before) = self.before_new_key.take() {
            self.wallet = before.0;
            self.wallet.show(cx);
        }
    }

    /// Posts what an agent posts that got the action wrong.
    fn post_by_mistake(&mut self, action: Option<&str>, cx: &mut Context<'_>) {
        self.has_slipped = true;
        let answer = self.usual_answer();
        let State::Deferred(polling) = &mut self.state else {
            return;
        };
        let body = Object::new()
            .with_optional("action", action)
            .with("clarification_response", answer);
        match requests::post(&self.wallet, polling, &body.to_string(), cx) {
            Some(exchange) => polling.replied(exchange),
            None => self.give_up(cx),
        }
    }

    /// Polls without the wish to be held, whatever it was told to wait.
    pub(super) fn poll_at_once(&mut self, cx: &mut Context<'_>) {
        self.impatience = self.impatience.saturating_sub(1);
        let State::Deferred(polling) = &mut self.state else {
            return;
        };
        match requests::call(&self.wallet, polling, cx) {
            Some(exchange) => polling.polled(exchange),
            None => self.give_up(cx),
        }
    }

    pub(super) fn reply(&mut self, response: &ClarificationResponse, cx: &mut Context<'_>) {
        let State::Deferred(polling) = &mut self.state else {
            return;
        };
        let Ok(request) = polling.reply(response) else {
            return self.finish(Ending::AgentLimit, cx);
        };
        match (requests::send(&self.wallet, request, cx), response) {
            (Some(exchange), ClarificationResponse::Cancel) => polling.withdrew(exchange),
            (
                Some(exchange),
                ClarificationResponse::Respond { .. } | ClarificationResponse::Update { .. },
            ) => polling.replied(exchange),
            (None, _) => self.give_up(cx),
        }
    }

    /// Asks the resource for a resource token for less. Spec: `#authorization-endpoint-request`
    pub(super) fn narrow(&mut self, justification: Option<String>, cx: &mut Context<'_>) {
        let State::Deferred(polling) = &self.state else {
            return;
        };
        let polling = polling.clone();
        let resource = self.desk.cached(&self.profile.resource, Dwk::Resource);
        let asked = resource.and_then(|resource| {
            requests::authorization(&self.profile, &self.wallet, resource, cx)
        });
        let next = asked.map(|exchange| State::Narrowing {
            exchange,
            polling,
            justification,
        });
        self.go_on(next, cx);
    }

    pub(super) fn narrowed(
        &mut self,
        exchange: ExchangeId,
        response: Response,
        cx: &mut Context<'_>,
    ) {
        let resource_token = requests::resource_token_of(&response);
        let place = Place::ResponseMember("resource_token");
        if !self.take_challenge(exchange, response, resource_token.as_deref(), place, cx) {
            return;
        }
        let (
            State::Narrowing {
                polling,
                justification,
                ..
            },
            Some(resource),
            Some(person),
        ) = (
            &self.state,
            &self.wallet.resource_token,
            &self.wallet.person_token,
        )
        else {
            return self.give_up(cx);
        };
        let update = ClarificationResponse::Update {
            resource_token: resource.jwt.to_string(),
            presented_token: person.jwt.to_string(),
            justification: justification.clone(),
        };
        let polling = polling.clone();
        self.enter(State::Deferred(polling), cx);
        self.reply(&update, cx);
    }

    pub(super) fn when_asked(&self, question: ClarificationRequirement) -> ChoicePoint {
        let answer = question.options.first();
        let answer = AgentChoice::Answer {
            text: answer.map_or_else(|| self.usual_answer().to_owned(), Clone::clone),
        };
        let update = AgentChoice::Update {
            text: self.profile.narrower.1.to_owned(),
        };
        let mut choices = vec![
            answer,
            update,
            AgentChoice::Withdraw,
            AgentChoice::StaySilent,
        ];
        if self.profile.updates_first {
            choices.swap(0, 1);
        }
        if !self.has_slipped {
            choices.extend([
                AgentChoice::PostWithoutAction,
                AgentChoice::PostUnknownAction,
                AgentChoice::UpdateWithNewKey,
                AgentChoice::PollTooFast,
            ]);
        }
        ChoicePoint {
            by: PartyId::Agent,
            number: 0,
            prompt: Prompt::Asked,
            question: Some(question),
            options: choices.into_iter().map(Into::into).collect(),
        }
    }

    /// What it answers in this round when nobody writes something else.
    fn usual_answer(&self) -> &'static str {
        let rounds = match &self.state {
            State::Deferred(polling) => polling.rounds(),
            _ => 0,
        };
        let answers = self.profile.answers;
        let at = usize::try_from(rounds).ok();
        let answer = at.and_then(|at| answers.get(at)).or(answers.last());
        answer.copied().unwrap_or_default()
    }

    pub(super) fn when_the_wait_is_over() -> ChoicePoint {
        ChoicePoint {
            by: PartyId::Agent,
            number: 0,
            prompt: Prompt::WaitOver,
            question: None,
            options: vec![AgentChoice::WaitOn.into(), AgentChoice::GiveUp.into()],
        }
    }
}
