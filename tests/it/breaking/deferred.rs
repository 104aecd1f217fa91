//! Deferred responses (`#deferred-responses`, `#pending-url-security`): what an agent, or somebody
//! else, can get wrong at a pending URL and at the token endpoint, and what the server answers.

use aauth_sim::http::{Method, Request, Response};
use aauth_sim::httpsig::{self, Coverage, SignatureKey};
use aauth_sim::jose::SigningKey;
use aauth_sim::time::Timestamp;
use serde_json::json;

use super::forge::forged;
use super::{answer, check_signature_error, polled, posted, still_asked, target};
use crate::deferring::{asked, check, decide, deferred, directed, gone, header};
use crate::station::{Caller, Station, member};

/// The three calls that a pending URL takes, as the agent makes them.
fn calls(caller: &Caller, url: &str, now: Timestamp) -> [Request; 3] {
    [
        caller.poll(url, 0, now),
        caller.post(url, &answer("So."), now),
        caller.delete(url, now),
    ]
}

/// "Servers MUST verify the agent's identity on every poll", and on every other call.
#[test]
fn a_call_without_a_signature_is_refused() {
    let (mut station, caller, url) = asked();
    for mut request in calls(&caller, &url, station.now()) {
        for name in ["Signature", "Signature-Input", "Signature-Key"] {
            request.headers.remove(name);
        }
        let sent = station.send(request);
        check_signature_error(&station.answer(sent), "invalid_signature");
    }
    still_asked(&mut station, &caller, &url);
}

#[test]
fn a_call_that_was_signed_a_minute_ago_is_refused() {
    let (mut station, caller, url) = asked();
    let ago = |s: u64, station: &Station| Timestamp::from_unix_s(station.now().unix_s() - s);
    for request in calls(&caller, &url, ago(61, &station)) {
        let sent = station.send(request);
        check_signature_error(&station.answer(sent), "invalid_signature");
    }
    let sent = station.send(caller.poll(&url, 0, ago(60, &station)));
    assert_eq!(station.answer(sent).status.0, 202, "60 s are the window");
}

#[test]
fn a_call_that_is_dated_ahead_is_refused() {
    let (mut station, caller, url) = asked();
    let ahead = Timestamp::from_unix_s(station.now().unix_s() + 61);
    for request in calls(&caller, &url, ahead) {
        let sent = station.send(request);
        check_signature_error(&station.answer(sent), "clock_skew");
    }
    still_asked(&mut station, &caller, &url);
}

#[test]
fn an_answer_whose_body_is_not_covered_is_refused_and_told_what_to_cover() {
    let (mut station, caller, url) = asked();
    let request = Request::new(Method::Post, target(&url))
        .with_body("application/json", answer("So.").to_string());
    let bare = caller.sign(
        request,
        &caller.agent_token,
        &Coverage::base(),
        station.now(),
    );
    let sent = station.send(bare);
    let response = station.answer(sent);
    check_signature_error(&response, "invalid_input");
    let error = header(&response, "Signature-Error");
    let (_, required) = error.split_once("required_input=(").expect("what to cover");
    let mut required: Vec<&str> = required.trim_end_matches(')').split(' ').collect();
    required.sort_unstable();
    let all = [
        "\"@authority\"",
        "\"@method\"",
        "\"@path\"",
        "\"content-digest\"",
        "\"content-type\"",
        "\"signature-key\"",
    ];
    assert_eq!(required, all);
    still_asked(&mut station, &caller, &url);
}

/// Our choice: a digest that does not match under a good signature is `invalid_signature`.
#[test]
fn an_answer_that_was_changed_on_its_way_is_refused() {
    let (mut station, caller, url) = asked();
    let mut request = caller.post(&url, &answer("I only read."), station.now());
    request.body = answer("I also write.").to_string().into();
    let sent = station.send(request);
    check_signature_error(&station.answer(sent), "invalid_signature");
    still_asked(&mut station, &caller, &url);
}

#[test]
fn a_poll_signed_as_a_server_is_refused_and_told_which_scheme_is_accepted() {
    let (mut station, _, url) = asked();
    let signature_key = SignatureKey::JwksUri {
        id: "https://ps.example".to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: "person-server-1".to_owned(),
    };
    let request = Request::new(Method::Get, target(&url));
    let key = SigningKey::from_secret(&[7; 32]);
    let now = station.now();
    let signed = httpsig::sign(request, &key, &signature_key, &Coverage::base(), now);
    let sent = station.send(signed.expect("it can be signed"));
    let response = station.answer(sent);
    check_signature_error(&response, "unsupported_scheme");
    assert_eq!(header(&response, "Accept-Signature-Scheme"), "jwt");
}

