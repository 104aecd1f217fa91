//! The bar along the bottom: where the reader is, and how to move on.

use crate::playback::{Action, AtDecisions, Playback, Speed};

use super::dom::{El, button, el};
use super::embed;
use super::icon::{Icon, icon};
use super::leptos::*;
use super::scrubber;
use super::store::Store;

/// The id of the play button.
pub(super) const PLAY_ID: &str = "play";

pub(super) fn view(store: Store) -> El {
    let buttons = el("div", "player__buttons")
        .child(step_button(
            store,
            "first",
            "First step",
            Icon::First,
            Action::First,
        ))
        .child(step_button(
            store,
            "previous",
            "Previous step",
            Icon::Previous,
            Action::Previous,
        ))
        .child(play_button(store))
        .child(step_button(
            store,
            "next",
            "Next step",
            Icon::Next,
            Action::Next,
        ))
        .child(step_button(
            store,
            "last",
            "Last step",
            Icon::Last,
            Action::Last,
        ));
    el("section", "player")
        .attr("aria-label", "Player")
        .child(buttons)
        .child(scrubber::view(store))
        .child(position(store))
        .child(stop_switch(store))
        .child(speeds(store))
        .children(embed::is_embedded(store).then(|| embed::full_size(store)))
}

/// Whether playing stops where something is decided.
fn stop_switch(store: Store) -> El {
    let stops = move || store.playback().with(Playback::at_decisions) == AtDecisions::Stop;
    let turn = move || {
        store.act(&Action::SetAtDecisions(if untrack(stops) {
            AtDecisions::GoOn
        } else {
            AtDecisions::Stop
        }));
    };
    button("player__button player__stops", turn)
        .testid("stop-at-decisions")
        .attr("aria-label", "Stop at decisions")
        .attr("title", "Stop at decisions")
        .keep_attr("aria-pressed", move || Some(stops().to_string()))
        .child(icon(Icon::Decision))
}

/// A button that moves. At its end it stays focusable, for whoever steps by keyboard.
fn step_button(store: Store, testid: &str, label: &str, picture: Icon, action: Action) -> El {
    let forwards = matches!(action, Action::Next | Action::Last);
    let at_its_end = move || {
        store.playback().with(|at| {
            if forwards {
                at.is_last()
            } else {
                at.is_first()
            }
        })
    };
    button("player__button", move || store.move_by_hand(&action))
        .testid(testid)
        .attr("aria-label", label)
        .attr("title", label)
        .keep_attr("aria-disabled", move || {
            at_its_end().then(|| "true".to_owned())
        })
        .child(icon(picture))
}

/// Its picture follows `data-playing` in the style sheet.
fn play_button(store: Store) -> El {
    let playing = move || store.playback().with(Playback::is_playing);
    let text = move || if playing() { "Pause" } else { "Play" };
    button("player__button player__button--play", move || {
        store.move_by_hand(&store.play_or_pause());
    })
    .testid("play")
    .attr("id", PLAY_ID)
    .keep_attr("data-playing", move || Some(playing().to_string()))
    .child(icon(Icon::Play))
    .child(icon(Icon::Pause))
    .child(el("span", "player__play-text").keep_text(move || text().to_owned()))
}

/// `3 / 13`, with the step's number and name for whoever reads the markup.
fn position(store: Store) -> El {
    let steps = move || store.playback().with(Playback::steps);
    el("p", "player__position")
        .testid("position")
        .keep_attr("data-step", move || Some(store.step().get().to_string()))
        .keep_attr("data-steps", move || Some(steps().to_string()))
        .keep_attr("data-slug", move || store.of_step(|step| step.slug.clone()))
        .keep_text(move || format!("{} / {}", store.step().get(), steps()))
}

fn speeds(store: Store) -> El {
    let buttons = Speed::ALL.iter().map(|speed| speed_button(store, *speed));
    el("div", "segment player__speeds")
        .attr("role", "group")
        .attr("aria-label", "Speed")
        .children(buttons)
}

fn speed_button(store: Store, speed: Speed) -> El {
    let pressed = move || store.playback().with(|at| at.speed() == speed);
    button("segment__button", move || {
        store.act(&Action::SetSpeed(speed));
    })
    .testid(&format!("speed-{}", speed.slug()))
    .keep_attr("aria-pressed", move || Some(pressed().to_string()))
    .text(speed.title())
}
