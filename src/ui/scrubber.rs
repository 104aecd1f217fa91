//! The row of steps to drag along: a picture of them, and a range input that people move.

use leptos::prelude::*;

use crate::playback::{Action, Playback};

use super::store::use_store;

#[component]
pub(super) fn Scrubber() -> impl IntoView {
    let store = use_store();
    let step = Memo::new(move |_| store.playback().with(Playback::step));
    let steps = Memo::new(move |_| store.playback().with(Playback::steps));
    let spoken = move || store.place_in_words();
    let on_input = move |event| {
        if let Ok(step) = event_target_value(&event).parse() {
            store.move_by_hand(&Action::GoTo(step));
        }
    };
    let dots = move || {
        let steps = steps.get();
        (1..=steps)
            .map(|number| dot(step, number, steps))
            .collect_view()
    };
    let done = move || share(step.get(), steps.get());
    view! {
        <div class="scrubber">
            <svg class="scrubber__steps" aria-hidden="true">
                <line class="scrubber__rail" x1="0" x2="100%" y1="50%" y2="50%" />
                <line class="scrubber__done" x1="0" x2=done y1="50%" y2="50%" />
                {dots}
            </svg>
            <input
                class="scrubber__range"
                type="range"
                data-testid="scrubber"
                aria-label="Step"
                aria-valuetext=spoken
                min="1"
                max=move || steps.get()
                step="1"
                prop:value=move || step.get().to_string()
                on:input=on_input
            />
        </div>
    }
}

fn dot(step: Memo<u32>, number: u32, steps: u32) -> impl IntoView {
    let done = move || number <= step.get();
    view! {
        <circle class="scrubber__dot" class:scrubber__dot--done=done cx=share(number, steps) cy="50%" r="4" />
    }
}

/// Where a step lies, as a share of the way.
fn share(step: u32, steps: u32) -> String {
    let of = steps.saturating_sub(1).max(1);
    let thousandths = step.saturating_sub(1) * 1000 / of;
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}
