//! The server's half of a deferred response: one typed record for each request that waits, and one
//! endpoint for them, used by every server that defers.

use std::collections::BTreeMap;

use crate::aauth::pending::SLOW_DOWN_S;
use crate::aauth::{
    ClarificationRequirement, PendingPost, PendingResponse, PendingStatus, PollingError,
    Requirement, ServerId,
};
use crate::check::{Evidence, Fault, Stop, Subject, Verified, Walk, rules};
use crate::http::{Method, Problem, Request, Response, Status, Target, prefer};
use crate::stage::{Context, ExchangeId, Holding, WakeReason};
use crate::time::{Span, Timestamp};

use super::server::fresh_id;

/// The longest a poll is held, in seconds.
pub const HOLD_S_MAX: u64 = 45;

/// How often an agent may poll that does not ask to be held, in seconds.
pub const POLL_INTERVAL_S: u64 = 5;

/// How a server treats what waits at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long a request waits, in seconds.
    pub pending_s: u64,
    /// How long a question waits for its answer, in seconds.
    pub question_s: u64,
    /// How many questions may be answered.
    pub rounds_max: u32,
}

/// The requests that wait at one server, by the last segment of their path.
#[derive(Clone, Debug)]
pub struct PendingRequests<T> {
    server: ServerId,
    limits: Limits,
    // Boxed: a map keeps room for eleven values where one is, and a record is large.
    records: BTreeMap<String, Box<Record<T>>>,
}

/// A request that waits.
#[derive(Clone, Debug)]
pub struct Record<T> {
    /// What it is about.
    pub subject: T,
    /// How many questions were answered.
    pub rounds_used: u32,
    wrong_codes: u32,
    owner: Owner,
    state: PendingState,
    /// Whether the caller was told of this state.
    told: bool,
    held: Option<ExchangeId>,
    not_before: Timestamp,
    deadline: Timestamp,
    question_deadline: Option<Timestamp>,
}

/// Whose request it is. Every later call is compared with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owner {
    /// The issuer that vouches for the caller.
    pub issuer: String,
    /// The caller's identifier.
    pub subject: String,
}

/// What a request waits for.
///
/// ```text
///           ┌────────── question ──────────┐
///           ▼                              │
/// Waiting ──┴─▶ Asking ──answer──▶ Directing ──person arrives──▶ Interacting
///    │            │                    │                             │
///    └────────────┴────────────────────┴── decided or expired ───────┤
///                                                                    ▼
///                                              Decided ──given once──▶ Gone
/// ```
///
/// Spec: `#deferred-responses`
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingState {
    /// The caller has nothing to do.
    Waiting,
    /// The caller was asked a question.
    Asking(ClarificationRequirement),
    /// The person has to open a page.
    Directing(Requirement),
    /// The person is on the page.
    Interacting,
    /// There is a final answer, which is given once.
    Decided(Response),
    /// It is over.
    Gone,
}

/// What a call to a pending URL asks of the role behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Received {
    /// Nothing: it was answered here, or is held.
    Settled,
    /// The open question was answered. [`PendingRequests::accept_answer`] answers the call.
    Answer {
        /// The record.
        id: String,
        /// The answer, untrusted Markdown.
        clarification_response: String,
    },
    /// The request is to be replaced. The role answers the call.
    Update {
        /// The record.
        id: String,
        /// The new resource token.
        resource_token: String,
        /// The token that was presented to obtain it.
        presented_token: String,
        /// Why, untrusted Markdown.
        justification: Option<String>,
    },
    /// The request was withdrawn.
    Withdrawn {
        /// The record.
        id: String,
    },
}

impl<T> PendingRequests<T> {
    /// Where pending URLs live.
    pub const PATH: &'static str = "/pending/";

    /// Nothing waits yet.
    #[must_use]
    pub const fn new(server: ServerId, limits: Limits) -> Self {
        Self {
            server,
            limits,
            records: BTreeMap::new(),
        }
    }

    /// How this server treats what waits.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The record of that id.
    #[must_use]
    pub fn record(&self, id: &str) -> Option<&Record<T>> {
        self.records.get(id).map(Box::as_ref)
    }

    /// The record of that id, to change what it is about.
    pub fn record_mut(&mut self, id: &str) -> Option<&mut Record<T>> {
        self.records.get_mut(id).map(Box::as_mut)
    }

