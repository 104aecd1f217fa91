//! The seam at which a request is decided: a policy in place of the person. It is consulted when a
//! request arrives and again after every round, with all that was said and with both kinds of text.

use aauth_sim::aauth::ClarificationRequirement;
use aauth_sim::party::{Policy, ReviewContext, ReviewDecision};
use serde_json::json;

use super::forge::{claim, reissued};
use super::{answer, polled, posted, update};
use crate::deferring::{check, gone, header};
use crate::station::{Caller, Station, member};

/// A request at a person server with this policy, and its pending URL.
fn reviewed(settings: &[(&str, &str)], policy: Policy) -> (Station, Caller, String) {
    let mut station = Station::with(settings, Some(policy));
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(0, station.now()));
    let url = header(&station.answer(asked), "Location");
    station.pass(5);
    (station, caller, url)
}

fn ask(question: String) -> ReviewDecision {
    ReviewDecision::Clarify(ClarificationRequirement {
        clarification: question,
        timeout_s: None,
        options: Vec::new(),
    })
}

fn grant(_: &ReviewContext<'_>) -> ReviewDecision {
    ReviewDecision::Grant
}

fn deny(_: &ReviewContext<'_>) -> ReviewDecision {
    ReviewDecision::Deny {
        reason: "Figures stay in the house.".to_owned(),
    }
}

/// Asks for ever, and repeats all that it knows.
fn repeat(context: &ReviewContext<'_>) -> ReviewDecision {
    let rounds: Vec<String> = context
        .rounds
        .iter()
        .map(|round| {
            let says = round.agent_says.as_deref().unwrap_or("nothing");
            format!("[{says}]")
        })
        .collect();
    let scopes: Vec<&str> = context
        .review
        .scopes
        .iter()
        .map(|(_, description)| description.as_str())
        .collect();
    ask(format!(
        "left {}, heard {}, {} says {}, {} says {}",
        context.rounds_left,
        rounds.concat(),
        context.review.agent,
        context.review.justification.as_deref().unwrap_or("nothing"),
        context.review.resource_name,
        scopes.join("; ")
    ))
}

#[test]
fn what_a_policy_grants_is_granted() {
    let (mut station, caller, url) = reviewed(&[], grant);
    let granted = member(&polled(&mut station, &caller, &url), "auth_token");
    assert_eq!(
        claim(&granted, "scope"),
        claim(&caller.resource_token, "scope")
    );
    gone(&polled(&mut station, &caller, &url));
    assert!(station.told.is_empty(), "the person is not asked");
}

/// A held first call needs no second one when the policy grants at once.
#[test]
fn what_a_policy_grants_at_once_is_the_first_answer() {
    let mut station = Station::with(&[], Some(grant));
    let caller = station.agent();
    let asked = station.send(caller.asks_for_access(45, station.now()));
    assert_eq!(station.answer(asked).status.0, 200);
}

#[test]
fn the_reason_of_a_refusal_reaches_the_agent() {
    let (mut station, caller, url) = reviewed(&[], deny);
    let refused = polled(&mut station, &caller, &url);
    check(&refused, 403, "denied");
    assert_eq!(member(&refused, "detail"), "Figures stay in the house.");
    gone(&polled(&mut station, &caller, &url));
}

#[test]
fn a_policy_is_consulted_after_every_round_with_all_that_was_said() {
    let (mut station, caller, url) = reviewed(&[("rounds", "3")], repeat);
    let both =
        "Read the titles and summaries of your reports; Read the figures inside your reports";
    let question = member(&polled(&mut station, &caller, &url), "clarification");
    assert_eq!(
        question,
        format!(
            "left 3, heard , aauth:briefing@agent.example says For the briefing., \
             Example Reports says {both}"
        )
    );

    // An answer.
    posted(&mut station, &caller, &url, &answer("Both, please."));
    let question = member(&polled(&mut station, &caller, &url), "clarification");
    assert_eq!(
        question,
        format!(
            "left 2, heard [Both, please.], aauth:briefing@agent.example says For the briefing., \
             Example Reports says {both}"
        )
    );

    // An update: the resource's own words follow what is now asked for.
    let narrower = reissued(&caller.resource_token, |claims| {
        claims["scope"] = "reports.read".into();
    });
    let mut body = update(&narrower, &caller.person_token);
    body["justification"] = "The summaries will do.".into();
    posted(&mut station, &caller, &url, &body);
    let question = member(&polled(&mut station, &caller, &url), "clarification");
    assert_eq!(
        question,
        "left 1, heard [Both, please.][The summaries will do.], aauth:briefing@agent.example says \
         The summaries will do., Example Reports says Read the titles and summaries of your reports"
    );
}

