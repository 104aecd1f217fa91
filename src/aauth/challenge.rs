//! A challenge with a resource token, at the agent that received it.

use super::identifiers::ServerId;
use super::token::resource::{EXPECTED, ResourceClaims};
use super::token::{ResourceToken, TokenVerifier};
use crate::check::rules::{
    CHALLENGE_AGENT_KEY, CHALLENGE_EXPIRY, CHALLENGE_ISSUER, CHALLENGE_PERSON_SERVER,
    CHALLENGE_PRESENT, CHALLENGE_PRESENTED, CHALLENGE_SUBJECT, CHALLENGE_TOKEN, List, Rule,
};
use crate::check::{Evidence, Fault, Place, Stop, Subject, Walk, Walked};

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
        let Some(jwt) = resource_token else {
            let evidence = vec![Evidence::absent("resource-token")];
            return Err(walk.fail(&CHALLENGE_PRESENT, Fault::Missing, evidence));
        };
        walk.pass(
            &CHALLENGE_PRESENT,
            vec![Evidence::text("resource-token", jwt)],
        );
        let inner = self.verify_common_resource_token(jwt, place);
        let token = walk.nest(&CHALLENGE_TOKEN, Vec::new(), inner)?.into_value();
        let rows: [Row<'_>; 5] = [
            Row {
                rule: &CHALLENGE_ISSUER,
                fault: Fault::Mismatch,
                claim: ("iss", token.iss.as_str()),
                expected: ("resource", expected.resource.as_str()),
            },
            Row {
                rule: &CHALLENGE_AGENT_KEY,
                fault: Fault::KeyMismatch,
                claim: ("agent_jkt", &token.agent_jkt),
                expected: ("thumbprint of the agent's key", expected.agent_jkt),
            },
            Row {
                rule: &CHALLENGE_PERSON_SERVER,
                fault: Fault::Mismatch,
                claim: ("ps", token.ps.as_str()),
                expected: ("own person server", expected.person_server.as_str()),
            },
            Row {
                rule: &CHALLENGE_SUBJECT,
                fault: Fault::Mismatch,
                claim: ("sub", &token.sub),
                expected: ("sub of the presented token", expected.sub),
            },
            Row {
                rule: &CHALLENGE_PRESENTED,
                fault: Fault::Mismatch,
                claim: ("presented_jti", &token.presented_jti),
                expected: ("jti of the presented token", expected.presented_jti),
            },
        ];
        for row in rows {
            row.walk(walk)?;
        }
        walk.require(
            &CHALLENGE_EXPIRY,
            token.exp > self.now,
            Fault::Expired,
            vec![
                Evidence::time("exp", token.exp),
                Evidence::time("now", self.now),
            ],
        )?;
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

/// A step that compares a claim with what the agent knows.
struct Row<'a> {
    rule: &'static Rule,
    fault: Fault,
    claim: (&'static str, &'a str),
    expected: (&'static str, &'a str),
}

impl Row<'_> {
    fn walk(&self, walk: &mut Walk) -> Result<(), Stop> {
        let evidence = vec![
            Evidence::text(self.claim.0, self.claim.1),
            Evidence::text(self.expected.0, self.expected.1),
        ];
        let holds = self.claim.1 == self.expected.1;
        walk.require(self.rule, holds, self.fault, evidence)
    }
}
