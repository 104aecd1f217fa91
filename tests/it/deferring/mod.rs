//! Requests that wait at the person server: what an agent may do with them, and what not.

mod pages;
mod polls;
mod questions;
mod tokens;

use aauth_sim::http::{Method, Request, Response};
use serde_json::json;

use crate::station::{Caller, Station, member};

/// A request that waits, and its pending URL.
pub(crate) fn deferred() -> (Station, Caller, String) {
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
pub(crate) fn asked() -> (Station, Caller, String) {
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

/// An answer to the open question.
pub(crate) fn answer() -> serde_json::Value {
    json!({ "action": "clarification_response", "clarification_response": "So." })
}

/// The form of a page, as its button sends it.
pub(crate) fn decide(station: &Station, page: &Response, decision: &str) -> Request {
    let html = page.body.text().expect("a page");
    let token = html.split("name=\"consent\" value=\"").nth(1);
    let token = token
        .and_then(|after| after.split('"').next())
        .expect("a form");
    station
        .browse(Method::Post, "https://ps.example/interaction/decision")
        .with_body(
            "application/x-www-form-urlencoded",
            format!("consent={token}&decision={decision}"),
        )
}

/// A request that waits for the person to open the page, and the page's address.
pub(crate) fn directed() -> (Station, Caller, String, String) {
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
pub(crate) fn header(response: &Response, name: &str) -> String {
    let value = response.headers.first(name);
    value.unwrap_or_else(|| panic!("no {name}")).to_owned()
}

#[track_caller]
pub(crate) fn check(response: &Response, status: u16, error: &str) {
    assert_eq!(response.status.0, status);
    assert_eq!(member(response, "error"), error);
    assert_eq!(header(response, "Content-Type"), "application/problem+json");
}

#[track_caller]
pub(crate) fn gone(response: &Response) {
    assert_eq!(response.status.0, 410);
    assert!(response.body.is_empty());
}
