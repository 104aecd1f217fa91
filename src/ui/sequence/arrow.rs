//! The arrows of a row: each a label and a line from one lane to another.

use leptos::prelude::*;

use crate::inspect::{Arrow, ArrowKind};
use crate::stage::PartyId;

use super::super::store::Lane;

/// Draws the arrows of a row. The row says the same in words.
pub(super) fn arrows(arrows: &[Arrow], lanes: &[Lane]) -> impl IntoView + use<> {
    let drawn: Vec<_> = arrows
        .iter()
        .filter_map(|arrow| draw(arrow, lanes))
        .collect();
    view! {
        <span class=format!("arrows arrows--lanes-{}", lanes.len()) aria-hidden="true">
            {drawn}
        </span>
    }
}

/// The place of a party among the lanes, from 1.
fn lane(party: PartyId, lanes: &[Lane]) -> Option<usize> {
    lanes
        .iter()
        .position(|lane| lane.party == party)
        .map(|at| at + 1)
}

/// An arrow, unless one of its ends has no lane.
fn draw(arrow: &Arrow, lanes: &[Lane]) -> Option<AnyView> {
    let (from, to) = (lane(arrow.from, lanes)?, lane(arrow.to, lanes)?);
    let to_the_right = from < to;
    let (left, right) = (from.min(to), from.max(to));
    let kind = match arrow.kind {
        ArrowKind::Request => "request",
        ArrowKind::Lost => "lost",
        ArrowKind::Response => "reply",
        ArrowKind::Notice => "notice",
    };
    let class = format!(
        "arrow arrow--{kind} arrow--{left}-{right} party--{}",
        arrow.from.slug()
    );
    let label = arrow_label(arrow);
    let drawn = view! { <span class=class>{label} {line(to_the_right)}</span> };
    Some(drawn.into_any())
}

fn arrow_label(arrow: &Arrow) -> impl IntoView + use<> {
    let (label, note) = (arrow.label.clone(), arrow.note.clone());
    let spoken = arrow.kind == ArrowKind::Notice;
    let label = if spoken {
        view! { <span>{label}</span> }.into_any()
    } else {
        view! { <code>{label}</code> }.into_any()
    };
    view! {
        <span class="arrow__label">
            {label} " " <span class="sequence__note">{note}</span>
        </span>
    }
}

/// A line over the whole width, with its head at one end.
fn line(to_the_right: bool) -> impl IntoView {
    let (class, end, head) = if to_the_right {
        (
            "arrow__line arrow__line--right",
            "100%",
            "M6 6 l-9 -5 v10 z",
        )
    } else {
        ("arrow__line arrow__line--left", "0", "M-6 6 l9 -5 v10 z")
    };
    view! {
        <svg class=class>
            <line class="arrow__shaft" x1="0" x2="100%" y1="6" y2="6" />
            <svg class="arrow__tip" x=end>
                <path class="arrow__head" d=head />
            </svg>
        </svg>
    }
}
