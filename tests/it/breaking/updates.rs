//! The updated request (`#updated-request`): it must be about the same thing as the original, for the
//! same person and the same agent. A refused one leaves everything as it was.

use aauth_sim::stage::Notice;
use serde_json::Value;

use super::forge::{OTHER, claim, publish_the_other_server, reissued};
use super::{answer, polled, posted, update};
use crate::deferring::{asked, check, deferred, header};
use crate::station::{Caller, Station, member};

/// SHA-256 of nothing, as a mission would be named.
const MISSION: &str = "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU";

/// The pair with one claim other in both tokens, each signed by its issuer.
fn both(caller: &Caller, name: &str, value: &str) -> Value {
    let change = |claims: &mut Value| claims[name] = value.into();
    update(
        &reissued(&caller.resource_token, change),
        &reissued(&caller.person_token, change),
    )
}

/// The update is refused, and nothing came of it: the question stands, nobody is told anything, and
/// as many questions can be asked as before.
#[track_caller]
fn refused(station: &mut Station, sender: &Caller, caller: &Caller, url: &str, body: &Value) {
    let told = station.told.len();
    let response = posted(station, sender, url, body);
    check(&response, 400, "invalid_resource_token");
    assert_eq!(station.told.len(), told, "nobody is shown the update");
    // One of the five questions was asked. The other four are still there, and no more.
    for question in 1..5 {
        let answered = posted(station, caller, url, &answer("So."));
        assert_eq!(answered.status.0, 202);
        station.person_asks(&format!("Question {question}?"));
        let asked = member(&polled(station, caller, url), "clarification");
        assert_eq!(asked, format!("Question {question}?"));
    }
    posted(station, caller, url, &answer("So."));
    station.person_asks("A sixth?");
    assert!(matches!(station.told.last(), Some(Notice::Unasked { .. })));
    // What is granted in the end is the original request.
    station.person_decides(true);
    let granted = member(&polled(station, caller, url), "auth_token");
    for name in ["sub", "scope", "tenant", "mission_s256"] {
        let asked_for = claim(&caller.resource_token, name);
        assert_eq!(claim(&granted, name), asked_for, "{name}");
    }
    assert_eq!(claim(&granted, "aud"), claim(&caller.resource_token, "iss"));
}

#[test]
fn an_update_for_another_resource_is_refused() {
    let (mut station, caller, url) = asked();
    publish_the_other_server(&mut station);
    let resource_token = reissued(&caller.resource_token, |claims| {
        claims["iss"] = OTHER.into();
    });
    let presented_token = reissued(&caller.person_token, |claims| {
        claims["aud"] = OTHER.into();
    });
    let body = update(&resource_token, &presented_token);
    refused(&mut station, &caller, &caller, &url, &body);
}

/// The same pair in a first request is good: it is the continuity that is broken, not the pair.
#[test]
fn the_pair_for_another_resource_would_do_in_a_request_of_its_own() {
    let mut station = Station::new();
    let mut caller = station.agent();
    publish_the_other_server(&mut station);
    caller.resource_token = reissued(&caller.resource_token, |claims| {
        claims["iss"] = OTHER.into();
    });
    caller.person_token = reissued(&caller.person_token, |claims| {
        claims["aud"] = OTHER.into();
    });
    let asked = station.send(caller.asks_for_access(0, station.now()));
    assert_eq!(station.answer(asked).status.0, 202);
}

#[test]
fn an_update_for_another_person_server_is_refused() {
    let (mut station, caller, url) = asked();
    publish_the_other_server(&mut station);
    let resource_token = reissued(&caller.resource_token, |claims| {
        claims["ps"] = OTHER.into();
    });
    let presented_token = reissued(&caller.person_token, |claims| {
        claims["iss"] = OTHER.into();
    });
    let body = update(&resource_token, &presented_token);
    refused(&mut station, &caller, &caller, &url, &body);
}

#[test]
fn an_update_for_another_person_is_refused() {
    let (mut station, caller, url) = asked();
    let body = both(&caller, "sub", "somebody-else");
    refused(&mut station, &caller, &caller, &url, &body);
}

