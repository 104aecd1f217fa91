//! Signed requests with each credential, at each server: the token's own walk stands inside the
//! signature's fifth step.

use aauth_sim::aauth::credential::{Credential, KeyRingSource};
use aauth_sim::aauth::{Dwk, ServerId};
use aauth_sim::check::rules::{
    AUTH_ISSUER, PERSON_AUDIENCE, Rule, SIGNATURE_KEY, SIGNATURE_VALID, TOKEN_SIGNATURE, TOKEN_TYPE,
};
use aauth_sim::check::{Fault, Report, Stop, Verified};
use aauth_sim::http::{Method, Request, Target};
use aauth_sim::httpsig::{Coverage, Policy, Scheme, SignatureKey, Signed, sign, verify};
use aauth_sim::jose::{KeyRing, SigningKey};
use aauth_sim::time::{Span, Timestamp};

use super::{
    NOW, Token, agent_key, agent_token, assert_fails_at, auth_token, federated_auth_token,
    person_server_key, person_token, rejected, resource_token, ring, server, strangers_key,
};

type Outcome = (Report, Result<Verified<Signed<Credential>>, Stop>);

struct Door {
    own: ServerId,
    role: Dwk,
    access_server: Option<ServerId>,
    now: Timestamp,
}

fn resource() -> Door {
    Door {
        own: server("https://api.example"),
        role: Dwk::Resource,
        access_server: None,
        now: NOW,
    }
}

fn person_server() -> Door {
    Door {
        own: server("https://ps.example"),
        role: Dwk::Person,
        ..resource()
    }
}

fn access_server() -> Door {
    Door {
        own: server("https://as.example"),
        role: Dwk::Access,
        ..resource()
    }
}

impl Door {
    fn knock(&self, ring: &KeyRing, presented: &SignatureKey, key: &SigningKey) -> Outcome {
        let url = self.own.url("/data");
        let request = Request::new(Method::Get, Target::parse(&url).unwrap());
        let signed = sign(request, key, presented, &Coverage::base(), self.now).unwrap();
        let schemes = [Scheme::Jwt, Scheme::JwksUri];
        let policy = Policy::new(self.own.host(), Coverage::base(), &schemes, self.now);
        let keys = KeyRingSource {
            ring,
            recipient: &self.own,
            role: self.role,
            access_server: self.access_server.as_ref(),
            now: self.now,
            window_s: 60,
        };
        verify(&signed, &policy, &keys)
    }

    fn present(&self, token: &Token) -> Outcome {
        self.knock(&ring(), &jwt(token), &agent_key())
    }
}

fn jwt(token: &Token) -> SignatureKey {
    SignatureKey::Jwt { jwt: token.jwt() }
}

fn jwks_uri(id: &str, kid: &str) -> SignatureKey {
    SignatureKey::JwksUri {
        id: id.to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: kid.to_owned(),
    }
}

#[track_caller]
fn assert_refused(outcome: Outcome, rule: &'static Rule, fault: Fault) {
    let (report, result) = outcome;
    assert_fails_at(&report, &SIGNATURE_KEY, fault);
    assert_eq!(rejected(result).rule, rule);
}

#[test]
fn a_resource_learns_what_the_presented_token_says() {
    let signed = resource().present(&agent_token()).1.unwrap();
    assert!(matches!(signed.credential, Credential::Agent(_)));
    let signed = resource().present(&person_token()).1.unwrap();
    let Credential::Person(token) = &signed.credential else {
        panic!("no person token");
    };
    assert_eq!(token.sub, "8f14e45fceea167a5a36dedd4bea2543");
    let signed = resource().present(&auth_token()).1.unwrap();
    assert!(matches!(signed.credential, Credential::Auth(_)));
    assert_eq!(signed.thumbprint, super::agent_jkt());
}

#[test]
fn the_tokens_own_walk_is_part_of_the_report() {
    let (report, _) = resource().present(&person_token());
    let step = report
        .checks
        .iter()
        .find(|check| check.rule == &SIGNATURE_KEY);
    let inner = step.unwrap().inner.as_deref().unwrap();
    assert!(inner.passed());
    assert_eq!(inner.checks.len(), 14);
}

