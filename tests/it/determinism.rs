//! A run is a function of its recipe: the same recipe gives the same bytes, everywhere.

use aauth_sim::entropy::{Entropy, Seed, draw};
use aauth_sim::export::{digest, har, json, text};
use aauth_sim::lesson::{LESSONS, Pick, Recipe, Run, departures, lesson, parse_choices, run};
use aauth_sim::party::AnyParty;
use aauth_sim::sim::{Step, Trace, World};
use aauth_sim::stage::Event;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The expected values were computed with
///
/// ```text
/// python3 -c 'import hashlib, sys
/// print(hashlib.sha256(b"".join(len(x).to_bytes(4, "big") + x.encode() for x in sys.argv[1:])).hexdigest())' \
///   aauth-sim aauth agent signing-key 0
/// ```
///
/// and with `aauth-sim s-1 person-server jti 12`.
#[test]
fn a_draw_is_the_documented_hash() {
    assert_eq!(
        hex(&draw(&Seed::default(), "agent", "signing-key", 0)),
        "a896c7ab5dbadebf15ef30deb109b43c08f1a11b33002dcd6bd0f2b52f5c81eb"
    );
    let seed = Seed::parse("s-1").unwrap();
    assert_eq!(
        hex(&draw(&seed, "person-server", "jti", 12)),
        "65823edefdd21a438b8611ec6c41402fbbf2394a77e8283c2030a90863821792"
    );
}

#[test]
fn a_draw_more_changes_no_other_draw() {
    let drawn = |with_another: bool| {
        let mut entropy = Entropy::new(Seed::default());
        let first = entropy.draw("agent", "jti");
        if with_another {
            entropy.draw("agent", "nonce");
            entropy.draw("resource", "jti");
        }
        (
            first,
            entropy.draw("agent", "jti"),
            entropy.draw("agent", "signing-key"),
        )
    };
    assert_eq!(drawn(false), drawn(true));
    let (first, second, _) = drawn(false);
    assert_ne!(first, second, "the counter counts");
}

fn recipe() -> Recipe {
    Recipe::new(lesson("clarification").unwrap())
}

fn picks(choices: &str) -> Vec<Pick> {
    parse_choices(choices)
        .into_iter()
        .collect::<Result<_, _>>()
        .unwrap()
}

#[test]
fn the_same_recipe_gives_the_same_bytes_in_every_form() {
    for lesson in LESSONS {
        let (first, second) = (run(&Recipe::new(lesson)), run(&Recipe::new(lesson)));
        assert!(
            json(&first) == json(&second),
            "{}: the JSON differs",
            lesson.id
        );
        assert!(
            har(&first.trace) == har(&second.trace),
            "{}: the archive differs",
            lesson.id
        );
        assert!(
            text(&first) == text(&second),
            "{}: the text differs",
            lesson.id
        );
    }
}

#[test]
fn another_seed_gives_other_keys_ids_and_codes() {
    let seeded = |seed: &str| {
        run(&Recipe {
            seed: Seed::parse(seed).unwrap(),
            ..recipe()
        })
    };
    let (one, other) = (seeded("aauth"), seeded("other"));
    assert_ne!(digest(&one), digest(&other));
    // The same things happen, at the same times.
    let shape = |run: &Run| {
        let events = run.trace.events();
        events
            .map(|event| (event.at, event.by, core::mem::discriminant(&event.kind)))
            .collect::<Vec<_>>()
    };
    assert_eq!(shape(&one), shape(&other));
    let random = [
        "\"x\":\"",
        "\"jti\":\"",
        "sig=:",
        "/pending/",
        "code=",
        "__Host-login=",
    ];
    let (one, other) = (text(&one), text(&other));
    for name in random {
        let values = |text: &str| {
            let after = text.split(name).skip(1);
            after
                .map(|rest| rest.chars().take(8).collect::<String>())
                .collect::<std::collections::BTreeSet<_>>()
        };
        assert!(!values(&one).is_empty(), "{name} is nowhere");
        assert!(
            values(&one).is_disjoint(&values(&other)),
            "{name} is the same"
        );
    }
}

/// A world holds nothing but what is under way, so a clone goes on as the run would have.
#[test]
fn a_world_cloned_at_a_decision_is_the_replay_of_its_choices() {
    let setup = (recipe().lesson.setup)(&recipe().settings);
    let mut trunk = World::new(setup, Seed::default());
    let mut before = Vec::new();
    let mut branches = 0;
    loop {
        match trunk.step() {
            Step::Advanced(events) => before.extend(events),
            Step::Blocked(point) => {
                for option in &point.options {
                    let branch = play(trunk.clone(), before.clone(), option.slug);
                    let choice = format!("{}.{}", point.key(), option.slug);
                    let replay = run(&Recipe {
                        picks: picks(&choice),
                        ..recipe()
                    });
                    assert!(branch == replay.trace, "{choice}: the branch differs");
                    branches += 1;
                }
                before.push(choose(&mut trunk, point.options[0].slug));
            }
            Step::Ended(_) => break,
        }
    }
    assert!(branches > 6, "only {branches} ways to go on");
}

/// Takes that option, then the default ones to the end.
fn play(mut world: World<AnyParty>, mut events: Vec<Event>, option: &'static str) -> Trace {
    events.push(choose(&mut world, option));
    loop {
        match world.step() {
            Step::Advanced(happened) => events.extend(happened),
            Step::Blocked(point) => events.push(choose(&mut world, point.options[0].slug)),
            Step::Ended(ending) => return Trace::new(events, ending),
        }
    }
}

fn choose(world: &mut World<AnyParty>, option: &str) -> Event {
    world.choose(option, None).expect("it is offered")
}

/// A choice that is the default one anyway is not written, so it changes no byte.
#[test]
fn the_recipe_in_an_export_is_the_shortest_one() {
    let written_out = run(&Recipe {
        picks: picks("person1.ask,agent1.answer,person2.approve"),
        ..recipe()
    });
    assert_eq!(departures(&written_out), vec![]);
    assert!(json(&written_out) == json(&run(&recipe())));
}
