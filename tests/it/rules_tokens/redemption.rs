//! The resource token and its presented token, at the server that redeems them.

use aauth_sim::aauth::TokenEndpointError;
use aauth_sim::aauth::token::{PresentedToken, Redeemed, Redeemer};
use aauth_sim::check::rules::{
    List, PERSON_AUDIENCE, RESOURCE_AGENT_KEY, RESOURCE_AUDIENCE, RESOURCE_MISSION_ACTIVE,
    RESOURCE_OWN_PS, RESOURCE_PRESENTED, RESOURCE_PRESENTED_JTI, RESOURCE_PRESENTED_MISSION,
    RESOURCE_PRESENTED_PS, RESOURCE_PRESENTED_SUB, RESOURCE_PRESENTED_TENANT, TOKEN_TYPE,
};
use aauth_sim::check::{Fault, Outcome, Report, Stop, Verified};
use aauth_sim::jose::KeyRing;

use super::{
    Break, NOW_S, Token, agent_jkt, agent_token, assert_fails_at, auth_token, check_lists, jwk,
    other_key, person_token, rejected, resource_token, ring, server, strangers_key, verifier,
};

/// The lists whose every row is broken here.
pub(super) const LISTS: &[List] = &[List::ResourceToken];

struct Scene {
    resource_token: Token,
    presented_token: Token,
    active_missions: Vec<String>,
    signing_key_jkt: String,
    federates: bool,
}

