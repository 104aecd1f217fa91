//! What can be wrong with the tokens that a request for an auth token, or its update, sends in its
//! body.

use crate::check::rules;

use super::Tampering;
use super::scene::{
    Altered, Scene, sent_token, show_token, shown_token, sign, signature_input, with_member,
};
use super::target::Target;
use super::token::Change::{After, Claim, Key};

/// SHA-256 of nothing, which is no mission's.
const MISSION: &str = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";

pub(super) static ROWS: &[Tampering] = &[
    Tampering {
        name: "resource-token-for-another-server",
        what: "The resource token is addressed to another person server.",
        rule: &rules::RESOURCE_AUDIENCE,
        target: Target::AuthTokenRequest,
        alter: |scene| {
            scene.reissue_sent_token("resource_token", &[Claim("aud", "https://other.example")])
        },
    },
    Tampering {
        name: "resource-token-of-another-agent",
        what: "The resource token is bound to another agent's key.",
        rule: &rules::RESOURCE_AGENT_KEY,
        target: Target::AuthTokenRequest,
        alter: |scene| {
            let jkt = scene.strangers_key().public_jwk().thumbprint().ok()?;
            scene.reissue_sent_token("resource_token", &[Claim("agent_jkt", &jkt)])
        },
    },
    Tampering {
        name: "presented-token-of-another-agent",
        what: "The presented token is bound to another agent's key.",
        rule: &rules::PERSON_CONFIRMATION,
        target: Target::AuthTokenRequest,
        alter: |scene| {
            let key = scene.strangers_key().public_jwk();
            let x = key.x()?;
            scene.reissue_sent_token("presented_token", &[Key("x", x)])
        },
    },
    Tampering {
        name: "presented-token-for-another-resource",
        what: "The presented token is for another resource than the one that issued the resource token.",
        rule: &rules::PERSON_AUDIENCE,
        target: Target::AuthTokenRequest,
        alter: |scene| {
            scene.reissue_sent_token("presented_token", &[Claim("aud", "https://other.example")])
        },
    },
    Tampering {
        name: "presented-token-exchanged",
        what: "The agent sends another token than the one the resource saw.",
        rule: &rules::RESOURCE_PRESENTED_JTI,
        target: Target::AuthTokenRequest,
        alter: |scene| {
            scene.reissue_sent_token("presented_token", &[Claim("jti", "another-token")])
        },
    },
    Tampering {
        name: "resource-token-names-another-person-server",
        what: "The resource writes another person server into its token than the presented one names.",
        rule: &rules::RESOURCE_PRESENTED_PS,
        target: Target::AuthTokenRequest,
        alter: |scene| {
            scene.reissue_sent_token("resource_token", &[Claim("ps", "https://other.example")])
        },
    },
    Tampering {
        name: "resource-token-names-another-person",
        what: "The resource writes another person into its token than the presented one names.",
        rule: &rules::RESOURCE_PRESENTED_SUB,
        target: Target::AuthTokenRequest,
        alter: |scene| scene.reissue_sent_token("resource_token", &[Claim("sub", "somebody-else")]),
    },
    Tampering {
        name: "resource-token-names-a-mission",
        what: "The resource writes a mission into its token that the presented one does not name.",
        rule: &rules::RESOURCE_PRESENTED_MISSION,
        target: Target::AuthTokenRequest,
        alter: |scene| {
            scene.reissue_sent_token("resource_token", &[Claim("mission_s256", MISSION)])
        },
    },
    Tampering {
        name: "resource-token-names-a-tenant",
        what: "The resource writes a tenant into its token that the presented one does not name.",
        rule: &rules::RESOURCE_PRESENTED_TENANT,
        target: Target::AuthTokenRequest,
        alter: |scene| scene.reissue_sent_token("resource_token", &[Claim("tenant", "example")]),
    },
    Tampering {
        name: "expired-resource-token",
        what: "The resource token expired in the second in which it was issued.",
        rule: &rules::TOKEN_EXPIRY,
        target: Target::AuthTokenRequest,
        alter: |scene| scene.reissue_sent_token("resource_token", &[After("exp", 0)]),
    },
    Tampering {
        name: "expired-update",
        what: "The resource token of an updated request expired in the second in which it was issued.",
        rule: &rules::TOKEN_EXPIRY,
        target: Target::Update,
        alter: |scene| scene.reissue_sent_token("resource_token", &[After("exp", 0)]),
    },
    Tampering {
        name: "update-for-another-person",
        what: "The agent updates its request with tokens that name another person.",
        rule: &rules::UPDATE_SUBJECT,
        target: Target::Update,
        alter: |scene| scene.reissue_sent_pair(&[Claim("sub", "somebody-else")]),
    },
    Tampering {
        name: "update-for-another-tenant",
        what: "The agent updates its request with tokens that name a tenant, which the first ones did not.",
        rule: &rules::UPDATE_TENANT,
        target: Target::Update,
        alter: |scene| scene.reissue_sent_pair(&[Claim("tenant", "example")]),
    },
    Tampering {
        name: "update-under-another-key",
        what: "The agent has another key by now, vouched for by its provider, and updates the request with it.",
        rule: &rules::UPDATE_AGENT_KEY,
        target: Target::Update,
        alter: update_under_another_key,
    },
];

fn update_under_another_key(scene: &Scene<'_>) -> Option<Altered> {
    let key = scene.strangers_key();
    let jwk = key.public_jwk();
    let (x, jkt) = (jwk.x()?, jwk.thumbprint().ok()?);
    let request = scene.request()?;
    let shown = scene.reissue(&shown_token(&request)?, &[Key("x", x)])?;
    let presented = scene.reissue(&sent_token(&request, "presented_token")?, &[Key("x", x)])?;
    let resource = scene.reissue(
        &sent_token(&request, "resource_token")?,
        &[Claim("agent_jkt", &jkt)],
    )?;
    let request = with_member(request, "presented_token", &presented)?;
    let request = with_member(request, "resource_token", &resource)?;
    let input = signature_input(&request)?;
    sign(show_token(request, &shown), &input, &key).map(Altered::from)
}
