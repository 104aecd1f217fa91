//! What the page and the page around it say to each other.

use aauth_sim::address::Theme;
use aauth_sim::host_page::{Command, ending, height, ready, step};
use aauth_sim::lesson::{LESSONS, lesson};
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
    assert_eq!(
        parsed(&ready(lesson, steps.into_iter())),
        json!({
            "aauth-sim": 1,
            "event": "ready",
            "lesson": "clarification",
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
