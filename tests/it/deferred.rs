//! Deferred responses and the clarification chat on the wire.

use aauth_sim::aauth::clarification::{DEFAULT_ROUNDS_MAX, PendingPostError};
use aauth_sim::aauth::members::MemberError;
use aauth_sim::aauth::{
    ClarificationRequirement, ClarificationResponse, PendingBody, PendingPost, PendingResponse,
    PendingStatus, PollingError, Requirement, ServerId,
};
use aauth_sim::check::{Fault, Stop, Verified};
use aauth_sim::http::{Response, Status, Target};
use aauth_sim::json::JsonError;

fn ps() -> ServerId {
    ServerId::parse("https://ps.example").unwrap()
}

fn pending_url() -> Target {
    Target::parse("https://ps.example/pending/abc123").unwrap()
}

fn question() -> ClarificationRequirement {
    ClarificationRequirement {
        clarification: "Why do you need write access to my calendar?".to_owned(),
        timeout_s: Some(120),
        options: Vec::new(),
    }
}

fn accepted(location: &str, body: &str) -> Response {
    Response::new(Status(202))
        .with_header("Location", location)
        .with_header("Retry-After", "0")
        .with_header("Cache-Control", "no-store")
        .with_body("application/json", body.to_owned())
}

/// What the caller reads of a response, or the rule that it breaks, and how.
fn read(response: &Response) -> Result<PendingResponse, (&'static str, Fault)> {
    let (_, read) = PendingResponse::verify(response, &ps());
    read.map(Verified::into_value).map_err(|stop| match stop {
        Stop::Rejected(rejection) => (rejection.rule.id, rejection.fault),
        Stop::Needs(key) => panic!("no key is needed: {key:?}"),
    })
}

/// The draft's example, with its relative `Location`.
#[test]
fn the_drafts_clarification_example_is_read() {
    let response = accepted(
        "/pending/abc123",
        r#"{
            "status": "pending",
            "clarification": "Why do you need write access to my calendar?",
            "timeout": 120
        }"#,
    )
    .with_header("AAuth-Requirement", "requirement=clarification");
    assert_eq!(
        read(&response),
        Ok(PendingResponse::asking(pending_url(), 0, question()))
    );
}

#[test]
fn a_question_is_written_as_the_draft_writes_it() {
    let response = PendingResponse::asking(pending_url(), 0, question()).to_response();
    assert_eq!(response.status, Status(202));
    let headers: Vec<(&str, &str)> = response.headers.iter().collect();
    assert_eq!(
        headers,
        [
            ("Location", "https://ps.example/pending/abc123"),
            ("Retry-After", "0"),
            ("Cache-Control", "no-store"),
            ("AAuth-Requirement", "requirement=clarification"),
            ("Content-Type", "application/json"),
        ]
    );
    assert_eq!(
        response.body.text(),
        Some(
            "{\"status\":\"pending\",\
             \"clarification\":\"Why do you need write access to my calendar?\",\
             \"timeout\":120}"
        )
    );
}

