//! Deferred responses: the `202` that says where to ask again.

use super::clarification::ClarificationRequirement;
use super::identifiers::ServerId;
use super::members::{MemberError, Members};
use super::requirement::{CODE, Requirement, RequirementError, URL, parameter};
use super::token::claims::ClaimFault;
use crate::check::rules::{
    DEFERRED_CODE, DEFERRED_LOCATION, DEFERRED_ORIGIN, DEFERRED_PAGE, DEFERRED_QUESTION,
    DEFERRED_REQUIREMENT, DEFERRED_STATUS, List,
};
use crate::check::{Evidence, Fault, Stop, Subject, Walk, Walked};
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

    /// The two steps about the body: what it says in any case, and what the requirement needs of it.
    fn walk(walk: &mut Walk, body: &[u8], requirement: Option<&Requirement>) -> Result<Self, Stop> {
        let status = Self::parse(body, None).map_err(ClaimFault::from);
        let status = status.map_err(|fault| fault.fail(walk, &DEFERRED_STATUS))?;
        if body.is_empty() {
            walk.skip(&DEFERRED_STATUS, "our choice: no body at all says pending");
        } else {
            walk.text("status", status.status.as_str());
            walk.pass(&DEFERRED_STATUS);
        }
        let parsed = Self::parse(body, requirement).map_err(ClaimFault::from);
        let parsed = parsed.map_err(|fault| fault.fail(walk, &DEFERRED_QUESTION))?;
        if let Some(question) = &parsed.clarification {
            walk.text("clarification", &question.clarification);
        } else if !parsed.required_claims.is_empty() {
            let names = parsed.required_claims.iter().map(String::as_str);
            walk.note(Evidence::list("required_claims", names));
        } else {
            walk.skip(
                &DEFERRED_QUESTION,
                "the requirement needs nothing in the body",
            );
            return Ok(parsed);
        }
        walk.pass(&DEFERRED_QUESTION);
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

    /// Verifies a `202` that the server `origin` answered with. Without a readable `Retry-After` the
    /// interval is [`DEFAULT_POLL_INTERVAL_S`].
    pub fn verify(response: &Response, origin: &ServerId) -> Walked<Self> {
        let mut walk = Walk::new(Subject::DeferredResponse, &[List::Deferred]);
        let result = Self::walk(&mut walk, response, origin);
        walk.finish(result)
    }

    fn walk(walk: &mut Walk, response: &Response, origin: &ServerId) -> Result<Self, Stop> {
        let location = response.headers.first(LOCATION).map(str::trim_ascii);
        walk.optional(LOCATION, location);
        let pending_url = match location {
            Some(location) => resolve(location, origin).ok_or(Fault::Malformed),
            None => Err(Fault::Missing),
        };
        let pending_url = walk.found(&DEFERRED_LOCATION, pending_url)?;
        walk.equal(
            &DEFERRED_ORIGIN,
            Fault::Mismatch,
            (LOCATION, &pending_url.authority),
            ("the server that answered", origin.host()),
        )?;
        let requirement = walk_requirement(walk, response)?;
        Ok(Self {
            pending_url,
            retry_after_s: retry_after_s(&response.headers).unwrap_or(DEFAULT_POLL_INTERVAL_S),
            body: PendingBody::walk(walk, response.body.bytes(), requirement.as_ref())?,
            requirement,
        })
    }
}

/// The three steps about the header: that it can be read, and the page and the code that it may name.
fn walk_requirement(walk: &mut Walk, response: &Response) -> Result<Option<Requirement>, Stop> {
    let Some(header) = response.headers.combined(AAUTH_REQUIREMENT) else {
        walk.skip(&DEFERRED_REQUIREMENT, "nothing is required but to wait");
        skip_page_and_code(walk);
        return Ok(None);
    };
    let read = Requirement::parse(&header);
    // The step that an error belongs to. A page or a code is wrong in what can be read otherwise.
    let (broken, fault) = match &read {
        Ok(_) => (None, Fault::Malformed),
        Err(RequirementError::Parameter { parameter, .. }) => (Some(*parameter), Fault::Missing),
        Err(RequirementError::Url(_)) => (Some(URL), Fault::Malformed),
        Err(RequirementError::Code(_)) => (Some(CODE), Fault::Malformed),
        Err(RequirementError::NotADictionary(_) | RequirementError::NoRequirement(_)) => {
            (Some(AAUTH_REQUIREMENT), Fault::Malformed)
        }
    };
    let is_readable = broken.is_none_or(|broken| broken == URL || broken == CODE);
    walk.text(AAUTH_REQUIREMENT, &header);
    walk.require(&DEFERRED_REQUIREMENT, is_readable, fault)?;
    if matches!(&read, Ok(requirement) if !matches!(requirement, Requirement::Interaction { .. })) {
        skip_page_and_code(walk);
        return Ok(read.ok());
    }
    for (rule, name) in [(&DEFERRED_PAGE, URL), (&DEFERRED_CODE, CODE)] {
        let value = parameter(&header, name);
        walk.optional(name, value.as_deref());
        walk.require(rule, broken != Some(name), fault)?;
    }
    Ok(read.ok())
}

fn skip_page_and_code(walk: &mut Walk) {
    walk.skip(&DEFERRED_PAGE, "nobody is sent to a page");
    walk.skip(&DEFERRED_CODE, "nobody is sent to a page");
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
