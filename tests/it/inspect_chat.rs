//! What was verified, what was said, and how a run ended, as the page shows it.

use aauth_sim::check::rules::{SIGNATURE_COVERAGE, SIGNATURE_KEY, TOKEN_KEY, TOKEN_TYPE};
use aauth_sim::check::{Check, Evidence, Fault, Outcome, Place, Report, Subject, Value};
use aauth_sim::http::{Method, Request, Target};
use aauth_sim::inspect::{
    ChatKind, CheckCounts, CheckGroup, CheckOutcome, Steps, chat, checks, outcomes,
};
use aauth_sim::lesson::EndingRow;
use aauth_sim::stage::{Ending, ExchangeId, ExchangeKind, Notice, PartyId};
use aauth_sim::time::{Span, Timestamp};

use crate::hollow::hollow_token;
use crate::story::Story;
use PartyId::{Agent, Person, PersonServer, Resource};

fn posts(story: &mut Story, method: Method, url: &str, body: &str) -> ExchangeId {
    let request = Request::new(method, Target::parse(url).unwrap())
        .with_body("application/json", body.to_owned());
    story.sends(ExchangeKind::Protocol, Agent, PersonServer, request)
}

fn decides(story: &mut Story, decision: &str) {
    let target = Target::parse("https://ps.example/interaction/decision").unwrap();
    let request = Request::new(Method::Post, target).with_body(
        "application/x-www-form-urlencoded",
        format!("decision={decision}"),
    );
    let exchange = story.sends(ExchangeKind::Browser, Person, PersonServer, request);
    story.answers_with(exchange, 200);
}

#[test]
fn the_conversation_names_who_said_what_and_when() {
    let mut story = Story::new();
    let data = story.asks(Agent, Resource, "GET https://api.example/data");
    story.answers_with(data, 401);
    let why = "{\"resource_token\":\"x\",\"justification\":\"Prepare the briefing.\"}";
    let asked = posts(
        &mut story,
        Method::Post,
        "https://ps.example/auth-token",
        why,
    );
    story.later_s(20);
    let question = Notice::Question {
        number: 1,
        clarification: "Which reports?".to_owned(),
        options: Vec::new(),
    };
    story.tells(Person, PersonServer, question);
    story.answers_with(asked, 202);
    let answer = "{\"action\":\"clarification_response\",\"clarification_response\":\"Three.\"}";
    let pending = "https://ps.example/pending/8f2c";
    let answered = posts(&mut story, Method::Post, pending, answer);
    story.answers_with(answered, 202);
    decides(&mut story, "approve");
    let trace = story.ends(Ending::Granted);
    let steps = Steps::cut(&trace, &[]);

    let said: Vec<(PartyId, ChatKind, String, u32)> = chat(&trace, &steps)
        .into_iter()
        .map(|message| (message.from, message.kind, message.text, message.step))
        .collect();
    let expected = [
        (Agent, ChatKind::Justification, "Prepare the briefing.", 2),
        (Person, ChatKind::Question, "Which reports?", 3),
        (Agent, ChatKind::Answer, "Three.", 5),
        (Person, ChatKind::Approval, "", 6),
    ];
    assert_eq!(
        said,
        expected.map(|(from, kind, text, step)| (from, kind, text.to_owned(), step))
    );
    let asked_at = chat(&trace, &steps)[1].at;
    assert_eq!(asked_at, Timestamp::START + Span::from_ms(20_075));
}

#[test]
fn an_update_a_withdrawal_and_a_refusal_are_part_of_the_conversation() {
    let mut story = Story::new();
    let pending = "https://ps.example/pending/8f2c";
    let update = "{\"action\":\"updated_request\",\"justification\":\"Titles are enough.\"}";
    let updated = posts(&mut story, Method::Post, pending, update);
    story.answers_with(updated, 202);
    let bare = posts(
        &mut story,
        Method::Post,
        pending,
        "{\"action\":\"updated_request\"}",
    );
    story.answers_with(bare, 202);
    let withdrawn = posts(&mut story, Method::Delete, pending, "");
    story.answers_with(withdrawn, 204);
    decides(&mut story, "deny");
    let trace = story.ends(Ending::Denied);
    let steps = Steps::cut(&trace, &[]);
    let kinds: Vec<(&str, String)> = chat(&trace, &steps)
        .into_iter()
        .map(|message| (message.kind.slug(), message.text))
        .collect();
    assert_eq!(
        kinds,
        [
            ("update", "Titles are enough.".to_owned()),
            ("update", String::new()),
            ("withdrawal", String::new()),
            ("denial", String::new()),
        ]
    );
}

#[test]
fn what_is_no_word_is_no_part_of_the_conversation() {
    let mut story = Story::new();
    let pending = "https://ps.example/pending/8f2c";
    for body in [
        "",
        "[]",
        "{\"justification\":1}",
        "{\"action\":\"clarification_response\"}",
    ] {
        let exchange = posts(&mut story, Method::Post, pending, body);
        story.answers_with(exchange, 400);
    }
    decides(&mut story, "perhaps");
    let trace = story.ends(Ending::Failed);
    assert_eq!(chat(&trace, &Steps::cut(&trace, &[])), []);
}

