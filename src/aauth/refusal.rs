//! Responses that end a wait without a result: an error, or that the request was withdrawn.

use super::polling_error::PollingError;
use super::token_error::TokenEndpointError;
use crate::check::rules::{List, REFUSAL_ERROR, REFUSAL_STATUS, WITHDRAWAL_STATUS};
use crate::check::{Evidence, Fault, Stop, Subject, Value, Walk, Walked};
use crate::http::{Problem, Response, Status};

/// Why an error may come with any status.
const UNPAIRED: &str = "neither polling nor a token endpoint pairs this error with a status";

/// An error response.
///
/// Direction: any server → its caller.
/// Spec: #error-response-format
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status.
    pub status: Status,
    /// The code that says how to go on. The reason phrase where the status alone says it: with a
    /// `401`, which has its reason in `Signature-Error`, and with a `410` that has no body.
    pub error: String,
}

impl Refusal {
    /// Verifies an error response. An error that neither polling nor a token endpoint has, such as a
    /// mission's, may come with any status.
    pub fn verify(response: &Response) -> Walked<Self> {
        let mut walk = Walk::new(Subject::Refusal, &[List::Refusal]);
        let result = Self::walk(&mut walk, response);
        walk.finish(result)
    }

    fn walk(walk: &mut Walk, response: &Response) -> Result<Self, Stop> {
        let status = response.status;
        let silent = match status.0 {
            401 => Some("a 401 says what is wrong in Signature-Error"),
            410 if response.body.is_empty() => Some("a 410 without a body says that it is over"),
            _ => None,
        };
        if let Some(why) = silent {
            walk.skip(&REFUSAL_ERROR, why);
            walk.skip(&REFUSAL_STATUS, why);
            let error = status.reason().to_owned();
            return Ok(Self { status, error });
        }
        let problem = Problem::parse(&response.body);
        let error = problem.ok().map(|problem| problem.error);
        walk.optional("error", error.as_deref());
        let error = walk.found(&REFUSAL_ERROR, error.ok_or(Fault::Missing))?;
        match status_of(&error) {
            None => walk.skip(&REFUSAL_STATUS, UNPAIRED),
            Some(expected) => {
                note_status(walk, "status", status);
                note_status(walk, "status of the error", expected);
                walk.require(&REFUSAL_STATUS, status == expected, Fault::StatusUnexpected)?;
            }
        }
        Ok(Self { status, error })
    }
}

/// Verifies the response to a `DELETE` of the pending URL.
///
/// Direction: resource, PS or AS → the caller that withdrew.
/// Spec: #agent-response-to-clarification
pub fn verify_withdrawal(response: &Response) -> Walked<()> {
    let mut walk = Walk::new(Subject::Withdrawal, &[List::Withdrawal]);
    note_status(&mut walk, "status", response.status);
    let is_taken = matches!(response.status.0, 200..=299) && response.status.0 != 202;
    let result = walk.require(&WITHDRAWAL_STATUS, is_taken, Fault::StatusUnexpected);
    walk.finish(result)
}

/// The status that the draft, or we, pair with an error.
fn status_of(error: &str) -> Option<Status> {
    let polling = PollingError::parse(error).map(PollingError::status);
    polling.or_else(|| TokenEndpointError::parse(error).map(TokenEndpointError::status))
}

fn note_status(walk: &mut Walk, name: &'static str, status: Status) {
    walk.note(Evidence {
        name,
        value: Value::Number(status.0.into()),
    });
}
