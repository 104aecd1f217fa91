//! A claim or header member of a token, with what it means here.

use crate::jose::{Jwk, decode_unverified};
use crate::json;
use crate::sim::Trace;
use crate::stage::{EventKind, PartyId};
use crate::time::Timestamp;

use super::clock;
use super::json_text::JsonMember;
use super::shape;

/// A claim or a header member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimView {
    /// Its name.
    pub name: String,
    /// The exact JSON text of its value.
    pub json: String,
    /// The value for reading: strings without their quotes, moments as UTC.
    pub text: String,
    /// What it means here: `in 4 min 58 s`, `the resource`, `the agent's signing key`.
    pub note: Option<String>,
    /// Whether the token has another member of that name.
    pub duplicate: bool,
}

impl ClaimView {
    pub(super) fn of(member: &JsonMember) -> Self {
        Self {
            name: member.name.clone(),
            json: member.json.clone(),
            text: member.plain(),
            note: None,
            duplicate: member.duplicate,
        }
    }
}

/// Says what claims mean, as far as the run tells.
pub(super) fn explain(trace: &Trace, now: Timestamp, claims: &mut [ClaimView]) {
    for claim in claims {
        match claim.name.as_str() {
            "iat" | "exp" | "nbf" => explain_time(now, claim),
            "iss" | "aud" | "ps" => claim.note = server(trace, &claim.text),
            "agent_jkt" => claim.note = key_of(trace, &claim.text),
            "cnf" => claim.note = confirmation(trace, &claim.json),
            "presented_jti" => claim.note = token_of(trace, &claim.text),
            _ => {}
        }
    }
}

fn explain_time(now: Timestamp, claim: &mut ClaimView) {
    let at = claim.json.parse().ok().map(Timestamp::from_unix_s);
    if let Some(at) = at
        && let Some(utc) = clock::utc(at)
    {
        claim.text = utc;
        claim.note = Some(clock::relative(at, now));
    }
}

/// `the resource`: the party that answers at that address in this run.
fn server(trace: &Trace, origin: &str) -> Option<String> {
    let exchanges = trace.exchanges();
    let party = exchanges.iter().find_map(|exchange| {
        let request = shape::request(exchange)?;
        (request.target.origin() == origin).then_some(exchange.callee)
    });
    party.map(the)
}

/// `the agent's signing key`: whose key has that thumbprint.
pub(super) fn key_of(trace: &Trace, thumbprint: &str) -> Option<String> {
    let owner = trace.events().find_map(|event| match &event.kind {
        EventKind::KeyMade { key } => {
            let same = key.thumbprint().is_ok_and(|own| own == thumbprint);
            same.then_some(event.by)
        }
        _ => None,
    });
    owner.map(|owner| format!("{}'s signing key", the(owner)))
}

fn confirmation(trace: &Trace, json: &str) -> Option<String> {
    let cnf = json::parse(json).ok()?;
    let key = Jwk::parse(cnf.get("jwk")?).ok()?;
    key_of(trace, &key.thumbprint().ok()?)
}

/// `the person token issued at 09:00:01`: which token of the run has that `jti`.
fn token_of(trace: &Trace, jti: &str) -> Option<String> {
    trace.events().find_map(|event| {
        let EventKind::TokenIssued { jwt } = &event.kind else {
            return None;
        };
        let decoded = decode_unverified(jwt);
        let claims = decoded.payload.json.ok()?;
        let header = decoded.header.json.ok()?;
        if claims.get("jti")?.as_str()? != jti {
            return None;
        }
        let name = super::token::name(header.get("typ")?.as_str()?).to_ascii_lowercase();
        Some(format!("the {name} issued at {}", event.at.clock()))
    })
}

fn the(party: PartyId) -> String {
    format!("the {}", party.title().to_ascii_lowercase())
}
