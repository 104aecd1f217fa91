//! The bar at the top: the name, the lesson, how much is shown and how it looks, and what can be
//! done with the run as a whole.

use crate::address::{Detail, Theme};
use crate::entropy::Seed;
use crate::lesson::LESSONS;

use super::dialog::Dialog;
use super::dom::{El, button, el, listen_early, value_of};
use super::focus::focus;
use super::fresh_seed::fresh_seed;
use super::icon::{Icon, icon};
use super::leptos::*;
use super::settings;
use super::store::Store;

/// What `aria-controls` names.
const MORE_ID: &str = "header-more";

/// Where the focus goes when the chip of the seed goes.
const OPENER_ID: &str = "header-opener";
const FRESH_KEYS_ID: &str = "fresh-keys";

pub(super) fn view(store: Store) -> El {
    // Where there is little room these stand in a line of their own, which opens and closes.
    let is_open = RwSignal::new(false);
    let more = el("div", "header__more")
        .attr("id", MORE_ID)
        .keep_class("header__more--open", move || is_open.get())
        .child(settings::opener(store))
        .child(detail_switch(store))
        .child(fresh_keys(store))
        .children(full_screen());
    let opener = button("header__button header__opener", move || {
        is_open.update(|open| *open = !*open);
    })
    .testid("more")
    .attr("id", OPENER_ID)
    .attr("aria-label", "More")
    .attr("aria-controls", MORE_ID)
    .keep_attr("aria-expanded", move || Some(is_open.get().to_string()))
    .child(icon(Icon::More));
    el("header", "header")
        .child(el("h1", "header__name").text("AAuth Simulator"))
        .child(lesson_picker(store))
        .child(el("div", "header__seed").keep_children(move || chip(store)))
        .child(more)
        .child(opens(store, Dialog::Share).testid("share").text("Share"))
        .child(theme_switch(store))
        .child(
            opens(store, Dialog::Help)
                .testid("help-page")
                .attr("aria-label", "Help")
                .attr("title", "Help")
                .text("?"),
        )
        .child(opener)
}

fn opens(store: Store, dialog: Dialog) -> El {
    button("header__button", move || store.dialog().set(Some(dialog)))
        .attr("aria-haspopup", "dialog")
}

fn lesson_picker(store: Store) -> El {
    let options = LESSONS.iter().map(|lesson| option(lesson.id, lesson.title));
    el("select", "header__select header__lesson")
        .testid("lesson")
        .attr("aria-label", "Lesson")
        .children(options)
        .keep_value(move || store.lesson().id.to_owned())
        .on("change", move |event| store.open_lesson(&value_of(&event)))
}

fn detail_switch(store: Store) -> El {
    let detail = store.detail();
    let buttons = Detail::ALL.iter().map(|one| {
        let pressed = move || detail.get() == *one;
        button("segment__button", move || store.set_detail(*one))
            .testid(&format!("detail-{}", one.slug()))
            .keep_attr("aria-pressed", move || Some(pressed().to_string()))
            .text(one.title())
    });
    el("div", "segment")
        .testid("detail")
        .attr("role", "group")
        .attr("aria-label", "Detail")
        .children(buttons)
}

/// Makes the run again with keys, ids and codes that nobody has seen before.
fn fresh_keys(store: Store) -> El {
    let make = move || match fresh_seed() {
        Some(seed) => {
            store.open_seed(seed);
            store.say("The run was made again, with fresh keys.");
        }
        None => store.note("The browser gave no random bytes, so the keys stay."),
    };
    button("header__button", make)
        .testid("fresh-keys")
        .attr("id", FRESH_KEYS_ID)
        .attr("title", "Make the run again with other keys, ids and codes")
        .text("Fresh keys")
}

/// The seed, when it is not the default one, and the way back.
fn chip(store: Store) -> Vec<El> {
    let seed = store.seed();
    if seed == Seed::default() {
        return Vec::new();
    }
    let back = button("chip__close", move || {
        store.open_seed(Seed::default());
        store.say("The run was made again, with its usual keys.");
        // Of these, what is not shown takes none.
        focus(OPENER_ID);
        focus(FRESH_KEYS_ID);
    })
    .testid("default-keys")
    .attr("aria-label", "Back to the usual keys")
    .attr("title", "Back to the usual keys")
    .child(icon(Icon::Close));
    let text = el("span", "chip__text")
        .attr("title", seed.as_str())
        .text("seed ")
        .child(el("code", "").text(seed.as_str()));
    vec![el("span", "chip").testid("seed").child(text).child(back)]
}

/// Nothing where the browser, or the page around this one, does not allow it.
fn full_screen() -> Option<El> {
    let turn = || {
        let document = document();
        if document.fullscreen_element().is_some() {
            document.exit_fullscreen();
        } else if let Some(root) = document.document_element() {
            let _ = root.request_fullscreen();
        }
    };
    document().fullscreen_enabled().then(|| {
        // The browser leaves it by Escape, too.
        let is_full = RwSignal::new(false);
        let look = move |_| is_full.set(document().fullscreen_element().is_some());
        listen_early(&["fullscreenchange"], Box::new(look));
        button("header__button", turn)
            .testid("full-screen")
            .keep_attr("aria-pressed", move || Some(is_full.get().to_string()))
            .attr("aria-label", "Full screen")
            .attr("title", "Full screen")
            .child(icon(Icon::FullScreen))
    })
}

/// The select lies over its picture and is not painted: there is no room for its words.
fn theme_switch(store: Store) -> El {
    let theme = store.theme();
    let options = Theme::ALL
        .iter()
        .map(|theme| option(theme.slug(), theme.title()));
    let choose = move |slug: &str| {
        if let Some(chosen) = Theme::ALL.iter().find(|theme| theme.slug() == slug) {
            theme.set(*chosen);
        }
    };
    let select = el("select", "header__over")
        .testid("theme")
        .attr("aria-label", "Theme")
        .attr("title", "Theme")
        .children(options)
        .keep_value(move || theme.get().slug().to_owned())
        .on("change", move |event| choose(&value_of(&event)));
    el("label", "header__button header__theme")
        .child(icon(Icon::Theme))
        .child(select)
}

fn option(value: &str, title: &str) -> El {
    el("option", "").attr("value", value).text(title)
}

/// Keeps the page looking as the store says.
pub(super) fn keep_theme(store: Store) {
    effect(move || apply(store.theme().get()));
}

/// Tells the style sheet. Without the attribute it does as the system says.
fn apply(theme: Theme) {
    let Some(root) = document().document_element() else {
        return;
    };
    let _ = match theme {
        Theme::System => root.remove_attribute("data-theme"),
        Theme::Light | Theme::Dark => root.set_attribute("data-theme", theme.slug()),
    };
}
