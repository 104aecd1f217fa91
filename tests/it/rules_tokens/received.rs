//! What an agent verifies of what it receives: a challenge, a person token, an auth token.

use aauth_sim::aauth::challenge::{Challenge, ExpectedChallenge};
use aauth_sim::aauth::token::{AuthToken, PersonToken};
use aauth_sim::aauth::token_response::{ExpectedAuthTokenResponse, ExpectedPersonToken};
use aauth_sim::check::rules::{
    AUTH_RESPONSE_AUDIENCE, AUTH_RESPONSE_ISSUER, AUTH_RESPONSE_KEY, AUTH_RESPONSE_SUBJECT,
    AUTH_RESPONSE_TOKEN, CHALLENGE_AGENT_KEY, CHALLENGE_EXPIRY, CHALLENGE_ISSUER,
    CHALLENGE_PERSON_SERVER, CHALLENGE_PRESENT, CHALLENGE_PRESENTED, CHALLENGE_SUBJECT,
    CHALLENGE_TOKEN, List, PERSON_RESPONSE_AUDIENCE, PERSON_RESPONSE_ISSUER, PERSON_RESPONSE_KEY,
    PERSON_RESPONSE_TOKEN, TOKEN_CLAIMS, TOKEN_EXPIRY,
};
use aauth_sim::check::{Fault, Place, Report, Stop, Verified};
use serde_json::json;

use super::{
    Break, NOW_S, Token, agent_jkt, agent_key, assert_fails_at, auth_token, check_lists,
    federated_auth_token, jwk, other_key, person_token, rejected, resource_token, ring, server,
    strangers_key, verifier,
};

/// The lists whose every row is broken here, in a challenge. Its last row cannot fail.
pub(super) const CHALLENGE_LISTS: &[List] = &[List::Challenge];

/// The same in a response with a person token.
pub(super) const PERSON_LISTS: &[List] = &[List::PersonTokenResponse];

/// The same in a response with an auth token.
pub(super) const AUTH_LISTS: &[List] = &[List::AuthTokenResponse];

fn challenged() -> Option<Token> {
    Some(resource_token())
}

fn change(scene: &mut Option<Token>, claim: &str, value: &str) {
    scene.as_mut().unwrap().set(claim, value);
}

fn walk_challenge(scene: &Option<Token>) -> (Report, Result<Verified<Challenge>, Stop>) {
    let ring = ring();
    let expected = ExpectedChallenge {
        resource: &server("https://api.example"),
        agent_jkt: &agent_jkt(),
        person_server: &server("https://ps.example"),
        sub: "8f14e45fceea167a5a36dedd4bea2543",
        presented_jti: "pt-3ab910",
    };
    let jwt = scene.as_ref().map(Token::jwt);
    verifier(&ring).verify_challenge(jwt.as_deref(), Place::RequirementParameter, &expected)
}

/// The sixth step looks at the expiry that the token's own walk, in the second step, has looked at
/// already, by the same clock. An expired challenge therefore fails there, as the next test says,
/// and the sixth step never fails on its own.
#[test]
fn every_step_of_the_challenge_passes_and_fails() {
    let breaks = [
        Break::new(
            &CHALLENGE_PRESENT,
            Fault::Missing,
            |s: &mut Option<Token>| *s = None,
        ),
        Break::new(&CHALLENGE_TOKEN, Fault::SignatureInvalid, |s| {
            s.as_mut().unwrap().key = strangers_key();
        }),
        Break::new(&CHALLENGE_ISSUER, Fault::Mismatch, |s| {
            change(s, "iss", "https://other.example");
            let token = s.as_mut().unwrap();
            token.header["kid"] = "other-key-1".into();
            token.key = other_key();
        }),
        Break::new(&CHALLENGE_AGENT_KEY, Fault::KeyMismatch, |s| {
            change(s, "agent_jkt", "abc");
        }),
        Break::new(&CHALLENGE_PERSON_SERVER, Fault::Mismatch, |s| {
            change(s, "ps", "https://other.example");
        }),
        Break::new(&CHALLENGE_SUBJECT, Fault::Mismatch, |s| {
            change(s, "sub", "somebody");
        }),
        Break::new(&CHALLENGE_PRESENTED, Fault::Mismatch, |s| {
            change(s, "presented_jti", "x");
        }),
    ];
    check_lists(
        CHALLENGE_LISTS,
        &[challenged],
        &breaks,
        &[&CHALLENGE_EXPIRY],
        walk_challenge,
    );
}

#[test]
fn an_expired_challenge_fails_in_the_tokens_own_walk() {
    let mut token = resource_token();
    token.set("exp", NOW_S);
    let (report, result) = walk_challenge(&Some(token));
    assert_fails_at(&report, &CHALLENGE_TOKEN, Fault::Expired);
    assert_eq!(rejected(result).rule, &TOKEN_EXPIRY);
}

