//! What each party holds at a step, as the page shows it.

use aauth_sim::inspect::{Change, HoldingKind, PartyState, Steps, lanes, local_name, state};
use aauth_sim::jose::SigningKey;
use aauth_sim::lesson::{LESSONS, Recipe, run};
use aauth_sim::stage::{Ending, EventKind, Holding, Notice, PartyId};
use aauth_sim::time::{Span, Timestamp};

use crate::hollow::hollow_token_with;
use crate::story::Story;
use Change::{Changed, New, Same};
use PartyId::{Agent, PersonServer, Resource};

const CAST: &[PartyId] = &[Agent, Resource, PersonServer];

fn token(name: &'static str, jwt: &str) -> Holding {
    Holding::Token {
        name,
        jwt: jwt.into(),
    }
}

fn pending(path: &str, state: &'static str, rounds_used: u32) -> Holding {
    Holding::Pending {
        path: path.to_owned(),
        state,
        rounds_used,
        rounds_max: 5,
        deadline: Timestamp::START + Span::from_s(600),
    }
}

/// A key and a token before the first step, then two steps.
fn states() -> [Vec<PartyState>; 3] {
    let key = SigningKey::from_secret(&[7; 32]).public_jwk();
    let mut story = Story::new();
    story.event(Agent, EventKind::KeyMade { key });
    story.holds(Agent, token("agent token", "a"));
    let data = story.asks(Agent, Resource, "GET https://api.example/data");
    let moved = EventKind::Moved {
        from: "idle",
        to: "calling",
    };
    story.event(Agent, moved);
    story.answers_with(data, 401);
    story.holds(Agent, token("resource token", "r1"));
    let asked = story.asks(Agent, PersonServer, "POST https://ps.example/auth-token");
    story.holds(PersonServer, pending("/pending/1", "waiting", 0));
    story.holds(PersonServer, pending("/pending/2", "waiting", 0));
    story.holds(PersonServer, pending("/pending/1", "asking", 1));
    story.holds(Agent, token("resource token", "r2"));
    story.answers_with(asked, 202);
    let trace = story.ends(Ending::Granted);
    let steps = Steps::cut(&trace, &[]);
    [0, 1, 2].map(|number| state(&trace, &steps, number, CAST))
}

fn held(states: &[PartyState], party: PartyId) -> Vec<(HoldingKind, &str, Change)> {
    let state = states.iter().find(|state| state.party == party).unwrap();
    let holdings = state.holdings.iter();
    holdings
        .map(|held| (held.kind, held.title.as_str(), held.change))
        .collect()
}

#[test]
fn a_party_keeps_what_it_holds_and_what_changed_is_marked() {
    let [prologue, first, second] = states();
    let key = |change| (HoldingKind::Key, "signing key", change);
    let agent = |change| (HoldingKind::Token, "agent token", change);
    let resource = |change| (HoldingKind::Token, "resource token", change);
    assert_eq!(held(&prologue, Agent), [key(New), agent(New)]);
    assert_eq!(held(&first, Agent), [key(Same), agent(Same), resource(New)]);
    assert_eq!(
        held(&second, Agent),
        [key(Same), agent(Same), resource(Changed)]
    );
    let jwts = [&first, &second].map(|states| states[0].holdings[2].jwt.clone());
    assert_eq!(jwts, [Some("r1".into()), Some("r2".into())]);
}

#[test]
fn the_parties_stand_in_the_order_of_the_cast() {
    let [prologue, ..] = states();
    let parties: Vec<PartyId> = prologue.iter().map(|state| state.party).collect();
    assert_eq!(parties, CAST);
    assert_eq!(held(&prologue, Resource), []);
}

#[test]
fn a_pending_request_is_shown_as_it_stands_last() {
    let [_, first, second] = states();
    assert_eq!(held(&first, PersonServer), []);
    let holdings = &second[2].holdings;
    assert_eq!(holdings.len(), 2, "two pending requests are two");
    assert_eq!(holdings[0].fact("path"), Some("/pending/1"));
    assert_eq!(holdings[0].fact("state"), Some("asking"));
    assert_eq!(holdings[0].fact("round"), Some("1 of 5"));
    assert_eq!(
        holdings[0].fact("deadline"),
        Some("2026-09-01 09:10:00 UTC, in 9 min 59 s")
    );
    assert_eq!(holdings[0].fact("colour"), None);
}

