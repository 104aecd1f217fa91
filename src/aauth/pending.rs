//! Deferred responses: the `202` that says where to ask again.

use thiserror::Error;

use super::clarification::ClarificationRequirement;
use super::identifiers::ServerId;
use super::members::{MemberError, Members};
use super::requirement::{Requirement, RequirementError};
use crate::http::fields::{
    AAUTH_REQUIREMENT, APPLICATION_JSON, CACHE_CONTROL, LOCATION, NO_STORE, RETRY_AFTER,
    retry_after_s,
};
use crate::http::{Response, Status, Target};
use crate::json::{Object, Value};

/// The seconds between two polls when the server names none.
pub const DEFAULT_POLL_INTERVAL_S: u64 = 5;

/// The seconds that a `429` adds to the interval.
pub const SLOW_DOWN_S: u64 = 5;

/// Whether the person has arrived at the page.
///
/// Direction: resource, PS or AS → the caller, in the body of a `202`.
/// Spec: #pending-response
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PendingStatus {
    /// The request waits. An unknown status counts as this one.
    Pending,
    /// The person has arrived: the agent stops prompting.
    Interacting,
}

/// The body of a `202`.
///
/// Direction: resource, PS or AS → the caller.
/// Spec: #pending-response
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingBody {
    /// Whether the person has arrived.
    pub status: PendingStatus,
    /// The question, with `requirement=clarification`.
    pub clarification: Option<ClarificationRequirement>,
    /// The names of the claims, with `requirement=claims`; empty otherwise.
    pub required_claims: Vec<String>,
}

/// A `202`: the request is not decided, ask again at the pending URL.
///
/// Direction: resource, PS or AS → the caller.
/// Spec: #pending-response
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PendingResponse {
    /// Where to ask again, at the server that answers.
    pub pending_url: Target,
    /// The seconds to wait first; 0 means at once.
    pub retry_after_s: u64,
    /// What is needed in the meantime.
    pub requirement: Option<Requirement>,
    /// The body.
    pub body: PendingBody,
}

/// A `202` that cannot be followed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PendingResponseError {
    /// There is no `Location`, or it is no URL.
    #[error("the pending URL is missing or unreadable: '{}'", .0.as_deref().unwrap_or_default())]
    Location(Option<String>),
    /// `Location` leads to another origin than the server that answered.
    #[error("the pending URL {0} is at another origin")]
    OtherOrigin(Target),
    /// The requirement cannot be read.
    #[error(transparent)]
    Requirement(#[from] RequirementError),
    /// The body cannot be read.
    #[error(transparent)]
    Body(#[from] MemberError),
}

impl PendingStatus {
    /// The value as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Interacting => "interacting",
        }
    }

    /// The status of that name; an unknown one counts as pending.
    #[must_use]
    pub fn parse(status: &str) -> Self {
        if status == Self::Interacting.as_str() {
            Self::Interacting
        } else {
            Self::Pending
        }
    }
}

impl PendingBody {
    /// A body that says nothing but the status.
    #[must_use]
    pub const fn of_status(status: PendingStatus) -> Self {
        Self {
            status,
            clarification: None,
            required_claims: Vec::new(),
        }
    }

    /// Reads the body of a `202` that came with `requirement`. Members that belong to another
    /// requirement are ignored.
    ///
    /// Our choice: no body at all says pending, for the draft's own examples of an interaction and
    /// an approval have none. A body without `status` is an error.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when it is no object, or a member that the requirement needs is missing or
    /// of the wrong type.
    pub fn parse(body: &[u8], requirement: Option<&Requirement>) -> Result<Self, MemberError> {
        let members = if body.is_empty() {
            Members::default()
        } else {
            Members::parse(body)?
        };
        let status = if body.is_empty() {
            PendingStatus::Pending
        } else {
            PendingStatus::parse(members.require_text("status")?)
        };
        let mut parsed = Self::of_status(status);
        match requirement {
            Some(Requirement::Clarification) => {
                parsed.clarification = Some(ClarificationRequirement::of(&members)?);
            }
            Some(Requirement::Claims) => {
                parsed.required_claims = members
                    .texts("required_claims")?
                    .ok_or(MemberError::Missing("required_claims"))?;
            }
            Some(
                Requirement::AgentToken
                | Requirement::PersonToken
                | Requirement::AuthToken { .. }
                | Requirement::Interaction { .. }
                | Requirement::Approval
                | Requirement::Unknown(_),
            )
            | None => {}
        }
        Ok(parsed)
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut body = Object::new().with("status", self.status.as_str());
        if let Some(question) = &self.clarification {
            body = body
                .with("clarification", question.clarification.as_str())
                .with_optional("timeout", question.timeout_s)
                .with_optional("options", listed(&question.options));
        }
        body.with_optional("required_claims", listed(&self.required_claims))
            .to_string()
    }
}

