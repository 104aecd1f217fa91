//! The keys that work wherever the focus is in the page, as long as no control there uses them.

use leptos::{ev, prelude::*};
use web_sys::KeyboardEvent;

use crate::playback::Action;

use super::dom::is_within;
use super::has_failed;
use super::store::Store;

/// What takes Left and Right for itself.
const USES_ARROWS: &str = "input, select, textarea, [contenteditable], [role=tablist]";
/// What Space does something to.
const USES_SPACE: &str =
    "a, button, input, select, summary, textarea, [contenteditable], [tabindex='0']";
/// Where Home and End are the first and the last step.
const USES_HOME_AND_END: &str = ".sequence, .player";

/// Listens while the page is there.
pub(super) fn listen(store: Store) {
    let keys = window_event_listener(ev::keydown, move |event| {
        if has_failed() {
            return;
        }
        if let Some(action) = action(store, &event) {
            event.prevent_default();
            // A key that is held down steps on and on, but does not play and pause.
            if event.key() != " " || !event.repeat() {
                store.move_by_hand(&action);
            }
        }
    });
    on_cleanup(move || keys.remove());
}

/// Whether a key is pressed together with another one that gives it another meaning.
pub(super) fn is_modified(event: &KeyboardEvent) -> bool {
    event.alt_key() || event.ctrl_key() || event.meta_key() || event.shift_key()
}

/// What a key stands for. Never with a modifier, and not where a control uses it.
fn action(store: Store, event: &KeyboardEvent) -> Option<Action> {
    if is_modified(event) || event.default_prevented() || event.is_composing() {
        return None;
    }
    let within = |selector| is_within(event, selector);
    match event.key().as_str() {
        "ArrowRight" if !within(USES_ARROWS) => Some(Action::Next),
        "ArrowLeft" if !within(USES_ARROWS) => Some(Action::Previous),
        "Home" if within(USES_HOME_AND_END) => Some(Action::First),
        "End" if within(USES_HOME_AND_END) => Some(Action::Last),
        " " if !within(USES_SPACE) => Some(store.play_or_pause()),
        _ => None,
    }
}
