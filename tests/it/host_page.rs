//! What the page and the page around it say to each other.

use aauth_sim::address::{Area, Tab, Theme};
use aauth_sim::host_page::{self, Command, ending, height, ready, step};
use aauth_sim::lesson::{LESSONS, Recipe, lesson, parse_choices, run};
use aauth_sim::stage::Ending;
use serde_json::{Value, json};

fn parsed(message: &str) -> Value {
    serde_json::from_str(message).unwrap()
}

#[test]
fn each_command_is_read() {
    for (message, command) in [
        (r#"{"aauth-sim":1,"command":"next"}"#, Command::Next),
        (r#"{"command":"previous","aauth-sim":1}"#, Command::Previous),
        (r#"{"aauth-sim":1,"command":"play"}"#, Command::Play),
        (
            r#"{"aauth-sim":1,"command":"pause","more":[]}"#,
            Command::Pause,
        ),
        (
            r#"{"aauth-sim":1,"command":"goto","step":"answer-1"}"#,
            Command::GoTo("answer-1".to_owned()),
        ),
        (
            r#"{"aauth-sim":1,"command":"set-theme","theme":"dark"}"#,
            Command::SetTheme(Theme::Dark),
        ),
    ] {
        assert_eq!(Command::read(message), Some(command), "{message}");
    }
}

#[test]
fn whatever_else_arrives_is_no_command() {
    for message in [
        "",
        "null",
        "1",
        "\"next\"",
        "[\"next\"]",
        "{}",
        r#"{"command":"next"}"#,
        r#"{"aauth-sim":2,"command":"next"}"#,
        r#"{"aauth-sim":"1","command":"next"}"#,
        r#"{"aauth-sim":1.5,"command":"next"}"#,
        r#"{"aauth-sim":1}"#,
        r#"{"aauth-sim":1,"command":7}"#,
        r#"{"aauth-sim":1,"command":"Next"}"#,
        r#"{"aauth-sim":1,"command":"goto"}"#,
        r#"{"aauth-sim":1,"command":"goto","step":3}"#,
        r#"{"aauth-sim":1,"command":"set-theme","theme":"blue"}"#,
        r#"{"aauth-sim":1,"command":"set-theme"}"#,
        r#"{"aauth-sim":1,"command":"next""#,
    ] {
        assert_eq!(Command::read(message), None, "{message}");
    }
}

#[test]
fn each_message_has_the_version_and_what_it_is_about() {
    let lesson = lesson("clarification").unwrap();
    let steps = [("challenge", "Not yet"), ("request", "“Quoted”")];
    let mut recipe = Recipe::new(lesson);
    let picks = parse_choices("agent1.withdraw").into_iter();
    recipe.picks = picks.collect::<Result<_, _>>().unwrap();
    assert_eq!(
        parsed(&host_page::run(&run(&recipe), steps.into_iter())),
        json!({
            "aauth-sim": 1,
            "event": "run",
            "lesson": "clarification",
            "choices": "agent1.withdraw",
            "steps": [
                {"slug": "challenge", "title": "Not yet"},
                {"slug": "request", "title": "“Quoted”"},
            ],
        })
    );
    assert_eq!(
        parsed(&ready(&run(&Recipe::new(lesson)), steps.into_iter())),
        json!({
            "aauth-sim": 1,
            "event": "ready",
            "lesson": "clarification",
            "choices": "",
            "app": "0.1.0",
            "draft": "draft-hardt-oauth-aauth-protocol-11",
            "lessons": LESSONS
                .iter()
                .map(|lesson| json!({"id": lesson.id, "title": lesson.title}))
                .collect::<Vec<_>>(),
            "steps": [
                {"slug": "challenge", "title": "Not yet"},
                {"slug": "request", "title": "“Quoted”"},
            ],
        })
    );
    assert_eq!(
        parsed(&step(lesson, "answer-1", 5, 13)),
        json!({
            "aauth-sim": 1,
            "event": "step",
            "lesson": "clarification",
            "step": "answer-1",
            "number": 5,
            "steps": 13,
        })
    );
    assert_eq!(
        parsed(&ending(lesson, Ending::Withdrawn)),
        json!({
            "aauth-sim": 1,
            "event": "ending",
            "lesson": "clarification",
            "ending": "withdrawn",
        })
    );
}

#[test]
fn a_height_stays_within_reason() {
    let lesson = lesson("clarification").unwrap();
    for (px, told) in [
        (0, 200),
        (199, 200),
        (640, 640),
        (4_001, 4_000),
        (u32::MAX, 4_000),
    ] {
        let message = parsed(&height(lesson, px));
        assert_eq!(message["event"], "height");
        assert_eq!(message["height"], told);
    }
}

/// The texts that `pattern` has on its lines, up to the next quotation mark.
fn quoted<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    let found = text.split(before).skip(1);
    found.map(|rest| rest.split('"').next().unwrap()).collect()
}

#[test]
fn the_form_offers_what_the_page_has() {
    let form = include_str!("../../pages/embed.html");
    let (_, rest) = form.split_once(r#"<select id="tab""#).unwrap();
    let (tabs, _) = rest.split_once("</select>").unwrap();
    let tabs = quoted(tabs, r#"<option value=""#);
    // The first one is shown by itself.
    let known = Tab::ALL.iter().skip(1).map(|tab| tab.slug());
    assert_eq!(tabs[1..], known.collect::<Vec<_>>());
    let hidden = quoted(form, r#"name="hide" value=""#);
    // An embed has no header to leave out.
    let areas = Area::ALL.iter().map(|area| area.slug());
    let areas: Vec<_> = areas.filter(|area| *area != "header").collect();
    assert_eq!(hidden, areas);
}
