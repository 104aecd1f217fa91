//! What the person server serves to the person's browser: the page, and the decision on it.

use crate::aauth::{Capability, Code, InteractionUrl, PollingError, Requirement};
use crate::check::{Fault, Stop};
use crate::http::{Method, Request, Response, Status};
use crate::stage::{Context, ExchangeId, Holding};

use super::super::pending::{PendingState, Record, refusal_for};
use super::super::server::{method_not_allowed, not_found};
use super::consent::{
    Arrived, Form, WRONG_CODES_MAX, error_page, notice_page, page, presented_code,
};
use super::endpoints::owner;
use super::{InReview, PersonServer};

/// The page that the person is sent to.
pub const INTERACTION_PATH: &str = "/interaction";

/// Where the page's buttons post to.
const DECISION_PATH: &str = "/interaction/decision";

impl PersonServer {
    pub(super) fn serve_browser(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) {
        let response = match (request.target.path.as_str(), request.method) {
            (INTERACTION_PATH, Method::Get) => self.arrive(exchange, request, cx),
            (DECISION_PATH, Method::Post) => self.decide(exchange, request, cx),
            (INTERACTION_PATH, _) => method_not_allowed("GET"),
            (DECISION_PATH, _) => method_not_allowed("POST"),
            _ => not_found(),
        };
        cx.respond(exchange, response);
    }

    /// Where a request goes when the person has no more to ask: to the page, if the agent can send
    /// its person there. Else it stays where it is, with the person server asking its person itself.
    pub(super) fn on_to_the_decision(&mut self, id: &str, cx: &mut Context<'_>) -> PendingState {
        let url = self.page_url();
        match self.pending.record_mut(id) {
            Some(record) if record.subject.can(Capability::Interaction) => {
                // A code lives no longer than the request it belongs to.
                let expires_at = record.deadline();
                let code = record.subject.consent.open_page(expires_at, cx);
                PendingState::Directing(Requirement::Interaction { url, code })
            }
            Some(_) | None => PendingState::Waiting,
        }
    }

    /// The person arrives with a code. Spec: `#interaction-code-format`
    fn arrive(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> Response {
        let presented = presented_code(request);
        let code = presented.as_deref().map(Code::parse_entered);
        let found = match &code {
            Some(Ok(code)) => {
                let leads_to = |record: &Record<InReview>| record.subject.consent.has_code(code);
                self.pending.find(leads_to).map(|record| record.id.clone())
            }
            Some(Err(_)) | None => None,
        };
        let consent = found
            .as_deref()
            .and_then(|id| self.pending.record(id))
            .map(|record| &record.subject.consent);
        let arrival = Arrived {
            request,
            login: &self.login,
            presented: presented.as_deref(),
            consent,
        };
        let (report, result) = arrival.verify(cx.now());
        cx.report(exchange, report);
        match (result, found, code) {
            (Ok(_), Some(id), Some(Ok(code))) => self.open(&id, &code, cx),
            (Err(Stop::Rejected(rejection)), found, code) => match rejection.fault {
                Fault::NotTheOwner => notice_page(Status(401), "Sign in first."),
                Fault::Expired => error_page(PollingError::Expired, "This request has expired."),
                _ if found.is_some() => {
                    let sentence = "This code does not work any more.";
                    error_page(PollingError::InvalidCode, sentence)
                }
                _ => {
                    // What is not even a code was not guessed.
                    if matches!(code, Some(Ok(_))) {
                        self.count_wrong_code(cx);
                    }
                    error_page(PollingError::InvalidCode, "This code is not known here.")
                }
            },
            (Ok(_) | Err(Stop::Needs(_)), _, _) => not_found(),
        }
    }

    fn open(&mut self, id: &str, code: &Code, cx: &mut Context<'_>) -> Response {
        let url = self.page_url();
        let Some(record) = self.pending.record_mut(id) else {
            return not_found();
        };
        let consent = &mut record.subject.consent;
        let token = consent.begin_session(cx).to_owned();
        let response = page(consent, code, &token, &url);
        cx.holds(Holding::Session { state: "open" });
        self.pending.arrive(id, cx);
        response
    }

    /// Our choice: nobody knows which request a wrong code was meant for, so it counts against every
    /// one whose own code still opens its page, whatever else that request waits for.
    fn count_wrong_code(&mut self, cx: &mut Context<'_>) {
        let may_be_meant = |in_review: &InReview| in_review.consent.has_unused_code();
        let locked = self.pending.count_wrong_code(WRONG_CODES_MAX, may_be_meant);
        for id in locked {
            let refusal = refusal_for(PollingError::InvalidCode, "Too many wrong codes.");
            self.pending.enter(&id, PendingState::Decided(refusal), cx);
            self.close(&id, "too many wrong codes were tried", cx);
        }
    }

    /// The person decides: an authenticated act of its own. Spec: `#ps-approval-endpoint-auth`
    fn decide(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> Response {
        let form = Form::parse(request);
        let found = self.pending.find(|record| {
            record.is_open() && record.subject.consent.has_session(form.consent.as_deref())
        });
        let found = found.map(|record| record.id.clone());
        let (report, result) = form.verify(request, &self.login, found.is_some());
        cx.report(exchange, report);
        let (Ok(_), Some(id)) = (result, found) else {
            return notice_page(Status(403), "There is nothing for you to decide here.");
        };
        match form.decision.as_deref() {
            Some("approve") => {
                self.carry_out(&id, Self::decision_of(true), cx);
                notice_page(
                    Status(200),
                    "You approved the request. You can close this page.",
                )
            }
            Some("deny") => {
                self.carry_out(&id, Self::decision_of(false), cx);
                notice_page(
                    Status(200),
                    "You denied the request. You can close this page.",
                )
            }
            Some(_) | None => notice_page(Status(400), "Approve or deny, please."),
        }
    }

    /// What the person decided, on the page or over this server's own channel, is recorded and
    /// becomes the final answer.
    pub(super) fn conclude(&mut self, id: &str, approve: bool, reason: &str, cx: &mut Context<'_>) {
        let answer = if approve {
            self.grant(id, cx)
        } else {
            cx.holds(Holding::Decision {
                approved: false,
                scope: String::new(),
            });
            Some(refusal_for(PollingError::Denied, reason))
        };
        let (Some(answer), Some(record)) = (answer, self.pending.record_mut(id)) else {
            return;
        };
        if approve {
            let agent = owner(&record.subject.agent);
            self.known_agents.push(agent);
        }
        record.subject.consent.consume_code();
        if record.subject.consent.end_session() {
            cx.holds(Holding::Session { state: "closed" });
        }
        self.pending.enter(id, PendingState::Decided(answer), cx);
    }

    fn page_url(&self) -> InteractionUrl {
        InteractionUrl::parse(&self.server.id.url(INTERACTION_PATH))
            .expect("a server's own page is an https URL without query")
    }
}
