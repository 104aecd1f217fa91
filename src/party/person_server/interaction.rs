//! What the person server serves to the person's browser: the page, and the decision on it.

use crate::aauth::{Code, InteractionUrl, PollingError, Requirement};
use crate::check::{Fault, Stop};
use crate::http::{Method, Request, Response, Status};
use crate::stage::{Context, ExchangeId, Holding, WakeReason};
use crate::time::Span;

use super::super::pending::{PendingState, refusal_for};
use super::super::server::{method_not_allowed, not_found};
use super::PersonServer;
use super::consent::{
    SESSION_S, WRONG_CODES_MAX, notice_page, page, presented_code, session_cookie, verify_code,
    verify_decision,
};
use super::endpoints::owner;

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

    /// The state in which the agent directs the person to the page, with a fresh code.
    pub(super) fn send_to_the_page(&mut self, id: &str, cx: &mut Context<'_>) -> PendingState {
        let record = self
            .pending
            .record_mut(id)
            .expect("only a request that waits is sent to the page");
        // A code lives no longer than the request it belongs to.
        let expires_at = record.deadline();
        let code = record.subject.consent.open_page(expires_at, cx);
        let url = self.page_url();
        PendingState::Directing(Requirement::Interaction { url, code })
    }

    /// The person arrives with a code. Spec: `#interaction-code-format`
    fn arrive(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        cx: &mut Context<'_>,
    ) -> Response {
        let presented = presented_code(request);
        let code = presented.as_deref().and_then(|text| Code::parse(text).ok());
        let found = code.as_ref().and_then(|code| {
            let found = self
                .pending
                .find(|record| record.subject.consent.has_code(code));
            found.map(|(id, _)| id.to_owned())
        });
        let consent = found
            .as_deref()
            .and_then(|id| self.pending.record(id))
            .map(|record| &record.subject.consent);
        let (report, result) = verify_code(presented.as_deref(), consent, cx.now());
        cx.report(exchange, report);
        match (result, found, code) {
            (Ok(_), Some(id), Some(code)) => self.open(&id, &code, cx),
            (Err(Stop::Rejected(rejection)), _, _) if rejection.fault == Fault::Expired => {
                notice_page(Status(408), "This request has expired.")
            }
            (Err(_), Some(_), _) => notice_page(Status(410), "This code does not work any more."),
            (_, _, _) => {
                self.count_wrong_code(cx);
                notice_page(Status(410), "This code is not known here.")
            }
        }
    }

    fn open(&mut self, id: &str, code: &Code, cx: &mut Context<'_>) -> Response {
        let url = self.page_url();
        let Some(record) = self.pending.record_mut(id) else {
            return not_found();
        };
        let consent = &mut record.subject.consent;
        let session = consent.begin_session(cx).to_owned();
        let response = page(consent, code, &session, &url);
        cx.holds(Holding::Session { state: "open" });
        cx.wake_after(WakeReason::SessionDeadline, Span::from_s(SESSION_S));
        self.pending.enter(id, PendingState::Interacting, cx);
        response
    }

    /// Our choice: nobody knows which request a wrong code was meant for, so it counts against every
    /// one that waits for its person.
    fn count_wrong_code(&mut self, cx: &mut Context<'_>) {
        let locked = self.pending.count_wrong_code(WRONG_CODES_MAX);
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
        let cookie = session_cookie(request);
        let found = self
            .pending
            .find(|record| {
                record.is_open() && record.subject.consent.has_session(cookie.as_deref())
            })
            .map(|(id, _)| id.to_owned());
        let (report, result) = verify_decision(request, found.is_some());
        cx.report(exchange, report);
        let (Ok(_), Some(id)) = (result, found) else {
            return notice_page(Status(403), "There is nothing for you to decide here.");
        };
        match request.body.text() {
            Some("decision=approve") => self.approve(&id, cx),
            Some("decision=deny") => self.deny(&id, cx),
            Some(_) | None => notice_page(Status(400), "Approve or deny, please."),
        }
    }

    fn approve(&mut self, id: &str, cx: &mut Context<'_>) -> Response {
        let (Some(granted), Some(record)) = (self.grant(id, cx), self.pending.record(id)) else {
            return not_found();
        };
        self.known_agents.insert(owner(&record.subject.agent));
        self.conclude(id, granted, cx);
        notice_page(
            Status(200),
            "You approved the request. You can close this page.",
        )
    }

    fn deny(&mut self, id: &str, cx: &mut Context<'_>) -> Response {
        cx.holds(Holding::Decision {
            approved: false,
            scope: String::new(),
        });
        let denied = refusal_for(PollingError::Denied, "The person declined the request.");
        self.conclude(id, denied, cx);
        notice_page(
            Status(200),
            "You denied the request. You can close this page.",
        )
    }

    fn conclude(&mut self, id: &str, answer: Response, cx: &mut Context<'_>) {
        cx.disarm(WakeReason::SessionDeadline);
        cx.holds(Holding::Session { state: "closed" });
        if let Some(record) = self.pending.record_mut(id) {
            record.subject.consent.end_session();
        }
        self.pending.enter(id, PendingState::Decided(answer), cx);
    }

    /// The person left the page open and never decided.
    pub(super) fn abandon(&mut self, cx: &mut Context<'_>) {
        let open = self
            .pending
            .find(|record| matches!(record.state(), PendingState::Interacting))
            .map(|(id, _)| id.to_owned());
        if let Some(id) = open {
            let abandoned = refusal_for(PollingError::Abandoned, "The person left the page.");
            self.conclude(&id, abandoned, cx);
        }
    }

    fn page_url(&self) -> InteractionUrl {
        InteractionUrl::parse(&self.server.id.url(INTERACTION_PATH))
            .expect("a server's own page is an https URL without query")
    }
}