#[test]
fn a_poll_with_another_token_than_the_agent_token_is_refused() {
    let (mut station, caller, url) = asked();
    for wrong in [&caller.person_token, &caller.resource_token] {
        let request = Request::new(Method::Get, target(&url));
        let signed = caller.sign(request, wrong, &Coverage::base(), station.now());
        let sent = station.send(signed);
        check_signature_error(&station.answer(sent), "invalid_jwt");
    }
}

#[test]
fn a_poll_with_a_forged_agent_token_is_refused() {
    let (mut station, caller, url) = asked();
    let other = station.other_agent();
    let forged = forged(&other.agent_token, |claims| {
        claims["sub"] = "aauth:briefing@agent.example".into();
    });
    let request = Request::new(Method::Get, target(&url));
    let sent = station.send(other.sign(request, &forged, &Coverage::base(), station.now()));
    check_signature_error(&station.answer(sent), "invalid_jwt");
    still_asked(&mut station, &caller, &url);
}

#[test]
fn a_poll_with_an_expired_agent_token_is_refused() {
    let mut station = Station::new();
    let mut caller = station.agent();
    // An agent token lives 24 hours. The other tokens are asked for half a minute before its end.
    station.pass(24 * 3600 - 30);
    let body = json!({ "resource": "https://api.example" });
    let asked = posted(
        &mut station,
        &caller,
        "https://ps.example/person-token",
        &body,
    );
    caller.person_token = member(&asked, "person_token");
    let caller = station.with_fresh_resource_token(caller);
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(asked), "Location");
    station.pass(30);
    let sent = station.send(caller.poll(&url, 0, station.now()));
    check_signature_error(&station.answer(sent), "expired_jwt");
}

/// Our choice: an id that is unknown and another agent's get the same bytes.
#[test]
fn another_agent_gets_404_for_every_call_and_changes_nothing() {
    let (mut station, caller, url) = asked();
    let other = station.other_agent();
    let unknown = "https://ps.example/pending/AAAAAAAAAAAAAAAAAAAAAA";
    for (theirs, nobodys) in
        calls(&other, &url, station.now())
            .into_iter()
            .zip(calls(&other, unknown, station.now()))
    {
        let (theirs, nobodys) = (station.send(theirs), station.send(nobodys));
        check(&station.answer(theirs), 404, "unknown_pending");
        assert_eq!(station.answer(theirs), station.answer(nobodys));
    }
    still_asked(&mut station, &caller, &url);
}

/// Our choice: an ended id is `410` to its own agent only, and without a body.
#[test]
fn an_ended_id_is_410_to_its_own_agent_and_404_to_another() {
    let (mut station, caller, url) = asked();
    let other = station.other_agent();
    station.send(caller.delete(&url, station.now()));
    for request in calls(&caller, &url, station.now()) {
        let sent = station.send(request);
        gone(&station.answer(sent));
    }
    for request in calls(&other, &url, station.now()) {
        let sent = station.send(request);
        check(&station.answer(sent), 404, "unknown_pending");
    }
}

/// "The agent [...] does not resend the original request body."
#[test]
fn the_original_body_sent_again_to_the_pending_url_is_an_invalid_request() {
    let (mut station, caller, url) = asked();
    let original = json!({
        "resource_token": caller.resource_token,
        "presented_token": caller.person_token,
        "capabilities": ["clarification", "interaction"],
    });
    let response = posted(&mut station, &caller, &url, &original);
    check(&response, 400, "invalid_request");
    still_asked(&mut station, &caller, &url);
}

/// "The agent MUST respect `Retry-After` values."
#[test]
fn each_poll_before_its_time_is_429_and_the_one_in_time_is_not() {
    let mut station = Station::new();
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(asked), "Location");
    assert_eq!(header(&station.answer(asked), "Retry-After"), "5");
    for _ in 0..4 {
        let too_fast = polled(&mut station, &caller, &url);
        check(&too_fast, 429, "slow_down");
        assert_eq!(header(&too_fast, "Retry-After"), "5");
        station.pass(1);
    }
    station.pass(1);
    let sent = station.send(caller.poll(&url, 0, station.now()));
    assert_eq!(member(&station.answer(sent), "status"), "pending");
}

