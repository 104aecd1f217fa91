//! The main lesson: given a recipe, expect this trace.

use aauth_sim::http::Method;
use aauth_sim::json::Value;
use aauth_sim::lesson::{Pick, Recipe, Run, lesson, parse_choices, run};
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

/// The same for a run with other settings and picks as links write them.
#[track_caller]
fn check_path(settings: &[(&str, &str)], choices: &str, ending: &str, expected: &[&str]) -> Run {
    let run = run_with(settings, choices);
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

/// A held poll that ends without news.
const POLL: &str = "agent > person-server GET /pending 202";

/// The last look at the pending URL.
const GONE: &str = "agent > person-server GET /pending 410";

const APPROVED: [&str; 4] = [
    "agent > person-server GET /pending 200",
    "person > person-server POST /interaction/decision 200",
    "agent > resource GET /data 200",
    GONE,
];

#[test]
fn the_person_leaves_the_page_and_the_request_is_abandoned() {
    // Their session on the page lasts 300 s, and a poll is held for 45 s.
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &UNTIL_THE_PAGE[..],
        &[POLL; 6],
        &["agent > person-server GET /pending 403", GONE],
    ];
    check_path(&[], "person3.leave", "abandoned", &expected.concat());
}

#[test]
fn the_agent_stays_silent_and_the_question_expires() {
    // The question lives 120 s; the agent is silent from its 8th second on, so that two polls are
    // over before that.
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[POLL, POLL, "agent > person-server GET /pending 408", GONE],
    ];
    check_path(
        &[],
        "agent1.silent",
        "expired-unanswered",
        &expected.concat(),
    );
}

#[test]
fn a_shorter_deadline_expires_sooner() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &["agent > person-server GET /pending 408", GONE],
    ];
    let settings = [("deadline", "30")];
    check_path(
        &settings,
        "agent1.silent",
        "expired-unanswered",
        &expected.concat(),
    );
}

#[test]
fn the_person_never_comes_and_the_request_expires() {
    // It lives 600 s from its first second on; the agent begins to poll at its 29th.
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &["agent > person-server POST /pending 202"],
        &[POLL; 12],
        &["agent > person-server GET /pending 408", GONE],
    ];
    check_path(
        &[],
        "person2.never-come",
        "expired-no-visit",
        &expected.concat(),
    );
}

#[test]
fn the_agent_gives_up_and_looks_no_more() {
    // It waits 180 s, four polls, for any news.
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &["agent > person-server POST /pending 202"],
        &[POLL; 4],
    ];
    check_path(
        &[],
        "person2.never-come,agent2.give-up",
        "gave-up",
        &expected.concat(),
    );
}

#[test]
fn the_fourth_wrong_code_ends_the_request() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[
            "agent > person-server POST /pending 202",
            "agent > person-server GET /pending 410",
        ],
        &["person > person-server GET /interaction 410"; 4],
        &[GONE],
    ];
    check_path(
        &[],
        "person2.guess-codes",
        "code-locked",
        &expected.concat(),
    );
}

#[test]
fn one_wrong_code_costs_nothing() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[
            "agent > person-server POST /pending 202",
            POLL,
            "person > person-server GET /interaction 410",
            "person > person-server GET /interaction 200",
        ],
        &APPROVED[..],
    ];
    check_path(&[], "person2.wrong-code", "granted", &expected.concat());
}

#[test]
fn the_person_asks_once_too_often_and_decides_with_what_is_there() {
    let expected = [&UNTIL_THE_QUESTION[..], &UNTIL_THE_PAGE[..], &APPROVED[..]].concat();
    check_path(&[("rounds", "1")], "person3.ask", "rounds-used", &expected);
    // Who denies has denied.
    let denied = check_path(
        &[("rounds", "1")],
        "person3.ask,person4.deny",
        "denied",
        &[
            &UNTIL_THE_QUESTION[..],
            &UNTIL_THE_PAGE[..],
            &[
                "agent > person-server GET /pending 403",
                "person > person-server POST /interaction/decision 200",
                GONE,
            ],
        ]
        .concat(),
    );
    let after = denied.decisions.last().expect("a decision");
    let slugs: Vec<&str> = after
        .point
        .options
        .iter()
        .map(|option| option.slug)
        .collect();
    assert_eq!(
        slugs,
        ["approve", "deny", "leave"],
        "no question is offered"
    );
}

#[test]
fn the_person_asks_on_the_page_and_reads_the_answer_there() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &UNTIL_THE_PAGE[..],
        &[POLL, "agent > person-server POST /pending 202"],
        &APPROVED[..],
    ];
    check_path(&[], "person3.ask", "granted", &expected.concat());
}

#[test]
fn an_agent_that_takes_no_questions_is_not_asked() {
    let expected = [&UNTIL_THE_QUESTION[..], &UNTIL_THE_PAGE[1..], &APPROVED[..]];
    let settings = [("capability", "off")];
    let run = check_path(&settings, "", "no-capability", &expected.concat());
    assert!(
        !run.decisions
            .iter()
            .any(|made| made.point.by == PartyId::Agent),
        "the agent has nothing to decide"
    );
}

#[test]
fn an_agent_without_a_handler_fails_at_once() {
    check_path(&[("handler", "off")], "", "no-handler", &UNTIL_THE_QUESTION);
}

