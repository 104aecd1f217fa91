//! An updated request: another pair of tokens in place of the first, for the same thing.

use super::token::{Redeemed, Redeemer, ResourceToken, TokenVerifier};
use crate::check::rules::{
    List, Rule, UPDATE_AGENT_KEY, UPDATE_MISSION, UPDATE_PAIR, UPDATE_PERSON_SERVER,
    UPDATE_RESOURCE, UPDATE_SUBJECT, UPDATE_TENANT,
};
use crate::check::{Fault, Stop, Subject, Verified, Walk, Walked};

impl TokenVerifier<'_> {
    /// Verifies the pair of an updated request as in a first one, and then that it is about the
    /// same resource, person, agent key, mission and tenant as `original`. What is asked for may
    /// differ, and so may `presented_jti`.
    pub fn verify_updated_request(
        &self,
        resource_token: &str,
        presented_token: &str,
        redeemer: Redeemer<'_>,
        agent_jkt: &str,
        original: &ResourceToken,
    ) -> Walked<Redeemed> {
        let mut walk = Walk::new(Subject::UpdatedRequest, &[List::UpdatedRequest]);
        let pair = self.verify_resource_token(resource_token, presented_token, redeemer, agent_jkt);
        let result = walk
            .nest(&UPDATE_PAIR, pair)
            .map(Verified::into_value)
            .and_then(|redeemed| {
                same(&mut walk, original, &redeemed.resource_token)?;
                Ok(redeemed)
            });
        walk.finish(result)
    }
}

/// "The new resource token MUST have the same `iss`, `ps`, `sub`, `agent_jkt`, `mission_s256`, and
/// `tenant` as the original."
fn same(walk: &mut Walk, original: &ResourceToken, updated: &ResourceToken) -> Result<(), Stop> {
    let mut row =
        |rule: &'static Rule, claim: &'static str, read: fn(&ResourceToken) -> Option<&str>| {
            walk.equal_or_absent(
                rule,
                Fault::Mismatch,
                (claim, read(updated)),
                ("in the original", read(original)),
            )
        };
    row(&UPDATE_RESOURCE, "iss", |token| Some(token.iss.as_str()))?;
    row(&UPDATE_PERSON_SERVER, "ps", |token| Some(token.ps.as_str()))?;
    row(&UPDATE_SUBJECT, "sub", |token| Some(&token.sub))?;
    row(&UPDATE_AGENT_KEY, "agent_jkt", |token| {
        Some(&token.agent_jkt)
    })?;
    row(&UPDATE_MISSION, "mission_s256", |token| {
        token.mission_s256.as_deref()
    })?;
    row(&UPDATE_TENANT, "tenant", |token| token.tenant.as_deref())
}
