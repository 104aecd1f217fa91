//! The conversation up to the current step, always beside the narration.

use leptos::prelude::*;

use crate::inspect::ChatMessage;
use crate::playback::Action;

use super::store::{Store, use_store};

#[component]
pub(super) fn Chat() -> impl IntoView {
    let store = use_store();
    let said = Memo::new(move |_| {
        let step = store.step().get();
        store.shown().with(|shown| {
            shown
                .chat
                .iter()
                .filter(|message| message.step <= step)
                .count()
        })
    });
    let nothing = move || {
        (said.get() == 0).then(|| view! { <p class="empty">"Nobody has said anything yet."</p> })
    };
    let messages = move || {
        let said = said.get();
        store.shown().with(|shown| {
            let said = shown.chat.iter().take(said);
            said.map(|message| bubble(store, message)).collect_view()
        })
    };
    view! {
        <section class="chat" data-testid="chat" aria-label="The conversation so far">
            <h2 class="chat__title">"The conversation so far"</h2>
            {nothing}
            <ol class="chat__messages">{messages}</ol>
        </section>
    }
}

fn bubble(store: Store, message: &ChatMessage) -> impl IntoView + use<> {
    let party = message.from;
    let text = (!message.text.is_empty())
        .then(|| view! { <p class="chat__text">{message.text.clone()}</p> });
    view! {
        <li
            class=format!("chat__message party--{}", party.slug())
            data-testid="chat-message"
            data-from=party.slug()
            data-kind=message.kind.slug()
        >
            <p class="chat__head">
                <span><span class="party">{party.title()}</span> " " {message.kind.verb()}</span>
                {when(store, message)}
            </p>
            {text}
        </li>
    }
}

/// The time, which leads to the step in which it was said.
fn when(store: Store, message: &ChatMessage) -> AnyView {
    let clock = message.at.clock();
    let step = message.step;
    if step == 0 {
        return view! { <span class="chat__time">{clock}</span> }.into_any();
    }
    let label = format!("{clock}, go to step {step}");
    view! {
        <button
            class="chat__time chat__time--link"
            type="button"
            aria-label=label
            on:click=move |_| store.move_by_hand(&Action::GoTo(step))
        >
            {clock}
        </button>
    }
    .into_any()
}
