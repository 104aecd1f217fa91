//! The person server: represents the person to the rest of the protocol.
//!
//! `endpoints` serves agents, `interaction` serves the person's browser, `consent` is what the
//! person sees and decides in, `review` the seam at which a request is decided.

mod authorization;
mod consent;
mod endpoints;
mod interaction;
mod review;
mod waiting;

use std::sync::Arc;

use crate::aauth::token::{AgentToken, Redeemed};
use crate::aauth::{Capability, ClarificationRequirement, RoleMetadata, ServerId};
use crate::check::Verified;
use crate::http::Request;
use crate::jose::Jwk;
use crate::stage::{Context, ExchangeId, Holding, Input, Notice, Party, PartyId, WakeReason};

use self::consent::{Consent, login_cookie};
use super::pending::{Lapse, Limits, Owner, PendingRequests};
use super::server::Server;

pub use self::endpoints::{AUTH_TOKEN_PATH, PERSON_TOKEN_PATH};
pub use self::interaction::INTERACTION_PATH;
pub use self::review::{Policy, ReviewContext, ReviewDecision, Round};

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
    /// Who reviews in place of the person, if somebody does.
    policy: Option<Policy>,
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
    /// Whether the person decides where they were asked, and not on the page.
    in_app: bool,
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
            policy: None,
        }
    }

    /// The same, with a policy in place of the person.
    #[must_use]
    pub const fn with_policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
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
        let Some(id) = notice.number().and_then(|number| self.open_request(number)) else {
            return;
        };
        match notice {
            Notice::Question {
                clarification,
                options,
                ..
            } => {
                let question = ClarificationRequirement {
                    clarification: clarification.clone(),
                    timeout_s: None,
                    options: options.clone(),
                };
                self.carry_out(&id, ReviewDecision::Clarify(question), cx);
            }
            Notice::NoQuestion { .. } => self.go_on_from_notification(&id, cx),
            Notice::InApp { .. } => self.decide_in_app(&id, cx),
            Notice::Decision { approve, .. } => {
                self.carry_out(&id, Self::decision_of(*approve), cx);
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

    /// The person decides over this server's own channel: the agent has nothing to do any more.
    /// Spec: `#approval-pending`
    fn decide_in_app(&mut self, id: &str, cx: &mut Context<'_>) {
        if let Some(record) = self.pending.record_mut(id) {
            record.subject.in_app = true;
        }
        self.pending.direct_no_more(id, cx);
    }

    fn open_request(&self, number: u32) -> Option<String> {
        let found = self
            .pending
            .find(|record| record.number == number && record.is_open());
        found.map(|record| record.id.clone())
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

    fn situation(&self, out: &mut String) {
        self.pending.situation(out);
    }
}
