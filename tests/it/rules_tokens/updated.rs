//! An updated request, held against the original.

use aauth_sim::aauth::TokenEndpointError;
use aauth_sim::aauth::token::{Redeemed, Redeemer, ResourceToken};
use aauth_sim::check::rules::{
    List, UPDATE_AGENT_KEY, UPDATE_MISSION, UPDATE_PAIR, UPDATE_PERSON_SERVER, UPDATE_RESOURCE,
    UPDATE_SUBJECT, UPDATE_TENANT,
};
use aauth_sim::check::{Fault, Report, Stop, Verified};
use aauth_sim::jose::SigningKey;
use serde_json::json;

use super::{
    Break, NOW_S, Token, agent_jkt, agent_key, check_lists, jwk, other_key, person_token,
    resource_token, ring, server, strangers_key, verifier,
};

const MISSION: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

/// What the agent sends, and who receives it. The original is the pair of the parent module.
/// The lists whose every row is broken here.
pub(super) const LISTS: &[List] = &[List::UpdatedRequest];

struct Scene {
    resource_token: Token,
    presented_token: Token,
    signed_by: SigningKey,
    person_server: &'static str,
}

/// Less is asked for, against a fresh person token.
fn honest() -> Scene {
    let mut scene = Scene {
        resource_token: resource_token(),
        presented_token: person_token(),
        signed_by: agent_key(),
        person_server: "https://ps.example",
    };
    scene.presented_token.set("jti", "pt-2");
    scene.resource_token.set("presented_jti", "pt-2");
    scene.resource_token.set("jti", "rt-2");
    scene.resource_token.set("scope", "data.read");
    scene
}

fn redeem(
    scene: &Scene,
    original: Option<&ResourceToken>,
) -> (Report, Result<Verified<Redeemed>, Stop>) {
    let ring = ring();
    let missions = [MISSION.to_owned(), "other".to_owned()];
    let redeemer = Redeemer::PersonServer {
        own: &server(scene.person_server),
        federates: true,
        active_missions: &missions,
    };
    let jkt = scene.signed_by.public_jwk().thumbprint().unwrap();
    let (resource_token, presented_token) =
        (scene.resource_token.jwt(), scene.presented_token.jwt());
    let verifier = verifier(&ring);
    match original {
        Some(original) => verifier.verify_updated_request(
            &resource_token,
            &presented_token,
            redeemer,
            &jkt,
            original,
        ),
        None => verifier.verify_resource_token(&resource_token, &presented_token, redeemer, &jkt),
    }
}

fn walk(scene: &Scene) -> (Report, Result<Verified<Redeemed>, Stop>) {
    let first = Scene {
        resource_token: resource_token(),
        presented_token: person_token(),
        ..honest()
    };
    let original = redeem(&first, None).1.unwrap().into_value();
    redeem(scene, Some(&original.resource_token))
}

/// Both tokens of the new pair say so, and their issuers signed it: the pair verifies.
fn both(scene: &mut Scene, claim: &str, value: &str) {
    scene.resource_token.set(claim, value);
    scene.presented_token.set(claim, value);
}

#[test]
fn every_step_of_an_updated_request_passes_and_fails() {
    let breaks = [
        Break::new(&UPDATE_PAIR, Fault::SignatureInvalid, |s: &mut Scene| {
            s.resource_token.key = strangers_key();
        }),
        Break::new(&UPDATE_PAIR, Fault::Mismatch, |s| {
            s.resource_token.set("presented_jti", "pt-3ab910");
        }),
        Break::new(&UPDATE_RESOURCE, Fault::Mismatch, |s| {
            s.resource_token.set("iss", "https://other.example");
            s.resource_token.header["kid"] = "other-key-1".into();
            s.resource_token.key = other_key();
            s.presented_token.set("aud", "https://other.example");
        }),
        Break::new(&UPDATE_PERSON_SERVER, Fault::Mismatch, |s| {
            s.person_server = "https://other.example";
            s.resource_token.set("ps", "https://other.example");
            s.presented_token.set("iss", "https://other.example");
            s.presented_token.header["kid"] = "other-key-1".into();
            s.presented_token.key = other_key();
        }),
        Break::new(&UPDATE_SUBJECT, Fault::Mismatch, |s| {
            both(s, "sub", "somebody");
        }),
        Break::new(&UPDATE_AGENT_KEY, Fault::Mismatch, |s| {
            s.signed_by = strangers_key();
            s.presented_token
                .set("cnf", json!({"jwk": jwk(&strangers_key())}));
            let jkt = strangers_key().public_jwk().thumbprint().unwrap();
            s.resource_token.set("agent_jkt", jkt);
        }),
        Break::new(&UPDATE_MISSION, Fault::Mismatch, |s| {
            both(s, "mission_s256", "other");
        }),
        Break::new(&UPDATE_MISSION, Fault::Mismatch, |s| {
            s.resource_token.remove("mission_s256");
            s.presented_token.remove("mission_s256");
        }),
        Break::new(&UPDATE_TENANT, Fault::Mismatch, |s| {
            both(s, "tenant", "umbrella");
        }),
    ];
    check_lists(LISTS, &[honest], &breaks, &[], walk);
}

#[test]
fn an_update_may_ask_for_less_against_another_presented_token() {
    let redeemed = walk(&honest()).1.unwrap();
    assert_eq!(
        redeemed.resource_token.scope.as_ref().unwrap().to_string(),
        "data.read"
    );
    assert_eq!(redeemed.resource_token.presented_jti, "pt-2");
    assert_eq!(redeemed.resource_token.agent_jkt, agent_jkt());
}

#[test]
fn a_refused_update_names_the_token_that_is_wrong() {
    for (how, expected) in [
        ((|_| {}) as fn(&mut Scene), None),
        (
            |s| both(s, "tenant", "umbrella"),
            Some("invalid_resource_token"),
        ),
        (
            |s| s.resource_token.set("exp", NOW_S),
            Some("expired_resource_token"),
        ),
        (
            |s| s.presented_token.set("exp", NOW_S),
            Some("expired_presented_token"),
        ),
    ] {
        let mut scene = honest();
        how(&mut scene);
        let code = TokenEndpointError::of_redemption(&walk(&scene).0).map(TokenEndpointError::code);
        assert_eq!(code, expected);
    }
}