#[test]
fn a_challenge_is_passed_on_as_it_travelled() {
    let token = resource_token();
    let challenge = walk_challenge(&Some(token.clone())).1.unwrap();
    assert_eq!(challenge.jwt, token.jwt());
    assert_eq!(challenge.resource_token.aud, server("https://ps.example"));
    assert_eq!(
        challenge.resource_token.scope.as_ref().unwrap().to_string(),
        "data.read data.write"
    );
}

/// The agent reads every claim of the resource token, so each must be there and readable.
#[test]
fn a_challenge_with_a_claim_missing_or_malformed_fails_in_the_tokens_own_walk() {
    for claim in ["aud", "ps", "sub", "presented_jti", "agent_jkt"] {
        let mut token = resource_token();
        token.remove(claim);
        let (report, result) = walk_challenge(&Some(token));
        assert_fails_at(&report, &CHALLENGE_TOKEN, Fault::Missing);
        assert_eq!(rejected(result).rule, &TOKEN_CLAIMS, "{claim}");
    }
    for (claim, value) in [
        ("aud", json!("ps.example")),
        ("scope", json!(["data.read"])),
        (
            "interaction",
            json!({"url": "http://api.example/i", "code": "A1B2-C3D4"}),
        ),
        ("interaction", json!({"url": "https://api.example/i"})),
    ] {
        let mut token = resource_token();
        token.set(claim, value);
        let (report, _) = walk_challenge(&Some(token));
        assert!(!report.passed(), "{claim}");
    }
}

fn walk_person(token: &Token) -> (Report, Result<Verified<PersonToken>, Stop>) {
    let ring = ring();
    let expected = ExpectedPersonToken {
        person_server: &server("https://ps.example"),
        resource: &server("https://api.example"),
        key: &agent_key().public_jwk(),
    };
    verifier(&ring).verify_person_token_response(&token.jwt(), &expected)
}

#[test]
fn every_step_of_a_received_person_token_passes_and_fails() {
    let breaks = [
        Break::new(
            &PERSON_RESPONSE_TOKEN,
            Fault::SignatureInvalid,
            |t: &mut Token| {
                t.key = strangers_key();
            },
        ),
        Break::new(&PERSON_RESPONSE_TOKEN, Fault::Missing, |t| t.remove("sub")),
        Break::new(&PERSON_RESPONSE_ISSUER, Fault::Mismatch, |t| {
            t.set("iss", "https://other.example");
            t.header["kid"] = "other-key-1".into();
            t.key = other_key();
        }),
        Break::new(&PERSON_RESPONSE_AUDIENCE, Fault::AudienceMismatch, |t| {
            t.set("aud", "https://other.example");
        }),
        Break::new(&PERSON_RESPONSE_KEY, Fault::KeyMismatch, |t| {
            t.set("cnf", json!({"jwk": jwk(&strangers_key())}));
        }),
        Break::new(&PERSON_RESPONSE_KEY, Fault::Missing, |t| t.remove("cnf")),
    ];
    check_lists(PERSON_LISTS, &[person_token], &breaks, &[], walk_person);
}

fn walk_auth(token: &Token) -> (Report, Result<Verified<AuthToken>, Stop>) {
    let ring = ring();
    let expected = ExpectedAuthTokenResponse {
        issuer: &server("https://ps.example"),
        resource: &server("https://api.example"),
        key: &agent_key().public_jwk(),
        sub: "8f14e45fceea167a5a36dedd4bea2543",
    };
    verifier(&ring).verify_auth_token_response(&token.jwt(), &expected)
}

#[test]
fn every_step_of_a_received_auth_token_passes_and_fails() {
    let breaks = [
        Break::new(
            &AUTH_RESPONSE_TOKEN,
            Fault::SignatureInvalid,
            |t: &mut Token| {
                t.key = strangers_key();
            },
        ),
        Break::new(&AUTH_RESPONSE_ISSUER, Fault::Mismatch, |t| {
            *t = federated_auth_token();
        }),
        Break::new(&AUTH_RESPONSE_AUDIENCE, Fault::AudienceMismatch, |t| {
            t.set("aud", "https://other.example");
        }),
        Break::new(&AUTH_RESPONSE_KEY, Fault::KeyMismatch, |t| {
            t.set("cnf", json!({"jwk": jwk(&strangers_key())}));
        }),
        Break::new(&AUTH_RESPONSE_SUBJECT, Fault::Missing, |t| t.remove("sub")),
        Break::new(&AUTH_RESPONSE_SUBJECT, Fault::Mismatch, |t| {
            t.set("sub", "somebody");
        }),
    ];
    check_lists(AUTH_LISTS, &[auth_token], &breaks, &[], walk_auth);
}
