//! Requests that wait at the person server: what an agent may do with them, and what not.

use aauth_sim::http::{Method, Request, Response};
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

/// An answer to the open question.
fn answer() -> serde_json::Value {
    json!({ "action": "clarification_response", "clarification_response": "So." })
}

/// The form of a page, as its button sends it.
fn decide(station: &Station, page: &Response, decision: &str) -> Request {
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
fn the_person_decides_on_the_page_and_nobody_else_does() {
    let (mut station, caller, url, page) = directed();
    let polled = station.send(caller.poll(&url, 45, station.now()));

    // The agent knows the code. It opens nothing, and is not used up.
    let by_the_agent = station.send(browse(Method::Get, &page));
    assert_eq!(station.answer(by_the_agent).status.0, 401);
    let forged = browse(Method::Get, &page).with_header("Cookie", "__Host-login=AAAA");
    let forged = station.send(forged);
    assert_eq!(station.answer(forged).status.0, 401);
    assert!(station.is_held(polled));

    let opened = station.send(station.browse(Method::Get, &page));
    let opened = station.answer(opened);
    assert_eq!(member(&station.answer(polled), "status"), "interacting");

    let mut unsigned = decide(&station, &opened, "approve");
    unsigned.headers.remove("Cookie");
    let mut elsewhere = decide(&station, &opened, "approve");
    elsewhere.body = "consent=AAAA&decision=approve".to_owned().into();
    for request in [unsigned, elsewhere] {
        let refused = station.send(request);
        assert_eq!(station.answer(refused).status.0, 403);
    }

    let polled = station.send(caller.poll(&url, 45, station.now()));
    let decided = station.send(decide(&station, &opened, "approve"));
    assert_eq!(station.answer(decided).status.0, 200);
    assert!(!member(&station.answer(polled), "auth_token").is_empty());
    let twice = station.send(decide(&station, &opened, "approve"));
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
    let opened = station.send(station.browse(Method::Get, &format!("{address}={typed}")));
    assert_eq!(station.answer(opened).status.0, 200);
    let again = station.send(station.browse(Method::Get, &page));
    assert_eq!(station.answer(again).status.0, 410);
}

#[test]
fn a_code_lives_no_longer_than_its_request() {
    let (mut station, caller, url, page) = directed();
    station.pass(600);
    let opened = station.send(station.browse(Method::Get, &page));
    assert_eq!(station.answer(opened).status.0, 408);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    check(&station.answer(polled), 408, "expired");
}

#[test]
fn a_few_wrong_codes_end_the_request() {
    let (mut station, caller, url, page) = directed();
    let polled = station.send(caller.poll(&url, 45, station.now()));
    for _ in 0..3 {
        let wrong = "https://ps.example/interaction?code=AAAA-AAAA";
        let tried = station.send(station.browse(Method::Get, wrong));
        assert_eq!(station.answer(tried).status.0, 410);
        assert!(station.is_held(polled));
    }
    for no_code in ["", "?code=", "?code=AAAA"] {
        let url = format!("https://ps.example/interaction{no_code}");
        station.send(station.browse(Method::Get, &url));
        assert!(station.is_held(polled), "what is no code was not guessed");
    }
    let wrong = "https://ps.example/interaction?code=AAAA-AAAB";
    station.send(station.browse(Method::Get, wrong));
    check(&station.answer(polled), 410, "invalid_code");
    let late = station.send(station.browse(Method::Get, &page));
    assert_ne!(
        station.answer(late).status.0,
        200,
        "the right code comes too late"
    );
}

#[test]
fn an_abandoned_page_ends_the_request() {
    let (mut station, caller, url, page) = directed();
    station.send(station.browse(Method::Get, &page));
    station.pass(299);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    assert_eq!(member(&station.answer(polled), "status"), "interacting");
    let polled = station.send(caller.poll(&url, 45, station.now()));
    station.pass(1);
    check(&station.answer(polled), 403, "abandoned");
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
fn each_page_is_abandoned_at_its_own_time() {
    let (mut station, caller, first, page) = directed();
    station.send(station.browse(Method::Get, &page));
    station.pass(100);
    let asked = station.send(caller.asks_for_access(45, station.now()));
    station.person_asks("And this?");
    let second = header(&station.answer(asked), "Location");
    let answered = station.send(caller.post(&second, &answer(), station.now()));
    let requirement = header(&station.answer(answered), "AAuth-Requirement");
    let code = requirement.split('"').nth(3).expect("a code");
    let page = format!("https://ps.example/interaction?code={code}");
    station.send(station.browse(Method::Get, &page));

    station.pass(200);
    let polled = station.send(caller.poll(&first, 45, station.now()));
    check(&station.answer(polled), 403, "abandoned");
    let polled = station.send(caller.poll(&second, 0, station.now()));
    assert_eq!(member(&station.answer(polled), "status"), "interacting");
    station.pass(100);
    let polled = station.send(caller.poll(&second, 45, station.now()));
    check(&station.answer(polled), 403, "abandoned");
}

#[test]
fn an_expired_request_cannot_be_approved() {
    let (mut station, caller, url, page) = directed();
    station.person_asks("One more thing?");
    station.pass(120);
    let opened = station.send(station.browse(Method::Get, &page));
    assert_eq!(station.answer(opened).status.0, 408);
    station.person_decides(true);
    let polled = station.send(caller.poll(&url, 45, station.now()));
    check(&station.answer(polled), 408, "expired");
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

#[test]
fn a_withdrawal_after_the_decision_tells_nobody_anything() {
    let (mut station, caller, url) = deferred();
    station.person_decides(true);
    let told = station.told.len();
    let deleted = station.send(caller.delete(&url, station.now()));
    assert_eq!(station.answer(deleted).status.0, 204);
    assert_eq!(station.told.len(), told);
}

#[track_caller]
fn gone(response: &Response) {
    assert_eq!(response.status.0, 410);
    assert!(response.body.is_empty());
}
