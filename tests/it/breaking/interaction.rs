//! Interaction (`#interaction-required`, `#interaction-code-format`, `#ps-approval-endpoint-auth`):
//! what can be wrong with a code, who may not open the page, and who may not decide.

use aauth_sim::http::{Method, Request, Response};
use aauth_sim::httpsig::Coverage;
use aauth_sim::stage::{ExchangeId, Notice};

use super::{answer, closed, polled, posted, target};
use crate::deferring::{asked, check, decide, deferred, directed, gone, header};
use crate::station::{Caller, Station, browse, member};

const DECISION: &str = "https://ps.example/interaction/decision";

/// A code that leads nowhere.
const WRONG: &str = "https://ps.example/interaction?code=AAAA-AAAA";

/// A page that opens nothing, and says why.
#[track_caller]
fn opens_nothing(response: &Response, status: u16, error: &str) {
    assert_eq!(response.status.0, status);
    let html = response.body.text().expect("a page");
    assert!(html.contains(&format!("<code>{error}</code>")), "{html}");
    assert!(!html.contains("<form"));
}

/// The person opens an address.
#[track_caller]
fn opened(station: &mut Station, url: &str) -> Response {
    let sent = station.send(station.browse(Method::Get, url));
    station.answer(sent)
}

/// Nothing was decided: the person is still on the page.
#[track_caller]
fn undecided(station: &mut Station, caller: &Caller, url: &str) {
    let polled = station.send(caller.poll(url, 45, station.now()));
    assert!(station.is_held(polled), "there is no news for the agent");
    station.pass(45);
    assert_eq!(member(&station.answer(polled), "status"), "interacting");
}

/// The person is on the page of a request, which the agent has heard.
fn interacting() -> (Station, Caller, String, Response) {
    let (mut station, caller, url, page) = directed();
    let page = opened(&mut station, &page);
    assert_eq!(
        member(&polled(&mut station, &caller, &url), "status"),
        "interacting"
    );
    (station, caller, url, page)
}

/// A URL that is `https` and has neither query nor fragment; a code of eight symbols or more of
/// Crockford's alphabet, which has nothing to do with the pending id.
#[test]
fn the_server_emits_a_code_and_a_url_that_any_agent_must_take() {
    let (mut station, caller, url) = asked();
    let answered = posted(&mut station, &caller, &url, &answer("So."));
    assert_eq!(answered.status.0, 202);
    let requirement = header(&answered, "AAuth-Requirement");
    let parts: Vec<&str> = requirement.split('"').collect();
    assert_eq!(parts[0], "requirement=interaction;url=");
    assert_eq!(parts[2], ";code=");
    assert!(parts[1].starts_with("https://ps.example/"));
    assert!(!parts[1].contains(['?', '#']));
    let symbols: String = parts[3].chars().filter(|&c| c != '-').collect();
    assert!(symbols.len() >= 8);
    let alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    assert!(symbols.chars().all(|symbol| alphabet.contains(symbol)));
    let id = url.rsplit('/').next().expect("an id").to_uppercase();
    assert!(!id.contains(&symbols));
}

/// "The server MUST reject any later presentation of the same code with `invalid_code`."
#[test]
fn a_code_presented_twice_is_an_invalid_code_and_the_first_visit_goes_on() {
    let (mut station, caller, url, page) = directed();
    let first = opened(&mut station, &page);
    polled(&mut station, &caller, &url);
    opens_nothing(&opened(&mut station, &page), 410, "invalid_code");
    undecided(&mut station, &caller, &url);
    let decided = station.send(decide(&station, &first, "approve"));
    assert_eq!(station.answer(decided).status.0, 200);
    opens_nothing(&opened(&mut station, &page), 410, "invalid_code");
}

/// "Once the pending request has expired, presenting the code MUST fail with `expired`."
#[test]
fn a_code_presented_after_the_request_expired_is_expired() {
    let (mut station, _, _, page) = directed();
    station.pass(600);
    opens_nothing(&opened(&mut station, &page), 408, "expired");

    let (mut station, _, _, page) = directed();
    station.person_asks("And?");
    station.pass(120);
    opens_nothing(&opened(&mut station, &page), 408, "expired");
}

