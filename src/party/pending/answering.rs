//! How a call to a pending URL is answered as things stand, and what is shown of a record.

use crate::aauth::{ClarificationRequirement, PendingResponse, PendingStatus, Requirement};
use crate::http::{Request, prefer};
use crate::stage::{Context, ExchangeId, Holding, WakeReason};
use crate::time::Span;

use super::record::PendingState;
use super::{HOLD_S_MAX, POLL_INTERVAL_S, PendingRequests, gone};

impl<T> PendingRequests<T> {
    pub(super) fn hold_or_answer(
        &mut self,
        id: &str,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) {
        let wait_s = prefer::wait_s(&request.headers)
            .unwrap_or(0)
            .min(HOLD_S_MAX);
        let Some(record) = self.record_mut(id) else {
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

    /// Answers a call with the record's state. A final answer is given once.
    pub(super) fn answer(
        &mut self,
        id: &str,
        exchange: ExchangeId,
        retry_after_s: u64,
        cx: &mut Context<'_>,
    ) {
        let pending_url = self.server.target(&format!("{}{id}", Self::PATH));
        let Some(record) = self.record_mut(id) else {
            return;
        };
        let url = pending_url;
        let first_call = record.first_call.take() == Some(exchange);
        let response = match &record.state {
            PendingState::Waiting => {
                PendingResponse::requiring(url, retry_after_s, Requirement::Approval).to_response()
            }
            PendingState::Interacting => {
                PendingResponse::waiting(url, retry_after_s, PendingStatus::Interacting)
                    .to_response()
            }
            PendingState::Asking(question) => {
                let question = ClarificationRequirement {
                    timeout_s: record.question_deadline.map(|at| at.since(cx.now()).s()),
                    ..question.clone()
                };
                PendingResponse::asking(url, retry_after_s, question).to_response()
            }
            // Our choice: a refusal is not given at once. The call is deferred first, so that the
            // agent reads every refusal in the same place.
            PendingState::Decided(response) if first_call && response.status.0 != 200 => {
                let pending = PendingResponse::waiting(url, 0, PendingStatus::Pending);
                record.not_before = cx.now();
                cx.respond(exchange, pending.to_response());
                return;
            }
            PendingState::Directing(requirement) => {
                PendingResponse::requiring(url, retry_after_s, requirement.clone()).to_response()
            }
            PendingState::Decided(response) => response.clone(),
            PendingState::Gone => gone(),
        };
        record.told = true;
        record.not_before = cx.now() + Span::from_s(retry_after_s);
        let is_final = matches!(record.state, PendingState::Decided(_));
        if is_final {
            cx.moved(record.state.name(), PendingState::Gone.name());
            record.state = PendingState::Gone;
        }
        cx.respond(exchange, response);
        if is_final {
            self.show(id, cx);
        }
    }

    /// Writes down where each request stands: all that decides what can come next.
    pub fn situation(&self, out: &mut String) {
        for record in &self.records {
            out.push_str(record.state.name());
            if let Some(resume) = &record.resume {
                out.push_str(resume.name());
            }
            let used = [
                record.rounds_used,
                record.wrong_codes,
                u32::from(record.told),
            ];
            for number in used {
                out.push(' ');
                out.push_str(&number.to_string());
            }
            if record.held.is_some() || record.first_call.is_some() {
                out.push_str(" held");
            }
        }
    }

    pub(super) fn show(&self, id: &str, cx: &mut Context<'_>) {
        let Some(record) = self.record(id) else {
            return;
        };
        cx.holds(Holding::Pending {
            path: format!("{}{id}", Self::PATH),
            state: record.state.name(),
            rounds_used: record.rounds_used,
            rounds_max: self.limits.rounds_max,
            deadline: record.next_deadline(),
        });
    }
}
