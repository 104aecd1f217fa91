//! A challenge with a resource token, at the agent that received it.

use super::identifiers::ServerId;
use super::token::resource::{EXPECTED, ResourceClaims};
use super::token::{ResourceToken, TokenVerifier};
use crate::check::rules::{
    CHALLENGE_AGENT_KEY, CHALLENGE_EXPIRY, CHALLENGE_ISSUER, CHALLENGE_PERSON_SERVER,
    CHALLENGE_PRESENT, CHALLENGE_PRESENTED, CHALLENGE_SUBJECT, CHALLENGE_TOKEN, List,
};
use crate::check::{Fault, Place, Stop, Subject, Walk, Walked};

/// A challenge that the agent can take to its person server.
///
/// Direction: resource → agent.
/// Spec: #resource-challenge-verification
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    /// The resource token as it travelled, to be passed on.
    pub jwt: String,
    /// What it says.
    pub resource_token: ResourceToken,
}

/// What the agent knows of the request that was challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedChallenge<'a> {
    /// The resource that was asked.
    pub resource: &'a ServerId,
    /// The thumbprint of the agent's key.
    pub agent_jkt: &'a str,
    /// The agent's person server.
    pub person_server: &'a ServerId,
    /// `sub` of the token that the agent presented.
    pub sub: &'a str,
    /// `jti` of the token that the agent presented.
    pub presented_jti: &'a str,
}

impl TokenVerifier<'_> {
    /// Verifies a challenge: the resource token of a requirement, or of an answer of the
    /// authorization endpoint, as `place` says.
    pub fn verify_challenge(
        &self,
        resource_token: Option<&str>,
        place: Place,
        expected: &ExpectedChallenge<'_>,
    ) -> Walked<Challenge> {
        let mut walk = Walk::new(Subject::Challenge, &[List::Challenge]);
        let result = self.walk_challenge(&mut walk, resource_token, place, expected);
        walk.finish(result)
    }

    fn walk_challenge(
        &self,
        walk: &mut Walk,
        resource_token: Option<&str>,
        place: Place,
        expected: &ExpectedChallenge<'_>,
    ) -> Result<Challenge, Stop> {
        walk.optional("resource-token", resource_token);
        let jwt = walk.found(&CHALLENGE_PRESENT, resource_token.ok_or(Fault::Missing))?;
        let inner = self.verify_common_resource_token(jwt, place);
        let token = walk.nest(&CHALLENGE_TOKEN, inner)?.into_value();
        walk.equal(
            &CHALLENGE_ISSUER,
            Fault::Mismatch,
            ("iss", token.iss.as_str()),
            ("resource", expected.resource.as_str()),
        )?;
        walk.equal(
            &CHALLENGE_AGENT_KEY,
            Fault::KeyMismatch,
            ("agent_jkt", &token.agent_jkt),
            ("thumbprint of the agent's key", expected.agent_jkt),
        )?;
        walk.equal(
            &CHALLENGE_PERSON_SERVER,
            Fault::Mismatch,
            ("ps", token.ps.as_str()),
            ("own person server", expected.person_server.as_str()),
        )?;
        walk.equal(
            &CHALLENGE_SUBJECT,
            Fault::Mismatch,
            ("sub", &token.sub),
            ("sub of the presented token", expected.sub),
        )?;
        walk.equal(
            &CHALLENGE_PRESENTED,
            Fault::Mismatch,
            ("presented_jti", &token.presented_jti),
            ("jti of the presented token", expected.presented_jti),
        )?;
        walk.time("exp", token.exp);
        walk.time("now", self.now);
        walk.require(&CHALLENGE_EXPIRY, token.exp > self.now, Fault::Expired)?;
        Ok(Challenge {
            jwt: jwt.to_owned(),
            resource_token: token,
        })
    }

    /// The resource token by the common list alone: an agent does not redeem it.
    fn verify_common_resource_token(&self, jwt: &str, place: Place) -> Walked<ResourceToken> {
        let subject = Subject::Token {
            jwt: jwt.to_owned(),
            place,
        };
        let mut walk = Walk::new(subject, &[List::Common]);
        let result = self
            .walk_common(&mut walk, jwt, &EXPECTED, ResourceClaims::read)
            .map(|(common, claims)| ResourceToken::of(common, claims));
        walk.finish(result)
    }
}
