//! The clarification chat (`#clarification-chat`): what an agent can get wrong when it answers, what
//! a person server may not ask, and what becomes of hostile text.

use aauth_sim::http::{Method, Request};
use aauth_sim::httpsig::Coverage;
use aauth_sim::stage::Notice;
use serde_json::json;

use super::{answer, check_signature_error, closed, polled, posted, still_asked, target, update};
use crate::deferring::{asked, check, decide, deferred, directed, gone, header};
use crate::station::{Station, member};

/// "A server MUST reject a POST with a missing or unrecognized `action` with `400 Bad Request`."
#[test]
fn a_post_without_a_known_action_is_refused_and_the_question_stands() {
    let (mut station, caller, url) = asked();
    let told = station.told.len();
    for body in [
        json!({}),
        json!({ "clarification_response": "So." }),
        json!({ "action": "clarify", "clarification_response": "So." }),
        json!({ "action": "Clarification_Response", "clarification_response": "So." }),
        json!({ "action": 1, "clarification_response": "So." }),
        json!({ "action": null, "clarification_response": "So." }),
        json!({ "action": ["clarification_response"], "clarification_response": "So." }),
        json!({ "action": "cancel" }),
        json!([{ "action": "clarification_response", "clarification_response": "So." }]),
    ] {
        let response = posted(&mut station, &caller, &url, &body);
        check(&response, 400, "invalid_request");
    }
    assert_eq!(station.told.len(), told, "the person hears of none of them");
    still_asked(&mut station, &caller, &url);
}

#[test]
fn an_answer_that_is_no_text_is_refused_and_the_question_stands() {
    let (mut station, caller, url) = asked();
    for text in [
        json!(null),
        json!(7),
        json!(["So."]),
        json!({ "text": "So." }),
    ] {
        let body = json!({ "action": "clarification_response", "clarification_response": text });
        let response = posted(&mut station, &caller, &url, &body);
        check(&response, 400, "invalid_request");
    }
    let missing = json!({ "action": "clarification_response", "answer": "So." });
    let response = posted(&mut station, &caller, &url, &missing);
    check(&response, 400, "invalid_request");
    still_asked(&mut station, &caller, &url);
}

#[test]
fn a_body_that_is_no_json_is_refused_and_the_question_stands() {
    let (mut station, caller, url) = asked();
    for body in [
        "",
        "action=clarification_response",
        "{",
        "{\"action\":\"a\",\"action\":\"b\"}",
    ] {
        let request = Request::new(Method::Post, target(&url));
        let request = request.with_body("application/json", body.to_owned());
        let covered = Coverage::with_body();
        let signed = caller.sign(request, &caller.agent_token, &covered, station.now());
        let sent = station.send(signed);
        check(&station.answer(sent), 400, "invalid_request");
    }
    still_asked(&mut station, &caller, &url);
}

/// Our choice: whenever no question is open, an answer is `400 invalid_request` and changes nothing.
#[test]
fn an_answer_that_nobody_waits_for_is_refused() {
    // Before any question, while the person is on the way, on the page, and when it was answered.
    let (mut station, caller, url) = deferred();
    let response = posted(&mut station, &caller, &url, &answer("So."));
    check(&response, 400, "invalid_request");

    let (mut station, caller, url, page) = directed();
    let response = posted(&mut station, &caller, &url, &answer("And so."));
    check(&response, 400, "invalid_request");
    station.send(station.browse(Method::Get, &page));
    let response = posted(&mut station, &caller, &url, &answer("And so."));
    check(&response, 400, "invalid_request");
    let answers = station
        .told
        .iter()
        .filter(|told| matches!(told, Notice::Answer { .. }));
    assert_eq!(answers.count(), 1, "the person reads the first answer only");
}

#[test]
fn an_answer_that_crosses_the_decision_is_refused_and_the_decision_is_read() {
    let (mut station, caller, url) = asked();
    station.person_decides(true);
    for body in [
        answer("So."),
        update(&caller.resource_token, &caller.person_token),
    ] {
        let response = posted(&mut station, &caller, &url, &body);
        check(&response, 400, "invalid_request");
    }
    assert!(!member(&polled(&mut station, &caller, &url), "auth_token").is_empty());
}

/// "The recipient MUST respond before this deadline": after it the request has expired.
#[test]
fn an_answer_after_the_timeout_is_too_late() {
    let (mut station, caller, url) = asked();
    station.pass(120);
    let response = posted(&mut station, &caller, &url, &answer("So."));
    check(&response, 400, "invalid_request");
    check(&polled(&mut station, &caller, &url), 408, "expired");
    gone(&polled(&mut station, &caller, &url));
}

