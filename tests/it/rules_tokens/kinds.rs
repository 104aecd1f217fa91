//! The lists of the agent token, the person token and the auth token.

use aauth_sim::aauth::ServerId;
use aauth_sim::aauth::token::{
    AgentToken, AuthToken, AuthTokenIssuer, Confirmation, ExpectedAuthToken, PersonToken,
};
use aauth_sim::check::rules::{
    AGENT_CONFIRMATION, AGENT_IDENTIFIER, AGENT_PARENT, AGENT_PERSON_SERVER, AUTH_AUDIENCE,
    AUTH_CONFIRMATION, AUTH_ISSUER, AUTH_PERSON_SERVER, AUTH_SUBJECT, List, PERSON_AUDIENCE,
    PERSON_CONFIRMATION, PERSON_NO_AUTHORIZATION, PERSON_SUBJECT, TOKEN_CLAIMS, TOKEN_DWK,
};
use aauth_sim::check::{Fault, Outcome, Place, Report, Stop, Verified};
use serde_json::json;

use super::{
    Break, Token, agent_jkt, agent_token, assert_fails_at, auth_token, check_lists,
    federated_auth_token, jwk, other_key, person_token, ring, server, strangers_key, verifier,
};

/// The lists whose every row is broken here, on an agent token.
pub(super) const AGENT_LISTS: &[List] = &[List::AgentToken];

/// The same on a person token.
pub(super) const PERSON_LISTS: &[List] = &[List::PersonToken];

/// The same on an auth token.
pub(super) const AUTH_LISTS: &[List] = &[List::AuthToken];

fn walk_agent(token: &Token) -> (Report, Result<Verified<AgentToken>, Stop>) {
    let ring = ring();
    verifier(&ring).verify_agent_token(&token.jwt(), Place::SignatureKey, Confirmation::Signer)
}

fn walk_person(token: &Token) -> (Report, Result<Verified<PersonToken>, Stop>) {
    let ring = ring();
    verifier(&ring).verify_person_token(
        &token.jwt(),
        Place::SignatureKey,
        &server("https://api.example"),
        Confirmation::Signer,
    )
}

fn walk_auth(
    token: &Token,
    issuer: AuthTokenIssuer<'_>,
) -> (Report, Result<Verified<AuthToken>, Stop>) {
    let ring = ring();
    let expected = ExpectedAuthToken {
        audience: &server("https://api.example"),
        confirmation: Confirmation::Signer,
        issuer,
    };
    verifier(&ring).verify_auth_token(&token.jwt(), Place::SignatureKey, &expected)
}

/// Under the `jwt` scheme the key of the token is the key of the signature, so they cannot differ
/// here: the step fails by a key that is missing or unreadable. That another key signed is found at
/// the signature's own step.
#[test]
fn every_step_of_the_agent_token_passes_and_fails() {
    let breaks = [
        Break::new(&AGENT_CONFIRMATION, Fault::Missing, |t: &mut Token| {
            t.remove("cnf");
        }),
        Break::new(&AGENT_CONFIRMATION, Fault::Missing, |t| {
            t.set("cnf", json!({}));
        }),
        Break::new(&AGENT_CONFIRMATION, Fault::Missing, |t| {
            t.set(
                "cnf",
                json!({"jwk": {"kty": "OKP", "crv": "Ed25519", "alg": "Ed25519"}}),
            );
        }),
        Break::new(&AGENT_CONFIRMATION, Fault::KeyMalformed, |t| {
            t.set(
                "cnf",
                json!({"jwk": {"kty": "OKP", "crv": "Ed25519", "x": "short", "alg": "Ed25519"}}),
            );
        }),
        Break::new(&AGENT_PERSON_SERVER, Fault::Malformed, |t| {
            t.set("ps", "https://PS.example");
        }),
        Break::new(&AGENT_PARENT, Fault::Malformed, |t| {
            t.set("parent_agent", "planner.7f3c");
        }),
        Break::new(&AGENT_IDENTIFIER, Fault::Missing, |t| t.remove("sub")),
        Break::new(&AGENT_IDENTIFIER, Fault::Malformed, |t| {
            t.set("sub", "aauth:@agent.example");
        }),
    ];
    check_lists(AGENT_LISTS, &[agent_token], &breaks, &[], walk_agent);
}

#[test]
fn an_agent_without_person_server_and_parent_is_an_agent() {
    let mut token = agent_token();
    token.remove("ps");
    token.remove("parent_agent");
    let (report, result) = walk_agent(&token);
    let agent = result.unwrap();
    assert_eq!(agent.ps, None);
    assert_eq!(agent.parent_agent, None);
    let skipped = report.checks.iter().filter(|check| {
        [&AGENT_PERSON_SERVER, &AGENT_PARENT].contains(&check.rule)
            && matches!(check.outcome, Outcome::NotApplicable(_))
    });
    assert_eq!(skipped.count(), 2);
}

