//! The messages of an honest run in which something can be tampered with.

use std::sync::Arc;

use crate::http::{Body, Method, Request, Response};
use crate::json::Value;
use crate::lesson::Run;
use crate::sim::Exchange;
use crate::stage::{ExchangeKind, Message, PartyId, Payload};

use super::token::is_of_type;

/// Which message of a run is meant. Each is the first of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// The request for a person token.
    PersonTokenRequest,
    /// The response that brings it.
    PersonTokenResponse,
    /// The call of the resource that shows the person token.
    Call,
    /// The resource's challenge.
    Challenge,
    /// The request for an auth token.
    AuthTokenRequest,
    /// The request that replaces it, when the agent asks for something else.
    Update,
    /// A poll of the pending URL.
    Poll,
    /// The last request to the pending URL.
    LastPoll,
    /// The response that brings the auth token.
    AuthTokenResponse,
    /// The call of the resource that shows the auth token.
    AuthorizedCall,
    /// The person's browser opens the page.
    PageVisit,
    /// The person's browser sends the decision.
    Decision,
    /// The resource's metadata document, on its way to the agent.
    ResourceMetadata,
}

impl Target {
    /// The message in a run.
    #[must_use]
    pub fn find(self, run: &Run) -> Option<Arc<Message>> {
        let exchanges = run.trace.exchanges();
        let mut fitting = exchanges.into_iter().filter(|exchange| self.fits(exchange));
        let exchange = match self {
            Self::LastPoll => fitting.next_back()?,
            _ => fitting.next()?,
        };
        if self.is_response() {
            exchange.response
        } else {
            Some(exchange.request)
        }
    }

    const fn is_response(self) -> bool {
        matches!(
            self,
            Self::PersonTokenResponse
                | Self::Challenge
                | Self::AuthTokenResponse
                | Self::ResourceMetadata
        )
    }

    fn fits(self, exchange: &Exchange) -> bool {
        let Payload::Request(request) = &exchange.request.payload else {
            return false;
        };
        let response = match exchange.response.as_ref().map(|message| &message.payload) {
            Some(Payload::Response(response)) => Some(response),
            Some(Payload::Request(_)) | None => None,
        };
        let protocol = exchange.kind == ExchangeKind::Protocol;
        let browser = exchange.kind == ExchangeKind::Browser;
        match self {
            Self::PersonTokenRequest | Self::PersonTokenResponse => {
                protocol && has_member(response, "person_token")
            }
            Self::Call => protocol && shows(request, "aa-person+jwt"),
            Self::Challenge => {
                protocol
                    && response.is_some_and(|response| {
                        response.status.0 == 401
                            && response.headers.first("AAuth-Requirement").is_some()
                    })
            }
            Self::AuthTokenRequest => protocol && sends_member(request, "resource_token"),
            Self::Update => {
                protocol
                    && sends_member(request, "resource_token")
                    && sends_member(request, "action")
            }
            Self::Poll | Self::LastPoll => {
                protocol
                    && exchange.callee == PartyId::PersonServer
                    && request.method == Method::Get
            }
            Self::AuthTokenResponse => protocol && has_member(response, "auth_token"),
            Self::AuthorizedCall => protocol && shows(request, "aa-auth+jwt"),
            Self::PageVisit => browser && request.method == Method::Get,
            Self::Decision => browser && request.method == Method::Post,
            Self::ResourceMetadata => {
                exchange.kind == ExchangeKind::Discovery
                    && exchange.caller == PartyId::Agent
                    && request.target.path.ends_with("/aauth-resource.json")
            }
        }
    }
}

fn shows(request: &Request, typ: &str) -> bool {
    let field = request.headers.first("Signature-Key").unwrap_or_default();
    let mut quoted = field.split('"');
    quoted.nth(1).is_some_and(|jwt| is_of_type(jwt, typ))
}

fn sends_member(request: &Request, name: &str) -> bool {
    member_names(&request.body)
        .iter()
        .any(|member| member == name)
}

fn has_member(response: Option<&Response>, name: &str) -> bool {
    response.is_some_and(|response| {
        member_names(&response.body)
            .iter()
            .any(|member| member == name)
    })
}

fn member_names(body: &Body) -> Vec<String> {
    let Some(Value::Object(members)) = body.json() else {
        return Vec::new();
    };
    members.names().map(str::to_owned).collect()
}
