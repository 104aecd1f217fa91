//! The bar at the top: the name, the lesson, light or dark.

use leptos::prelude::*;

use crate::address::Theme;
use crate::lesson::LESSONS;

use super::dom::{El, el, value_of};
use super::icon::{Icon, icon};
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    el("header", "header")
        .child(el("h1", "header__name").text("AAuth Simulator"))
        .child(lesson_picker(store))
        .child(theme_switch(store))
}

fn lesson_picker(store: Store) -> El {
    let options = LESSONS.iter().map(|lesson| option(lesson.id, lesson.title));
    let picker = el("select", "header__select header__select--lesson")
        .testid("lesson")
        .attr("aria-label", "Lesson")
        .children(options)
        .keep_value(move || store.lesson().id.to_owned())
        .on("change", move |event| store.open_lesson(&value_of(&event)));
    el("div", "header__lesson").child(picker)
}

fn theme_switch(store: Store) -> El {
    let theme = store.theme();
    Effect::new(move |_| apply(theme.get()));
    let options = Theme::ALL
        .iter()
        .map(|theme| option(theme.slug(), theme.title()));
    let choose = move |slug: &str| {
        if let Some(chosen) = Theme::ALL.iter().find(|theme| theme.slug() == slug) {
            theme.set(*chosen);
        }
    };
    let select = el("select", "header__select")
        .testid("theme")
        .attr("aria-label", "Theme")
        .children(options)
        .keep_value(move || theme.get().slug().to_owned())
        .on("change", move |event| choose(&value_of(&event)));
    el("label", "header__theme")
        .child(icon(Icon::Theme))
        .child(select)
}

fn option(value: &str, title: &str) -> El {
    el("option", "").attr("value", value).text(title)
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
