//! Every step of the token lists: it passes on an honest message, and when one thing is broken that
//! step fails and no earlier one.
//!
//! The honest tokens are written here as JSON, after the draft's examples, and not made by the code
//! under test. A broken one is signed again by its issuer, so that only the broken thing is wrong.

mod common;
mod credential;
mod issuing;
mod kinds;
mod metadata;
mod properties;
mod received;
mod redemption;
mod updated;

use aauth_sim::aauth::ServerId;
use aauth_sim::aauth::token::TokenVerifier;
use aauth_sim::check::rules::{List, Rule};
use aauth_sim::check::{Fault, Outcome, Rejection, Report, Stop, Verified};
use aauth_sim::jose::{KeyRing, KeySet, SigningKey, sign};
use aauth_sim::time::{Span, Timestamp};
use serde_json::{Value, json};

use crate::written::{own_object, theirs};

/// The lists of which [`check_lists`] holds that every row is broken by a case.
pub(crate) const LISTS: &[&[List]] = &[
    common::LISTS,
    kinds::AGENT_LISTS,
    kinds::PERSON_LISTS,
    kinds::AUTH_LISTS,
    metadata::LISTS,
    received::CHALLENGE_LISTS,
    received::PERSON_LISTS,
    received::AUTH_LISTS,
    redemption::LISTS,
    updated::LISTS,
];

const NOW: Timestamp = Timestamp::START;
const NOW_S: u64 = Timestamp::START.unix_s();

/// A token before it is signed.
#[derive(Clone, Debug)]
struct Token {
    header: Value,
    claims: Value,
    key: SigningKey,
}

/// One way to break one step.
struct Break<S> {
    rule: &'static Rule,
    fault: Fault,
    how: fn(&mut S),
}

impl<S> Break<S> {
    const fn new(rule: &'static Rule, fault: Fault, how: fn(&mut S)) -> Self {
        Self { rule, fault, how }
    }
}

impl Token {
    fn jwt(&self) -> String {
        sign(
            &own_object(&self.header),
            &own_object(&self.claims),
            &self.key,
        )
    }

    fn set(&mut self, claim: &str, value: impl Into<Value>) {
        self.claims[claim] = value.into();
    }

    fn remove(&mut self, claim: &str) {
        self.claims.as_object_mut().unwrap().shift_remove(claim);
    }
}

fn key(secret: u8, kid: &str) -> SigningKey {
    SigningKey::from_secret(&[secret; 32]).with_kid(kid)
}

fn agent_key() -> SigningKey {
    SigningKey::from_secret(&[1; 32])
}

fn strangers_key() -> SigningKey {
    SigningKey::from_secret(&[9; 32])
}

fn provider_key() -> SigningKey {
    key(2, "ap-key-1")
}

fn person_server_key() -> SigningKey {
    key(3, "ps-key-1")
}

fn resource_key() -> SigningKey {
    key(4, "resource-key-1")
}

fn access_server_key() -> SigningKey {
    key(5, "as-key-1")
}

fn other_key() -> SigningKey {
    key(6, "other-key-1")
}

fn server(text: &str) -> ServerId {
    ServerId::parse(text).unwrap()
}

fn agent_jkt() -> String {
    agent_key().public_jwk().thumbprint().unwrap()
}

fn jwk(key: &SigningKey) -> Value {
    let mut jwk = theirs(key.public_jwk().to_json());
    jwk.as_object_mut().unwrap().shift_remove("kid");
    jwk
}

/// The key sets of everybody, fetched just now. The other server plays every role.
fn ring() -> KeyRing {
    let mut ring = KeyRing::default();
    for (issuer, dwk, key) in [
        ("https://agent.example", "aauth-agent.json", provider_key()),
        (
            "https://ps.example",
            "aauth-person.json",
            person_server_key(),
        ),
        ("https://api.example", "aauth-resource.json", resource_key()),
        (
            "https://as.example",
            "aauth-access.json",
            access_server_key(),
        ),
        ("https://other.example", "aauth-person.json", other_key()),
        ("https://other.example", "aauth-resource.json", other_key()),
        ("https://other.example", "aauth-access.json", other_key()),
    ] {
        let set = KeySet::of(&[key.public_jwk().to_json().into()]);
        ring.insert(issuer, dwk, set, NOW);
    }
    ring
}

fn verifier(ring: &KeyRing) -> TokenVerifier<'_> {
    TokenVerifier {
        ring,
        now: NOW + Span::from_s(1),
        window_s: 60,
    }
}

fn agent_token() -> Token {
    Token {
        header: json!({"typ": "aa-agent+jwt", "alg": "Ed25519", "kid": "ap-key-1"}),
        claims: json!({
            "iss": "https://agent.example",
            "dwk": "aauth-agent.json",
            "sub": "aauth:planner.7f3c+search1@agent.example",
            "cnf": {"jwk": jwk(&agent_key())},
            "ps": "https://ps.example",
            "parent_agent": "aauth:planner.7f3c@agent.example",
            "jti": "at-1",
            "iat": NOW_S,
            "exp": NOW_S + 24 * 60 * 60,
        }),
        key: provider_key(),
    }
}

