//! Header fields and bodies that need more than their text.

use aauth_sim::http::digest::{ContentDigest, DigestError};
use aauth_sim::http::{Headers, Problem, ProblemError, Status, fields, prefer};
use proptest::prelude::*;
use serde_json::Value;

fn rfc9530() -> Value {
    serde_json::from_str(include_str!("../vectors/rfc9530-b.json")).unwrap()
}

#[test]
fn content_digests_are_those_of_rfc_9530() {
    let vectors = rfc9530();
    let tests = vectors["tests"].as_array().unwrap();
    assert_eq!(tests.len(), 4);
    for test in tests {
        let body = test["body"].as_str().unwrap().as_bytes();
        let field = test["field"].as_str().unwrap();
        assert_eq!(ContentDigest::of(body).to_field(), field);
        let received = ContentDigest::parse(field).unwrap();
        assert_eq!(received.compare(body), Ok(()));
        let mut other = body.to_vec();
        other.push(b'!');
        let mismatch = received.compare(&other).unwrap_err();
        assert_eq!(mismatch.received, received);
        assert_eq!(mismatch.computed, ContentDigest::of(&other));

        // Other algorithms beside it are ignored, alone they are of no use.
        if let Some(sha512) = test["sha-512"].as_str() {
            assert_eq!(
                ContentDigest::parse(&format!("{sha512}, {field}")),
                Ok(received)
            );
            let algorithms = vec!["sha-512".to_owned()];
            assert_eq!(
                ContentDigest::parse(sha512),
                Err(DigestError::NoSha256 { algorithms })
            );
        }
    }
}

#[test]
fn an_unreadable_digest_is_not_a_mismatch() {
    for field in [
        "sha-256",
        "sha-256=X48E",
        "sha-256=:X48E:",
        "sha-256=(:AA==:)",
    ] {
        assert_eq!(
            ContentDigest::parse(field),
            Err(DigestError::NotADigest),
            "{field}"
        );
    }
    for field in ["sha-256=:", "SHA-256=:X48E:", "sha-256=:X4 8E:", "é"] {
        assert!(
            matches!(
                ContentDigest::parse(field),
                Err(DigestError::Unreadable { .. })
            ),
            "{field}"
        );
    }
}

#[test]
fn prefer_says_how_long_to_wait() {
    let check = |values: &[&str], expected: Option<u64>| {
        let headers = values.iter().fold(Headers::default(), |headers, value| {
            headers.with(fields::PREFER, *value)
        });
        assert_eq!(prefer::wait_s(&headers), expected, "{values:?}");
    };
    check(&[], None);
    check(&[&prefer::wait(45)], Some(45));
    check(&["wait=0"], Some(0));
    // The examples of RFC 7240 sections 2 and 4.3.
    check(&["respond-async, wait=100"], Some(100));
    check(&["respond-async, wait=10"], Some(10));
    check(&["handling=lenient", "wait=10", "respond-async"], Some(10));
    check(&[r#"foo; bar="wait=1, wait=2", Wait = "7" ; x"#], Some(7));
    check(&[r#"foo="\", wait=3", wait=4"#], Some(4));
    check(&["wait=1, wait=2"], Some(1));
    for unreadable in [
        "wait",
        "wait=",
        "wait=-1",
        "wait=1.5",
        "wait=99999999999999999999",
    ] {
        check(&[unreadable], None);
    }
}

#[test]
fn retry_after_is_in_seconds() {
    let retry_after = |value: &str| {
        let headers = Headers::default().with("retry-after", value);
        fields::retry_after_s(&headers)
    };
    assert_eq!(retry_after("0"), Some(0));
    assert_eq!(retry_after(" 30 "), Some(30));
    assert_eq!(retry_after("Fri, 31 Dec 1999 23:59:59 GMT"), None);
    assert_eq!(fields::retry_after_s(&Headers::default()), None);
}

#[test]
fn a_problem_names_its_error_first() {
    let problem = Problem::new("mission_terminated")
        .with_member("mission_status", "terminated")
        .with_detail("The mission ended.");
    let response = problem.response(Status(403));
    assert_eq!(
        response.body.text().unwrap(),
        r#"{"error":"mission_terminated","detail":"The mission ended.","mission_status":"terminated"}"#
    );
    assert_eq!(
        response.headers.iter().collect::<Vec<_>>(),
        [
            ("Cache-Control", "no-store"),
            ("Content-Type", "application/problem+json")
        ]
    );
    assert_eq!(Problem::parse(&response.body), Ok(problem));
}

#[test]
fn a_problem_is_read_as_rfc_9457_asks() {
    let parse = |body: &str| Problem::parse(&body.to_owned().into());
    let denied = Problem::new("denied");
    assert_eq!(parse(r#"{"error":"denied"}"#), Ok(denied.clone()));
    assert_eq!(
        parse(r#"{"detail":7,"error":"denied"}"#),
        Ok(denied.clone())
    );
    assert_eq!(
        parse(r#"{"type":"about:blank","error":"denied"}"#),
        Ok(denied.with_member("type", "about:blank"))
    );
    for body in ["{}", r#"{"error":1}"#, r#"{"detail":"no"}"#] {
        assert_eq!(parse(body), Err(ProblemError::ErrorMissing), "{body}");
    }
    for body in ["", "[]", r#"{"error":"a","error":"b"}"#] {
        assert!(matches!(parse(body), Err(ProblemError::Json(_))), "{body}");
    }
    assert_eq!(
        Problem::parse(&vec![0xff].into()),
        Err(ProblemError::NotUtf8)
    );
}

proptest! {
    #![proptest_config(crate::cases::cases(64))]

    #[test]
    fn a_digest_round_trips_and_tells_bodies_apart(body: Vec<u8>, other: Vec<u8>) {
        let digest = ContentDigest::of(&body);
        prop_assert_eq!(ContentDigest::parse(&digest.to_field()), Ok(digest));
        prop_assert_eq!(digest.compare(&other).is_ok(), body == other);
    }

    #[test]
    fn a_problem_round_trips(error in ".{1,12}", detail in prop::option::of(".{0,12}"), member in "[a-z_]{1,8}") {
        let mut problem = Problem::new(&error);
        problem.detail = detail;
        if member != "error" && member != "detail" {
            problem = problem.with_member(&member, 7_u64);
        }
        prop_assert_eq!(Problem::parse(&problem.to_body()), Ok(problem));
    }

    #[test]
    fn nothing_panics_on_any_field(text in r#"([ -~]|[a-z0-9-]|[=:;,"\\ ])*"#, bytes: Vec<u8>) {
        let _ = ContentDigest::parse(&text);
        let headers = Headers::default().with("Prefer", text.clone()).with("Retry-After", text);
        let _ = (prefer::wait_s(&headers), fields::retry_after_s(&headers));
        let _ = Problem::parse(&bytes.into());
    }

    #[test]
    fn wait_round_trips(wait_s: u64) {
        let headers = Headers::default().with("Prefer", prefer::wait(wait_s));
        prop_assert_eq!(prefer::wait_s(&headers), Some(wait_s));
    }
}
