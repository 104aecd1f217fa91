//! The steps of the run. One ordered list, drawn as lanes where there is room for them.

mod arrow;
mod fold;
mod held;
mod row;

use crate::inspect::Lane;

use super::dom::{El, el, svg};
use super::leptos::*;
use super::scrolling::{scroll_to, scroll_to_top};
use super::store::Store;

/// How much of the pane's top lies under the heads of the lanes, in pixels.
const HEADS_PX: f64 = 72.0;

pub(super) fn view(store: Store) -> El {
    let list = el("ol", "").attr("role", "list").keep_children(move || {
        store.shown().with(|shown| {
            let steps = shown.steps.steps.iter();
            steps.map(|step| row::view(store, step, shown)).collect()
        })
    });
    let pane = el("section", "page__sequence sequence")
        .testid("sequence")
        .attr("aria-label", "Steps");
    let outer = pane.element().clone();
    effect(move || {
        // What came before the first step is seen with it.
        if store.step().get() == 1 {
            return scroll_to_top(&outer);
        }
        scroll_to(&outer, HEADS_PX, |outer| {
            outer.query_selector("[aria-current=step]").ok()?
        });
    });
    pane.child(heads(store)).child(fold::prologue(store)).child(
        el("div", "sequence__rows")
            .child(lifelines(store))
            .child(list),
    )
}

/// Who stands where. The list says it in each row, so this is for the eyes only.
fn heads(store: Store) -> El {
    let heads = el("div", "lanes__heads").keep_children(move || {
        store
            .shown()
            .with(|shown| shown.lanes.iter().map(head).collect())
    });
    el("div", "lanes").attr("aria-hidden", "true").child(heads)
}

fn head(lane: &Lane) -> El {
    el("div", &format!("lanes__head party--{}", lane.party.slug()))
        .child(el("span", "party").text(lane.party.title()))
        .child(el("span", "lanes__name").text(lane.name.as_deref().unwrap_or_default()))
}

fn lifelines(store: Store) -> El {
    svg("svg", "sequence__lifelines")
        .attr("aria-hidden", "true")
        .keep_children(move || {
            let lanes = store.shown().with(|shown| shown.lanes.len());
            (0..lanes).map(|at| lifeline(&middle(at, lanes))).collect()
        })
}

fn lifeline(x: &str) -> El {
    svg("line", "")
        .attr("x1", x)
        .attr("x2", x)
        .attr("y1", "0")
        .attr("y2", "100%")
}

/// The id of the row of a step. No fragment of an address is like it, so none scrolls to it.
pub(super) fn row_id(step: u32) -> String {
    format!("row:{step}")
}

/// Where the middle of a lane lies, as a share of the width.
fn middle(lane: usize, lanes: usize) -> String {
    let thousandths = (2 * lane + 1) * 1000 / (2 * lanes.max(1));
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}
