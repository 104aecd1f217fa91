//! What this page uses of Leptos: its reactive graph, and its helpers for browsers.
//!
//! The facade crate would bring server functions along, whose streams end up in every page.

pub(super) use leptos_dom::helpers::{
    document, request_animation_frame, set_timeout, window, window_event_listener,
};
pub(super) use reactive_graph::computed::Memo;
pub(super) use reactive_graph::effect::RenderEffect;
pub(super) use reactive_graph::graph::untrack;
pub(super) use reactive_graph::owner::{Owner, StoredValue, on_cleanup};
pub(super) use reactive_graph::prelude::*;
pub(super) use reactive_graph::signal::RwSignal;
pub(super) use tachys::html::event as ev;

use any_spawner::Executor;
use reactive_graph::effect::Effect;

/// Makes something whose effects live as long as the page.
pub(super) fn for_the_page<T>(make: impl FnOnce() -> T) -> T {
    // An error means that effects have their executor already.
    let _ = Executor::init_wasm_bindgen();
    let owner = Owner::new();
    let made = owner.with(make);
    core::mem::forget(owner);
    made
}

/// Does something once the page is made, and again whenever a signal that it reads has changed.
pub(super) fn effect(action: impl FnMut() + 'static) {
    of_one_type(Box::new(action));
}

/// Each type of effect is a kilobyte of code, so there is one.
fn of_one_type(mut action: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| action());
}
