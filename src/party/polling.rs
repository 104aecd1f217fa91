//! The agent's half of a deferred response: it polls until there is an end.

use thiserror::Error;

use crate::aauth::pending::{DEFAULT_POLL_INTERVAL_S, SLOW_DOWN_S};
use crate::aauth::refusal::verify_withdrawal;
use crate::aauth::{
    ClarificationExchange, ClarificationExchangeError, ClarificationRequirement,
    ClarificationResponse, Code, InteractionUrl, PendingResponse, PendingStatus, Refusal,
    Requirement, ServerId,
};
use crate::check::{Rejection, Report, Stop, Verified};
use crate::http::{Request, Response, Target, fields};
use crate::stage::ExchangeId;
use crate::time::Span;

/// How long the agent asks a server to hold a poll, in seconds.
pub const WAIT_S: u64 = 45;

/// The agent's half of one deferred request.
///
/// ```text
/// first answer 202 ──▶ Waiting ──wait is over──▶ Polling ──202 clarification──▶ Asked
///                       ▲ ▲ ▲                     │   │                        │    │
///                       │ │ └───202, 429, 503─────┘   │           answer, update    DELETE
///                       │ │                           │                        ▼    ▼
///                       │ └──────202, 400, 429, 503───│──────────────── Replying    Withdrawing
///                       │                             │                    │          │
///                       └─────────429, 503────────────│────────────────────│──────────┤
///                                                     ▼                    ▼          ▼
///                              200 ──▶ Done, any other final answer ──▶ Over   2xx but 202 ──▶ Over
/// ```
///
/// Spec: `#deferred-responses`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Polling {
    /// What was answered so far.
    chat: ClarificationExchange,
    /// The question that stays without an answer.
    ignored: Option<String>,
    /// Whether a question was open when the server spoke last.
    is_asked: bool,
    /// What is added to each interval because the server said `429`.
    slow_down: Span,
    /// How long the agent waited last.
    interval: Span,
    state: State,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Waiting,
    Polling(ExchangeId),
    Asked(ClarificationRequirement),
    Replying(ExchangeId),
    Withdrawing(ExchangeId),
    /// The final answer came in this exchange. It is read again when a key for it was fetched.
    Done(ExchangeId),
    Over,
}

/// What an answer means for the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Nothing new: poll again after this time.
    Wait(Span),
    /// What was posted about a question was not taken: poll, to hear how things stand.
    NotTaken,
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
    /// The end: it was withdrawn.
    Withdrawn,
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
    #[error("the server requires '{0}', which this agent does not know")]
    Unsupported(String),
    /// The server went on asking after the agent's own last round.
    #[error(transparent)]
    RoundsUsed(ClarificationExchangeError),
    /// An answer that does not verify.
    #[error(transparent)]
    Unreadable(#[from] Rejection),
    /// An answer that wants a key to be verified, which none does.
    #[error("the answer cannot be verified")]
    Unverifiable,
}

/// What an answer means for the agent, and what it verified of it. A `200`, whose token is verified
/// by who asked for it, and a `503`, which is followed whatever else it says, have no report.
pub type Heard = (Option<Report>, News);

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Rejected(rejection) => Self::Unreadable(rejection),
            Stop::Needs(_) => Self::Unverifiable,
        }
    }
}

impl Polling {
    /// Begins with a `202`, and says what it means, with the report of it. The agent will answer
    /// `rounds_max` times at most.
    ///
    /// # Errors
    ///
    /// [`Failure`] when the answer does not verify: there is nothing to poll then.
    pub fn begin(
        response: &Response,
        origin: &ServerId,
        rounds_max: u32,
    ) -> (Report, Result<(Self, News), Failure>) {
        let (report, pending) = PendingResponse::verify(response, origin);
        let begun = pending.map_err(Failure::from).map(|pending| {
            let pending = pending.into_value();
            let mut polling = Self {
                chat: ClarificationExchange::new(pending.pending_url.clone())
                    .with_rounds_max(rounds_max),
                ignored: None,
                is_asked: false,
                slow_down: Span::default(),
                interval: Span::from_s(DEFAULT_POLL_INTERVAL_S),
                state: State::Waiting,
            };
            let news = polling.pending(pending);
            (polling, news)
        });
        (report, begun)
    }

    /// Where to poll.
    #[must_use]
    pub const fn pending_url(&self) -> &Target {
        self.chat.pending_url()
    }

    /// Whether that exchange is the one under way here.
    #[must_use]
    pub fn owns(&self, exchange: ExchangeId) -> bool {
        match &self.state {
            State::Polling(own)
            | State::Replying(own)
            | State::Withdrawing(own)
            | State::Done(own) => *own == exchange,
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
            | State::Withdrawing(_)
            | State::Done(_)
            | State::Over => None,
        }
    }

    /// A poll was sent.
    pub fn polled(&mut self, exchange: ExchangeId) {
        self.state = State::Polling(exchange);
    }

