//! The keys that work wherever the focus is in the page, as long as no control there uses them.

use web_sys::KeyboardEvent;

use crate::address::Tab;
use crate::playback::Action;

use super::dialog::Dialog;
use super::dom::is_within;
use super::focus::focus;
use super::has_failed;
use super::leptos::*;
use super::sequence::row_id;
use super::store::Store;

/// What takes Left and Right for itself.
const USES_ARROWS: &str = "input, select, textarea, [contenteditable], [role=tablist]";
/// What Space does something to.
const USES_SPACE: &str =
    "a, button, input, select, summary, textarea, [contenteditable], [tabindex='0']";
/// What takes characters for itself: a select looks for the option that begins with it.
const TAKES_LETTERS: &str =
    "input:not([type=range]):not([type=checkbox]), select, textarea, [contenteditable]";
/// Where Home and End are the first and the last step.
const USES_HOME_AND_END: &str = ".sequence, .player";

/// Listens while the page is there.
pub(super) fn listen(store: Store) {
    let keys = window_event_listener(ev::keydown, move |event| {
        if has_failed() || is_not_ours(&event) {
            return;
        }
        let done = step_by_key(store, &event) || (!event.repeat() && do_by_letter(store, &event));
        if done {
            event.prevent_default();
        }
    });
    on_cleanup(move || keys.remove());
}

/// Whether a key is pressed together with another one that gives it another meaning.
pub(super) fn is_modified(event: &KeyboardEvent) -> bool {
    is_command(event) || event.shift_key()
}

/// Whether it is a command to the browser or the system.
fn is_command(event: &KeyboardEvent) -> bool {
    event.alt_key() || event.ctrl_key() || event.meta_key()
}

/// Keys that mean something else, or that somebody has dealt with, or are pressed in a dialog.
fn is_not_ours(event: &KeyboardEvent) -> bool {
    is_command(event)
        || event.default_prevented()
        || event.is_composing()
        || is_within(event, "dialog")
}

/// Steps, when that is what the key is for where the focus is.
fn step_by_key(store: Store, event: &KeyboardEvent) -> bool {
    let Some(action) = action(store, event) else {
        return false;
    };
    // A key that is held down steps on and on, but does not play and pause.
    if event.key() != " " || !event.repeat() {
        store.move_by_hand(&action);
    }
    // The focus goes along with whoever walks through the rows.
    if is_within(event, ".sequence__row") {
        focus(&row_id(store.step().get_untracked()));
    }
    true
}

/// What a key does to the place. Never with a modifier, and not where a control uses it.
fn action(store: Store, event: &KeyboardEvent) -> Option<Action> {
    if event.shift_key() {
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

/// Does what a single character stands for, unless they are turned off or somebody is typing. Some
/// keyboards need Shift for a digit or a question mark.
fn do_by_letter(store: Store, event: &KeyboardEvent) -> bool {
    if !store.keys().get_untracked().is_on() || is_within(event, TAKES_LETTERS) {
        return false;
    }
    let key = event.key();
    match key.as_str() {
        "." => store.move_by_hand(&Action::Next),
        "?" => store.dialog().set(Some(Dialog::Help)),
        _ => return show_tab(store, &key),
    }
    true
}

/// Shows the tab of that number, from 1. A tab keeps its number when those before it are not shown.
fn show_tab(store: Store, digit: &str) -> bool {
    let number: usize = digit.parse().unwrap_or_default();
    let tab = Tab::ALL.get(number.wrapping_sub(1)).copied();
    let tab = tab.filter(|tab| store.detail().get_untracked().shows(*tab));
    if let Some(tab) = tab {
        store.tab().set(tab);
    }
    tab.is_some()
}
