//! Where a run is cut into steps, on runs told by hand.

use aauth_sim::http::{Response, Status};
use aauth_sim::inspect::{ArrowKind, Part, Steps};
use aauth_sim::sim::Trace;
use aauth_sim::stage::{Ending, ExchangeKind, Notice, PartyId};
use aauth_sim::time::Span;

use crate::hollow::hollow_token;
use crate::story::{Story, deferred, request};
use PartyId::{Agent, Person, PersonServer, Resource};

const DATA: &str = "GET https://api.example/data";
const POLL: &str = "GET https://ps.example/pending/8f2c";

pub(crate) fn cut(story: Story) -> Steps {
    Steps::cut(&story.ends(Ending::Granted), &[])
}

fn shapes(steps: &Steps) -> Vec<&str> {
    steps.steps.iter().map(|step| step.shape.as_str()).collect()
}

pub(crate) fn question() -> Notice {
    Notice::Question {
        number: 1,
        clarification: "Which reports?".to_owned(),
        options: Vec::new(),
    }
}

pub(crate) fn challenge(story: &mut Story) {
    let data = story.asks(Agent, Resource, DATA);
    let challenge = Response::new(Status(401)).with_header(
        "AAuth-Requirement",
        format!(
            "requirement=auth-token; resource-token=\"{}\"",
            hollow_token()
        ),
    );
    story.answers(data, challenge);
}

/// The request to the person server, which is answered only after the person has asked.
fn question_and_answer(story: &mut Story) {
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    story.later_s(20);
    story.tells(Person, PersonServer, question());
    let pending = "https://ps.example/pending/8f2c";
    let question = deferred(pending, "pending", Some("requirement=clarification"));
    story.answers(asked, question);
    let answer = story.asks(Agent, PersonServer, &POLL.replace("GET", "POST"));
    let interaction = "requirement=interaction; url=\"https://ps.example/interaction\"; code=\"X\"";
    story.answers(answer, deferred(pending, "pending", Some(interaction)));
}

/// The person opens the page while a poll is held, and decides while the next one is.
fn person_on_the_page(story: &mut Story) {
    let pending = "https://ps.example/pending/8f2c";
    let poll = story.asks(Agent, PersonServer, POLL);
    story.later_s(12);
    let page = story.browses("GET https://ps.example/interaction?code=X");
    story.answers_with(page, 200);
    story.answers(poll, deferred(pending, "interacting", None));
    let poll = story.asks(Agent, PersonServer, POLL);
    story.later_s(20);
    let form = request("POST https://ps.example/interaction/decision").with_body(
        "application/x-www-form-urlencoded",
        "decision=approve".to_owned(),
    );
    let decision = story.sends(ExchangeKind::Browser, Person, PersonServer, form);
    story.answers_with(decision, 200);
    story.answers_with(poll, 200);
}

pub(crate) fn whole_run() -> Trace {
    let mut story = Story::new();
    let person_token = story.asks(Agent, PersonServer, "POST https://ps.example/person-token");
    story.answers_with(person_token, 200);
    challenge(&mut story);
    question_and_answer(&mut story);
    person_on_the_page(&mut story);
    let data = story.asks(Agent, Resource, DATA);
    story.answers_with(data, 200);
    let gone = story.asks(Agent, PersonServer, POLL);
    story.answers_with(gone, 410);
    story.ends(Ending::Granted)
}

#[test]
fn a_run_is_cut_where_something_is_seen_inside_an_exchange() {
    let steps = Steps::cut(&whole_run(), &[]);
    assert_eq!(
        shapes(&steps),
        [
            "agent > resource: GET /data -> 401 auth-token",
            "agent > person-server: POST /auth-token asks",
            "person says question",
            "agent > person-server: POST /auth-token -> 202 clarification",
            "agent > person-server: POST /pending unknown -> 202 interaction",
            "agent > person-server: GET /pending asks after interaction",
            "person > person-server: GET /interaction -> 200",
            "agent > person-server: GET /pending -> 202 interacting",
            "agent > person-server: GET /pending asks after interacting",
            "person > person-server: POST /interaction/decision approve -> 200",
            "agent > person-server: GET /pending -> 200",
            "agent > resource: GET /data -> 200",
            "agent > person-server: GET /pending -> 410",
        ]
    );
    let numbers: Vec<u32> = steps.steps.iter().map(|step| step.number).collect();
    assert_eq!(numbers, (1..=13).collect::<Vec<u32>>());
    assert_eq!(steps.len(), 13);
}

