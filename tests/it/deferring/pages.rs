//! Codes, the page, and decisions.

use aauth_sim::http::Method;

use super::{answer, check, decide, deferred, directed, gone, header};
use crate::station::{browse, member};

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
