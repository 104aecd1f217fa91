//! Polling, holding, and the end of a request.

use aauth_sim::stage::Notice;
use serde_json::json;

use super::{check, deferred, gone, header};
use crate::station::{Station, member};

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
fn two_requests_wait_side_by_side() {
    let (mut station, caller, first) = deferred();
    let first_number = station.latest_request();
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let second = header(&station.answer(asked), "Location");
    assert_ne!(first, second);
    station.pass(5);

    station.person_asks_about(first_number, "Why the first?");
    let polled = station.send(caller.poll(&first, 45, station.now()));
    let question = member(&station.answer(polled), "clarification");
    assert_eq!(question, "Why the first?");
    let polled = station.send(caller.poll(&second, 0, station.now()));
    assert_eq!(
        header(&station.answer(polled), "AAuth-Requirement"),
        "requirement=approval"
    );

    station.send(caller.delete(&first, station.now()));
    station.pass(5);
    let polled = station.send(caller.poll(&second, 0, station.now()));
    assert_eq!(member(&station.answer(polled), "status"), "pending");
}

#[test]
fn a_refusal_is_never_the_answer_to_the_first_call() {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(45, station.now()));
    station.person_decides(false);
    let response = station.answer(asked);
    assert_eq!(response.status.0, 202);
    let url = header(&response, "Location");
    let polled = station.send(caller.poll(&url, 45, station.now()));
    check(&station.answer(polled), 403, "denied");
    let again = station.send(caller.poll(&url, 45, station.now()));
    gone(&station.answer(again));
}

#[test]
fn a_withdrawal_after_the_decision_tells_nobody_anything() {
    let (mut station, caller, url) = deferred();
    station.person_decides(true);
    let told = station.told.len();
    let deleted = station.send(caller.delete(&url, station.now()));
    assert_eq!(station.answer(deleted).status.0, 204);
    assert_eq!(station.told.len(), told);
}
