//! The tabs of the inspector. One of them takes the focus; Left, Right, Home and End move among them.

use leptos::html::Div;
use leptos::{ev, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use crate::address::Tab;

use super::super::store::use_store;

/// The id of the panel that the tabs control.
pub(super) const PANEL_ID: &str = "inspector-panel";

/// The id of a tab, which names the panel.
pub(super) fn tab_id(tab: Tab) -> String {
    format!("inspector-{}", tab.slug())
}

/// The tabs; `counts` says how many things each has to show.
#[component]
pub(super) fn Tabs(counts: Signal<Vec<(Tab, String)>>) -> impl IntoView {
    let store = use_store();
    let list = NodeRef::<Div>::new();
    let on_keydown = move |event: ev::KeyboardEvent| {
        if let Some(tab) = neighbour(store.tab().get_untracked(), &event.key()) {
            event.prevent_default();
            store.tab().set(tab);
            focus(list, tab);
        }
    };
    let tabs = Tab::ALL
        .iter()
        .map(|tab| tab_button(*tab, counts))
        .collect_view();
    view! {
        <div class="tabs" role="tablist" aria-label="Inspector" node_ref=list on:keydown=on_keydown>
            {tabs}
        </div>
    }
}

fn tab_button(tab: Tab, counts: Signal<Vec<(Tab, String)>>) -> impl IntoView {
    let store = use_store();
    let selected = Memo::new(move |_| store.tab().get() == tab);
    let count =
        move || counts.with(|counts| Some(counts.iter().find(|(of, _)| *of == tab)?.1.clone()));
    view! {
        <button
            class="tabs__tab"
            type="button"
            role="tab"
            id=tab_id(tab)
            data-testid=format!("tab-{}", tab.slug())
            aria-controls=PANEL_ID
            aria-selected=move || if selected.get() { "true" } else { "false" }
            tabindex=move || if selected.get() { "0" } else { "-1" }
            on:click=move |_| store.tab().set(tab)
        >
            {tab.title()}
            <span class="tabs__count">{count}</span>
        </button>
    }
}

/// The tab that a key leads to.
fn neighbour(from: Tab, key: &str) -> Option<Tab> {
    let at = Tab::ALL.iter().position(|tab| *tab == from)?;
    let last = Tab::ALL.len() - 1;
    let to = match key {
        "ArrowRight" if at == last => 0,
        "ArrowRight" => at + 1,
        "ArrowLeft" if at == 0 => last,
        "ArrowLeft" => at - 1,
        "Home" => 0,
        "End" => last,
        _ => return None,
    };
    Tab::ALL.get(to).copied()
}

fn focus(list: NodeRef<Div>, tab: Tab) {
    let Some(list) = list.get_untracked() else {
        return;
    };
    let found = list.query_selector(&format!("#{}", tab_id(tab)));
    if let Ok(Some(element)) = found
        && let Ok(button) = element.dyn_into::<HtmlElement>()
    {
        let _ = button.focus();
    }
}
