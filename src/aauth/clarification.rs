//! The clarification chat: a question on the way to a decision, and the three ways to answer it.

use thiserror::Error;

use super::members::{MemberError, Members, Reading};
use crate::json::Object;

/// The rounds of a chat after which a server asks no more, unless it is told otherwise.
pub const DEFAULT_ROUNDS_MAX: u32 = 5;

/// A question that must be answered before the request is decided.
///
/// Direction: PS → agent, or AS → PS, in the body of a `202`.
/// Spec: #requirement-clarification
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClarificationRequirement {
    /// The question, untrusted Markdown.
    pub clarification: String,
    /// The seconds until the server times the request out.
    pub timeout_s: Option<u64>,
    /// The answers to choose from; empty when the question is open.
    pub options: Vec<String>,
}

/// How a question is answered.
///
/// Direction: agent → PS, or PS → AS, on the pending URL.
/// Spec: #agent-response-to-clarification
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClarificationResponse {
    /// An explanation: `POST` with the action `clarification_response`.
    Respond {
        /// The answer, Markdown that the other side must not trust.
        clarification_response: String,
    },
    /// Another request in place of the first: `POST` with the action `updated_request`.
    Update {
        /// The new resource token.
        resource_token: String,
        /// The token that was presented to the resource to obtain it.
        presented_token: String,
        /// Why, in Markdown that the other side must not trust.
        justification: Option<String>,
    },
    /// The request is withdrawn: `DELETE`.
    Cancel,
}

/// What a `POST` to a pending URL asks for.
///
/// Direction: agent → PS, or PS → AS.
/// Spec: #agent-response-to-clarification
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingPost {
    /// An answer to the open question.
    ClarificationResponse {
        /// The answer, untrusted Markdown.
        clarification_response: String,
    },
    /// Another request in place of the first.
    UpdatedRequest {
        /// The new resource token.
        resource_token: String,
        /// The token that was presented to the resource to obtain it.
        presented_token: String,
        /// Why, untrusted Markdown.
        justification: Option<String>,
    },
}

/// A `POST` to a pending URL that is answered with `400 invalid_request` and changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PendingPostError {
    /// The action is none that this server knows.
    #[error("the action '{0}' is not known")]
    ActionUnknown(String),
    /// The body is no object, or a member is missing or of the wrong type; `action` included.
    #[error(transparent)]
    Member(#[from] MemberError),
}

impl ClarificationRequirement {
    /// Reads the question out of the members of a `202` body.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when the question is missing, or a member has the wrong type.
    pub fn of(members: &Members) -> Result<Self, MemberError> {
        let mut read = Reading::of(members);
        let clarification = read.required("clarification");
        let timeout_s = read.take(members.number("timeout")).flatten();
        let options = read.take(members.texts("options")).flatten();
        read.finish(Some(Self {
            clarification,
            timeout_s,
            options: options.unwrap_or_default(),
        }))
    }
}

impl ClarificationResponse {
    /// The body of the `POST`. `None` for a withdrawal, which is a `DELETE` without a body.
    #[must_use]
    pub fn to_body(&self) -> Option<String> {
        let body = match self {
            Self::Respond {
                clarification_response,
            } => Object::new()
                .with("action", RESPONSE)
                .with(RESPONSE, clarification_response.as_str()),
            Self::Update {
                resource_token,
                presented_token,
                justification,
            } => Object::new()
                .with("action", UPDATE)
                .with("resource_token", resource_token.as_str())
                .with("presented_token", presented_token.as_str())
                .with_optional("justification", justification.as_deref()),
            Self::Cancel => return None,
        };
        Some(body.to_string())
    }
}

impl PendingPost {
    /// Reads the body of a `POST` to a pending URL. Unknown members are ignored.
    ///
    /// # Errors
    ///
    /// [`PendingPostError`] when `action` is missing or unknown, or a member of that action is
    /// missing or of the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, PendingPostError> {
        let members = Members::parse(body)?;
        let mut read = Reading::of(&members);
        let post = match members.require_text("action")? {
            RESPONSE => Self::ClarificationResponse {
                clarification_response: read.required(RESPONSE),
            },
            UPDATE => Self::UpdatedRequest {
                resource_token: read.required("resource_token"),
                presented_token: read.required("presented_token"),
                justification: read.optional("justification"),
            },
            other => return Err(PendingPostError::ActionUnknown(other.to_owned())),
        };
        Ok(read.finish(Some(post))?)
    }
}

/// The action of an answer, and the member that holds it.
const RESPONSE: &str = "clarification_response";

/// The action of an updated request.
const UPDATE: &str = "updated_request";
