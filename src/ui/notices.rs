//! What the page has to say about the address it was opened with.

use super::dom::{El, button, el};
use super::icon::{Icon, icon};
use super::leptos::*;
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    el("div", "notices")
        .attr("role", "status")
        .keep_children(move || {
            let texts = store.notices().get();
            texts.iter().map(|text| row(store, text)).collect()
        })
}

fn row(store: Store, text: &str) -> El {
    let dismissed = text.to_owned();
    let dismiss = move || {
        store
            .notices()
            .update(|notices| notices.retain(|text| *text != dismissed));
    };
    let close = button("notices__close", dismiss)
        .attr("aria-label", "Dismiss this notice")
        .child(icon(Icon::Close));
    el("div", "notices__row")
        .testid("notice")
        .child(el("p", "notices__text").text(text))
        .child(close)
}
