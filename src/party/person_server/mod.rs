//! The person server: represents the person to the rest of the protocol.
//!
//! `endpoints` serves agents, `interaction` serves the person's browser, `consent` is what the
//! person sees and decides in.

mod consent;
mod endpoints;
mod interaction;
mod waiting;

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::aauth::token::{AgentToken, Redeemed};
use crate::aauth::{Capability, ClarificationRequirement, RoleMetadata, ServerId};
use crate::check::Verified;
use crate::http::Request;
use crate::jose::Jwk;
use crate::stage::{Context, ExchangeId, Input, Notice, Party, PartyId, WakeReason};

use self::consent::{Consent, Round};
use super::pending::{Limits, Owner, PendingRequests, PendingState};
use super::server::Server;

pub use self::endpoints::{AUTH_TOKEN_PATH, PERSON_TOKEN_PATH};
pub use self::interaction::INTERACTION_PATH;

/// A person server with one person.
#[derive(Clone, Debug)]
pub struct PersonServer {
    server: Server,
    pending: PendingRequests<InReview>,
    /// What directed identifiers are derived from.
    directed_secret: [u8; 32],
    /// The agents that the person approved something for.
    known_agents: BTreeSet<Owner>,
}

/// A request for an auth token that the person has to decide.
#[derive(Clone, Debug)]
struct InReview {
    agent: Arc<AgentToken>,
    /// The key that signed the request, which the auth token will be bound to.
    agent_key: Jwk,
    redeemed: Arc<Verified<Redeemed>>,
    capabilities: Vec<Capability>,
    consent: Consent,
}

impl PersonServer {
    /// A person server that calls itself `name`.
    #[must_use]
    pub fn new(id: ServerId, name: &str, limits: Limits) -> Self {
        let role = RoleMetadata::Person {
            auth_token_endpoint: id.url(AUTH_TOKEN_PATH),
            person_token_endpoint: id.url(PERSON_TOKEN_PATH),
            mission_endpoint: None,
            permission_endpoint: None,
            interaction_endpoint: None,
        };
        Self {
            server: Server::new(id.clone(), name, None, role),
            pending: PendingRequests::new(id, limits),
            directed_secret: [0; 32],
            known_agents: BTreeSet::new(),
        }
    }

    fn start(&mut self, cx: &mut Context<'_>) {
        self.server.start("person-server-1", cx);
        self.directed_secret = cx.draw("directed-secret");
    }

    fn serve(&mut self, exchange: ExchangeId, request: &Request, cx: &mut Context<'_>) {
        if let Some(response) = self.server.published(request) {
            cx.respond(exchange, response);
        } else if request.target.path.starts_with(INTERACTION_PATH) {
            self.serve_browser(exchange, request, cx);
        } else {
            self.serve_agent(exchange, request, cx);
        }
    }

    /// The person asks over this server's own channel. Spec: `#clarification-chat`
    fn asked_by_the_person(&mut self, clarification: &str, cx: &mut Context<'_>) {
        let rounds_max = self.pending.limits().rounds_max;
        let timeout_s = self.pending.limits().question_s;
        let waiting = self.pending.find(|record| {
            let can_answer = record
                .subject
                .capabilities
                .contains(&Capability::Clarification);
            record.is_open() && can_answer && record.rounds_used < rounds_max
        });
        // Our choice: when nobody may be asked any more, the person decides with what is there.
        let Some(id) = waiting.map(|(id, _)| id.to_owned()) else {
            return;
        };
        if let Some(record) = self.pending.record_mut(&id) {
            record.subject.consent.rounds.push(Round {
                clarification: clarification.to_owned(),
                agent_says: None,
            });
        }
        let question = ClarificationRequirement {
            clarification: clarification.to_owned(),
            timeout_s: Some(timeout_s),
            options: Vec::new(),
        };
        self.pending.enter(&id, PendingState::Asking(question), cx);
    }

    /// The request ended without a decision: the person is told, and their way to it is shut.
    fn close(&mut self, id: &str, why: &'static str, cx: &mut Context<'_>) {
        if let Some(record) = self.pending.record_mut(id) {
            record.subject.consent.consume_code();
        }
        self.leave(id, why, cx);
    }

    /// The request expired: the code of its page fails with `expired` from now on.
    fn leave(&mut self, id: &str, why: &'static str, cx: &mut Context<'_>) {
        if let Some(record) = self.pending.record_mut(id) {
            record.subject.consent.end_session();
        }
        cx.tell(PartyId::Person, Notice::Closed { why });
    }

    fn wake(&mut self, reason: WakeReason, cx: &mut Context<'_>) {
        match reason {
            WakeReason::HoldOver(exchange) => self.pending.hold_over(exchange, cx),
            WakeReason::QuestionDeadline | WakeReason::PendingDeadline => {
                for id in self.pending.expire(cx) {
                    self.leave(&id, "the request was not decided in time", cx);
                }
            }
            WakeReason::SessionDeadline => self.abandon(cx),
            WakeReason::Poll | WakeReason::Drafted | WakeReason::HasRead | WakeReason::Arrives => {}
        }
    }
}

impl Party for PersonServer {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match input {
            Input::Start => self.start(cx),
            Input::Request(exchange, request) => self.serve(exchange, &request, cx),
            Input::Response(exchange, response) => {
                for input in self.server.desk.fetched(exchange, Some(&response), cx) {
                    self.handle(input, cx);
                }
            }
            Input::Unanswered(exchange) => {
                for input in self.server.desk.fetched(exchange, None, cx) {
                    self.handle(input, cx);
                }
            }
            Input::Notice(PartyId::Person, notice) => {
                if let Notice::Question { clarification } = &*notice {
                    self.asked_by_the_person(clarification, cx);
                }
            }
            Input::Wake(reason) => self.wake(reason, cx),
            Input::Notice(..) | Input::Choice(_) => {}
        }
    }
}