#[test]
fn a_code_presented_after_a_withdrawal_is_an_invalid_code() {
    let (mut station, caller, url, page) = directed();
    station.send(caller.delete(&url, station.now()));
    opens_nothing(&opened(&mut station, &page), 410, "invalid_code");
}

/// "After a small number of failed attempts the server MUST treat the pending interaction as
/// terminally failed and return `invalid_code` on subsequent attempts."
#[test]
fn the_fourth_wrong_code_ends_the_request() {
    let (mut station, caller, url, page) = directed();
    let held = station.send(caller.poll(&url, 45, station.now()));
    for _ in 0..3 {
        opens_nothing(&opened(&mut station, WRONG), 410, "invalid_code");
        assert!(station.is_held(held), "three wrong codes are borne");
    }
    opens_nothing(&opened(&mut station, WRONG), 410, "invalid_code");
    check(&station.answer(held), 410, "invalid_code");
    assert_eq!(closed(&station), Some("too many wrong codes were tried"));
    opens_nothing(&opened(&mut station, &page), 410, "invalid_code");
    gone(&polled(&mut station, &caller, &url));
}

/// Three wrong codes and the right one: the person gets through.
#[test]
fn three_wrong_codes_do_not_shut_the_right_one_out() {
    let (mut station, caller, url, page) = directed();
    for _ in 0..3 {
        opened(&mut station, WRONG);
    }
    assert_eq!(opened(&mut station, &page).status.0, 200);
    polled(&mut station, &caller, &url);
    // The page is open: there is no code left to guess.
    for _ in 0..4 {
        opened(&mut station, WRONG);
    }
    undecided(&mut station, &caller, &url);
}

/// A question puts no stop to guessing, for the code still opens the page.
#[test]
fn wrong_codes_count_while_a_question_is_open() {
    let (mut station, caller, url, page) = directed();
    station.person_asks("And?");
    for _ in 0..4 {
        opened(&mut station, WRONG);
    }
    opens_nothing(&opened(&mut station, &page), 410, "invalid_code");
    check(&polled(&mut station, &caller, &url), 410, "invalid_code");
}

/// Nor does the person's saying that they decide elsewhere.
#[test]
fn wrong_codes_count_while_the_person_decides_in_the_app() {
    let (mut station, caller, url, page) = directed();
    let number = station.latest_request();
    station.person_says(Notice::InApp { number });
    for _ in 0..4 {
        opened(&mut station, WRONG);
    }
    opens_nothing(&opened(&mut station, &page), 410, "invalid_code");
    check(&polled(&mut station, &caller, &url), 410, "invalid_code");
}

/// Our choice: nobody knows which request was meant, so each that waits for its person counts it. One
/// that nobody was sent to does not.
#[test]
fn wrong_codes_end_no_request_without_a_code() {
    let (mut station, caller, url) = deferred();
    for _ in 0..4 {
        opened(&mut station, WRONG);
    }
    let sent = station.send(caller.poll(&url, 0, station.now()));
    assert_eq!(member(&station.answer(sent), "status"), "pending");
}

/// "The code alone MUST NOT authorize the decision": whoever has it and is not the person gets `401`.
/// A code that was shown to nobody is not used up, and does not count as a guess.
#[test]
fn a_code_opens_nothing_for_somebody_who_is_not_signed_in() {
    let (mut station, caller, url, page) = directed();
    for _ in 0..5 {
        for cookie in ["", "__Host-login=AAAA", "login=AAAA; __Host-login="] {
            for address in [&page, WRONG] {
                let request = browse(Method::Get, address).with_header("Cookie", cookie);
                let sent = station.send(request);
                assert_eq!(station.answer(sent).status.0, 401);
            }
        }
        // The agent signs, and is the person no more for that.
        let request = Request::new(Method::Get, target(&page));
        let token = &caller.agent_token;
        let sent = station.send(caller.sign(request, token, &Coverage::base(), station.now()));
        assert_eq!(station.answer(sent).status.0, 401);
    }
    let sent = station.send(caller.poll(&url, 0, station.now()));
    let requirement = header(&station.answer(sent), "AAuth-Requirement");
    assert!(
        requirement.starts_with("requirement=interaction;"),
        "{requirement}"
    );
    assert_eq!(opened(&mut station, &page).status.0, 200);
}

