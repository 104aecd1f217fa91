//! The common list, on a person token in `Signature-Key`, and what a missing key does.

use aauth_sim::aauth::token::{Confirmation, PersonToken};
use aauth_sim::check::rules::{
    List, TOKEN_ALGORITHM, TOKEN_CLAIMS, TOKEN_DWK, TOKEN_EXPIRY, TOKEN_ISSUED, TOKEN_ISSUER,
    TOKEN_KEY, TOKEN_LIFETIME, TOKEN_SIGNATURE, TOKEN_TYPE,
};
use aauth_sim::check::{Fault, KeyRef, Outcome, Place, Report, Stop, Verified};
use aauth_sim::jose::{KeyRing, KeySet};
use aauth_sim::time::Span;
use serde_json::{Value, json};

use crate::written::{own, theirs};

use super::{
    Break, NOW, NOW_S, Token, agent_token, assert_fails_at, check_lists, person_server_key,
    person_token, ring, server, strangers_key, verifier,
};

/// The lists whose every row is broken here.
pub(super) const LISTS: &[List] = &[List::Common];

struct Scene {
    token: Token,
    ring: KeyRing,
    raw: Option<&'static str>,
}

fn honest() -> Scene {
    Scene {
        token: person_token(),
        ring: ring(),
        raw: None,
    }
}

fn walk(scene: &Scene) -> (Report, Result<Verified<PersonToken>, Stop>) {
    let jwt = scene.raw.map_or_else(|| scene.token.jwt(), str::to_owned);
    verifier(&scene.ring).verify_person_token(
        &jwt,
        Place::SignatureKey,
        &server("https://api.example"),
        Confirmation::Signer,
    )
}

fn header(scene: &mut Scene, name: &str, value: impl Into<Value>) {
    scene.token.header[name] = value.into();
}

fn no_header(scene: &mut Scene, name: &str) {
    scene
        .token
        .header
        .as_object_mut()
        .unwrap()
        .shift_remove(name);
}

fn publish(scene: &mut Scene, key: &Value) {
    let set = KeySet::of(&[own(key)]);
    scene
        .ring
        .insert("https://ps.example", "aauth-person.json", set, NOW);
}

/// What breaks the steps up to the one that finds the key.
fn breaks_up_to_the_key() -> Vec<Break<Scene>> {
    vec![
        Break::new(&TOKEN_TYPE, Fault::Malformed, |s: &mut Scene| {
            s.raw = Some("a.b.c");
        }),
        Break::new(&TOKEN_TYPE, Fault::Malformed, |s| s.raw = Some("")),
        Break::new(&TOKEN_TYPE, Fault::Missing, |s| no_header(s, "typ")),
        Break::new(&TOKEN_TYPE, Fault::TypeUnexpected, |s| {
            header(s, "typ", "aa-auth+jwt");
        }),
        Break::new(&TOKEN_TYPE, Fault::TypeUnexpected, |s| {
            header(s, "typ", "JWT");
        }),
        Break::new(&TOKEN_ALGORITHM, Fault::AlgorithmUnsupported, |s| {
            no_header(s, "alg");
        }),
        Break::new(&TOKEN_ALGORITHM, Fault::AlgorithmUnsupported, |s| {
            header(s, "alg", "EdDSA");
        }),
        Break::new(&TOKEN_ALGORITHM, Fault::AlgorithmUnsupported, |s| {
            header(s, "alg", "none");
        }),
        Break::new(&TOKEN_ALGORITHM, Fault::AlgorithmUnsupported, |s| {
            header(s, "alg", "HS256");
        }),
        Break::new(&TOKEN_DWK, Fault::Missing, |s| s.token.remove("dwk")),
        Break::new(&TOKEN_DWK, Fault::Mismatch, |s| {
            s.token.set("dwk", "aauth-agent.json");
        }),
        Break::new(&TOKEN_DWK, Fault::Mismatch, |s| {
            s.token.set("dwk", "openid-configuration");
        }),
        Break::new(&TOKEN_ISSUER, Fault::Missing, |s| s.token.remove("iss")),
        Break::new(&TOKEN_ISSUER, Fault::Malformed, |s| {
            s.token.set("iss", "https://ps.example/");
        }),
        Break::new(&TOKEN_ISSUER, Fault::Malformed, |s| {
            s.token.set("iss", "http://ps.example");
        }),
        Break::new(&TOKEN_KEY, Fault::Missing, |s| no_header(s, "kid")),
        Break::new(&TOKEN_KEY, Fault::KeyUnknown, |s| {
            header(s, "kid", "ps-key-2");
        }),
        Break::new(&TOKEN_KEY, Fault::AlgorithmUnsupported, |s| {
            let mut jwk = theirs(person_server_key().public_jwk().to_json());
            jwk["alg"] = "EdDSA".into();
            publish(s, &jwk);
        }),
        Break::new(&TOKEN_KEY, Fault::KeyMalformed, |s| {
            publish(
                s,
                &json!({"kid": "ps-key-1", "kty": "OKP", "alg": "Ed25519"}),
            );
        }),
        Break::new(&TOKEN_KEY, Fault::IssuerMismatch, |s| {
            s.ring = KeyRing::default();
            s.ring.insert_failure(
                "https://ps.example",
                "aauth-person.json",
                Fault::IssuerMismatch,
                NOW,
            );
        }),
    ]
}

