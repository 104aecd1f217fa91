//! The golden trace of each lesson: what people review when the protocol changes.
//!
//! A line an event; the first message of each kind in full; every other message, and every report,
//! pinned by its digest. `UPDATE=1 cargo test golden` writes the files again; look at the difference
//! before committing it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::PathBuf;

use aauth_sim::export::{digest, event_line, message_text, report_text};
use aauth_sim::lesson::{LESSONS, Lesson, Recipe, Run, run};
use aauth_sim::stage::{Event, EventKind, ExchangeKind, Message, Payload};
use sha2::{Digest as _, Sha256};

use crate::written::theirs;

fn honest(lesson: &'static Lesson) -> Run {
    run(&Recipe::new(lesson))
}

fn golden_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

/// The start of a SHA-256: enough to see that something changed.
fn pin(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// What makes two messages the same kind: what is asked or answered, and what is required.
fn kind(message: &Message) -> String {
    let class = match message.kind {
        ExchangeKind::Protocol => "protocol",
        ExchangeKind::Discovery => "discovery",
        ExchangeKind::Browser => "browser",
    };
    match &message.payload {
        Payload::Request(request) => {
            let path = match request.target.path.as_str() {
                path if path.starts_with("/pending/") => "/pending",
                path => path,
            };
            format!(
                "{class} {} {}{path} {}",
                request.method.as_str(),
                request.target.authority,
                shown_type(message)
            )
        }
        Payload::Response(response) => {
            let required = response
                .headers
                .first("AAuth-Requirement")
                .unwrap_or_default();
            let required = required.split(';').next().unwrap_or_default();
            format!("{class} {} {} {required}", message.from, response.status)
        }
    }
}

/// The type of the token in `Signature-Key`.
fn shown_type(message: &Message) -> String {
    let Payload::Request(request) = &message.payload else {
        return String::new();
    };
    let field = request.headers.first("Signature-Key").unwrap_or_default();
    let token = field.split('"').nth(1).unwrap_or_default();
    let header = aauth_sim::jose::decode_unverified(token).header.json;
    header.map_or_else(
        |_| String::new(),
        |header| theirs(header)["typ"].to_string(),
    )
}

fn golden(run: &Run) -> String {
    let mut seen = BTreeSet::new();
    let mut out = String::new();
    for event in run.trace.events() {
        out.push_str(&event_line(&run.trace, event));
        let (pinned, shown) = below(event, &mut seen);
        if let Some(pinned) = pinned {
            write!(out, "  [{pinned}]").unwrap();
        }
        out.push('\n');
        for line in shown.iter().flat_map(|text| text.split('\n')) {
            out.push_str(format!("        {line}").trim_end());
            out.push('\n');
        }
    }
    writeln!(out, "ending: {}", run.trace.ending().slug()).unwrap();
    out
}

/// The digest that pins what an event holds, and the text of it when it is the first of its kind.
fn below(event: &Event, seen: &mut BTreeSet<String>) -> (Option<String>, Option<String>) {
    match &event.kind {
        EventKind::Sent(message) => {
            let text = message_text(message);
            if seen.insert(kind(message)) {
                (None, Some(text))
            } else {
                (Some(pin(&text)), None)
            }
        }
        EventKind::Reported { report, .. } => (Some(pin(&report_text(report))), None),
        EventKind::Told { notice, .. } => (Some(pin(&format!("{notice:?}"))), None),
        EventKind::TokenIssued { jwt } => (Some(pin(jwt)), None),
        EventKind::KeyMade { key } => (Some(pin(&key.to_json().to_string())), None),
        EventKind::Offered(point) => (Some(pin(&format!("{point:?}"))), None),
        EventKind::Chose(taken) => (Some(pin(&format!("{taken:?}"))), None),
        EventKind::Delivered(_)
        | EventKind::Lost(_)
        | EventKind::Heard { .. }
        | EventKind::Holds { .. }
        | EventKind::Moved { .. }
        | EventKind::Armed(_)
        | EventKind::Woke(_)
        | EventKind::Ended(_) => (None, None),
    }
}

/// Compares with the file, or writes it when UPDATE is set.
#[track_caller]
fn check(name: &str, actual: &str) {
    let path = golden_file(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, actual).unwrap();
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = expected
        .lines()
        .zip(actual.lines())
        .position(|(expected, actual)| expected != actual);
    let at = differs.unwrap_or_else(|| expected.lines().count().min(actual.lines().count()));
    assert!(
        expected == actual,
        "{name} differs from line {}:\n  golden: {:?}\n  now:    {:?}\nUPDATE=1 cargo test golden writes it again",
        at + 1,
        expected.lines().nth(at),
        actual.lines().nth(at)
    );
}

#[test]
fn every_lesson_is_as_its_golden_trace_says() {
    for lesson in LESSONS {
        check(&format!("{}.txt", lesson.id), &golden(&honest(lesson)));
    }
}

/// The test in the browser compares with the same file.
#[test]
fn every_lesson_has_the_digest_of_its_golden_file() {
    for lesson in LESSONS {
        let digest = digest(&honest(lesson));
        check(&format!("{}.digest", lesson.id), &format!("{digest}\n"));
    }
}

/// A golden trace of nothing would be easy to keep.
#[test]
fn the_golden_trace_shows_a_message_of_each_kind() {
    let trace = golden(&honest(aauth_sim::lesson::lesson("clarification").unwrap()));
    for shown in [
        "        GET /.well-known/aauth-person.json HTTP/1.1",
        "        Signature-Input: sig=(\"@method\" \"@authority\" \"@path\"",
        "        HTTP/1.1 401 Unauthorized",
        "        AAuth-Requirement: requirement=auth-token;resource-token=",
        "        AAuth-Requirement: requirement=clarification",
        "        AAuth-Requirement: requirement=interaction;url=",
        "        {\"status\":\"interacting\"}",
        "        Cookie: __Host-login=",
        "        HTTP/1.1 410 Gone",
    ] {
        assert!(trace.contains(shown), "{shown} is not shown");
    }
}
