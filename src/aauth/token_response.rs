//! A person token or an auth token that an agent received.

use super::identifiers::ServerId;
use super::members::Members;
use super::token::claims::{self, ClaimFault};
use super::token::common::shown;
use super::token::confirmation::confirmed_key;
use super::token::person::PersonClaims;
use super::token::{AuthToken, PersonToken, TokenVerifier};
use super::token::{auth, person};
use crate::check::rules::{
    AUTH_RESPONSE_AUDIENCE, AUTH_RESPONSE_ISSUER, AUTH_RESPONSE_KEY, AUTH_RESPONSE_SUBJECT,
    AUTH_RESPONSE_TOKEN, List, PERSON_RESPONSE_AUDIENCE, PERSON_RESPONSE_ISSUER,
    PERSON_RESPONSE_KEY, PERSON_RESPONSE_TOKEN, Rule,
};
use crate::check::{Fault, Place, Stop, Subject, Walk, Walked};
use crate::jose::Jwk;

/// What the agent knows of the person token that it asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedPersonToken<'a> {
    /// The agent's person server.
    pub person_server: &'a ServerId,
    /// The resource that was named.
    pub resource: &'a ServerId,
    /// The agent's public key.
    pub key: &'a Jwk,
}

/// What the agent knows of the auth token that it asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedAuthTokenResponse<'a> {
    /// The server that the resource token was addressed to.
    pub issuer: &'a ServerId,
    /// The resource that the agent wants to call.
    pub resource: &'a ServerId,
    /// The agent's public key.
    pub key: &'a Jwk,
    /// `sub` of the token that the agent presented to that resource.
    pub sub: &'a str,
}

impl TokenVerifier<'_> {
    /// Verifies a person token that the agent's person server answered with.
    ///
    /// Our choice: the draft gives the agent no list for it.
    pub fn verify_person_token_response(
        &self,
        jwt: &str,
        expected: &ExpectedPersonToken<'_>,
    ) -> Walked<PersonToken> {
        let mut walk = Walk::new(subject(jwt, "person_token"), &[List::PersonTokenResponse]);
        let result = self.walk_person_token_response(&mut walk, jwt, expected);
        walk.finish(result)
    }

    /// Verifies an auth token that the agent's person server answered with.
    pub fn verify_auth_token_response(
        &self,
        jwt: &str,
        expected: &ExpectedAuthTokenResponse<'_>,
    ) -> Walked<AuthToken> {
        let mut walk = Walk::new(subject(jwt, "auth_token"), &[List::AuthTokenResponse]);
        let result = self.walk_auth_token_response(&mut walk, jwt, expected);
        walk.finish(result)
    }

    fn walk_person_token_response(
        &self,
        walk: &mut Walk,
        jwt: &str,
        expected: &ExpectedPersonToken<'_>,
    ) -> Result<PersonToken, Stop> {
        let read = |claims: &Members| -> Result<(PersonClaims, String), ClaimFault> {
            Ok((PersonClaims::read(claims)?, claims::text(claims, "sub")?))
        };
        let mut inner = Walk::new(subject(jwt, "person_token"), &[List::Common]);
        let common = self.walk_common(&mut inner, jwt, &person::EXPECTED, read);
        let (common, (claims, sub)) = walk
            .nest(&PERSON_RESPONSE_TOKEN, inner.finish(common))?
            .into_value();
        walk.equal(
            &PERSON_RESPONSE_ISSUER,
            Fault::Mismatch,
            ("iss", common.iss.as_str()),
            ("expected", expected.person_server.as_str()),
        )?;
        walk.equal(
            &PERSON_RESPONSE_AUDIENCE,
            Fault::AudienceMismatch,
            ("aud", claims.aud.as_str()),
            ("expected", expected.resource.as_str()),
        )?;
        let cnf = bound_to(walk, &PERSON_RESPONSE_KEY, &claims.all, expected.key)?;
        Ok(PersonToken::of(common, claims, sub, cnf))
    }

    fn walk_auth_token_response(
        &self,
        walk: &mut Walk,
        jwt: &str,
        expected: &ExpectedAuthTokenResponse<'_>,
    ) -> Result<AuthToken, Stop> {
        let mut inner = Walk::new(subject(jwt, "auth_token"), &[List::Common]);
        let common = self.walk_common(&mut inner, jwt, &auth::EXPECTED, auth::AuthClaims::read);
        let (common, claims) = walk
            .nest(&AUTH_RESPONSE_TOKEN, inner.finish(common))?
            .into_value();
        walk.equal(
            &AUTH_RESPONSE_ISSUER,
            Fault::Mismatch,
            ("iss", common.iss.as_str()),
            ("expected", expected.issuer.as_str()),
        )?;
        walk.equal(
            &AUTH_RESPONSE_AUDIENCE,
            Fault::AudienceMismatch,
            ("aud", claims.aud.as_str()),
            ("expected", expected.resource.as_str()),
        )?;
        let cnf = bound_to(walk, &AUTH_RESPONSE_KEY, &claims.all, expected.key)?;
        let sub = match claims::text(&claims.all, "sub") {
            Ok(sub) => sub,
            Err(fault) => return Err(fault.fail(walk, &AUTH_RESPONSE_SUBJECT)),
        };
        walk.equal(
            &AUTH_RESPONSE_SUBJECT,
            Fault::Mismatch,
            ("sub", &sub),
            ("sub of the presented token", expected.sub),
        )?;
        Ok(AuthToken::of(common, claims, sub, cnf))
    }
}

fn subject(jwt: &str, member: &'static str) -> Subject {
    Subject::Token {
        jwt: jwt.to_owned(),
        place: Place::ResponseMember(member),
    }
}

fn bound_to(
    walk: &mut Walk,
    rule: &'static Rule,
    claims: &Members,
    expected: &Jwk,
) -> Result<Jwk, Stop> {
    let key = confirmed_key(claims).map_err(|fault| fault.fail(walk, rule))?;
    walk.text("thumbprint of cnf.jwk", &shown(&key));
    walk.text("thumbprint of the agent's key", &shown(expected));
    walk.require(rule, key.is_same_key(expected), Fault::KeyMismatch)?;
    Ok(key)
}
