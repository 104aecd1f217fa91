//! The page: the only web code of the crate.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit};

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
    view! { <main><h1>"AAuth Simulator"</h1></main> }
}