    /// The first record of which `fits` holds, with its id.
    pub fn find(&self, fits: impl Fn(&Record<T>) -> bool) -> Option<(&str, &Record<T>)> {
        self.records
            .iter()
            .find(|(_, record)| fits(record))
            .map(|(id, record)| (id.as_str(), record.as_ref()))
    }

    /// Defers a request. Its first call is held for as long as it asked for.
    pub fn defer(
        &mut self,
        subject: T,
        owner: Owner,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> String {
        // 128 bits that say nothing: the id is unguessable and unrelated to the code.
        let id = fresh_id("pending-id", cx);
        let record = Record {
            subject,
            rounds_used: 0,
            wrong_codes: 0,
            owner,
            state: PendingState::Waiting,
            told: true,
            held: None,
            not_before: cx.now(),
            deadline: cx.now() + Span::from_s(self.limits.pending_s),
            question_deadline: None,
        };
        self.records.insert(id.clone(), Box::new(record));
        self.rearm(cx);
        self.hold_or_answer(&id, exchange, request, cx);
        self.show(&id, cx);
        id
    }

    /// Brings a record into another state. A held poll is answered with it.
    pub fn enter(&mut self, id: &str, state: PendingState, cx: &mut Context<'_>) {
        let question_s = self.limits.question_s;
        let Some(record) = self.records.get_mut(id) else {
            return;
        };
        if matches!(record.state, PendingState::Gone) {
            return;
        }
        record.question_deadline = match &state {
            PendingState::Asking(_) => Some(cx.now() + Span::from_s(question_s)),
            PendingState::Waiting
            | PendingState::Directing(_)
            | PendingState::Interacting
            | PendingState::Decided(_)
            | PendingState::Gone => None,
        };
        cx.moved(record.state.name(), state.name());
        record.state = state;
        record.told = false;
        if let Some(exchange) = record.held.take() {
            cx.disarm(WakeReason::HoldOver(exchange));
            self.answer(id, exchange, 0, cx);
        }
        self.rearm(cx);
        self.show(id, cx);
    }

    /// Counts a wrong code against every request that waits for its person to arrive, and names
    /// those that had too many.
    pub fn count_wrong_code(&mut self, wrong_codes_max: u32) -> Vec<String> {
        let mut locked = Vec::new();
        for (id, record) in &mut self.records {
            if matches!(record.state, PendingState::Directing(_)) {
                record.wrong_codes += 1;
                if record.wrong_codes > wrong_codes_max {
                    locked.push(id.clone());
                }
            }
        }
        locked
    }

    /// Counts an answered question, brings the record into the state that follows, and answers the
    /// call with it.
    ///
    /// Our choice: the answer is `202` with the next requirement when it is known, else plain
    /// pending. The draft leaves its status and body open.
    pub fn accept_answer(
        &mut self,
        id: &str,
        exchange: ExchangeId,
        next: PendingState,
        cx: &mut Context<'_>,
    ) {
        if let Some(record) = self.records.get_mut(id) {
            record.rounds_used += 1;
        }
        self.enter(id, next, cx);
        self.answer(id, exchange, 0, cx);
    }

    /// Takes a call to a pending URL.
    pub fn receive(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        caller: &Owner,
        cx: &mut Context<'_>,
    ) -> Received {
        let id = request
            .target
            .path
            .strip_prefix(Self::PATH)
            .unwrap_or_default();
        let (report, admitted) = self.admit(id, &request.target, caller);
        cx.report(exchange, report);
        if let Err(stop) = admitted {
            cx.respond(exchange, refusal(&stop));
            return Received::Settled;
        }
        match request.method {
            Method::Get => {
                self.poll(id, exchange, request, cx);
                Received::Settled
            }
            Method::Post => self.post(id, exchange, request, cx),
            Method::Delete => {
                self.withdraw(id, exchange, cx);
                Received::Withdrawn { id: id.to_owned() }
            }
        }
    }

    /// Stops holding a call: it is answered as things stand.
    pub fn hold_over(&mut self, exchange: ExchangeId, cx: &mut Context<'_>) {
        let held = self.records.iter_mut().find_map(|(id, record)| {
            (record.held == Some(exchange)).then(|| {
                record.held = None;
                id.clone()
            })
        });
        if let Some(id) = held {
            self.answer(&id, exchange, 0, cx);
        }
    }

    /// Ends every request whose time is up with `408 expired`, and names them.
    pub fn expire(&mut self, cx: &mut Context<'_>) -> Vec<String> {
        let now = cx.now();
        let due: Vec<String> = self
            .records
            .iter()
            .filter(|(_, record)| record.is_open() && record.is_due(now))
            .map(|(id, _)| id.clone())
            .collect();
        for id in &due {
            let expired = refusal_for(
                PollingError::Expired,
                "The request was not decided in time.",
            );
            self.enter(id, PendingState::Decided(expired), cx);
        }
        due
    }

    /// Sets the two timers to whatever is due next among all that waits.
    fn rearm(&self, cx: &mut Context<'_>) {
        let open = || self.records.values().filter(|record| record.is_open());
        let next_deadline = open().map(|record| record.deadline).min();
        let next_question = open().filter_map(|record| record.question_deadline).min();
        for (reason, next) in [
            (WakeReason::PendingDeadline, next_deadline),
            (WakeReason::QuestionDeadline, next_question),
        ] {
            match next {
                Some(at) => cx.wake_at(reason, at),
                None => cx.disarm(reason),
            }
        }
    }

    fn admit(
        &self,
        id: &str,
        target: &Target,
        caller: &Owner,
    ) -> (crate::check::Report, Result<Verified<()>, Stop>) {
        let subject = Subject::PendingRequest {
            path: target.path.clone(),
        };
        let mut walk = Walk::new(subject, &[rules::List::Pending]);
        let result = self.walk_admission(id, caller, &mut walk);
        walk.finish(result)
    }

    /// An unknown id and somebody else's are told apart by nobody.
    fn walk_admission(&self, id: &str, caller: &Owner, walk: &mut Walk) -> Result<(), Stop> {
        let record = self.records.get(id);
        walk.require(
            &rules::PENDING_OWNER,
            record.is_some_and(|record| record.owner == *caller),
            Fault::NotTheOwner,
            vec![
                Evidence::text("caller", caller.subject.clone()),
                Evidence::optional("owner", record.map(|record| record.owner.subject.as_str())),
            ],
        )?;
        let state = record.map_or("unknown", |record| record.state.name());
        walk.require(
            &rules::PENDING_ALIVE,
            record.is_some_and(|record| record.is_open_or_decided()),
            Fault::Expired,
            vec![Evidence::text("state", state)],
        )
    }

    fn poll(&mut self, id: &str, exchange: ExchangeId, request: &Request, cx: &mut Context<'_>) {
        let Some(record) = self.records.get(id) else {
            return;
        };
        let too_fast = record.held.is_some() || cx.now() < record.not_before;
        if too_fast {
            let slow_down = refusal_for(PollingError::SlowDown, "Poll less often.")
                .with_header("Retry-After", SLOW_DOWN_S.to_string());
            cx.respond(exchange, slow_down);
            return;
        }
        self.hold_or_answer(id, exchange, request, cx);
    }

    fn hold_or_answer(
        &mut self,
        id: &str,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) {
        let wait_s = prefer::wait_s(&request.headers)
            .unwrap_or(0)
            .min(HOLD_S_MAX);
        let Some(record) = self.records.get_mut(id) else {
            return;
        };
        if record.told && wait_s > 0 {
            record.held = Some(exchange);
            cx.wake_after(WakeReason::HoldOver(exchange), Span::from_s(wait_s));
        } else {
            let retry_after_s = if wait_s > 0 { 0 } else { POLL_INTERVAL_S };
            self.answer(id, exchange, retry_after_s, cx);
        }
    }

    fn post(
        &mut self,
        id: &str,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> Received {
        let asking = self
            .records
            .get(id)
            .is_some_and(|record| matches!(record.state, PendingState::Asking(_)));
        let refuse = |detail: String, cx: &mut Context<'_>| {
            let problem = Problem::new("invalid_request").with_detail(detail);
            cx.respond(exchange, problem.response(Status(400)));
            Received::Settled
        };
        match PendingPost::parse(request.body.bytes()) {
            Err(error) => refuse(error.to_string(), cx),
            // Our choice: without an open question there is nothing to answer, and nothing changes.
            Ok(_) if !asking => refuse("There is no open question.".to_owned(), cx),
            Ok(PendingPost::ClarificationResponse {
                clarification_response,
            }) => Received::Answer {
                id: id.to_owned(),
                clarification_response,
            },
            Ok(PendingPost::UpdatedRequest {
                resource_token,
                presented_token,
                justification,
            }) => Received::Update {
                id: id.to_owned(),
                resource_token,
                presented_token,
                justification,
            },
        }
    }

    fn withdraw(&mut self, id: &str, exchange: ExchangeId, cx: &mut Context<'_>) {
        // A poll that is still held learns that there is nothing left to wait for.
        let held = self
            .records
            .get_mut(id)
            .and_then(|record| record.held.take());
        if let Some(held) = held {
            cx.disarm(WakeReason::HoldOver(held));
            cx.respond(held, gone());
        }
        self.enter(id, PendingState::Gone, cx);
        // Our choice: the draft does not say how a withdrawal is answered.
        cx.respond(exchange, Response::new(Status(204)));
    }

    /// Answers a call with the record's state. A final answer is given once.
    fn answer(&mut self, id: &str, exchange: ExchangeId, retry_after_s: u64, cx: &mut Context<'_>) {
        let pending_url = self.server.target(&format!("{}{id}", Self::PATH));
        let Some(record) = self.records.get_mut(id) else {
            return;
        };
        let url = pending_url;
        let response = match &record.state {
            PendingState::Waiting => {
                PendingResponse::waiting(url, retry_after_s, PendingStatus::Pending).to_response()
            }
            PendingState::Interacting => {
                PendingResponse::waiting(url, retry_after_s, PendingStatus::Interacting)
                    .to_response()
            }
            PendingState::Asking(question) => {
                PendingResponse::asking(url, retry_after_s, question.clone()).to_response()
            }
            PendingState::Directing(requirement) => {
                PendingResponse::requiring(url, retry_after_s, requirement.clone()).to_response()
            }
            PendingState::Decided(response) => response.clone(),
            PendingState::Gone => gone(),
        };
        record.told = true;
        record.not_before = cx.now() + Span::from_s(retry_after_s);
        if matches!(record.state, PendingState::Decided(_)) {
            cx.moved(record.state.name(), PendingState::Gone.name());
            record.state = PendingState::Gone;
        }
        cx.respond(exchange, response);
    }

    fn show(&self, id: &str, cx: &mut Context<'_>) {
        let Some(record) = self.records.get(id) else {
            return;
        };
        cx.holds(Holding::Pending {
            path: format!("{}{id}", Self::PATH),
            state: record.state.name(),
            rounds_used: record.rounds_used,
            rounds_max: self.limits.rounds_max,
            deadline: record.question_deadline.unwrap_or(record.deadline),
        });
    }
}

impl<T> Record<T> {
    /// What it waits for.
    #[must_use]
    pub const fn state(&self) -> &PendingState {
        &self.state
    }