#[test]
fn choices_are_written_and_read() {
    let closed = ClarificationRequirement {
        clarification: "Which calendar?".to_owned(),
        timeout_s: None,
        options: vec!["Work".to_owned(), "Home".to_owned()],
    };
    let response = PendingResponse::asking(pending_url(), 5, closed.clone()).to_response();
    assert_eq!(
        response.body.text(),
        Some(r#"{"status":"pending","clarification":"Which calendar?","options":["Work","Home"]}"#)
    );
    let pending = read(&response).unwrap();
    assert_eq!(pending.body.clarification, Some(closed));
    assert_eq!(pending.retry_after_s, 5);
}

#[test]
fn a_clarification_without_a_question_is_an_error() {
    let response = accepted("/pending/a", r#"{"status":"pending"}"#)
        .with_header("AAuth-Requirement", "requirement=clarification");
    assert_eq!(read(&response), Err(("deferred-question", Fault::Missing)));
}

#[test]
fn the_drafts_claims_example_is_read_and_written() {
    let body = r#"{"status":"pending","required_claims":["email","tenant"]}"#;
    let read = PendingBody::parse(body.as_bytes(), Some(&Requirement::Claims)).unwrap();
    assert_eq!(read.required_claims, ["email", "tenant"]);
    assert_eq!(read.to_json(), body);
}

#[test]
fn an_unknown_status_counts_as_pending() {
    for (body, status) in [
        (r#"{"status":"pending"}"#, PendingStatus::Pending),
        (r#"{"status":"interacting"}"#, PendingStatus::Interacting),
        (r#"{"status":"on its way"}"#, PendingStatus::Pending),
        ("", PendingStatus::Pending),
    ] {
        assert_eq!(
            PendingBody::parse(body.as_bytes(), None).unwrap().status,
            status
        );
    }
    for body in ["[]", r#"{"status":7}"#, "{}", "pending"] {
        assert!(PendingBody::parse(body.as_bytes(), None).is_err(), "{body}");
    }
}

#[test]
fn a_pending_url_is_at_the_server_that_answered() {
    let elsewhere = accepted("https://evil.example/pending/a", r#"{"status":"pending"}"#);
    assert_eq!(read(&elsewhere), Err(("deferred-origin", Fault::Mismatch)));
    for location in ["//evil.example/a", "pending", "http://ps.example/a", ""] {
        assert_eq!(
            read(&accepted(location, r#"{"status":"pending"}"#)),
            Err(("deferred-location", Fault::Malformed)),
            "{location}"
        );
    }
    let nowhere = Response::new(Status(202));
    assert_eq!(read(&nowhere), Err(("deferred-location", Fault::Missing)));
}

#[test]
fn without_retry_after_the_interval_is_five_seconds() {
    let silent = Response::new(Status(202)).with_header("Location", "/pending/a");
    assert_eq!(read(&silent).unwrap().retry_after_s, 5);
    let dated = silent.with_header("Retry-After", "Fri, 31 Dec 1999 23:59:59 GMT");
    assert_eq!(read(&dated).unwrap().retry_after_s, 5);
}

/// The draft's three bodies, and what the action decides.
#[test]
fn the_drafts_answers_are_read_and_written() {
    let answer = ClarificationResponse::Respond {
        clarification_response: "I need to create a meeting invite.".to_owned(),
    };
    let body = r#"{"action":"clarification_response","clarification_response":"I need to create a meeting invite."}"#;
    assert_eq!(answer.to_body().as_deref(), Some(body));
    assert_eq!(
        PendingPost::parse(body.as_bytes()),
        Ok(PendingPost::ClarificationResponse {
            clarification_response: "I need to create a meeting invite.".to_owned()
        })
    );

    let update = ClarificationResponse::Update {
        resource_token: "eyJ.r".to_owned(),
        presented_token: "eyJ.p".to_owned(),
        justification: Some("I've reduced my request to read-only access.".to_owned()),
    };
    let body = r#"{"action":"updated_request","resource_token":"eyJ.r","presented_token":"eyJ.p","justification":"I've reduced my request to read-only access."}"#;
    assert_eq!(update.to_body().as_deref(), Some(body));
    assert_eq!(
        PendingPost::parse(body.as_bytes()),
        Ok(PendingPost::UpdatedRequest {
            resource_token: "eyJ.r".to_owned(),
            presented_token: "eyJ.p".to_owned(),
            justification: Some("I've reduced my request to read-only access.".to_owned()),
        })
    );

    assert_eq!(ClarificationResponse::Cancel.to_body(), None);
}

#[test]
fn a_post_without_a_known_action_is_refused() {
    assert_eq!(
        PendingPost::parse(br#"{"clarification_response":"Because."}"#),
        Err(PendingPostError::Member(MemberError::Missing("action")))
    );
    assert_eq!(
        PendingPost::parse(br#"{"action":"shrug"}"#),
        Err(PendingPostError::ActionUnknown("shrug".to_owned()))
    );
    assert_eq!(
        PendingPost::parse(br#"{"action":1}"#),
        Err(PendingPostError::Member(MemberError::WrongType {
            member: "action",
            expected: "a string",
            found: "a number",
        }))
    );
    assert_eq!(
        PendingPost::parse(b"[]"),
        Err(PendingPostError::Member(MemberError::Json(
            JsonError::NotAnObject
        )))
    );
    assert_eq!(
        PendingPost::parse(b"\xff"),
        Err(PendingPostError::Member(MemberError::NotUtf8))
    );
    let twice = br#"{"action":"updated_request","action":"clarification_response"}"#;
    assert_eq!(
        PendingPost::parse(twice),
        Err(PendingPostError::Member(MemberError::Json(
            JsonError::DuplicateMember {
                pointer: "/action".to_owned()
            }
        )))
    );
}

#[test]
fn members_of_an_action_must_be_there_and_of_their_type() {
    for (body, error) in [
        (
            r#"{"action":"clarification_response"}"#,
            MemberError::Missing("clarification_response"),
        ),
        (
            r#"{"action":"updated_request","resource_token":"eyJ.r"}"#,
            MemberError::Missing("presented_token"),
        ),
        (
            r#"{"action":"updated_request","presented_token":"eyJ.p"}"#,
            MemberError::Missing("resource_token"),
        ),
        (
            r#"{"action":"updated_request","resource_token":"r","presented_token":"p","justification":null}"#,
            MemberError::WrongType {
                member: "justification",
                expected: "a string",
                found: "null",
            },
        ),
    ] {
        assert_eq!(
            PendingPost::parse(body.as_bytes()),
            Err(PendingPostError::Member(error)),
            "{body}"
        );
    }
}

/// The draft's table of polling errors, with the status of each, and ours at its end.
#[test]
fn polling_errors_have_the_drafts_codes_and_statuses() {
    let table = [
        ("denied", 403),
        ("abandoned", 403),
        ("expired", 408),
        ("revoked", 403),
        ("invalid_code", 410),
        ("slow_down", 429),
        ("server_error", 500),
        ("as_unreachable", 502),
        ("unknown_pending", 404),
    ];
    assert_eq!(table.len(), PollingError::ALL.len());
    for (code, status) in table {
        let error = PollingError::parse(code).unwrap();
        assert_eq!(error.code(), code);
        assert_eq!(error.status(), Status(status));
    }
    assert_eq!(PollingError::parse("lost"), None);
}

#[test]
fn five_rounds_are_recommended() {
    assert_eq!(DEFAULT_ROUNDS_MAX, 5);
}