/// A way for a request to end, and what the poll then says.
struct End {
    how: &'static str,
    end: fn() -> (Station, Caller, String),
    status: u16,
    error: &'static str,
}

const ENDS: &[End] = &[
    End {
        how: "approved",
        end: approved,
        status: 200,
        error: "",
    },
    End {
        how: "denied",
        end: denied,
        status: 403,
        error: "denied",
    },
    End {
        how: "left",
        end: left,
        status: 403,
        error: "abandoned",
    },
    End {
        how: "never decided",
        end: never_decided,
        status: 408,
        error: "expired",
    },
    End {
        how: "never answered",
        end: never_answered,
        status: 408,
        error: "expired",
    },
    End {
        how: "guessed at",
        end: guessed_at,
        status: 410,
        error: "invalid_code",
    },
];

fn approved() -> (Station, Caller, String) {
    let (mut station, caller, url) = deferred();
    station.person_decides(true);
    (station, caller, url)
}

fn denied() -> (Station, Caller, String) {
    let (mut station, caller, url) = deferred();
    station.person_decides(false);
    (station, caller, url)
}

fn left() -> (Station, Caller, String) {
    let (mut station, caller, url, page) = directed();
    station.send(station.browse(Method::Get, &page));
    station.pass(300);
    (station, caller, url)
}

fn never_decided() -> (Station, Caller, String) {
    let (mut station, caller, url, _) = directed();
    station.pass(600);
    (station, caller, url)
}

fn never_answered() -> (Station, Caller, String) {
    let (mut station, caller, url) = asked();
    station.pass(120);
    (station, caller, url)
}

fn guessed_at() -> (Station, Caller, String) {
    let (mut station, caller, url, _) = directed();
    for _ in 0..4 {
        let wrong = "https://ps.example/interaction?code=AAAA-AAAA";
        station.send(station.browse(Method::Get, wrong));
    }
    (station, caller, url)
}

/// "Once a terminal response is returned, the pending URL MUST return `410 Gone`."
#[test]
fn a_final_answer_is_given_once_and_every_later_call_is_410() {
    for End {
        how,
        end,
        status,
        error,
    } in ENDS
    {
        let (mut station, caller, url) = end();
        let last = polled(&mut station, &caller, &url);
        if *status == 200 {
            assert_eq!(last.status.0, 200, "{how}");
        } else {
            check(&last, *status, error);
        }
        for request in calls(&caller, &url, station.now()) {
            let sent = station.send(request);
            gone(&station.answer(sent));
        }
    }
}

/// A decision that came first stays: no time, code or question changes it any more.
#[test]
fn a_final_answer_that_nobody_has_read_yet_stays_as_it_is() {
    for End {
        how, end, status, ..
    } in ENDS
    {
        let (mut station, caller, url) = end();
        let number = station.latest_request();
        station.person_asks_about(number, "And?");
        station.person_decides(*status != 200);
        station.pass(1000);
        assert_eq!(
            polled(&mut station, &caller, &url).status.0,
            *status,
            "{how}"
        );
    }
}

/// "Absent means none may be assumed."
#[test]
fn an_agent_that_names_no_capability_is_neither_asked_nor_sent_anywhere() {
    for capabilities in [json!(null), json!([]), json!(["telepathy"])] {
        let mut station = Station::new();
        let caller = station.agent();
        let mut body = json!({
            "resource_token": caller.resource_token,
            "presented_token": caller.person_token,
        });
        if !capabilities.is_null() {
            body["capabilities"] = capabilities;
        }
        let first = posted(
            &mut station,
            &caller,
            "https://ps.example/auth-token",
            &body,
        );
        let url = header(&first, "Location");
        station.person_asks("Why?");
        station.pass(5);
        let sent = station.send(caller.poll(&url, 0, station.now()));
        let requirement = header(&station.answer(sent), "AAuth-Requirement");
        assert_eq!(requirement, "requirement=approval");
    }
}

/// In three-party mode a resource token is checked once, when it is posted. Our choice.
#[test]
fn a_resource_token_that_expires_while_the_chat_goes_on_is_still_granted() {
    let (mut station, caller, url, page) = directed();
    // A resource token lives five minutes.
    station.pass(400);
    let opened = station.send(station.browse(Method::Get, &page));
    let opened: Response = station.answer(opened);
    station.send(decide(&station, &opened, "approve"));
    assert_eq!(polled(&mut station, &caller, &url).status.0, 200);
}
