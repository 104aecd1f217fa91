//! What an address of the page says, and what is left of it when it makes no sense.

use aauth_sim::address::{Address, Area, Detail, Switch, Tab, Theme, few};
use aauth_sim::playback::Speed;

/// Reads an address written as `name=value&name=value#fragment`.
fn read(address: &str) -> (Address, Vec<String>) {
    let (query, fragment) = address.split_once('#').unwrap_or((address, ""));
    let pairs: Vec<(String, String)> = query
        .split('&')
        .filter(|pair| !pair.is_empty())
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (name.to_owned(), value.to_owned())
        })
        .collect();
    let (address, errors) = Address::read(&pairs, fragment);
    (address, errors.iter().map(ToString::to_string).collect())
}

/// Writes an address as it is read here.
fn written(address: &Address) -> String {
    let query: Vec<String> = address
        .query()
        .into_iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let fragment = address.fragment();
    let hash = if fragment.is_empty() { "" } else { "#" };
    format!("{}{hash}{fragment}", query.join("&"))
}

#[test]
fn an_empty_address_is_the_first_lesson_by_itself() {
    let (address, errors) = read("");
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(address, Address::plain());
    assert_eq!(address.recipe.lesson.id, "clarification");
    assert_eq!(address.recipe.seed.as_str(), "aauth");
    assert_eq!(written(&address), "");
}

#[test]
fn everything_it_can_say_is_read() {
    let (address, errors) = read(
        "lesson=clarification&deadline=90&seed=my-seed&speed=0.5&theme=dark&detail=wire&tab=checks\
         &break=body-changed&hide=narration,header&autoplay=1&motion=off&keys=off#answer-1&choices=agent1.withdraw",
    );
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(address.recipe.settings.value("deadline"), 90);
    assert_eq!(address.recipe.seed.as_str(), "my-seed");
    assert_eq!(address.speed, Speed::Half);
    assert_eq!(address.theme, Theme::Dark);
    assert_eq!(address.detail, Detail::Wire);
    assert_eq!(address.tab, Tab::Checks);
    assert_eq!(address.broken, Some("body-changed"));
    assert_eq!(address.hide, [Area::Header, Area::Narration]);
    assert_eq!(address.autoplay, Switch::On);
    assert_eq!(address.motion, Switch::Off);
    assert_eq!(address.keys, Switch::Off);
    assert_eq!(address.step.as_deref(), Some("answer-1"));
    assert_eq!(address.recipe.picks.len(), 1);
    assert_eq!(address.recipe.picks[0].slug, "withdraw");
}

#[test]
fn only_departures_are_written_and_come_back_the_same() {
    for text in [
        "",
        "seed=my-seed",
        "deadline=90&speed=3&theme=light&tab=tokens",
        "#step-3",
        "#choices=agent1.withdraw",
        "tab=signature#gone&choices=person1.ask~SGk,agent1.withdraw",
        "hide=header&embed=1",
        "embed=1&height=auto#answer-1",
        "tab=checks&break=claim-changed#poll-2",
        "detail=story&tab=tokens&hide=header,narration&autoplay=1&motion=off&keys=off",
    ] {
        let (address, errors) = read(text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        assert_eq!(written(&address), text);
    }
    let (address, _) = read(
        "lesson=clarification&deadline=120&seed=aauth&speed=1&theme=system&detail=wire\
              &tab=message&hide=&autoplay=0&motion=on&keys=on&embed=0&height=fixed",
    );
    assert_eq!(written(&address), "");
}

#[test]
fn what_makes_no_sense_is_named_and_the_rest_applies() {
    for (text, named) in [
        ("lesson=nowhere&tab=checks", "nowhere"),
        ("seed=Not+A+Seed&tab=checks", "Not+A+Seed"),
        ("seed=&tab=checks", "seed"),
        ("speed=9&tab=checks", "9"),
        ("theme=blue&tab=checks", "blue"),
        ("detail=much&tab=checks", "much"),
        ("hide=roof&tab=checks", "roof"),
        ("autoplay=yes&tab=checks", "yes"),
        ("embed=yes&tab=checks", "yes"),
        ("height=640&tab=checks", "640"),
        ("motion=slow&tab=checks", "slow"),
        ("keys=some&tab=checks", "some"),
        ("tab=checks&break=everything", "everything"),
        ("tab=checks&break=", "breaks nothing"),
        ("tab=checks&deadline=soon", "soon"),
        ("tab=checks&deadline=100000", "100000"),
        ("tab=checks#choices=agent1", "agent1"),
        ("tab=checks#choices=agent0.withdraw", "agent0.withdraw"),
        ("tab=checks#choices=agent1.answer~%%%", "agent1.answer~%%%"),
    ] {
        let (address, errors) = read(text);
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert!(errors[0].contains(named), "{text}: {}", errors[0]);
        assert_eq!(address.tab, Tab::Checks, "{text}");
        assert_eq!(written(&address), "tab=checks", "{text}");
    }
}

#[test]
fn what_is_broken_is_seen_in_the_checks() {
    let (address, errors) = read("tab=tokens&break=body-changed#answer-1");
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(address.tab, Tab::Checks);
    assert_eq!(written(&address), "tab=checks&break=body-changed#answer-1");

    // For a first reading there are no checks.
    let (address, errors) = read("break=body-changed&detail=story&tab=tokens#answer-1");
    assert_eq!(address.broken, None);
    assert_eq!(address.tab, Tab::Tokens);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].contains("body-changed"), "{}", errors[0]);
    assert!(errors[0].contains("detail=wire"), "{}", errors[0]);
}

