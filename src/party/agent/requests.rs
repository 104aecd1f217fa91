//! The requests that the agent makes, each signed with its one key.

use crate::aauth::capability::CAPABILITIES;
use crate::aauth::token_request::{
    AuthTokenRequest, AuthTokenResponse, AuthorizationRequest, AuthorizationResponse,
    PersonTokenRequest, PersonTokenResponse,
};
use crate::aauth::{Capability, Metadata, RoleMetadata, Scope};
use crate::http::fields::PREFER;
use crate::http::{Method, Request, Response, Target, prefer};
use crate::httpsig::{Component, Coverage};
use crate::stage::{Context, ExchangeId, ExchangeKind};

use super::super::polling::{Polling, WAIT_S};
use super::AgentProfile;
use super::wallet::Wallet;

/// Asks the person server for a person token. `None` when its metadata names no endpoint.
pub(super) fn person_token(
    profile: &AgentProfile,
    wallet: &Wallet,
    person_server: &Metadata,
    cx: &mut Context<'_>,
) -> Option<ExchangeId> {
    let RoleMetadata::Person {
        person_token_endpoint: endpoint,
        ..
    } = &person_server.role
    else {
        return None;
    };
    let body = PersonTokenRequest {
        resource: profile.resource.clone(),
        capabilities: Some(profile.capabilities.to_vec()),
        justification: None,
        mission_s256: None,
        upstream_token: None,
    };
    let request = Request::new(Method::Post, Target::parse(endpoint)?)
        .with_body("application/json", body.to_json());
    send(wallet, request, cx)
}

/// Asks the person server for an auth token, and says how long it will wait for the answer.
/// `None` when its metadata names no endpoint, or a token is missing.
pub(super) fn auth_token(
    profile: &AgentProfile,
    wallet: &Wallet,
    person_server: &Metadata,
    cx: &mut Context<'_>,
) -> Option<ExchangeId> {
    let RoleMetadata::Person {
        auth_token_endpoint: endpoint,
        ..
    } = &person_server.role
    else {
        return None;
    };
    let body = AuthTokenRequest {
        resource_token: wallet.resource_token.as_ref()?.jwt.to_string(),
        presented_token: wallet.person_token.as_ref()?.jwt.to_string(),
        justification: Some(profile.justification.to_owned()),
        capabilities: Some(profile.capabilities.to_vec()),
        upstream_token: None,
    };
    let request = Request::new(Method::Post, Target::parse(endpoint)?)
        .with_header(PREFER, prefer::wait(WAIT_S))
        .with_body("application/json", body.to_json());
    send(wallet, request, cx)
}

/// Calls the resource: with the auth token once there is one, before that with the person token.
/// `None` when the resource wants a component covered that the request does not have.
pub(super) fn data(
    profile: &AgentProfile,
    wallet: &Wallet,
    resource: Option<&Metadata>,
    cx: &mut Context<'_>,
) -> Option<ExchangeId> {
    let target = profile.resource.target(profile.path);
    let mut request = Request::new(Method::Get, target);
    if let Some(capabilities) = Capability::to_header(profile.capabilities) {
        request = request.with_header(CAPABILITIES, capabilities);
    }
    let coverage = Coverage {
        body: false,
        additional: additional_components(resource)?,
    };
    let token = wallet.token_for_the_resource();
    let signed = wallet.sign(request, &token, &coverage, cx.now())?;
    Some(cx.request(ExchangeKind::Protocol, signed))
}

/// What the resource asks to be covered beside the base components. `None` when it cannot be read.
/// Spec: `#covered-components`
fn additional_components(resource: Option<&Metadata>) -> Option<Vec<Component>> {
    match resource.map(|metadata| &metadata.role) {
        Some(RoleMetadata::Resource {
            additional_signature_components: names,
            ..
        }) => {
            let mut components = Vec::new();
            for name in names {
                components.push(Component::parse(name).ok()?);
            }
            Some(components)
        }
        Some(
            RoleMetadata::Agent { .. } | RoleMetadata::Person { .. } | RoleMetadata::Access { .. },
        )
        | None => Some(Vec::new()),
    }
}

/// Asks the resource for a resource token for a narrower scope. `None` when its metadata names no
/// endpoint.
pub(super) fn authorization(
    profile: &AgentProfile,
    wallet: &Wallet,
    resource: &Metadata,
    cx: &mut Context<'_>,
) -> Option<ExchangeId> {
    let RoleMetadata::Resource {
        authorization_endpoint: Some(endpoint),
        ..
    } = &resource.role
    else {
        return None;
    };
    let body = AuthorizationRequest {
        scope: Scope::parse(profile.narrower.0).ok()?,
        account: None,
    };
    let request = Request::new(Method::Post, Target::parse(endpoint)?)
        .with_body("application/json", body.to_json());
    let token = wallet.person_token.as_ref()?.jwt.clone();
    let coverage = Coverage {
        // The resource need not ask for it: a body that is not covered can be changed on the way.
        body: true,
        additional: additional_components(Some(resource))?,
    };
    let signed = wallet.sign(request, &token, &coverage, cx.now())?;
    Some(cx.request(ExchangeKind::Protocol, signed))
}

/// Polls a pending URL, and says how long it will wait for news.
pub(super) fn poll(wallet: &Wallet, polling: &Polling, cx: &mut Context<'_>) -> Option<ExchangeId> {
    let request = Request::new(Method::Get, polling.pending_url().clone())
        .with_header(PREFER, prefer::wait(WAIT_S));
    send(wallet, request, cx)
}

/// Calls the pending URL without the wish to be held.
pub(super) fn call(wallet: &Wallet, polling: &Polling, cx: &mut Context<'_>) -> Option<ExchangeId> {
    let request = Request::new(Method::Get, polling.pending_url().clone());
    send(wallet, request, cx)
}

/// Posts a body to the pending URL, whatever it says.
pub(super) fn post(
    wallet: &Wallet,
    polling: &Polling,
    body: &str,
    cx: &mut Context<'_>,
) -> Option<ExchangeId> {
    let target = polling.pending_url().clone();
    let request = Request::new(Method::Post, target).with_body("application/json", body.to_owned());
    send(wallet, request, cx)
}

/// The person token of a `200`.
pub(super) fn person_token_of(response: &Response) -> Option<String> {
    let body = (response.status.0 == 200).then_some(response.body.bytes())?;
    Some(PersonTokenResponse::parse(body).ok()?.person_token)
}

/// The resource token of a `200`.
pub(super) fn resource_token_of(response: &Response) -> Option<String> {
    let body = (response.status.0 == 200).then_some(response.body.bytes())?;
    Some(AuthorizationResponse::parse(body).ok()?.resource_token)
}

/// The auth token of a `200`.
pub(super) fn auth_token_of(response: &Response) -> Option<String> {
    let body = (response.status.0 == 200).then_some(response.body.bytes())?;
    Some(AuthTokenResponse::parse(body).ok()?.auth_token)
}

/// Sends a request to the person server. Everything there is signed with the agent token, the body
/// included.
pub(super) fn send(wallet: &Wallet, request: Request, cx: &mut Context<'_>) -> Option<ExchangeId> {
    let token = wallet.agent_token();
    let signed = wallet.sign(request, &token, &Coverage::with_body(), cx.now())?;
    Some(cx.request(ExchangeKind::Protocol, signed))
}
