//! What holds on every path, whatever anybody decides.

use crate::aauth::{PendingPost, Scope};
use crate::http::digest::ContentDigest;
use crate::http::{Method, Request, Response, fields};
use crate::httpsig::{LABEL, SignatureFields};
use crate::jose::decode_unverified;
use crate::json::{self, Object};
use crate::stage::{
    Ending, Event, EventKind, ExchangeId, ExchangeKind, Holding, Message, PartyId, Payload, Prompt,
};

use super::broken::Broken;
use super::last_answer::LastAnswer;

/// Somebody who sees every event of a path.
pub trait Witness: Clone + Default {
    /// Takes the next event.
    ///
    /// # Errors
    ///
    /// What is broken by it.
    fn see(&mut self, event: &Event) -> Result<(), Broken>;

    /// Writes down what they remember that decides what they say of later events.
    fn situation(&self, out: &mut String);
}

/// Nobody looks.
impl Witness for () {
    fn see(&mut self, _: &Event) -> Result<(), Broken> {
        Ok(())
    }

    fn situation(&self, _: &mut String) {}
}

/// The witness of the protocol: it holds what the parties say against what they do.
#[derive(Clone, Debug, Default)]
pub struct Protocol {
    /// The exchanges that wait for their response.
    open: Vec<Open>,
    /// What the agent read last.
    last: LastAnswer,
    /// The scope of the first request.
    asked_first: Option<String>,
    /// The scope of the request as the person server took it last.
    asked: Option<String>,
    /// The scope of the auth token that was issued.
    granted: Option<String>,
    /// The scope that the person approved.
    approved: Option<String>,
    /// How many answers and updates were taken.
    replies: u32,
    /// How many there are at most.
    rounds_max: Option<u32>,
    /// Whether the pending URL gave its final answer.
    is_final: bool,
    /// The exchange that brought the agent a token, or word of its request, that it has not verified.
    unread: Option<ExchangeId>,
    /// Whether a bad action was refused, and the agent has not been asked again.
    owes_chat: bool,
}

/// An exchange that waits for its response.
#[derive(Clone, Debug)]
struct Open {
    exchange: ExchangeId,
    kind: ExchangeKind,
    callee: PartyId,
    /// Whether the callee said what it verified.
    is_reported: bool,
    call: Call,
    /// The scope it asks for.
    scope: Option<String>,
}

/// What a request is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    /// A poll, or a withdrawal.
    Pending,
    /// An answer or an update.
    Reply,
    /// A POST to a pending URL that is neither.
    BadAction,
    /// Anything else.
    Other,
}

impl Witness for Protocol {
    fn see(&mut self, event: &Event) -> Result<(), Broken> {
        match &event.kind {
            EventKind::Sent(message) => match &message.payload {
                Payload::Request(request) => self.asked(message, request),
                Payload::Response(response) => self.answered(message, response),
            },
            EventKind::Reported { exchange, .. } => {
                self.reported(event.by, *exchange);
                Ok(())
            }
            EventKind::Holds { holding } => self.holds(holding),
            EventKind::TokenIssued { jwt } if event.by == PartyId::PersonServer => self.issued(jwt),
            EventKind::Moved { .. } if event.by == PartyId::PersonServer => self.moved(),
            EventKind::Offered(point) => {
                self.owes_chat &= point.prompt != Prompt::Asked;
                Ok(())
            }
            EventKind::Ended(ending) => self.ended(*ending),
            EventKind::TokenIssued { .. }
            | EventKind::Moved { .. }
            | EventKind::Delivered(_)
            | EventKind::Lost(_)
            | EventKind::Told { .. }
            | EventKind::Heard { .. }
            | EventKind::KeyMade { .. }
            | EventKind::Armed(_)
            | EventKind::Woke(_)
            | EventKind::Chose(_) => Ok(()),
        }
    }

    fn situation(&self, out: &mut String) {
        for scope in [&self.asked, &self.approved, &self.granted] {
            out.push('\n');
            out.push_str(scope.as_deref().unwrap_or_default());
        }
        out.push_str(&format!(" {}", self.replies));
        self.last.situation(out);
        for (name, holds) in [
            (" final", self.is_final),
            (" unread", self.unread.is_some()),
            (" owes", self.owes_chat),
        ] {
            out.push_str(if holds { name } else { "" });
        }
    }
}

