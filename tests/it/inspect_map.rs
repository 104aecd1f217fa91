//! The map of outcomes, and two runs side by side.

use aauth_sim::inspect::{MapGroup, MapLeaf, OutcomeMap, Steps, compare, shared_steps};
use aauth_sim::lesson::{LESSONS, Lesson, Recipe, Run, Settings, lesson, parse_choices, run};
use aauth_sim::stage::{Ending, PartyId};

fn recipe(lesson: &'static Lesson, choices: &str) -> Recipe {
    Recipe {
        picks: parse_choices(choices).into_iter().flatten().collect(),
        ..Recipe::new(lesson)
    }
}

fn of(choices: &str) -> Run {
    run(&recipe(lesson("clarification").unwrap(), choices))
}

fn map(run: &Run) -> Vec<MapGroup> {
    let mut map = OutcomeMap::new(&run.recipe);
    while map.advance() {}
    let (known, all) = map.progress();
    assert_eq!(known, all);
    map.groups(run)
}

fn leaves(groups: &[MapGroup]) -> Vec<(Ending, &MapLeaf)> {
    let mut all = Vec::new();
    for group in groups {
        all.extend(group.leaves.iter().map(|leaf| (group.row.ending, leaf)));
    }
    all
}

#[test]
fn each_leaf_of_each_lesson_leads_to_its_ending() {
    for lesson in LESSONS {
        let groups = map(&run(&Recipe::new(lesson)));
        let leaves = leaves(&groups);
        assert!((13..=40).contains(&leaves.len()), "{} leaves", leaves.len());
        for (ending, leaf) in &leaves {
            let run = run(&leaf.recipe);
            assert_eq!(run.trace.ending(), *ending, "{:?}", leaf.path);
            assert!(run.dropped.is_empty(), "{:?}", leaf.path);
            assert!(!leaf.path.is_empty());
        }
        for (at, (_, leaf)) in leaves.iter().enumerate() {
            let again = leaves[..at]
                .iter()
                .any(|(_, other)| other.recipe == leaf.recipe);
            assert!(!again, "{:?} stands there twice", leaf.path);
        }
        let endings: Vec<Ending> = groups.iter().map(|group| group.row.ending).collect();
        assert_eq!(endings.len(), 13);
        assert!(groups.iter().all(|group| !group.leaves.is_empty()));
    }
}

/// Every setting as far from its default as it can be: still each leaf keeps its word.
#[test]
fn each_leaf_leads_to_its_ending_under_any_settings() {
    for lesson in LESSONS {
        for setting in lesson.settings {
            let far = [setting.min, setting.max]
                .into_iter()
                .max_by_key(|value| value.abs_diff(setting.default));
            let mut shown = Recipe::new(lesson);
            let text = setting.text(far.unwrap());
            shown.settings.set(lesson, setting.name, &text).unwrap();
            assert_ne!(shown.settings, Settings::of(lesson));
            let groups = map(&run(&shown));
            assert_eq!(groups.len(), 13, "{} {text}", setting.name);
            for (ending, leaf) in leaves(&groups) {
                let told = format!("{} {text}: {ending:?} by {:?}", setting.name, leaf.path);
                let run = run(&leaf.recipe);
                assert_eq!(run.trace.ending(), ending, "{told}");
                assert!(run.dropped.is_empty(), "{told}");
                assert!(!leaf.path.is_empty(), "{told}");
                assert!(leaf.path.iter().all(|words| !words.is_empty()), "{told}");
                let changes = leaf.recipe.settings != shown.settings;
                let says_so = leaf.path.iter().any(|words| words.contains(": "));
                assert_eq!(changes, says_so, "{told}");
            }
        }
    }
}

#[test]
fn the_way_back_to_questions_is_part_of_the_path() {
    let mut shown = recipe(lesson("clarification").unwrap(), "");
    let set = shown.settings.set(shown.lesson, "capability", "off");
    set.unwrap();
    let groups = map(&run(&shown));
    let path = |ending| {
        let group = groups.iter().find(|group| group.row.ending == ending);
        group.unwrap().leaves[0].path.clone()
    };
    assert_eq!(
        path(Ending::Withdrawn),
        ["The agent takes questions: on", "Withdraw the request"]
    );
    assert_eq!(
        path(Ending::RoundsUsed),
        [
            "Questions, at most: 1",
            "The agent takes questions: on",
            "Ask the agent"
        ]
    );
}

