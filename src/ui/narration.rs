//! What just happened, in words.

use crate::inspect::Step;
use crate::lesson::Lesson;

use super::dom::{El, button, el};
use super::focus::focus;
use super::leptos::*;
use super::section_link::section_link;
use super::sequence::row_id;
use super::store::{Aside, Store};

/// The id of the headline.
pub(super) const TITLE_ID: &str = "narration-title";

pub(super) fn view(store: Store) -> El {
    el("div", "narration")
        .testid("narration")
        .keep_children(move || match store.aside().get() {
            Some(Aside::Prologue(at)) => store.shown().with(|shown| {
                let step = shown.steps.prologue.steps.get(at);
                step.map(live).unwrap_or_default()
            }),
            Some(Aside::Notice(_) | Aside::Document(_)) | None => {
                store.of_step(live).unwrap_or_default()
            }
        })
}

/// What was there before the first step.
pub(super) fn terms(lesson: &Lesson) -> El {
    let terms = lesson.before.iter().map(|(term, meaning)| {
        el("div", "before__term")
            .child(el("dt", "before__name").text(term))
            .child(el("dd", "before__meaning").text(meaning))
    });
    el("section", "before")
        .testid("before")
        .child(el("h3", "before__title").text("Before the first step"))
        .child(el("dl", "before__terms").children(terms))
}

/// The words of which the headline takes the focus.
fn live(step: &Step) -> Vec<El> {
    let title = el("h2", "narration__title");
    words(step, title.attr("id", TITLE_ID).attr("tabindex", "-1"))
}

/// When, what in that headline, and why.
pub(super) fn words(step: &Step, title: El) -> Vec<El> {
    let row = row_id(step.number);
    let when = match step.number {
        0 => "Before the first step".to_owned(),
        number => format!("Step {number}"),
    };
    // Where the steps stand below, a row leads here, and this leads back.
    let back = (step.number > 0).then(|| {
        button("plain narration__back", move || focus(&row))
            .testid("back-to-steps")
            .text("In the list of steps")
    });
    let when = el("p", "narration__when")
        .text(&format!("{when}, at {}", step.at.clock()))
        .children(back);
    let text = el("p", "narration__text").text(&step.narration);
    let mut words = vec![when, title.text(&step.title), text];
    words.extend(step.spec.map(section_link));
    words
}
