//! The simulation with two toy parties: a caller that asks once or twice, a callee that answers
//! late. They know nothing of the protocol.

use aauth_sim::entropy::Seed;
use aauth_sim::http::{Method, Request, Response, Status, Target};
use aauth_sim::sim::{ChoiceError, Step, World};
use aauth_sim::stage::{
    AgentChoice, CastMember, Choice, ChoiceOption, ChoicePoint, Context, Ending, Event, EventKind,
    ExchangeId, ExchangeKind, Input, Party, PartyId, Payload, Prompt, Setup, TextFault, WakeReason,
};
use aauth_sim::time::{Span, Timestamp, UNIX_S_SHOWN_MAX};

#[derive(Clone)]
enum Toy {
    Caller { asked: u32 },
    Callee { waiting: Option<ExchangeId> },
}

impl Party for Toy {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match (self, input) {
            (Self::Caller { asked }, Input::Start) => ask(asked, cx),
            (Self::Caller { .. }, Input::Response(..)) => cx.offer(point()),
            (Self::Caller { asked }, Input::Choice(Choice::Agent(AgentChoice::Answer { .. }))) => {
                ask(asked, cx);
            }
            (Self::Caller { .. }, Input::Choice(Choice::Agent(AgentChoice::Withdraw))) => {
                cx.end(Ending::Withdrawn);
            }
            (Self::Caller { .. }, Input::Unanswered(_)) => cx.end(Ending::Failed),
            (Self::Callee { waiting }, Input::Request(exchange, _)) => {
                *waiting = Some(exchange);
                cx.wake_after(WakeReason::HasRead, Span::from_s(3));
            }
            (Self::Callee { waiting }, Input::Wake(_)) => {
                let exchange = waiting.take().expect("it was asked before it woke");
                let body = format!("{:?}", cx.draw("answer")).into_bytes();
                cx.respond(
                    exchange,
                    Response::new(Status(200)).with_body("text/plain", body),
                );
            }
            _ => {}
        }
    }

    fn situation(&self, _: &mut String) {}
}

fn ask(asked: &mut u32, cx: &mut Context<'_>) {
    *asked += 1;
    let target = Target::parse("https://callee.example/").expect("a URL");
    let nonce = format!("{:?}", cx.draw("nonce"));
    let request = Request::new(Method::Get, target).with_header("Nonce", nonce);
    cx.request(ExchangeKind::Protocol, request);
}

fn point() -> ChoicePoint {
    let text = "again".to_owned();
    ChoicePoint {
        by: PartyId::Agent,
        number: 0,
        prompt: Prompt::Asked,
        question: None,
        options: vec![
            ChoiceOption {
                slug: "withdraw",
                choice: Choice::Agent(AgentChoice::Withdraw),
            },
            ChoiceOption {
                slug: "answer",
                choice: Choice::Agent(AgentChoice::Answer { text }),
            },
        ],
    }
}

fn world(seed: &str, callee_host: &str) -> World<Toy> {
    let setup = Setup {
        cast: vec![
            CastMember {
                id: PartyId::Agent,
                host: None,
                party: Toy::Caller { asked: 0 },
            },
            CastMember {
                id: PartyId::Resource,
                host: Some(callee_host.to_owned()),
                party: Toy::Callee { waiting: None },
            },
        ],
    };
    World::new(setup, Seed::parse(seed).expect("a seed"))
}

/// Runs to the end, taking these options one after the other.
fn play(world: &mut World<Toy>, options: &[&str]) -> (Vec<Event>, Ending) {
    let mut options = options.iter();
    let mut events = Vec::new();
    loop {
        match world.step() {
            Step::Advanced(happened) => events.extend(happened),
            Step::Blocked(_) => {
                let option = options.next().expect("an option for each decision");
                events.push(world.choose(option, None).expect("it is offered"));
            }
            Step::Ended(ending) => return (events, ending),
        }
    }
}

fn run(seed: &str, options: &[&str]) -> (Vec<Event>, Ending) {
    play(&mut world(seed, "callee.example"), options)
}

#[test]
fn the_same_seed_gives_the_same_trace() {
    assert_eq!(run("aauth", &["withdraw"]), run("aauth", &["withdraw"]));
}

#[test]
fn another_seed_gives_other_bytes() {
    assert_ne!(run("aauth", &["withdraw"]).0, run("other", &["withdraw"]).0);
}

#[test]
fn a_branch_equals_a_replay() {
    let mut trunk = world("aauth", "callee.example");
    let mut before = Vec::new();
    while let Step::Advanced(events) = trunk.step() {
        before.extend(events);
    }
    for options in [&["withdraw"][..], &["answer", "withdraw"][..]] {
        let (after, ending) = play(&mut trunk.clone(), options);
        let branch = [before.clone(), after].concat();
        assert_eq!((branch, ending), run("aauth", options));
    }
}

