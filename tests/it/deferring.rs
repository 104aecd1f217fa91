//! Requests that wait at the person server: what an agent may do with them, and what not.

use aauth_sim::http::{Method, Response};
use aauth_sim::stage::Notice;
use serde_json::json;

use crate::station::{Caller, Station, browse, member};

/// A request that waits, and its pending URL.
fn deferred() -> (Station, Caller, String) {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let response = station.answer(asked);
    assert_eq!(response.status.0, 202);
    assert_eq!(member(&response, "status"), "pending");
    let url = header(&response, "Location");
    station.pass(5);
    (station, caller, url)
}

/// A request about which the person asked a question that the agent has seen.
fn asked() -> (Station, Caller, String) {
    let (mut station, caller, url) = deferred();
    station.person_asks("Why?");
    let polled = station.send(caller.poll(&url, 45, station.now()));
    let response = station.answer(polled);
    assert_eq!(
        header(&response, "AAuth-Requirement"),
        "requirement=clarification"
    );
    assert_eq!(member(&response, "clarification"), "Why?");
    (station, caller, url)
}

/// A request that waits for the person to open the page, and the page's address.
fn directed() -> (Station, Caller, String, String) {
    let (mut station, caller, url) = asked();
    let answer = json!({ "action": "clarification_response", "clarification_response": "So." });
    let answered = station.send(caller.post(&url, &answer, station.now()));
    let requirement = header(&station.answer(answered), "AAuth-Requirement");
    let parts: Vec<&str> = requirement.split('"').collect();
    assert_eq!(parts[0], "requirement=interaction;url=");
    (
        station,
        caller,
        url,
        format!("{}?code={}", parts[1], parts[3]),
    )
}

#[track_caller]
fn header(response: &Response, name: &str) -> String {
    let value = response.headers.first(name);
    value.unwrap_or_else(|| panic!("no {name}")).to_owned()
}

#[track_caller]
fn check(response: &Response, status: u16, error: &str) {
    assert_eq!(response.status.0, status);
    assert_eq!(member(response, "error"), error);
    assert_eq!(header(response, "Content-Type"), "application/problem+json");
}

#[test]
fn a_deferred_answer_says_where_and_when_to_poll() {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let response = station.answer(asked);
    let location = header(&response, "Location");
    let id = location.strip_prefix("https://ps.example/pending/");
    // 128 bits are 22 characters of base64url.
    assert_eq!(id.map(str::len), Some(22));
    assert_eq!(header(&response, "Retry-After"), "5");
    assert_eq!(header(&response, "Cache-Control"), "no-store");
    assert!(matches!(station.told[..], [Notice::Review(_)]));
}

#[test]
fn a_request_that_asks_to_be_held_is_held_for_45_seconds_at_most() {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(300, station.now()));
    station.pass(44);
    assert!(station.is_held(asked));
    station.pass(1);
    assert_eq!(header(&station.answer(asked), "Retry-After"), "0");
}

#[test]
fn a_held_poll_is_answered_as_soon_as_something_changes() {
    let (mut station, caller, url) = deferred();
    let polled = station.send(caller.poll(&url, 45, station.now()));
    assert!(station.is_held(polled));
    station.person_asks("Why?");
    assert_eq!(member(&station.answer(polled), "clarification"), "Why?");
}

#[test]
fn a_poll_before_its_time_is_too_fast() {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(asked), "Location");
    station.pass(4);
    let polled = station.send(caller.poll(&url, 0, station.now()));
    check(&station.answer(polled), 429, "slow_down");
    assert_eq!(header(&station.answer(polled), "Retry-After"), "5");
}

#[test]
fn a_second_poll_while_one_is_held_is_too_fast() {
    let (mut station, caller, url) = deferred();
    let first = station.send(caller.poll(&url, 45, station.now()));
    let second = station.send(caller.poll(&url, 45, station.now()));
    assert!(station.is_held(first));
    check(&station.answer(second), 429, "slow_down");
}

