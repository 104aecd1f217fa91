//! The server's half of a deferred response: one typed record for each request that waits, and one
//! endpoint for them, used by every server that defers.

mod answering;
mod endpoint;
mod record;

use crate::aauth::{ClarificationRequirement, PollingError, ServerId};
use crate::http::{Problem, Request, Response, Status};
use crate::stage::{Context, ExchangeId, WakeReason};
use crate::time::{Span, Timestamp};

use super::server::fresh_id;

pub use self::endpoint::Received;
pub use self::record::{Lapse, Limits, Owner, PendingState, Record};

/// The longest a poll is held, in seconds.
pub const HOLD_S_MAX: u64 = 45;

/// How often an agent may poll that does not ask to be held, in seconds.
pub const POLL_INTERVAL_S: u64 = 5;

/// The requests that wait at one server, in the order in which they were deferred. Each has an id,
/// the last segment of its path.
#[derive(Clone, Debug)]
pub struct PendingRequests<T> {
    server: ServerId,
    limits: Limits,
    records: Vec<Record<T>>,
    deferred: u32,
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
            records: Vec::new(),
            deferred: 0,
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
        self.records.iter().find(|record| record.id == id)
    }

    /// The record of that id, to change what it is about.
    pub fn record_mut(&mut self, id: &str) -> Option<&mut Record<T>> {
        self.records.iter_mut().find(|record| record.id == id)
    }

    /// The first record of which `fits` holds.
    pub fn find(&self, fits: impl Fn(&Record<T>) -> bool) -> Option<&Record<T>> {
        self.records.iter().find(|record| fits(record))
    }

    /// The number of the request that is deferred next.
    #[must_use]
    pub const fn next_number(&self) -> u32 {
        self.deferred + 1
    }

    /// Defers a request that can wait until `not_after` at most. Its first call is held for as long
    /// as it asked for. Gives the id of its record.
    pub fn defer(
        &mut self,
        subject: T,
        owner: Owner,
        not_after: Timestamp,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> String {
        // 128 bits that say nothing: the id is unguessable and unrelated to the code.
        let id = fresh_id("pending-id", cx);
        self.deferred = self.next_number();
        let latest = cx.now() + Span::from_s(self.limits.pending_s);
        let record = Record {
            id: id.clone(),
            number: self.deferred,
            subject,
            rounds_used: 0,
            wrong_codes: 0,
            owner,
            state: PendingState::Waiting,
            resume: None,
            first_call: Some(exchange),
            told: true,
            held: None,
            not_before: cx.now(),
            deadline: latest.min(not_after),
            question_deadline: None,
            session_deadline: None,
        };
        self.records.push(record);
        self.rearm(cx);
        self.hold_or_answer(&id, exchange, request, cx);
        self.show(&id, cx);
        id
    }

    /// Brings a record into another state. A held poll is answered with it. What was decided, or is
    /// over, stays so.
    pub fn enter(&mut self, id: &str, state: PendingState, cx: &mut Context<'_>) {
        let (question_s, session_s) = (self.limits.question_s, self.limits.session_s);
        let Some(record) = self.record_mut(id) else {
            return;
        };
        let stays = match &record.state {
            PendingState::Gone => true,
            PendingState::Decided(_) => !matches!(state, PendingState::Gone),
            PendingState::Waiting
            | PendingState::Asking(_)
            | PendingState::Directing(_)
            | PendingState::Interacting => false,
        };
        if stays {
            return;
        }
        let answer_by = (cx.now() + Span::from_s(question_s)).min(record.deadline);
        record.question_deadline = match &state {
            PendingState::Asking(_) => Some(answer_by),
            PendingState::Waiting
            | PendingState::Directing(_)
            | PendingState::Interacting
            | PendingState::Decided(_)
            | PendingState::Gone => None,
        };
        // Whoever waits for an answer has not left the page.
        record.session_deadline = match &state {
            PendingState::Interacting => {
                Some((cx.now() + Span::from_s(session_s)).min(record.deadline))
            }
            PendingState::Waiting
            | PendingState::Asking(_)
            | PendingState::Directing(_)
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

    /// Puts a question to the caller, who has to answer before the way to a decision goes on. Only
    /// where [`Record::can_be_asked`].
    pub fn ask(&mut self, id: &str, question: ClarificationRequirement, cx: &mut Context<'_>) {
        if let Some(record) = self.record_mut(id) {
            record.rounds_used += 1;
            record.resume = match &record.state {
                on_the_way @ (PendingState::Directing(_) | PendingState::Interacting) => {
                    Some(on_the_way.clone())
                }
                PendingState::Waiting
                | PendingState::Asking(_)
                | PendingState::Decided(_)
                | PendingState::Gone => None,
            };
        }
        self.enter(id, PendingState::Asking(question), cx);
    }

    /// The person has opened the page. An open question stays open, and its answer leads there.
    pub fn arrive(&mut self, id: &str, cx: &mut Context<'_>) {
        let Some(record) = self.record_mut(id) else {
            return;
        };
        if matches!(record.state, PendingState::Asking(_)) {
            record.resume = Some(PendingState::Interacting);
            self.rearm(cx);
        } else {
            self.enter(id, PendingState::Interacting, cx);
        }
    }

    /// The person needs no page any more: the caller is sent to none, now and after an open question.
    pub fn direct_no_more(&mut self, id: &str, cx: &mut Context<'_>) {
        let Some(record) = self.record_mut(id) else {
            return;
        };
        if matches!(record.resume, Some(PendingState::Directing(_))) {
            record.resume = None;
        }
        if matches!(record.state, PendingState::Directing(_)) {
            self.enter(id, PendingState::Waiting, cx);
        }
    }

    /// Counts a wrong code against every open request that `may_be_meant`, and names those that had
    /// too many.
    pub fn count_wrong_code(
        &mut self,
        wrong_codes_max: u32,
        may_be_meant: impl Fn(&T) -> bool,
    ) -> Vec<String> {
        let mut locked = Vec::new();
        for record in &mut self.records {
            if record.is_open() && may_be_meant(&record.subject) {
                record.wrong_codes += 1;
                if record.wrong_codes > wrong_codes_max {
                    locked.push(record.id.clone());
                }
            }
        }
        locked
    }

    /// Brings a record on from its question, to where it was asked or else to `next`, and answers
    /// the call with that state.
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
        let resume = self.record_mut(id).and_then(|record| record.resume.take());
        self.enter(id, resume.unwrap_or(next), cx);
        self.answer(id, exchange, 0, cx);
    }

    /// Whether an answered question leads back to where it was asked.
    #[must_use]
    pub fn resumes(&self, id: &str) -> bool {
        self.record(id)
            .is_some_and(|record| record.resume.is_some())
    }

    /// Stops holding a call: it is answered as things stand.
    pub fn hold_over(&mut self, exchange: ExchangeId, cx: &mut Context<'_>) {
        let mut records = self.records.iter_mut();
        if let Some(record) = records.find(|record| record.held == Some(exchange)) {
            record.held = None;
            let id = record.id.clone();
            self.answer(&id, exchange, 0, cx);
        }
    }

    /// Ends every request whose time is up, and names each with the reason.
    pub fn lapse(&mut self, cx: &mut Context<'_>) -> Vec<(String, Lapse)> {
        let now = cx.now();
        let mut due = Vec::new();
        for record in self.records.iter().filter(|record| record.is_open()) {
            due.extend(record.lapsed(now).map(|lapse| (record.id.clone(), lapse)));
        }
        for (id, lapse) in &due {
            let answer = match lapse {
                Lapse::Expired => refusal_for(
                    PollingError::Expired,
                    "The request was not decided in time.",
                ),
                Lapse::Abandoned => {
                    refusal_for(PollingError::Abandoned, "The person left the page.")
                }
            };
            self.enter(id, PendingState::Decided(answer), cx);
        }
        due
    }

    /// Sets each timer to what is due next among all that waits.
    fn rearm(&self, cx: &mut Context<'_>) {
        for (reason, next) in [
            (
                WakeReason::PendingDeadline,
                self.earliest(|record| Some(record.deadline)),
            ),
            (
                WakeReason::QuestionDeadline,
                self.earliest(|record| record.question_deadline),
            ),
            (
                WakeReason::SessionDeadline,
                self.earliest(|record| record.session_deadline),
            ),
        ] {
            match next {
                Some(at) => cx.wake_at(reason, at),
                None => cx.disarm(reason),
            }
        }
    }

    fn earliest(&self, deadline: fn(&Record<T>) -> Option<Timestamp>) -> Option<Timestamp> {
        let open = self.records.iter().filter(|record| record.is_open());
        open.filter_map(deadline).min()
    }
}

/// A final answer of a deferred request that is not `200`.
#[must_use]
pub fn refusal_for(error: PollingError, detail: &str) -> Response {
    Problem::new(error.code())
        .with_detail(detail)
        .response(error.status())
}

fn gone() -> Response {
    Response::new(Status(410)).with_header("Cache-Control", "no-store")
}
