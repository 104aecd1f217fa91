//! Error bodies: problem details with an `error` member (RFC 9457).

use thiserror::Error;

use super::fields::{APPLICATION_PROBLEM_JSON, CACHE_CONTROL, NO_STORE};
use super::message::{Body, Response, Status};
use crate::json::{self, JsonError, Object, Value};

/// The body of an error response.
///
/// Direction: any server to its caller.
/// Spec: `#error-response-format`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The code that decides how the caller goes on.
    pub error: String,
    /// A text for people about this occurrence.
    pub detail: Option<String>,
    /// Whatever else stands beside them, such as `mission_status`.
    pub members: Object,
}

/// A body that is no problem of ours.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// The body is not text.
    #[error("the error body is not UTF-8")]
    NotUtf8,
    /// The body is no JSON object.
    #[error("the error body: {0}")]
    Json(#[from] JsonError),
    /// There is no `error`, or it is no text.
    #[error("the error body has no error code")]
    ErrorMissing,
}

impl Problem {
    /// A problem with that code.
    #[must_use]
    pub fn new(error: &str) -> Self {
        Self {
            error: error.to_owned(),
            detail: None,
            members: Object::new(),
        }
    }

    /// The problem with a text for people.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }

    /// The problem with a further member.
    #[must_use]
    pub fn with_member(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.members.set(name, value);
        self
    }

    /// The body: `error`, `detail` when there is one, then the other members.
    #[must_use]
    pub fn to_body(&self) -> Body {
        let mut body = Object::new()
            .with("error", self.error.as_str())
            .with_optional("detail", self.detail.as_deref());
        for (name, value) in self.members.iter() {
            if !body.has(name) {
                body.set(name, value.clone());
            }
        }
        body.to_string().into()
    }

    /// The response that carries it, not to be stored.
    #[must_use]
    pub fn response(&self, status: Status) -> Response {
        Response::new(status)
            .with_header(CACHE_CONTROL, NO_STORE)
            .with_body(APPLICATION_PROBLEM_JSON, self.to_body())
    }

    /// Reads an error body. A `detail` that is no text is taken as absent, as RFC 9457 asks for.
    ///
    /// # Errors
    ///
    /// [`ProblemError`] when there is no `error` to read.
    pub fn parse(body: &Body) -> Result<Self, ProblemError> {
        let mut members = json::parse_object(body.text().ok_or(ProblemError::NotUtf8)?)?;
        let text = |name| members.get(name).and_then(Value::as_str).map(str::to_owned);
        let error = text("error").ok_or(ProblemError::ErrorMissing)?;
        let detail = text("detail");
        members.remove("error");
        members.remove("detail");
        Ok(Self {
            error,
            detail,
            members,
        })
    }
}