impl Protocol {
    fn asked(&mut self, message: &Message, request: &Request) -> Result<(), Broken> {
        let is_protocol = message.kind == ExchangeKind::Protocol;
        let to_person_server = is_protocol && message.to == PartyId::PersonServer;
        if is_protocol && message.from == PartyId::Agent {
            self.agent_has_read()?;
        }
        if to_person_server && !request.body.bytes().is_empty() && !covers_body(request) {
            let exchange = message.exchange.0;
            return Err(Broken::Uncovered { exchange });
        }
        let body = members(request.body.bytes());
        let resource_token = body.as_ref().and_then(|body| body.get("resource_token"));
        let scope = resource_token
            .and_then(json::Value::as_str)
            .map(|jwt| claim(jwt, "scope"));
        let call = if to_person_server && request.target.path.starts_with("/pending/") {
            match (request.method, PendingPost::parse(request.body.bytes())) {
                (Method::Get | Method::Delete, _) => Call::Pending,
                (Method::Post, Ok(_)) => Call::Reply,
                (Method::Post, Err(_)) => Call::BadAction,
            }
        } else {
            Call::Other
        };
        if to_person_server && self.asked_first.is_none() {
            self.asked_first.clone_from(&scope);
            self.asked.clone_from(&scope);
        }
        self.open.push(Open {
            exchange: message.exchange,
            kind: message.kind,
            callee: message.to,
            is_reported: false,
            call,
            scope,
        });
        Ok(())
    }

    fn answered(&mut self, message: &Message, response: &Response) -> Result<(), Broken> {
        let at = self
            .open
            .iter()
            .position(|open| open.exchange == message.exchange);
        let Some(at) = at else {
            return Ok(());
        };
        let open = self.open.swap_remove(at);
        if open.kind == ExchangeKind::Protocol && !open.is_reported {
            return Err(Broken::Unverified {
                recipient: open.callee,
                exchange: message.exchange.0,
            });
        }
        let is_deferred = open.callee == PartyId::PersonServer && says_how_it_stands(response);
        if message.to == PartyId::Agent && (brings_token(response) || is_deferred) {
            self.unread = Some(message.exchange);
        }
        if message.to == PartyId::Agent && open.callee == PartyId::PersonServer {
            self.last.hear(response);
        }
        let status = response.status.0;
        match open.call {
            Call::Other => return Ok(()),
            Call::BadAction if status == 410 => {}
            Call::BadAction if status != 400 => return Err(Broken::BadActionTaken { status }),
            Call::BadAction => self.owes_chat = true,
            Call::Reply if (200..300).contains(&status) => {
                if let Some(scope) = open.scope {
                    self.asked = Some(scope);
                }
                self.replies += 1;
                within_rounds(self.replies, self.rounds_max)?;
            }
            Call::Reply | Call::Pending => {}
        }
        self.pending_answered(status, response.body.bytes().is_empty())
    }

    /// One final answer, then `410` and nothing else.
    fn pending_answered(&mut self, status: u16, is_bare: bool) -> Result<(), Broken> {
        match (status, self.is_final) {
            (410, true) if is_bare => Ok(()),
            (410, false) if is_bare => Err(Broken::GoneTooSoon),
            (status, true) => Err(Broken::AnsweredTwice { status }),
            (202 | 400 | 404 | 429 | 503, false) => Ok(()),
            // A deadline that passes meanwhile is nobody's fault.
            (status, false) if self.owes_chat && status != 408 => Err(Broken::ChatStopped),
            (_, false) => {
                (self.is_final, self.owes_chat) = (true, false);
                Ok(())
            }
        }
    }

    fn reported(&mut self, by: PartyId, exchange: ExchangeId) {
        for open in &mut self.open {
            open.is_reported |= open.exchange == exchange && open.callee == by;
        }
        if by == PartyId::Agent && self.unread == Some(exchange) {
            self.unread = None;
        }
    }

    fn holds(&mut self, holding: &Holding) -> Result<(), Broken> {
        match holding {
            Holding::Pending {
                rounds_used,
                rounds_max,
                ..
            } => {
                self.rounds_max = Some(*rounds_max);
                within_rounds(*rounds_used, self.rounds_max)
            }
            Holding::Decision { approved, scope } => {
                self.approved = approved.then(|| scope.clone());
                Ok(())
            }
            Holding::Token { .. } | Holding::KeySet { .. } | Holding::Session { .. } => Ok(()),
        }
    }

    fn issued(&mut self, jwt: &str) -> Result<(), Broken> {
        if header(jwt, "typ") != "aa-auth+jwt" {
            return Ok(());
        }
        let approved = self.approved.as_deref().ok_or(Broken::Unapproved)?;
        let granted = claim(jwt, "scope");
        for allowed in [approved, self.asked.as_deref().unwrap_or_default()] {
            if !is_within(&granted, allowed) {
                return Err(Broken::Broader {
                    granted,
                    asked: allowed.to_owned(),
                });
            }
        }
        self.granted = Some(granted);
        Ok(())
    }

