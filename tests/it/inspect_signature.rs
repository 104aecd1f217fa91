//! The signature of a request as the page shows it.

use aauth_sim::check::rules::{SIGNATURE_HEADERS, SIGNATURE_VALID};
use aauth_sim::check::{Check, Fault, Outcome, Report, Subject};
use aauth_sim::http::{Method, Request, Target};
use aauth_sim::inspect::{SignatureView, Uncovered};
use aauth_sim::jose::{SigningKey, base64url};
use aauth_sim::stage::{Ending, EventKind, ExchangeKind, PartyId};
use aauth_sim::time::Timestamp;

use crate::hollow::hollow_key;
use crate::story::Story;
use PartyId::{Agent, Resource};

/// The request of RFC 9421 section 2.4 with the signature of appendix B.2.6, which says nothing
/// about `Signature-Key`.
fn rfc_9421_b_2_6() -> Request {
    let target = Target::parse("https://example.com/foo?param=Value&Pet=dog").unwrap();
    let request = Request::new(Method::Post, target)
        .with_header("Date", "Tue, 20 Apr 2021 02:07:55 GMT")
        .with_body("application/json", "{\"hello\": \"world\"}".to_owned());
    request
        .with_header("Content-Length", "18")
        .with_header(
            "Signature-Input",
            "sig-b26=(\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\" \
             \"content-length\");created=1618884473;keyid=\"test-key-ed25519\"",
        )
        .with_header(
            "Signature",
            "sig-b26=:wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1\
             u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==:",
        )
}

/// The signature base that RFC 9421 appendix B.2.6 prints.
const RFC_9421_B_2_6_BASE: &str = "\
\"date\": Tue, 20 Apr 2021 02:07:55 GMT
\"@method\": POST
\"@path\": /foo
\"@authority\": example.com
\"content-type\": application/json
\"content-length\": 18
\"@signature-params\": (\"date\" \"@method\" \"@path\" \"@authority\" \"content-type\" \"content-length\");created=1618884473;keyid=\"test-key-ed25519\"";

fn view_in(story: Story, request: Request) -> Option<SignatureView> {
    let mut story = story;
    let exchange = story.sends(ExchangeKind::Protocol, Agent, Resource, request);
    let message = story.request(exchange);
    SignatureView::of(&story.ends(Ending::Granted), &message)
}

fn view(request: Request) -> Option<SignatureView> {
    view_in(Story::new(), request)
}

fn token(typ: &str, key: &SigningKey) -> String {
    let header = serde_json::json!({ "alg": "Ed25519", "typ": typ });
    let claims =
        serde_json::json!({ "cnf": { "jwk": crate::written::theirs(key.public_jwk().to_json()) } });
    let part = |json: serde_json::Value| base64url::encode(json.to_string());
    format!("{}.{}.AA", part(header), part(claims))
}

#[test]
fn the_base_is_the_one_that_the_rfc_prints() {
    let key = "sig-b26=jwks_uri;id=\"https://a.example\";dwk=\"aauth-person.json\";kid=\"k1\"";
    let view = view(rfc_9421_b_2_6().with_header("Signature-Key", key)).unwrap();
    assert_eq!(view.base, RFC_9421_B_2_6_BASE);
    assert_eq!(view.error, None);
    let lines: Vec<&str> = view.lines.iter().map(|line| line.line.as_str()).collect();
    assert_eq!(lines.join("\n"), view.base);
    assert_eq!(
        (
            view.lines[1].component.as_str(),
            view.lines[1].value.as_str()
        ),
        ("@method", "POST")
    );
    assert_eq!(view.lines[6].component, "@signature-params");
    assert_eq!(view.label, "sig-b26");
    assert_eq!(view.created, Some(Timestamp::from_unix_s(1_618_884_473)));
    assert_eq!(view.signature_len, 64);
    assert_eq!(
        view.key.unwrap().source,
        "key k1 of the key set of https://a.example"
    );
}

