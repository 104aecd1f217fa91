//! What the person server serves to agents: the two token endpoints and the pending URLs.

use std::sync::Arc;

use sha2::{Digest, Sha256};

use crate::aauth::credential::Credential;
use crate::aauth::token::{
    AgentToken, NewAuthToken, NewPersonToken, Redeemer, ResourceToken, TokenVerifier,
};
use crate::aauth::token_request::{
    AuthTokenRequest, AuthTokenResponse, PersonTokenRequest, PersonTokenResponse,
};
use crate::aauth::{Dwk, Metadata, RoleMetadata, Scope, ServerId, TokenEndpointError, TokenMember};
use crate::check::Stop;
use crate::http::{Method, Problem, Request, Response, Status};
use crate::httpsig::{Signed, WINDOW_S_DEFAULT};
use crate::jose::base64url;
use crate::stage::{Context, ExchangeId, Holding, Input, Notice, PartyId, Review};

use super::super::desk::Known;
use super::super::pending::{Owner, PendingRequests};
use super::super::server::{Door, fresh_id, method_not_allowed, not_found};
use super::consent::Consent;
use super::{InReview, PersonServer};

/// Where agents ask for person tokens.
pub const PERSON_TOKEN_PATH: &str = "/person-token";

/// Where agents ask for auth tokens.
pub const AUTH_TOKEN_PATH: &str = "/auth-token";

impl PersonServer {
    pub(super) fn serve_agent(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) {
        let Some(signed) = self
            .server
            .admit(exchange, request, Door::PERSON_SERVER, cx)
        else {
            return;
        };
        let Credential::Agent(agent) = &signed.credential else {
            // The desk takes nothing but agent tokens here; other roles have no business at all.
            cx.respond(exchange, not_found());
            return;
        };
        if request
            .target
            .path
            .starts_with(PendingRequests::<InReview>::PATH)
        {
            self.serve_waiting(exchange, request, agent, &signed, cx);
            return;
        }
        // A sub-agent has its parent ask for it. Spec: `#single-level-depth`
        if agent.parent_agent.is_some() {
            let detail = "A sub-agent cannot ask for authorization itself.";
            cx.respond(exchange, refuse(TokenEndpointError::InvalidRequest, detail));
            return;
        }
        match (request.target.path.as_str(), request.method) {
            (PERSON_TOKEN_PATH, Method::Post) => {
                self.person_token(exchange, request, agent, &signed, cx);
            }
            (AUTH_TOKEN_PATH, Method::Post) => {
                self.auth_token(exchange, request, agent, &signed, cx);
            }
            (PERSON_TOKEN_PATH | AUTH_TOKEN_PATH, Method::Get | Method::Delete) => {
                cx.respond(exchange, method_not_allowed("POST"));
            }
            _ => cx.respond(exchange, not_found()),
        }
    }

