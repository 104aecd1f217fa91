//! What is written into a link is read out of it again, whatever it holds.

use aauth_sim::address::Address;
use aauth_sim::lesson::{Pick, parse_choices, write_choices};
use aauth_sim::stage::PartyId;
use proptest::prelude::*;

fn pick() -> impl Strategy<Value = Pick> {
    let text = prop::option::of("\\PC{1,40}");
    (
        prop::sample::select(PartyId::ALL),
        1_u32..9,
        "[a-z][a-z0-9-]{0,12}",
        text,
    )
        .prop_map(|(by, number, slug, text)| Pick {
            by,
            number,
            slug,
            text,
        })
}

proptest! {
    #![proptest_config(crate::cases::cases(128))]

    #[test]
    fn choices_round_trip(picks in prop::collection::vec(pick(), 0..5)) {
        let written = write_choices(&picks);
        prop_assert!(written.is_ascii());
        let read: Result<Vec<Pick>, _> = parse_choices(&written).into_iter().collect();
        prop_assert_eq!(read, Ok(picks));
    }

    #[test]
    fn an_address_round_trips(
        deadline in 10_u32..=600,
        seed in "[a-z0-9-]{1,64}",
        step in prop::option::of("[a-z][a-z0-9-]{0,12}"),
        picks in prop::collection::vec(pick(), 0..3),
    ) {
        let mut address = Address::plain();
        address.recipe.seed = aauth_sim::entropy::Seed::parse(&seed).unwrap();
        let lesson = address.recipe.lesson;
        address.recipe.settings.set(lesson, "deadline", &deadline.to_string()).unwrap();
        // The first pick of a decision counts, so only one is written for each.
        for pick in picks {
            if address.recipe.pick(pick.by, pick.number).is_none() {
                address.recipe.picks.push(pick);
            }
        }
        address.step = step;
        let (read, errors) = Address::read(&address.query(), &address.fragment());
        prop_assert_eq!(errors, vec![]);
        prop_assert_eq!(read, address);
    }

    #[test]
    fn no_link_makes_the_page_panic_or_long_winded(
        name in "\\PC{0,12}",
        value in "\\PC{0,400}",
        fragment in "\\PC{0,400}",
    ) {
        let query = [("lesson", "seed"), ("deadline", "speed"), ("theme", "tab")];
        for (one, other) in query {
            let pairs = [
                (one.to_owned(), value.clone()),
                (other.to_owned(), value.clone()),
                (name.clone(), value.clone()),
            ];
            let (_, errors) = Address::read(&pairs, &fragment);
            for error in errors {
                prop_assert!(error.to_string().chars().count() <= 300, "{error}");
            }
        }
    }
}
