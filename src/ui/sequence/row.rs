//! One step in the list.

use crate::inspect::clock::later;
use crate::inspect::{Arrow, ArrowKind, DecisionPlace, Step};
use crate::playback::Action;

use super::super::decision;
use super::super::dom::{El, button, el};
use super::super::focus::read_above;
use super::super::icon::{Icon, icon};
use super::super::leptos::*;
use super::super::narration::TITLE_ID;
use super::super::store::{Shown, Store};
use super::arrow;
use super::fold;
use super::held::Held;
use super::row_id;

/// The list item of a step, with what was fetched for it.
pub(super) fn view(store: Store, step: &Step, shown: &Shown) -> El {
    let lanes = &shown.lanes;
    let held = Held::beside(step, &shown.steps.steps);
    let number = step.number;
    let is_current = move || store.step().get() == number;
    let pause = later(step.shown_pause());
    let pause = pause.map(|text| {
        el("div", "sequence__between")
            .children(held.iter().filter_map(|held| held.beside_pause(lanes)))
            .child(el("p", "sequence__pause").text(&text))
    });
    let row = button("sequence__row", || ());
    let element = row.element().clone();
    let go = move || {
        store.move_by_hand(&Action::GoTo(number));
        read_above(TITLE_ID, &element);
    };
    let row = row
        .on("click", move |_| go())
        .testid("sequence-row")
        .attr("id", &row_id(number))
        .attr("data-slug", &step.slug)
        .keep_attr("aria-current", move || {
            is_current().then(|| "step".to_owned())
        })
        .child(el("span", "sequence__number").text(&number.to_string()))
        .child(in_words(step))
        .child(arrow::view(&step.arrows, lanes));
    let nested = if step.depth > 0 {
        " sequence__item--nested"
    } else {
        ""
    };
    let item = el("div", &format!("sequence__item{nested}"))
        .keep_class("sequence__item--current", is_current)
        .keep_class("sequence__item--later", move || store.step().get() < number)
        .children(held.iter().filter_map(|held| held.beside_row(lanes)))
        .child(row)
        .children(fold::discovered(store, &shown.steps, &step.discovery));
    let marks = shown.steps.decisions_after(number).map(|place| {
        el("div", "sequence__between")
            .children(held.iter().filter_map(|held| held.below_row(lanes)))
            .child(mark(store, place))
    });
    let times = step.times();
    let repeated = (times > 1).then(|| {
        let text = format!("polled {times} times");
        let text = el("p", "sequence__pause").text(&text);
        el("div", "sequence__between sequence__repeated")
            .attr("aria-hidden", "true")
            .child(text)
    });
    el("li", "")
        .children(pause)
        .child(item)
        .children(repeated)
        .children(marks)
}

/// A decision that comes after the step. It leads to where it is taken.
fn mark(store: Store, place: &DecisionPlace) -> El {
    let (by, number) = (place.point.by, place.point.number);
    let (who, what) = (place.point.by.title(), place.taken_in_words());
    let class = format!("sequence__decision party--{}", by.slug());
    button(&class, move || decision::go_to(store, by, number))
        .testid("decision-mark")
        .attr("data-decision", &place.point.key())
        .child(icon(Icon::Decision))
        .child(
            el("span", "")
                .child(el("span", "party").text(who))
                .text(" decides: ")
                .text(&what),
        )
}

/// The row in words.
fn in_words(step: &Step) -> El {
    let times = step.times();
    let repeated = (times > 1).then(|| format!("polled {times} times"));
    let details = step.arrows.iter().map(arrow_in_words).chain(repeated);
    let details = details.map(|text| el("span", "sequence__detail").text(&text));
    el("span", "sequence__text")
        .child(el("span", "sequence__title").text(&step.title))
        .children(details)
}

/// `Agent to Resource: GET /data`, `Resource replies: 401 auth-token`.
fn arrow_in_words(arrow: &Arrow) -> String {
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
