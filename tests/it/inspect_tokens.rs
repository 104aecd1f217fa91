//! Tokens as the page shows them: decoded as far as they go, explained, with their verdict.

use aauth_sim::check::rules::{TOKEN_EXPIRY, TOKEN_KEY};
use aauth_sim::check::{Check, Fault, Outcome, Place, Report, Subject};
use aauth_sim::http::{Method, Request, Target};
use aauth_sim::inspect::{KeySource, MessageView, TokenPlace, TokenView, Verdict};
use aauth_sim::jose::{SigningKey, base64url, sign};
use aauth_sim::stage::{Ending, EventKind, ExchangeId, ExchangeKind, Holding, PartyId, Payload};
use serde_json::json;

use crate::written::{own_object, theirs};

use crate::story::Story;
use PartyId::{Agent, PersonServer, Resource};

fn key() -> SigningKey {
    SigningKey::from_secret(&[7; 32]).with_kid("p1")
}

/// A person token of `https://ps.example`.
pub(crate) fn person_token() -> String {
    let header = json!({ "typ": "aa-person+jwt", "alg": "Ed25519", "kid": "p1" });
    let claims = json!({
        "iss": "https://ps.example",
        "aud": "https://api.example",
        "iat": 1_788_253_200,
        "exp": 1_788_253_498,
        "cnf": { "jwk": theirs(key().public_jwk().to_json()) },
    });
    sign(&own_object(&header), &own_object(&claims), &key())
}

/// The report of a walk in which the issuer's key was found.
pub(crate) fn passing(jwt: &str) -> Report {
    report(jwt, Outcome::Pass)
}

fn report(jwt: &str, expiry: Outcome) -> Report {
    let check = |rule, outcome| Check {
        rule,
        outcome,
        evidence: Vec::new(),
        inner: None,
    };
    Report {
        subject: Subject::Token {
            jwt: jwt.to_owned(),
            place: Place::SignatureKey,
        },
        checks: vec![
            check(&TOKEN_KEY, Outcome::Pass),
            check(&TOKEN_EXPIRY, expiry),
        ],
    }
}

fn presents(story: &mut Story, jwt: &str) -> ExchangeId {
    let target = Target::parse("https://api.example/data").unwrap();
    let request = Request::new(Method::Get, target)
        .with_header("Signature-Key", format!("sig=jwt;jwt=\"{jwt}\""));
    story.sends(ExchangeKind::Protocol, Agent, Resource, request)
}

/// The view of a token that the agent presents to the resource.
fn view(jwt: &str) -> TokenView {
    let mut story = Story::new();
    let exchange = presents(&mut story, jwt);
    let message = story.request(exchange);
    let trace = story.ends(Ending::Granted);
    TokenView::all(&trace, &message).remove(0)
}

fn token(header: &str, claims: &str) -> String {
    format!(
        "{}.{}.{}",
        base64url::encode(header),
        base64url::encode(claims),
        base64url::encode([0; 64])
    )
}

/// The example of RFC 7515 appendix A.1.
const RFC_7515_A_1: &str = include_str!("../vectors/rfc7515-a1.txt");

#[test]
fn the_token_of_rfc_7515_is_decoded_as_its_text_says() {
    let view = view(RFC_7515_A_1.trim_end());
    let header: Vec<(&str, &str)> = view
        .header
        .iter()
        .map(|member| (member.name.as_str(), member.text.as_str()))
        .collect();
    assert_eq!(header, [("typ", "JWT"), ("alg", "HS256")]);
    assert_eq!((view.typ.as_str(), view.name.as_str()), ("JWT", "Token"));
    let claims: Vec<(&str, &str)> = view
        .claims
        .iter()
        .map(|claim| (claim.name.as_str(), claim.json.as_str()))
        .collect();
    assert_eq!(
        claims,
        [
            ("iss", "\"joe\""),
            ("exp", "1300819380"),
            ("http://example.com/is_root", "true"),
        ]
    );
    let exp = view.claim("exp").unwrap();
    assert_eq!(exp.text, "2011-03-22 18:43:00 UTC");
    assert!(exp.note.as_ref().unwrap().ends_with(" ago"));
    assert_eq!(view.raw.jwt(), RFC_7515_A_1.trim_end());
    assert_eq!(view.raw.signature_len, Some(32));
    assert_eq!(view.verdict, Verdict::NotVerifiedHere);
}

