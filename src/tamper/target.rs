//! The messages of an honest run in which something can be tampered with.

use std::sync::Arc;

use crate::aauth::Requirement;
use crate::aauth::metadata::JWKS_PATH;
use crate::http::{Body, Method, Request, Response};
use crate::json::Value;
use crate::lesson::Run;
use crate::sim::Exchange;
use crate::stage::{ExchangeKind, Message, PartyId, Payload};

use super::token::is_of_type;

/// Where pending URLs begin.
const PENDING_PATH: &str = "/pending/";

/// A kind of message in which something can be tampered with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A signed request.
    Signed,
    /// A signed request with a body.
    SignedPost,
    /// A signed request with a body to the person server, which wants the body covered.
    PersonServerPost,
    /// A signed request that shows the agent token.
    AgentCall,
    /// A call of the pending URL: a poll, an answer, an update, a withdrawal.
    PendingCall,
    /// A call of the resource that shows a person token or an auth token.
    ResourceCall,
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
    /// The request that replaces it, when the agent asks for something else and may.
    Update,
    /// The response that brings a resource token for less.
    ResourceTokenResponse,
    /// A `202`: the request waits.
    Deferred,
    /// A `202` that sends the person to a page.
    Prompt,
    /// A `202` that asks the agent a question.
    Question,
    /// An error response to a call of the pending URL.
    Refusal,
    /// The response to a withdrawal.
    Withdrawal,
    /// The last request to the pending URL.
    LastPoll,
    /// The response that brings the auth token.
    AuthTokenResponse,
    /// The call of the resource that shows the auth token.
    AuthorizedCall,
    /// The person's browser opens the page, and gets it.
    PageVisit,
    /// The person's browser sends the decision.
    Decision,
    /// A server's metadata document, on its way to whoever fetched it.
    Metadata,
    /// The resource's metadata document, likewise.
    ResourceMetadata,
    /// A server's key set, likewise.
    KeySet,
}

impl Target {
    /// Every kind.
    const ALL: [Self; 26] = [
        Self::Signed,
        Self::SignedPost,
        Self::PersonServerPost,
        Self::AgentCall,
        Self::PendingCall,
        Self::ResourceCall,
        Self::PersonTokenRequest,
        Self::PersonTokenResponse,
        Self::Call,
        Self::Challenge,
        Self::AuthTokenRequest,
        Self::Update,
        Self::ResourceTokenResponse,
        Self::Deferred,
        Self::Prompt,
        Self::Question,
        Self::Refusal,
        Self::Withdrawal,
        Self::LastPoll,
        Self::AuthTokenResponse,
        Self::AuthorizedCall,
        Self::PageVisit,
        Self::Decision,
        Self::Metadata,
        Self::ResourceMetadata,
        Self::KeySet,
    ];

    /// The kinds that a message of a run is of.
    #[must_use]
    pub fn of(message: &Message, run: &Run) -> Vec<Self> {
        let exchanges = run.trace.exchanges();
        let mut exchanges = exchanges.iter();
        let Some(exchange) = exchanges.find(|exchange| exchange.id == message.exchange) else {
            return Vec::new();
        };
        let is_response = matches!(message.payload, Payload::Response(_));
        let is_last = || {
            let last = Self::LastPoll.find(run);
            last.is_some_and(|last| last.id == message.id)
        };
        let kinds = Self::ALL.into_iter().filter(|kind| {
            kind.is_response() == is_response
                && kind.fits(exchange)
                && (*kind != Self::LastPoll || is_last())
        });
        kinds.collect()
    }

    /// The message in a run: the first of its kind.
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
                | Self::ResourceTokenResponse
                | Self::Deferred
                | Self::Prompt
                | Self::Question
                | Self::Refusal
                | Self::Withdrawal
                | Self::AuthTokenResponse
                | Self::Metadata
                | Self::ResourceMetadata
                | Self::KeySet
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
        let discovery = exchange.kind == ExchangeKind::Discovery;
        let signed = protocol && request.headers.first("Signature").is_some();
        let at_person_server = exchange.callee == PartyId::PersonServer;
        match self {
            Self::Signed => signed,
            Self::SignedPost => signed && !request.body.is_empty(),
            Self::PersonServerPost => signed && at_person_server && !request.body.is_empty(),
            Self::AgentCall => protocol && shows(request, "aa-agent+jwt"),
            Self::PendingCall => {
                signed && at_person_server && request.target.path.starts_with(PENDING_PATH)
            }
            Self::ResourceCall => Self::Call.fits(exchange) || Self::AuthorizedCall.fits(exchange),
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
                    && response.is_some_and(|response| response.status.0 < 400)
            }
            Self::ResourceTokenResponse => protocol && has_member(response, "resource_token"),
            Self::Deferred => protocol && at_person_server && has_status(response, 202),
            Self::Prompt => Self::Deferred.fits(exchange) && requires(response, "interaction"),
            Self::Question => Self::Deferred.fits(exchange) && requires(response, "clarification"),
            Self::Refusal => Self::PendingCall.fits(exchange) && has_member(response, "error"),
            Self::Withdrawal => {
                Self::PendingCall.fits(exchange)
                    && request.method == Method::Delete
                    && has_status(response, 204)
            }
            Self::LastPoll => {
                protocol
                    && at_person_server
                    && request.method == Method::Get
                    && response.is_some_and(|response| {
                        response.status.0 == 410 && response.body.is_empty()
                    })
            }
            Self::AuthTokenResponse => protocol && has_member(response, "auth_token"),
            Self::AuthorizedCall => protocol && shows(request, "aa-auth+jwt"),
            Self::PageVisit => {
                browser
                    && request.method == Method::Get
                    && response.is_some_and(|response| response.status.0 == 200)
            }
            Self::Decision => browser && request.method == Method::Post,
            Self::Metadata => discovery && request.target.path.contains("/aauth-"),
            Self::ResourceMetadata => {
                discovery && request.target.path.ends_with("/aauth-resource.json")
            }
            Self::KeySet => discovery && request.target.path == JWKS_PATH,
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

fn has_status(response: Option<&Response>, status: u16) -> bool {
    response.is_some_and(|response| response.status.0 == status)
}

fn requires(response: Option<&Response>, requirement: &str) -> bool {
    let read = response.and_then(|response| Requirement::of(response).ok().flatten());
    read.is_some_and(|read| read.name() == requirement)
}

fn member_names(body: &Body) -> Vec<String> {
    let Some(Value::Object(members)) = body.json() else {
        return Vec::new();
    };
    members.names().map(str::to_owned).collect()
}
