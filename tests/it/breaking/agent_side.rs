//! What an agent does when a server breaks the rules of a deferred response, of a question or of an
//! interaction (`#pending-response`, `#requirement-clarification`, `#interaction-required`).

use aauth_sim::aauth::ServerId;
use aauth_sim::http::{Response, Status};
use aauth_sim::party::polling::{Failure, News, Polling};
use aauth_sim::stage::ExchangeId;
use aauth_sim::time::Span;

const LOCATION: &str = "https://ps.example/pending/AAAA";
const INTERACTION: &str =
    "requirement=interaction;url=\"https://ps.example/interaction\";code=\"A1B2-C3D4\"";

fn origin() -> ServerId {
    ServerId::parse("https://ps.example").expect("an identifier")
}

/// A `202` with this `Location`, requirement and body.
fn accepted(location: &str, requirement: &str, body: &str) -> Response {
    let response = Response::new(Status(202))
        .with_header("Location", location)
        .with_header("Retry-After", "0")
        .with_header("Cache-Control", "no-store");
    let response = match requirement {
        "" => response,
        requirement => response.with_header("AAuth-Requirement", requirement),
    };
    response.with_body("application/json", body.to_owned())
}

fn pending() -> Response {
    accepted(LOCATION, "", r#"{"status":"pending"}"#)
}

/// An agent that polls.
fn polling() -> Polling {
    let (mut polling, news) = Polling::begin(&pending(), &origin(), 5).1.expect("a 202");
    assert_eq!(news, News::Wait(Span::default()));
    polling.polled(ExchangeId(1));
    polling
}

/// The agent gives the request up, and knows of no exchange under way any more.
#[track_caller]
fn gives_up(response: &Response, what: &str) -> Failure {
    let mut polling = polling();
    let News::Failed(failure) = polling.heard(response, &origin()).1 else {
        panic!("the agent goes on: {what}");
    };
    assert!(!polling.owns(ExchangeId(1)), "{what}");
    failure
}

/// The agent gives the request up, because the response breaks this rule.
#[track_caller]
fn unreadable(response: &Response, rule: &str, what: &str) {
    let Failure::Unreadable(rejection) = gives_up(response, what) else {
        panic!("the agent read it: {what}");
    };
    assert_eq!(rejection.rule.id, rule, "{what}");
}

/// "`Location` [...] MUST be on the same origin as the responding server."
#[test]
fn a_pending_url_that_is_missing_or_elsewhere_is_not_followed() {
    for (location, rule) in [
        ("https://evil.example/pending/AAAA", "deferred-origin"),
        (
            "https://ps.example.evil.example/pending/AAAA",
            "deferred-origin",
        ),
        ("https://ps.example:8443/pending/AAAA", "deferred-origin"),
        ("http://ps.example/pending/AAAA", "deferred-location"),
        ("//evil.example/pending/AAAA", "deferred-location"),
        ("pending/AAAA", "deferred-location"),
        ("", "deferred-location"),
    ] {
        let response = accepted(location, "", r#"{"status":"pending"}"#);
        assert!(
            Polling::begin(&response, &origin(), 5).1.is_err(),
            "{location}"
        );
        unreadable(&response, rule, location);
    }
    let mut nowhere = pending();
    nowhere.headers.remove("Location");
    assert!(Polling::begin(&nowhere, &origin(), 5).1.is_err());
    unreadable(&nowhere, "deferred-location", "no Location");
}

/// "Agents MUST treat unrecognized `status` values as `pending` and continue polling."
#[test]
fn an_unknown_status_is_waited_out() {
    let response = accepted(LOCATION, "", r#"{"status":"on its way"}"#);
    let news = polling().heard(&response, &origin()).1;
    assert_eq!(news, News::Wait(Span::default()));
}

#[test]
fn a_body_without_a_status_is_unreadable() {
    for body in ["{}", "[]", r#"{"status":7}"#, "pending"] {
        unreadable(&accepted(LOCATION, "", body), "deferred-status", body);
    }
}

/// "MUST NOT treat the response as satisfiable, and surfaces the unsupported requirement to the
/// caller as an error." Those that a person server has no business to state are none that the agent
/// can satisfy here, either.
#[test]
fn a_requirement_that_the_agent_cannot_meet_is_surfaced_by_its_name() {
    for (requirement, body, name) in [
        (
            "requirement=proof-of-lunch",
            r#"{"status":"pending"}"#,
            "proof-of-lunch",
        ),
        (
            "requirement=person-token",
            r#"{"status":"pending"}"#,
            "person-token",
        ),
        (
            "requirement=agent-token",
            r#"{"status":"pending"}"#,
            "agent-token",
        ),
        (
            "requirement=claims",
            r#"{"status":"pending","required_claims":["email"]}"#,
            "claims",
        ),
    ] {
        let failure = gives_up(&accepted(LOCATION, requirement, body), requirement);
        assert_eq!(failure, Failure::Unsupported(name.to_owned()));
    }
}

/// "The body MUST include a `clarification` field."
#[test]
fn a_question_that_is_not_in_the_body_is_unreadable() {
    for body in [
        r#"{"status":"pending"}"#,
        r#"{"status":"pending","clarification":7}"#,
        r#"{"status":"pending","clarification":null}"#,
        r#"{"status":"pending","clarification":["Why?"]}"#,
        r#"{"status":"pending","clarification":"Why?","timeout":"soon"}"#,
        r#"{"status":"pending","clarification":"Why?","timeout":-1}"#,
        r#"{"status":"pending","clarification":"Why?","options":"Work"}"#,
        r#"{"status":"pending","clarification":"Why?","options":[1,2]}"#,
    ] {
        let response = accepted(LOCATION, "requirement=clarification", body);
        unreadable(&response, "deferred-question", body);
    }
    let in_the_header = "requirement=clarification;clarification=\"Why?\"";
    unreadable(
        &accepted(LOCATION, in_the_header, r#"{"status":"pending"}"#),
        "deferred-question",
        in_the_header,
    );
}

/// "MUST use the `https` scheme and MUST NOT contain query or fragment components", and the code has
/// eight symbols or more of its alphabet. The agent sends its person nowhere else.
#[test]
fn an_interaction_that_breaks_its_form_is_unreadable() {
    let body = r#"{"status":"pending"}"#;
    let honest = polling()
        .heard(&accepted(LOCATION, INTERACTION, body), &origin())
        .1;
    assert!(matches!(honest, News::Visit { .. }));
    for (part, broken, rule) in [
        ("https://ps", "http://ps", "deferred-page"),
        ("/interaction\"", "/interaction?to=evil\"", "deferred-page"),
        ("/interaction\"", "/interaction#evil\"", "deferred-page"),
        (
            "https://ps.example/interaction",
            "/interaction",
            "deferred-page",
        ),
        (
            "https://ps.example/interaction",
            "javascript:alert(1)",
            "deferred-page",
        ),
        ("A1B2-C3D4", "A1B2-C3D", "deferred-code"),
        ("A1B2-C3D4", "A1B2-C3DU", "deferred-code"),
        ("A1B2-C3D4", "A1B2-C3DO", "deferred-code"),
        ("A1B2-C3D4", "OIL2-C3D4", "deferred-code"),
        ("A1B2-C3D4", "a1b2-c3d4", "deferred-code"),
        ("A1B2-C3D4", "A1B2_C3D4", "deferred-code"),
        ("A1B2-C3D4", "", "deferred-code"),
        (";code=\"A1B2-C3D4\"", "", "deferred-code"),
        (
            "url=\"https://ps.example/interaction\";",
            "",
            "deferred-page",
        ),
    ] {
        let requirement = INTERACTION.replacen(part, broken, 1);
        assert_ne!(requirement, INTERACTION);
        unreadable(&accepted(LOCATION, &requirement, body), rule, &requirement);
    }
}

/// "`requirement`: a Token".
#[test]
fn a_requirement_that_is_no_requirement_is_unreadable() {
    for header in [
        "clarification",
        "requirement=\"interaction\"",
        "requirement=7",
        "requirement",
        "requirement=",
        "\u{fc}",
    ] {
        let response = accepted(LOCATION, header, r#"{"status":"pending"}"#);
        unreadable(&response, "deferred-requirement", header);
    }
}

/// "receivers MUST determine how to proceed from this member": without it, or with one that belongs
/// to another status, our agent proceeds nowhere.
#[test]
fn a_refusal_that_does_not_name_its_error_is_unreadable() {
    for (status, body, rule) in [
        (403, "", "refusal-error"),
        (403, "denied", "refusal-error"),
        (403, r#"{"detail":"No."}"#, "refusal-error"),
        (403, r#"{"error":7}"#, "refusal-error"),
        (408, "", "refusal-error"),
        (500, "", "refusal-error"),
        (403, r#"{"error":"expired"}"#, "refusal-status"),
        (408, r#"{"error":"denied"}"#, "refusal-status"),
        (410, r#"{"error":"denied"}"#, "refusal-status"),
        (403, r#"{"error":"invalid_code"}"#, "refusal-status"),
        (500, r#"{"error":"slow_down"}"#, "refusal-status"),
    ] {
        let response =
            Response::new(Status(status)).with_body("application/problem+json", body.to_owned());
        unreadable(&response, rule, body);
    }
}

/// An error that an extension defines, with whatever status.
#[test]
fn an_error_that_the_draft_does_not_name_is_surfaced() {
    let problem = r#"{"error":"full_moon"}"#.to_owned();
    let response = Response::new(Status(403)).with_body("application/problem+json", problem);
    let refused = Failure::Refused {
        status: 403,
        error: "full_moon".to_owned(),
    };
    assert_eq!(gives_up(&response, "an extension"), refused);
}

/// A `429` is followed whatever its body says, for a proxy may have sent it; what is wrong with the
/// body is said nevertheless.
#[test]
fn a_429_slows_the_agent_down_and_is_reported() {
    for (body, failed) in [
        (r#"{"error":"slow_down"}"#, None),
        (r#"{"error":"denied"}"#, Some("refusal-status")),
        ("", Some("refusal-error")),
    ] {
        let response =
            Response::new(Status(429)).with_body("application/problem+json", body.to_owned());
        let (report, news) = polling().heard(&response, &origin());
        assert_eq!(news, News::Wait(Span::from_s(5)), "{body}");
        let report = report.expect("what was verified");
        let first = report.first_failure().map(|(check, _)| check.rule.id);
        assert_eq!(first, failed, "{body}");
    }
}

/// The draft's table of polling errors, and what else ends polling: each is final.
#[test]
fn every_final_answer_ends_the_polling_with_its_error() {
    for (status, error) in [
        (400, "invalid_request"),
        (403, "denied"),
        (403, "abandoned"),
        (403, "revoked"),
        (403, "user_unreachable"),
        (404, "unknown_pending"),
        (408, "expired"),
        (410, "invalid_code"),
        (500, "server_error"),
        (502, "as_unreachable"),
    ] {
        let answer = Response::new(Status(status)).with_body(
            "application/problem+json",
            format!(r#"{{"type":"about:blank","error":"{error}","detail":"So."}}"#),
        );
        let refused = Failure::Refused {
            status,
            error: error.to_owned(),
        };
        assert_eq!(gives_up(&answer, error), refused);
    }
    // `410 Gone` has no body, and a `401` needs none.
    for (status, reason) in [(410, "Gone"), (401, "Unauthorized")] {
        let refused = Failure::Refused {
            status,
            error: reason.to_owned(),
        };
        assert_eq!(gives_up(&Response::new(Status(status)), reason), refused);
    }
}

/// "MUST increase its polling interval by 5 seconds", at each `429` again.
#[test]
fn each_429_adds_five_seconds_to_what_the_server_asks_for() {
    let mut polling = polling();
    for slower in [5, 10, 15, 20] {
        let news = polling.heard(&Response::new(Status(429)), &origin()).1;
        assert_eq!(news, News::Wait(Span::from_s(slower)));
        polling.polled(ExchangeId(1));
    }
    // The server asks for nothing, and the agent stays slower by what it was told.
    let news = polling.heard(&pending(), &origin()).1;
    assert_eq!(news, News::Wait(Span::from_s(20)));
}

/// "`interacting`: [...] stop prompting user."
#[test]
fn an_agent_whose_person_has_arrived_prompts_no_more() {
    let mut polling = polling();
    let sent = polling
        .heard(&accepted(LOCATION, INTERACTION, ""), &origin())
        .1;
    assert!(matches!(sent, News::Visit { .. }));
    polling.polled(ExchangeId(2));
    let arrived = accepted(LOCATION, "", r#"{"status":"interacting"}"#);
    let news = polling.heard(&arrived, &origin()).1;
    assert_eq!(news, News::Interacting(Span::default()));
}