/// What breaks the signature and the steps after it.
fn breaks_from_the_signature() -> Vec<Break<Scene>> {
    vec![
        Break::new(&TOKEN_SIGNATURE, Fault::SignatureInvalid, |s| {
            s.token.key = strangers_key();
        }),
        Break::new(&TOKEN_EXPIRY, Fault::Missing, |s| s.token.remove("exp")),
        Break::new(&TOKEN_EXPIRY, Fault::Malformed, |s| {
            s.token.set("exp", "tomorrow");
        }),
        Break::new(&TOKEN_EXPIRY, Fault::Malformed, |s| s.token.set("exp", -1)),
        Break::new(&TOKEN_EXPIRY, Fault::Expired, |s| {
            s.token.set("exp", NOW_S + 1);
        }),
        Break::new(&TOKEN_CLAIMS, Fault::Missing, |s| s.token.remove("jti")),
        Break::new(&TOKEN_CLAIMS, Fault::Malformed, |s| s.token.set("jti", "")),
        Break::new(&TOKEN_CLAIMS, Fault::Missing, |s| s.token.remove("iat")),
        Break::new(&TOKEN_CLAIMS, Fault::Missing, |s| s.token.remove("aud")),
        Break::new(&TOKEN_CLAIMS, Fault::Malformed, |s| {
            s.token.set("aud", json!(["https://api.example"]));
        }),
        Break::new(&TOKEN_CLAIMS, Fault::Malformed, |s| {
            s.token.set("tenant", 7);
        }),
        Break::new(&TOKEN_ISSUED, Fault::IssuedAhead, |s| {
            s.token.set("iat", NOW_S + 62);
        }),
        Break::new(&TOKEN_LIFETIME, Fault::LifetimeExceeded, |s| {
            s.token.set("exp", NOW_S + 3601);
        }),
    ]
}

#[test]
fn every_step_of_the_common_list_passes_and_fails() {
    let mut breaks = breaks_up_to_the_key();
    breaks.extend(breaks_from_the_signature());
    check_lists(LISTS, &[honest], &breaks, &[], walk);
}

#[test]
fn a_token_holds_until_the_second_before_its_expiry() {
    let mut scene = honest();
    scene.token.set("exp", NOW_S + 2);
    assert!(walk(&scene).1.is_ok());
}

#[test]
fn a_token_may_be_dated_ahead_by_the_signature_window() {
    let mut scene = honest();
    scene.token.set("iat", NOW_S + 61);
    assert!(walk(&scene).1.is_ok());
}

#[test]
fn a_longer_life_than_recommended_is_no_reason_to_refuse_an_agent_token() {
    let mut token = agent_token();
    token.set("exp", NOW_S + 100 * 24 * 60 * 60);
    let ring = ring();
    let (report, result) =
        verifier(&ring).verify_agent_token(&token.jwt(), Place::SignatureKey, Confirmation::Signer);
    assert!(result.is_ok());
    let row = report
        .checks
        .iter()
        .find(|check| check.rule == &TOKEN_LIFETIME);
    assert!(matches!(row.unwrap().outcome, Outcome::NotApplicable(_)));
}

fn key_ref() -> KeyRef {
    KeyRef {
        issuer: "https://ps.example".to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: "ps-key-1".to_owned(),
    }
}

/// What the walk knows before it has the key, and nothing more.
#[test]
fn a_key_that_is_not_at_hand_stops_the_walk_before_its_step() {
    let mut scene = honest();
    scene.ring = KeyRing::default();
    let (report, result) = walk(&scene);
    assert_eq!(result, Err(Stop::Needs(Box::new(key_ref()))));
    for check in &report.checks {
        let before = [&TOKEN_TYPE, &TOKEN_ALGORITHM, &TOKEN_DWK, &TOKEN_ISSUER];
        let expected = if before.contains(&check.rule) {
            Outcome::Pass
        } else {
            Outcome::NotReached
        };
        assert_eq!(check.outcome, expected, "{}", check.rule.id);
    }
}

#[test]
fn an_issuer_that_is_no_server_is_never_looked_up() {
    let mut scene = honest();
    scene.ring = KeyRing::default();
    scene.token.set("iss", "https://ps.example:8443");
    let (report, _) = walk(&scene);
    assert_fails_at(&report, &TOKEN_ISSUER, Fault::Malformed);
}

/// The set was fetched at the start of the run; the walk is 61 seconds later, or 59.
#[test]
fn a_signature_that_fails_under_an_old_key_asks_for_one_refresh() {
    let mut scene = honest();
    scene.token.key = strangers_key();
    let walk_after = |ring: &KeyRing, seconds| {
        let mut verifier = verifier(ring);
        verifier.now = NOW + Span::from_s(seconds);
        verifier
            .verify_person_token(
                &scene.token.jwt(),
                Place::SignatureKey,
                &server("https://api.example"),
                Confirmation::Signer,
            )
            .1
    };
    assert_eq!(
        walk_after(&scene.ring, 60),
        Err(Stop::Needs(Box::new(key_ref())))
    );
    let young = super::rejected(walk_after(&scene.ring, 59));
    assert_eq!(
        (young.rule, young.fault),
        (&TOKEN_SIGNATURE, Fault::SignatureInvalid)
    );

    let mut refreshed = scene.ring.clone();
    let set = KeySet::of(&[person_server_key().public_jwk().to_json().into()]);
    refreshed.insert(
        "https://ps.example",
        "aauth-person.json",
        set,
        NOW + Span::from_s(60),
    );
    let again = super::rejected(walk_after(&refreshed, 60));
    assert_eq!(
        (again.rule, again.fault),
        (&TOKEN_SIGNATURE, Fault::SignatureInvalid)
    );
}

/// A claim that nobody defined is ignored.
#[test]
fn unknown_claims_and_headers_are_ignored() {
    let mut scene = honest();
    scene.token.set("software_attestation", json!({"level": 3}));
    header(&mut scene, "x5t", "abc");
    assert!(walk(&scene).1.is_ok());
}
