//! What holds of every text and every change: no verifier panics, and no changed token passes.

use aauth_sim::aauth::challenge::ExpectedChallenge;
use aauth_sim::aauth::token::{
    AuthTokenIssuer, Confirmation, ExpectedAuthToken, Redeemer, TokenType,
};
use aauth_sim::aauth::token_response::{ExpectedAuthTokenResponse, ExpectedPersonToken};
use aauth_sim::aauth::{Dwk, Metadata};
use aauth_sim::check::Place;
use proptest::prelude::*;
use serde_json::Value;

use super::{
    Token, agent_jkt, agent_key, agent_token, auth_token, person_token, resource_token, ring,
    server, verifier,
};

/// Whether any of the verifiers takes the text for a token of its kind.
fn passes(jwt: &str) -> bool {
    let ring = ring();
    let verifier = verifier(&ring);
    let (api, ps) = (server("https://api.example"), server("https://ps.example"));
    let key = agent_key().public_jwk();
    let sub = "8f14e45fceea167a5a36dedd4bea2543";
    let auth = ExpectedAuthToken {
        audience: &api,
        confirmation: Confirmation::Signer,
        issuer: AuthTokenIssuer::PersonServer,
    };
    let redeemer = Redeemer::PersonServer {
        own: &ps,
        federates: false,
        active_missions: &[],
    };
    let challenge = ExpectedChallenge {
        resource: &api,
        agent_jkt: &agent_jkt(),
        person_server: &ps,
        sub,
        presented_jti: "pt-3ab910",
    };
    let person_response = ExpectedPersonToken {
        person_server: &ps,
        resource: &api,
        key: &key,
    };
    let auth_response = ExpectedAuthTokenResponse {
        issuer: &ps,
        resource: &api,
        key: &key,
        sub,
    };
    let place = Place::SignatureKey;
    let agent = verifier.verify_agent_token(jwt, place, Confirmation::Signer);
    let person = verifier.verify_person_token(jwt, place, &api, Confirmation::Signer);
    // Each half of a redemption beside the honest other half.
    let (resource, presented) = (resource_token().jwt(), person_token().jwt());
    let as_resource = verifier.verify_resource_token(jwt, &presented, redeemer, &agent_jkt());
    let as_presented = verifier.verify_resource_token(&resource, jwt, redeemer, &agent_jkt());
    [
        agent.1.is_ok(),
        person.1.is_ok(),
        verifier.verify_auth_token(jwt, place, &auth).1.is_ok(),
        as_resource.1.is_ok(),
        as_presented.1.is_ok(),
        verifier
            .verify_challenge(Some(jwt), place, &challenge)
            .1
            .is_ok(),
        verifier
            .verify_person_token_response(jwt, &person_response)
            .1
            .is_ok(),
        verifier
            .verify_auth_token_response(jwt, &auth_response)
            .1
            .is_ok(),
    ]
    .contains(&true)
}

fn token() -> impl Strategy<Value = Token> {
    prop_oneof![
        Just(agent_token()),
        Just(person_token()),
        Just(resource_token()),
        Just(auth_token()),
    ]
}

fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        let names = prop_oneof![
            Just("jwk".to_owned()),
            Just("kty".to_owned()),
            any::<String>()
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from),
            prop::collection::vec((names, inner), 0..3)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(crate::cases::cases(96))]

    #[test]
    fn no_text_passes_and_none_makes_a_verifier_panic(text in any::<String>()) {
        prop_assert!(!passes(&text));
        prop_assert_eq!(TokenType::of_unverified(&text), None);
        let origin = server("https://ps.example");
        for &dwk in Dwk::ALL {
            prop_assert!(Metadata::verify(text.as_bytes(), &origin, dwk).1.is_err());
        }
    }

    #[test]
    fn a_token_with_any_bit_changed_passes_nowhere(
        token in token(),
        at in any::<prop::sample::Index>(),
        bit in 0_u8..7,
    ) {
        let jwt = token.jwt();
        prop_assert!(passes(&jwt));
        let mut bytes = jwt.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        prop_assert!(!passes(&String::from_utf8(bytes).unwrap()));
    }

    /// Signed by the issuer, so that every step is reached by something strange.
    #[test]
    fn no_claim_makes_a_verifier_panic(
        token in token(),
        at in any::<prop::sample::Index>(),
        value in json(),
    ) {
        let mut token = token;
        let members = token.claims.as_object_mut().unwrap();
        let at = at.index(members.len());
        let (_, claim) = members.iter_mut().nth(at).unwrap();
        *claim = value;
        let _ = passes(&token.jwt());
    }

    #[test]
    fn no_member_makes_the_metadata_reader_panic(name in "[a-z_]{1,30}", value in json()) {
        let mut document = serde_json::json!({
            "issuer": "https://ps.example",
            "jwks_uri": "https://ps.example/jwks",
        });
        document[name] = value;
        for &dwk in Dwk::ALL {
            let body = document.to_string();
            let _ = Metadata::verify(body.as_bytes(), &server("https://ps.example"), dwk);
        }
    }
}
