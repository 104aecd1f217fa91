//! The agent's half of a deferred response: it polls until there is an end.

use thiserror::Error;

use crate::aauth::pending::{PendingResponseError, SLOW_DOWN_S};
use crate::aauth::{
    ClarificationRequirement, Code, InteractionUrl, PendingResponse, PendingStatus, Requirement,
    ServerId,
};
use crate::http::{Problem, Response, Target, fields};
use crate::stage::ExchangeId;
use crate::time::Span;

/// How long the agent asks a server to hold a poll, in seconds.
pub const WAIT_S: u64 = 45;

/// The agent's half of one deferred request.
///
/// ```text
/// first answer 202 ──▶ Waiting ──wait is over──▶ Polling ──202──▶ Waiting
///                         ▲                         │
///                         │                         ├── 202 clarification ──▶ Asked
///                      202│                         │                          │ answer, update
///                         └──────── Replying ◀──────│──────────────────────────┘ or withdrawal
///                                      │            │
///                                      └── any other answer ──▶ Over
/// ```
///
/// Spec: `#deferred-responses`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polling {
    pending_url: Target,
    /// What is added to each interval because the server said `429`.
    slow_down: Span,
    state: State,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Polling(ExchangeId),
    Asked(ClarificationRequirement),
    Replying(ExchangeId),
    /// The final answer came in this exchange. It is read again when a key for it was fetched.
    Done(ExchangeId),
    Over,
}

/// What an answer means for the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing new: poll again after this time.
    Wait(Span),
    /// A question was asked. It is untrusted Markdown.
    Question(ClarificationRequirement),
    /// The person has to open a page; then poll again after this time.
    Visit {
        /// The page.
        url: InteractionUrl,
        /// The code to compare.
        code: Code,
        /// When to poll again.
        again_after: Span,
    },
    /// The person has arrived at the page: stop prompting, and poll again after this time.
    Interacting(Span),
    /// The end: the request is answered as if it had never been deferred.
    Done(Response),
    /// The end: it failed.
    Failed(Failure),
}

/// Why a deferred request failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// A final answer other than `200`.
    #[error("{status}: {error}")]
    Refused {
        /// The status.
        status: u16,
        /// The error code of the body, or the reason phrase when there is none.
        error: String,
    },
    /// A requirement that this agent does not know.
    #[error("the server requires {0:?}, which this agent does not know")]
    Unsupported(String),
    /// An answer that cannot be read.
    #[error(transparent)]
    Unreadable(#[from] PendingResponseError),
}

impl Polling {
    /// Begins with a `202`, and says what it means.
    ///
    /// # Errors
    ///
    /// [`PendingResponseError`] when the answer cannot be read: there is nothing to poll then.
    pub fn begin(
        response: &Response,
        origin: &ServerId,
    ) -> Result<(Self, News), PendingResponseError> {
        let pending = PendingResponse::parse(response, origin)?;
        let mut polling = Self {
            pending_url: pending.pending_url.clone(),
            slow_down: Span::default(),
            state: State::Waiting,
        };
        let news = polling.pending(pending);
        Ok((polling, news))
    }

    /// Where to poll.
    #[must_use]
    pub const fn pending_url(&self) -> &Target {
        &self.pending_url
    }

    /// Whether that exchange is the one under way here.
    #[must_use]
    pub fn owns(&self, exchange: ExchangeId) -> bool {
        match &self.state {
            State::Polling(own) | State::Replying(own) | State::Done(own) => *own == exchange,
            State::Waiting | State::Asked(_) | State::Over => false,
        }
    }

    /// The question that waits for an answer.
    #[must_use]
    pub const fn question(&self) -> Option<&ClarificationRequirement> {
        match &self.state {
            State::Asked(question) => Some(question),
            State::Waiting
            | State::Polling(_)
            | State::Replying(_)
            | State::Done(_)
            | State::Over => None,
        }
    }

    /// A poll was sent.
    pub fn polled(&mut self, exchange: ExchangeId) {
        self.state = State::Polling(exchange);
    }

    /// An answer, an update or a withdrawal was sent.
    pub fn replied(&mut self, exchange: ExchangeId) {
        self.state = State::Replying(exchange);
    }

    /// Takes the answer to a poll or to a reply, and says what it means.
    pub fn heard(&mut self, response: &Response, origin: &ServerId) -> News {
        match response.status.0 {
            202 => match PendingResponse::parse(response, origin) {
                Ok(pending) => self.pending(pending),
                Err(error) => self.over(News::Failed(error.into())),
            },
            // Linear backoff: five seconds more from now on.
            429 => {
                self.slow_down = Span::from_s(self.slow_down.s().saturating_add(SLOW_DOWN_S));
                self.state = State::Waiting;
                News::Wait(self.interval(SLOW_DOWN_S))
            }
            503 => {
                self.state = State::Waiting;
                let retry_after_s = fields::retry_after_s(&response.headers);
                News::Wait(self.interval(retry_after_s.unwrap_or(SLOW_DOWN_S)))
            }
            200 => {
                self.state = match self.state {
                    State::Polling(own) | State::Replying(own) | State::Done(own) => {
                        State::Done(own)
                    }
                    State::Waiting | State::Asked(_) | State::Over => State::Over,
                };
                News::Done(response.clone())
            }
            status => {
                let error = Problem::parse(&response.body).map_or_else(
                    |_| response.status.reason().to_owned(),
                    |problem| problem.error,
                );
                self.over(News::Failed(Failure::Refused { status, error }))
            }
        }
    }

    fn pending(&mut self, pending: PendingResponse) -> News {
        self.state = State::Waiting;
        let again_after = self.interval(pending.retry_after_s);
        match (pending.requirement, pending.body.clarification) {
            (Some(Requirement::Clarification), Some(question)) => {
                self.state = State::Asked(question.clone());
                News::Question(question)
            }
            (Some(Requirement::Interaction { url, code }), _) => News::Visit {
                url,
                code,
                again_after,
            },
            (Some(Requirement::Approval), _) => News::Wait(again_after),
            // Our choice: an agent that cannot meet the requirement gives up instead of polling on.
            (Some(other), _) => {
                self.over(News::Failed(Failure::Unsupported(other.name().to_owned())))
            }
            (None, _) => match pending.body.status {
                PendingStatus::Interacting => News::Interacting(again_after),
                PendingStatus::Pending => News::Wait(again_after),
            },
        }
    }

    fn interval(&self, retry_after_s: u64) -> Span {
        Span::from_s(retry_after_s.saturating_add(self.slow_down.s()))
    }

    fn over(&mut self, news: News) -> News {
        self.state = State::Over;
        news
    }
}
