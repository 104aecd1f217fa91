//! The tampering table: each row breaks its rule and no earlier one, and the message is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use aauth_sim::check::Outcome;
use aauth_sim::check::rules;
use aauth_sim::entropy::Seed;
use aauth_sim::http::{Method, Status};
use aauth_sim::lesson::{Recipe, Run, lesson, parse_choices, run};
use aauth_sim::stage::{EventKind, ExchangeKind, Message, PartyId, Payload};
use aauth_sim::tamper::{Tampered, Tampering, Target, apply, apply_to, row, rows};

use crate::{rules_signature, rules_tokens};

fn run_with(choices: &str) -> Run {
    let picks = parse_choices(choices).into_iter().collect::<Result<_, _>>();
    run(&Recipe {
        picks: picks.unwrap(),
        ..Recipe::new(lesson("clarification").unwrap())
    })
}

/// The runs in which every message occurs that a row changes.
fn honest() -> [Run; 4] {
    ["", "agent1.update", "agent1.withdraw", "person1.deny"].map(run_with)
}

/// The rows, each with the first run that has its message, and with what came of it.
fn applied(runs: &[Run]) -> Vec<(&'static Tampering, &Run, Tampered)> {
    rows()
        .map(|row| {
            let applied = runs.iter().find_map(|run| Some((run, apply(row, run)?)));
            let (run, tampered) =
                applied.unwrap_or_else(|| panic!("{} cannot be applied", row.name));
            (row, run, tampered)
        })
        .collect()
}

#[test]
fn each_row_fails_at_its_rule_and_at_no_earlier_one() {
    for (row, _, tampered) in applied(&honest()) {
        let report = tampered
            .report
            .unwrap_or_else(|| panic!("{}: nobody noticed", row.name));
        let (failed, _) = report.first_failure().unwrap();
        assert_eq!(
            failed.rule.id,
            row.rule.id,
            "{}: {:?}",
            row.name,
            report.first_failure()
        );
        let walked = report.flatten();
        let at = walked
            .iter()
            .position(|(_, check)| core::ptr::eq(*check, failed))
            .unwrap();
        for (depth, check) in &walked[..at] {
            let earlier = matches!(check.outcome, Outcome::Pass | Outcome::NotApplicable(_));
            // A step that asks for the walk of a token fails with it.
            let asked_for_it = check.inner.is_some() && *depth < walked[at].0;
            assert!(earlier || asked_for_it, "{}: {}", row.name, check.rule.id);
        }
    }
}

/// Every message of a run with every row that fits it.
fn fitting(run: &Run) -> Vec<(&'static Tampering, Arc<Message>)> {
    let mut fitting = Vec::new();
    for (_, message) in run.trace.messages() {
        let kinds = Target::of(message, run);
        let fit = rows().filter(|row| kinds.contains(&row.target));
        fitting.extend(fit.map(|row| (row, Arc::clone(message))));
    }
    fitting
}

#[test]
fn a_row_breaks_its_rule_in_whatever_message_it_fits() {
    // Up to the decision in which they part, runs are the same.
    let mut done = BTreeSet::new();
    for choices in [
        "",
        "agent1.update",
        "agent1.withdraw",
        "person1.deny",
        "agent1.no-action",
        "agent1.poll-too-fast",
        "person2.guess-codes",
    ] {
        let run = run_with(choices);
        assert!(run.dropped.is_empty(), "{:?}", run.dropped);
        for (row, message) in fitting(&run) {
            if !done.insert((row.name, format!("{message:?}"))) {
                continue;
            }
            let place = format!("{choices}: {} in message {}", row.name, message.id.0);
            let tampered =
                apply_to(row, &run, &message).unwrap_or_else(|| panic!("{place}: not done"));
            assert_eq!(tampered.honest, *message, "{place}");
            assert_eq!(tampered.arrived.id, message.id, "{place}");
            let report = tampered
                .report
                .as_ref()
                .unwrap_or_else(|| panic!("{place}: nobody noticed"));
            let (failed, _) = report.first_failure().unwrap();
            assert_eq!(failed.rule.id, row.rule.id, "{place}");
            assert!(tampered.passed.iter().all(aauth_sim::check::Report::passed));
            let is_request = matches!(message.payload, Payload::Request(_));
            let is_discovery = message.kind == ExchangeKind::Discovery;
            assert_eq!(tampered.answer().is_some(), is_request, "{place}");
            assert!(!(is_request && is_discovery), "{place}");
        }
    }
}

