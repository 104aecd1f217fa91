//! The rules of deferred responses, of the clarification chat and of interaction that a party could
//! break: each is broken once, and gets the error that the draft names for it.
//!
//! The tests play whoever breaks the rule. What they send is signed, and their tokens are issued, as
//! everybody else's are, so that only the broken thing is wrong. What the draft leaves open and this
//! project chose is marked as ours at the model.

mod agent_side;
mod chat;
mod deferred;
mod forge;
mod interaction;
mod library;
mod policy;
mod tokens;
mod updates;

use aauth_sim::http::{Response, Target};
use aauth_sim::stage::Notice;
use serde_json::{Value, json};

use crate::deferring::header;
use crate::station::{Caller, Station, member};

/// Refused for its signature: `401`, the code in the header, and no body that would be needed.
#[track_caller]
fn check_signature_error(response: &Response, code: &str) {
    assert_eq!(response.status.0, 401);
    let error = header(response, "Signature-Error");
    let named = error.split(',').next();
    assert_eq!(named, Some(format!("error={code}").as_str()));
}

/// What the agent reads when it polls now.
#[track_caller]
fn polled(station: &mut Station, caller: &Caller, url: &str) -> Response {
    let polled = station.send(caller.poll(url, 45, station.now()));
    station.answer(polled)
}

/// What the agent's `POST` is answered with.
#[track_caller]
fn posted(station: &mut Station, caller: &Caller, url: &str, body: &Value) -> Response {
    let posted = station.send(caller.post(url, body, station.now()));
    station.answer(posted)
}

/// The first question still waits for its answer, and its answer is taken.
#[track_caller]
fn still_asked(station: &mut Station, caller: &Caller, url: &str) {
    let polled = station.send(caller.poll(url, 0, station.now()));
    assert_eq!(member(&station.answer(polled), "clarification"), "Why?");
    let answered = posted(station, caller, url, &answer("So."));
    assert_eq!(answered.status.0, 202);
}

/// An answer to the open question.
fn answer(text: &str) -> Value {
    json!({ "action": "clarification_response", "clarification_response": text })
}

/// An updated request with this pair of tokens.
fn update(resource_token: &str, presented_token: &str) -> Value {
    json!({
        "action": "updated_request",
        "resource_token": resource_token,
        "presented_token": presented_token,
    })
}

/// Why the person was told that the request ended, if they were told it last.
fn closed(station: &Station) -> Option<&'static str> {
    match station.told.last() {
        Some(Notice::Closed { why, .. }) => Some(why),
        _ => None,
    }
}

fn target(url: &str) -> Target {
    Target::parse(url).expect("a URL")
}