#[test]
fn an_unknown_id_and_another_agents_are_told_apart_by_nobody() {
    let (mut station, _, url) = deferred();
    let other = station.other_agent();
    let foreign = station.send(other.poll(&url, 0, station.now()));
    let unknown = station.send(other.poll(
        "https://ps.example/pending/AAAAAAAAAAAAAAAAAAAAAA",
        0,
        station.now(),
    ));
    check(&station.answer(foreign), 404, "unknown_pending");
    assert_eq!(station.answer(foreign), station.answer(unknown));
}

#[test]
fn a_post_without_a_known_action_changes_nothing() {
    let (mut station, caller, url) = asked();
    for body in [
        json!({ "clarification_response": "So." }),
        json!({ "action": "explain", "clarification_response": "So." }),
        json!({ "action": "clarification_response" }),
        json!({ "action": "clarification_response", "clarification_response": 7 }),
        json!("So."),
    ] {
        let posted = station.send(caller.post(&url, &body, station.now()));
        check(&station.answer(posted), 400, "invalid_request");
    }
    let answer = json!({ "action": "clarification_response", "clarification_response": "So." });
    let answered = station.send(caller.post(&url, &answer, station.now()));
    assert_eq!(station.answer(answered).status.0, 202);
}

#[test]
fn an_answer_without_an_open_question_changes_nothing() {
    let (mut station, caller, url) = deferred();
    let answer = json!({ "action": "clarification_response", "clarification_response": "So." });
    let posted = station.send(caller.post(&url, &answer, station.now()));
    check(&station.answer(posted), 400, "invalid_request");
    let polled = station.send(caller.poll(&url, 0, station.now()));
    assert_eq!(member(&station.answer(polled), "status"), "pending");
}

#[test]
fn an_update_that_breaks_with_the_original_changes_nothing() {
    let (mut station, caller, url) = asked();
    let other = station.agent();
    let update = |resource_token: &str, presented_token: &str| {
        json!({
            "action": "updated_request",
            "resource_token": resource_token,
            "presented_token": presented_token,
        })
    };
    for (resource_token, presented_token, error) in [
        // Bound to another key.
        (
            &other.resource_token,
            &other.person_token,
            "invalid_resource_token",
        ),
        // Not the token that the resource saw.
        (
            &caller.resource_token,
            &other.person_token,
            "invalid_presented_token",
        ),
        (
            &caller.person_token,
            &caller.person_token,
            "invalid_resource_token",
        ),
    ] {
        let body = update(resource_token, presented_token);
        let posted = station.send(caller.post(&url, &body, station.now()));
        check(&station.answer(posted), 400, error);
    }
    let body = update(&caller.resource_token, &caller.person_token);
    let posted = station.send(caller.post(&url, &body, station.now()));
    assert_eq!(
        station.answer(posted).status.0,
        202,
        "the question still stood"
    );
    assert!(matches!(station.told.last(), Some(Notice::Updated(_))));
}

#[test]
fn an_unanswered_question_ends_the_request_after_its_timeout() {
    let (mut station, caller, url) = asked();
    let polled = station.send(caller.poll(&url, 45, station.now()));
    station.pass(45);
    assert_eq!(
        header(&station.answer(polled), "AAuth-Requirement"),
        "requirement=clarification",
        "the question stays open while it is polled"
    );
    station.pass(120);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    check(&station.answer(polled), 408, "expired");
    let again = station.send(caller.poll(&url, 45, station.now()));
    gone(&station.answer(again));
    assert!(matches!(station.told.last(), Some(Notice::Closed { .. })));
}

#[test]
fn an_undecided_request_ends_after_ten_minutes() {
    let (mut station, caller, url) = deferred();
    station.pass(594);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    assert!(station.is_held(polled));
    station.pass(1);
    check(&station.answer(polled), 408, "expired");
}

#[test]
fn a_withdrawn_request_is_gone() {
    let (mut station, caller, url) = deferred();
    let held = station.send(caller.poll(&url, 45, station.now()));
    let deleted = station.send(caller.delete(&url, station.now()));
    assert_eq!(station.answer(deleted).status.0, 204);
    gone(&station.answer(held));
    for request in [
        caller.poll(&url, 0, station.now()),
        caller.delete(&url, station.now()),
        caller.post(
            &url,
            &json!({ "action": "clarification_response" }),
            station.now(),
        ),
    ] {
        let sent = station.send(request);
        gone(&station.answer(sent));
    }
}