/// What a message is, when no row of the table fits it: nobody verifies it.
fn unverified(message: &Message, run: &Run) -> &'static str {
    let exchanges = run.trace.exchanges();
    let exchange = exchanges.iter().find(|one| one.id == message.exchange);
    let Payload::Request(request) = &exchange.unwrap().request.payload else {
        unreachable!("an exchange begins with a request");
    };
    match (&message.payload, message.kind) {
        (Payload::Request(_), ExchangeKind::Discovery) => "asks for a public document",
        (Payload::Request(_), kind) => {
            assert_eq!(kind, ExchangeKind::Browser, "{message:?}");
            assert_eq!(request.method, Method::Get, "{message:?}");
            "opens a page that is refused"
        }
        (Payload::Response(_), ExchangeKind::Browser) => "is a page, which a person reads",
        (Payload::Response(response), _) if message.from == PartyId::Resource => {
            assert_eq!(response.status, Status(200), "{message:?}");
            "is the data that was asked for"
        }
        (Payload::Response(response), _) => {
            assert_eq!(response.status, Status(410), "{message:?}");
            assert!(response.body.is_empty(), "{message:?}");
            "says that the request is gone"
        }
    }
}

/// Whatever a recipient acts on can be broken, in every way the lesson can go.
#[test]
fn each_kind_of_message_can_be_broken_or_nobody_verifies_it() {
    let lesson = lesson("clarification").unwrap();
    let endings = lesson.endings.iter();
    let ended = endings.map(|row| run(&Recipe::toward(lesson, row, Seed::default())));
    let slipped = ["agent1.no-action", "agent1.poll-too-fast"].map(run_with);
    let mut seen = BTreeSet::new();
    let mut broken = BTreeSet::new();
    for run in ended.chain(slipped) {
        for (_, message) in run.trace.messages() {
            let kinds = Target::of(message, &run);
            if rows().any(|row| kinds.contains(&row.target)) {
                if let Payload::Response(response) = &message.payload {
                    broken.insert(response.status.0);
                }
            } else {
                seen.insert(unverified(message, &run));
            }
        }
    }
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        [
            "asks for a public document",
            "is a page, which a person reads",
            "is the data that was asked for",
            "opens a page that is refused",
            "says that the request is gone",
        ]
    );
    assert_eq!(
        broken.into_iter().collect::<Vec<_>>(),
        [200, 202, 204, 400, 401, 403, 408, 410, 429]
    );
}

#[test]
fn a_broken_request_is_refused_and_gets_nothing() {
    for (row, _, tampered) in applied(&honest()) {
        let Payload::Request(_) = tampered.arrived.payload else {
            continue;
        };
        let answer = tampered
            .answer()
            .unwrap_or_else(|| panic!("{}: no answer", row.name));
        assert!(answer.status.0 >= 400, "{}: {}", row.name, answer.status);
        let said = format!("{answer:?}");
        assert!(
            !said.contains("eyJ"),
            "{}: the answer holds a token",
            row.name
        );
        assert!(answer.headers.first("Set-Cookie").is_none(), "{}", row.name);
    }
}