/// The agent has another key by now, and everything that it sends is bound to that one.
#[test]
fn an_update_under_another_key_of_the_same_agent_is_refused() {
    let (mut station, caller, url) = asked();
    let renewed = station.agent();
    assert_eq!(
        claim(&renewed.agent_token, "sub"),
        claim(&caller.agent_token, "sub")
    );
    let body = update(&renewed.resource_token, &renewed.person_token);
    refused(&mut station, &renewed, &caller, &url, &body);
}

#[test]
fn an_update_under_a_mission_that_the_original_did_not_name_is_refused() {
    let (mut station, caller, url) = asked();
    let body = both(&caller, "mission_s256", MISSION);
    refused(&mut station, &caller, &caller, &url, &body);
}

#[test]
fn an_update_for_another_tenant_is_refused() {
    let (mut station, caller, url) = asked();
    let body = both(&caller, "tenant", "example");
    refused(&mut station, &caller, &caller, &url, &body);
}

/// The original names a tenant, and the update leaves it away.
#[test]
fn an_update_that_drops_the_tenant_is_refused() {
    let mut station = Station::new();
    let mut caller = station.agent();
    let without = update(&caller.resource_token, &caller.person_token);
    let in_tenant = |claims: &mut Value| claims["tenant"] = "example".into();
    caller.resource_token = reissued(&caller.resource_token, in_tenant);
    caller.person_token = reissued(&caller.person_token, in_tenant);
    let first = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(first), "Location");
    station.pass(5);
    station.person_asks("Why?");
    refused(&mut station, &caller, &caller, &url, &without);
}

/// "Its `presented_jti` MAY differ", and the token sent with it is the one it names.
#[test]
fn an_update_against_another_presented_token_is_taken_when_it_names_that_one() {
    let (mut station, caller, url) = asked();
    let presented_token = reissued(&caller.person_token, |claims| {
        claims["jti"] = "another".into();
    });
    let unnamed = update(&caller.resource_token, &presented_token);
    let response = posted(&mut station, &caller, &url, &unnamed);
    check(&response, 400, "invalid_resource_token");
    let resource_token = reissued(&caller.resource_token, |claims| {
        claims["presented_jti"] = "another".into();
    });
    let named = update(&resource_token, &presented_token);
    assert_eq!(posted(&mut station, &caller, &url, &named).status.0, 202);
}

/// "`presented_token` is REQUIRED."
#[test]
fn an_update_that_lacks_a_token_is_an_invalid_request() {
    let (mut station, caller, url) = asked();
    for missing in ["presented_token", "resource_token"] {
        let mut body = update(&caller.resource_token, &caller.person_token);
        body.as_object_mut().expect("an object").remove(missing);
        let response = posted(&mut station, &caller, &url, &body);
        check(&response, 400, "invalid_request");
    }
    super::still_asked(&mut station, &caller, &url);
}

/// Our choice, as for an answer: without a question there is nothing to update.
#[test]
fn an_update_without_an_open_question_is_an_invalid_request() {
    let (mut station, caller, url) = deferred();
    let narrower = reissued(&caller.resource_token, |claims| {
        claims["scope"] = "reports.read".into();
    });
    let body = update(&narrower, &caller.person_token);
    let response = posted(&mut station, &caller, &url, &body);
    check(&response, 400, "invalid_request");
    station.person_decides(true);
    let granted = member(&polled(&mut station, &caller, &url), "auth_token");
    assert_eq!(
        claim(&granted, "scope"),
        claim(&caller.resource_token, "scope")
    );
}

/// "The PS presents the updated request to the user", and grants that one.
#[test]
fn an_update_that_keeps_what_it_must_is_shown_and_granted() {
    let (mut station, caller, url) = asked();
    let narrower = reissued(&caller.resource_token, |claims| {
        claims["scope"] = "reports.read".into();
    });
    let mut body = update(&narrower, &caller.person_token);
    body["justification"] = "The summaries will do.".into();
    assert_eq!(posted(&mut station, &caller, &url, &body).status.0, 202);
    let Some(Notice::Updated(review)) = station.told.last() else {
        panic!("the person is shown the update");
    };
    let shown: Vec<&str> = review
        .scopes
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(shown, ["reports.read"]);
    assert_eq!(
        review.justification.as_deref(),
        Some("The summaries will do.")
    );
    station.person_decides(true);
    let granted = member(&polled(&mut station, &caller, &url), "auth_token");
    assert_eq!(claim(&granted, "scope"), "reports.read");
}