impl PendingResponse {
    /// A `202` that only says to wait.
    #[must_use]
    pub const fn waiting(pending_url: Target, retry_after_s: u64, status: PendingStatus) -> Self {
        Self {
            pending_url,
            retry_after_s,
            requirement: None,
            body: PendingBody::of_status(status),
        }
    }

    /// A `202` that states a requirement without a body of its own.
    #[must_use]
    pub const fn requiring(
        pending_url: Target,
        retry_after_s: u64,
        requirement: Requirement,
    ) -> Self {
        Self {
            pending_url,
            retry_after_s,
            requirement: Some(requirement),
            body: PendingBody::of_status(PendingStatus::Pending),
        }
    }

    /// A `202` that asks a question.
    #[must_use]
    pub const fn asking(
        pending_url: Target,
        retry_after_s: u64,
        question: ClarificationRequirement,
    ) -> Self {
        Self {
            pending_url,
            retry_after_s,
            requirement: Some(Requirement::Clarification),
            body: PendingBody {
                status: PendingStatus::Pending,
                clarification: Some(question),
                required_claims: Vec::new(),
            },
        }
    }

    /// The response as it is sent.
    #[must_use]
    pub fn to_response(&self) -> Response {
        let mut response = Response::new(Status(202))
            .with_header(LOCATION, self.pending_url.to_string())
            .with_header(RETRY_AFTER, self.retry_after_s.to_string())
            .with_header(CACHE_CONTROL, NO_STORE);
        if let Some(requirement) = &self.requirement {
            response = response.with_header(AAUTH_REQUIREMENT, requirement.to_header());
        }
        response.with_body(APPLICATION_JSON, self.body.to_json())
    }

    /// Reads a `202` that the server `origin` answered with. Without a readable `Retry-After` the
    /// interval is [`DEFAULT_POLL_INTERVAL_S`].
    ///
    /// # Errors
    ///
    /// [`PendingResponseError`] when there is no pending URL at that origin, or requirement or body
    /// cannot be read.
    pub fn parse(response: &Response, origin: &ServerId) -> Result<Self, PendingResponseError> {
        let location = response.headers.first(LOCATION).map(str::trim_ascii);
        let pending_url = location
            .and_then(|location| resolve(location, origin))
            .ok_or_else(|| PendingResponseError::Location(location.map(str::to_owned)))?;
        if pending_url.authority != origin.host() {
            return Err(PendingResponseError::OtherOrigin(pending_url));
        }
        let requirement = Requirement::of(response)?;
        Ok(Self {
            pending_url,
            retry_after_s: retry_after_s(&response.headers).unwrap_or(DEFAULT_POLL_INTERVAL_S),
            body: PendingBody::parse(response.body.bytes(), requirement.as_ref())?,
            requirement,
        })
    }
}

/// An absolute `https` URL, or a path at `origin`.
fn resolve(location: &str, origin: &ServerId) -> Option<Target> {
    if location.starts_with('/') && !location.starts_with("//") {
        Target::parse(&origin.url(location))
    } else {
        Target::parse(location)
    }
}

/// The texts as an array, when there are any.
fn listed(texts: &[String]) -> Option<Value> {
    (!texts.is_empty()).then(|| texts.into())
}