#[test]
fn the_person_decides_in_the_session_that_the_code_opened() {
    let (mut station, caller, url, page) = directed();
    let polled = station.send(caller.poll(&url, 45, station.now()));
    let opened = station.send(browse(Method::Get, &page));
    let cookie = header(&station.answer(opened), "Set-Cookie");
    let session = cookie.split(';').next().expect("a cookie").to_owned();
    assert_eq!(member(&station.answer(polled), "status"), "interacting");

    let decision = || {
        browse(Method::Post, "https://ps.example/interaction/decision").with_body(
            "application/x-www-form-urlencoded",
            "decision=approve".to_owned(),
        )
    };
    let without = station.send(decision());
    assert_eq!(station.answer(without).status.0, 403);
    let forged = station.send(decision().with_header("Cookie", "__Host-session=AAAA"));
    assert_eq!(station.answer(forged).status.0, 403);

    let polled = station.send(caller.poll(&url, 45, station.now()));
    let decided = station.send(decision().with_header("Cookie", session.clone()));
    assert_eq!(station.answer(decided).status.0, 200);
    assert!(!member(&station.answer(polled), "auth_token").is_empty());
    let twice = station.send(decision().with_header("Cookie", session));
    assert_eq!(station.answer(twice).status.0, 403);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    gone(&station.answer(polled));
}

#[test]
fn a_code_is_folded_and_works_once() {
    let (mut station, _, _, page) = directed();
    let (address, code) = page.split_once('=').expect("a code");
    let typed = code
        .replace('-', "")
        .to_lowercase()
        .replace('1', "l")
        .replace('0', "o");
    let opened = station.send(browse(Method::Get, &format!("{address}={typed}")));
    assert_eq!(station.answer(opened).status.0, 200);
    let again = station.send(browse(Method::Get, &page));
    assert_eq!(station.answer(again).status.0, 410);
}

#[test]
fn a_code_lives_no_longer_than_its_request() {
    let (mut station, caller, url, page) = directed();
    station.pass(600);
    let opened = station.send(browse(Method::Get, &page));
    assert_eq!(station.answer(opened).status.0, 408);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    check(&station.answer(polled), 408, "expired");
}

#[test]
fn a_few_wrong_codes_end_the_request() {
    let (mut station, caller, url, page) = directed();
    let polled = station.send(caller.poll(&url, 45, station.now()));
    for _ in 0..3 {
        let tried = station.send(browse(
            Method::Get,
            "https://ps.example/interaction?code=AAAA-AAAA",
        ));
        assert_eq!(station.answer(tried).status.0, 410);
        assert!(station.is_held(polled));
    }
    station.send(browse(Method::Get, "https://ps.example/interaction"));
    check(&station.answer(polled), 410, "invalid_code");
    let late = station.send(browse(Method::Get, &page));
    assert_ne!(
        station.answer(late).status.0,
        200,
        "the right code comes too late"
    );
}

#[test]
fn an_abandoned_page_ends_the_request() {
    let (mut station, caller, url, page) = directed();
    station.send(browse(Method::Get, &page));
    station.pass(299);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    assert_eq!(member(&station.answer(polled), "status"), "interacting");
    let polled = station.send(caller.poll(&url, 45, station.now()));
    station.pass(1);
    check(&station.answer(polled), 403, "abandoned");
}

#[test]
fn two_requests_wait_side_by_side() {
    let (mut station, caller, url) = deferred();
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let second = header(&station.answer(asked), "Location");
    assert_ne!(url, second);
    station.send(caller.delete(&url, station.now()));
    station.pass(5);
    let polled = station.send(caller.poll(&second, 0, station.now()));
    assert_eq!(member(&station.answer(polled), "status"), "pending");
}

#[track_caller]
fn gone(response: &Response) {
    assert_eq!(response.status.0, 410);
    assert!(response.body.is_empty());
}
