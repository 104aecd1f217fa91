//! Runs a lesson without the page: the models, the messages and the verdicts are a library.
//!
//! `cargo run --example run_a_lesson`

use aauth_sim::entropy::Seed;
use aauth_sim::lesson::{Recipe, lesson, run};
use aauth_sim::sim::{Exchange, Trace};
use aauth_sim::stage::{EventKind, Payload};

fn main() {
    let lesson = lesson("clarification").expect("the lesson is in the table");
    let seed = Seed::parse("example").expect("the seed is well-formed");
    let run = run(&Recipe {
        seed,
        ..Recipe::new(lesson)
    });
    println!("{}", lesson.title);
    for exchange in run.trace.exchanges() {
        println!("{}", line(&run.trace, &exchange));
    }
    println!("ending: {}", run.trace.ending().slug());
}

/// The request line, the status, and what the parties made of both.
fn line(trace: &Trace, exchange: &Exchange) -> String {
    let request = match &exchange.request.payload {
        Payload::Request(request) => format!("{} {}", request.method.as_str(), request.target),
        Payload::Response(_) => unreachable!("an exchange begins with a request"),
    };
    let status = match exchange.response.as_ref().map(|message| &message.payload) {
        Some(Payload::Response(response)) => response.status.to_string(),
        Some(Payload::Request(_)) | None => "no response".to_owned(),
    };
    let at = exchange.request.sent_at.clock();
    format!("{at}  {request}  {status}  {}", verdict(trace, exchange))
}

/// Every walk of the exchange in a word: a request nobody verifies has none.
fn verdict(trace: &Trace, exchange: &Exchange) -> String {
    let walks = trace.events().filter_map(|event| match &event.kind {
        EventKind::Reported {
            exchange: of,
            report,
        } if *of == exchange.id => Some(report),
        _ => None,
    });
    let words: Vec<String> = walks
        .map(|report| match report.first_failure() {
            None => "verified".to_owned(),
            Some((check, _)) => format!("refused at {}", check.rule.id),
        })
        .collect();
    if words.is_empty() {
        "not verified".to_owned()
    } else {
        words.join(", ")
    }
}
