//! The conversation of a run: why, what was asked, what was answered, what was decided.

use crate::http::{Method, Request};
use crate::json::Value;
use crate::sim::{Exchange, Trace};
use crate::stage::{EventId, EventKind, ExchangeKind, Notice, PartyId};
use crate::time::Timestamp;

use super::moments::is_unasked;
use super::shape;
use super::steps::Steps;

/// Something that was said in the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatMessage {
    /// Who said it.
    pub from: PartyId,
    /// What it is.
    pub kind: ChatKind,
    /// The text, Markdown that nobody must trust; empty when the kind says it all.
    pub text: String,
    /// When.
    pub at: Timestamp,
    /// The step in which it was said; 0 before the first.
    pub step: u32,
}

/// What something said is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChatKind {
    /// The agent says why it wants access.
    Justification,
    /// A question to the agent.
    Question,
    /// A question that is not put to the agent.
    Unasked,
    /// The agent's answer.
    Answer,
    /// The agent asks for less instead, and may say why.
    Update,
    /// The same, and it is refused.
    RefusedUpdate,
    /// The agent takes its request back.
    Withdrawal,
    /// The person approves.
    Approval,
    /// The person denies.
    Denial,
}

/// The whole conversation, in order. What was said up to a step is what has no later `step`.
#[must_use]
pub fn chat(trace: &Trace, steps: &Steps) -> Vec<ChatMessage> {
    let mut said: Vec<(EventId, ChatMessage)> = Vec::new();
    for exchange in trace.exchanges() {
        said.extend(in_request(&exchange).map(|(kind, text)| {
            let message = ChatMessage {
                from: exchange.caller,
                kind,
                text,
                at: exchange.request.sent_at,
                step: steps.step_at(exchange.asked),
            };
            (exchange.asked, message)
        }));
    }
    for event in trace.events() {
        let EventKind::Told { notice, .. } = &event.kind else {
            continue;
        };
        if let Some((kind, text)) = in_notice(notice) {
            let kind = match kind {
                ChatKind::Question if is_unasked(trace, event.id) => ChatKind::Unasked,
                other => other,
            };
            let message = ChatMessage {
                from: event.by,
                kind,
                text,
                at: event.at,
                step: steps.step_at(event.id),
            };
            said.push((event.id, message));
        }
    }
    said.sort_by_key(|(event, _)| *event);
    said.into_iter().map(|(_, message)| message).collect()
}

/// What the person says over their server's own channel.
fn in_notice(notice: &Notice) -> Option<(ChatKind, String)> {
    match notice {
        Notice::Question {
            clarification,
            options,
            ..
        } => {
            let mut text = clarification.clone();
            for option in options {
                text.push_str(if text == *clarification {
                    "\n\n- "
                } else {
                    "\n- "
                });
                text.push_str(option);
            }
            Some((ChatKind::Question, text))
        }
        Notice::Decision { approve: true, .. } => Some((ChatKind::Approval, String::new())),
        Notice::Decision { approve: false, .. } => Some((ChatKind::Denial, String::new())),
        Notice::Enroll { .. }
        | Notice::Enrolled { .. }
        | Notice::SignedIn { .. }
        | Notice::Review(_)
        | Notice::NoQuestion { .. }
        | Notice::InApp { .. }
        | Notice::Unasked { .. }
        | Notice::Answer { .. }
        | Notice::Updated(_)
        | Notice::Closed { .. }
        | Notice::Visit { .. } => None,
    }
}

impl ChatKind {
    /// What the speaker does: `wants access`, `asks`, `answers`.
    #[must_use]
    pub const fn verb(self) -> &'static str {
        match self {
            Self::Justification => "wants access",
            Self::Question => "asks",
            Self::Unasked => "would ask, and may not",
            Self::Answer => "answers",
            Self::Update => "asks for less instead",
            Self::RefusedUpdate => "asks for less instead, and is refused",
            Self::Withdrawal => "takes the request back",
            Self::Approval => "approves",
            Self::Denial => "denies",
        }
    }

    /// The name used in the page's attributes.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Justification => "justification",
            Self::Question => "question",
            Self::Unasked => "unasked",
            Self::Answer => "answer",
            Self::Update => "update",
            Self::RefusedUpdate => "refused-update",
            Self::Withdrawal => "withdrawal",
            Self::Approval => "approval",
            Self::Denial => "denial",
        }
    }
}

/// What a request says in the conversation, if anything.
fn in_request(exchange: &Exchange) -> Option<(ChatKind, String)> {
    let request = shape::request(exchange)?;
    let is_refused = shape::response(exchange).is_some_and(|response| response.status.0 == 400);
    match (exchange.kind, request.method) {
        (ExchangeKind::Browser, Method::Post) => decision(request),
        (ExchangeKind::Protocol, Method::Post) => match words(request)? {
            (ChatKind::Update, text) if is_refused => Some((ChatKind::RefusedUpdate, text)),
            // An answer that is not taken reaches nobody.
            (ChatKind::Answer, _) if is_refused => None,
            said => Some(said),
        },
        (ExchangeKind::Protocol, Method::Delete) => Some((ChatKind::Withdrawal, String::new())),
        (ExchangeKind::Browser | ExchangeKind::Discovery, _)
        | (ExchangeKind::Protocol, Method::Get) => None,
    }
}

/// The person's decision.
fn decision(request: &Request) -> Option<(ChatKind, String)> {
    let kind = match shape::decision(request)? {
        "approve" => ChatKind::Approval,
        "deny" => ChatKind::Denial,
        _ => return None,
    };
    Some((kind, String::new()))
}

/// The agent's words: its justification, or its answer.
fn words(request: &Request) -> Option<(ChatKind, String)> {
    let body = request.body.json()?;
    let text = |name: &str| body.get(name)?.as_str().map(str::to_owned);
    match body.get("action").and_then(Value::as_str) {
        Some("clarification_response") => Some((ChatKind::Answer, text("clarification_response")?)),
        Some("updated_request") => {
            Some((ChatKind::Update, text("justification").unwrap_or_default()))
        }
        Some(_) | None => Some((ChatKind::Justification, text("justification")?)),
    }
}
