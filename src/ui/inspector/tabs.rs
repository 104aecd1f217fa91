//! The tabs of the inspector. One of them takes the focus; Left, Right, Home and End move among them.

use wasm_bindgen::JsCast;
use web_sys::{Event, KeyboardEvent};

use crate::address::Tab;

use super::super::dom::{El, button, el};
use super::super::focus::focus;
use super::super::keyboard::is_modified;
use super::super::leptos::*;
use super::super::store::Store;

/// The id of the panel that the tabs control.
pub(super) const PANEL_ID: &str = "inspector-panel";

/// The id of a tab, which names the panel.
pub(in crate::ui) fn tab_id(tab: Tab) -> String {
    format!("inspector-{}", tab.slug())
}

/// How much there is behind a tab, and what came of it.
#[derive(Clone, Default)]
pub(super) struct Count {
    /// `42 ✓`; empty when there is nothing to count.
    pub(super) text: String,
    /// `pass` or `fail`, where things pass and fail.
    pub(super) outcome: Option<&'static str>,
}

/// The tabs, with how much there is behind each.
pub(super) fn view(store: Store, count: impl Fn(Tab) -> Count + Copy + 'static) -> El {
    let move_on = move |event: Event| {
        let event: KeyboardEvent = event.unchecked_into();
        if is_modified(&event) {
            return;
        }
        if let Some(tab) = neighbour(store, &event.key()) {
            event.prevent_default();
            store.tab().set(tab);
            focus(&tab_id(tab));
        }
    };
    let tabs = Tab::ALL.iter().map(|tab| tab_button(store, *tab, count));
    el("div", "tabs")
        .attr("role", "tablist")
        .attr("aria-label", "Inspector")
        .children(tabs)
        .on("keydown", move_on)
}

fn tab_button(store: Store, tab: Tab, count: impl Fn(Tab) -> Count + Copy + 'static) -> El {
    let selected = move || store.tab().get() == tab;
    let counted = el("span", "tabs__count")
        .keep_attr("data-outcome", move || {
            count(tab).outcome.map(str::to_owned)
        })
        .keep_text(move || count(tab).text);
    button("tabs__tab", move || store.tab().set(tab))
        .testid(&format!("tab-{}", tab.slug()))
        .attr("role", "tab")
        .attr("id", &tab_id(tab))
        .attr("aria-controls", PANEL_ID)
        .keep_attr("hidden", move || {
            (!store.detail().get().shows(tab)).then(String::new)
        })
        .keep_attr("aria-selected", move || Some(selected().to_string()))
        .keep_attr("tabindex", move || {
            Some(if selected() { "0" } else { "-1" }.to_owned())
        })
        .text(tab.title())
        .child(counted)
}

/// The tab that a key leads to.
fn neighbour(store: Store, key: &str) -> Option<Tab> {
    let tabs = store.tabs();
    let from = store.tab().get_untracked();
    let at = tabs.iter().position(|tab| *tab == from)?;
    let last = tabs.len() - 1;
    let to = match key {
        "ArrowRight" if at == last => 0,
        "ArrowRight" => at + 1,
        "ArrowLeft" if at == 0 => last,
        "ArrowLeft" => at - 1,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    tabs.get(to).copied()
}
