//! One step in the list.

use leptos::prelude::*;

use crate::inspect::clock::later;
use crate::inspect::{Arrow, ArrowKind, Step};
use crate::playback::Action;

use super::super::store::{Lane, use_store};
use super::arrow::arrows;
use super::fold::discovered;

/// The list item of a step, with what was fetched for it.
pub(super) fn row(step: &Step, lanes: &[Lane]) -> impl IntoView + use<> {
    let store = use_store();
    let number = step.number;
    let current = Memo::new(move |_| store.step().get() == number);
    let is_later = Memo::new(move |_| store.step().get() < number);
    let aria_current = move || current.get().then_some("step");
    let on_click = move |_| store.move_by_hand(&Action::GoTo(number));
    let pause = later(step.pause).map(|text| view! { <p class="sequence__pause">{text}</p> });
    let drawn = arrows(&step.arrows, lanes);
    let class = if step.depth > 0 {
        "sequence__item sequence__item--nested"
    } else {
        "sequence__item"
    };
    let discovered = discovered(&step.discovery);
    view! {
        <li
            class=class
            class=("sequence__item--current", move || current.get())
            class=("sequence__item--later", move || is_later.get())
        >
            {pause}
            <button
                class="sequence__row"
                type="button"
                data-testid="sequence-row"
                data-slug=step.slug.clone()
                aria-current=aria_current
                on:click=on_click
            >
                <span class="sequence__number">{number}</span>
                {row_text(step)}
                {drawn}
            </button>
            {discovered}
        </li>
    }
}

/// The row in words.
fn row_text(step: &Step) -> impl IntoView + use<> {
    let details: Vec<_> = step
        .arrows
        .iter()
        .map(|arrow| view! { <span class="sequence__detail">{in_words(arrow)}</span> })
        .collect();
    let repeated = (step.times() > 1).then(|| format!("polled {} times", step.times()));
    view! {
        <span class="sequence__text">
            <span class="sequence__title">{step.title.clone()}</span>
            {details}
            <span class="sequence__detail">{repeated}</span>
        </span>
    }
}

/// `Agent to Resource: GET /data`, `Resource replies: 401 auth-token`.
fn in_words(arrow: &Arrow) -> String {
    let (from, to) = (arrow.from.title(), arrow.to.title());
    let said = [arrow.label.as_str(), arrow.note.as_str()].join(" ");
    let said = said.trim_end();
    match arrow.kind {
        ArrowKind::Request => format!("{from} to {to}: {said}"),
        ArrowKind::Lost => format!("{from} to {to}: {said}, which finds nobody"),
        ArrowKind::Response => format!("{from} replies: {said}"),
        ArrowKind::Notice => format!("{from} to {to}, outside the protocol: {said}"),
    }
}
