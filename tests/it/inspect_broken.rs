//! Messages that are broken on purpose: what fits where, what is different, and who says what.

use std::collections::BTreeSet;

use aauth_sim::inspect::{
    BrokenView, ChangeView, CheckOutcome, Step, Steps, breakable, broken, checks,
};
use aauth_sim::lesson::{Recipe, Run, lesson, parse_choices, run};
use aauth_sim::stage::PartyId;
use aauth_sim::tamper::rows;

struct Shown {
    run: Run,
    steps: Steps,
}

fn shown(choices: &str) -> Shown {
    let picks = parse_choices(choices).into_iter().collect::<Result<_, _>>();
    let run = run(&Recipe {
        picks: picks.unwrap(),
        ..Recipe::new(lesson("clarification").unwrap())
    });
    let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
    Shown { run, steps }
}

impl Shown {
    fn step(&self, slug: &str) -> &Step {
        let found = self.steps.steps.iter().find(|step| step.slug == slug);
        found.unwrap_or_else(|| panic!("there is no step {slug}"))
    }

    fn fitting(&self, step: &Step) -> BTreeSet<&'static str> {
        let groups = breakable(&self.run, step).into_iter();
        groups
            .flat_map(|(_, rows)| rows)
            .map(|row| row.name)
            .collect()
    }

    fn broken(&self, slug: &str, name: &str) -> BrokenView {
        let broken = broken(&self.run, self.step(slug), name);
        broken.unwrap_or_else(|| panic!("{name} does not fit {slug}"))
    }
}

/// What the request says about each kind of message: a name for each way to break it.
const KINDS: &[(&str, &[&str])] = &[
    (
        "challenge",
        &[
            "path-not-covered",
            "stolen-token",
            "dated-back",
            "polymorphic-token",
            "claim-changed",
            "person-token-for-another-resource",
            "challenge-forged",
            "metadata-without-issuer",
        ],
    ),
    (
        "request",
        &[
            "body-changed",
            "body-not-covered",
            "stolen-token",
            "dated-back",
            "polymorphic-token",
            "claim-changed",
            "unbound-agent-token",
            "resource-token-of-another-agent",
        ],
    ),
    (
        "answer-1",
        &[
            "body-changed",
            "body-not-covered",
            "stolen-token",
            "dated-back",
            "polymorphic-token",
            "claim-changed",
            "anothers-pending-url",
            "unknown-pending-url",
        ],
    ),
    (
        "poll-2",
        &[
            "path-not-covered",
            "stolen-token",
            "replayed-late",
            "anothers-pending-url",
            "unknown-pending-url",
        ],
    ),
    ("open-page", &["wrong-code", "late-code"]),
    (
        "approve",
        &["decision-without-signing-in", "decision-from-another-page"],
    ),
    ("granted", &["received-auth-token-forged"]),
    ("data", &["token-exchanged", "unbound-auth-token"]),
    ("gone", &["poll-after-the-end"]),
];

#[test]
fn each_kind_of_message_can_be_broken_in_its_own_ways() {
    let shown = shown("");
    for (slug, names) in KINDS {
        let fitting = shown.fitting(shown.step(slug));
        for name in *names {
            assert!(fitting.contains(name), "{slug}: {name} among {fitting:?}");
        }
    }
    for (slug, name) in [
        ("challenge", "body-changed"),
        ("challenge", "anothers-pending-url"),
        ("request", "anothers-pending-url"),
        ("poll-2", "body-changed"),
        ("poll-2", "poll-after-the-end"),
        ("open-page", "stolen-token"),
        ("granted", "stolen-token"),
    ] {
        let step = shown.step(slug);
        assert!(!shown.fitting(step).contains(name), "{slug}: {name}");
        assert_eq!(broken(&shown.run, step, name), None, "{slug}: {name}");
    }
}

#[test]
fn what_nobody_verifies_cannot_be_broken() {
    for choices in ["", "agent1.update", "agent1.withdraw", "person1.deny"] {
        let shown = shown(choices);
        for step in &shown.steps.steps {
            let is_verified = !checks(&shown.run.trace, step).is_empty();
            let fitting = shown.fitting(step);
            assert_eq!(!fitting.is_empty(), is_verified, "{}", step.slug);
        }
    }
    let shown = shown("");
    assert!(shown.fitting(shown.step("question")).is_empty());
    let asked = shown.fitting(shown.step("asked"));
    assert!(asked.contains("question-left-out"), "{asked:?}");
}

#[test]
fn every_row_fits_a_step_or_a_move_before_the_first() {
    let mut fitting = BTreeSet::new();
    for choices in ["", "agent1.update", "agent1.withdraw", "person1.deny"] {
        let shown = shown(choices);
        for step in shown.steps.prologue.steps.iter().chain(&shown.steps.steps) {
            fitting.extend(shown.fitting(step));
        }
    }
    let all: BTreeSet<&str> = rows().map(|row| row.name).collect();
    assert_eq!(fitting, all);
}

