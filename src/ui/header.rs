//! The bar at the top: the name, the lesson, light or dark.

use leptos::prelude::*;

use crate::address::Theme;
use crate::lesson::LESSONS;

use super::icon::{Icon, icon};
use super::store::use_store;

#[component]
pub(super) fn Header() -> impl IntoView {
    view! {
        <header class="header">
            <h1 class="header__name">"AAuth Simulator"</h1>
            <LessonPicker />
            <div class="header__end">
                <ThemeSwitch />
            </div>
        </header>
    }
}

#[component]
fn LessonPicker() -> impl IntoView {
    let store = use_store();
    let current = Memo::new(move |_| store.lesson().id);
    let on_change = move |event| store.open_lesson(&event_target_value(&event));
    let options = LESSONS
        .iter()
        .map(|lesson| view! { <option value=lesson.id>{lesson.title}</option> })
        .collect_view();
    view! {
        <div class="header__lesson">
            <select data-testid="lesson" aria-label="Lesson" prop:value=current on:change=on_change>
                {options}
            </select>
        </div>
    }
}

#[component]
fn ThemeSwitch() -> impl IntoView {
    let store = use_store();
    let theme = store.theme();
    let on_change = move |event| {
        let slug = event_target_value(&event);
        if let Some(chosen) = Theme::ALL.iter().find(|theme| theme.slug() == slug) {
            theme.set(*chosen);
        }
    };
    Effect::new(move |_| apply(theme.get()));

    let options = Theme::ALL
        .iter()
        .map(|theme| view! { <option value=theme.slug()>{theme.title()}</option> })
        .collect_view();
    view! {
        <label class="header__theme">
            {icon(Icon::Theme)}
            <select data-testid="theme" aria-label="Theme" prop:value=move || theme.get().slug() on:change=on_change>
                {options}
            </select>
        </label>
    }
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