#[test]
fn an_answer_a_second_before_the_timeout_is_taken() {
    let (mut station, caller, url) = asked();
    station.pass(119);
    let response = posted(&mut station, &caller, &url, &answer("So."));
    assert_eq!(response.status.0, 202);
}

#[test]
fn the_timeout_is_as_long_as_the_person_server_says() {
    let mut station = Station::with(&[("deadline", "10")], None);
    let caller = station.agent();
    let first = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(first), "Location");
    station.pass(5);
    station.person_asks("Why?");
    let question = polled(&mut station, &caller, &url);
    let body: serde_json::Value = serde_json::from_slice(question.body.bytes()).expect("JSON");
    assert_eq!(body["timeout"], 10);
    let held = station.send(caller.poll(&url, 45, station.now()));
    station.pass(9);
    assert!(station.is_held(held));
    station.pass(1);
    check(&station.answer(held), 408, "expired");
    assert_eq!(
        closed(&station),
        Some("the request was not decided in time")
    );
}

/// Silence on a question from the page is the agent's: the person has not left.
#[test]
fn a_question_from_the_page_that_nobody_answers_expires_and_is_not_abandoned() {
    let (mut station, caller, url, page) = directed();
    station.send(station.browse(Method::Get, &page));
    station.pass(200);
    station.person_asks("And?");
    station.pass(120);
    check(&polled(&mut station, &caller, &url), 408, "expired");
}

/// "PSes MUST enforce a maximum number of clarification rounds." After it the server stops asking,
/// and an agent that posts all the same gets `400`. Our choice.
#[test]
fn the_server_asks_as_often_as_it_may_and_takes_no_answer_beyond_that() {
    for (setting, rounds) in [("1", 1), ("3", 3), ("10", 10)] {
        let mut station = Station::with(&[("rounds", setting)], None);
        let caller = station.agent();
        let first = station.send(caller.asks_for_access(0, station.now()));
        let url = header(&station.answer(first), "Location");
        station.pass(5);
        for _ in 0..rounds {
            station.person_asks("Why?");
            assert!(!matches!(station.told.last(), Some(Notice::Unasked { .. })));
            still_asked(&mut station, &caller, &url);
        }
        station.person_asks("Once more?");
        assert!(
            matches!(station.told.last(), Some(Notice::Unasked { .. })),
            "{setting}"
        );
        let response = posted(&mut station, &caller, &url, &answer("So."));
        check(&response, 400, "invalid_request");
        station.person_decides(true);
        assert!(!member(&polled(&mut station, &caller, &url), "auth_token").is_empty());
    }
}

/// An update uses a round as an answer does: both settle one question.
#[test]
fn an_update_does_not_bring_back_a_round() {
    let mut station = Station::with(&[("rounds", "1")], None);
    let caller = station.agent();
    let first = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(first), "Location");
    station.pass(5);
    station.person_asks("Why?");
    let body = update(&caller.resource_token, &caller.person_token);
    assert_eq!(posted(&mut station, &caller, &url, &body).status.0, 202);
    station.person_asks("And?");
    assert!(matches!(station.told.last(), Some(Notice::Unasked { .. })));
}

#[test]
fn an_agent_without_the_capability_is_never_asked_and_cannot_answer() {
    let mut station = Station::new();
    let caller = station.agent();
    let first = station.send(caller.asks_with(&["interaction"], 0, station.now()));
    let url = header(&station.answer(first), "Location");
    station.pass(5);
    for _ in 0..3 {
        station.person_asks("Why?");
        assert!(matches!(station.told.last(), Some(Notice::Unasked { .. })));
    }
    let sent = station.send(caller.poll(&url, 0, station.now()));
    let requirement = header(&station.answer(sent), "AAuth-Requirement");
    assert!(
        requirement.starts_with("requirement=interaction;"),
        "{requirement}"
    );
    let response = posted(&mut station, &caller, &url, &answer("So."));
    check(&response, 400, "invalid_request");
    station.person_decides(true);
    station.pass(5);
    assert!(!member(&polled(&mut station, &caller, &url), "auth_token").is_empty());
}

/// Our choice: the draft does not say that an answer must be one of the options.
#[test]
fn an_answer_outside_the_options_is_taken_as_text() {
    let (mut station, caller, url) = deferred();
    let number = station.latest_request();
    station.person_asks_with(number, "Which?", &["Summaries", "Figures"]);
    let question = polled(&mut station, &caller, &url);
    let body: serde_json::Value = serde_json::from_slice(question.body.bytes()).expect("JSON");
    assert_eq!(body["options"], json!(["Summaries", "Figures"]));
    let response = posted(&mut station, &caller, &url, &answer("Neither, the titles."));
    assert_eq!(response.status.0, 202);
    let Some(Notice::Answer {
        clarification_response,
        ..
    }) = station.told.last()
    else {
        panic!("the person reads the answer");
    };
    assert_eq!(clarification_response, "Neither, the titles.");
}

