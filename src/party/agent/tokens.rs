//! What the agent checks of the tokens it receives, and keeps.

use crate::aauth::challenge::ExpectedChallenge;
use crate::aauth::token::TokenVerifier;
use crate::aauth::token_response::{ExpectedAuthTokenResponse, ExpectedPersonToken};
use crate::aauth::{Dwk, Metadata, Requirement};
use crate::check::{Place, Report, Stop, Verified};
use crate::http::Response;
use crate::httpsig::WINDOW_S_DEFAULT;
use crate::stage::{Context, Ending, ExchangeId, Input};

use super::super::polling::Polling;
use super::state::State;
use super::{Agent, requests};

impl Agent {
    pub(super) fn told_who(
        &mut self,
        exchange: ExchangeId,
        response: Response,
        cx: &mut Context<'_>,
    ) {
        let Some(person_token) = requests::person_token_of(&response) else {
            return self.give_up(cx);
        };
        let Some(key) = self.wallet.public_key() else {
            return self.give_up(cx);
        };
        let expected = ExpectedPersonToken {
            person_server: &self.profile.person_server,
            resource: &self.profile.resource,
            key: &key,
        };
        let walked = self
            .verifier(cx)
            .verify_person_token_response(&person_token, &expected);
        let Some(token) = self.settle(exchange, response, walked, cx) else {
            return;
        };
        self.wallet
            .keep_person_token(&person_token, token.into_value(), cx);
        if let Some(before) = &self.before_new_key {
            let polling = before.1.clone();
            self.enter(State::Deferred(polling), cx);
            return self.narrow(None, cx);
        }
        let called = requests::data(&self.profile, &self.wallet, self.resource(), cx);
        self.go_on(called.map(State::Calling), cx);
    }

    /// The resource answered the first call. Spec: `#resource-challenge-verification`
    pub(super) fn challenged(
        &mut self,
        exchange: ExchangeId,
        response: Response,
        cx: &mut Context<'_>,
    ) {
        if response.status.0 == 200 {
            return self.finish(Ending::Granted, cx);
        }
        let resource_token = match Requirement::of(&response) {
            Ok(Some(Requirement::AuthToken { resource_token })) => Some(resource_token),
            // An agent that called with its person token can use no other requirement.
            Ok(_) | Err(_) => None,
        };
        let place = Place::RequirementParameter;
        if !self.take_challenge(exchange, response, resource_token.as_deref(), place, cx) {
            return;
        }
        let person_server = self.desk.cached(&self.profile.person_server, Dwk::Person);
        let asked = person_server.and_then(|person_server| {
            requests::auth_token(&self.profile, &self.wallet, person_server, cx)
        });
        self.go_on(asked.map(State::AskingForAccess), cx);
    }

    /// Verifies a resource token and keeps it. It is the same list wherever the token came from.
    pub(super) fn take_challenge(
        &mut self,
        exchange: ExchangeId,
        response: Response,
        resource_token: Option<&str>,
        place: Place,
        cx: &mut Context<'_>,
    ) -> bool {
        let Some(presented) = &self.wallet.person_token else {
            self.give_up(cx);
            return false;
        };
        let expected = ExpectedChallenge {
            resource: &self.profile.resource,
            agent_jkt: &self.wallet.thumbprint,
            person_server: &self.profile.person_server,
            sub: &presented.token.sub,
            presented_jti: &presented.token.jti,
        };
        let verifier = self.verifier(cx);
        let walked = verifier.verify_challenge(resource_token, place, &expected);
        let Some(challenge) = self.settle(exchange, response, walked, cx) else {
            return false;
        };
        let challenge = challenge.into_value();
        self.wallet
            .keep_resource_token(&challenge.jwt, challenge.resource_token, cx);
        true
    }

    /// Spec: `#auth-token-response-verification`
    pub(super) fn granted(
        &mut self,
        exchange: ExchangeId,
        response: Response,
        polling: Option<Polling>,
        cx: &mut Context<'_>,
    ) {
        let (Some(auth_token), Some(key), Some(redeemed), Some(presented)) = (
            requests::auth_token_of(&response),
            self.wallet.public_key(),
            &self.wallet.resource_token,
            &self.wallet.person_token,
        ) else {
            return self.give_up(cx);
        };
        let expected = ExpectedAuthTokenResponse {
            issuer: &redeemed.token.aud,
            resource: &self.profile.resource,
            key: &key,
            sub: &presented.token.sub,
        };
        let walked = self
            .verifier(cx)
            .verify_auth_token_response(&auth_token, &expected);
        let Some(token) = self.settle(exchange, response, walked, cx) else {
            return;
        };
        self.wallet
            .keep_auth_token(&auth_token, token.into_value(), cx);
        let called = requests::data(&self.profile, &self.wallet, self.resource(), cx);
        self.go_on(called.map(|exchange| State::Using(exchange, polling)), cx);
    }

    /// What is known of the resource.
    fn resource(&self) -> Option<&Metadata> {
        let resource = self.desk.cached(&self.profile.resource, Dwk::Resource);
        resource.map(AsRef::as_ref)
    }

    pub(super) fn verifier(&self, cx: &Context<'_>) -> TokenVerifier<'_> {
        TokenVerifier {
            ring: self.desk.ring(),
            now: cx.now(),
            window_s: WINDOW_S_DEFAULT,
        }
    }

    /// Takes the result of a walk: shows it, parks the response when a key is missing, and gives up
    /// when it failed.
    pub(super) fn settle<T>(
        &mut self,
        exchange: ExchangeId,
        response: Response,
        walked: (Report, Result<Verified<T>, Stop>),
        cx: &mut Context<'_>,
    ) -> Option<Verified<T>> {
        let (report, result) = walked;
        match result {
            Ok(verified) => {
                cx.report(exchange, report);
                Some(verified)
            }
            Err(Stop::Needs(key)) => {
                let again = Input::Response(exchange, response);
                if self.desk.park(&key, again, cx).is_err() {
                    self.give_up(cx);
                }
                None
            }
            Err(Stop::Rejected(_)) => {
                cx.report(exchange, report);
                self.give_up(cx);
                None
            }
        }
    }
}