/// "The PS MUST authenticate the approving party before acting on a consent or denial decision."
#[test]
fn a_decision_of_somebody_else_is_403_and_decides_nothing() {
    for decision in ["approve", "deny"] {
        let (mut station, caller, url, page) = interacting();
        let honest = decide(&station, &page, decision);
        let mut without_cookie = honest.clone();
        without_cookie.headers.remove("Cookie");
        let foreign = without_cookie
            .clone()
            .with_header("Cookie", "__Host-login=AAAAAAAAAAAAAAAAAAAAAA");
        let token = &caller.agent_token;
        let (covered, now) = (Coverage::with_body(), station.now());
        let signed = caller.sign(without_cookie.clone(), token, &covered, now);
        for request in [without_cookie, foreign, signed] {
            let sent = station.send(request);
            assert_eq!(station.answer(sent).status.0, 403);
        }
        undecided(&mut station, &caller, &url);
        let sent = station.send(honest);
        assert_eq!(station.answer(sent).status.0, 200);
    }
}

/// The person's own browser, sent by another site: it shows the cookie, and not the form's value.
#[test]
fn a_decision_from_another_page_is_403_and_decides_nothing() {
    let (mut station, caller, url, page) = interacting();
    let honest = decide(&station, &page, "approve");
    for body in [
        "",
        "decision=approve",
        "consent=&decision=approve",
        "consent=AAAAAAAAAAAAAAAAAAAAAA&decision=approve",
    ] {
        let mut forged = honest.clone();
        forged.body = body.to_owned().into();
        let sent = station.send(forged);
        assert_eq!(station.answer(sent).status.0, 403, "{body}");
    }
    undecided(&mut station, &caller, &url);
}

#[test]
fn a_decision_that_is_neither_is_refused_and_decides_nothing() {
    let (mut station, caller, url, page) = interacting();
    for decision in ["", "Approve", "yes"] {
        let sent = station.send(decide(&station, &page, decision));
        assert_eq!(station.answer(sent).status.0, 400, "{decision}");
    }
    // A link decides nothing either.
    let sent = station.send(station.browse(Method::Get, DECISION));
    assert_eq!(station.answer(sent).status.0, 405);
    undecided(&mut station, &caller, &url);
}

/// Each page decides its own request.
#[test]
fn a_form_decides_no_other_request() {
    let (mut station, caller, first, page) = directed();
    let first_page = opened(&mut station, &page);
    polled(&mut station, &caller, &first);
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let second = header(&station.answer(asked), "Location");
    station.pass(5);
    let sent = station.send(decide(&station, &first_page, "approve"));
    assert_eq!(station.answer(sent).status.0, 200);
    assert_eq!(polled(&mut station, &caller, &first).status.0, 200);
    let sent = station.send(caller.poll(&second, 0, station.now()));
    assert_eq!(station.answer(sent).status.0, 202);
    // And the form of an ended request decides nothing.
    let sent = station.send(decide(&station, &first_page, "approve"));
    assert_eq!(station.answer(sent).status.0, 403);
}

/// A way for a request to end while its page is open.
struct End {
    how: &'static str,
    end: fn(&mut Station, &Caller, &str),
}

const ENDS: &[End] = &[
    End {
        how: "it expires",
        end: |station, _, _| {
            station.person_asks("And?");
            station.pass(120);
        },
    },
    End {
        how: "it is abandoned",
        end: |station, _, _| station.pass(300),
    },
    End {
        how: "it is withdrawn",
        end: |station, caller, url| {
            station.send(caller.delete(url, station.now()));
        },
    },
    End {
        how: "it is denied in the app",
        end: |station, _, _| station.person_decides(false),
    },
];