    fn moved(&self) -> Result<(), Broken> {
        let mut open = self.open.iter();
        match open.any(|open| open.call == Call::BadAction && open.is_reported) {
            true => Err(Broken::BadActionCounted),
            false => Ok(()),
        }
    }

    fn ended(&self, ending: Ending) -> Result<(), Broken> {
        self.agent_has_read()?;
        if ending == Ending::Failed {
            return Err(Broken::Failed);
        }
        if self.owes_chat {
            return Err(Broken::ChatStopped);
        }
        let (asked, granted) = (&self.asked_first, &self.granted);
        let is_told = match ending {
            Ending::Granted => granted.is_some() && granted == asked,
            Ending::GrantedNarrower => granted.is_some() && granted != asked,
            Ending::RoundsUsed | Ending::NoCapability => granted.is_some(),
            // A decision that nobody reads.
            Ending::GaveUp | Ending::NoHandler | Ending::AgentLimit | Ending::Withdrawn => true,
            Ending::Denied
            | Ending::Abandoned
            | Ending::ExpiredUnanswered
            | Ending::ExpiredNoVisit
            | Ending::CodeLocked
            | Ending::Failed => granted.is_none(),
        };
        if is_told && !self.last.is_told_as(ending) {
            let answer = self.last.to_string();
            return Err(Broken::Untold { ending, answer });
        }
        if is_told {
            return Ok(());
        }
        Err(Broken::Misnamed {
            ending,
            granted: granted.clone().unwrap_or_default(),
            asked: asked.clone().unwrap_or_default(),
        })
    }

    fn agent_has_read(&self) -> Result<(), Broken> {
        match self.unread {
            Some(exchange) => Err(Broken::Unverified {
                recipient: PartyId::Agent,
                exchange: exchange.0,
            }),
            None => Ok(()),
        }
    }
}

const fn within_rounds(used: u32, max: Option<u32>) -> Result<(), Broken> {
    match max {
        Some(max) if used > max => Err(Broken::TooManyRounds { used, max }),
        Some(_) | None => Ok(()),
    }
}

/// Whether the digest is the body's, and the signature covers the digest.
fn covers_body(request: &Request) -> bool {
    let digest = request.headers.first(fields::CONTENT_DIGEST);
    let is_its_own = digest
        .and_then(|digest| ContentDigest::parse(digest).ok())
        .is_some_and(|digest| digest.compare(request.body.bytes()).is_ok());
    let covers = SignatureFields::parse(&request.headers)
        .ok()
        .and_then(|fields| fields.input(LABEL).ok())
        .is_some_and(|input| {
            let mut covered = input.components().iter();
            covered.any(|component| component.name() == "content-digest")
        });
    is_its_own && covers
}

/// Whether a response brings a token that its recipient has to verify.
fn brings_token(response: &Response) -> bool {
    let requirement = response.headers.first(fields::AAUTH_REQUIREMENT);
    let in_requirement = requirement.is_some_and(|text| text.contains("resource-token="));
    let body = members(response.body.bytes());
    in_requirement
        || body.is_some_and(|body| {
            ["auth_token", "person_token", "resource_token"]
                .iter()
                .any(|name| body.has(name))
        })
}

/// Whether a response says how a request stands: that it waits, was withdrawn, or is refused. That the
/// pending URL is gone is only looked at.
fn says_how_it_stands(response: &Response) -> bool {
    match response.status.0 {
        202 | 204 => true,
        status => status >= 400 && !response.body.is_empty(),
    }
}

fn members(body: &[u8]) -> Option<Object> {
    json::parse_object(core::str::from_utf8(body).ok()?).ok()
}

fn claim(jwt: &str, name: &str) -> String {
    let payload = decode_unverified(jwt).payload.json.ok();
    text_of(payload.as_ref(), name)
}

fn header(jwt: &str, name: &str) -> String {
    let header = decode_unverified(jwt).header.json.ok();
    text_of(header.as_ref(), name)
}

fn text_of(object: Option<&json::Value>, name: &str) -> String {
    let value = object.and_then(|object| object.get(name)?.as_str());
    value.unwrap_or_default().to_owned()
}

/// Whether every value of the one scope is in the other.
fn is_within(granted: &str, allowed: &str) -> bool {
    match (Scope::parse(granted), Scope::parse(allowed)) {
        (Ok(granted), Ok(allowed)) => granted.values().all(|value| allowed.contains(value)),
        (granted, _) => granted.is_err() && granted.is_err() == Scope::parse(allowed).is_err(),
    }
}
