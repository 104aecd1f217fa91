//! What moves the place while it plays, and what stops it.

use core::cell::Cell;

use gloo_timers::callback::Timeout;
use web_sys::VisibilityState;

use crate::playback::{Action, NextTick, words};

use super::leptos::*;
use super::store::Store;

/// Sets one timer a turn while the store plays; playing stops when the tab is hidden.
pub(super) fn run(store: Store) {
    // A timer that is let go is cancelled: by the next one, or by the end of the page.
    let waiting = Cell::new(None);
    effect(move || {
        let words = store.of_step(|step| words(&step.narration));
        let words = words.unwrap_or_default();
        let next = store.playback().with(|at| at.next_tick(words));
        waiting.set(next.map(|tick| timer(store, tick)));
    });

    let hidden = window_event_listener(ev::visibilitychange, move |_| {
        if document().visibility_state() == VisibilityState::Hidden {
            store.act(&Action::Pause);
        }
    });
    on_cleanup(move || hidden.remove());
}

fn timer(store: Store, tick: NextTick) -> Timeout {
    Timeout::new(tick.delay_ms, move || {
        store.act(&Action::Tick { turn: tick.turn });
        let stopped = store
            .playback()
            .with_untracked(|at| !at.is_playing() && !at.is_last());
        if stopped {
            store.say("Playing stopped: here something is decided.");
        }
    })
}
