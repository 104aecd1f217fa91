//! What the page has to say about the address it was opened with.

use leptos::prelude::*;

use super::icon::{Icon, icon};
use super::store::{Store, use_store};

#[component]
pub(super) fn Notices() -> impl IntoView {
    let store = use_store();
    let rows = move || {
        let texts = store.notices().get();
        texts
            .into_iter()
            .enumerate()
            .map(|(at, text)| row(store, at, text))
            .collect_view()
    };
    view! { <div class="notices" role="status">{rows}</div> }
}

fn row(store: Store, at: usize, text: String) -> impl IntoView {
    let dismiss = move |_| {
        store.notices().update(|notices| {
            notices.remove(at);
        });
    };
    view! {
        <div class="notices__row" data-testid="notice">
            <p class="notices__text">{text}</p>
            <button class="player__button" type="button" aria-label="Dismiss this notice" on:click=dismiss>
                {icon(Icon::Close)}
            </button>
        </div>
    }
}