#[test]
fn a_row_is_applied_to_the_message_of_the_step() {
    let shown = shown("");
    let (one, other) = (shown.step("poll-1"), shown.step("poll-2"));
    assert_ne!(one.exchange, other.exchange);
    for step in [one, other] {
        let broken = shown.broken(&step.slug, "unknown-pending-url");
        let answer = broken.answer.unwrap();
        assert_eq!(Some(answer.exchange), step.exchange, "{}", step.slug);
        assert_eq!(answer.start_line, "HTTP/1.1 404 Not Found");
    }
    let created = |slug: &str| {
        let changes = shown.broken(slug, "dated-back").changes;
        let input = changes
            .iter()
            .find(|change| change.name == "Signature-Input")
            .unwrap()
            .arrived
            .clone()
            .unwrap();
        let (_, created) = input.split_once(";created=").unwrap();
        created.parse::<u64>().unwrap()
    };
    let sent = |step: &Step| step.request.as_ref().unwrap().sent_at.unix_s();
    assert_eq!(created("poll-1"), sent(one) - 120);
    assert_eq!(created("poll-2"), sent(other) - 120);
}

#[test]
fn the_walks_end_with_the_step_that_fails() {
    let shown = shown("");
    let broken = shown.broken("answer-1", "anothers-pending-url");
    assert_eq!(broken.to, PartyId::PersonServer);
    let [signature, pending] = broken.checks.as_slice() else {
        panic!("the signature is verified, then the pending request");
    };
    assert!(signature.passed && !pending.passed);
    let failed: Vec<&str> = pending
        .rows
        .iter()
        .filter(|row| row.outcome == CheckOutcome::Fail)
        .map(|row| row.title)
        .collect();
    assert_eq!(failed, [broken.fails_at]);

    let broken = shown.broken("granted", "received-auth-token-forged");
    assert_eq!(broken.to, PartyId::Agent);
    assert_eq!(broken.answer, None);
    let last = broken.checks.last().unwrap();
    assert!(!last.passed);
}

fn named<'a>(changes: &'a [ChangeView], name: &str) -> &'a ChangeView {
    let names: Vec<&str> = changes.iter().map(|change| change.name.as_str()).collect();
    let found = changes.iter().find(|change| change.name == name);
    found.unwrap_or_else(|| panic!("{name} among {names:?}"))
}

#[test]
fn only_what_is_different_is_shown() {
    let shown = shown("");

    // The answer ends with "else.", of which the last letter is another one.
    let changes = shown.broken("answer-1", "body-changed").changes;
    assert_eq!(changes.len(), 1, "{changes:?}");
    let change = named(&changes, "clarification_response");
    let (sent, arrived) = (
        change.sent.as_deref().unwrap(),
        change.arrived.as_deref().unwrap(),
    );
    assert!(sent.ends_with("nowhere else.\""), "{sent}");
    assert!(arrived.ends_with("nowhere elsx.\""), "{arrived}");
    assert_eq!(sent.len(), arrived.len());

    let changes = shown.broken("challenge", "signature-removed").changes;
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert!(named(&changes, "Signature").sent.is_some());
    assert_eq!(named(&changes, "Signature").arrived, None);

    // The issuer's signature stays; the agent signs the request again.
    let changes = shown.broken("answer-1", "claim-changed").changes;
    assert_eq!(changes.len(), 2, "{changes:?}");
    let change = named(&changes, "sub of the token in Signature-Key");
    assert_eq!(
        change.sent.as_deref(),
        Some("\"aauth:briefing@agent.example\"")
    );
    assert_eq!(change.arrived.as_deref(), Some("\"somebody-else\""));
    named(&changes, "Signature");

    // Here the issuer signs again, too.
    let changes = shown.broken("challenge", "unbound-person-token").changes;
    assert_eq!(changes.len(), 3, "{changes:?}");
    assert_eq!(
        named(&changes, "cnf of the token in Signature-Key").arrived,
        None
    );
    named(&changes, "signature of the token in Signature-Key");

    let changes = shown.broken("challenge", "challenge-forged").changes;
    assert_eq!(changes.len(), 1, "{changes:?}");
    named(&changes, "scope of the token in AAuth-Requirement");

    let changes = shown.broken("challenge", "path-changed").changes;
    assert_eq!(changes.len(), 1, "{changes:?}");
    let change = named(&changes, "first line");
    assert_eq!(change.arrived.as_deref(), Some("GET /data/all HTTP/1.1"));

    let changes = shown.broken("poll-2", "replayed-late").changes;
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(
        named(&changes, "arrival").arrived.as_deref(),
        Some("1 min 1 s later")
    );

    assert_eq!(shown.broken("gone", "poll-after-the-end").changes, []);
}
