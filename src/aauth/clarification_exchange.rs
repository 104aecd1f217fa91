//! The agent's side of a clarification chat: what it sends to a pending URL, and how often.

use thiserror::Error;

use super::clarification::{ClarificationRequirement, ClarificationResponse, DEFAULT_ROUNDS_MAX};
use crate::http::{Method, Request, Target};

/// Answers a question by itself. What it is asked is untrusted Markdown.
pub type ClarificationCallback = fn(&ClarificationRequirement) -> ClarificationResponse;

/// The agent's side of one clarification chat. It makes the requests, which have yet to be signed,
/// and counts the rounds: an answer and an update use one each, a withdrawal none.
///
/// The agent's own maximum is its own affair, and has nothing to do with the server's.
///
/// ```
/// use aauth_sim::aauth::{ClarificationExchange, ClarificationExchangeError};
/// use aauth_sim::http::{Method, Target};
///
/// let pending_url = Target::parse("https://ps.example/pending/abc").expect("it is a URL");
/// let mut chat = ClarificationExchange::new(pending_url).with_rounds_max(1);
/// assert_eq!(chat.respond("The three reports of this quarter.")?.method, Method::Post);
/// assert_eq!(
///     chat.respond("And no others."),
///     Err(ClarificationExchangeError::Limit { rounds_max: 1 })
/// );
/// assert_eq!(chat.cancel()?.method, Method::Delete);
/// # Ok::<(), ClarificationExchangeError>(())
/// ```
///
/// Direction: agent → PS, or PS → AS, on the pending URL.
/// Spec: #agent-response-to-clarification
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClarificationExchange {
    pending_url: Target,
    rounds_max: u32,
    rounds: u32,
    is_cancelled: bool,
}

/// Something that a chat does not allow any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ClarificationExchangeError {
    /// Every round was used.
    #[error("the agent answers {rounds_max} times at most")]
    Limit {
        /// How many there were.
        rounds_max: u32,
    },
    /// The request was withdrawn.
    #[error("the request was withdrawn")]
    Cancelled,
}

impl ClarificationExchange {
    /// A chat in which nothing was answered yet, with [`DEFAULT_ROUNDS_MAX`] rounds.
    #[must_use]
    pub const fn new(pending_url: Target) -> Self {
        Self {
            pending_url,
            rounds_max: DEFAULT_ROUNDS_MAX,
            rounds: 0,
            is_cancelled: false,
        }
    }

    /// The same with another maximum of rounds.
    #[must_use]
    pub const fn with_rounds_max(mut self, rounds_max: u32) -> Self {
        self.rounds_max = rounds_max;
        self
    }

    /// Where the request is pending.
    #[must_use]
    pub const fn pending_url(&self) -> &Target {
        &self.pending_url
    }

    /// How many rounds there are.
    #[must_use]
    pub const fn rounds_max(&self) -> u32 {
        self.rounds_max
    }

    /// How many were used.
    #[must_use]
    pub const fn rounds(&self) -> u32 {
        self.rounds
    }

    /// Whether an answer or an update is still allowed.
    ///
    /// # Errors
    ///
    /// [`ClarificationExchangeError`] says why not.
    pub const fn may_go_on(&self) -> Result<(), ClarificationExchangeError> {
        if self.is_cancelled {
            Err(ClarificationExchangeError::Cancelled)
        } else if self.rounds >= self.rounds_max {
            Err(ClarificationExchangeError::Limit {
                rounds_max: self.rounds_max,
            })
        } else {
            Ok(())
        }
    }

    /// The request that gives this answer, unsigned.
    ///
    /// # Errors
    ///
    /// [`ClarificationExchangeError`] when the chat does not allow it any more.
    pub fn apply(
        &mut self,
        response: &ClarificationResponse,
    ) -> Result<Request, ClarificationExchangeError> {
        let target = self.pending_url.clone();
        match response.to_body() {
            Some(body) => {
                self.may_go_on()?;
                self.rounds += 1;
                Ok(Request::new(Method::Post, target).with_body("application/json", body))
            }
            None if self.is_cancelled => Err(ClarificationExchangeError::Cancelled),
            None => {
                self.is_cancelled = true;
                Ok(Request::new(Method::Delete, target))
            }
        }
    }

    /// The request that answers the question, in Markdown.
    ///
    /// # Errors
    ///
    /// [`ClarificationExchangeError`] when the chat does not allow it any more.
    pub fn respond(&mut self, markdown: &str) -> Result<Request, ClarificationExchangeError> {
        self.apply(&ClarificationResponse::Respond {
            clarification_response: markdown.to_owned(),
        })
    }

    /// The request that puts another one in place of the first: the new resource token, the token
    /// that was presented to obtain it, and why.
    ///
    /// # Errors
    ///
    /// [`ClarificationExchangeError`] when the chat does not allow it any more.
    pub fn update_request(
        &mut self,
        resource_token: &str,
        presented_token: &str,
        justification: Option<&str>,
    ) -> Result<Request, ClarificationExchangeError> {
        self.apply(&ClarificationResponse::Update {
            resource_token: resource_token.to_owned(),
            presented_token: presented_token.to_owned(),
            justification: justification.map(str::to_owned),
        })
    }

    /// The request that withdraws everything. Nothing is allowed after it.
    ///
    /// # Errors
    ///
    /// [`ClarificationExchangeError::Cancelled`] when it was withdrawn already.
    pub fn cancel(&mut self) -> Result<Request, ClarificationExchangeError> {
        self.apply(&ClarificationResponse::Cancel)
    }
}
