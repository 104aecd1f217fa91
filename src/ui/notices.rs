//! What the page has to say about the run that it shows, and about the address it was opened with.

use crate::inspect::DecisionPlace;

use super::decision;
use super::dom::{El, button, el};
use super::focus::focus;
use super::icon::{Icon, icon};
use super::leptos::*;
use super::narration;
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    let rows = el("div", "").attr("role", "status").keep_children(move || {
        let texts = store.notices().get();
        texts.iter().map(|text| row(store, text)).collect()
    });
    let path = el("div", "").keep_children(move || path(store).into_iter().collect());
    el("div", "notices").child(path).child(rows)
}

/// The way from the default path to this one: what is set up or chosen otherwise, each leading to
/// where it is, and how it ends.
fn path(store: Store) -> Option<El> {
    let lesson = store.lesson();
    let shown = store.shown().get();
    let set = shown.run.recipe.settings.departures(lesson);
    let set = set.map(|(row, value)| {
        let text = format!("{}: {}", row.title, row.text(value));
        el("span", "crumbs__set")
            .testid("crumb-setting")
            .text(&text)
    });
    let places = shown.steps.decisions.iter();
    let departs = places.filter(|place| place.departure().is_some());
    let crumbs = set.chain(departs.map(|place| crumb(store, place)));
    let crumbs: Vec<El> = crumbs.map(|crumb| el("li", "").child(crumb)).collect();
    if crumbs.is_empty() {
        return None;
    }
    let back = button("plain", move || {
        store.open_path(None);
        focus(narration::TITLE_ID);
    })
    .testid("default-path")
    .text("As it goes by itself");
    let ending = lesson.ending(shown.run.trace.ending());
    let ending = el("span", "")
        .text("ends with: ")
        .child(el("strong", "").text(ending.map_or("", |row| row.title)));
    let ending = el("li", "").child(ending);
    let list = el("ol", "crumbs")
        .child(el("li", "").child(back))
        .children(crumbs)
        .child(ending);
    Some(
        el("nav", "notices__row")
            .testid("path")
            .attr("aria-label", "The path taken")
            .child(list),
    )
}

fn crumb(store: Store, place: &DecisionPlace) -> El {
    let (by, number) = (place.point.by, place.point.number);
    let (who, what) = (place.point.by.title(), place.taken_in_words());
    let choice = place.taken.as_ref().map_or("", |taken| taken.slug);
    button("plain crumbs__crumb", move || {
        decision::go_to(store, by, number);
    })
    .testid("crumb")
    .attr("data-pick", &format!("{}.{choice}", place.point.key()))
    .text(&format!("{who}: {what}"))
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