    /// When it expires.
    #[must_use]
    pub const fn deadline(&self) -> Timestamp {
        self.deadline
    }

    /// Whether it still waits for a decision.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        match self.state {
            PendingState::Waiting
            | PendingState::Asking(_)
            | PendingState::Directing(_)
            | PendingState::Interacting => true,
            PendingState::Decided(_) | PendingState::Gone => false,
        }
    }

    const fn is_open_or_decided(&self) -> bool {
        !matches!(self.state, PendingState::Gone)
    }

    fn is_due(&self, now: Timestamp) -> bool {
        now >= self.deadline
            || self
                .question_deadline
                .is_some_and(|deadline| now >= deadline)
    }
}

impl PendingState {
    const fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting for the person",
            Self::Asking(_) => "waiting for the agent's answer",
            Self::Directing(_) => "waiting for the person to open the page",
            Self::Interacting => "the person is on the page",
            Self::Decided(_) => "decided, not yet told",
            Self::Gone => "gone",
        }
    }
}

/// A final answer of a deferred request that is not `200`.
#[must_use]
pub fn refusal_for(error: PollingError, detail: &str) -> Response {
    Problem::new(error.code())
        .with_detail(detail)
        .response(error.status())
}

/// Our choice: an id that is unknown and one of another caller get the same bytes, so that nobody
/// learns which ids exist. An ended one is `410` without a body.
fn refusal(stop: &Stop) -> Response {
    match stop {
        Stop::Rejected(rejection) if rejection.fault == Fault::Expired => gone(),
        Stop::Rejected(_) | Stop::Needs(_) => Problem::new("unknown_pending")
            .with_detail("Nothing is pending here for this caller.")
            .response(Status(404)),
    }
}

fn gone() -> Response {
    Response::new(Status(410)).with_header("Cache-Control", "no-store")
}
