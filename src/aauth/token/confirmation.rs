//! The key that a token is bound to.

use super::claims::ClaimFault;
use super::common::shown;
use crate::aauth::members::Members;
use crate::check::rules::Rule;
use crate::check::{Evidence, Fault, Stop, Walk};
use crate::jose::Jwk;

/// What the key in `cnf` is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation<'a> {
    /// The token is in `Signature-Key`: its key is the one the request's signature is verified
    /// under, so the step that verifies that signature proves the match.
    Signer,
    /// The token is in a request: its key must have this thumbprint, the resource token's
    /// `agent_jkt`.
    Thumbprint(&'a str),
    /// The token is an upstream token: its key is the calling agent's and is not compared.
    NotCompared,
}

/// Walks a step that asks for the key in `cnf`, and gives the key.
///
/// "If it is absent, or if its JWK is missing `kty` or the members required for that key type,
/// reject the token as structurally incomplete before attempting key decoding."
pub(super) fn walk_confirmation(
    walk: &mut Walk,
    rule: &'static Rule,
    claims: &Members,
    expected: Confirmation<'_>,
) -> Result<Jwk, Stop> {
    let key = confirmed_key(claims).map_err(|fault| fault.fail(walk, rule))?;
    walk.text("thumbprint of cnf.jwk", &shown(&key));
    match expected {
        Confirmation::Signer | Confirmation::NotCompared => walk.pass(rule),
        Confirmation::Thumbprint(jkt) => {
            walk.text("agent_jkt", jkt);
            let holds = key.thumbprint().is_ok_and(|own| own == jkt);
            walk.require(rule, holds, Fault::KeyMismatch)?;
        }
    }
    Ok(key)
}

/// The key in `cnf.jwk`.
pub(crate) fn confirmed_key(claims: &Members) -> Result<Jwk, ClaimFault> {
    let cnf = claims.object("cnf")?;
    let cnf = cnf.ok_or_else(|| ClaimFault::missing("cnf"))?;
    let value = cnf.value("jwk");
    let value = value.ok_or_else(|| ClaimFault::missing("cnf.jwk"))?;
    let members = cnf
        .object("jwk")
        .ok()
        .flatten()
        .ok_or_else(|| ClaimFault::malformed("cnf.jwk", &value.to_string()))?;
    if !members.has("kty") {
        return Err(ClaimFault::missing("cnf.jwk.kty"));
    }
    let kty = members.text("kty").ok().flatten();
    for (member, claim) in required_members(kty.unwrap_or_default()) {
        if !members.has(member) {
            return Err(ClaimFault::missing(claim));
        }
    }
    Jwk::parse(value).map_err(|_| {
        let evidence = Evidence::text("cnf.jwk", &value.to_string());
        ClaimFault::new(Fault::KeyMalformed, evidence)
    })
}

/// The members that a key of that type must have, with the names that evidence gives them.
const fn required_members(kty: &str) -> &'static [(&'static str, &'static str)] {
    match kty.as_bytes() {
        b"OKP" => &[("crv", "cnf.jwk.crv"), ("x", "cnf.jwk.x")],
        b"EC" => &[
            ("crv", "cnf.jwk.crv"),
            ("x", "cnf.jwk.x"),
            ("y", "cnf.jwk.y"),
        ],
        b"RSA" => &[("n", "cnf.jwk.n"), ("e", "cnf.jwk.e")],
        _ => &[],
    }
}
