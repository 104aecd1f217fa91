//! What just happened, in words, and how it ended.

use leptos::prelude::*;

use crate::inspect::Step;
use crate::playback::Playback;

use super::dom::{El, el};
use super::section_link::section_link;
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    el("div", "narration")
        .testid("narration")
        .keep_children(move || {
            let words = store.of_step(words).unwrap_or_default();
            words.into_iter().chain(ending(store)).collect()
        })
}

fn words(step: &Step) -> Vec<El> {
    let when = format!("Step {}, at {}", step.number, step.at.clock());
    let title = el("h2", "narration__title").text(&step.title);
    let text = el("p", "narration__text").text(&step.narration);
    let mut words = vec![el("p", "narration__when").text(&when), title, text];
    words.extend(step.spec.map(section_link));
    words
}

/// At the last step: how it ended, and what each party now holds.
fn ending(store: Store) -> Option<El> {
    if !store.playback().with(Playback::is_last) {
        return None;
    }
    let ending = store.shown().with(|shown| shown.run.trace.ending());
    let row = store.lesson().ending(ending)?;
    let panel = el("section", "ending")
        .testid("ending")
        .attr("data-ending", ending.slug())
        .attr("aria-label", "How it ended")
        .child(el("h3", "ending__title").text(row.title))
        .child(el("p", "").text(row.summary));
    Some(panel)
}
