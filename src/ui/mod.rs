//! The page: the only web code of the crate.
//!
//! [`start`] mounts [`App`]. All state is in the [`store`]; a component reads signals there and calls
//! what moves them. What is shown comes from `inspect`, and nothing is worked out inside a `view!`.

// `#[component]` makes public items of every component.
#![allow(unreachable_pub)]

mod address_bar;
mod chat;
mod clock;
mod copy;
mod header;
mod icon;
mod inspector;
mod keyboard;
mod live;
mod narration;
mod notices;
mod player;
mod scrubber;
mod section_link;
mod sequence;
mod store;
mod story;

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit};

use self::header::Header;
use self::inspector::Inspector;
use self::live::Live;
use self::notices::Notices;
use self::player::Player;
use self::sequence::Sequence;
use self::store::Store;
use self::story::Story;

/// The event that tells the boot script that the page cannot go on; its `detail` is the reason.
const FAILED_EVENT: &str = "aauth-sim:failed";

/// Mounts the page in the element with the id `app`.
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        console_error_panic_hook::hook(info);
        report_failure(&info.to_string());
    }));
    let root = document()
        .get_element_by_id("app")
        .expect("index.html has an element with the id app")
        .unchecked_into();
    mount_to(root, App).forget();
}

/// Tells the boot script why the page stopped, so that it shows the failure panel.
fn report_failure(reason: &str) {
    let init = CustomEventInit::new();
    init.set_detail(&JsValue::from_str(reason));
    if let Ok(event) = CustomEvent::new_with_event_init_dict(FAILED_EVENT, &init) {
        let _ = window().dispatch_event(&event);
    }
}

#[component]
fn App() -> impl IntoView {
    let store = Store::provide();
    address_bar::follow(store);
    clock::run_clock(store);
    keyboard::listen(store);
    view! {
        <div class="page">
            <Header />
            <Notices />
            <main class="page__main">
                <Sequence />
                <Story />
                <Inspector />
            </main>
            <Player />
            <Live />
        </div>
    }
}