#[test]
fn a_decision_after_the_end_is_403_and_grants_nothing() {
    for End { how, end } in ENDS {
        let (mut station, caller, url, page) = interacting();
        end(&mut station, &caller, &url);
        let sent = station.send(decide(&station, &page, "approve"));
        assert_eq!(station.answer(sent).status.0, 403, "{how}");
        station.person_decides(true);
        assert!(polled(&mut station, &caller, &url).status.0 >= 400, "{how}");
    }
}

/// "A code consumed by out-of-band completion is rejected the same way."
#[test]
fn a_decision_in_the_app_uses_up_the_code_of_the_open_interaction() {
    for approve in [true, false] {
        let (mut station, caller, url, page) = directed();
        let number = station.latest_request();
        station.person_says(Notice::InApp { number });
        let sent = station.send(caller.poll(&url, 0, station.now()));
        let requirement = header(&station.answer(sent), "AAuth-Requirement");
        assert_eq!(
            requirement, "requirement=approval",
            "the agent has nothing to do"
        );
        station.pass(5);
        station.person_decides(approve);
        opens_nothing(&opened(&mut station, &page), 410, "invalid_code");
        let last = polled(&mut station, &caller, &url);
        assert_eq!(last.status.0, if approve { 200 } else { 403 });
    }
}

/// Somebody who decides in the app is sent to no page by the answer to a question of theirs.
#[test]
fn an_answer_leads_back_to_the_app_when_the_person_decides_there() {
    let (mut station, caller, url, _) = directed();
    let number = station.latest_request();
    station.person_asks("And?");
    station.person_says(Notice::InApp { number });
    let answered = posted(&mut station, &caller, &url, &answer("So."));
    assert_eq!(
        header(&answered, "AAuth-Requirement"),
        "requirement=approval"
    );
}

/// "Interaction code was used but user did not complete."
#[test]
fn a_page_that_is_left_is_abandoned() {
    let (mut station, caller, url, page) = interacting();
    let held = held_until_a_second_before_the_end(&mut station, &caller, &url);
    station.pass(1);
    check(&station.answer(held), 403, "abandoned");
    assert_eq!(closed(&station), Some("you left the page without deciding"));
    let sent = station.send(decide(&station, &page, "approve"));
    assert_eq!(station.answer(sent).status.0, 403);
}

/// A poll that waits for news while the 300 s of the page run out.
#[track_caller]
fn held_until_a_second_before_the_end(
    station: &mut Station,
    caller: &Caller,
    url: &str,
) -> ExchangeId {
    station.pass(280);
    let held = station.send(caller.poll(url, 45, station.now()));
    station.pass(19);
    assert!(station.is_held(held));
    held
}

/// Whoever waits for an answer has not left the page: its time stands still while a question is
/// open, and begins anew with the answer. Our choice.
#[test]
fn the_time_of_the_page_waits_for_the_agents_answer() {
    let (mut station, caller, url, _) = interacting();
    station.pass(250);
    station.person_asks("And?");
    station.pass(100);
    // 350 s after the page was opened, of which 100 s were the agent's.
    let answered = posted(&mut station, &caller, &url, &answer("So."));
    assert_eq!(member(&answered, "status"), "interacting");
    station.pass(200);
    undecided(&mut station, &caller, &url);

    let (mut station, caller, url, _) = interacting();
    station.pass(100);
    station.person_asks("And?");
    station.pass(50);
    posted(&mut station, &caller, &url, &answer("So."));
    let held = held_until_a_second_before_the_end(&mut station, &caller, &url);
    station.pass(1);
    check(&station.answer(held), 403, "abandoned");
}

/// The page shows the code, for the person to compare.
#[test]
fn the_page_shows_the_code_that_the_agent_was_given() {
    let (mut station, _, _, page) = directed();
    let (_, code) = page.split_once("?code=").expect("a code");
    let html = opened(&mut station, &page);
    let html = html.body.text().expect("a page");
    assert!(html.contains(&format!("<p>Code: {code}</p>")));
}
