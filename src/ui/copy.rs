//! Copying a text, and saying so when the browser refuses.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen_futures::JsFuture;

use super::dom::{El, button, el};
use super::icon::{Icon, icon};

/// A button that copies exactly this text.
pub(super) fn copy_button(text: String, what: &str) -> El {
    let label = RwSignal::new("Copy".to_owned());
    let copy = move || {
        let text = text.clone();
        spawn_local(async move {
            let done = if write(&text).await {
                "Copied"
            } else {
                "The browser refused: select the text instead"
            };
            label.set(done.to_owned());
        });
    };
    let status = el("span", "")
        .attr("role", "status")
        .keep_text(move || label.get());
    button("plain copy", copy)
        .attr("title", &format!("Copy {what}"))
        .child(icon(Icon::Copy))
        .child(status)
}

/// Whether the clipboard took it.
async fn write(text: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    // Outside a secure context there is none.
    if clipboard.is_undefined() {
        return false;
    }
    JsFuture::from(clipboard.write_text(text)).await.is_ok()
}