fn person_token() -> Token {
    Token {
        header: json!({"typ": "aa-person+jwt", "alg": "Ed25519", "kid": "ps-key-1"}),
        claims: json!({
            "iss": "https://ps.example",
            "dwk": "aauth-person.json",
            "aud": "https://api.example",
            "sub": "8f14e45fceea167a5a36dedd4bea2543",
            "cnf": {"jwk": jwk(&agent_key())},
            "mission_s256": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            "tenant": "acme",
            "jti": "pt-3ab910",
            "iat": NOW_S,
            "exp": NOW_S + 3600,
        }),
        key: person_server_key(),
    }
}

fn resource_token() -> Token {
    Token {
        header: json!({"typ": "aa-resource+jwt", "alg": "Ed25519", "kid": "resource-key-1"}),
        claims: json!({
            "iss": "https://api.example",
            "dwk": "aauth-resource.json",
            "aud": "https://ps.example",
            "ps": "https://ps.example",
            "sub": "8f14e45fceea167a5a36dedd4bea2543",
            "presented_jti": "pt-3ab910",
            "agent_jkt": agent_jkt(),
            "scope": "data.read data.write",
            "mission_s256": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
            "tenant": "acme",
            "jti": "rt-1",
            "iat": NOW_S,
            "exp": NOW_S + 300,
        }),
        key: resource_key(),
    }
}

/// Issued by the person server.
fn auth_token() -> Token {
    Token {
        header: json!({"typ": "aa-auth+jwt", "alg": "Ed25519", "kid": "ps-key-1"}),
        claims: json!({
            "iss": "https://ps.example",
            "dwk": "aauth-person.json",
            "aud": "https://api.example",
            "ps": "https://ps.example",
            "sub": "8f14e45fceea167a5a36dedd4bea2543",
            "cnf": {"jwk": jwk(&agent_key())},
            "scope": "data.read",
            "jti": "auth-1",
            "iat": NOW_S,
            "exp": NOW_S + 3600,
        }),
        key: person_server_key(),
    }
}

/// Issued by the access server.
fn federated_auth_token() -> Token {
    let mut token = auth_token();
    token.header["kid"] = "as-key-1".into();
    token.set("iss", "https://as.example");
    token.set("dwk", "aauth-access.json");
    token.key = access_server_key();
    token
}

/// Walks an honest scene and one for each break, and holds that every row of `lists` passes in one
/// and is broken by another. `unbreakable` names rows that cannot fail, whose reason the caller
/// gives.
#[track_caller]
fn check_lists<S, T>(
    lists: &[List],
    honest: &[fn() -> S],
    breaks: &[Break<S>],
    unbreakable: &[&'static Rule],
    walk: impl Fn(&S) -> (Report, Result<Verified<T>, Stop>),
) {
    let mut passed = Vec::new();
    for scene in honest {
        let (report, result) = walk(&scene());
        assert!(result.is_ok(), "the honest scene fails: {report:#?}");
        let rows = report.checks.iter();
        passed.extend(
            rows.filter(|check| check.outcome == Outcome::Pass)
                .map(|check| check.rule),
        );
    }
    for broken in breaks {
        let mut scene = honest[0]();
        (broken.how)(&mut scene);
        let (report, result) = walk(&scene);
        assert_fails_at(&report, broken.rule, broken.fault);
        assert!(matches!(result, Err(Stop::Rejected(_))));
    }
    for rule in lists.iter().flat_map(|list| list.rules()) {
        assert!(passed.contains(rule), "{} never passes", rule.id);
        let breakable = breaks.iter().any(|broken| broken.rule == *rule);
        let declared = unbreakable.contains(rule);
        assert!(breakable != declared, "{} is never broken", rule.id);
    }
}

/// The rule failed in that way, every row before it holds, and none after it was reached.
#[track_caller]
fn assert_fails_at(report: &Report, rule: &'static Rule, fault: Fault) {
    let at = report
        .checks
        .iter()
        .position(|check| check.rule == rule)
        .unwrap_or_else(|| panic!("{} is not walked", rule.id));
    let (before, rest) = report.checks.split_at(at);
    for check in before {
        assert!(
            matches!(check.outcome, Outcome::Pass | Outcome::NotApplicable(_)),
            "{} should fail, but {} is {:?}",
            rule.id,
            check.rule.id,
            check.outcome
        );
    }
    assert_eq!(rest[0].outcome, Outcome::Fail(fault), "{}", rule.id);
    for check in &rest[1..] {
        assert_eq!(check.outcome, Outcome::NotReached, "{}", check.rule.id);
    }
}

fn rejected<T: std::fmt::Debug>(result: Result<Verified<T>, Stop>) -> Rejection {
    match result {
        Err(Stop::Rejected(rejection)) => rejection,
        other => panic!("not rejected: {other:?}"),
    }
}