/// A run that came where one question does not lead is its own way.
#[test]
fn a_longer_way_is_marked_as_itself() {
    let mut shown = recipe(lesson("clarification").unwrap(), "person3.ask");
    shown.settings.set(shown.lesson, "rounds", "1").unwrap();
    let shown = run(&shown);
    assert_eq!(shown.trace.ending(), Ending::RoundsUsed);
    let groups = map(&shown);
    let leaves = leaves(&groups);
    let marked: Vec<_> = leaves.iter().filter(|(_, leaf)| leaf.is_current).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!(marked[0].0, Ending::RoundsUsed);
    assert_eq!(run(&marked[0].1.recipe).trace, shown.trace);
}

/// Asked and answered, mistaken, in the app, under other settings: the way of the run is marked.
#[test]
fn the_way_of_the_run_is_marked() {
    for (choices, way) in [
        (
            "",
            vec![
                "Ask the agent",
                "Answer the question",
                "Open the page",
                "Approve",
            ],
        ),
        (
            "agent1.no-action",
            vec![
                "Ask the agent",
                "Answer the question",
                "Open the page",
                "Approve",
            ],
        ),
        ("person1.deny", vec!["Deny at once"]),
        (
            "person3.ask",
            vec![
                "Ask the agent",
                "Answer the question",
                "Open the page",
                "Approve",
            ],
        ),
        (
            "person1.open,person2.in-app,person3.deny",
            vec![
                "Ask nothing, go to the page",
                "Decide in the app instead",
                "Deny",
            ],
        ),
    ] {
        let groups = map(&of(choices));
        let leaves = leaves(&groups);
        let marked: Vec<_> = leaves.iter().filter(|(_, leaf)| leaf.is_current).collect();
        assert_eq!(marked.len(), 1, "{choices}");
        assert_eq!(marked[0].1.path, way, "{choices}");
    }
}

#[test]
fn an_ending_under_other_settings_says_which() {
    let groups = map(&of(""));
    let group = |ending| groups.iter().find(|group| group.row.ending == ending);
    let leaf = &group(Ending::NoCapability).unwrap().leaves[0];
    assert_eq!(leaf.path, ["The agent takes questions: off"]);
    assert!(!leaf.recipe.settings.is_on("capability"));
}

#[test]
fn two_runs_are_told_from_where_they_part() {
    let comparison = compare(&of(""), &of("agent1.withdraw"));
    let [granted, withdrawn] = &comparison.sides;
    assert_eq!(granted.title, "Access granted");
    assert_eq!(withdrawn.title, "Request withdrawn");
    for side in &comparison.sides {
        assert_eq!(side.steps[0].number, comparison.shared + 1);
    }
    let titles = |at: usize| {
        comparison.sides[at]
            .steps
            .iter()
            .map(|step| step.title.as_str())
    };
    assert_eq!(titles(1).next(), Some("The agent takes its request back"));
    assert!(titles(0).any(|title| title == "The resource answers"));
    assert!(titles(1).all(|title| title != "The resource answers"));
    assert_eq!(withdrawn.steps[0].status, "204 no content");
    let holds = |at: usize, party, what: &str| {
        let mut held = comparison.sides[at].held.iter();
        let (_, held) = held.find(|(by, _)| *by == party).unwrap();
        held.iter().any(|held| held.starts_with(what))
    };
    assert!(holds(
        0,
        PartyId::Agent,
        "auth token: reports.read figures.read"
    ));
    assert!(!holds(1, PartyId::Agent, "auth token"));
    assert!(holds(
        0,
        PartyId::PersonServer,
        "the person's decision: approved"
    ));
    assert!(holds(1, PartyId::PersonServer, "pending request: gone"));
}

/// An answer in other words is another answer.
#[test]
fn runs_with_different_texts_part_at_the_text() {
    let one = of("");
    // "Only for the summary."
    let other = of("agent1.answer~T25seSBmb3IgdGhlIHN1bW1hcnku");
    assert!(other.dropped.is_empty());
    let cut = |run: &Run| Steps::cut(&run.trace, run.recipe.lesson.steps);
    let (left, right) = (cut(&one), cut(&other));
    let shared = shared_steps(&left, &right);
    assert_eq!(shared, shared_steps(&right, &left));
    let answer = left.find("answer-1").unwrap();
    assert_eq!(shared, answer - 1);
    assert_eq!(right.find("answer-1"), Some(answer));
    let comparison = compare(&one, &other);
    assert_eq!(comparison.shared, shared);
    for side in &comparison.sides {
        assert_eq!(side.steps[0].number, answer);
    }
}

#[test]
fn a_run_and_itself_share_everything() {
    let comparison = compare(&of(""), &of(""));
    assert!(comparison.shared > 10);
    let [one, other] = comparison.sides;
    assert!(one.steps.is_empty());
    assert_eq!(one, other);
}
