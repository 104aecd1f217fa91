//! What is read out: the step, once, after a move of the reader.

use leptos::prelude::*;

use super::store::use_store;

#[component]
pub(super) fn Live() -> impl IntoView {
    let store = use_store();
    view! {
        <p class="visually-hidden" role="status" aria-live="polite">
            {move || store.announcement().get()}
        </p>
    }
}
