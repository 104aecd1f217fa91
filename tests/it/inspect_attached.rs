//! What is attached to the steps of a run: fetches, notices, decisions, words and names.

use aauth_sim::inspect::Steps;
use aauth_sim::lesson::StepRow;
use aauth_sim::spec::SpecRef;
use aauth_sim::stage::{
    Choice, ChoiceOption, ChoicePoint, Ending, EventKind, Holding, Notice, PartyId, PersonChoice,
    Prompt, Taken,
};
use aauth_sim::time::{Span, Timestamp};

use crate::hollow::hollow_token;
use crate::inspect_steps::{challenge, cut, question, whole_run};
use crate::inspect_tokens::{passing, person_token};
use crate::story::Story;
use PartyId::{Agent, AgentProvider, Person, PersonServer, Resource};

const DATA: &str = "GET https://api.example/data";

#[test]
fn fetching_keys_is_no_step_and_belongs_to_what_caused_it() {
    let mut story = Story::new();
    story.fetches(Agent, PersonServer, "https://ps.example/metadata");
    let person_token = story.asks(Agent, PersonServer, "POST https://ps.example/person-token");
    story.answers_with(person_token, 200);
    let data = story.asks(Agent, Resource, DATA);
    story.fetches(Resource, PersonServer, "https://ps.example/metadata");
    story.fetches(Resource, PersonServer, "https://ps.example/keys");
    story.answers_with(data, 401);
    // The agent verifies the challenge: what it fetches for that belongs to the same step.
    story.fetches(Agent, Resource, "https://api.example/metadata");
    let steps = cut(story);

    assert_eq!(steps.len(), 1);
    let sets: Vec<(PartyId, &str, usize)> = steps.steps[0]
        .discovery
        .iter()
        .map(|set| (set.by, set.issuer.as_str(), set.documents.len()))
        .collect();
    assert_eq!(
        sets,
        [
            (Resource, "https://ps.example", 2),
            (Agent, "https://api.example", 1)
        ]
    );
    assert_eq!(steps.steps[0].documents(), 3);
    assert_eq!(steps.prologue.discovery.len(), 1);
    assert_eq!(steps.prologue.steps[0].discovery.len(), 0);
}

#[test]
fn what_is_fetched_for_a_response_belongs_to_the_step_that_shows_it() {
    let mut story = Story::new();
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    story.fetches(PersonServer, Resource, "https://api.example/keys");
    story.tells(Person, PersonServer, question());
    story.answers_with(asked, 200);
    story.fetches(Agent, PersonServer, "https://ps.example/keys");
    let steps = cut(story);
    let documents: Vec<u32> = steps
        .steps
        .iter()
        .map(aauth_sim::inspect::Step::documents)
        .collect();
    assert_eq!(documents, [0, 1, 0, 1]);
}

#[test]
fn a_key_set_at_hand_says_since_when() {
    let held = Holding::KeySet {
        issuer: "https://ps.example".to_owned(),
        dwk: "aauth-person.json",
        kids: vec!["p1".to_owned()],
    };
    let token = person_token();
    let mut story = Story::new();
    challenge(&mut story);
    story.holds(Resource, held);
    story.later_s(30);
    let data = story.asks(Agent, Resource, DATA);
    story.reports(Resource, data, passing(&token));
    story.answers_with(data, 200);
    let steps = cut(story);
    let set = &steps.step(2).unwrap().discovery[0];
    assert_eq!(
        (set.by, set.issuer.as_str()),
        (Resource, "https://ps.example")
    );
    assert!(set.documents.is_empty());
    let fetched = Timestamp::START + Span::from_ms(50);
    assert_eq!(set.cached_since, Some(fetched));
    assert!(steps.step(1).unwrap().discovery.is_empty());
}

