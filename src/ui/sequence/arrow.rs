//! The arrows of a row: each a label and a line from one lane to another.

use crate::inspect::{Arrow, ArrowKind, Lane};
use crate::stage::PartyId;

use super::super::dom::{El, el, svg};

/// Draws the arrows of a row. The row says the same in words.
pub(super) fn view(arrows: &[Arrow], lanes: &[Lane]) -> El {
    el("span", &format!("arrows arrows--lanes-{}", lanes.len()))
        .attr("aria-hidden", "true")
        .children(arrows.iter().filter_map(|arrow| draw(arrow, lanes)))
}

/// An arrow, unless one of its ends has no lane.
fn draw(arrow: &Arrow, lanes: &[Lane]) -> Option<El> {
    let (from, to) = (lane(arrow.from, lanes)?, lane(arrow.to, lanes)?);
    let (left, right) = (from.min(to), from.max(to));
    let kind = kind(arrow.kind);
    let class = format!(
        "arrow arrow--{kind} arrow--{left}-{right} party--{}",
        arrow.from.slug()
    );
    Some(
        el("span", &class)
            .child(label(arrow))
            .child(line(from < to)),
    )
}

/// The place of a party among the lanes, from 1.
fn lane(party: PartyId, lanes: &[Lane]) -> Option<usize> {
    lanes
        .iter()
        .position(|lane| lane.party == party)
        .map(|at| at + 1)
}

const fn kind(kind: ArrowKind) -> &'static str {
    match kind {
        ArrowKind::Request => "request",
        ArrowKind::Lost => "lost",
        ArrowKind::Response => "reply",
        ArrowKind::Notice => "notice",
    }
}

fn label(arrow: &Arrow) -> El {
    let tag = if arrow.kind == ArrowKind::Notice {
        "span"
    } else {
        "code"
    };
    el("span", "arrow__label")
        .child(el(tag, "arrow__name").text(&arrow.label))
        .text(" ")
        .child(el("span", "arrow__note").text(&arrow.note))
}

/// A line over the whole width, with its head at one end.
fn line(to_the_right: bool) -> El {
    let (class, end, head) = if to_the_right {
        (
            "arrow__line arrow__line--right",
            "100%",
            "M6 6 l-9 -5 v10 z",
        )
    } else {
        ("arrow__line arrow__line--left", "0", "M-6 6 l9 -5 v10 z")
    };
    let shaft = svg("line", "arrow__shaft")
        .attr("x1", "0")
        .attr("x2", "100%")
        .attr("y1", "6")
        .attr("y2", "6");
    let tip = svg("svg", "arrow__tip")
        .attr("x", end)
        .child(svg("path", "arrow__head").attr("d", head));
    svg("svg", class).child(shaft).child(tip)
}