fn honest() -> Scene {
    Scene {
        resource_token: resource_token(),
        presented_token: person_token(),
        active_missions: vec!["dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned()],
        signing_key_jkt: agent_jkt(),
        federates: false,
    }
}

fn walk(scene: &Scene) -> (Report, Result<Verified<Redeemed>, Stop>) {
    let ring = ring();
    let redeemer = Redeemer::PersonServer {
        own: &server("https://ps.example"),
        federates: scene.federates,
        active_missions: &scene.active_missions,
    };
    verifier(&ring).verify_resource_token(
        &scene.resource_token.jwt(),
        &scene.presented_token.jwt(),
        redeemer,
        &scene.signing_key_jkt,
    )
}

/// Both tokens name another person server, which signed the presented one.
fn other_person_server(scene: &mut Scene) {
    scene.resource_token.set("ps", "https://other.example");
    scene.presented_token.set("iss", "https://other.example");
    scene.presented_token.header["kid"] = "other-key-1".into();
    scene.presented_token.key = other_key();
}

#[test]
fn every_step_of_the_resource_token_passes_and_fails() {
    let breaks = [
        Break::new(
            &RESOURCE_AUDIENCE,
            Fault::AudienceMismatch,
            |s: &mut Scene| {
                s.resource_token.set("aud", "https://as.example");
            },
        ),
        Break::new(&RESOURCE_AGENT_KEY, Fault::KeyMismatch, |s| {
            s.signing_key_jkt = strangers_key().public_jwk().thumbprint().unwrap();
        }),
        Break::new(&RESOURCE_PRESENTED, Fault::SignatureInvalid, |s| {
            s.presented_token.key = strangers_key();
        }),
        Break::new(&RESOURCE_PRESENTED, Fault::Expired, |s| {
            s.presented_token.set("exp", NOW_S);
        }),
        Break::new(&RESOURCE_PRESENTED, Fault::AudienceMismatch, |s| {
            s.presented_token.set("aud", "https://other.example");
        }),
        Break::new(&RESOURCE_PRESENTED, Fault::KeyMismatch, |s| {
            s.presented_token.claims["cnf"]["jwk"] = jwk(&strangers_key());
        }),
        Break::new(&RESOURCE_PRESENTED_JTI, Fault::Mismatch, |s| {
            s.resource_token.set("presented_jti", "pt-other");
        }),
        Break::new(&RESOURCE_PRESENTED_PS, Fault::Mismatch, |s| {
            s.resource_token.set("ps", "https://other.example");
        }),
        Break::new(&RESOURCE_PRESENTED_SUB, Fault::Mismatch, |s| {
            s.resource_token.set("sub", "somebody");
        }),
        Break::new(&RESOURCE_PRESENTED_MISSION, Fault::Mismatch, |s| {
            s.resource_token.remove("mission_s256");
        }),
        Break::new(&RESOURCE_PRESENTED_MISSION, Fault::Mismatch, |s| {
            s.presented_token.remove("mission_s256");
        }),
        Break::new(&RESOURCE_PRESENTED_TENANT, Fault::Mismatch, |s| {
            s.resource_token.set("tenant", "umbrella");
        }),
        Break::new(&RESOURCE_OWN_PS, Fault::Mismatch, other_person_server),
        Break::new(&RESOURCE_MISSION_ACTIVE, Fault::Inactive, |s| {
            s.active_missions.clear();
        }),
    ];
    check_lists(LISTS, &[honest], &breaks, &[], walk);
}

#[test]
fn without_a_mission_there_is_none_to_be_active() {
    let mut scene = honest();
    scene.resource_token.remove("mission_s256");
    scene.presented_token.remove("mission_s256");
    scene.active_missions.clear();
    let (report, result) = walk(&scene);
    assert!(result.is_ok());
    assert_eq!(
        report.checks.last().unwrap().outcome,
        Outcome::NotApplicable("no mission is named")
    );
}

#[test]
fn a_person_server_that_federates_carries_a_token_for_an_access_server() {
    let mut scene = honest();
    scene.federates = true;
    scene.resource_token.set("aud", "https://as.example");
    let (report, result) = walk(&scene);
    assert_eq!(
        result.unwrap().resource_token.aud,
        server("https://as.example")
    );
    let row = report
        .checks
        .iter()
        .find(|check| check.rule == &RESOURCE_AUDIENCE);
    assert!(matches!(row.unwrap().outcome, Outcome::NotApplicable(_)));
}

#[test]
fn an_access_server_holds_the_token_against_the_person_server_that_signed() {
    let ring = ring();
    let mut token = resource_token();
    token.set("aud", "https://as.example");
    let walk = |own: &str, person_server: &str| {
        let redeemer = Redeemer::AccessServer {
            own: &server(own),
            person_server: &server(person_server),
        };
        verifier(&ring)
            .verify_resource_token(&token.jwt(), &person_token().jwt(), redeemer, &agent_jkt())
            .0
    };
    assert!(walk("https://as.example", "https://ps.example").passed());
    let report = walk("https://other.example", "https://ps.example");
    assert_fails_at(&report, &RESOURCE_AUDIENCE, Fault::AudienceMismatch);
    let report = walk("https://as.example", "https://other.example");
    assert_fails_at(&report, &RESOURCE_OWN_PS, Fault::Mismatch);
}

/// On a step-up the auth token is what was presented; `ps` is compared instead of `iss`.
#[test]
fn a_step_up_names_the_auth_token() {
    let mut scene = honest();
    scene.presented_token = auth_token();
    scene.resource_token.set("presented_jti", "auth-1");
    for claim in ["mission_s256", "tenant"] {
        scene.resource_token.remove(claim);
    }
    let redeemed = walk(&scene).1.unwrap().into_value();
    assert!(matches!(redeemed.presented_token, PresentedToken::Auth(_)));
}

#[test]
fn a_token_that_nobody_presents_to_a_resource_is_refused_by_its_type() {
    for other in [agent_token(), resource_token()] {
        let mut scene = honest();
        scene.presented_token = other;
        let (report, result) = walk(&scene);
        assert_fails_at(&report, &RESOURCE_PRESENTED, Fault::TypeUnexpected);
        assert_eq!(rejected(result).rule, &TOKEN_TYPE);
    }
}

#[test]
fn a_failure_inside_the_presented_token_is_shown_where_it_is() {
    let mut scene = honest();
    scene.presented_token.set("aud", "https://other.example");
    let (report, result) = walk(&scene);
    assert_eq!(rejected(result).rule, &PERSON_AUDIENCE);
    let row = report
        .checks
        .iter()
        .find(|check| check.rule == &RESOURCE_PRESENTED);
    let inner = row.unwrap().inner.as_deref().unwrap();
    assert_fails_at(inner, &PERSON_AUDIENCE, Fault::AudienceMismatch);
}

#[test]
fn a_key_that_the_presented_token_needs_is_asked_for() {
    let mut keys = KeyRing::default();
    let resource_keys =
        aauth_sim::jose::KeySet::of(&[super::resource_key().public_jwk().to_json().into()]);
    keys.insert(
        "https://api.example",
        "aauth-resource.json",
        resource_keys,
        super::NOW,
    );
    let redeemer = Redeemer::PersonServer {
        own: &server("https://ps.example"),
        federates: false,
        active_missions: &[],
    };
    let (report, result) = verifier(&keys).verify_resource_token(
        &resource_token().jwt(),
        &person_token().jwt(),
        redeemer,
        &agent_jkt(),
    );
    assert!(matches!(result, Err(Stop::Needs(key)) if key.issuer == "https://ps.example"));
    let row = report
        .checks
        .iter()
        .find(|check| check.rule == &RESOURCE_PRESENTED);
    assert_eq!(row.unwrap().outcome, Outcome::NotReached);
}

/// The draft's codes, by what is wrong with which of the two tokens.
#[test]
fn a_refusal_names_the_token_that_is_wrong() {
    let code = |how: fn(&mut Scene)| {
        let mut scene = honest();
        how(&mut scene);
        TokenEndpointError::of_redemption(&walk(&scene).0).map(TokenEndpointError::code)
    };
    assert_eq!(code(|_| {}), None);
    for (how, expected) in [
        (
            (|s| s.resource_token.key = strangers_key()) as fn(&mut Scene),
            "invalid_resource_token",
        ),
        (
            |s| s.resource_token.set("exp", NOW_S),
            "expired_resource_token",
        ),
        (|s| s.resource_token.set("iat", NOW_S + 62), "clock_skew"),
        (
            |s| s.resource_token.set("presented_jti", "x"),
            "invalid_resource_token",
        ),
        (
            |s| s.resource_token.remove("mission_s256"),
            "invalid_resource_token",
        ),
        (
            |s| s.presented_token.key = strangers_key(),
            "invalid_presented_token",
        ),
        (
            |s| s.presented_token.set("exp", NOW_S),
            "expired_presented_token",
        ),
        (
            |s| s.presented_token.set("aud", "https://x.example"),
            "invalid_presented_token",
        ),
        (
            |s| s.presented_token = agent_token(),
            "invalid_presented_token",
        ),
        (
            |s| {
                s.presented_token.set("iat", NOW_S + 62);
            },
            "clock_skew",
        ),
    ] {
        assert_eq!(code(how), Some(expected));
    }
}
