//! What can be done to a signed request on its way, and by an agent that signs it wrongly.

use crate::check::rules;
use crate::http::Body;
use crate::time::Span;

use super::Tampering;
use super::scene::{Altered, Scene, show_token, shown_token, sign, signature_input};
use super::target::Target;
use super::token::Change::{Claim, Key};

pub(super) static ROWS: &[Tampering] = &[
    Tampering {
        name: "signature-removed",
        what: "The Signature header is taken off on the way.",
        rule: &rules::SIGNATURE_HEADERS,
        target: Target::Signed,
        alter: |scene| {
            let mut request = scene.request()?;
            request.headers.remove("Signature");
            Some(request.into())
        },
    },
    Tampering {
        name: "path-not-covered",
        what: "The agent signs without @path, so that the request could be sent anywhere on the host.",
        rule: &rules::SIGNATURE_COVERAGE,
        target: Target::Signed,
        alter: |scene| cover_less(scene, &["@path"]),
    },
    Tampering {
        name: "key-not-covered",
        what: "The agent signs without signature-key, so that the token could be exchanged.",
        rule: &rules::SIGNATURE_COVERAGE,
        target: Target::Signed,
        alter: |scene| cover_less(scene, &["signature-key"]),
    },
    Tampering {
        name: "body-not-covered",
        what: "The agent signs a request to the person server without covering its body.",
        rule: &rules::SIGNATURE_COVERAGE,
        target: Target::PersonServerPost,
        alter: |scene| cover_less(scene, &["content-type", "content-digest"]),
    },
    Tampering {
        name: "replayed-late",
        what: "Somebody keeps the request and delivers it 61 seconds later.",
        rule: &rules::SIGNATURE_CREATED,
        target: Target::Signed,
        alter: |scene| Some(Altered::from(scene.request()?).later(Span::from_s(61))),
    },
    Tampering {
        name: "dated-ahead",
        what: "The agent's clock is two minutes fast, and so is created.",
        rule: &rules::SIGNATURE_CREATED,
        target: Target::Signed,
        alter: |scene| date(scene, scene.message().sent_at.unix_s() + 120),
    },
    Tampering {
        name: "dated-back",
        what: "The agent's clock is two minutes slow, so that created is old when the request arrives.",
        rule: &rules::SIGNATURE_CREATED,
        target: Target::Signed,
        alter: |scene| date(scene, scene.message().sent_at.unix_s() - 120),
    },
    Tampering {
        name: "past-its-expires",
        what: "The agent lets its signature expire after 5 seconds, and it arrives after 10.",
        rule: &rules::SIGNATURE_EXPIRES,
        target: Target::Signed,
        alter: |scene| {
            let request = scene.request()?;
            let input = signature_input(&request)?;
            let expires = scene.message().sent_at.unix_s() + 5;
            let altered = scene.sign_as(request, &format!("{input};expires={expires}"))?;
            Some(altered.later(Span::from_s(10)))
        },
    },
    Tampering {
        name: "bare-key",
        what: "The agent sends its bare public key (hwk) instead of a token that vouches for it.",
        rule: &rules::SIGNATURE_SCHEME,
        target: Target::Signed,
        alter: |scene| {
            let mut request = scene.request()?;
            let key = scene.agents_key()?.public_jwk();
            let x = key.x()?;
            request.headers.set(
                "Signature-Key",
                format!("sig=hwk;kty=\"OKP\";crv=\"Ed25519\";x=\"{x}\";alg=\"Ed25519\""),
            );
            scene.sign_again(request)
        },
    },
    Tampering {
        name: "no-token",
        what: "Signature-Key names the scheme jwt and brings no token.",
        rule: &rules::SIGNATURE_KEY,
        target: Target::Signed,
        alter: |scene| {
            let mut request = scene.request()?;
            request.headers.set("Signature-Key", "sig=jwt");
            scene.sign_again(request)
        },
    },
    Tampering {
        name: "polymorphic-key",
        what: "The issuer binds its token to a key whose alg is EdDSA, which leaves the curve open.",
        rule: &rules::SIGNATURE_ALGORITHM,
        target: Target::Signed,
        alter: |scene| scene.reissue_shown_token(&[Key("alg", "EdDSA")]),
    },
    Tampering {
        name: "path-changed",
        what: "The request is sent to another path of the same host.",
        rule: &rules::SIGNATURE_VALID,
        target: Target::Signed,
        alter: |scene| {
            let mut request = scene.request()?;
            request.target.path.push_str("/all");
            Some(request.into())
        },
    },
    Tampering {
        name: "stolen-token",
        what: "A thief who has read the token, but does not have the key, signs with a key of their own.",
        rule: &rules::SIGNATURE_VALID,
        target: Target::Signed,
        alter: |scene| {
            let request = scene.request()?;
            let input = signature_input(&request)?;
            sign(request, &input, &scene.strangers_key()).map(Altered::from)
        },
    },
    Tampering {
        name: "token-exchanged",
        what: "The auth token is exchanged for the person token on the way, under the same signature.",
        rule: &rules::SIGNATURE_VALID,
        target: Target::AuthorizedCall,
        alter: |scene| {
            let earlier = scene.request_of(Target::Call)?;
            Some(show_token(scene.request()?, &shown_token(&earlier)?).into())
        },
    },
    Tampering {
        name: "body-changed",
        what: "One byte of the body is changed on the way.",
        rule: &rules::SIGNATURE_DIGEST,
        target: Target::SignedPost,
        alter: |scene| {
            let mut request = scene.request()?;
            request.body = Body::from(with_another_byte(request.body.text()?)?);
            Some(request.into())
        },
    },
    Tampering {
        name: "anothers-pending-url",
        what: "Another agent of the same provider, properly enrolled, calls this agent's pending URL.",
        rule: &rules::PENDING_OWNER,
        target: Target::PendingCall,
        alter: call_by_another_agent,
    },
    Tampering {
        name: "unknown-pending-url",
        what: "The agent calls a pending URL that nobody was given.",
        rule: &rules::PENDING_OWNER,
        target: Target::PendingCall,
        alter: |scene| {
            let mut request = scene.request()?;
            request.target.path = with_another_byte(&request.target.path)?;
            scene.sign_again(request)
        },
    },
    Tampering {
        name: "poll-after-the-end",
        what: "The agent polls once more after it has had the final answer.",
        rule: &rules::PENDING_ALIVE,
        target: Target::LastPoll,
        alter: |scene| Some(scene.request()?.into()),
    },
];