    /// Names the person to one resource. Spec: `#person-token-endpoint`
    ///
    /// The person connected this agent before the run begins, so they are not asked again here.
    fn person_token(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        agent: &AgentToken,
        signed: &Signed<Credential>,
        cx: &mut Context<'_>,
    ) {
        let asked = match PersonTokenRequest::parse(request.body.bytes()) {
            Ok(asked) => asked,
            Err(error) => {
                let detail = error.to_string();
                cx.respond(
                    exchange,
                    refuse(TokenEndpointError::InvalidRequest, &detail),
                );
                return;
            }
        };
        // A person server should know a resource before it names its person there.
        let again = || Input::Request(exchange, request.clone());
        match self
            .server
            .desk
            .metadata(&asked.resource, Dwk::Resource, again, cx)
        {
            Known::Here(_) => {}
            Known::Parked => return,
            Known::Unavailable => {
                let detail = "The resource's metadata cannot be fetched.";
                cx.respond(exchange, refuse(TokenEndpointError::InvalidRequest, detail));
                return;
            }
        }
        let token = NewPersonToken {
            iss: self.server.id.clone(),
            aud: asked.resource.clone(),
            sub: self.directed_subject(&asked.resource),
            cnf: signed.key.clone(),
            mission_s256: None,
            tenant: None,
            jti: fresh_id("jti", cx),
        };
        let token = token.issue(cx.now(), agent.exp, &[]);
        let expires_in = token.expires_in_s(cx.now());
        let person_token = token.sign(self.server.key());
        cx.token_issued(&person_token);
        let answer = PersonTokenResponse {
            person_token,
            expires_in,
        };
        cx.respond(exchange, ok(answer.to_json()));
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

    /// Takes a resource token, and asks the person. Spec: `#ps-token-endpoint`
    fn auth_token(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        agent: &AgentToken,
        signed: &Signed<Credential>,
        cx: &mut Context<'_>,
    ) {
        let asked = match AuthTokenRequest::parse(request.body.bytes()) {
            Ok(asked) => asked,
            Err(error) => {
                let detail = error.to_string();
                cx.respond(
                    exchange,
                    refuse(TokenEndpointError::InvalidRequest, &detail),
                );
                return;
            }
        };
        let (report, result) = self.verifier(cx).verify_resource_token(
            &asked.resource_token,
            &asked.presented_token,
            self.redeemer(),
            &signed.thumbprint,
        );
        let redeemed = match result {
            Ok(redeemed) => redeemed,
            Err(Stop::Needs(key)) => {
                let again = Input::Request(exchange, request.clone());
                if self.server.desk.park(&key, again, cx).is_err() {
                    let detail = "The issuer's keys cannot be looked up.";
                    let error = TokenEndpointError::Invalid(TokenMember::Resource);
                    cx.respond(exchange, refuse(error, detail));
                }
                return;
            }
            Err(Stop::Rejected(rejection)) => {
                let error = TokenEndpointError::of_redemption(&report)
                    .unwrap_or(TokenEndpointError::ServerError);
                cx.report(exchange, report);
                cx.respond(exchange, refuse(error, &rejection.to_string()));
                return;
            }
        };
        let resource = redeemed.resource_token.iss.clone();
        let again = || Input::Request(exchange, request.clone());
        let metadata = match self
            .server
            .desk
            .metadata(&resource, Dwk::Resource, again, cx)
        {
            Known::Here(metadata) => metadata,
            Known::Parked => return,
            Known::Unavailable => {
                let error = TokenEndpointError::Invalid(TokenMember::Resource);
                cx.respond(
                    exchange,
                    refuse(error, "The resource's metadata cannot be fetched."),
                );
                return;
            }
        };
        cx.report(exchange, report);
        let review = Arc::new(self.review(agent, &asked, &metadata, &redeemed.resource_token));
        let in_review = InReview {
            agent: Arc::new(agent.clone()),
            agent_key: signed.key.clone(),
            redeemed: Arc::new(redeemed),
            capabilities: asked.capabilities.unwrap_or_default(),
            consent: Consent::new(Arc::clone(&review)),
        };
        self.pending
            .defer(in_review, owner(agent), exchange, request, cx);
        cx.tell(PartyId::Person, Notice::Review(review));
    }

    pub(super) fn verifier(&self, cx: &Context<'_>) -> TokenVerifier<'_> {
        TokenVerifier {
            ring: self.server.desk.ring(),
            now: cx.now(),
            window_s: WINDOW_S_DEFAULT,
        }
    }

    pub(super) const fn redeemer(&self) -> Redeemer<'_> {
        Redeemer::PersonServer {
            own: &self.server.id,
            federates: false,
            active_missions: &[],
        }
    }

    fn review(
        &self,
        agent: &AgentToken,
        asked: &AuthTokenRequest,
        resource: &Arc<Metadata>,
        resource_token: &ResourceToken,
    ) -> Review {
        let provider = self.server.desk.cached(&agent.iss, Dwk::Agent);
        let name = provider.and_then(|metadata| metadata.name.clone());
        Review {
            agent: agent.sub.to_string(),
            provider_name: name.unwrap_or_else(|| agent.iss.to_string()),
            known_agent: self.known_agents.contains(&owner(agent)),
            justification: asked.justification.clone(),
            resource_name: resource.name.clone().unwrap_or_default(),
            resource_description: resource.description.clone().unwrap_or_default(),
            scopes: self.described_scopes(resource_token),
        }
    }

    /// Each scope of a request with the resource's own description of it.
    pub(super) fn described_scopes(&self, resource_token: &ResourceToken) -> Vec<(String, String)> {
        let metadata = self.server.desk.cached(&resource_token.iss, Dwk::Resource);
        let described = |value: &str| {
            let description = metadata.map_or(value, |metadata| description(metadata, value));
            (value.to_owned(), description.to_owned())
        };
        let scope = resource_token.scope.as_ref();
        scope
            .into_iter()
            .flat_map(Scope::values)
            .map(described)
            .collect()
    }

    /// The answer that grants what the person approved. Spec: `#auth-token-structure`
    pub(super) fn grant(&self, id: &str, cx: &mut Context<'_>) -> Option<Response> {
        let in_review = &self.pending.record(id)?.subject;
        let asked = &in_review.redeemed.resource_token;
        let token = NewAuthToken {
            iss: self.server.id.clone(),
            dwk: Dwk::Person,
            aud: asked.iss.clone(),
            ps: self.server.id.clone(),
            sub: asked.sub.clone(),
            cnf: in_review.agent_key.clone(),
            scope: asked.scope.clone(),
            account: asked.account.clone(),
            mission_s256: asked.mission_s256.clone(),
            tenant: asked.tenant.clone(),
            jti: fresh_id("jti", cx),
        };
        let presented_token_exp = in_review.redeemed.presented_token.exp();
        let token = token.issue(cx.now(), in_review.agent.exp, presented_token_exp, &[]);
        cx.holds(Holding::Decision {
            approved: true,
            scope: asked
                .scope
                .as_ref()
                .map(Scope::to_string)
                .unwrap_or_default(),
        });
        let expires_in = token.expires_in_s(cx.now());
        let auth_token = token.sign(self.server.key());
        cx.token_issued(&auth_token);
        let answer = AuthTokenResponse {
            auth_token,
            expires_in,
        };
        Some(ok(answer.to_json()))
    }
}

/// The resource's own description of a scope; a scope without one is shown by its name.
fn description<'a>(resource: &'a Metadata, scope: &'a str) -> &'a str {
    let RoleMetadata::Resource {
        scope_descriptions, ..
    } = &resource.role
    else {
        return scope;
    };
    scope_descriptions
        .iter()
        .find(|(name, _)| name == scope)
        .map_or(scope, |(_, description)| description)
}

pub(super) fn owner(agent: &AgentToken) -> Owner {
    Owner {
        issuer: agent.iss.to_string(),
        subject: agent.sub.to_string(),
    }
}

/// Tokens are nobody else's business, caches included.
fn ok(body: String) -> Response {
    Response::new(Status(200))
        .with_header("Cache-Control", "no-store")
        .with_body("application/json", body)
}

pub(super) fn refuse(error: TokenEndpointError, detail: &str) -> Response {
    Problem::new(error.code())
        .with_detail(detail)
        .response(error.status())
}
