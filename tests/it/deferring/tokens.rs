//! What a request brings along: capabilities, tokens, members.

use aauth_sim::stage::Notice;
use serde_json::json;

use super::{answer, check, header};
use crate::station::{Station, member};

#[test]
fn an_agent_that_takes_no_questions_is_not_asked() {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_with(&["interaction"], 45, station.now()));
    station.person_asks("Why?");
    assert!(matches!(station.told.last(), Some(Notice::Unasked { .. })));
    let requirement = header(&station.answer(asked), "AAuth-Requirement");
    assert!(
        requirement.starts_with("requirement=interaction"),
        "{requirement}"
    );
}

#[test]
fn an_agent_that_can_send_nobody_to_a_page_waits_for_approval() {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_with(&["clarification"], 45, station.now()));
    station.person_asks("Why?");
    let url = header(&station.answer(asked), "Location");
    let answered = station.send(caller.post(&url, &answer(), station.now()));
    assert_eq!(
        header(&station.answer(answered), "AAuth-Requirement"),
        "requirement=approval"
    );
    let polled = station.send(caller.poll(&url, 45, station.now()));
    station.person_decides(true);
    assert!(!member(&station.answer(polled), "auth_token").is_empty());
}

#[test]
fn nothing_is_decided_after_the_tokens_have_expired() {
    let mut station = Station::new();
    let caller = station.agent();
    // The person token lives an hour; the resource token must be fresh.
    station.pass(3600 - 30);
    let caller = station.with_fresh_resource_token(caller);
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(asked), "Location");
    station.pass(30);
    station.person_decides(true);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    check(&station.answer(polled), 408, "expired");
}

#[test]
fn what_is_not_modelled_is_refused_and_not_passed_over() {
    let mut station = Station::new();
    let caller = station.agent();
    for (member, error) in [
        ("mission_s256", "invalid_request"),
        ("upstream_token", "invalid_upstream_token"),
        ("subagent_token", "invalid_subagent_token"),
    ] {
        let mut body = json!({ "resource": "https://api.example" });
        body[member] = json!("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        let url = "https://ps.example/person-token";
        let asked = station.send(caller.post(url, &body, station.now()));
        check(&station.answer(asked), 400, error);
    }
}

#[test]
fn a_presented_token_is_expired_only_when_nothing_else_is_wrong() {
    let mut station = Station::new();
    let caller = station.agent();
    let other = station.agent();
    station.pass(3600 - 200);
    let caller = station.with_fresh_resource_token(caller);
    station.pass(200);
    let pair = |presented_token: &str| {
        json!({
            "resource_token": caller.resource_token,
            "presented_token": presented_token,
        })
    };
    let url = "https://ps.example/auth-token";
    let own = station.send(caller.post(url, &pair(&caller.person_token), station.now()));
    check(&station.answer(own), 400, "expired_presented_token");
    let stolen = station.send(caller.post(url, &pair(&other.person_token), station.now()));
    check(&station.answer(stolen), 400, "invalid_presented_token");
}
