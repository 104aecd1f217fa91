//! What the person server serves to agents: the token endpoints, and their requests that wait.

use sha2::{Digest, Sha256};

use crate::aauth::credential::Credential;
use crate::aauth::members::Members;
use crate::aauth::token::{AgentToken, NewPersonToken};
use crate::aauth::token_request::{PersonTokenRequest, PersonTokenResponse};
use crate::aauth::{Dwk, ServerId, TokenEndpointError, TokenMember};
use crate::http::{Method, Problem, Request, Response, Status};
use crate::jose::{Jwk, base64url};
use crate::stage::{Context, ExchangeId, Input};

use super::super::desk::Known;
use super::super::pending::{Owner, PendingRequests};
use super::super::server::{Door, fresh_id, method_not_allowed, not_found};
use super::{InReview, PersonServer};

/// Where agents ask for person tokens.
pub const PERSON_TOKEN_PATH: &str = "/person-token";

/// Where agents ask for auth tokens.
pub const AUTH_TOKEN_PATH: &str = "/auth-token";

/// A call of an agent that was verified.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call<'a> {
    /// The exchange to answer.
    pub(super) exchange: ExchangeId,
    /// The request.
    pub(super) request: &'a Request,
    /// Who signed it.
    pub(super) agent: &'a AgentToken,
    /// The key that signed it.
    pub(super) key: &'a Jwk,
    /// The thumbprint of that key.
    pub(super) thumbprint: &'a str,
}

impl Call<'_> {
    /// The input to handle again when something was fetched.
    pub(super) fn again(&self) -> Input {
        Input::Request(self.exchange, self.request.clone())
    }

    /// Answers it with an error of the token endpoints.
    pub(super) fn refuse(&self, error: TokenEndpointError, detail: &str, cx: &mut Context<'_>) {
        cx.respond(self.exchange, refuse(error, detail));
    }
}

impl PersonServer {
    pub(super) fn serve_agent(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) {
        let door = Door::PERSON_SERVER;
        let Some(signed) = self.server.admit(exchange, request, door, cx) else {
            return;
        };
        let Credential::Agent(agent) = &signed.credential else {
            // Only agent tokens are taken here; other roles have no business at all.
            cx.respond(exchange, not_found());
            return;
        };
        let call = Call {
            exchange,
            request,
            agent,
            key: &signed.key,
            thumbprint: &signed.thumbprint,
        };
        let path = request.target.path.as_str();
        if path.starts_with(PendingRequests::<InReview>::PATH) {
            self.serve_waiting(call, cx);
            return;
        }
        match (path, request.method) {
            (PERSON_TOKEN_PATH, Method::Post) => self.person_token(call, cx),
            (AUTH_TOKEN_PATH, Method::Post) => self.auth_token(call, cx),
            (PERSON_TOKEN_PATH | AUTH_TOKEN_PATH, Method::Get | Method::Delete) => {
                cx.respond(exchange, method_not_allowed("POST"));
            }
            _ => cx.respond(exchange, not_found()),
        }
    }

    /// Names the person to one resource. Spec: `#person-token-endpoint`
    ///
    /// The person connected this agent before the run begins, so they are not asked again here.
    fn person_token(&mut self, call: Call<'_>, cx: &mut Context<'_>) {
        if let Some((error, detail)) = not_modelled(&call) {
            return call.refuse(error, detail, cx);
        }
        let asked = match PersonTokenRequest::parse(call.request.body.bytes()) {
            Ok(asked) => asked,
            Err(error) => {
                let detail = error.to_string();
                return call.refuse(TokenEndpointError::InvalidRequest, &detail, cx);
            }
        };
        // A person server should know a resource before it names its person there. A resource that
        // publishes nothing is named all the same.
        let resource = &asked.resource;
        let again = || call.again();
        match self
            .server
            .desk
            .metadata(resource, Dwk::Resource, again, cx)
        {
            Known::Here(_) | Known::Unavailable => {}
            Known::Parked => return,
        }
        let token = NewPersonToken {
            iss: self.server.id.clone(),
            aud: resource.clone(),
            sub: self.directed_subject(resource),
            cnf: call.key.clone(),
            mission_s256: None,
            tenant: None,
            jti: fresh_id("person-token-jti", cx),
        };
        let token = token.issue(cx.now(), call.agent.exp, &[]);
        let expires_in = token.expires_in_s(cx.now());
        let person_token = token.sign(self.server.key());
        cx.token_issued(&person_token);
        let answer = PersonTokenResponse {
            person_token,
            expires_in,
        };
        cx.respond(call.exchange, ok(answer.to_json()));
    }

    /// The same person is somebody else at every resource.
    ///
    /// Our choice: the identifier is the first 16 bytes of `SHA-256(secret ‖ resource)`, so that it
    /// is the same whichever agent or key asks. Spec: `#directed-identifiers`
    fn directed_subject(&self, resource: &ServerId) -> String {
        let digest: [u8; 32] = Sha256::new()
            .chain_update(self.directed_secret)
            .chain_update(resource.as_str())
            .finalize()
            .into();
        base64url::encode(&digest[..16])
    }
}

/// What would change whom or what a token is for must not be passed over: a request that depends on
/// something that is not modelled here is refused.
pub(super) fn not_modelled(call: &Call<'_>) -> Option<(TokenEndpointError, &'static str)> {
    // A sub-agent has its parent ask for it. Spec: `#single-level-depth`
    if call.agent.parent_agent.is_some() {
        let detail = "A sub-agent cannot ask for authorization itself.";
        return Some((TokenEndpointError::InvalidRequest, detail));
    }
    let members = Members::parse(call.request.body.bytes()).ok()?;
    let refusals = [
        (
            "mission_s256",
            TokenEndpointError::InvalidRequest,
            "There is no such mission here.",
        ),
        (
            "upstream_token",
            TokenEndpointError::Invalid(TokenMember::Upstream),
            "This person server does not know the calling agent.",
        ),
        (
            "subagent_token",
            TokenEndpointError::Invalid(TokenMember::Subagent),
            "This person server does not know the sub-agent.",
        ),
    ];
    refusals
        .into_iter()
        .find(|(member, _, _)| members.value(member).is_some())
        .map(|(_, error, detail)| (error, detail))
}

pub(super) fn owner(agent: &AgentToken) -> Owner {
    Owner {
        issuer: agent.iss.to_string(),
        subject: agent.sub.to_string(),
    }
}

/// Tokens are nobody else's business, caches included.
pub(super) fn ok(body: String) -> Response {
    Response::new(Status(200))
        .with_header("Cache-Control", "no-store")
        .with_body("application/json", body)
}

pub(super) fn refuse(error: TokenEndpointError, detail: &str) -> Response {
    Problem::new(error.code())
        .with_detail(detail)
        .response(error.status())
}
