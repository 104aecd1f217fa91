//! Questions, answers and updates.

use aauth_sim::http::Method;
use aauth_sim::stage::Notice;
use serde_json::json;

use super::{answer, asked, check, deferred, directed, gone, header};
use crate::station::{Station, member};

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
fn a_question_says_how_much_time_is_really_left() {
    let (mut station, caller, url) = deferred();
    station.person_asks("Why?");
    let timeout = |station: &mut Station| {
        let polled = station.send(caller.poll(&url, 0, station.now()));
        let body: serde_json::Value =
            serde_json::from_slice(station.answer(polled).body.bytes()).expect("JSON");
        body["timeout"].as_u64()
    };
    assert_eq!(timeout(&mut station), Some(120));
    station.pass(45);
    assert_eq!(timeout(&mut station), Some(75));

    let (mut station, caller, url) = deferred();
    station.pass(500);
    station.person_asks("Why, so late?");
    let polled = station.send(caller.poll(&url, 0, station.now()));
    let body: serde_json::Value =
        serde_json::from_slice(station.answer(polled).body.bytes()).expect("JSON");
    // The request itself ends 600 s after it was made, 505 s ago.
    assert_eq!(body["timeout"].as_u64(), Some(95));
}

#[test]
fn a_question_on_the_way_leads_back_to_where_it_was_asked() {
    let (mut station, caller, url, page) = directed();
    station.person_asks("Before I open it?");
    let answered = station.send(caller.post(&url, &answer(), station.now()));
    let requirement = header(&station.answer(answered), "AAuth-Requirement");
    let code = page.split('=').nth(1).expect("a code");
    assert!(
        requirement.ends_with(&format!("code=\"{code}\"")),
        "the same code"
    );

    station.send(station.browse(Method::Get, &page));
    station.person_asks("And now that I read it?");
    let answered = station.send(caller.post(&url, &answer(), station.now()));
    assert_eq!(member(&station.answer(answered), "status"), "interacting");
}

#[test]
fn a_person_who_arrives_while_a_question_is_open_waits_for_its_answer() {
    let (mut station, caller, url, page) = directed();
    station.person_asks("One more thing?");
    let opened = station.send(station.browse(Method::Get, &page));
    assert_eq!(station.answer(opened).status.0, 200);
    let polled = station.send(caller.poll(&url, 0, station.now()));
    assert_eq!(
        member(&station.answer(polled), "clarification"),
        "One more thing?"
    );
    let answered = station.send(caller.post(&url, &answer(), station.now()));
    assert_eq!(member(&station.answer(answered), "status"), "interacting");
}

#[test]
fn one_question_is_open_at_a_time_and_five_are_asked_at_most() {
    let (mut station, caller, url) = asked();
    station.person_asks("And why today?");
    assert!(matches!(station.told.last(), Some(Notice::Unasked { .. })));
    for _ in 1..5 {
        let answered = station.send(caller.post(&url, &answer(), station.now()));
        assert_eq!(station.answer(answered).status.0, 202);
        station.person_asks("And?");
        let polled = station.send(caller.poll(&url, 0, station.now()));
        assert_eq!(member(&station.answer(polled), "clarification"), "And?");
    }
    station.send(caller.post(&url, &answer(), station.now()));
    station.person_asks("A sixth?");
    assert!(matches!(station.told.last(), Some(Notice::Unasked { .. })));
    let polled = station.send(caller.poll(&url, 0, station.now()));
    let requirement = header(&station.answer(polled), "AAuth-Requirement");
    assert!(
        requirement.starts_with("requirement=interaction"),
        "{requirement}"
    );
}
