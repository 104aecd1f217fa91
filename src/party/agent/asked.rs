//! What the agent does when it is asked a question: answer, ask for less, or withdraw.

use crate::aauth::{ClarificationResponse, Dwk};
use crate::check::Place;
use crate::http::Response;
use crate::stage::{
    AgentChoice, Choice, ChoiceOption, ChoicePoint, Context, ExchangeId, PartyId, Prompt,
};

use super::state::State;
use super::{Agent, requests};

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
            AgentChoice::Update { text } => self.narrow(text, cx),
        }
    }

    pub(super) fn reply(&mut self, response: &ClarificationResponse, cx: &mut Context<'_>) {
        let State::Deferred(polling) = &mut self.state else {
            return;
        };
        match (
            requests::reply(&self.wallet, polling, response, cx),
            response,
        ) {
            (Some(exchange), ClarificationResponse::Cancel) => polling.withdrew(exchange),
            (
                Some(exchange),
                ClarificationResponse::Respond { .. } | ClarificationResponse::Update { .. },
            ) => polling.replied(exchange),
            (None, _) => self.give_up(cx),
        }
    }

    /// Asks the resource for a resource token for less. Spec: `#authorization-endpoint-request`
    pub(super) fn narrow(&mut self, justification: String, cx: &mut Context<'_>) {
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
            justification: Some(justification.clone()),
        };
        let polling = polling.clone();
        self.enter(State::Deferred(polling), cx);
        self.reply(&update, cx);
    }

    pub(super) fn when_asked(&self) -> ChoicePoint {
        ChoicePoint {
            by: PartyId::Agent,
            number: 0,
            prompt: Prompt::Asked,
            options: vec![
                ChoiceOption {
                    slug: "answer",
                    choice: Choice::Agent(AgentChoice::Answer {
                        text: self.profile.answer.to_owned(),
                    }),
                },
                ChoiceOption {
                    slug: "update",
                    choice: Choice::Agent(AgentChoice::Update {
                        text: self.profile.narrower.1.to_owned(),
                    }),
                },
                ChoiceOption {
                    slug: "withdraw",
                    choice: Choice::Agent(AgentChoice::Withdraw),
                },
            ],
        }
    }
}
