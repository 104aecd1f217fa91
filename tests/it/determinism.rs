//! A run is a function of its recipe: the same recipe gives the same bytes, everywhere.

use aauth_sim::entropy::{Entropy, Seed, draw};
use aauth_sim::export::{digest, har, json, text};
use aauth_sim::lesson::{LESSONS, Pick, Recipe, Run, departures, lesson, parse_choices, run};

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

#[test]
fn a_branch_keeps_the_notices_of_what_it_took_over() {
    let recipe_of = |choices: &str| Recipe {
        picks: picks(choices),
        ..recipe()
    };
    let base = run(&recipe_of("person1.nonsense"));
    assert_eq!(base.dropped.len(), 1);
    let choices = "person1.nonsense,person2.deny,agent7.answer";
    let branch = base.branch(picks(choices));
    assert_eq!(branch.dropped, run(&recipe_of(choices)).dropped);
    assert_eq!(branch.dropped.len(), 2);
}

#[test]
fn a_branch_is_the_replay_of_its_choices_byte_for_byte() {
    let base = run(&recipe());
    for choices in [
        "",
        "agent1.withdraw",
        "person2.deny",
        "person1.ask~V2h5Pw",
        "agent1.answer~QmVjYXVzZS4,person2.deny",
        "person1.nonsense",
    ] {
        let branch = base.branch(picks(choices));
        let replay = run(&Recipe {
            picks: picks(choices),
            ..recipe()
        });
        assert_eq!(branch.dropped, replay.dropped, "{choices}");
        assert!(
            json(&branch) == json(&replay),
            "{choices}: the branch differs"
        );
        // And back again: a branch of the branch is the run it came from.
        assert!(
            json(&branch.branch(vec![])) == json(&base),
            "{choices}: back differs"
        );
    }
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