#[test]
fn what_comes_before_the_first_request_to_the_resource_is_not_counted() {
    let steps = Steps::cut(&whole_run(), &[]);
    let shapes: Vec<&str> = steps
        .prologue
        .steps
        .iter()
        .map(|step| step.shape.as_str())
        .collect();
    assert_eq!(shapes, ["agent > person-server: POST /person-token -> 200"]);
    assert_eq!(steps.prologue.steps[0].number, 0);
}

#[test]
fn a_step_shows_the_message_of_its_part_and_an_arrow_each() {
    let steps = Steps::cut(&whole_run(), &[]);
    let parts = |number| {
        let step = steps.step(number).unwrap();
        let arrows: Vec<(ArrowKind, &str, &str)> = step
            .arrows
            .iter()
            .map(|arrow| (arrow.kind, arrow.label.as_str(), arrow.note.as_str()))
            .collect();
        (
            step.part,
            step.request.is_some(),
            step.response.is_some(),
            arrows,
        )
    };
    assert_eq!(
        parts(1),
        (
            Part::Whole,
            true,
            true,
            vec![
                (ArrowKind::Request, "GET /data", ""),
                (ArrowKind::Response, "401", "auth-token")
            ]
        )
    );
    assert_eq!(
        parts(2),
        (
            Part::Asks,
            true,
            false,
            vec![(ArrowKind::Request, "POST /auth-token", "")]
        )
    );
    assert_eq!(
        parts(3),
        (
            Part::Act,
            false,
            false,
            vec![(ArrowKind::Notice, "question", "")]
        )
    );
    assert_eq!(
        parts(4),
        (
            Part::Answers,
            false,
            true,
            vec![(ArrowKind::Response, "202", "clarification")]
        )
    );
    let label = |number: u32| steps.step(number).unwrap().arrows[0].label.clone();
    assert_eq!(label(5), "POST /pending/…");
    assert_eq!(label(7), "GET /interaction");
    assert_eq!(label(10), "POST /interaction/decision");
}

#[test]
fn an_arrow_says_what_it_is_about() {
    let json = |text: &str| ("application/json", text.to_owned());
    let notes = |line: &str, body: (&str, String), response: Response| {
        let mut story = Story::new();
        let asked = request(line).with_body(body.0, body.1);
        let exchange = story.sends(ExchangeKind::Protocol, Agent, PersonServer, asked);
        story.answers(exchange, response);
        let steps = cut(story);
        let arrows = steps.steps[0].arrows.iter();
        arrows.map(|arrow| arrow.note.clone()).collect::<Vec<_>>()
    };
    let ok = |body: (&str, String)| Response::new(Status(200)).with_body(body.0, body.1);
    let post = "POST https://ps.example/pending/8f2c";
    let answer = json("{\"action\":\"clarification_response\"}");
    let tokens = json(&format!(
        "{{\"expires_in\":3600,\"auth_token\":\"{}\"}}",
        hollow_token()
    ));
    assert_eq!(
        notes(post, answer, ok(tokens)),
        ["clarification response", "auth token"]
    );
    let data = json("{\"reports\":[],\"figures\":{}}");
    assert_eq!(notes(post, json("{}"), ok(data)), ["", "reports, figures"]);
    assert_eq!(notes(post, json("[]"), ok(json("{}"))), ["", "OK"]);
    let page = ("text/html; charset=utf-8", "<p>".to_owned());
    assert_eq!(notes(post, json("1"), ok(page)), ["", "page"]);
    let form = (
        "application/x-www-form-urlencoded",
        "decision=deny".to_owned(),
    );
    let page = ("text/html", "<p>".to_owned());
    assert_eq!(notes(post, form, ok(page)), ["", "denied"]);
    let gone = Response::new(Status(410));
    assert_eq!(notes(post, json(""), gone), ["", "gone"]);
}

#[test]
fn what_is_seen_inside_an_exchange_stands_deeper() {
    let steps = Steps::cut(&whole_run(), &[]);
    let depths: Vec<u32> = steps.steps.iter().map(|step| step.depth).collect();
    assert_eq!(depths, [0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0]);
}

#[test]
fn a_pause_is_the_time_since_the_step_before_was_over() {
    let steps = Steps::cut(&whole_run(), &[]);
    let pause_s: Vec<u64> = steps.steps.iter().map(|step| step.pause.s()).collect();
    assert_eq!(pause_s, [0, 0, 20, 0, 0, 0, 12, 0, 0, 20, 0, 0, 0]);
    // The request of step 2 has arrived 25 ms after it was sent; the person asks 20 s later.
    assert_eq!(steps.step(3).unwrap().pause, Span::from_s(20));
}