#[test]
fn notices_belong_to_the_step_they_are_said_in() {
    let enroll = || Notice::Enrolled {
        agent_token: hollow_token(),
    };
    let mut story = Story::new();
    story.tells(AgentProvider, Agent, enroll());
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    let closed = Notice::Closed {
        number: 1,
        why: "a test",
    };
    story.tells(PersonServer, Person, closed);
    story.tells(Person, PersonServer, question());
    story.answers_with(asked, 200);
    let steps = cut(story);

    assert_eq!(steps.prologue.notices.len(), 1);
    assert_eq!(*steps.prologue.notices[0].notice, enroll());
    let said: Vec<usize> = steps.steps.iter().map(|step| step.notices.len()).collect();
    assert_eq!(
        said,
        [0, 1, 0, 0],
        "the act is the step, not a notice of it"
    );
    assert_eq!(*steps.steps[2].act.as_ref().unwrap().notice, question());
    assert_eq!(
        steps.steps[1].notices[0].title,
        "says that the request is over: a test"
    );
}

#[test]
fn a_decision_stands_between_two_steps() {
    let option = ChoiceOption {
        slug: "deny",
        choice: Choice::Person(PersonChoice::Deny),
    };
    let mut story = Story::new();
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    story.offers(ChoicePoint {
        by: Person,
        number: 1,
        prompt: Prompt::Notified,
        question: None,
        options: vec![option.clone()],
    });
    let taken = Taken {
        by: Person,
        number: 1,
        slug: option.slug,
        choice: option.choice,
    };
    story.event(Person, EventKind::Chose(taken.clone().into()));
    story.tells(Person, PersonServer, question());
    story.answers_with(asked, 200);
    let steps = cut(story);
    let decision = &steps.decisions[0];
    assert_eq!(decision.after, 2);
    assert_eq!(decision.point.key(), "person1");
    assert_eq!(decision.taken.as_deref(), Some(&taken));
    assert_eq!(steps.decisions_after(2).count(), 1);
    assert_eq!(steps.decisions_after(1).count(), 0);
}

const ROWS: &[StepRow] = &[
    row("agent > resource: GET /data -> 401 auth-token", "challenge"),
    row(
        "agent > person-server: GET /pending asks after interaction",
        "wait-#",
    ),
    row(
        "agent > person-server: GET /pending asks after interacting",
        "wait-#",
    ),
    row(
        "agent > person-server: GET /pending -> 202 interacting",
        "poll-#",
    ),
    row("agent > person-server: GET /pending -> 200", "poll-#"),
    row("person says question", "question"),
];

const fn row(shape: &'static str, slug: &'static str) -> StepRow {
    StepRow {
        shape,
        slug,
        title: "A title",
        narration: "What happened.",
        spec: SpecRef::aauth("clarification-chat"),
    }
}

#[test]
fn a_step_takes_its_name_and_its_words_from_the_lesson() {
    let steps = Steps::cut(&whole_run(), ROWS);
    let slugs: Vec<&str> = steps.steps.iter().map(|step| step.slug.as_str()).collect();
    assert_eq!(
        slugs,
        [
            "challenge",
            "step-2",
            "question",
            "step-4",
            "step-5",
            "wait-1",
            "step-7",
            "poll-1",
            "wait-2",
            "step-10",
            "poll-2",
            "step-12",
            "step-13",
        ]
    );
    let challenge = steps.step(1).unwrap();
    assert_eq!(challenge.title, "A title");
    assert_eq!(challenge.narration, "What happened.");
    assert_eq!(challenge.spec, Some(SpecRef::aauth("clarification-chat")));
    let unnamed = steps.step(2).unwrap();
    assert_eq!(unnamed.title, unnamed.shape);
    assert_eq!(unnamed.spec, None);
}

#[test]
fn a_slug_that_repeats_gets_a_number() {
    let mut story = Story::new();
    for _ in 0..3 {
        challenge(&mut story);
    }
    let steps = Steps::cut(&story.ends(Ending::Granted), ROWS);
    let slugs: Vec<&str> = steps.steps.iter().map(|step| step.slug.as_str()).collect();
    assert_eq!(slugs, ["challenge", "challenge-2", "challenge-3"]);
}

#[test]
fn a_link_names_a_step_by_slug_or_by_number() {
    let steps = Steps::cut(&whole_run(), ROWS);
    assert_eq!(steps.find("challenge"), Some(1));
    assert_eq!(steps.find("poll-2"), Some(11));
    assert_eq!(steps.find("step-3"), Some(3));
    assert_eq!(steps.find("3"), Some(3));
    for wrong in ["", "step-", "step-0", "0", "14", "poll-3", "-1", "step--1"] {
        assert_eq!(steps.find(wrong), None, "{wrong:?}");
    }
}