/// The same rule holds for the honest message, at the same recipient.
#[test]
fn the_honest_message_passes_the_rule() {
    // The lesson itself polls once after the end.
    let fails_honestly = ["poll-after-the-end"];
    for (row, run, tampered) in applied(&honest()) {
        let outcomes: Vec<Outcome> = run
            .trace
            .events()
            .filter(|event| event.by == tampered.recipient)
            .filter_map(|event| match &event.kind {
                EventKind::Reported { report, .. } => Some(report),
                _ => None,
            })
            .flat_map(|report| report.flatten())
            .filter(|(_, check)| check.rule.id == row.rule.id)
            .map(|(_, check)| check.outcome)
            .collect();
        let passes =
            |outcome: &Outcome| matches!(outcome, Outcome::Pass | Outcome::NotApplicable(_));
        assert!(outcomes.iter().any(passes), "{}: {outcomes:?}", row.name);
        if !fails_honestly.contains(&row.name) {
            assert!(outcomes.iter().all(passes), "{}: {outcomes:?}", row.name);
        }
    }
}

#[test]
fn a_row_changes_one_message_and_says_what() {
    let mut seen = BTreeMap::new();
    for (row, _, tampered) in applied(&honest()) {
        assert!(
            seen.insert(row.name, row.what).is_none(),
            "{} twice",
            row.name
        );
        assert!(row.what.ends_with('.'), "{} is no sentence", row.name);
        assert!(
            row.what.split_whitespace().count() <= 25,
            "{} is long",
            row.name
        );
        let late = matches!(
            row.name,
            "replayed-late" | "late-code" | "poll-after-the-end"
        );
        assert_eq!(
            tampered.arrived.payload == tampered.honest.payload,
            late,
            "{}",
            row.name
        );
        assert_eq!(row.name, self::row(row.name).unwrap().name);
    }
    assert!(row("nothing").is_none());
}

#[test]
fn tampering_is_a_function_of_the_run() {
    let run = run_with("");
    for row in rows() {
        assert_eq!(apply(row, &run), apply(row, &run), "{}", row.name);
    }
}

/// Rules that no message of this lesson can break alone, each with the reason.
const NOT_ON_THE_WIRE: &[(&str, &str)] = &[
    ("resource-own-ps", "the cast has one person server"),
    ("resource-mission-active", "the lesson has no mission"),
    ("update-resource", "the cast has one resource"),
    ("update-person-server", "the cast has one person server"),
    (
        "update-mission",
        "no mission is active, which the walk of the pair refuses",
    ),
    ("auth-issuer", "the resource has no access server"),
    ("challenge-issuer", "the cast has one resource"),
    (
        "challenge-expiry",
        "an expired token fails in its own walk, a step earlier",
    ),
    ("person-response-issuer", "the cast has one person server"),
    ("auth-response-issuer", "the cast has one person server"),
];

/// The rows of the lists whose verifiers' own tests hold that a case breaks every row.
fn broken_at_the_verifier() -> BTreeSet<&'static str> {
    rules_tokens::LISTS
        .iter()
        .flat_map(|lists| lists.iter())
        .chain([&rules_signature::LIST])
        .flat_map(|list| list.rules())
        .map(|rule| rule.id)
        .collect()
}

/// The rules that fail on some row: its own, and those of the steps that asked for its walk.
fn broken_on_the_wire(runs: &[Run]) -> BTreeSet<&'static str> {
    let reports = applied(runs)
        .into_iter()
        .filter_map(|(_, _, made)| made.report);
    let mut ids = BTreeSet::new();
    for report in reports {
        let failed = report.flatten().into_iter().filter_map(|(_, check)| {
            matches!(check.outcome, Outcome::Fail(_)).then_some(check.rule.id)
        });
        ids.extend(failed);
    }
    ids
}

#[test]
fn every_rule_has_a_failing_case() {
    let on_the_wire = broken_on_the_wire(&honest());
    let at_the_verifier = broken_at_the_verifier();
    for rule in rules::all() {
        let excused = NOT_ON_THE_WIRE.iter().find(|(id, _)| *id == rule.id);
        match excused {
            None => assert!(
                on_the_wire.contains(rule.id),
                "no row breaks {}, and no reason is given",
                rule.id
            ),
            Some((_, reason)) => {
                assert!(
                    !on_the_wire.contains(rule.id),
                    "{} is broken: {reason}",
                    rule.id
                );
                assert!(
                    at_the_verifier.contains(rule.id),
                    "nothing breaks {}",
                    rule.id
                );
            }
        }
    }
}