#[test]
fn a_fragment_may_be_percent_encoded() {
    for (encoded, plain) in [
        ("#answer%2D1", "#answer-1"),
        (
            "#gone&choices=person1.ask%7ESGk%2Cagent1.withdraw",
            "#gone&choices=person1.ask~SGk,agent1.withdraw",
        ),
        ("#%63hoices%3dagent1.withdraw", "#choices=agent1.withdraw"),
    ] {
        assert_eq!(read(encoded), read(plain));
        assert_eq!(written(&read(encoded).0), plain);
    }
    // What is no percent-encoding is taken as it stands.
    for raw in ["%", "%2", "%zz", "%+1", "%ff", "%é"] {
        let (address, errors) = read(&format!("#{raw}"));
        assert_eq!(address.step.as_deref(), Some(raw));
        assert!(errors.is_empty());
    }
}

#[test]
fn one_bad_choice_costs_no_other() {
    let (address, errors) = read("#choices=nonsense,agent1.withdraw");
    assert_eq!(errors.len(), 1);
    assert_eq!(address.recipe.picks.len(), 1);
}

#[test]
fn a_value_of_any_length_gives_a_short_message() {
    let (_, errors) = read(&format!(
        "tab={}#{}",
        "x".repeat(10_000),
        "y".repeat(10_000)
    ));
    assert_eq!(errors.len(), 1);
    assert!(errors[0].len() < 300, "{}", errors[0].len());
}

#[test]
fn a_bad_part_of_a_list_costs_no_other() {
    let (address, errors) = read("hide=chat,roof,header,chat,floor");
    assert_eq!(address.hide, [Area::Header, Area::Chat]);
    assert_eq!(errors.len(), 1);
    assert!(errors[0].contains("roof"), "{}", errors[0]);
}

#[test]
fn the_story_has_no_tab_for_signatures_or_checks() {
    for (text, tab) in [
        ("detail=story&tab=signature", Tab::Message),
        ("tab=checks&detail=story", Tab::Message),
        ("detail=story&tab=tokens", Tab::Tokens),
        ("detail=wire&tab=checks", Tab::Checks),
    ] {
        let (address, errors) = read(text);
        assert!(errors.is_empty(), "{text}: {errors:?}");
        assert_eq!(address.tab, tab, "{text}");
    }
}

#[test]
fn of_many_notices_few_are_shown_and_each_once() {
    let notices = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>();
    assert_eq!(few(notices(&[])), notices(&[]));
    assert_eq!(few(notices(&[1, 2, 1, 3, 4, 4])), notices(&[1, 2, 3, 4]));
    let shown = few(notices(&[1, 2, 3, 4, 5, 1, 6]));
    assert_eq!(shown[..4], notices(&[1, 2, 3, 4]));
    assert_eq!(shown[4], "And 2 more like these.");
    assert_eq!(shown.len(), 5);
}

#[test]
fn more_than_eight_thousand_characters_of_choices_fit_no_link() {
    let choices = |chars: usize| format!("agent1.answer~{}", "YWFh".repeat(chars / 4));
    let fits = |text: &str| read(&format!("#choices={text}")).0.fits_a_link();
    // 14 characters come before the text.
    assert_eq!(choices(7_984).len(), 7_998);
    assert!(fits(&choices(7_984)));
    assert_eq!(choices(7_988).len(), 8_002);
    assert!(!fits(&choices(7_988)));
    assert!(Address::plain().fits_a_link());
}

#[test]
fn a_page_of_its_own_keeps_the_place_and_drops_the_frame() {
    let (framed, _) = read(
        "deadline=90&theme=dark&tab=checks&hide=chat&autoplay=1&embed=1&height=auto\
         #gone&choices=agent1.withdraw",
    );
    let text = "deadline=90&theme=dark&tab=checks#gone&choices=agent1.withdraw";
    assert_eq!(written(&framed.full_size()), text);
}