#[test]
fn what_the_signature_leaves_out_is_listed() {
    let key = "sig-b26=jwks_uri;id=\"https://a.example\";dwk=\"aauth-person.json\";kid=\"k1\"";
    let request = rfc_9421_b_2_6()
        .with_header("Signature-Key", key)
        .with_header("AAuth-Capabilities", "interaction");
    let part = |name: &str, value: &str| Uncovered {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    assert_eq!(
        view(request).unwrap().uncovered,
        [
            part("Signature-Key", key),
            part("AAuth-Capabilities", "interaction"),
            part("the query", "param=Value&Pet=dog"),
            part("the body", ""),
        ]
    );
}

#[test]
fn the_three_headers_stand_in_the_order_of_their_explanation() {
    let key = hollow_key("sig-b26");
    let view = view(rfc_9421_b_2_6().with_header("Signature-Key", &key)).unwrap();
    let names: Vec<&str> = view.headers.iter().map(|header| header.name).collect();
    assert_eq!(names, ["Signature-Key", "Signature-Input", "Signature"]);
    assert_eq!(view.headers[0].value, key);
}

#[test]
fn the_key_is_the_one_in_the_token() {
    let key = SigningKey::from_secret(&[7; 32]);
    let jwk = key.public_jwk();
    let jwt = token("aa-agent+jwt", &key);
    let mut story = Story::new();
    story.event(Agent, EventKind::KeyMade { key: jwk.clone() });
    let request =
        rfc_9421_b_2_6().with_header("Signature-Key", format!("sig-b26=jwt;jwt=\"{jwt}\""));
    let shown = view_in(story, request).unwrap().key.unwrap();
    assert_eq!(shown.source, "the agent token in Signature-Key");
    assert_eq!(shown.thumbprint, jwk.thumbprint().ok());
    assert_eq!(shown.owner.as_deref(), Some("the agent's signing key"));
}

#[test]
fn a_request_without_a_signature_has_none() {
    let target = Target::parse("https://api.example/data").unwrap();
    assert_eq!(view(Request::new(Method::Get, target)), None);
}

#[test]
fn a_broken_signature_says_why_and_shows_its_headers() {
    let missing = view(rfc_9421_b_2_6()).unwrap();
    assert_eq!(missing.error.as_deref(), Some("Signature-Key is missing"));
    assert_eq!(missing.headers.len(), 2);
    assert!(missing.lines.is_empty());

    let key = hollow_key("sig-b26");
    let mut absent = rfc_9421_b_2_6().with_header("Signature-Key", key);
    absent.headers.remove("Date");
    let absent = view(absent).unwrap();
    assert_eq!(absent.error.as_deref(), Some("the request has no date"));
    assert!(absent.key.is_some());

    let other = rfc_9421_b_2_6().with_header("Signature-Key", hollow_key("other"));
    assert_eq!(
        view(other).unwrap().error.as_deref(),
        Some("no label has a member in all three headers")
    );
}

#[test]
fn the_recipient_says_whether_it_verified() {
    let says = |rule, outcome| {
        let mut story = Story::new();
        let key = hollow_key("sig-b26");
        let request = rfc_9421_b_2_6().with_header("Signature-Key", key);
        let exchange = story.sends(ExchangeKind::Protocol, Agent, Resource, request);
        let check = Check {
            rule,
            outcome,
            evidence: Vec::new(),
            inner: None,
        };
        let report = Report {
            subject: Subject::RequestSignature,
            checks: vec![check],
        };
        story.reports(Resource, exchange, report);
        let message = story.request(exchange);
        SignatureView::of(&story.ends(Ending::Granted), &message)
            .unwrap()
            .verified
    };
    assert_eq!(says(&SIGNATURE_HEADERS, Outcome::Pass), Some(true));
    let failed = Outcome::Fail(Fault::SignatureInvalid);
    assert_eq!(says(&SIGNATURE_VALID, failed), Some(false));
    let unsaid = view(rfc_9421_b_2_6()).unwrap();
    assert_eq!(unsaid.verified, None);
}
