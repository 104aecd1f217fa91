//! Long values: two lines at first, all of it on demand.

use leptos::prelude::*;

/// What is shorter is never cut: about two lines where the inspector is wide.
const SHORT_CHARS_MAX: usize = 130;

/// A value of that many characters, cut at two lines until somebody wants all of it.
pub(super) fn long(chars: usize, value: impl IntoView + 'static) -> AnyView {
    if chars <= SHORT_CHARS_MAX {
        return value.into_any();
    }
    let open = RwSignal::new(false);
    let label = move || if open.get() { "Show less" } else { "Show all" };
    let expanded = move || if open.get() { "true" } else { "false" };
    view! {
        <div class="long">
            <div class="long__text" class=("long__text--cut", move || !open.get())>
                {value}
            </div>
            <button
                class="plain long__more"
                type="button"
                aria-expanded=expanded
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {label}
            </button>
        </div>
    }
    .into_any()
}

/// A long text.
pub(super) fn long_text(text: &str) -> AnyView {
    long(text.chars().count(), text.to_owned())
}