/// "The PS terminates the consent session and informs the user that the agent withdrew its request.
/// Subsequent requests to the pending URL return `410 Gone`."
#[test]
fn a_withdrawal_tells_the_person_and_shuts_the_page() {
    let (mut station, caller, url, page) = directed();
    let opened = station.send(station.browse(Method::Get, &page));
    let opened = station.answer(opened);
    let deleted = station.send(caller.delete(&url, station.now()));
    assert_eq!(station.answer(deleted).status.0, 204);
    assert_eq!(closed(&station), Some("the agent withdrew its request"));
    let decided = station.send(decide(&station, &opened, "approve"));
    assert_eq!(station.answer(decided).status.0, 403);
    station.person_decides(true);
    gone(&polled(&mut station, &caller, &url));
    let again = station.send(caller.delete(&url, station.now()));
    gone(&station.answer(again));
}

#[test]
fn a_withdrawal_while_a_question_is_open_costs_no_answer_and_ends_it() {
    let (mut station, caller, url) = asked();
    let deleted = station.send(caller.delete(&url, station.now()));
    assert_eq!(station.answer(deleted).status.0, 204);
    assert!(station.answer(deleted).body.is_empty());
    let response = posted(&mut station, &caller, &url, &answer("So."));
    gone(&response);
    station.pass(120);
    gone(&polled(&mut station, &caller, &url));
}

/// "The agent MAY cancel by sending a signed `DELETE`."
#[test]
fn a_withdrawal_that_is_not_signed_withdraws_nothing() {
    let (mut station, caller, url) = asked();
    let told = station.told.len();
    let sent = station.send(Request::new(Method::Delete, target(&url)));
    check_signature_error(&station.answer(sent), "invalid_signature");
    assert_eq!(station.told.len(), told);
    still_asked(&mut station, &caller, &url);
}

/// What a hostile agent would write, and a hostile person.
const HOSTILE: &str = "<img src=x onerror=alert(1)>\"'<script>alert(1)</script></section>\
                       <form action=https://evil.example><h2>Example Reports says</h2>&amp;";

/// "Clarification responses are untrusted input and MUST be sanitized before display."
#[test]
fn hostile_text_becomes_no_markup_on_the_page() {
    let (mut station, caller, url) = deferred();
    station.person_asks(HOSTILE);
    let mut body = update(&caller.resource_token, &caller.person_token);
    body["justification"] = HOSTILE.into();
    posted(&mut station, &caller, &url, &body);
    station.person_asks(HOSTILE);
    let answered = posted(&mut station, &caller, &url, &answer(HOSTILE));
    let requirement = header(&answered, "AAuth-Requirement");
    let code = requirement.split('"').nth(3).expect("a code");
    let page = format!("https://ps.example/interaction?code={code}");
    let opened = station.send(station.browse(Method::Get, &page));
    let opened = station.answer(opened);
    let html = opened.body.text().expect("a page");

    // The justification, and two questions with what was said to them.
    assert_eq!(
        html.matches("&lt;img src=x onerror=alert(1)&gt;").count(),
        5
    );
    for markup in ["<img", "<script", "<form action=https", "&amp;quot"] {
        assert!(!html.contains(markup), "{markup}");
    }
    assert_eq!(html.matches("<form").count(), 1);
    assert_eq!(html.matches("<section>").count(), 3);
    assert_eq!(html.matches("</section>").count(), 3);
    let policy = header(&opened, "Content-Security-Policy");
    assert!(policy.contains("default-src 'none'"), "{policy}");
}

/// "A PS MUST visually distinguish resource-asserted content from agent-asserted content [...], and
/// MUST attribute agent-asserted content to the agent."
#[test]
fn what_the_agent_says_stands_apart_from_what_the_resource_says() {
    let (mut station, _, _, page) = directed();
    let opened = station.send(station.browse(Method::Get, &page));
    let opened = station.answer(opened);
    let html = opened.body.text().expect("a page");
    let section = |title: &str| {
        let (_, after) = html.split_once(title).expect("the section");
        after.split("</section>").next().expect("an end")
    };
    let resource = section("<h2>Example Reports says</h2>");
    assert!(resource.contains("Read the figures inside your reports"));
    assert!(!resource.contains("For the briefing."));
    let agent = section("<h2>The agent of Example Assistants says</h2>");
    assert!(agent.contains("For the briefing."));
    let chat = section("<h2>Your questions</h2>");
    assert!(chat.contains("<dt>The agent says</dt><dd>So.</dd>"));
    assert!(html.contains("aauth:briefing@agent.example"));
    assert!(html.contains("You have not approved anything for this agent before."));
}
