//! The person server: represents the person to the rest of the protocol.
//!
//! `endpoints` serves agents, `interaction` serves the person's browser, `consent` is what the
//! person sees and decides in.

mod authorization;
mod consent;
mod endpoints;
mod interaction;
mod waiting;

use std::sync::Arc;

use crate::aauth::token::{AgentToken, Redeemed};
use crate::aauth::{Capability, ClarificationRequirement, RoleMetadata, ServerId};
use crate::check::Verified;
use crate::http::Request;
use crate::jose::Jwk;
use crate::stage::{Context, ExchangeId, Holding, Input, Notice, Party, PartyId, WakeReason};

use self::consent::{Consent, Round, login_cookie};
use super::pending::{Lapse, Limits, Owner, PendingRequests, PendingState, Record};
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
    known_agents: Vec<Owner>,
    /// The cookie of the person's signed-in browser.
    login: String,
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
            known_agents: Vec::new(),
            login: String::new(),
        }
    }

    fn start(&mut self, cx: &mut Context<'_>) {
        self.server.start("person-server-1", cx);
        self.directed_secret = cx.draw("directed-secret");
        self.login = login_cookie(cx);
        let cookie = self.login.clone();
        cx.tell(PartyId::Person, Notice::SignedIn { cookie });
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

    fn told_by_the_person(&mut self, notice: &Notice, cx: &mut Context<'_>) {
        match notice {
            Notice::Question {
                number,
                clarification,
            } => self.asked_by_the_person(*number, clarification, cx),
            Notice::Decision { number, approve } => {
                if let Some(id) = self.open_request(*number) {
                    self.conclude(&id, *approve, cx);
                }
            }
            Notice::Enroll { .. }
            | Notice::Enrolled { .. }
            | Notice::SignedIn { .. }
            | Notice::Review(_)
            | Notice::Unasked { .. }
            | Notice::Answer { .. }
            | Notice::Updated(_)
            | Notice::Closed { .. }
            | Notice::Visit { .. } => {}
        }
    }

    fn open_request(&self, number: u32) -> Option<String> {
        let found = self
            .pending
            .find(|record| record.number == number && record.is_open());
        found.map(|record| record.id.clone())
    }

    /// The person asks over this server's own channel. Spec: `#clarification-chat`
    fn asked_by_the_person(&mut self, number: u32, clarification: &str, cx: &mut Context<'_>) {
        let rounds_max = self.pending.limits().rounds_max;
        let Some(id) = self.open_request(number) else {
            return;
        };
        let Some(record) = self.pending.record_mut(&id) else {
            return;
        };
        let why = if !record.subject.can(Capability::Clarification) {
            "the agent does not take questions"
        } else if !record.can_be_asked(rounds_max) {
            "it has to answer another question first, or was asked often enough"
        } else {
            record.subject.consent.rounds.push(Round {
                clarification: clarification.to_owned(),
                agent_says: None,
            });
            let question = ClarificationRequirement {
                clarification: clarification.to_owned(),
                timeout_s: None,
                options: Vec::new(),
            };
            self.pending.ask(&id, question, cx);
            return;
        };
        self.go_on_unasked(&id, number, why, cx);
    }

    /// Our choice: when the agent may not be asked, the person decides with what is there.
    fn go_on_unasked(&mut self, id: &str, number: u32, why: &'static str, cx: &mut Context<'_>) {
        cx.tell(PartyId::Person, Notice::Unasked { number, why });
        let waits = |record: &Record<InReview>| matches!(record.state(), PendingState::Waiting);
        if self.pending.record(id).is_some_and(waits) {
            let next = self.on_to_the_decision(id, cx);
            self.pending.enter(id, next, cx);
        }
    }

    /// The request ended without a decision: the person is told, and their way to it is shut.
    fn close(&mut self, id: &str, why: &'static str, cx: &mut Context<'_>) {
        if let Some(record) = self.pending.record_mut(id) {
            record.subject.consent.consume_code();
        }
        self.leave(id, why, cx);
    }

    /// The request's time is up: the code of its page fails with `expired` from now on.
    fn leave(&mut self, id: &str, why: &'static str, cx: &mut Context<'_>) {
        let Some(record) = self.pending.record_mut(id) else {
            return;
        };
        record.subject.consent.expire_code(cx.now());
        if record.subject.consent.end_session() {
            cx.holds(Holding::Session { state: "closed" });
        }
        let number = record.number;
        cx.tell(PartyId::Person, Notice::Closed { number, why });
    }

    fn wake(&mut self, reason: WakeReason, cx: &mut Context<'_>) {
        match reason {
            WakeReason::HoldOver(exchange) => self.pending.hold_over(exchange, cx),
            WakeReason::QuestionDeadline
            | WakeReason::PendingDeadline
            | WakeReason::SessionDeadline => {
                for (id, lapse) in self.pending.lapse(cx) {
                    let why = match lapse {
                        Lapse::Expired => "the request was not decided in time",
                        Lapse::Abandoned => "you left the page without deciding",
                    };
                    self.leave(&id, why, cx);
                }
            }
            WakeReason::Poll | WakeReason::Drafted | WakeReason::HasRead | WakeReason::Arrives => {}
        }
    }
}

impl InReview {
    fn can(&self, capability: Capability) -> bool {
        self.capabilities.contains(&capability)
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
            Input::Notice(PartyId::Person, notice) => self.told_by_the_person(&notice, cx),
            Input::Wake(reason) => self.wake(reason, cx),
            Input::Notice(..) | Input::Choice(_) => {}
        }
    }
}
