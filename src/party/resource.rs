//! The resource: reports, guarded by what an auth token grants.

use crate::aauth::credential::Credential;
use crate::aauth::requirement::REQUIREMENT;
use crate::aauth::token::{AuthToken, NewResourceToken, PersonToken};
use crate::aauth::token_request::{AuthorizationRequest, AuthorizationResponse};
use crate::aauth::{AccessMode, AuthorizationError, Requirement, RoleMetadata, Scope, ServerId};
use crate::http::{Method, Problem, Request, Response, Status};
use crate::httpsig::Signed;
use crate::json::{Object, Value};
use crate::stage::{Context, ExchangeId, Input, Party};

use super::server::{Door, Server, fresh_id, method_not_allowed, not_found};

/// Where the data is.
pub const DATA_PATH: &str = "/data";

/// Where access is asked for directly.
pub const AUTHORIZE_PATH: &str = "/authorize";

/// One scope of a resource: its name, and the resource's own description of it.
pub type ScopeRow = (&'static str, &'static str);

/// One part of a resource's data: the scope that opens it, its member name, and its value.
pub type DataRow = (&'static str, &'static str, fn() -> Value);

/// How a resource describes itself, and what it guards.
#[derive(Clone, Copy, Debug)]
pub struct ResourceProfile {
    /// Its name.
    pub name: &'static str,
    /// What it is, as Markdown.
    pub description: &'static str,
    /// Its scopes. Its data needs all of them; with fewer, less of it is returned.
    pub scopes: &'static [ScopeRow],
    /// What each scope opens.
    pub data: &'static [DataRow],
}

/// The resource.
#[derive(Clone, Debug)]
pub struct Resource {
    server: Server,
    profile: ResourceProfile,
}

impl Resource {
    /// A resource without an access server of its own.
    #[must_use]
    pub fn new(id: ServerId, profile: ResourceProfile) -> Self {
        let scopes = profile.scopes.iter();
        let role = RoleMetadata::Resource {
            access_mode: Some(AccessMode::AuthToken),
            authorization_endpoint: Some(id.url(AUTHORIZE_PATH)),
            scope_descriptions: scopes
                .map(|(scope, text)| ((*scope).to_owned(), (*text).to_owned()))
                .collect(),
            signature_window_s: None,
            additional_signature_components: Vec::new(),
        };
        Self {
            server: Server::new(id, profile.name, Some(profile.description), role),
            profile,
        }
    }

    fn serve(&mut self, exchange: ExchangeId, request: &Request, cx: &mut Context<'_>) {
        if let Some(response) = self.server.published(request) {
            cx.respond(exchange, response);
            return;
        }
        let Some(signed) = self.server.admit(exchange, request, Door::RESOURCE, cx) else {
            return;
        };
        let response = match (request.target.path.as_str(), request.method) {
            (DATA_PATH, Method::Get) => self.data(&signed, cx),
            (DATA_PATH, Method::Post | Method::Delete) => method_not_allowed("GET"),
            (AUTHORIZE_PATH, Method::Post) => self.authorize(&signed, request, cx),
            (AUTHORIZE_PATH, Method::Get | Method::Delete) => method_not_allowed("POST"),
            _ => not_found(),
        };
        cx.respond(exchange, response);
    }

    /// A person token says who asks, an auth token what they may do.
    fn data(&self, signed: &Signed<Credential>, cx: &mut Context<'_>) -> Response {
        match &signed.credential {
            Credential::Auth(token) => self.granted(token),
            Credential::Person(token) => {
                let resource_token = self.issue(token, &signed.thumbprint, &self.all(), cx);
                require(&Requirement::AuthToken { resource_token })
            }
            // Nothing is known of a person yet, so a resource token cannot be issued.
            Credential::Agent(_) | Credential::Server(_) => require(&Requirement::PersonToken),
        }
    }

    fn granted(&self, token: &AuthToken) -> Response {
        let granted = |scope: &str| token.scope.as_ref().is_some_and(|s| s.contains(scope));
        let mut data = Object::new();
        for (scope, member, value) in self.profile.data {
            if granted(scope) {
                data.set(member, value());
            }
        }
        if data.is_empty() {
            return Problem::new("insufficient_scope")
                .with_detail("The token grants nothing that this resource serves here.")
                .response(Status(403));
        }
        Response::new(Status(200))
            .with_header("Cache-Control", "no-store")
            .with_body("application/json", data.to_string())
    }

    /// Spec: `#authorization-endpoint-request`
    fn authorize(
        &self,
        signed: &Signed<Credential>,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> Response {
        let Credential::Person(token) = &signed.credential else {
            return require(&Requirement::PersonToken);
        };
        let asked = match AuthorizationRequest::parse(request.body.bytes()) {
            Ok(asked) => asked,
            Err(error) => return refuse(AuthorizationError::InvalidRequest, &error.to_string()),
        };
        if !asked.scope.is_subset_of(&self.all()) {
            let detail = "This resource does not describe that scope.";
            return refuse(AuthorizationError::InvalidScope, detail);
        }
        // This resource holds one account a person, which needs no name.
        if asked.account.is_some() {
            let detail = "The person has no account of that name here.";
            return refuse(AuthorizationError::InvalidAccount, detail);
        }
        let resource_token = self.issue(token, &signed.thumbprint, &asked.scope, cx);
        let answer = AuthorizationResponse { resource_token };
        Response::new(Status(200))
            .with_header("Cache-Control", "no-store")
            .with_body("application/json", answer.to_json())
    }

    /// Issues a resource token against the person token that was presented.
    /// Spec: `#resource-token-structure`
    fn issue(
        &self,
        presented: &PersonToken,
        agent_jkt: &str,
        scope: &Scope,
        cx: &mut Context<'_>,
    ) -> String {
        let token = NewResourceToken {
            iss: self.server.id.clone(),
            // Without an access server, whoever issued the person token decides.
            aud: presented.iss.clone(),
            ps: presented.iss.clone(),
            sub: presented.sub.clone(),
            presented_jti: presented.jti.clone(),
            agent_jkt: agent_jkt.to_owned(),
            scope: Some(scope.clone()),
            account: None,
            mission_s256: presented.mission_s256.clone(),
            tenant: presented.tenant.clone(),
            jti: fresh_id("resource-token-jti", cx),
        };
        let jwt = token.issue(cx.now()).sign(self.server.key());
        cx.token_issued(&jwt);
        jwt
    }

    fn all(&self) -> Scope {
        let names: Vec<&str> = self.profile.scopes.iter().map(|(name, _)| *name).collect();
        Scope::parse(&names.join(" ")).expect("a resource describes well-formed scopes")
    }
}

impl Party for Resource {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match input {
            Input::Start => self.server.start("resource-1", cx),
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
            Input::Notice(..) | Input::Wake(_) | Input::Choice(_) => {}
        }
    }

    // It serves, and remembers nothing of what it served.
    fn situation(&self, _: &mut String) {}
}

/// `401` with what the request needs. Spec: `#requirement-responses`
fn require(requirement: &Requirement) -> Response {
    Response::new(Status(401))
        .with_header(REQUIREMENT, requirement.to_header())
        .with_header("Cache-Control", "no-store")
}

fn refuse(error: AuthorizationError, detail: &str) -> Response {
    Problem::new(error.code())
        .with_detail(detail)
        .response(error.status())
}
