//! The row of steps to drag along: a picture of them, and a range input that people move.

use crate::playback::{Action, Playback};

use super::decision;
use super::dom::{El, el, svg, value_of};
use super::leptos::*;
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
    el("div", "scrubber")
        .child(picture(store))
        .child(range)
        .child(decisions(store))
}

/// A diamond a decision, between two steps, for the hand; everybody finds them in the list of steps.
fn decisions(store: Store) -> El {
    svg("svg", "scrubber__steps")
        .attr("aria-hidden", "true")
        .keep_children(move || {
            store.shown().with(|shown| {
                let steps = shown.steps.len();
                let places = shown.steps.decisions.iter();
                let diamonds = places.enumerate().map(|(at, place)| {
                    let (by, number) = (place.point.by, place.point.number);
                    let class = format!("scrubber__decision party--{}", by.slug());
                    let diamond = svg("path", &class)
                        .testid("player-decision")
                        .attr("d", "M0-6 6 0 0 6-6 0z")
                        .on("click", move |_| decision::go_to(store, by, number));
                    // Between two steps: half a step on, or side by side.
                    let together = shown.steps.decisions_after(place.after).count();
                    let before = shown.steps.decisions.iter().take(at);
                    let before = before.filter(|other| other.after == place.after).count();
                    let x = between(place.after, before + 1, together + 1, steps);
                    svg("svg", "scrubber__at")
                        .attr("x", &x)
                        .attr("y", "50%")
                        .child(diamond)
                });
                diamonds.collect()
            })
        })
}

fn picture(store: Store) -> El {
    let steps = move || store.shown().with(|shown| shown.steps.len());
    let dots = svg("g", "").keep_children(move || {
        let steps = steps();
        (1..=steps)
            .map(|number| dot(store, number, steps))
            .collect()
    });
    svg("svg", "scrubber__steps")
        .attr("aria-hidden", "true")
        .child(rail("scrubber__rail").attr("x2", "100%"))
        .child(
            rail("scrubber__done")
                .keep_attr("x2", move || Some(share(store.step().get(), steps()))),
        )
        .child(dots)
}

fn rail(class: &str) -> El {
    svg("line", class)
        .attr("x1", "0")
        .attr("y1", "50%")
        .attr("y2", "50%")
}

fn dot(store: Store, number: u32, steps: u32) -> El {
    svg("circle", "scrubber__dot")
        .attr("cx", &share(number, steps))
        .attr("cy", "50%")
        .attr("r", "4")
        .keep_class("scrubber__dot--done", move || number <= store.step().get())
}

/// Where a step lies, as a share of the way.
fn share(step: u32, steps: u32) -> String {
    between(step, 0, 1, steps)
}

/// Where the `part`th of `parts` lies between a step and the next one.
fn between(step: u32, part: usize, parts: usize, steps: u32) -> String {
    let part = u32::try_from(part * 1000 / parts.max(1)).unwrap_or_default();
    let of = steps.saturating_sub(1).max(1);
    let thousandths = ((step.saturating_sub(1) * 1000 + part) / of).min(1000);
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}