fn check(rule: &'static aauth_sim::check::rules::Rule, outcome: Outcome) -> Check {
    Check {
        rule,
        outcome,
        evidence: Vec::new(),
        inner: None,
    }
}

fn report() -> Report {
    let token = Report {
        subject: Subject::Token {
            jwt: hollow_token(),
            place: Place::RequestMember("resource_token"),
        },
        checks: vec![
            check(&TOKEN_TYPE, Outcome::NotApplicable("a test")),
            check(&TOKEN_KEY, Outcome::Fail(Fault::KeyUnknown)),
        ],
    };
    let mut coverage = check(&SIGNATURE_COVERAGE, Outcome::Pass);
    coverage.evidence = vec![
        Evidence::text("text", "a"),
        Evidence::list("list", ["@method", "@path"]),
        Evidence::time("time", Timestamp::START),
        Evidence::seconds("window", 60),
        Evidence::absent("expires"),
        Evidence {
            name: "number",
            value: Value::Number(3),
        },
        Evidence {
            name: "body",
            value: Value::BodyBytes(4..10),
        },
    ];
    let mut key = check(&SIGNATURE_KEY, Outcome::Fail(Fault::KeyUnknown));
    key.inner = Some(Box::new(token));
    Report {
        subject: Subject::RequestSignature,
        checks: vec![coverage, key, check(&TOKEN_TYPE, Outcome::NotReached)],
    }
}

#[test]
fn a_report_becomes_rows_with_the_values_it_compared() {
    let group = CheckGroup::of(Resource, &report());
    assert_eq!(group.title, "the signature of the request");
    assert!(!group.passed);
    let rows: Vec<(u32, &str, CheckOutcome, &str)> = group
        .rows
        .iter()
        .map(|row| (row.depth, row.rule, row.outcome, row.reason.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            (0, "signature-coverage", CheckOutcome::Pass, ""),
            (
                0,
                "signature-key",
                CheckOutcome::Fail,
                "the issuer has no such key"
            ),
            (1, "token-type", CheckOutcome::NotApplicable, "a test"),
            (
                1,
                "token-key",
                CheckOutcome::Fail,
                "the issuer has no such key"
            ),
            (0, "token-type", CheckOutcome::NotReached, ""),
        ]
    );
    let evidence: Vec<(&str, &str)> = group.rows[0]
        .evidence
        .iter()
        .map(|evidence| (evidence.name, evidence.text.as_str()))
        .collect();
    assert_eq!(
        evidence,
        [
            ("text", "a"),
            ("list", "@method @path"),
            ("time", "2026-09-01 09:00:00 UTC"),
            ("window", "60 s"),
            ("expires", "absent"),
            ("number", "3"),
            ("body", "6 bytes of the body, from byte 4"),
        ]
    );
    assert_eq!(
        CheckCounts::of(&[group]).text(),
        "1 of 4 passed, failed: 2, not reached: 1"
    );
    assert_eq!(CheckCounts::default().text(), "");
}

#[test]
fn a_step_shows_what_was_verified_in_its_part_of_the_exchange() {
    let about = |subject| Report {
        subject,
        checks: Vec::new(),
    };
    let mut story = Story::new();
    let data = story.asks(Agent, Resource, "GET https://api.example/data");
    story.reports(Resource, data, about(Subject::RequestSignature));
    story.answers_with(data, 401);
    story.reports(Agent, data, about(Subject::Challenge));
    let asked = posts(
        &mut story,
        Method::Post,
        "https://ps.example/auth-token",
        "{}",
    );
    story.reports(PersonServer, asked, about(Subject::RequestSignature));
    decides(&mut story, "approve");
    story.reports(PersonServer, ExchangeId(3), about(Subject::Decision));
    story.answers_with(asked, 200);
    story.reports(Agent, asked, about(Subject::Challenge));
    let trace = story.ends(Ending::Granted);
    let steps = Steps::cut(&trace, &[]);
    let titles: Vec<Vec<String>> = steps
        .steps
        .iter()
        .map(|step| {
            let groups = checks(&trace, step);
            groups.into_iter().map(|group| group.title).collect()
        })
        .collect();
    assert_eq!(
        titles,
        [
            vec!["the signature of the request", "the challenge"],
            vec!["the signature of the request"],
            vec!["the person's decision"],
            vec!["the challenge"],
        ]
    );
}

const ENDINGS: &[EndingRow] = &[
    EndingRow {
        ending: Ending::Granted,
        title: "Granted",
        summary: "The agent has the reports.",
        settings: &[],
        choices: "",
    },
    EndingRow {
        ending: Ending::Denied,
        title: "Denied",
        summary: "The agent has nothing.",
        settings: &[],
        choices: "person3.deny",
    },
];

#[test]
fn the_ending_that_was_reached_is_marked() {
    let reached: Vec<(Ending, bool)> = outcomes(ENDINGS, Ending::Denied)
        .into_iter()
        .map(|outcome| (outcome.ending, outcome.reached))
        .collect();
    assert_eq!(reached, [(Ending::Granted, false), (Ending::Denied, true)]);
}

#[test]
fn an_ending_without_a_row_is_still_said() {
    let last = outcomes(ENDINGS, Ending::Failed).pop().unwrap();
    assert!(last.reached);
    assert_eq!((last.title.as_str(), last.summary.as_str()), ("failed", ""));
}
