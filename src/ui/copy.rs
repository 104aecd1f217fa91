//! Copying a text, and saying so when the browser refuses.

use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen_futures::JsFuture;

use super::icon::{Icon, icon};

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ready,
    Copied,
    Refused,
}

/// A button that copies exactly this text.
#[component]
pub(super) fn CopyButton(text: String, what: &'static str) -> impl IntoView {
    let state = RwSignal::new(State::Ready);
    let on_click = move |_| {
        let text = text.clone();
        spawn_local(async move {
            let copied = write(&text).await;
            state.set(if copied {
                State::Copied
            } else {
                State::Refused
            });
        });
    };
    let label = move || match state.get() {
        State::Ready => "Copy",
        State::Copied => "Copied",
        State::Refused => "The browser refused: select the text instead",
    };
    view! {
        <button class="plain copy" type="button" aria-label=format!("Copy {what}") on:click=on_click>
            {icon(Icon::Copy)}
            <span role="status">{label}</span>
        </button>
    }
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
