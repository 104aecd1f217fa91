//! What the person sees at each moment, from what they were told and what they did.

use std::sync::Arc;

use aauth_sim::http::{Method, Request, Target};
use aauth_sim::inspect::{PersonPlace, PersonView, person};
use aauth_sim::stage::{Ending, EventId, ExchangeKind, Notice, PartyId, Review};
use aauth_sim::time::{Span, Timestamp};

use crate::story::Story;
use PartyId::{Agent, Person, PersonServer};

fn review(justification: &str) -> Arc<Review> {
    Arc::new(Review {
        number: 1,
        agent: "aauth:briefing@agent.example".to_owned(),
        provider_name: "Example Assistants".to_owned(),
        known_agent: false,
        justification: Some(justification.to_owned()),
        resource_name: "Example Reports".to_owned(),
        resource_description: "Keeps reports.".to_owned(),
        scopes: vec![("reports.read".to_owned(), "Read your reports".to_owned())],
    })
}

fn question(text: &str) -> Notice {
    Notice::Question {
        number: 1,
        clarification: text.to_owned(),
        options: Vec::new(),
    }
}

fn answer(text: &str) -> Notice {
    Notice::Answer {
        number: 1,
        clarification_response: text.to_owned(),
    }
}

fn decides(story: &mut Story, decision: &str, status: u16) {
    let target = Target::parse("https://ps.example/interaction/decision").unwrap();
    let request = Request::new(Method::Post, target).with_body(
        "application/x-www-form-urlencoded",
        format!("consent=x&decision={decision}"),
    );
    let exchange = story.sends(ExchangeKind::Browser, Person, PersonServer, request);
    story.answers_with(exchange, status);
}

fn at_the_end(story: Story) -> PersonView {
    person(&story.ends(Ending::Granted), EventId(u32::MAX))
}

#[test]
fn before_anybody_asks_there_is_nothing_to_see() {
    let mut story = Story::new();
    let cookie = "login=1".to_owned();
    story.tells(PersonServer, Person, Notice::SignedIn { cookie });
    assert_eq!(at_the_end(story), PersonView::default());
}

#[test]
fn questions_stand_with_their_answers() {
    let mut story = Story::new();
    story.tells(
        PersonServer,
        Person,
        Notice::Review(review("For Thursday.")),
    );
    story.later_s(20);
    story.tells(Person, PersonServer, question("Which?"));
    story.tells(PersonServer, Person, answer("Three."));
    story.tells(Person, PersonServer, question("And why?"));
    let trace = story.ends(Ending::Granted);
    let view = person(&trace, EventId(u32::MAX));
    assert_eq!(view.place, PersonPlace::Channel);
    assert_eq!(view.review, Some(review("For Thursday.")));
    assert_eq!(view.end, None);
    let rounds: Vec<(&str, Option<&str>)> = view
        .rounds
        .iter()
        .map(|round| (round.question.as_str(), round.answer.as_deref()))
        .collect();
    assert_eq!(rounds, [("Which?", Some("Three.")), ("And why?", None)]);
    assert_eq!(view.rounds[0].asked_at, Timestamp::START + Span::from_s(20));
    // What comes later is not seen yet.
    assert_eq!(person(&trace, EventId(1)).rounds, []);
    assert_eq!(person(&trace, EventId(2)).rounds[0].answer, None);
}

#[test]
fn a_narrower_request_takes_the_place_of_the_first() {
    let mut story = Story::new();
    story.tells(PersonServer, Person, Notice::Review(review("All.")));
    story.tells(Person, PersonServer, question("All?"));
    let narrower = review("Titles are enough.");
    story.tells(PersonServer, Person, Notice::Updated(narrower.clone()));
    let view = at_the_end(story);
    assert_eq!(view.review, Some(narrower));
    assert_eq!(view.rounds.len(), 1);
    assert_eq!(view.rounds[0].answer.as_deref(), Some("Titles are enough."));
    assert!(view.rounds[0].updated);
}

#[test]
fn the_page_has_an_address_and_a_code_and_ends_with_the_decision() {
    let mut story = Story::new();
    story.tells(PersonServer, Person, Notice::Review(review("Why not.")));
    let visit = Notice::Visit {
        url: "https://ps.example/interaction".to_owned(),
        code: "ABCD-EFGH".to_owned(),
    };
    story.tells(Agent, Person, visit);
    let page = story.browses("GET https://ps.example/interaction?code=ABCDEFGH");
    story.answers_with(page, 200);
    decides(&mut story, "deny", 403);
    let trace = story.ends(Ending::Denied);
    let view = person(&trace, EventId(u32::MAX));
    assert_eq!(view.place, PersonPlace::Page);
    assert_eq!(view.address, "ps.example/interaction");
    assert_eq!(view.code.as_deref(), Some("ABCD-EFGH"));
    assert_eq!(view.end, None, "a decision that was refused is none");

    for (decision, approved) in [("approve", true), ("deny", false)] {
        let mut story = Story::new();
        story.tells(PersonServer, Person, Notice::Review(review("Why not.")));
        decides(&mut story, decision, 200);
        assert_eq!(at_the_end(story).end.unwrap().approved, Some(approved));
    }
}

#[test]
fn a_decision_on_the_channel_and_an_end_without_one_are_told() {
    let mut story = Story::new();
    story.tells(PersonServer, Person, Notice::Review(review("Why not.")));
    let decision = Notice::Decision {
        number: 1,
        approve: true,
    };
    story.tells(Person, PersonServer, decision);
    assert_eq!(at_the_end(story).end.unwrap().approved, Some(true));

    let mut story = Story::new();
    story.tells(PersonServer, Person, Notice::Review(review("Why not.")));
    let why = "the agent withdrew it";
    story.tells(PersonServer, Person, Notice::Closed { number: 1, why });
    let end = at_the_end(story).end.unwrap();
    assert_eq!((end.approved, end.why), (None, why));
}