#[test]
fn every_event_from_the_first_step_on_belongs_to_one_step() {
    let trace = whole_run();
    let steps = Steps::cut(&trace, &[]);
    let mut next = steps.steps[0].first;
    for step in &steps.steps {
        assert_eq!(step.first, next);
        assert!(step.first <= step.last);
        next = step.last.next();
    }
    assert_eq!(
        trace.events().last().map(|event| event.id),
        steps.steps.last().map(|step| step.last)
    );
    assert_eq!(steps.step_at(steps.steps[3].last), 4);
    assert_eq!(steps.step_at(steps.prologue.steps[0].first), 0);
}

#[test]
fn equal_polls_in_a_row_are_one_step() {
    let mut story = Story::new();
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    let pending = || deferred("https://ps.example/pending/8f2c", "pending", None);
    story.answers(asked, pending());
    for _ in 0..3 {
        story.later_s(45);
        let poll = story.asks(Agent, PersonServer, POLL);
        story.answers(poll, pending());
    }
    let poll = story.asks(Agent, PersonServer, POLL);
    let interacting = deferred("https://ps.example/pending/8f2c", "interacting", None);
    story.answers(poll, interacting);

    let steps = cut(story);
    assert_eq!(
        shapes(&steps)[2..],
        [
            "agent > person-server: GET /pending -> 202 pending",
            "agent > person-server: GET /pending -> 202 interacting",
        ]
    );
    let polled = steps.step(3).unwrap();
    assert_eq!(polled.times(), 3);
    assert!(polled.repeats.iter().all(|again| polled.shows(*again)));
    assert_eq!(steps.step(4).unwrap().times(), 1);
    assert_eq!(steps.step(4).unwrap().pause.s(), 0);
}

#[test]
fn equal_requests_to_another_url_are_not_polls() {
    let mut story = Story::new();
    for _ in 0..2 {
        let data = story.asks(Agent, Resource, DATA);
        story.answers_with(data, 200);
    }
    assert_eq!(cut(story).len(), 2);
}

#[test]
fn a_pending_url_may_be_given_as_a_path() {
    let mut story = Story::new();
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    story.answers(asked, deferred("/pending/8f2c", "pending", None));
    let poll = story.asks(Agent, PersonServer, POLL);
    story.answers_with(poll, 410);
    assert_eq!(
        shapes(&cut(story))[2],
        "agent > person-server: GET /pending -> 410"
    );
}

#[test]
fn a_refusal_is_called_by_its_error() {
    let mut story = Story::new();
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    let refusal = Response::new(Status(403)).with_body(
        "application/problem+json",
        "{\"error\":\"denied\"}".to_owned(),
    );
    story.answers(asked, refusal);
    let steps = cut(story);
    assert_eq!(
        shapes(&steps)[1],
        "agent > person-server: POST /auth-token -> 403 denied"
    );
    assert_eq!(steps.steps[1].arrows[1].note, "denied");
}

#[test]
fn a_request_without_an_answer_only_asks() {
    let mut story = Story::new();
    challenge(&mut story);
    story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    let steps = cut(story);
    assert_eq!(
        shapes(&steps)[1],
        "agent > person-server: POST /auth-token asks"
    );
    assert_eq!(steps.steps[1].part, Part::Asks);
}

#[test]
fn a_request_to_nobody_is_lost() {
    let mut story = Story::new();
    challenge(&mut story);
    story.loses(Agent, "GET https://nobody.example/");
    let steps = cut(story);
    assert_eq!(shapes(&steps)[1], "agent > agent: GET / is lost");
    assert_eq!(steps.steps[1].arrows[0].kind, ArrowKind::Lost);
}

#[test]
fn a_run_without_anything_has_no_steps() {
    let steps = cut(Story::new());
    assert!(steps.is_empty());
    assert_eq!(steps.find("1"), None);
}

#[test]
fn a_browser_exchange_that_outlasts_a_poll_stays_whole() {
    let mut story = Story::new();
    challenge(&mut story);
    let poll = story.asks(Agent, PersonServer, POLL);
    let page = story.browses("GET https://ps.example/interaction?code=X");
    story.answers_with(poll, 200);
    story.answers_with(page, 200);
    assert_eq!(
        shapes(&cut(story))[1..],
        [
            "agent > person-server: GET /pending/8f2c asks",
            "person > person-server: GET /interaction -> 200",
            "agent > person-server: GET /pending/8f2c -> 200",
        ]
    );
}

#[test]
fn only_a_protocol_request_begins_the_steps() {
    let mut story = Story::new();
    let plain = request(DATA);
    let fetch = story.sends(ExchangeKind::Discovery, Agent, Resource, plain);
    story.answers_with(fetch, 200);
    challenge(&mut story);
    let steps = cut(story);
    assert_eq!(steps.len(), 1);
    assert_eq!(steps.step(1).unwrap().part, Part::Whole);
}
