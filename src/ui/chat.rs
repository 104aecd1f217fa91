//! The conversation up to the current step, always beside the narration.

use web_sys::Element;

use crate::inspect::ChatMessage;
use crate::playback::Action;

use super::dom::{El, button, el};
use super::leptos::*;
use super::markdown;
use super::scrolling::scroll_to;
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    // How much was said up to now; it changes less often than the step.
    let said = Memo::new(move |_| {
        let step = store.step().get();
        store.shown().with(|shown| {
            let said = shown.chat.iter().take_while(|message| message.step <= step);
            said.count()
        })
    });
    let bubbles = move || {
        store.shown().with(|shown| {
            let messages = shown.chat.iter();
            messages.map(|message| bubble(store, message)).collect()
        })
    };
    let messages = el("ol", "chat__messages").keep_first(move || said.get(), bubbles);
    let list = messages.element().clone();
    effect(move || {
        said.track();
        scroll_to(&list, 0.0, Element::last_element_child);
    });
    let nothing = el("p", "empty chat__nothing").text("Nobody has said anything yet.");
    el("section", "chat")
        .testid("chat")
        .attr("aria-label", "The conversation so far")
        .child(el("h2", "chat__title").text("The conversation so far"))
        .child(messages)
        .child(nothing)
}

pub(super) fn bubble(store: Store, message: &ChatMessage) -> El {
    let party = message.from;
    let speaker = el("span", "")
        .child(el("span", "party").text(party.title()))
        .text(" ")
        .text(message.kind.verb());
    let head = el("p", "chat__head")
        .child(speaker)
        .child(when(store, message));
    let text = (!message.text.is_empty()).then(|| markdown::text(&message.text));
    el("li", &format!("chat__message party--{}", party.slug()))
        .testid("chat-message")
        .attr("data-from", party.slug())
        .attr("data-kind", message.kind.slug())
        .child(head)
        .children(text)
}

/// The time, which leads to the step in which it was said.
fn when(store: Store, message: &ChatMessage) -> El {
    let clock = message.at.clock();
    let step = message.step;
    if step == 0 {
        return el("span", "chat__time").text(&clock);
    }
    let go = move || store.move_by_hand(&Action::GoTo(step));
    button("chat__time chat__time--link", go)
        .attr("aria-label", &format!("{clock}, go to step {step}"))
        .text(&clock)
}