#[test]
fn a_person_server_takes_an_agent_token_and_nothing_else() {
    let signed = person_server().present(&agent_token()).1.unwrap();
    assert!(matches!(signed.credential, Credential::Agent(_)));
    for token in [person_token(), auth_token(), resource_token()] {
        let outcome = person_server().present(&token);
        assert_refused(outcome, &TOKEN_TYPE, Fault::TypeUnexpected);
    }
}

#[test]
fn a_resource_token_is_nobodys_credential() {
    let outcome = resource().present(&resource_token());
    assert_refused(outcome, &TOKEN_TYPE, Fault::TypeUnexpected);
}

#[test]
fn a_token_for_another_resource_is_refused() {
    let mut token = person_token();
    token.set("aud", "https://other.example");
    let outcome = resource().present(&token);
    assert_refused(outcome, &PERSON_AUDIENCE, Fault::AudienceMismatch);
}

#[test]
fn a_resource_with_an_access_server_takes_its_authorizations_only() {
    let mut door = resource();
    door.access_server = Some(server("https://as.example"));
    assert!(door.present(&federated_auth_token()).1.is_ok());
    door.access_server = Some(server("https://other.example"));
    let outcome = door.present(&federated_auth_token());
    assert_refused(outcome, &AUTH_ISSUER, Fault::Mismatch);
}

/// Whoever has the token and not the key cannot sign: that is where a stolen token fails.
#[test]
fn a_token_without_its_key_fails_at_the_signature() {
    for token in [agent_token(), person_token(), auth_token()] {
        let (report, _) = resource().knock(&ring(), &jwt(&token), &strangers_key());
        assert_fails_at(&report, &SIGNATURE_VALID, Fault::SignatureInvalid);
    }
}

#[test]
fn a_forged_token_fails_at_its_own_signature() {
    let mut token = person_token();
    token.key = agent_key();
    let outcome = resource().present(&token);
    assert_refused(outcome, &TOKEN_SIGNATURE, Fault::SignatureInvalid);
}

#[test]
fn a_server_signs_under_its_own_name() {
    let presented = jwks_uri("https://ps.example", "ps-key-1");
    let outcome = access_server().knock(&ring(), &presented, &person_server_key());
    let signed = outcome.1.unwrap();
    assert_eq!(
        signed.credential,
        Credential::Server(server("https://ps.example"))
    );
}

#[test]
fn a_server_whose_name_or_document_is_none_is_not_looked_up() {
    let document = SignatureKey::JwksUri {
        id: "https://ps.example".to_owned(),
        dwk: "keys.json".to_owned(),
        kid: "ps-key-1".to_owned(),
    };
    for presented in [jwks_uri("https://ps.example/", "ps-key-1"), document] {
        let outcome = access_server().knock(&KeyRing::default(), &presented, &person_server_key());
        assert_refused(outcome, &SIGNATURE_KEY, Fault::KeyMalformed);
    }
}

#[test]
fn keys_that_are_not_at_hand_are_asked_for() {
    let empty = KeyRing::default();
    let outcome = resource().knock(&empty, &jwt(&person_token()), &agent_key());
    assert!(matches!(outcome.1, Err(Stop::Needs(key)) if key.kid == "ps-key-1"));
    let presented = jwks_uri("https://ps.example", "ps-key-1");
    let outcome = access_server().knock(&empty, &presented, &person_server_key());
    assert!(matches!(outcome.1, Err(Stop::Needs(key)) if key.issuer == "https://ps.example"));
}

/// The set is a minute old, so the server may have another key by now.
#[test]
fn a_servers_signature_that_fails_under_an_old_key_asks_for_one_refresh() {
    let presented = jwks_uri("https://ps.example", "ps-key-1");
    let mut door = access_server();
    let outcome = door.knock(&ring(), &presented, &strangers_key());
    assert_fails_at(&outcome.0, &SIGNATURE_VALID, Fault::SignatureInvalid);
    door.now = NOW + Span::from_s(60);
    let outcome = door.knock(&ring(), &presented, &strangers_key());
    assert!(matches!(outcome.1, Err(Stop::Needs(_))));
}
