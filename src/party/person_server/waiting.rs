//! What an agent does with a request of its own that waits: poll, answer, update, withdraw.

use std::sync::Arc;

use crate::aauth::credential::Credential;
use crate::aauth::token::{AgentToken, Redeemed};
use crate::aauth::{TokenEndpointError, TokenMember};
use crate::check::{Report, Stop, Verified};
use crate::http::Request;
use crate::httpsig::Signed;
use crate::stage::{Context, ExchangeId, Input, Notice, PartyId};

use super::super::pending::Received;
use super::PersonServer;
use super::endpoints::{owner, refuse};

/// An updated request, as it was sent.
struct Update<'a> {
    id: &'a str,
    resource_token: &'a str,
    presented_token: &'a str,
    justification: Option<String>,
}

impl PersonServer {
    pub(super) fn serve_waiting(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        agent: &AgentToken,
        signed: &Signed<Credential>,
        cx: &mut Context<'_>,
    ) {
        match self.pending.receive(exchange, request, &owner(agent), cx) {
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
                self.updated_by_the_agent(update, exchange, request, signed, cx);
            }
            Received::Withdrawn { id } => self.close(&id, "the agent withdrew its request", cx),
        }
    }

    /// The answer goes to the person, who now has to decide on the page.
    fn answered_by_the_agent(
        &mut self,
        id: &str,
        clarification_response: String,
        exchange: ExchangeId,
        cx: &mut Context<'_>,
    ) {
        let next = match self.pending.record_mut(id) {
            Some(record) => {
                if let Some(round) = record.subject.consent.rounds.last_mut() {
                    round.agent_says = Some(clarification_response.clone());
                }
                self.send_to_the_page(id, cx)
            }
            None => return,
        };
        self.pending.accept_answer(id, exchange, next, cx);
        let answer = Notice::Answer {
            clarification_response,
        };
        cx.tell(PartyId::Person, answer);
    }

    /// The new pair replaces the old one when it verifies and keeps what must stay the same.
    ///
    /// Our choice: a failed update is `400`, the old request and its question stand, and no round is
    /// used. Spec: `#updated-request`
    fn updated_by_the_agent(
        &mut self,
        update: Update<'_>,
        exchange: ExchangeId,
        request: &Request,
        signed: &Signed<Credential>,
        cx: &mut Context<'_>,
    ) {
        let Some(record) = self.pending.record(update.id) else {
            return;
        };
        let (report, result) = self.verifier(cx).verify_updated_request(
            update.resource_token,
            update.presented_token,
            self.redeemer(),
            &signed.thumbprint,
            &record.subject.redeemed.resource_token,
        );
        match result {
            Ok(redeemed) => {
                cx.report(exchange, report);
                self.replace(update, redeemed, exchange, cx);
            }
            Err(Stop::Needs(key)) => {
                let again = Input::Request(exchange, request.clone());
                if self.server.desk.park(&key, again, cx).is_err() {
                    let error = TokenEndpointError::Invalid(TokenMember::Resource);
                    cx.respond(
                        exchange,
                        refuse(error, "The issuer's keys cannot be found."),
                    );
                }
            }
            Err(Stop::Rejected(rejection)) => {
                let error = error_of(&report);
                cx.report(exchange, report);
                cx.respond(exchange, refuse(error, &rejection.to_string()));
            }
        }
    }

    /// The person is shown the new request, and decides on the page.
    fn replace(
        &mut self,
        update: Update<'_>,
        redeemed: Verified<Redeemed>,
        exchange: ExchangeId,
        cx: &mut Context<'_>,
    ) {
        let scopes = self.described_scopes(&redeemed.resource_token);
        let Some(record) = self.pending.record_mut(update.id) else {
            return;
        };
        let consent = &mut record.subject.consent;
        let review = Arc::make_mut(&mut consent.review);
        review.scopes = scopes;
        if let Some(justification) = update.justification {
            if let Some(round) = consent.rounds.last_mut() {
                round.agent_says = Some(justification.clone());
            }
            review.justification = Some(justification);
        }
        let review = Arc::clone(&consent.review);
        record.subject.redeemed = Arc::new(redeemed);
        let next = self.send_to_the_page(update.id, cx);
        self.pending.accept_answer(update.id, exchange, next, cx);
        cx.tell(PartyId::Person, Notice::Updated(review));
    }
}

/// A pair that does not verify is answered as in a first request; one that breaks with the original
/// is an invalid resource token.
fn error_of(report: &Report) -> TokenEndpointError {
    report
        .checks
        .iter()
        .find_map(|check| TokenEndpointError::of_redemption(check.inner.as_deref()?))
        .unwrap_or(TokenEndpointError::Invalid(TokenMember::Resource))
}
