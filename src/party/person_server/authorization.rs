//! From a resource token to an auth token, by way of the person.

use std::sync::Arc;

use crate::aauth::token::{
    AgentToken, NewAuthToken, Redeemed, Redeemer, ResourceToken, TokenVerifier,
};
use crate::aauth::token_request::{AuthTokenRequest, AuthTokenResponse};
use crate::aauth::{Dwk, Metadata, RoleMetadata, Scope, TokenEndpointError, TokenMember};
use crate::check::{Fault, Report, Stop, Value, Verified};
use crate::http::Response;
use crate::httpsig::WINDOW_S_DEFAULT;
use crate::stage::{Context, Holding, Notice, Review};
use crate::time::Timestamp;

use super::super::desk::Known;
use super::super::server::fresh_id;
use super::consent::Consent;
use super::endpoints::{Call, not_modelled, ok, owner};
use super::{InReview, PersonServer};

impl PersonServer {
    /// Takes a resource token, and asks the person. Spec: `#ps-token-endpoint`
    pub(super) fn auth_token(&mut self, call: Call<'_>, cx: &mut Context<'_>) {
        if let Some((error, detail)) = not_modelled(&call) {
            return call.refuse(error, detail, cx);
        }
        let asked = match AuthTokenRequest::parse(call.request.body.bytes()) {
            Ok(asked) => asked,
            Err(error) => {
                let detail = error.to_string();
                return call.refuse(TokenEndpointError::InvalidRequest, &detail, cx);
            }
        };
        let Some((report, redeemed)) = self.redeem(call, &asked, cx) else {
            return;
        };
        let resource = redeemed.resource_token.iss.clone();
        let again = || call.again();
        let metadata = match self
            .server
            .desk
            .metadata(&resource, Dwk::Resource, again, cx)
        {
            Known::Here(metadata) => metadata,
            Known::Parked => return,
            Known::Unavailable => {
                let error = TokenEndpointError::Invalid(TokenMember::Resource);
                return call.refuse(error, "The resource's metadata cannot be fetched.", cx);
            }
        };
        cx.report(call.exchange, report);
        if redeemed.resource_token.interaction.is_some() {
            // Our choice: a flow of the resource's own is not modelled, and cannot be passed over.
            let error = TokenEndpointError::Invalid(TokenMember::Resource);
            return call.refuse(
                error,
                "This person server cannot send its person there.",
                cx,
            );
        }
        self.ask_the_person(call, asked, redeemed, &metadata, cx);
    }

    fn ask_the_person(
        &mut self,
        call: Call<'_>,
        asked: AuthTokenRequest,
        redeemed: Verified<Redeemed>,
        metadata: &Arc<Metadata>,
        cx: &mut Context<'_>,
    ) {
        let number = self.pending.next_number();
        let review = self.review(
            number,
            call.agent,
            &asked,
            metadata,
            &redeemed.resource_token,
        );
        // An auth token would expire with what it is issued against, so nothing is decided later.
        let not_after = call.agent.exp.min(redeemed.presented_token.exp());
        let review = Arc::new(review);
        let in_review = InReview {
            agent: Arc::new(call.agent.clone()),
            agent_key: call.key.clone(),
            redeemed: Arc::new(redeemed),
            capabilities: asked.capabilities.unwrap_or_default(),
            consent: Consent::new(Arc::clone(&review)),
            in_app: false,
        };
        let (owner, exchange, request) = (owner(call.agent), call.exchange, call.request);
        let pending = &mut self.pending;
        let id = pending.defer(in_review, owner, not_after, exchange, request, cx);
        self.consult(&id, Notice::Review(review), cx);
    }

    /// Verifies a resource token with the token that was presented for it. `None` when the call was
    /// refused or parked.
    fn redeem(
        &mut self,
        call: Call<'_>,
        asked: &AuthTokenRequest,
        cx: &mut Context<'_>,
    ) -> Option<(Report, Verified<Redeemed>)> {
        let (resource_token, presented_token) = (&asked.resource_token, &asked.presented_token);
        let (report, result) = self.verifier(cx).verify_resource_token(
            resource_token,
            presented_token,
            self.redeemer(),
            call.thumbprint,
        );
        match result {
            Ok(redeemed) => return Some((report, redeemed)),
            Err(Stop::Needs(key)) => {
                if self.server.desk.park(&key, call.again(), cx).is_err() {
                    let error = TokenEndpointError::Invalid(TokenMember::Resource);
                    call.refuse(error, "The issuer's keys cannot be looked up.", cx);
                }
            }
            Err(Stop::Rejected(rejection)) => {
                let error = self.redemption_error(&report, resource_token, presented_token, call);
                cx.report(call.exchange, report);
                call.refuse(error, &rejection.to_string(), cx);
            }
        }
        None
    }

    /// The error of a pair that did not verify.
    ///
    /// A presented token is `expired` only when nothing but its `exp` fails, so an expired one is
    /// walked again as of the moment before. Spec: `#resource-token-verification`
    pub(super) fn redemption_error(
        &self,
        report: &Report,
        resource_token: &str,
        presented_token: &str,
        call: Call<'_>,
    ) -> TokenEndpointError {
        let error = TokenEndpointError::of_redemption(report)
            .unwrap_or(TokenEndpointError::Invalid(TokenMember::Resource));
        if error != TokenEndpointError::Expired(TokenMember::Presented) {
            return error;
        }
        let before =
            expiry_of(report).map(|exp| Timestamp::from_unix_s(exp.unix_s().saturating_sub(1)));
        let verifier = TokenVerifier {
            ring: self.server.desk.ring(),
            now: before.unwrap_or(Timestamp::START),
            window_s: u64::MAX,
        };
        let (again, _) = verifier.verify_resource_token(
            resource_token,
            presented_token,
            self.redeemer(),
            call.thumbprint,
        );
        TokenEndpointError::of_redemption(&again).unwrap_or(error)
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
        number: u32,
        agent: &AgentToken,
        asked: &AuthTokenRequest,
        resource: &Arc<Metadata>,
        resource_token: &ResourceToken,
    ) -> Review {
        let provider = self.server.desk.cached(&agent.iss, Dwk::Agent);
        let name = provider.and_then(|metadata| metadata.name.clone());
        Review {
            number,
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
        let mut described = Vec::new();
        if let Some(scope) = &resource_token.scope {
            for value in scope.values() {
                let description = metadata.map_or(value, |metadata| description(metadata, value));
                described.push((value.to_owned(), description.to_owned()));
            }
        }
        described
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
            jti: fresh_id("auth-token-jti", cx),
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

/// The `exp` that a walk found to be past.
fn expiry_of(report: &Report) -> Option<Timestamp> {
    let (check, fault) = report.first_failure()?;
    (fault == Fault::Expired).then_some(())?;
    check
        .evidence
        .iter()
        .find_map(|evidence| match (evidence.name, &evidence.value) {
            ("exp", Value::Time(exp)) => Some(*exp),
            _ => None,
        })
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