/// A refused update is no round: the policy is not consulted, its question stands, and what was said
/// before is still there.
#[test]
fn a_refused_update_does_not_reach_the_policy() {
    let (mut station, caller, url) = reviewed(&[("rounds", "3")], repeat);
    polled(&mut station, &caller, &url);
    posted(&mut station, &caller, &url, &answer("Both, please."));
    let question = member(&polled(&mut station, &caller, &url), "clarification");
    assert!(question.starts_with("left 2, heard [Both, please.],"));
    let other = update(&caller.resource_token, &caller.agent_token);
    let response = posted(&mut station, &caller, &url, &other);
    check(&response, 400, "invalid_presented_token");
    let sent = station.send(caller.poll(&url, 0, station.now()));
    assert_eq!(member(&station.answer(sent), "clarification"), question);
    posted(&mut station, &caller, &url, &answer("So."));
    station.pass(5);
    let question = member(&polled(&mut station, &caller, &url), "clarification");
    assert!(
        question.starts_with("left 1, heard [Both, please.][So.],"),
        "{question}"
    );
}

/// A policy knows when it has no question left, and can decide on what it heard.
#[test]
fn a_policy_is_told_that_no_round_is_left() {
    fn ask_while_there_are_rounds(context: &ReviewContext<'_>) -> ReviewDecision {
        match context.rounds_left {
            0 => ReviewDecision::Deny {
                reason: format!("{} answers were not enough.", context.rounds.len()),
            },
            _ => ask("And?".to_owned()),
        }
    }
    let (mut station, caller, url) = reviewed(&[("rounds", "2")], ask_while_there_are_rounds);
    for _ in 0..2 {
        polled(&mut station, &caller, &url);
        posted(&mut station, &caller, &url, &answer("So."));
    }
    let refused = polled(&mut station, &caller, &url);
    check(&refused, 403, "denied");
    assert_eq!(member(&refused, "detail"), "2 answers were not enough.");
}

/// "PSes MUST enforce a maximum number of clarification rounds", whoever asks. Our choice: a policy
/// that has nothing but a question left denies.
#[test]
fn a_policy_that_goes_on_asking_denies_when_the_rounds_are_used() {
    let (mut station, caller, url) = reviewed(&[("rounds", "2")], repeat);
    for left in [2, 1] {
        let question = member(&polled(&mut station, &caller, &url), "clarification");
        assert!(question.starts_with(&format!("left {left},")), "{question}");
        posted(&mut station, &caller, &url, &answer("So."));
    }
    let refused = polled(&mut station, &caller, &url);
    check(&refused, 403, "denied");
    assert!(!member(&refused, "detail").is_empty());
    gone(&polled(&mut station, &caller, &url));
}

#[test]
fn a_policy_does_not_ask_an_agent_that_takes_no_questions() {
    let mut station = Station::with(&[], Some(repeat));
    let caller = station.agent();
    let asked = station.send(caller.asks_with(&["interaction"], 0, station.now()));
    let first = station.answer(asked);
    assert_eq!(member(&first, "status"), "pending");
    let url = header(&first, "Location");
    station.pass(5);
    check(&polled(&mut station, &caller, &url), 403, "denied");
}

/// The options of a policy's question reach the agent, which may answer what it likes.
#[test]
fn the_options_of_a_policy_reach_the_agent() {
    fn choose(context: &ReviewContext<'_>) -> ReviewDecision {
        let said = context
            .rounds
            .last()
            .and_then(|round| round.agent_says.as_deref());
        match said {
            None => ReviewDecision::Clarify(ClarificationRequirement {
                clarification: "Which?".to_owned(),
                timeout_s: None,
                options: vec!["Summaries".to_owned(), "Figures".to_owned()],
            }),
            Some("Summaries" | "Figures") => ReviewDecision::Grant,
            Some(other) => ReviewDecision::Deny {
                reason: format!("{other} is none of the two."),
            },
        }
    }
    for (said, status) in [("Figures", 200), ("Titles", 403)] {
        let (mut station, caller, url) = reviewed(&[], choose);
        let question = polled(&mut station, &caller, &url);
        let body: serde_json::Value = serde_json::from_slice(question.body.bytes()).expect("JSON");
        assert_eq!(body["options"], json!(["Summaries", "Figures"]));
        posted(&mut station, &caller, &url, &answer(said));
        let last = polled(&mut station, &caller, &url);
        assert_eq!(last.status.0, status);
        if status == 403 {
            assert_eq!(member(&last, "detail"), "Titles is none of the two.");
        }
    }
}

#[test]
fn a_withdrawal_ends_a_review_by_policy_too() {
    let (mut station, caller, url) = reviewed(&[], repeat);
    let deleted = station.send(caller.delete(&url, station.now()));
    assert_eq!(station.answer(deleted).status.0, 204);
    gone(&posted(&mut station, &caller, &url, &answer("So.")));
}
