//! When a key set may be fetched, and how long it is kept.

use aauth_sim::check::{Fault, KeyRef};
use aauth_sim::jose::{KeyMiss, KeyRing, KeySet, Lookup, SigningKey};
use aauth_sim::time::{Span, Timestamp};
use serde_json::json;

use crate::written::{own, theirs};

fn issuer_key() -> SigningKey {
    SigningKey::from_secret(&[1; 32]).with_kid("key-1")
}

fn wanted(kid: &str) -> KeyRef {
    KeyRef {
        issuer: "https://ps.example".to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: kid.to_owned(),
    }
}

fn published() -> KeySet {
    KeySet::parse(&own(&json!({"keys": [
        {"kty": "RSA", "kid": 7},
        "no key at all",
        {"kty": "OKP", "crv": "Ed25519", "x": "short", "alg": "Ed25519", "kid": "broken"},
        theirs(issuer_key().public_jwk().to_json()),
    ]})))
    .unwrap()
}

const START: Timestamp = Timestamp::START;

fn after(s: u64) -> Timestamp {
    START + Span::from_s(s)
}

#[test]
fn a_key_is_picked_by_its_kid_whatever_else_the_set_holds() {
    let mut ring = KeyRing::default();
    assert_eq!(ring.lookup(&wanted("key-1"), START), Lookup::Fetch);
    ring.insert(
        "https://ps.example",
        "aauth-person.json",
        published(),
        START,
    );
    let key = issuer_key().public_jwk();
    assert_eq!(ring.lookup(&wanted("key-1"), START), Lookup::Found(&key));
    assert_eq!(
        ring.lookup(&wanted("broken"), START),
        Lookup::Failed(Fault::KeyMalformed)
    );
    // The same issuer in another role has a document of its own.
    let elsewhere = KeyRef {
        dwk: "aauth-agent.json".to_owned(),
        ..wanted("key-1")
    };
    assert_eq!(ring.lookup(&elsewhere, START), Lookup::Fetch);
    for document in [json!([]), json!({}), json!({"keys": {}})] {
        assert!(KeySet::parse(&own(&document)).is_err(), "{document}");
    }
}

#[test]
fn an_unknown_kid_is_worth_a_fetch_once_a_minute() {
    let mut ring = KeyRing::default();
    ring.insert(
        "https://ps.example",
        "aauth-person.json",
        published(),
        START,
    );
    assert_eq!(ring.lookup(&wanted("key-2"), after(59)), Lookup::Absent);
    assert_eq!(ring.lookup(&wanted("key-2"), after(60)), Lookup::Fetch);
    assert!(!ring.may_refresh("https://ps.example", "aauth-person.json", after(59)));
    assert!(ring.may_refresh("https://ps.example", "aauth-person.json", after(60)));
    assert!(!ring.may_refresh("https://as.example", "aauth-access.json", after(60)));
}

#[test]
fn a_cached_set_outlives_a_failed_refresh_but_not_the_day() {
    let key = issuer_key().public_jwk();
    let mut ring = KeyRing::default();
    ring.insert(
        "https://ps.example",
        "aauth-person.json",
        published(),
        START,
    );
    let day = 24 * 60 * 60;
    assert_eq!(
        ring.lookup(&wanted("key-1"), after(day)),
        Lookup::Found(&key)
    );
    assert_eq!(ring.lookup(&wanted("key-1"), after(day + 1)), Lookup::Fetch);

    let failure = Fault::IssuerUnreachable;
    ring.insert_failure(
        "https://ps.example",
        "aauth-person.json",
        failure,
        after(day),
    );
    assert_eq!(
        ring.lookup(&wanted("key-1"), after(day)),
        Lookup::Found(&key)
    );
    assert_eq!(ring.lookup(&wanted("key-2"), after(day)), Lookup::Absent);
    assert_eq!(
        ring.lookup(&wanted("key-1"), after(day + 1)),
        Lookup::Failed(failure)
    );
    assert_eq!(
        ring.lookup(&wanted("key-1"), after(day + 60)),
        Lookup::Fetch
    );
}

#[test]
fn a_failed_fetch_is_tried_again_after_a_minute() {
    let mut ring = KeyRing::default();
    let before = ring.clone();
    let failure = Fault::IssuerMismatch;
    ring.insert_failure("https://ps.example", "aauth-person.json", failure, START);
    assert_eq!(
        ring.lookup(&wanted("key-1"), after(59)),
        Lookup::Failed(failure)
    );
    assert!(!ring.may_refresh("https://ps.example", "aauth-person.json", after(60)));
    assert_eq!(ring.lookup(&wanted("key-1"), after(60)), Lookup::Fetch);
    // A clone made before shares nothing that was learnt since.
    assert_eq!(before.lookup(&wanted("key-1"), START), Lookup::Fetch);
}

#[test]
fn a_verifier_gets_the_key_or_the_reason_to_stop() {
    let mut ring = KeyRing::default();
    let key = wanted("key-1");
    assert_eq!(
        ring.key(&key, START),
        Err(KeyMiss::Needs(Box::new(key.clone())))
    );
    ring.insert(
        "https://ps.example",
        "aauth-person.json",
        published(),
        START,
    );
    assert_eq!(ring.key(&key, START), Ok(&issuer_key().public_jwk()));
    let fault = |kid| ring.key(&wanted(kid), START).unwrap_err();
    assert_eq!(fault("key-2"), KeyMiss::Fault(Fault::KeyUnknown));
    assert_eq!(fault("broken"), KeyMiss::Fault(Fault::KeyMalformed));
}
