//! Where decisions lie between the steps, and what comes of taking one otherwise.

use aauth_sim::entropy::Seed;
use aauth_sim::inspect::{DecisionPlace, Steps};
use aauth_sim::lesson::{
    LESSONS, Pick, Recipe, Run, choice_row, departures, lesson, parse_choices, retaken, run,
    write_choices,
};
use aauth_sim::stage::PartyId;

fn clarification(choices: &str) -> Run {
    let mut recipe = Recipe::new(lesson("clarification").unwrap());
    let picks: Result<Vec<Pick>, _> = parse_choices(choices).into_iter().collect();
    recipe.picks = picks.unwrap();
    run(&recipe)
}

fn steps(run: &Run) -> Steps {
    Steps::cut(&run.trace, run.recipe.lesson.steps)
}

/// `agent1.answer after asked`, a line a decision.
fn places(run: &Run) -> Vec<String> {
    let steps = steps(run);
    let line = |place: &DecisionPlace| {
        let slug = steps.step(place.after).map_or("nothing", |step| &step.slug);
        let taken = place.taken.as_ref().map_or("nothing", |taken| taken.slug);
        let departs = if place.departure().is_some() { "!" } else { "" };
        format!("{}.{taken}{departs} after {slug}", place.point.key())
    };
    steps.decisions.iter().map(line).collect()
}

fn pick(by: PartyId, number: u32, slug: &str) -> Pick {
    Pick {
        by,
        number,
        slug: slug.to_owned(),
        text: None,
    }
}

#[test]
fn a_decision_lies_after_the_step_in_which_it_comes_up() {
    assert_eq!(
        places(&clarification("")),
        [
            "person1.ask after request",
            "agent1.answer after asked",
            "person2.open after poll-1",
            "person3.approve after poll-2",
        ]
    );
    assert_eq!(
        places(&clarification("person3.deny")),
        [
            "person1.ask after request",
            "agent1.answer after asked",
            "person2.open after poll-1",
            "person3.deny! after poll-2",
        ]
    );
}

#[test]
fn another_text_departs_and_the_default_one_does_not() {
    let steps = steps(&clarification("agent1.answer~WWVz"));
    let place = &steps.decisions[1];
    assert_eq!(place.departure().unwrap().text.as_deref(), Some("Yes"));
    assert!(place.is_taken("answer") && !place.is_taken("update"));

    let usual = place.point.option("answer").unwrap().choice.text().unwrap();
    let mut same = pick(PartyId::Agent, 1, "answer");
    same.text = Some(usual.to_owned());
    let run = run(&retaken(&clarification(""), same));
    assert_eq!(departures(&run), []);
}

#[test]
fn taking_one_decision_otherwise_keeps_the_others_that_fit() {
    let before = clarification("agent1.answer~WWVz,person3.deny");
    let after = run(&retaken(&before, pick(PartyId::Person, 2, "wrong-code")));
    // After the slip the page is opened, and what was person3 is another decision.
    assert_eq!(after.dropped.len(), 1, "{:?}", after.dropped);
    assert_eq!(
        write_choices(&departures(&after)),
        "agent1.answer~WWVz,person2.wrong-code"
    );

    let after = run(&retaken(&before, pick(PartyId::Agent, 1, "withdraw")));
    let dropped: Vec<(&str, &str)> = after
        .dropped
        .iter()
        .map(|dropped| (dropped.pick.slug.as_str(), dropped.why.as_str()))
        .collect();
    assert_eq!(dropped, [("deny", "person3 never comes up")]);
    assert_eq!(write_choices(&departures(&after)), "agent1.withdraw");

    let back = run(&retaken(&after, pick(PartyId::Agent, 1, "answer")));
    assert_eq!(back.trace, clarification("").trace);
}

#[test]
fn up_to_the_decision_nothing_changes_when_it_is_taken_otherwise() {
    for lesson in LESSONS {
        let default = run(&Recipe::new(lesson));
        let before = steps(&default);
        for place in &before.decisions {
            for option in &place.point.options {
                let pick = pick(place.point.by, place.point.number, option.slug);
                let other = run(&retaken(&default, pick));
                let same = |(one, other): &(_, _)| one == other;
                let events = default.trace.events().zip(other.trace.events());
                let shared = events.take_while(same).count();
                assert!(
                    shared >= usize::try_from(place.offered.0).unwrap(),
                    "{}.{} changes what was before it",
                    place.point.key(),
                    option.slug
                );
                let after = steps(&other);
                let here = |other: &&DecisionPlace| other.offered == place.offered;
                let other = after.decisions.iter().find(here).unwrap();
                assert_eq!(other.after, place.after, "the place is kept");
                assert!(other.is_taken(option.slug));
            }
        }
    }
}

#[test]
fn every_option_of_every_decision_has_words() {
    for lesson in LESSONS {
        for row in lesson.endings {
            let recipe = Recipe::toward(lesson, row, Seed::default());
            for decision in run(&recipe).decisions {
                for option in &decision.point.options {
                    let row = choice_row(decision.point.prompt, option.slug);
                    assert!(row.is_some(), "{} has no words", option.slug);
                }
            }
        }
    }
}