#[test]
fn what_a_party_is_doing_is_said_and_marked_when_it_changed() {
    let [prologue, first, second] = states();
    let doing = |states: &[PartyState]| (states[0].doing.clone(), states[0].doing_changed);
    assert_eq!(doing(&prologue), (String::new(), false));
    assert_eq!(doing(&first), ("calling".to_owned(), true));
    assert_eq!(doing(&second), ("calling".to_owned(), false));
}

#[test]
fn a_key_a_session_and_a_decision_say_what_is_known_of_them() {
    let key = SigningKey::from_secret(&[7; 32])
        .with_kid("p1")
        .public_jwk();
    let mut story = Story::new();
    story.event(PersonServer, EventKind::KeyMade { key: key.clone() });
    story.holds(PersonServer, Holding::Session { state: "open" });
    let decision = |approved, scope: &str| Holding::Decision {
        approved,
        scope: scope.to_owned(),
    };
    story.holds(PersonServer, decision(true, "reports.read"));
    story.holds(
        PersonServer,
        Holding::KeySet {
            issuer: "https://api.example".to_owned(),
            dwk: "aauth-resource.json",
            kids: vec!["r1".to_owned(), "r2".to_owned()],
        },
    );
    let trace = story.ends(Ending::Granted);
    let states = state(&trace, &Steps::default(), 0, CAST);
    let holdings = &states[2].holdings;
    assert_eq!(holdings[0].fact("kid"), Some("p1"));
    assert_eq!(
        holdings[0].fact("thumbprint"),
        key.thumbprint().ok().as_deref()
    );
    assert_eq!(holdings[1].fact("state"), Some("open"));
    assert_eq!(holdings[2].fact("decision"), Some("approved"));
    assert_eq!(holdings[2].fact("scope"), Some("reports.read"));
    assert_eq!(holdings[3].title, "keys of https://api.example");
    assert_eq!(holdings[3].fact("kid"), Some("r1, r2"));
    assert_eq!(
        holdings[3].fact("fetched"),
        Some("2026-09-01 09:00:00 UTC, now")
    );

    let mut story = Story::new();
    story.holds(PersonServer, decision(false, ""));
    let trace = story.ends(Ending::Denied);
    let states = state(&trace, &Steps::default(), 0, CAST);
    assert_eq!(states[2].holdings[0].fact("decision"), Some("denied"));
    assert_eq!(states[2].holdings[0].fact("scope"), None);
}

#[test]
fn a_token_says_what_it_is_for_and_how_long_it_lasts() {
    // It expires 300 s after the start.
    let jwt = hollow_token_with(
        r#"{"aud":"https://api.example","scope":"reports.read","exp":1788253500}"#,
    );
    let mut story = Story::new();
    story.holds(Agent, token("auth token", &jwt));
    story.holds(PersonServer, pending("/pending/1", "gone", 1));
    let trace = story.ends(Ending::Granted);
    let states = state(&trace, &Steps::default(), 0, CAST);
    let held = &states[0].holdings[0];
    assert_eq!(held.fact("for"), Some("https://api.example"));
    assert_eq!(held.fact("scope"), Some("reports.read"));
    assert_eq!(
        held.fact("expires"),
        Some("2026-09-01 09:05:00 UTC, in 5 min")
    );
    let gone = &states[2].holdings[0];
    assert_eq!(gone.fact("deadline"), None, "what is gone has no deadline");
}

#[test]
fn lanes_are_named_by_host_or_by_the_agents_local_part() {
    let run = run(&Recipe::new(&LESSONS[0]));
    let lanes = lanes(&run);
    let names: Vec<(PartyId, Option<&str>)> = lanes
        .iter()
        .map(|lane| (lane.party, lane.name.as_deref()))
        .collect();
    assert_eq!(
        names,
        [
            (Agent, Some("briefing")),
            (Resource, Some("api.example")),
            (PersonServer, Some("ps.example")),
            (PartyId::Person, None),
        ]
    );
}

#[test]
fn a_party_without_a_readable_agent_token_has_no_local_name() {
    let enrolled = |agent_token: &str| {
        let mut story = Story::new();
        let agent_token = agent_token.to_owned();
        story.tells(
            PartyId::AgentProvider,
            Agent,
            Notice::Enrolled { agent_token },
        );
        local_name(&story.ends(Ending::Failed), Agent)
    };
    let named = hollow_token_with(r#"{"sub":"aauth:a@b.example"}"#);
    assert_eq!(enrolled(&named).as_deref(), Some("a"));
    let unnamed = hollow_token_with(r#"{"sub":"a@b.example"}"#);
    assert_eq!(enrolled(&unnamed), None);
    assert_eq!(enrolled("no token"), None);
    assert_eq!(local_name(&Story::new().ends(Ending::Failed), Agent), None);
}
