//! The agent provider: gives its agents an identity.

use crate::aauth::token::{AGENT_TOKEN_LIFETIME_S_MAX, NewAgentToken};
use crate::aauth::{AgentId, RoleMetadata, ServerId};
use crate::http::Request;
use crate::jose::Jwk;
use crate::stage::{Context, ExchangeId, Input, Notice, Party, PartyId};

use super::server::{Server, fresh_id, not_found};

/// The provider of one agent.
#[derive(Clone, Debug)]
pub struct AgentProvider {
    server: Server,
    agent: AgentId,
    person_server: ServerId,
}

impl AgentProvider {
    /// A provider that calls itself `name`, for `agent`, whose person uses `person_server`.
    #[must_use]
    pub fn new(id: ServerId, name: &str, agent: AgentId, person_server: ServerId) -> Self {
        let role = RoleMetadata::Agent {
            callback_endpoint: None,
        };
        Self {
            server: Server::new(id, name, None, role),
            agent,
            person_server,
        }
    }

    /// Issues the agent token. How the agent proves who it is depends on the platform, and is not
    /// modelled. Spec: `#agent-token-acquisition-overview`
    fn enroll(&self, key: &Jwk, cx: &mut Context<'_>) {
        let agent_token = NewAgentToken {
            iss: self.server.id.clone(),
            sub: self.agent.clone(),
            cnf: key.clone(),
            ps: Some(self.person_server.clone()),
            parent_agent: None,
            jti: fresh_id("agent-token-jti", cx),
        };
        let agent_token = agent_token
            .issue(cx.now(), AGENT_TOKEN_LIFETIME_S_MAX)
            .sign(self.server.key());
        cx.token_issued(&agent_token);
        cx.tell(PartyId::Agent, Notice::Enrolled { agent_token });
    }

    fn serve(&self, exchange: ExchangeId, request: &Request, cx: &mut Context<'_>) {
        let response = self.server.published(request).unwrap_or_else(not_found);
        cx.respond(exchange, response);
    }
}

impl Party for AgentProvider {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match input {
            Input::Start => self.server.start("agent-provider-1", cx),
            Input::Request(exchange, request) => self.serve(exchange, &request, cx),
            Input::Notice(PartyId::Agent, notice) => {
                if let Notice::Enroll { key } = &*notice {
                    self.enroll(key, cx);
                }
            }
            Input::Notice(..)
            | Input::Response(..)
            | Input::Unanswered(_)
            | Input::Wake(_)
            | Input::Choice(_) => {}
        }
    }

    // It serves, and remembers nothing of what it served.
    fn situation(&self, _: &mut String) {}
}
