//! The row of steps to drag along: a picture of them, and a range input that people move.

use leptos::prelude::*;

use crate::playback::{Action, Playback};

use super::dom::{El, el, svg, value_of};
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    let steps = move || store.playback().with(Playback::steps);
    let go = move |text: String| {
        if let Ok(step) = text.parse() {
            store.move_by_hand(&Action::GoTo(step));
        }
    };
    let range = el("input", "scrubber__range")
        .testid("scrubber")
        .attr("type", "range")
        .attr("aria-label", "Step")
        .attr("min", "1")
        .keep_attr("max", move || Some(steps().to_string()))
        .keep_attr("aria-valuetext", move || Some(store.place_in_words()))
        .keep_value(move || store.step().get().to_string())
        .on("input", move |event| go(value_of(&event)));
    el("div", "scrubber").child(picture(store)).child(range)
}

fn picture(store: Store) -> El {
    svg("svg", "scrubber__steps")
        .attr("aria-hidden", "true")
        .keep_children(move || {
            let (step, steps) = store.playback().with(|at| (at.step(), at.steps()));
            let rails = [
                rail("scrubber__rail", "100%"),
                rail("scrubber__done", &share(step, steps)),
            ];
            let dots = (1..=steps).map(|number| dot(number <= step, &share(number, steps)));
            rails.into_iter().chain(dots).collect()
        })
}

fn rail(class: &str, until: &str) -> El {
    svg("line", class)
        .attr("x1", "0")
        .attr("x2", until)
        .attr("y1", "50%")
        .attr("y2", "50%")
}

fn dot(done: bool, at: &str) -> El {
    let class = if done {
        "scrubber__dot scrubber__dot--done"
    } else {
        "scrubber__dot"
    };
    svg("circle", class)
        .attr("cx", at)
        .attr("cy", "50%")
        .attr("r", "4")
}

/// Where a step lies, as a share of the way.
fn share(step: u32, steps: u32) -> String {
    let of = steps.saturating_sub(1).max(1);
    let thousandths = step.saturating_sub(1) * 1000 / of;
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}
