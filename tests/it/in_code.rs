//! The lines of Rust beside a message make that message.

use aauth_sim::aauth::ClarificationExchange;
use aauth_sim::http::{Method, Request, Target};
use aauth_sim::inspect::in_code;
use aauth_sim::lesson::{Pick, Recipe, Run, lesson, parse_choices, run};
use aauth_sim::stage::{Message, PartyId, Payload};

fn run_of(choices: &str) -> Run {
    let lesson = lesson("clarification").unwrap();
    let picks: Result<Vec<Pick>, _> = parse_choices(choices).into_iter().collect();
    let picks = picks.unwrap();
    run(&Recipe {
        picks,
        ..Recipe::new(lesson)
    })
}

/// The messages that have lines beside them.
fn explained(run: &Run) -> Vec<(&Message, String)> {
    let messages = run.trace.messages();
    let explained = messages.filter_map(|(_, message)| Some((&**message, in_code(message)?)));
    explained.collect()
}

#[track_caller]
fn the_request<'a>(found: &[(&'a Message, String)]) -> (&'a Request, String) {
    let mut requests = found
        .iter()
        .filter_map(|(message, code)| match &message.payload {
            Payload::Request(request) => Some((request, code.clone())),
            Payload::Response(_) => None,
        });
    requests.next().expect("a request with its call")
}

fn chat() -> ClarificationExchange {
    ClarificationExchange::new(Target::parse("https://ps.example/pending/x").unwrap())
}

#[test]
fn an_answer_is_made_by_the_call_beside_it() {
    // `Say "yes" C:\users.` with a line break, a backspace and a bell.
    let run = run_of("agent1.answer~U2F5ICJ5ZXMiIEM6XHVzZXJzLgoIBw");
    let found = explained(&run);
    let (sent, code) = the_request(&found);
    assert_eq!(
        code,
        "let mut chat = ClarificationExchange::new(pending_url);\n\
         let request = chat.respond(\"Say \\\"yes\\\" C:\\\\users.\\n\\x08\\x07\")?;"
    );
    let made = chat().respond("Say \"yes\" C:\\users.\n\x08\x07").unwrap();
    assert_eq!((sent.method, &sent.body), (Method::Post, &made.body));
}

#[test]
fn an_update_is_made_by_the_call_beside_it() {
    let run = run_of("agent1.update~TGVzcy4");
    let found = explained(&run);
    let (sent, code) = the_request(&found);
    assert!(code.contains("chat.update_request("), "{code}");
    assert!(code.contains("Some(\"Less.\")"), "{code}");
    let body = sent.body.json().unwrap();
    let token = |name: &str| body.get(name).unwrap().as_str().unwrap().to_owned();
    let (resource, presented) = (token("resource_token"), token("presented_token"));
    let made = chat()
        .update_request(&resource, &presented, Some("Less."))
        .unwrap();
    assert_eq!(sent.body, made.body);
}

#[test]
fn a_withdrawal_is_made_by_the_call_beside_it() {
    let run = run_of("agent1.withdraw");
    let found = explained(&run);
    let (sent, code) = the_request(&found);
    assert!(code.ends_with("chat.cancel()?;"), "{code}");
    assert_eq!(sent.method, chat().cancel().unwrap().method);
}

#[test]
fn a_question_is_read_and_a_mistake_has_no_call() {
    let run = run_of("agent1.no-action");
    let found = explained(&run);
    let readings = found
        .iter()
        .filter(|(message, _)| message.from == PartyId::PersonServer);
    assert!(readings.count() > 0, "the question is read");
    let (sent, _) = the_request(&found);
    assert!(
        sent.body.text().unwrap().contains("\"action\""),
        "the POST without an action has no call beside it"
    );
}