    /// The request that gives this answer, unsigned. It uses a round, unless it withdraws.
    ///
    /// # Errors
    ///
    /// [`ClarificationExchangeError`] when the chat does not allow it any more.
    pub fn reply(
        &mut self,
        response: &ClarificationResponse,
    ) -> Result<Request, ClarificationExchangeError> {
        self.chat.apply(response)
    }

    /// Something was posted about the open question.
    pub fn replied(&mut self, exchange: ExchangeId) {
        if matches!(self.state, State::Asked(_)) {
            self.state = State::Replying(exchange);
        }
    }

    /// The open question will stay without an answer: from here on there is only waiting.
    pub fn ignore(&mut self) {
        if let State::Asked(question) = &self.state {
            self.ignored = Some(question.clarification.clone());
            self.state = State::Waiting;
        }
    }

    /// Whether a question stays without an answer.
    #[must_use]
    pub const fn ignores(&self) -> bool {
        self.ignored.is_some()
    }

    /// Whether a question was open when the server spoke last.
    #[must_use]
    pub const fn is_asked(&self) -> bool {
        self.is_asked
    }

    /// How many rounds were used.
    #[must_use]
    pub const fn rounds(&self) -> u32 {
        self.chat.rounds()
    }

    /// The request was withdrawn.
    pub fn withdrew(&mut self, exchange: ExchangeId) {
        self.state = State::Withdrawing(exchange);
    }

    /// Takes the answer to a poll, to a reply or to a withdrawal, and says what it means.
    pub fn heard(&mut self, response: &Response, origin: &ServerId) -> Heard {
        match (response.status.0, &self.state) {
            (200..=299, State::Withdrawing(_)) => {
                let (report, withdrawn) = verify_withdrawal(response);
                let news = withdrawn.map_or_else(failed, |_| News::Withdrawn);
                (Some(report), self.over(news))
            }
            (202, _) => {
                let (report, pending) = PendingResponse::verify(response, origin);
                let news = match pending {
                    Ok(pending) => self.pending(pending.into_value()),
                    Err(stop) => self.over(failed(stop)),
                };
                (Some(report), news)
            }
            (503, _) => {
                let retry_after_s = fields::retry_after_s(&response.headers);
                let asked = Span::from_s(retry_after_s.unwrap_or(DEFAULT_POLL_INTERVAL_S));
                (None, self.wait(asked + self.slow_down))
            }
            (200, State::Polling(own) | State::Replying(own) | State::Done(own)) => {
                self.state = State::Done(*own);
                (None, News::Done(response.clone()))
            }
            (200, State::Waiting | State::Asked(_) | State::Over) => {
                (None, self.over(News::Done(response.clone())))
            }
            _ => {
                let (report, refusal) = Refusal::verify(response);
                (Some(report), self.refused(response, refusal))
            }
        }
    }

    /// What an error means. A `429` slows the agent down and a `400` says that a reply was not taken,
    /// whatever their bodies say; any other error is the end.
    fn refused(&mut self, response: &Response, refusal: Result<Verified<Refusal>, Stop>) -> News {
        match (response.status.0, &self.state) {
            // Linear backoff: five seconds more than before, and never sooner than asked.
            (429, _) => {
                self.slow_down = self.slow_down + Span::from_s(SLOW_DOWN_S);
                let asked = fields::retry_after_s(&response.headers).unwrap_or(0);
                let longer = self.interval.max(Span::from_s(asked));
                self.wait(longer + Span::from_s(SLOW_DOWN_S))
            }
            // Whether the question still stands, the server says.
            (400, State::Replying(_)) => {
                self.state = State::Waiting;
                News::NotTaken
            }
            _ => {
                let news = refusal.map_or_else(failed, |refusal| {
                    let Refusal { status, error } = refusal.into_value();
                    let status = status.0;
                    News::Failed(Failure::Refused { status, error })
                });
                self.over(news)
            }
        }
    }

    fn pending(&mut self, pending: PendingResponse) -> News {
        let again_after = Span::from_s(pending.retry_after_s) + self.slow_down;
        self.state = State::Waiting;
        self.interval = again_after;
        self.is_asked = matches!(pending.requirement, Some(Requirement::Clarification));
        match (pending.requirement, pending.body.clarification) {
            (Some(Requirement::Clarification), Some(question))
                if self.ignored.as_ref() == Some(&question.clarification) =>
            {
                News::Wait(again_after)
            }
            (Some(Requirement::Clarification), Some(question)) => self.asked(question),
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

    fn asked(&mut self, question: ClarificationRequirement) -> News {
        if let Err(error) = self.chat.may_go_on() {
            return self.over(News::Failed(Failure::RoundsUsed(error)));
        }
        self.state = State::Asked(question.clone());
        News::Question(question)
    }

    fn wait(&mut self, span: Span) -> News {
        self.state = State::Waiting;
        self.interval = span;
        News::Wait(span)
    }

    fn over(&mut self, news: News) -> News {
        self.state = State::Over;
        news
    }
}

fn failed(stop: Stop) -> News {
    News::Failed(stop.into())
}
