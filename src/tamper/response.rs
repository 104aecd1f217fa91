//! What can be wrong with what an agent receives: a challenge, a token, a metadata document.

use crate::check::rules;
use crate::json::Value;

use super::Tampering;
use super::scene::{Altered, Scene};
use super::target::Target;
use super::token::Change::{After, Claim, Key};

pub(super) static ROWS: &[Tampering] = &[
    Tampering {
        name: "challenge-without-a-token",
        what: "The resource asks for an auth token and sends no resource token.",
        rule: &rules::CHALLENGE_PRESENT,
        target: Target::Challenge,
        alter: |scene| {
            let mut response = scene.response()?;
            response
                .headers
                .set("AAuth-Requirement", "requirement=auth-token");
            Some(response.into())
        },
    },
    Tampering {
        name: "challenge-forged",
        what: "Somebody on the network changes the scope in the resource token.",
        rule: &rules::TOKEN_SIGNATURE,
        target: Target::Challenge,
        alter: |scene| scene.forge_challenge(&[Claim("scope", "reports.read figures.read admin")]),
    },
    Tampering {
        name: "challenge-for-another-agent",
        what: "The resource token is bound to another agent's key.",
        rule: &rules::CHALLENGE_AGENT_KEY,
        target: Target::Challenge,
        alter: |scene| {
            let jkt = scene.strangers_key().public_jwk().thumbprint().ok()?;
            scene.reissue_challenge(&[Claim("agent_jkt", &jkt)])
        },
    },
    Tampering {
        name: "challenge-names-another-person-server",
        what: "The resource token names a person server that is not the agent's.",
        rule: &rules::CHALLENGE_PERSON_SERVER,
        target: Target::Challenge,
        alter: |scene| scene.reissue_challenge(&[Claim("ps", "https://other.example")]),
    },
    Tampering {
        name: "challenge-names-another-person",
        what: "The resource token names another person than the agent acts for.",
        rule: &rules::CHALLENGE_SUBJECT,
        target: Target::Challenge,
        alter: |scene| scene.reissue_challenge(&[Claim("sub", "somebody-else")]),
    },
    Tampering {
        name: "challenge-names-another-token",
        what: "The resource token names another token than the one the agent presented.",
        rule: &rules::CHALLENGE_PRESENTED,
        target: Target::Challenge,
        alter: |scene| scene.reissue_challenge(&[Claim("presented_jti", "another-token")]),
    },
    Tampering {
        name: "expired-challenge",
        what: "The resource token expired in the second in which it was issued.",
        rule: &rules::TOKEN_EXPIRY,
        target: Target::Challenge,
        alter: |scene| scene.reissue_challenge(&[After("exp", 0)]),
    },
    Tampering {
        name: "received-person-token-forged",
        what: "Somebody on the network writes another person into the person token.",
        rule: &rules::TOKEN_SIGNATURE,
        target: Target::PersonTokenResponse,
        alter: |scene| scene.forge_received_token("person_token", &[Claim("sub", "somebody-else")]),
    },
    Tampering {
        name: "received-person-token-for-another-resource",
        what: "The person server sends a person token for another resource.",
        rule: &rules::PERSON_RESPONSE_AUDIENCE,
        target: Target::PersonTokenResponse,
        alter: |scene| {
            scene.reissue_received_token("person_token", &[Claim("aud", "https://other.example")])
        },
    },
    Tampering {
        name: "received-person-token-of-another-agent",
        what: "The person server sends a person token that is bound to another agent's key.",
        rule: &rules::PERSON_RESPONSE_KEY,
        target: Target::PersonTokenResponse,
        alter: |scene| {
            let key = scene.strangers_key().public_jwk();
            let x = key.x()?;
            scene.reissue_received_token("person_token", &[Key("x", x)])
        },
    },
    Tampering {
        name: "received-resource-token-missing",
        what: "The resource grants the narrower request and sends no resource token.",
        rule: &rules::CHALLENGE_PRESENT,
        target: Target::ResourceTokenResponse,
        alter: |scene| scene.set_member("resource_token", None),
    },
    Tampering {
        name: "received-resource-token-forged",
        what: "Somebody on the network changes the scope in the resource token for less.",
        rule: &rules::TOKEN_SIGNATURE,
        target: Target::ResourceTokenResponse,
        alter: |scene| scene.forge_received_token("resource_token", &[Claim("scope", "admin")]),
    },
    Tampering {
        name: "received-resource-token-of-another-person",
        what: "The resource token for less names another person than the agent acts for.",
        rule: &rules::CHALLENGE_SUBJECT,
        target: Target::ResourceTokenResponse,
        alter: |scene| {
            scene.reissue_received_token("resource_token", &[Claim("sub", "somebody-else")])
        },
    },
    Tampering {
        name: "received-auth-token-forged",
        what: "Somebody on the network widens the scope in the auth token.",
        rule: &rules::TOKEN_SIGNATURE,
        target: Target::AuthTokenResponse,
        alter: |scene| scene.forge_received_token("auth_token", &[Claim("scope", "admin")]),
    },
    Tampering {
        name: "received-auth-token-for-another-resource",
        what: "The person server sends an auth token for another resource.",
        rule: &rules::AUTH_RESPONSE_AUDIENCE,
        target: Target::AuthTokenResponse,
        alter: |scene| {
            scene.reissue_received_token("auth_token", &[Claim("aud", "https://other.example")])
        },
    },
    Tampering {
        name: "received-auth-token-of-another-agent",
        what: "The person server sends an auth token that is bound to another agent's key.",
        rule: &rules::AUTH_RESPONSE_KEY,
        target: Target::AuthTokenResponse,
        alter: |scene| {
            let key = scene.strangers_key().public_jwk();
            let x = key.x()?;
            scene.reissue_received_token("auth_token", &[Key("x", x)])
        },
    },
    Tampering {
        name: "received-auth-token-of-another-person",
        what: "The person server sends an auth token for another person.",
        rule: &rules::AUTH_RESPONSE_SUBJECT,
        target: Target::AuthTokenResponse,
        alter: |scene| scene.reissue_received_token("auth_token", &[Claim("sub", "somebody-else")]),
    },
    Tampering {
        name: "metadata-without-issuer",
        what: "The metadata document does not say whose it is.",
        rule: &rules::METADATA_ISSUER,
        target: Target::Metadata,
        alter: |scene| scene.set_member("issuer", None),
    },
    Tampering {
        name: "metadata-of-another-server",
        what: "The metadata document says it is another server's.",
        rule: &rules::METADATA_ORIGIN,
        target: Target::Metadata,
        alter: |scene| scene.set_member("issuer", Some("https://other.example".into())),
    },
    Tampering {
        name: "metadata-without-keys",
        what: "The metadata document leads to no key set.",
        rule: &rules::METADATA_JWKS_URI,
        target: Target::Metadata,
        alter: |scene| scene.set_member("jwks_uri", None),
    },
    Tampering {
        name: "metadata-with-a-query",
        what: "The resource's metadata document names an endpoint with a query, which no endpoint has.",
        rule: &rules::METADATA_MEMBERS,
        target: Target::ResourceMetadata,
        alter: |scene| {
            let url = "https://api.example/authorize?for=everybody";
            scene.set_member("authorization_endpoint", Some(url.into()))
        },
    },
    Tampering {
        name: "key-set-without-keys",
        what: "The key set is empty.",
        rule: &rules::TOKEN_KEY,
        target: Target::KeySet,
        alter: |scene| scene.set_member("keys", Some(Value::Array(Vec::new()))),
    },
    Tampering {
        name: "key-set-exchanged",
        what: "Somebody puts a key of their own under the server's key id.",
        rule: &rules::TOKEN_SIGNATURE,
        target: Target::KeySet,
        alter: exchange_keys,
    },
];

/// Every key of the set stays under its id and is somebody else's.
fn exchange_keys(scene: &Scene<'_>) -> Option<Altered> {
    let key = scene.strangers_key().public_jwk();
    let mut document = scene.response()?.body.json()?;
    let keys = document.as_object_mut()?.get_mut("keys")?;
    let Value::Array(keys) = keys else {
        return None;
    };
    for old in &mut *keys {
        old.as_object_mut()?.set("x", key.x()?);
    }
    let keys = Value::Array(core::mem::take(keys));
    scene.set_member("keys", Some(keys))
}
