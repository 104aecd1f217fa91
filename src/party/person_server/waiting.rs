//! What an agent does with a request of its own that waits: poll, answer, update, withdraw.

use std::sync::Arc;

use crate::aauth::token::Redeemed;
use crate::aauth::{TokenEndpointError, TokenMember};
use crate::check::{Report, Stop, Verified};
use crate::stage::{Context, ExchangeId, Notice};

use super::super::pending::{PendingState, Received};
use super::PersonServer;
use super::endpoints::{Call, owner};

/// An updated request, as it was sent.
struct Update<'a> {
    id: &'a str,
    resource_token: &'a str,
    presented_token: &'a str,
    justification: Option<String>,
}

impl PersonServer {
    pub(super) fn serve_waiting(&mut self, call: Call<'_>, cx: &mut Context<'_>) {
        let exchange = call.exchange;
        let received = self
            .pending
            .receive(exchange, call.request, &owner(call.agent), cx);
        match received {
            Received::Settled => {}
            Received::Answer {
                id,
                clarification_response,
            } => self.answered_by_the_agent(&id, clarification_response, exchange, cx),
            Received::Update {
                id,
                resource_token,
                presented_token,
                justification,
            } => {
                let update = Update {
                    id: &id,
                    resource_token: &resource_token,
                    presented_token: &presented_token,
                    justification,
                };
                self.updated_by_the_agent(&update, call, cx);
            }
            Received::Withdrawn { id } => self.close(&id, "the agent withdrew its request", cx),
        }
    }

    /// The answer goes to the person, who decides once they have read it.
    fn answered_by_the_agent(
        &mut self,
        id: &str,
        clarification_response: String,
        exchange: ExchangeId,
        cx: &mut Context<'_>,
    ) {
        let Some(record) = self.pending.record_mut(id) else {
            return;
        };
        let number = record.number;
        if let Some(round) = record.subject.consent.rounds.last_mut() {
            round.agent_says = Some(clarification_response.clone());
        }
        self.go_on_answered(id, exchange, cx);
        let answer = Notice::Answer {
            number,
            clarification_response,
        };
        self.consult(id, answer, cx);
    }

    /// Back to where the question was asked, or else on to the decision.
    fn go_on_answered(&mut self, id: &str, exchange: ExchangeId, cx: &mut Context<'_>) {
        let stays = self
            .pending
            .record(id)
            .is_some_and(|record| record.subject.in_app)
            || self.policy.is_some();
        let next = if stays || self.pending.resumes(id) {
            PendingState::Waiting
        } else {
            self.on_to_the_decision(id, cx)
        };
        self.pending.accept_answer(id, exchange, next, cx);
    }

    /// The new pair replaces the old one when it verifies and keeps what must stay the same.
    ///
    /// Our choice: a failed update is `400`, the old request and its question stand, and no round is
    /// used. Spec: `#updated-request`
    fn updated_by_the_agent(&mut self, update: &Update<'_>, call: Call<'_>, cx: &mut Context<'_>) {
        let Some(record) = self.pending.record(update.id) else {
            return;
        };
        let (report, result) = self.verifier(cx).verify_updated_request(
            update.resource_token,
            update.presented_token,
            self.redeemer(),
            call.thumbprint,
            &record.subject.redeemed.resource_token,
        );
        match result {
            Ok(redeemed) => {
                cx.report(call.exchange, report);
                self.replace(update, redeemed, call, cx);
            }
            Err(Stop::Needs(key)) => {
                if self.server.desk.park(&key, call.again(), cx).is_err() {
                    let error = TokenEndpointError::Invalid(TokenMember::Resource);
                    call.refuse(error, "The issuer's keys cannot be looked up.", cx);
                }
            }
            Err(Stop::Rejected(rejection)) => {
                let error = self.update_error(&report, update, call);
                cx.report(call.exchange, report);
                call.refuse(error, &rejection.to_string(), cx);
            }
        }
    }

    /// A pair that does not verify is answered as in a first request; one that breaks with the
    /// original is an invalid resource token.
    fn update_error(
        &self,
        report: &Report,
        update: &Update<'_>,
        call: Call<'_>,
    ) -> TokenEndpointError {
        let pair = report
            .checks
            .iter()
            .find_map(|check| check.inner.as_deref());
        match pair.filter(|pair| !pair.passed()) {
            Some(pair) => {
                let (resource_token, presented_token) =
                    (update.resource_token, update.presented_token);
                self.redemption_error(pair, resource_token, presented_token, call)
            }
            None => TokenEndpointError::Invalid(TokenMember::Resource),
        }
    }

    /// The person is shown the new request in place of the old one.
    fn replace(
        &mut self,
        update: &Update<'_>,
        redeemed: Verified<Redeemed>,
        call: Call<'_>,
        cx: &mut Context<'_>,
    ) {
        let scopes = self.described_scopes(&redeemed.resource_token);
        let Some(record) = self.pending.record_mut(update.id) else {
            return;
        };
        let in_review = &mut record.subject;
        in_review.agent = Arc::new(call.agent.clone());
        in_review.redeemed = Arc::new(redeemed);
        let consent = &mut in_review.consent;
        let review = Arc::make_mut(&mut consent.review);
        review.scopes = scopes;
        // Our choice: the reason was one for the old request. A new request without any has none.
        review.justification.clone_from(&update.justification);
        if let Some(round) = consent.rounds.last_mut() {
            round.agent_says.clone_from(&update.justification);
            round.is_updated = true;
        }
        let review = Arc::clone(&consent.review);
        self.go_on_answered(update.id, call.exchange, cx);
        self.consult(update.id, Notice::Updated(review), cx);
    }
}
