//! What a verifier did, step by step.

use super::evidence::Evidence;
use super::fault::Fault;
use super::rules::Rule;

/// The record of one walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// What was verified.
    pub subject: Subject,
    /// The steps in the draft's order.
    pub checks: Vec<Check>,
}

/// What a report is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The HTTP message signature of a request.
    RequestSignature,
    /// One token.
    Token {
        /// The token as it travelled, three base64url parts.
        jwt: String,
        /// Where it travelled.
        place: Place,
    },
    /// A challenge that an agent received.
    Challenge,
    /// A deferred response that a caller received.
    DeferredResponse,
    /// An error response that a caller received.
    Refusal,
    /// The response to a withdrawal.
    Withdrawal,
    /// A metadata document and the key set it names.
    Metadata {
        /// The server identifier it was fetched for.
        issuer: String,
    },
    /// An updated request, held against the original.
    UpdatedRequest,
    /// A call to a pending URL.
    PendingRequest {
        /// The path that was called.
        path: String,
    },
    /// An interaction code that was presented at a page.
    InteractionCode,
    /// The person's decision.
    Decision,
}

/// Where a token travelled. It decides how a failure is answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// In the `Signature-Key` header.
    SignatureKey,
    /// In a member of the request body, by its name.
    RequestMember(&'static str),
    /// In the `resource-token` parameter of `AAuth-Requirement`.
    RequirementParameter,
    /// In a member of a response body, by its name.
    ResponseMember(&'static str),
}

/// One step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The rule it walked.
    pub rule: &'static Rule,
    /// How it went.
    pub outcome: Outcome,
    /// The values it compared.
    pub evidence: Vec<Evidence>,
    /// The walk of a token that this step asked for.
    pub inner: Option<Box<Report>>,
}

/// How a step went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The rule holds.
    Pass,
    /// The rule is broken.
    Fail(Fault),
    /// The rule says nothing about this message, and why.
    NotApplicable(&'static str),
    /// An earlier step failed.
    NotReached,
}

impl Report {
    /// The first step that failed, looking into inner walks.
    #[must_use]
    pub fn first_failure(&self) -> Option<(&Check, Fault)> {
        self.checks.iter().find_map(|check| match check.outcome {
            Outcome::Fail(fault) => Some(
                check
                    .inner
                    .as_deref()
                    .and_then(Self::first_failure)
                    .unwrap_or((check, fault)),
            ),
            Outcome::Pass | Outcome::NotApplicable(_) | Outcome::NotReached => None,
        })
    }

    /// Whether every step passed or did not apply.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.checks.iter().all(|check| match check.outcome {
            Outcome::Pass | Outcome::NotApplicable(_) => true,
            Outcome::Fail(_) | Outcome::NotReached => false,
        })
    }

    /// Every step, inner walks after the step that asked for them, with its depth.
    #[must_use]
    pub fn flatten(&self) -> Vec<(u32, &Check)> {
        let mut rows = Vec::new();
        self.flatten_into(0, &mut rows);
        rows
    }

    fn flatten_into<'a>(&'a self, depth: u32, rows: &mut Vec<(u32, &'a Check)>) {
        for check in &self.checks {
            rows.push((depth, check));
            if let Some(inner) = &check.inner {
                inner.flatten_into(depth + 1, rows);
            }
        }
    }
}
