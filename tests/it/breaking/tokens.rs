//! The tokens in a body (`#token-endpoint-error-codes`): each way in which one can be wrong has its
//! error, in a first request and in an updated one alike.

use serde_json::{Value, json};

use super::forge::{OTHER, forged, reissued};
use super::{posted, still_asked, update};
use crate::deferring::{asked, check};
use crate::station::{Caller, Station, member};

/// "A token in a body member fails as `400 <invalid|expired>_<member>`": what is wrong with the pair
/// of `resource_token` and `presented_token`, and what it gets.
struct BadPair {
    how: &'static str,
    pair: fn(&Caller) -> (String, String),
    error: &'static str,
}

/// The honest pair with another resource token.
fn with_resource_token(own: &Caller, how: fn(&mut Value)) -> (String, String) {
    (reissued(&own.resource_token, how), own.person_token.clone())
}

/// The honest pair with another presented token.
fn with_presented_token(own: &Caller, how: fn(&mut Value)) -> (String, String) {
    (own.resource_token.clone(), reissued(&own.person_token, how))
}

fn expire(claims: &mut Value) {
    claims["exp"] = claims["iat"].clone();
}

fn date_ahead(claims: &mut Value) {
    let iat = claims["iat"].as_u64().expect("a number");
    claims["iat"] = (iat + 200).into();
}

const BAD_PAIRS: &[BadPair] = &[
    BadPair {
        how: "no token at all",
        pair: |own| ("token".to_owned(), own.person_token.clone()),
        error: "invalid_resource_token",
    },
    BadPair {
        how: "a token of another kind",
        pair: |own| (own.person_token.clone(), own.person_token.clone()),
        error: "invalid_resource_token",
    },
    BadPair {
        how: "a claim changed under the first signature",
        pair: |own| {
            let forged = forged(&own.resource_token, |claims| {
                claims["scope"] = "admin".into();
            });
            (forged, own.person_token.clone())
        },
        error: "invalid_resource_token",
    },
    BadPair {
        how: "an issuer that nobody can reach",
        pair: |own| {
            with_resource_token(own, |claims| {
                claims["iss"] = "https://nowhere.example".into();
            })
        },
        error: "invalid_resource_token",
    },
    BadPair {
        how: "addressed to another server",
        pair: |own| with_resource_token(own, |claims| claims["aud"] = OTHER.into()),
        error: "invalid_resource_token",
    },
    BadPair {
        how: "bound to another key",
        pair: |own| with_resource_token(own, |claims| claims["agent_jkt"] = "other".into()),
        error: "invalid_resource_token",
    },
    BadPair {
        how: "another presented_jti than the token sent",
        pair: |own| with_resource_token(own, |claims| claims["presented_jti"] = "other".into()),
        error: "invalid_resource_token",
    },
    BadPair {
        how: "expired",
        pair: |own| with_resource_token(own, expire),
        error: "expired_resource_token",
    },
    BadPair {
        how: "dated more than a minute ahead",
        pair: |own| with_resource_token(own, date_ahead),
        error: "clock_skew",
    },
    BadPair {
        how: "no presented token at all",
        pair: |own| (own.resource_token.clone(), "token".to_owned()),
        error: "invalid_presented_token",
    },
    BadPair {
        how: "an agent token presented",
        pair: |own| (own.resource_token.clone(), own.agent_token.clone()),
        error: "invalid_presented_token",
    },
    BadPair {
        how: "a presented token for another resource",
        pair: |own| with_presented_token(own, |claims| claims["aud"] = OTHER.into()),
        error: "invalid_presented_token",
    },
    BadPair {
        how: "an expired presented token",
        pair: |own| with_presented_token(own, expire),
        error: "expired_presented_token",
    },
    BadPair {
        how: "an expired presented token that is wrong in another way, too",
        pair: |own| {
            with_presented_token(own, |claims| {
                expire(claims);
                claims["aud"] = OTHER.into();
            })
        },
        error: "invalid_presented_token",
    },
    BadPair {
        how: "a presented token dated more than a minute ahead",
        pair: |own| with_presented_token(own, date_ahead),
        error: "clock_skew",
    },
];

#[test]
fn a_bad_token_in_a_first_request_is_refused_by_its_name() {
    let mut station = Station::new();
    let caller = station.agent();
    station.pass(5);
    for BadPair { how, pair, error } in BAD_PAIRS {
        let (resource_token, presented_token) = pair(&caller);
        let body = json!({
            "resource_token": resource_token,
            "presented_token": presented_token,
        });
        let response = posted(
            &mut station,
            &caller,
            "https://ps.example/auth-token",
            &body,
        );
        assert_eq!(member(&response, "error"), *error, "{how}");
        check(&response, 400, error);
    }
    assert!(station.told.is_empty(), "nobody is asked about any of them");
}

#[test]
fn a_bad_token_in_an_updated_request_is_refused_alike() {
    let (mut station, caller, url) = asked();
    let told = station.told.len();
    for BadPair { how, pair, error } in BAD_PAIRS {
        let (resource_token, presented_token) = pair(&caller);
        let body = update(&resource_token, &presented_token);
        let response = posted(&mut station, &caller, &url, &body);
        assert_eq!(member(&response, "error"), *error, "{how}");
        check(&response, 400, error);
    }
    assert_eq!(station.told.len(), told);
    still_asked(&mut station, &caller, &url);
}

#[test]
fn a_first_request_that_lacks_a_member_is_an_invalid_request() {
    let mut station = Station::new();
    let caller = station.agent();
    for body in [
        json!({ "resource_token": caller.resource_token }),
        json!({ "presented_token": caller.person_token }),
        json!({ "resource_token": 7, "presented_token": caller.person_token }),
        json!([]),
    ] {
        let response = posted(
            &mut station,
            &caller,
            "https://ps.example/auth-token",
            &body,
        );
        check(&response, 400, "invalid_request");
    }
}
