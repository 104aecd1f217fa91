//! The pending URLs: polls, answers, updates and withdrawals of whoever made the request.

use crate::aauth::pending::SLOW_DOWN_S;
use crate::aauth::{PendingPost, PollingError};
use crate::check::{Fault, Stop, Subject, Walk, Walked, rules};
use crate::http::{Method, Problem, Request, Response, Status, Target};
use crate::stage::{Context, ExchangeId, WakeReason};

use super::record::{Owner, PendingState, Record};
use super::{PendingRequests, gone, refusal_for};

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
            Method::Delete => self.withdraw(id, exchange, cx),
        }
    }

    fn admit(&self, id: &str, target: &Target, caller: &Owner) -> Walked<()> {
        let subject = Subject::PendingRequest {
            path: target.path.clone(),
        };
        let mut walk = Walk::new(subject, &[rules::List::Pending]);
        let result = self.walk_admission(id, caller, &mut walk);
        walk.finish(result)
    }

    /// An unknown id and somebody else's are told apart by nobody.
    fn walk_admission(&self, id: &str, caller: &Owner, walk: &mut Walk) -> Result<(), Stop> {
        let record = self.record(id);
        walk.text("caller", &caller.subject);
        let owner = record.map(|record| record.owner.subject.as_str());
        walk.optional("owner", owner);
        let is_owner = record.is_some_and(|record| record.owner == *caller);
        let fault = if record.is_some() {
            Fault::NotTheOwner
        } else {
            Fault::NotFound
        };
        walk.require(&rules::PENDING_OWNER, is_owner, fault)?;
        let state = record.map_or("unknown", |record| record.state.name());
        walk.text("state", state);
        let is_alive = record.is_some_and(Record::is_open_or_decided);
        walk.require(&rules::PENDING_ALIVE, is_alive, Fault::Ended)
    }

    fn poll(&mut self, id: &str, exchange: ExchangeId, request: &Request, cx: &mut Context<'_>) {
        let Some(record) = self.record(id) else {
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

    fn post(
        &mut self,
        id: &str,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> Received {
        let asking = self
            .record(id)
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

    fn withdraw(&mut self, id: &str, exchange: ExchangeId, cx: &mut Context<'_>) -> Received {
        let was_open = self.record(id).is_some_and(Record::is_open);
        // A poll that is still held learns that there is nothing left to wait for.
        let held = self.record_mut(id).and_then(|record| record.held.take());
        if let Some(held) = held {
            cx.disarm(WakeReason::HoldOver(held));
            cx.respond(held, gone());
        }
        self.enter(id, PendingState::Gone, cx);
        // Our choice: the draft does not say how a withdrawal is answered.
        cx.respond(exchange, Response::new(Status(204)));
        // Nobody has to hear of it when the decision was made already.
        if was_open {
            Received::Withdrawn { id: id.to_owned() }
        } else {
            Received::Settled
        }
    }
}

/// Our choice: an id that is unknown and one of another caller get the same bytes, so that nobody
/// learns which ids exist. An ended one is `410` without a body.
fn refusal(stop: &Stop) -> Response {
    match stop {
        Stop::Rejected(rejection) if rejection.fault == Fault::Ended => gone(),
        Stop::Rejected(_) | Stop::Needs(_) => Problem::new("unknown_pending")
            .with_detail("Nothing is pending here for this caller.")
            .response(Status(404)),
    }
}
