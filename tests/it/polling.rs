//! The agent's half of a deferred request, against answers that a server may give.

use aauth_sim::aauth::{ClarificationExchangeError, ClarificationResponse, ServerId};
use aauth_sim::http::{Response, Status};
use aauth_sim::party::polling::{Failure, News, Polling};
use aauth_sim::stage::ExchangeId;
use aauth_sim::time::Span;

const FIRST: ExchangeId = ExchangeId(1);

fn origin() -> ServerId {
    ServerId::parse("https://ps.example").expect("an identifier")
}

/// A `202` of the person server.
fn deferred(retry_after_s: u64, headers: &[(&str, &str)], body: &str) -> Response {
    let response = Response::new(Status(202))
        .with_header("Location", "https://ps.example/pending/AAAA")
        .with_header("Retry-After", retry_after_s.to_string());
    headers
        .iter()
        .fold(response, |response, (name, value)| {
            response.with_header(name, *value)
        })
        .with_body("application/json", body.to_owned())
}

fn pending(retry_after_s: u64) -> Response {
    deferred(retry_after_s, &[], r#"{"status":"pending"}"#)
}

fn question() -> Response {
    let requirement = ("AAuth-Requirement", "requirement=clarification");
    let body = r#"{"status":"pending","clarification":"Why?","timeout":120}"#;
    deferred(0, &[requirement], body)
}

fn status(status: u16) -> Response {
    Response::new(Status(status))
}

/// A poll is under way after a first `202`.
fn polling(first: &Response) -> Polling {
    let (mut polling, _) = Polling::begin(first, &origin(), 5).1.expect("a 202");
    polling.polled(FIRST);
    polling
}

/// What the agent makes of these answers to one poll after the other.
fn waits(first: &Response, answers: &[Response]) -> Vec<u64> {
    let mut polling = polling(first);
    let mut waited = Vec::new();
    for answer in answers {
        match polling.heard(answer, &origin()).1 {
            News::Wait(span) => waited.push(span.s()),
            other => panic!("the agent polls on, not {other:?}"),
        }
        polling.polled(FIRST);
    }
    waited
}

#[test]
fn the_server_says_when_to_poll_again() {
    assert_eq!(waits(&pending(0), &[pending(0), pending(30)]), [0, 30]);
    let unsaid = Response::new(Status(202))
        .with_header("Location", "/pending/AAAA")
        .with_body("application/json", r#"{"status":"pending"}"#.to_owned());
    assert_eq!(waits(&pending(0), &[unsaid]), [5], "5 s are the default");
}

#[test]
fn too_fast_means_five_seconds_more_and_never_sooner_than_asked() {
    let too_fast =
        |retry_after_s: u64| status(429).with_header("Retry-After", retry_after_s.to_string());
    assert_eq!(waits(&pending(30), &[status(429)]), [35]);
    assert_eq!(waits(&pending(30), &[status(429), status(429)]), [35, 40]);
    assert_eq!(waits(&pending(30), &[too_fast(60)]), [65]);
    assert_eq!(
        waits(&pending(0), &[status(429), pending(0)]),
        [5, 5],
        "and it stays so"
    );
}

#[test]
fn unavailable_means_to_wait_as_long_as_asked() {
    let busy = status(503).with_header("Retry-After", "20");
    assert_eq!(waits(&pending(0), &[busy, status(503)]), [20, 5]);
}

#[test]
fn a_huge_interval_overflows_nothing() {
    let never = pending(u64::MAX);
    assert_eq!(waits(&never, &[status(429)]).len(), 1);
}

#[test]
fn a_question_is_surfaced_and_its_answer_awaited() {
    let mut polling = polling(&pending(0));
    let News::Question(asked) = polling.heard(&question(), &origin()).1 else {
        panic!("a question was asked");
    };
    assert_eq!(
        (asked.clarification.as_str(), asked.timeout_s),
        ("Why?", Some(120))
    );
    polling.replied(ExchangeId(2));
    assert!(polling.owns(ExchangeId(2)) && !polling.owns(FIRST));
    let next = polling.heard(&pending(0), &origin()).1;
    assert_eq!(next, News::Wait(Span::from_s(0)));
}

#[test]
fn a_reply_that_is_not_taken_leaves_the_question_open() {
    let mut polling = polling(&question());
    polling.heard(&question(), &origin());
    polling.replied(ExchangeId(2));
    let again = polling.heard(&status(400), &origin()).1;
    assert_eq!(again, News::NotTaken);
    polling.polled(ExchangeId(3));
    let again = polling.heard(&question(), &origin()).1;
    assert!(matches!(again, News::Question(_)));
    assert!(polling.question().is_some());
}

fn answer() -> ClarificationResponse {
    ClarificationResponse::Respond {
        clarification_response: "Because.".to_owned(),
    }
}

#[test]
fn a_question_that_is_ignored_is_waited_out() {
    let mut polling = polling(&question());
    polling.heard(&question(), &origin());
    polling.ignore();
    polling.polled(ExchangeId(2));
    let again = polling.heard(&question(), &origin()).1;
    assert!(matches!(again, News::Wait(_)), "it is asked no second time");
    polling.polled(ExchangeId(3));
    let expired = status(408).with_body(
        "application/problem+json",
        r#"{"error":"expired"}"#.to_owned(),
    );
    assert!(matches!(
        polling.heard(&expired, &origin()).1,
        News::Failed(_)
    ));
    assert!(polling.ignores());
}

#[test]
fn the_agent_answers_five_times_at_most() {
    let mut polling = polling(&question());
    for _ in 0..5 {
        let news = polling.heard(&question(), &origin()).1;
        assert!(matches!(news, News::Question(_)));
        polling.reply(&answer()).expect("there is a round left");
        polling.replied(ExchangeId(2));
    }
    let limit = ClarificationExchangeError::Limit { rounds_max: 5 };
    assert_eq!(polling.reply(&answer()), Err(limit));
    let news = polling.heard(&question(), &origin()).1;
    assert_eq!(news, News::Failed(Failure::RoundsUsed(limit)));
}

#[test]
fn a_withdrawal_ends_the_request_whatever_success_confirms_it() {
    for confirmed in [200, 204, 299] {
        let mut polling = polling(&question());
        polling.heard(&question(), &origin());
        polling.withdrew(ExchangeId(2));
        assert_eq!(
            polling.heard(&status(confirmed), &origin()).1,
            News::Withdrawn
        );
    }
    let mut withdrawing = polling(&question());
    withdrawing.withdrew(ExchangeId(2));
    let (report, news) = withdrawing.heard(&pending(0), &origin());
    let failed = report.unwrap();
    assert_eq!(
        failed.first_failure().unwrap().0.rule.id,
        "withdrawal-status",
        "a 202 says that the request is still pending"
    );
    assert!(matches!(news, News::Failed(Failure::Unreadable(_))));
    let mut polling = polling(&pending(0));
    let polled = polling.heard(&status(204), &origin()).1;
    assert!(matches!(polled, News::Failed(_)), "a poll is no withdrawal");
}

#[test]
fn a_final_answer_is_final() {
    for (code, error) in [
        (403, "denied"),
        (408, "expired"),
        (410, "invalid_code"),
        (500, "server_error"),
    ] {
        let mut polling = polling(&pending(0));
        let problem = format!(r#"{{"error":"{error}"}}"#);
        let answer = status(code).with_body("application/problem+json", problem);
        let refused = Failure::Refused {
            status: code,
            error: error.to_owned(),
        };
        assert_eq!(polling.heard(&answer, &origin()).1, News::Failed(refused));
        assert!(!polling.owns(FIRST));
    }
}

#[test]
fn a_requirement_that_is_not_known_is_surfaced() {
    let requirement = ("AAuth-Requirement", "requirement=juggle");
    let unknown = deferred(0, &[requirement], r#"{"status":"pending"}"#);
    let mut polling = polling(&pending(0));
    let surfaced = News::Failed(Failure::Unsupported("juggle".to_owned()));
    assert_eq!(polling.heard(&unknown, &origin()).1, surfaced);
}

#[test]
fn a_pending_url_elsewhere_is_not_followed() {
    let elsewhere = Response::new(Status(202))
        .with_header("Location", "https://other.example/pending/AAAA")
        .with_body("application/json", r#"{"status":"pending"}"#.to_owned());
    assert!(Polling::begin(&elsewhere, &origin(), 5).1.is_err());
}
