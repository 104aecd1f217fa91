//! Deferred responses over time, on runs told by hand.

use aauth_sim::http::{Response, Status};
use aauth_sim::inspect::{Steps, Timeline, timelines};
use aauth_sim::stage::{Ending, ExchangeKind, Holding, Notice, PartyId};
use aauth_sim::time::{Span, Timestamp};

use crate::inspect_steps::{challenge, question};
use crate::story::{Story, deferred};
use PartyId::{Agent, Person, PersonServer, Resource};

const PENDING: &str = "https://ps.example/pending/8f2c";
const POLL: &str = "GET https://ps.example/pending/8f2c";

fn of(story: Story) -> Vec<Timeline> {
    let trace = story.ends(Ending::Granted);
    timelines(&trace, &Steps::cut(&trace, &[]))
}

/// Asked for 20 s, then a poll held for 12 s until the person comes, and a last look.
fn whole() -> Timeline {
    let mut story = Story::new();
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    for deadline_s in [600, 120] {
        story.holds(
            PersonServer,
            Holding::Pending {
                path: "/pending/8f2c".to_owned(),
                state: "waiting",
                rounds_used: 0,
                rounds_max: 5,
                deadline: Timestamp::START + Span::from_s(deadline_s),
            },
        );
    }
    story.later_s(20);
    story.tells(Person, PersonServer, question());
    let asking = Response::new(Status(202))
        .with_header("Location", PENDING)
        .with_header("AAuth-Requirement", "requirement=clarification")
        .with_body(
            "application/json",
            "{\"status\":\"pending\",\"timeout\":120}".to_owned(),
        );
    story.answers(asked, asking);
    let poll = story.asks(Agent, PersonServer, POLL);
    story.later_s(12);
    let page = story.browses("GET https://ps.example/interaction?code=X");
    story.answers_with(page, 200);
    story.answers(poll, deferred(PENDING, "interacting", None));
    let last = story.asks(Agent, PersonServer, POLL);
    story.answers_with(last, 410);
    let mut found = of(story);
    assert_eq!(found.len(), 1);
    found.remove(0)
}

#[test]
fn every_call_and_what_the_person_did_stand_in_the_order_of_time() {
    let timeline = whole();
    assert_eq!(timeline.server, PersonServer);
    assert_eq!(timeline.path, "/pending/8f2c");
    let rows: Vec<(PartyId, &str, &str)> = timeline
        .entries
        .iter()
        .map(|entry| (entry.by, entry.what.as_str(), entry.answer.as_str()))
        .collect();
    assert_eq!(
        rows,
        [
            (Agent, "POST /auth-token", "202 clarification"),
            (Person, "opens the page", ""),
            (Agent, "GET /pending/…", "202 interacting"),
            (Agent, "GET /pending/…", "410"),
        ]
    );
}

#[test]
fn times_are_measured_from_the_first_202() {
    let timeline = whole();
    // 25 ms for each message on its way: the page's request and reply lie inside the poll.
    let times: Vec<(u64, u64)> = timeline
        .entries
        .iter()
        .map(|entry| (entry.after.ms(), entry.held.ms()))
        .collect();
    assert_eq!(
        times,
        [(0, 20_025), (12_050, 0), (12_100, 12_075), (12_150, 25)]
    );
    assert_eq!(
        timeline.entries[0].at,
        Timestamp::START + Span::from_ms(20_075)
    );
}

#[test]
fn deadlines_are_those_that_were_said() {
    let timeline = whole();
    assert_eq!(
        timeline.deadline,
        Some(Timestamp::START + Span::from_s(600))
    );
    let due: Vec<Option<Timestamp>> = timeline.entries.iter().map(|entry| entry.due).collect();
    let last = Some(Timestamp::START + Span::from_s(120));
    assert_eq!(due, [last, None, last, None]);
}

#[test]
fn each_entry_leads_to_its_step_and_the_last_is_the_end() {
    let timeline = whole();
    let steps: Vec<(u32, u32, bool)> = timeline
        .entries
        .iter()
        .map(|entry| (entry.asked_step, entry.step, entry.is_end))
        .collect();
    // 1 challenge, 2 request, 3 question, 4 its answer, 5 poll, 6 page, 7 its answer, 8 gone.
    assert_eq!(
        steps,
        [(2, 4, false), (6, 6, false), (5, 7, false), (8, 8, true)]
    );
}

/// A request at the person server, one at the resource under the same path, and a second one at
/// the person server. The person denies that, asks about the first, and opens the resource's page.
#[test]
fn what_belongs_to_another_request_stays_out() {
    let mut story = Story::new();
    let pending = |path: &str, deadline_s| Holding::Pending {
        path: path.to_owned(),
        state: "waiting",
        rounds_used: 0,
        rounds_max: 5,
        deadline: Timestamp::START + Span::from_s(deadline_s),
    };
    let mut urls = Vec::new();
    for (server, host, path, deadline_s) in [
        (PersonServer, "ps", "/pending/1", 600),
        (Resource, "api", "/pending/1", 30),
        (PersonServer, "ps", "/pending/2", 300),
    ] {
        let asked = story.asks(Agent, server, &format!("POST https://{host}.example/ask"));
        story.holds(server, pending(path, deadline_s));
        let url = format!("https://{host}.example{path}");
        story.answers(asked, deferred(&url, "pending", None));
        urls.push((server, url));
    }
    let decision = Notice::Decision {
        number: 2,
        approve: false,
    };
    story.tells(Person, PersonServer, decision);
    story.tells(Person, PersonServer, question());
    let page = crate::story::request("GET https://api.example/interaction?code=X");
    let page = story.sends(ExchangeKind::Browser, Person, Resource, page);
    story.answers_with(page, 200);
    for (server, url) in urls {
        let poll = story.asks(Agent, server, &format!("GET {url}"));
        story.answers_with(poll, 200);
    }
    let found = of(story);
    let rows = found.iter().map(|timeline| {
        let acts = timeline.entries.iter().filter(|entry| entry.by == Person);
        let acts: Vec<&str> = acts.map(|entry| entry.what.as_str()).collect();
        let deadline_s = timeline.deadline.map(|at| at.since(Timestamp::START).s());
        (timeline.server, deadline_s, acts.join("; "))
    });
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [
            (
                PersonServer,
                Some(600),
                "asks the agent a question".to_owned()
            ),
            (Resource, Some(30), "opens the page".to_owned()),
            (PersonServer, Some(300), "denies the request".to_owned()),
        ]
    );
}

#[test]
fn a_run_without_a_202_has_none() {
    let mut story = Story::new();
    challenge(&mut story);
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    story.answers_with(asked, 200);
    assert_eq!(of(story), []);
}
