//! What the page has to say about the run that it shows, and about the address it was opened with.

use crate::lesson::departures;

use super::dom::{El, button, el, focus};
use super::icon::{Icon, icon};
use super::leptos::*;
use super::narration;
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    el("div", "notices")
        .attr("role", "status")
        .keep_children(move || {
            let texts = store.notices().get();
            let rows = texts.iter().map(|text| row(store, text));
            path(store).into_iter().chain(rows).collect()
        })
}

/// Where other choices than the default ones lead, and the way back.
fn path(store: Store) -> Option<El> {
    let (departs, ending) = store.shown().with(|shown| {
        let departs = !departures(&shown.run).is_empty();
        (departs, shown.run.trace.ending())
    });
    let row = store.lesson().ending(ending).filter(|_| departs)?;
    let back = button("plain notices__back", move || {
        store.open_path(&[], "");
        focus(narration::TITLE_ID);
    })
    .testid("default-path")
    .text("Back to the default path");
    let text = el("p", "notices__text")
        .text("You are on another path. It ends with: ")
        .child(el("strong", "").text(row.title));
    Some(
        el("div", "notices__row")
            .testid("path")
            .child(text)
            .child(back),
    )
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
