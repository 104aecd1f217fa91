//! What was verified, in the draft's order.

use crate::inspect::glossary::kind_of;
use crate::inspect::{CheckCounts, CheckGroup, CheckOutcome, CheckRow};

use super::super::dom::{El, el};
use super::super::section_link::section_link;
use super::super::term;
use super::fields::{fields, row_of};
use super::long::long_text;
use super::message::party;

/// Each walk in a fold of its own: those that passed are closed when there are several.
pub(super) fn cards(groups: &[CheckGroup]) -> Vec<El> {
    let alone = groups.len() == 1;
    let mut cards = Vec::new();
    for group in groups {
        cards.push(card(group, alone || !group.passed));
    }
    cards
}

fn card(group: &CheckGroup, is_open: bool) -> El {
    let counts = CheckCounts::of(core::slice::from_ref(group)).text();
    let (class, sign) = if group.passed {
        ("verdict verdict--pass", "✓ ")
    } else {
        ("verdict verdict--fail", "✗ ")
    };
    let title = el("h3", "card__title")
        .child(party(group.by))
        .text(" verifies ")
        .text(&group.title);
    let verdict = el("span", class).text(sign).text(&counts);
    let head = el("summary", "card__head checks__fold")
        .child(title)
        .child(el("span", "card__end").child(verdict));
    fold("card", is_open)
        .testid("check-group")
        .child(head)
        .child(el("ol", "checks").children(group.rows.iter().map(row)))
}

/// A row says what was checked and how it went; the values that were compared are in its fold.
fn row(row: &CheckRow) -> El {
    let (kind, sign) = match row.outcome {
        CheckOutcome::Pass => ("pass", "✓ "),
        CheckOutcome::Fail => ("fail", "✗ "),
        CheckOutcome::NotApplicable | CheckOutcome::NotReached => ("quiet", ""),
    };
    let inner = if row.depth > 0 {
        " checks__row--inner"
    } else {
        ""
    };
    let verdict = el("span", &format!("verdict verdict--{kind}"))
        .text(sign)
        .text(row.outcome.title());
    let reason = (!row.reason.is_empty()).then(|| el("p", "checks__reason").text(&row.reason));
    let values = row
        .evidence
        .iter()
        .map(|value| row_of(known(value.name), long_text(&value.text)));
    let head = el("summary", "checks__fold checks__head")
        .child(el("span", "checks__number").text(row.number))
        .child(el("span", "checks__title").text(row.title))
        .child(verdict);
    let rest = el("div", "checks__rest")
        .children(reason)
        .child(el("p", "checks__why").text(row.why))
        .child(fields(values))
        .child(section_link(row.spec));
    let whole = fold("", row.outcome == CheckOutcome::Fail)
        .child(head)
        .child(rest);
    el(
        "li",
        &format!("checks__row checks__row--{}{inner}", row.outcome.slug()),
    )
    .testid("check")
    .attr("data-outcome", row.outcome.slug())
    .attr("data-rule", row.rule)
    .child(whole)
}

fn fold(class: &str, is_open: bool) -> El {
    let fold = el("details", class);
    if is_open { fold.attr("open", "") } else { fold }
}

/// What was compared is often a name of the wire.
fn known(name: &str) -> El {
    match kind_of(name) {
        Some(kind) => term::name(kind, name, name),
        None => el("span", "").text(name),
    }
}