#[test]
fn an_agent_answers_no_more_often_than_it_says() {
    let expected = [&UNTIL_THE_QUESTION[..], &UNTIL_THE_PAGE[..], &[POLL]];
    check_path(
        &[("agent-rounds", "1")],
        "person3.ask",
        "agent-limit",
        &expected.concat(),
    );
}

#[test]
fn a_bad_action_is_an_incident_and_the_chat_goes_on() {
    for slip in ["no-action", "unknown-action"] {
        let expected = [
            &UNTIL_THE_QUESTION[..],
            &["agent > person-server POST /pending 400", POLL],
            &UNTIL_THE_PAGE[..],
            &APPROVED[..],
        ];
        let run = check_path(
            &[],
            &format!("agent1.{slip}"),
            "granted",
            &expected.concat(),
        );
        let refusal = run
            .trace
            .messages()
            .find_map(|(_, message)| match &message.payload {
                Payload::Response(response) if response.status.0 == 400 => response.body.json(),
                Payload::Request(_) | Payload::Response(_) => None,
            });
        let refusal = refusal.expect("a refusal with a body");
        assert_eq!(
            refusal.get("error").and_then(Value::as_str),
            Some("invalid_request")
        );
    }
}

#[test]
fn a_mistake_just_before_the_deadline_leaves_no_time_to_answer() {
    // The question lives 10 s and a draft takes 8: the second answer comes after the end.
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[
            "agent > person-server POST /pending 400",
            POLL,
            "agent > person-server POST /pending 400",
            "agent > person-server GET /pending 408",
            GONE,
        ],
    ];
    let settings = [("deadline", "10")];
    check_path(
        &settings,
        "agent1.no-action",
        "expired-unanswered",
        &expected.concat(),
    );
}

#[test]
fn a_question_that_expires_under_a_hasty_agent_is_one_without_an_answer() {
    for deadline in ["10", "30", "60"] {
        let run = run_with(&[("deadline", deadline)], "agent1.poll-too-fast");
        assert_eq!(
            run.trace.ending().slug(),
            "expired-unanswered",
            "{deadline} s"
        );
    }
}

#[test]
fn a_poll_that_comes_too_soon_is_told_to_slow_down() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[
            POLL,
            "agent > person-server GET /pending 429",
            POLL,
            "agent > person-server POST /pending 202",
            POLL,
            "person > person-server GET /interaction 200",
        ],
        &APPROVED[..],
    ];
    check_path(&[], "agent1.poll-too-fast", "granted", &expected.concat());
}

#[test]
fn a_decision_in_the_app_takes_the_place_of_the_page() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[
            "agent > person-server POST /pending 202",
            POLL,
            "agent > person-server GET /pending 200",
            "agent > resource GET /data 200",
            GONE,
        ],
    ];
    let run = check_path(&[], "person2.in-app", "granted", &expected.concat());
    let told = run
        .trace
        .messages()
        .any(|(_, message)| match &message.payload {
            Payload::Response(response) => {
                response.headers.first("AAuth-Requirement") == Some("requirement=approval")
            }
            Payload::Request(_) => false,
        });
    assert!(told, "the agent is told that there is nothing for it to do");
}

#[test]
fn a_closed_question_carries_its_answers_and_takes_one_of_them() {
    let run = run(&recipe(&[(PartyId::Person, 1, "ask-closed")]));
    let bodies: Vec<String> = run
        .trace
        .messages()
        .filter_map(|(_, message)| match &message.payload {
            Payload::Request(request) => request.body.text().map(str::to_owned),
            Payload::Response(response) => response.body.text().map(str::to_owned),
        })
        .collect();
    let has = |part: &str| bodies.iter().any(|body| body.contains(part));
    assert!(has(
        "\"options\":[\"The summaries\",\"The summaries and the figures\"]"
    ));
    assert!(has(
        "\"clarification\":\"What do you need for the briefing?\""
    ));
    assert!(has("\"clarification_response\":\"The summaries\""));
}

#[test]
fn an_update_that_breaks_with_the_original_is_refused_and_the_original_stands() {
    let expected = [
        &UNTIL_THE_QUESTION[..],
        &[
            "agent > person-server POST /person-token 200",
            "agent > resource POST /authorize 200",
            "agent > person-server POST /pending 400",
            POLL,
        ],
        &UNTIL_THE_PAGE[..],
        &APPROVED[..],
    ];
    let run = check_path(&[], "agent1.update-new-key", "granted", &expected.concat());
    assert_eq!(data_members(&run), ["reports", "figures"]);
    let failed = run.trace.events().find_map(|event| match &event.kind {
        EventKind::Reported { report, .. } if !report.passed() => report.first_failure(),
        _ => None,
    });
    let (check, _) = failed.expect("the comparison with the original fails");
    assert_eq!(check.rule.id, "update-agent-key");
    // The agent can still ask for less, with the key the request was made with.
    let after = run_with(&[], "agent1.update-new-key,agent2.update");
    assert_eq!(after.trace.ending().slug(), "granted-narrower");
}

fn run_with(settings: &[(&str, &str)], choices: &str) -> Run {
    let lesson = lesson("clarification").expect("the lesson is there");
    let mut recipe = Recipe::new(lesson);
    for (name, value) in settings {
        recipe.settings.set(lesson, name, value).expect("a setting");
    }
    let picks: Result<_, _> = parse_choices(choices).into_iter().collect();
    recipe.picks = picks.expect("choices");
    run(&recipe)
}