#[test]
fn the_four_types_have_their_names() {
    for (typ, name) in [
        ("aa-agent+jwt", "Agent token"),
        ("aa-person+jwt", "Person token"),
        ("aa-resource+jwt", "Resource token"),
        ("aa-auth+jwt", "Auth token"),
    ] {
        let header = format!("{{\"alg\":\"Ed25519\",\"typ\":\"{typ}\"}}");
        let view = view(&token(&header, "{}"));
        assert_eq!((view.typ.as_str(), view.name.as_str()), (typ, name));
    }
}

#[test]
fn numbers_are_exact_and_repeated_members_are_flagged() {
    let claims =
        "{\"exp\":1788253498.0,\"n\":12345678901234567890123,\"sub\":\"a\", \"sub\" : \"b\"}";
    let view = view(&token("{\"alg\":\"Ed25519\"}", claims));
    let claims: Vec<(&str, &str, bool)> = view
        .claims
        .iter()
        .map(|claim| (claim.name.as_str(), claim.json.as_str(), claim.duplicate))
        .collect();
    assert_eq!(
        claims,
        [
            ("exp", "1788253498.0", false),
            ("n", "12345678901234567890123", false),
            ("sub", "\"a\"", true),
            ("sub", "\"b\"", true),
        ]
    );
    assert_eq!(view.claims[0].note, None, "exp is no whole number here");
}

#[test]
fn a_broken_token_is_shown_as_far_as_it_decodes() {
    let whole = token(
        "{\"alg\":\"Ed25519\",\"typ\":\"aa-auth+jwt\"}",
        "{\"iss\":\"x\"}",
    );
    let (header, rest) = whole.split_once('.').unwrap();
    let (claims, signature) = rest.split_once('.').unwrap();

    let bad_header = view(&format!("%.{claims}.{signature}"));
    assert_eq!(bad_header.header_error.as_deref(), Some("not base64url"));
    assert_eq!(bad_header.claims.len(), 1);

    let bad_claims = view(&format!("{header}.bm8.{signature}"));
    assert_eq!(bad_claims.name, "Auth token");
    assert!(bad_claims.claims_error.unwrap().starts_with("not JSON"));
    assert!(bad_claims.claims.is_empty());

    let cut_off = view(header);
    assert_eq!(
        cut_off.claims_error.as_deref(),
        Some("there is no such part")
    );
    assert_eq!(cut_off.raw.signature_len, None);
    assert_eq!(cut_off.raw.signature, "");

    let no_object = view(&token("{\"alg\":\"Ed25519\"}", "[1]"));
    assert_eq!(no_object.claims_error.as_deref(), Some("not a JSON object"));

    let surplus = view(&format!("{whole}.more"));
    assert_eq!(surplus.raw.surplus.as_deref(), Some("more"));
    assert_eq!(surplus.raw.jwt(), format!("{whole}.more"));
}

#[test]
fn times_are_said_as_utc_and_from_the_moment_of_the_message() {
    let view = view(&person_token());
    let exp = view.claim("exp").unwrap();
    assert_eq!(exp.text, "2026-09-01 09:04:58 UTC");
    assert_eq!(exp.note.as_deref(), Some("in 4 min 58 s"));
    let iat = view.claim("iat").unwrap();
    assert_eq!(iat.note.as_deref(), Some("now"));
}

#[test]
fn a_claim_says_whom_and_what_it_names() {
    let mut story = Story::new();
    let jwk = key().public_jwk();
    let thumbprint = jwk.thumbprint().unwrap();
    story.event(Agent, EventKind::KeyMade { key: jwk.clone() });
    let person_token = token(
        "{\"alg\":\"Ed25519\",\"typ\":\"aa-person+jwt\"}",
        "{\"jti\":\"j-1\"}",
    );
    let issued = EventKind::TokenIssued {
        jwt: person_token.into(),
    };
    story.event(PersonServer, issued);
    let claims = json!({
        "aud": "https://api.example",
        "iss": "https://nobody.example",
        "agent_jkt": thumbprint,
        "cnf": { "jwk": theirs(jwk.to_json()) },
        "presented_jti": "j-1",
    });
    let exchange = presents(
        &mut story,
        &token("{\"alg\":\"Ed25519\"}", &claims.to_string()),
    );
    let message = story.request(exchange);
    let trace = story.ends(Ending::Granted);
    let view = TokenView::all(&trace, &message).remove(0);

    let note = |name| view.claim(name).unwrap().note.clone();
    assert_eq!(note("aud").as_deref(), Some("the resource"));
    assert_eq!(note("iss"), None);
    assert_eq!(
        note("agent_jkt").as_deref(),
        Some("the agent's signing key")
    );
    assert_eq!(note("cnf").as_deref(), Some("the agent's signing key"));
    assert_eq!(
        note("presented_jti").as_deref(),
        Some("the person token issued at 09:00:00")
    );
}

