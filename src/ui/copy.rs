//! Copying a text, and saying so when the browser refuses.

use std::cell::Cell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use wasm_bindgen::closure::Closure;

use super::dom::{El, button, el};
use super::icon::{Icon, icon};

/// How long it stands there what came of it, in milliseconds.
const SAID_FOR_MS: u32 = 4_000;

/// A button that copies exactly this text, with what came of it beside it.
pub(super) fn copy_button(text: String, what: &str) -> El {
    let outcome = RwSignal::new("");
    let copy = move || {
        write(&text, move |copied| {
            let done = if copied {
                "Copied"
            } else {
                "The browser refused: select the text instead"
            };
            // By then the message may be gone, and with it the signal.
            let _ = outcome.try_set(done);
            Timeout::new(SAID_FOR_MS, move || {
                let _ = outcome.try_set("");
            })
            .forget();
        });
    };
    let status = el("span", "copy__outcome")
        .attr("role", "status")
        .keep_text(move || outcome.get().to_owned());
    let button = button("plain", copy)
        .testid("copy")
        .attr("title", &format!("Copy {what}"))
        .child(icon(Icon::Copy))
        .text("Copy");
    el("span", "copy").child(status).child(button)
}

/// Writes a text into the clipboard, and then tells whether it took it.
///
/// Callbacks, not a future: those of a promise are more code than this whole file.
pub(super) fn write(text: &str, then: impl FnOnce(bool) + 'static) {
    let clipboard = window().navigator().clipboard();
    // Outside a secure context there is none.
    if clipboard.is_undefined() {
        then(false);
        return;
    }
    let then = Rc::new(Cell::new(Some(then)));
    let told = |copied| {
        let then = Rc::clone(&then);
        Closure::new(move |_| {
            if let Some(then) = then.take() {
                then(copied);
            }
        })
    };
    let (taken, refused) = (told(true), told(false));
    let _ = clipboard.write_text(text).then2(&taken, &refused);
    // The browser has them now: one of them is called, once.
    taken.forget();
    refused.forget();
}