/// As with the agent token, only a key that is missing or unreadable can fail here.
#[test]
fn every_step_of_the_person_token_passes_and_fails() {
    let breaks = [
        Break::new(
            &PERSON_AUDIENCE,
            Fault::AudienceMismatch,
            |t: &mut Token| {
                t.set("aud", "https://other.example");
            },
        ),
        Break::new(&PERSON_CONFIRMATION, Fault::Missing, |t| t.remove("cnf")),
        Break::new(&PERSON_CONFIRMATION, Fault::Malformed, |t| {
            t.set("cnf", "key");
        }),
        Break::new(&PERSON_CONFIRMATION, Fault::Malformed, |t| {
            t.set("cnf", json!({"jwk": "key"}));
        }),
        Break::new(&PERSON_CONFIRMATION, Fault::Missing, |t| {
            t.set("cnf", json!({"jwk": {"crv": "Ed25519"}}));
        }),
        Break::new(&PERSON_CONFIRMATION, Fault::Missing, |t| {
            t.set(
                "cnf",
                json!({"jwk": {"kty": "EC", "crv": "P-256", "x": "AA", "alg": "ES256"}}),
            );
        }),
        Break::new(&PERSON_SUBJECT, Fault::Missing, |t| t.remove("sub")),
        Break::new(&PERSON_SUBJECT, Fault::Malformed, |t| t.set("sub", "")),
        Break::new(&PERSON_NO_AUTHORIZATION, Fault::Forbidden, |t| {
            t.set("scope", "data.read");
        }),
        Break::new(&PERSON_NO_AUTHORIZATION, Fault::Forbidden, |t| {
            t.set("account", "a");
        }),
    ];
    check_lists(PERSON_LISTS, &[person_token], &breaks, &[], walk_person);
}

/// Whether a key can be used is judged at the signature's sixth step, with its own answer.
#[test]
fn a_readable_key_of_another_algorithm_is_left_to_the_signature() {
    let mut token = person_token();
    let key = json!({"kty": "EC", "crv": "P-256", "x": "AA", "y": "AA", "alg": "ES256"});
    token.set("cnf", json!({"jwk": key}));
    assert!(walk_person(&token).1.is_ok());
    let mut without_alg = jwk(&super::agent_key());
    without_alg.as_object_mut().unwrap().shift_remove("alg");
    token.set("cnf", json!({"jwk": without_alg}));
    assert!(walk_person(&token).1.is_ok());
}

struct AuthScene {
    token: Token,
    access_server: Option<ServerId>,
}

fn three_party() -> AuthScene {
    AuthScene {
        token: auth_token(),
        access_server: None,
    }
}

fn four_party() -> AuthScene {
    AuthScene {
        token: federated_auth_token(),
        access_server: Some(server("https://as.example")),
    }
}

#[test]
fn every_step_of_the_auth_token_passes_and_fails() {
    let breaks = [
        Break::new(
            &AUTH_AUDIENCE,
            Fault::AudienceMismatch,
            |s: &mut AuthScene| {
                s.token.set("aud", "https://other.example");
            },
        ),
        Break::new(&AUTH_CONFIRMATION, Fault::Missing, |s| {
            s.token.remove("cnf");
        }),
        Break::new(&AUTH_SUBJECT, Fault::Missing, |s| s.token.remove("sub")),
        Break::new(&AUTH_ISSUER, Fault::Mismatch, |s| {
            *s = four_party();
            s.access_server = Some(server("https://other.example"));
        }),
        Break::new(&AUTH_PERSON_SERVER, Fault::Mismatch, |s| {
            s.token.set("ps", "https://other.example");
        }),
    ];
    let honest: [fn() -> AuthScene; 2] = [three_party, four_party];
    check_lists(AUTH_LISTS, &honest, &breaks, &[], |scene| {
        let issuer = scene.access_server.as_ref();
        let issuer = issuer.map_or(AuthTokenIssuer::PersonServer, AuthTokenIssuer::AccessServer);
        walk_auth(&scene.token, issuer)
    });
}

#[test]
fn an_access_servers_auth_token_is_taken_from_the_resources_own_only() {
    let own = server("https://as.example");
    let issuer = AuthTokenIssuer::AccessServer(&own);
    let (report, result) = walk_auth(&federated_auth_token(), issuer);
    assert!(result.is_ok(), "{report:#?}");

    let mut token = federated_auth_token();
    token.header["kid"] = "other-key-1".into();
    token.set("iss", "https://other.example");
    token.key = other_key();
    let (report, _) = walk_auth(&token, issuer);
    assert_fails_at(&report, &AUTH_ISSUER, Fault::Mismatch);

    let (report, _) = walk_auth(&auth_token(), issuer);
    assert_fails_at(&report, &TOKEN_DWK, Fault::Mismatch);
    let (report, _) = walk_auth(&federated_auth_token(), AuthTokenIssuer::PersonServer);
    assert_fails_at(&report, &TOKEN_DWK, Fault::Mismatch);
}

#[test]
fn an_auth_token_says_which_person_server_and_a_readable_scope() {
    for (claim, value) in [
        ("ps", json!("ps.example")),
        ("scope", json!("a  b")),
        ("account", json!(1)),
    ] {
        let mut token = auth_token();
        token.claims[claim] = value;
        let (report, _) = walk_auth(&token, AuthTokenIssuer::PersonServer);
        assert_fails_at(&report, &TOKEN_CLAIMS, Fault::Malformed);
    }
}

/// In a request body the key is compared for real, with `agent_jkt`.
#[test]
fn a_presented_token_is_bound_to_the_key_of_the_resource_token() {
    let ring = ring();
    let walk = |token: &Token| {
        let place = Place::RequestMember("presented_token");
        let resource = server("https://api.example");
        verifier(&ring)
            .verify_presented_token(&token.jwt(), place, &resource, &agent_jkt())
            .0
    };
    assert!(walk(&person_token()).passed());
    assert!(walk(&auth_token()).passed());

    let mut token = person_token();
    token.set("cnf", json!({"jwk": jwk(&strangers_key())}));
    assert_fails_at(&walk(&token), &PERSON_CONFIRMATION, Fault::KeyMismatch);
    let mut token = auth_token();
    token.set("cnf", json!({"jwk": jwk(&strangers_key())}));
    assert_fails_at(&walk(&token), &AUTH_CONFIRMATION, Fault::KeyMismatch);
}
