//! Copying a text, and saying so when the browser refuses.

use gloo_timers::callback::Timeout;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::HtmlInputElement;

use super::dom::{El, button, el};
use super::focus::put_focus;
use super::icon::{Icon, icon};
use super::leptos::*;
use super::store::Store;

/// How long it stands there what came of it, in milliseconds.
const SAID_FOR_MS: u32 = 4_000;

/// A button that copies exactly this text, with what came of it beside it.
pub(super) fn copy_button(store: Store, text: String, what: &str) -> El {
    let outcome = RwSignal::new("");
    let copy = move || {
        let say = move |taken| {
            let done = if taken {
                "Copied"
            } else {
                "The browser refused: select the text instead"
            };
            store.say(done);
            // By then the message may be gone, and with it the signal.
            let _ = outcome.try_set(done);
            Timeout::new(SAID_FOR_MS, move || {
                let _ = outcome.try_set("");
            })
            .forget();
        };
        write(text.clone(), Box::new(say));
    };
    let status = el("span", "copy__outcome").keep_text(move || outcome.get().to_owned());
    let button = button("plain", copy)
        .testid("copy")
        .attr("title", &format!("Copy {what}"))
        .child(icon(Icon::Copy))
        .text("Copy");
    el("span", "copy").child(status).child(button)
}

/// Copies a text and says what came of it. Where the browser refuses, the field holds it, selected, to be
/// copied by hand.
pub(super) fn copy_or_select(
    text: String,
    field: HtmlInputElement,
    outcome: RwSignal<&'static str>,
) {
    let by_hand = text.clone();
    let say = move |taken| {
        let done = if taken {
            "Copied."
        } else {
            let _ = field.remove_attribute("hidden");
            field.set_value(&by_hand);
            put_focus(&field);
            field.select();
            "The browser did not allow it. The text is selected: copy it by hand."
        };
        // By then the dialog may be closed, and with it the signal gone.
        let _ = outcome.try_set(done);
    };
    write(text, Box::new(say));
}

/// Puts a text on the clipboard, and says afterwards whether the clipboard took it.
fn write(text: String, then: Box<dyn FnOnce(bool)>) {
    spawn_local(async move { then(takes(&text).await) });
}

async fn takes(text: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    // Outside a secure context there is none.
    if clipboard.is_undefined() {
        return false;
    }
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}
