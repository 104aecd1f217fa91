//! The address bar: what it says is read at the start and whenever somebody else changes it, and it
//! follows what is shown.

use core::cell::Cell;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsValue;
use web_sys::UrlSearchParams;

use crate::address::{Address, AddressError};

use super::focus::host;
use super::leptos::*;
use super::store::Store;
use super::{embed, has_failed};

/// How long an address waits before it is written, in milliseconds. Writing takes a browser longer
/// than a step does, and some refuse to do it often.
const WRITTEN_AFTER_MS: u32 = 100;

/// What the address says now.
pub(super) fn read() -> (Address, Vec<AddressError>) {
    let location = window().location();
    let query = location.search().unwrap_or_default();
    let fragment = location.hash().unwrap_or_default();
    Address::read(&pairs(&query), fragment.trim_start_matches('#'))
}

/// Reads the address whenever it changes, and writes it whenever the store does.
pub(super) fn follow(store: Store) {
    // Both events: a changed fragment gives both in some browsers, going back only the second.
    let changed = window_event_listener(ev::hashchange, move |_| reread(store));
    let went_back = window_event_listener(ev::popstate, move |_| reread(store));
    on_cleanup(move || {
        changed.remove();
        went_back.remove();
    });
    // A timer that is let go is cancelled: a later address takes the place of one not yet written.
    let waiting = Cell::new(None);
    effect(move || {
        let address = store.address();
        let timer = Timeout::new(WRITTEN_AFTER_MS, move || write(&address));
        waiting.set(Some(timer));
    });
}

/// Reads the address, unless it says what is shown. A dialog is about what was shown.
fn reread(store: Store) {
    if !has_failed() && current_url() != url(&untrack(|| store.address())) {
        store.dialog().set(None);
        store.open(read());
    }
}

/// Puts the address in the bar, in the place of the one there. A frame that must not do so goes on
/// without.
fn write(address: &Address) {
    let url = url(address);
    if current_url() != url
        && let Ok(history) = window().history()
    {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&url));
    }
}

/// Keeps what the bar says now for going back to; the next change takes a new place. Not in a frame:
/// going back is for the page around it.
pub(super) fn keep(store: Store) {
    if host().is_some() || embed::is_embedded(store) {
        return;
    }
    if let Ok(history) = window().history() {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&current_url()));
    }
}

/// An address to hand on, whole.
pub(super) fn link(address: &Address) -> String {
    let location = window().location();
    let (protocol, host) = (location.protocol(), location.host());
    format!(
        "{}//{}{}",
        protocol.unwrap_or_default(),
        host.unwrap_or_default(),
        url(address)
    )
}

/// An address for the page of that name beside this one.
pub(super) fn beside(name: &str, address: &Address) -> String {
    let path = window().location().pathname().unwrap_or_default();
    let url = url(address);
    [name, url.strip_prefix(&path).unwrap_or_default()].concat()
}

/// The path, query and fragment of an address.
fn url(address: &Address) -> String {
    let location = window().location();
    let mut url = location.pathname().unwrap_or_default();
    let query = address.query();
    if !query.is_empty()
        && let Ok(parameters) = UrlSearchParams::new()
    {
        for (name, value) in &query {
            parameters.append(name, value);
        }
        url.push('?');
        url.push_str(&String::from(parameters.to_string()));
    }
    let fragment = address.fragment();
    if !fragment.is_empty() {
        url.push('#');
        url.push_str(&fragment);
    }
    url
}

fn current_url() -> String {
    let location = window().location();
    let part = |text: Result<String, JsValue>| text.unwrap_or_default();
    part(location.pathname()) + &part(location.search()) + &part(location.hash())
}

/// A query taken apart and decoded, in order.
fn pairs(query: &str) -> Vec<(String, String)> {
    let Ok(parameters) = UrlSearchParams::new_with_str(query) else {
        return Vec::new();
    };
    let mut pairs = Vec::new();
    for entry in js_sys::Array::from(&parameters).iter() {
        let pair = js_sys::Array::from(&entry);
        let text = |at| pair.get(at).as_string().unwrap_or_default();
        pairs.push((text(0), text(1)));
    }
    pairs
}
