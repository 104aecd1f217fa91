//! What the person sees on the ways off the main one: in the app, before a page that does not open,
//! after a question that could not be put.

use aauth_sim::inspect::{PersonPlace, PersonView, Steps, person};
use aauth_sim::lesson::{Recipe, Run, lesson, parse_choices, run};
use aauth_sim::stage::EventId;

fn clarification(settings: &[(&str, &str)], choices: &str) -> Run {
    let lesson = lesson("clarification").unwrap();
    let mut recipe = Recipe::new(lesson);
    for (name, value) in settings {
        recipe.settings.set(lesson, name, value).unwrap();
    }
    recipe.picks = parse_choices(choices).into_iter().flatten().collect();
    let run = run(&recipe);
    assert_eq!(run.dropped, [], "{choices}");
    run
}

/// What they see after each step; the same twice only once.
fn places(run: &Run) -> Vec<PersonPlace> {
    let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
    let views = steps.steps.iter().map(|step| person(&run.trace, step.last));
    let mut places: Vec<PersonPlace> = views.map(|view| view.place).collect();
    places.dedup();
    places
}

fn at_the_end(run: &Run) -> PersonView {
    person(&run.trace, EventId(u32::MAX))
}

#[test]
fn whoever_decides_in_the_app_never_sees_the_page() {
    let run = clarification(&[], "person2.in-app");
    use PersonPlace::{App, Channel, Nowhere};
    assert_eq!(places(&run), [Nowhere, Channel, App]);
    assert_eq!(at_the_end(&run).end.unwrap().approved, Some(true));
}

#[test]
fn a_wrong_code_opens_nothing_until_the_right_one_comes() {
    use PersonPlace::{Channel, Nowhere, Page, Refused};
    let run = clarification(&[], "person2.wrong-code");
    assert_eq!(places(&run), [Nowhere, Channel, Refused(410), Page]);

    let run = clarification(&[], "person2.guess-codes");
    assert_eq!(places(&run), [Nowhere, Channel, Refused(410)]);
    let end = at_the_end(&run).end.unwrap();
    assert_eq!(
        (end.approved, end.why),
        (None, "too many wrong codes were tried")
    );
}

#[test]
fn a_page_that_they_left_is_closed() {
    use PersonPlace::{Channel, Left, Nowhere, Page};
    let run = clarification(&[], "person3.leave");
    assert_eq!(places(&run), [Nowhere, Channel, Page, Left]);
    let end = at_the_end(&run).end.unwrap();
    assert_eq!(end.why, "you left the page without deciding");
}

#[test]
fn a_question_that_was_not_put_says_why_and_no_other_is_offered() {
    let run = clarification(&[("capability", "off")], "");
    let view = at_the_end(&run);
    let unasked: Vec<_> = view.rounds.iter().map(|round| round.unasked).collect();
    assert_eq!(unasked, [Some("the agent takes no questions")]);
    assert!(!view.can_ask());
    assert!(at_the_end(&clarification(&[], "")).can_ask());
}

#[test]
fn a_question_on_the_page_stands_with_those_before_and_its_answers_to_choose_from() {
    let view = at_the_end(&clarification(&[], "person3.ask-closed"));
    let rounds: Vec<(usize, bool)> = view
        .rounds
        .iter()
        .map(|round| (round.options.len(), round.answer.is_some()))
        .collect();
    assert_eq!(rounds, [(0, true), (2, true)]);
    assert_eq!(view.place, PersonPlace::Page);
}

#[test]
fn a_request_that_expired_says_so() {
    let view = at_the_end(&clarification(&[], "agent1.silent"));
    assert_eq!(view.end.unwrap().why, "the request was not decided in time");
    assert_eq!(view.rounds[0].answer, None);
}
