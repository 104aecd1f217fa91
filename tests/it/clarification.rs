//! The main lesson: given a recipe, expect this trace.

use aauth_sim::http::Method;
use aauth_sim::lesson::{Pick, Recipe, Run, lesson, run};
use aauth_sim::sim::Exchange;
use aauth_sim::stage::{EventKind, ExchangeKind, Message, Notice, PartyId, Payload};

fn recipe(picks: &[(PartyId, u32, &str)]) -> Recipe {
    let mut recipe = Recipe::new(lesson("clarification").expect("the lesson is there"));
    recipe.picks = picks
        .iter()
        .map(|(by, number, slug)| Pick {
            by: *by,
            number: *number,
            slug: (*slug).to_owned(),
            text: None,
        })
        .collect();
    recipe
}

/// Every exchange that is no discovery, a line each: `agent > resource GET /data 401`.
fn lines(run: &Run) -> Vec<String> {
    run.trace
        .exchanges()
        .iter()
        .filter(|exchange| exchange.kind != ExchangeKind::Discovery)
        .map(line)
        .collect()
}

fn line(exchange: &Exchange) -> String {
    let Payload::Request(request) = &exchange.request.payload else {
        panic!("an exchange begins with a request");
    };
    let path = &request.target.path;
    let path = path
        .strip_prefix("/pending/")
        .map_or(path.as_str(), |_| "/pending");
    let status = exchange.response.as_deref().map_or(0, status);
    format!(
        "{} > {} {} {path} {status}",
        exchange.caller,
        exchange.callee,
        request.method.as_str()
    )
}

fn status(message: &Message) -> u16 {
    match &message.payload {
        Payload::Response(response) => response.status.0,
        Payload::Request(_) => panic!("a response was expected"),
    }
}

#[track_caller]
fn check(picks: &[(PartyId, u32, &str)], ending: &str, expected: &[&str]) -> Run {
    let run = run(&recipe(picks));
    assert_eq!(run.dropped, vec![]);
    assert_eq!(lines(&run), expected);
    assert_eq!(run.trace.ending().slug(), ending);
    run
}

const UNTIL_THE_QUESTION: [&str; 3] = [
    "agent > person-server POST /person-token 200",
    "agent > resource GET /data 401",
    "agent > person-server POST /auth-token 202",
];

const UNTIL_THE_PAGE: [&str; 3] = [
    "agent > person-server POST /pending 202",
    "agent > person-server GET /pending 202",
    "person > person-server GET /interaction 200",
];

#[test]
fn the_person_asks_the_agent_answers_and_access_is_granted() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &UNTIL_THE_PAGE[..],
        &[
            "agent > person-server GET /pending 200",
            "person > person-server POST /interaction/decision 200",
            "agent > resource GET /data 200",
            "agent > person-server GET /pending 410",
        ],
    ];
    check(&[], "granted", &expected.concat());
}

#[test]
fn the_person_denies() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &UNTIL_THE_PAGE[..],
        &[
            "agent > person-server GET /pending 403",
            "person > person-server POST /interaction/decision 200",
            "agent > person-server GET /pending 410",
        ],
    ];
    check(
        &[(PartyId::Person, 3, "deny")],
        "denied",
        &expected.concat(),
    );
}

#[test]
fn the_agent_withdraws() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[
            "agent > person-server DELETE /pending 204",
            "agent > person-server GET /pending 410",
        ],
    ];
    let run = check(
        &[(PartyId::Agent, 1, "withdraw")],
        "withdrawn",
        &expected.concat(),
    );
    assert!(
        run.trace.events().any(|event| match &event.kind {
            EventKind::Told { to, notice } =>
                *to == PartyId::Person && matches!(**notice, Notice::Closed { .. }),
            _ => false,
        }),
        "the person is told that the agent withdrew"
    );
}

#[test]
fn the_agent_asks_for_less_and_gets_less() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &["agent > resource POST /authorize 200"],
        &UNTIL_THE_PAGE[..],
        &[
            "agent > person-server GET /pending 200",
            "person > person-server POST /interaction/decision 200",
            "agent > resource GET /data 200",
            "agent > person-server GET /pending 410",
        ],
    ];
    let picks = [(PartyId::Agent, 1, "update")];
    let narrower = check(&picks, "granted-narrower", &expected.concat());
    assert_eq!(data_members(&narrower), ["reports"]);
    assert_eq!(data_members(&run(&recipe(&[]))), ["reports", "figures"]);
}

/// The members of the data that the resource returned.
fn data_members(run: &Run) -> Vec<String> {
    let data = run
        .trace
        .messages()
        .find_map(|(_, message)| match &message.payload {
            Payload::Response(response)
                if message.from == PartyId::Resource
                    && message.kind == ExchangeKind::Protocol
                    && response
                        .body
                        .text()
                        .is_some_and(|body| body.contains("Sales")) =>
            {
                serde_json::from_slice::<serde_json::Map<_, serde_json::Value>>(
                    response.body.bytes(),
                )
                .ok()
            }
            _ => None,
        });
    data.expect("the resource returned data")
        .keys()
        .cloned()
        .collect()
}

#[test]
fn every_request_is_verified_and_nothing_fails_but_the_last_look() {
    let run = run(&recipe(&[]));
    for exchange in run.trace.exchanges() {
        if exchange.kind == ExchangeKind::Discovery {
            continue;
        }
        let reports = run.trace.events().filter_map(|event| match &event.kind {
            EventKind::Reported {
                exchange: about,
                report,
            } if *about == exchange.id => Some(report),
            _ => None,
        });
        let reports: Vec<_> = reports.collect();
        let gone = exchange.response.as_deref().map(status) == Some(410);
        assert!(!reports.is_empty(), "{} is verified", line(&exchange));
        assert_eq!(
            reports.iter().all(|report| report.passed()),
            !gone,
            "{}",
            line(&exchange)
        );
    }
}

#[test]
fn every_signed_body_is_covered_and_no_discovery_is_signed() {
    let run = run(&recipe(&[]));
    for exchange in run.trace.exchanges() {
        let Payload::Request(request) = &exchange.request.payload else {
            panic!("an exchange begins with a request");
        };
        let input = request.headers.first("Signature-Input");
        assert_eq!(
            input.is_some(),
            exchange.kind == ExchangeKind::Protocol,
            "{}",
            line(&exchange)
        );
        if exchange.kind == ExchangeKind::Protocol && request.method == Method::Post {
            let covered = input.unwrap_or_default();
            assert!(covered.contains("\"content-digest\""), "{covered}");
            assert!(covered.contains("\"content-type\""), "{covered}");
        }
    }
}
