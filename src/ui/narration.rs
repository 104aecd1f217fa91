//! What just happened, in words, and how it ended.

use leptos::prelude::*;

use crate::inspect::Step;
use crate::playback::Playback;

use super::section_link::section_link;
use super::store::use_store;

#[component]
pub(super) fn Narration() -> impl IntoView {
    let store = use_store();
    let words = move || store.of_step(words);
    view! {
        <div class="narration" data-testid="narration">
            {words}
            <EndingPanel />
        </div>
    }
}

fn words(step: &Step) -> impl IntoView + use<> {
    let link = step.spec.map(section_link);
    view! {
        <p class="narration__when">{format!("Step {}, at {}", step.number, step.at.clock())}</p>
        <h2 class="narration__title">{step.title.clone()}</h2>
        <p class="narration__text">{step.narration.clone()}</p>
        {link}
    }
}

/// At the last step: how it ended, and what each party now holds.
#[component]
fn EndingPanel() -> impl IntoView {
    let store = use_store();
    let at_end = Memo::new(move |_| store.playback().with(Playback::is_last));
    let panel = move || {
        let ending = store.shown().with(|shown| shown.run.trace.ending());
        let row = store.lesson().ending(ending)?;
        at_end.get().then(|| {
            view! {
                <section class="ending" data-testid="ending" data-ending=ending.slug() aria-label="Ending">
                    <h3 class="ending__title">{row.title}</h3>
                    <p>{row.summary}</p>
                </section>
            }
        })
    };
    view! { {panel} }
}
