//! The bar along the bottom: where the reader is, and how to move on.

use leptos::prelude::*;

use crate::playback::{Action, Playback, Speed};

use super::icon::{Icon, icon};
use super::scrubber::Scrubber;
use super::store::{Store, use_store};

#[component]
pub(super) fn Player() -> impl IntoView {
    let store = use_store();
    let at_start = Signal::derive(move || store.playback().with(Playback::is_first));
    let at_end = Signal::derive(move || store.playback().with(Playback::is_last));

    view! {
        <section class="player" aria-label="Player">
            <div class="player__buttons">
                {move_button("first", "First step", Icon::First, at_start, Action::First)}
                {move_button("previous", "Previous step", Icon::Previous, at_start, Action::Previous)}
                <PlayButton />
                {move_button("next", "Next step", Icon::Next, at_end, Action::Next)}
                {move_button("last", "Last step", Icon::Last, at_end, Action::Last)}
            </div>
            <Scrubber />
            <Position />
            <Speeds />
        </section>
    }
}

/// A button that moves. At its end it stays focusable, for whoever steps by keyboard.
fn move_button(
    testid: &'static str,
    label: &'static str,
    picture: Icon,
    off: Signal<bool>,
    action: Action,
) -> impl IntoView {
    let store = use_store();
    let on_click = move |_| store.move_by_hand(&action);
    view! {
        <button
            class="player__button"
            type="button"
            data-testid=testid
            aria-label=label
            title=label
            aria-disabled=move || off.get().then_some("true")
            on:click=on_click
        >
            {icon(picture)}
        </button>
    }
}

#[component]
fn PlayButton() -> impl IntoView {
    let store = use_store();
    let playing = Memo::new(move |_| store.playback().with(Playback::is_playing));
    let picture = move || {
        icon(if playing.get() {
            Icon::Pause
        } else {
            Icon::Play
        })
    };
    let text = move || if playing.get() { "Pause" } else { "Play" };
    let on_click = move |_| store.move_by_hand(&store.play_or_pause());
    view! {
        <button class="player__button player__button--play" type="button" data-testid="play" on:click=on_click>
            {picture}
            {text}
        </button>
    }
}

/// `3 / 13`, with the step's number and name for whoever reads the markup.
#[component]
fn Position() -> impl IntoView {
    let store = use_store();
    let step = Memo::new(move |_| store.playback().with(Playback::step));
    let steps = Memo::new(move |_| store.playback().with(Playback::steps));
    let text = move || format!("{} / {}", step.get(), steps.get());
    view! {
        <p
            class="player__position"
            data-testid="position"
            data-step=move || step.get()
            data-steps=move || steps.get()
            data-slug=move || store.slug()
        >
            {text}
        </p>
    }
}

#[component]
fn Speeds() -> impl IntoView {
    let store = use_store();
    let speed = Memo::new(move |_| store.playback().with(Playback::speed));
    let buttons = Speed::ALL
        .iter()
        .map(|one| speed_button(store, speed, *one))
        .collect_view();
    view! {
        <div class="segment player__speeds" role="group" aria-label="Speed">
            {buttons}
        </div>
    }
}

fn speed_button(store: Store, speed: Memo<Speed>, one: Speed) -> impl IntoView {
    let pressed = move || if speed.get() == one { "true" } else { "false" };
    view! {
        <button
            class="segment__button"
            type="button"
            data-testid=format!("speed-{}", one.slug())
            aria-pressed=pressed
            on:click=move |_| store.act(&Action::SetSpeed(one))
        >
            {one.title()}
        </button>
    }
}