#[test]
fn the_verdict_says_whose_key_it_was_and_where_it_came_from() {
    let jwt = person_token();
    let held = Holding::KeySet {
        issuer: "https://ps.example".to_owned(),
        dwk: "aauth-person.json",
        kids: vec!["p1".to_owned()],
    };
    let mut story = Story::new();
    let first = presents(&mut story, &jwt);
    story.holds(Resource, held);
    story.reports(Resource, first, passing(&jwt));
    story.answers_with(first, 200);
    story.later_s(10);
    let second = presents(&mut story, &jwt);
    story.reports(Resource, second, passing(&jwt));
    story.answers_with(second, 200);
    let messages = [story.request(first), story.request(second)];
    let trace = story.ends(Ending::Granted);
    let verdicts = messages.map(|message| TokenView::all(&trace, &message).remove(0).verdict);

    assert_eq!(
        verdicts[0].detail(),
        "by the resource with key p1 from ps.example's key set, fetched for this"
    );
    assert_eq!(
        verdicts[1].detail(),
        "by the resource with key p1 from ps.example's key set, at hand since 09:00:00"
    );
    assert_eq!(verdicts[1].title(), "verified");
    let Verdict::Verified(with) = &verdicts[0] else {
        panic!("it verified");
    };
    assert!(matches!(with.source, KeySource::Fetched(_)));
}

#[test]
fn only_the_recipient_of_this_exchange_has_a_say() {
    let jwt = person_token();
    let mut story = Story::new();
    let first = presents(&mut story, &jwt);
    story.reports(Agent, first, passing(&jwt));
    let second = presents(&mut story, &jwt);
    story.reports(Resource, second, passing(&jwt));
    let message = story.request(first);
    let trace = story.ends(Ending::Granted);
    let verdict = TokenView::all(&trace, &message).remove(0).verdict;
    assert_eq!(verdict, Verdict::NotVerifiedHere);
    assert_eq!(verdict.detail(), "");
}

#[test]
fn a_token_that_failed_says_why() {
    let jwt = person_token();
    let mut story = Story::new();
    let exchange = presents(&mut story, &jwt);
    let failed = report(&jwt, Outcome::Fail(Fault::Expired));
    story.reports(Resource, exchange, failed);
    let message = story.request(exchange);
    let trace = story.ends(Ending::Granted);
    let verdict = TokenView::all(&trace, &message).remove(0).verdict;
    assert_eq!(verdict.slug(), "refused");
    assert_eq!(
        verdict.detail(),
        "by the resource: The token has not expired: it has expired"
    );
}

#[test]
fn the_issuer_verifies_its_own_token_with_its_own_key() {
    let jwt = person_token();
    let mut story = Story::new();
    let target = Target::parse("https://ps.example/auth-token").unwrap();
    let body = json!({ "presented_token": jwt }).to_string();
    let request = Request::new(Method::Post, target).with_body("application/json", body);
    let exchange = story.sends(ExchangeKind::Protocol, Agent, PersonServer, request);
    story.reports(PersonServer, exchange, passing(&jwt));
    let message = story.request(exchange);
    let trace = story.ends(Ending::Granted);
    let view = TokenView::all(&trace, &message).remove(0);
    assert_eq!(view.place.title(), "in presented_token");
    assert_eq!(
        view.verdict.detail(),
        "by the person server with its own key p1"
    );
}

#[test]
fn tokens_are_found_wherever_a_message_carries_them() {
    let jwt = person_token();
    let target = Target::parse("https://ps.example/auth-token").unwrap();
    let body = json!({
        "justification": "a.b.c",
        "resource_token": "broken",
        "person_tokens": [{ "any": jwt }],
    });
    let request = Request::new(Method::Post, target)
        .with_header("Signature-Key", format!("sig=jwt;jwt=\"{jwt}\""))
        .with_header(
            "AAuth-Requirement",
            format!("requirement=auth-token; resource-token=\"{jwt}\""),
        )
        .with_body("application/json", body.to_string());
    let mut story = Story::new();
    let exchange = story.sends(ExchangeKind::Protocol, Agent, PersonServer, request);
    let message = story.request(exchange);
    assert!(matches!(message.payload, Payload::Request(_)));
    let places: Vec<TokenPlace> = MessageView::of(&message)
        .tokens
        .into_iter()
        .map(|carried| carried.place)
        .collect();
    assert_eq!(
        places,
        [
            TokenPlace::SignatureKey,
            TokenPlace::Requirement,
            TokenPlace::Member("resource_token".to_owned()),
            TokenPlace::Member("any".to_owned()),
        ]
    );
}