/// The request signed by the agent without covering these components.
fn cover_less(scene: &Scene<'_>, components: &[&str]) -> Option<Altered> {
    let request = scene.request()?;
    let input = signature_input(&request)?;
    let (list, parameters) = input.strip_prefix('(')?.split_once(')')?;
    let kept: Vec<&str> = list
        .split(' ')
        .filter(|item| !components.contains(&item.trim_matches('"')))
        .collect();
    scene.sign_as(request, &format!("({}){parameters}", kept.join(" ")))
}

/// The request signed by the agent with another `created`.
fn date(scene: &Scene<'_>, created: u64) -> Option<Altered> {
    let request = scene.request()?;
    let input = signature_input(&request)?;
    let (components, _) = input.split_once(";created=")?;
    scene.sign_as(request, &format!("{components};created={created}"))
}

/// The text with another character in the place of its last letter or digit.
fn with_another_byte(text: &str) -> Option<String> {
    let at = text.rfind(|c: char| c.is_ascii_alphanumeric())?;
    let (before, after) = text.split_at_checked(at)?;
    let other = if after.starts_with('x') { "y" } else { "x" };
    Some(format!("{before}{other}{}", after.get(1..)?))
}

fn call_by_another_agent(scene: &Scene<'_>) -> Option<Altered> {
    let request = scene.request()?;
    let key = scene.strangers_key();
    let x = key.public_jwk().x()?.to_owned();
    let jwt = scene.reissue(
        &shown_token(&request)?,
        &[Claim("sub", "aauth:other@agent.example"), Key("x", &x)],
    )?;
    let input = signature_input(&request)?;
    sign(show_token(request, &jwt), &input, &key).map(Altered::from)
}