#[test]
fn a_message_travels_and_a_timer_takes_its_time() {
    let (events, _) = run("aauth", &["withdraw"]);
    let at = |wanted: fn(&EventKind) -> bool| {
        let event = events.iter().find(|event| wanted(&event.kind));
        event.expect("it happened").at.since(Timestamp::START).ms()
    };
    // 25 ms to the callee, 3 s there, 25 ms back.
    assert_eq!(at(|kind| matches!(kind, EventKind::Delivered(_))), 25);
    assert_eq!(at(|kind| matches!(kind, EventKind::Woke(_))), 3025);
    assert_eq!(at(|kind| matches!(kind, EventKind::Offered(_))), 3050);
}

#[test]
fn every_event_says_what_led_to_it() {
    let (events, _) = run("aauth", &["answer", "withdraw"]);
    for (before, event) in (1..).zip(&events) {
        assert_eq!(event.id.0, before, "events are numbered in order");
        if let Some(cause) = event.cause {
            assert!(cause < event.id, "a cause comes first");
        }
    }
    let response = events
        .iter()
        .find(|event| match &event.kind {
            EventKind::Sent(message) => matches!(message.payload, Payload::Response(_)),
            _ => false,
        })
        .expect("the callee answered");
    let cause = response.cause.expect("it was caused");
    let woke = events.iter().find(|event| event.id == cause);
    assert!(matches!(
        woke.map(|event| &event.kind),
        Some(EventKind::Woke(WakeReason::HasRead))
    ));
}

#[test]
fn a_request_to_nobody_is_lost_and_the_caller_learns_it() {
    let (events, ending) = play(&mut world("aauth", "elsewhere.example"), &[]);
    assert_eq!(ending, Ending::Failed);
    assert!(
        events
            .iter()
            .any(|event| matches!(event.kind, EventKind::Lost(_)))
    );
}

#[test]
fn a_choice_that_does_not_fit_changes_nothing() {
    let mut world = world("aauth", "callee.example");
    assert_eq!(
        world.choose("withdraw", None),
        Err(ChoiceError::NothingOffered)
    );
    while let Step::Advanced(_) = world.step() {}
    let refused = [
        world.choose("approve", None),
        world.choose("withdraw", Some("text")),
        world.choose("answer", Some("")),
        world.choose("answer", Some(&"x".repeat(10_001))),
    ];
    let (point, slug) = ("agent1".to_owned(), "approve".to_owned());
    assert_eq!(
        refused,
        [
            Err(ChoiceError::NotOffered { point, slug }),
            Err(ChoiceError::TakesNoText {
                slug: "withdraw".to_owned()
            }),
            Err(ChoiceError::Text(TextFault::SaysNothing)),
            Err(ChoiceError::Text(TextFault::TooLong { chars: 10_001 })),
        ]
    );
    assert!(world.choose("answer", Some("again, please")).is_ok());
}

#[test]
fn a_message_that_is_changed_on_its_way_arrives_changed_and_late() {
    let mut world = world("aauth", "callee.example");
    let sent = loop {
        let Step::Advanced(events) = world.step() else {
            panic!("the caller asks first");
        };
        let sent = events.iter().find_map(|event| match &event.kind {
            EventKind::Sent(message) => Some(message.clone()),
            _ => None,
        });
        if let Some(sent) = sent {
            break sent;
        }
    };
    let Payload::Request(honest) = &sent.payload else {
        panic!("the caller asks first");
    };
    let changed = Payload::Request(honest.clone().with_header("Changed", "yes"));
    assert!(world.intercept(sent.id, changed.clone(), Span::from_s(5)));
    let (events, _) = play(&mut world, &["withdraw"]);
    let delivered = events
        .iter()
        .find(|event| event.kind == EventKind::Delivered(sent.id));
    assert_eq!(
        delivered.map(|event| event.at.since(sent.sent_at)),
        Some(Span::from_ms(5025))
    );
    assert!(
        !world.intercept(sent.id, changed, Span::default()),
        "it has arrived"
    );
}

#[test]
fn days_follow_each_other_as_in_the_calendar() {
    let (mut year, mut month, mut day) = (1970, 1, 1);
    for days in 0..300_000 {
        let at = Timestamp::from_unix_s(days * 86_400);
        let expected = format!("{year:04}-{month:02}-{day:02}T00:00:00.000Z");
        assert_eq!(at.to_string(), expected);
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        (year, month, day) = match (month, day) {
            (12, 31) => (year + 1, 1, 1),
            (_, day) if day == last => (year, month + 1, 1),
            (_, day) => (year, month, day + 1),
        };
    }
    let last = Timestamp::from_unix_s(UNIX_S_SHOWN_MAX);
    assert_eq!(last.to_string(), "9999-12-31T23:59:59.000Z");
    let past = last + Span::from_s(1);
    assert_eq!(past.to_string(), "253402300800 s after 1970");
    assert_eq!(past.clock(), "--:--:--");
}
