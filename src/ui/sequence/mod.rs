//! The steps of the run. One ordered list, drawn as lanes where there is room for them.

mod arrow;
mod fold;
mod row;

use leptos::html::Section;
use leptos::prelude::*;

use self::fold::Prologue;
use self::row::row;
use super::store::{Lane, use_store};

#[component]
pub(super) fn Sequence() -> impl IntoView {
    let store = use_store();
    let pane = NodeRef::<Section>::new();
    Effect::new(move |_| {
        store.step().track();
        show_current_row(pane);
    });
    let rows = move || {
        let shown = store.shown().get();
        let steps = shown.steps.steps.iter();
        steps.map(|step| row(step, &shown.lanes)).collect_view()
    };
    view! {
        <section class="page__sequence sequence" aria-label="Steps" data-testid="sequence" node_ref=pane>
            <LaneHeads />
            <Prologue />
            <div class="sequence__rows">
                <Lifelines />
                <ol>{rows}</ol>
            </div>
        </section>
    }
}

/// Who stands where. The list says it in each row, so this is for the eyes only.
#[component]
fn LaneHeads() -> impl IntoView {
    let store = use_store();
    let heads = move || {
        store
            .shown()
            .with(|shown| shown.lanes.iter().map(lane_head).collect_view())
    };
    view! {
        <div class="lanes" aria-hidden="true">
            <div class="lanes__heads">{heads}</div>
        </div>
    }
}

fn lane_head(lane: &Lane) -> impl IntoView + use<> {
    let host = lane.host.clone();
    view! {
        <div class=format!("lanes__head party--{}", lane.party.slug())>
            <span class="party">{lane.party.title()}</span>
            <span class="lanes__host">{host}</span>
        </div>
    }
}

#[component]
fn Lifelines() -> impl IntoView {
    let store = use_store();
    let lines = move || {
        let lanes = store.shown().with(|shown| shown.lanes.len());
        (0..lanes)
            .map(|at| lifeline(middle(at, lanes)))
            .collect_view()
    };
    view! {
        <svg class="sequence__lifelines" aria-hidden="true">
            {lines}
        </svg>
    }
}

fn lifeline(x: String) -> impl IntoView {
    view! { <line x1=x.clone() x2=x y1="0" y2="100%" /> }
}

/// Where the middle of a lane lies, as a share of the width.
fn middle(lane: usize, lanes: usize) -> String {
    let thousandths = (2 * lane + 1) * 1000 / (2 * lanes.max(1));
    format!("{}.{}%", thousandths / 10, thousandths % 10)
}

/// Scrolls the pane, and nothing around it, until the current row is in it.
fn show_current_row(pane: NodeRef<Section>) {
    let Some(pane) = pane.get() else { return };
    let Ok(Some(row)) = pane.query_selector("[aria-current=step]") else {
        return;
    };
    let (pane_box, row_box) = (
        pane.get_bounding_client_rect(),
        row.get_bounding_client_rect(),
    );
    // The heads stay at the top and cover what is under them.
    let covered = 72.0;
    let above = row_box.top() - (pane_box.top() + covered);
    let below = row_box.bottom() - pane_box.bottom();
    let by = if above < 0.0 { above } else { below.max(0.0) };
    if by != 0.0 {
        pane.scroll_by_with_x_and_y(0.0, by);
    }
}
