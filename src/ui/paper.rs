//! The whole lesson on paper. Its sheets are made when the browser is about to print, and taken away
//! afterwards; the style sheet leaves out everything else as long as they are there.

use crate::inspect::Step;

use super::chat;
use super::dom::{El, el};
use super::inspector;
use super::leptos::*;
use super::narration;
use super::store::{Shown, Store};

pub(super) fn view(store: Store) -> El {
    let is_printing = RwSignal::new(false);
    let before = window_event_listener(ev::beforeprint, move |_| is_printing.set(true));
    let after = window_event_listener(ev::afterprint, move |_| is_printing.set(false));
    on_cleanup(move || {
        before.remove();
        after.remove();
    });
    el("div", "paper").testid("paper").keep_children(move || {
        if is_printing.get() {
            untrack(|| sheets(store))
        } else {
            Vec::new()
        }
    })
}

fn sheets(store: Store) -> Vec<El> {
    let shown = store.shown().get();
    let lesson = store.lesson();
    let steps = shown.steps.prologue.steps.iter().chain(&shown.steps.steps);
    let head = el("section", "")
        .child(el("h2", "paper__title").text(lesson.title))
        .child(el("p", "").text(lesson.summary))
        .child(narration::terms(lesson));
    let said = shown
        .chat
        .iter()
        .map(|message| chat::bubble(store, message));
    let said = el("section", "")
        .child(el("h2", "paper__title").text("The conversation"))
        .child(el("ol", "chat__messages").children(said));
    let ending = lesson.ending(shown.run.trace.ending());
    let ending = ending.map(|row| {
        el("section", "")
            .child(el("h2", "paper__title").text(row.title))
            .child(el("p", "").text(row.summary))
    });
    let mut sheets = vec![head];
    sheets.extend(steps.map(|step| sheet(store, &shown, step)));
    sheets.push(said);
    sheets.extend(ending);
    sheets
}

fn sheet(store: Store, shown: &Shown, step: &Step) -> El {
    let sheet = el("section", "paper__step")
        .children(narration::words(step, el("h2", "narration__title")))
        .children(inspector::whole(store, shown, step));
    // On paper nothing unfolds. Our choice: a rule is a line with its verdict, and the values that it
    // compared are left out unless it failed, for they stand in the messages and tokens above it.
    let folds = sheet.element().get_elements_by_tag_name("details");
    for fold in (0..folds.length()).filter_map(|at| folds.item(at)) {
        if matches!(fold.closest(".checks"), Ok(None)) {
            let _ = fold.set_attribute("open", "");
        }
    }
    sheet
}
