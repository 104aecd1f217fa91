//! What was verified, in the draft's order.

use leptos::prelude::*;

use crate::inspect::{CheckCounts, CheckGroup, CheckOutcome, CheckRow};

use super::super::section_link::section_link;
use super::fields;

pub(super) fn view(groups: &[CheckGroup]) -> AnyView {
    if groups.is_empty() {
        return view! { <p class="empty">"Nothing is verified in this step."</p> }.into_any();
    }
    groups.iter().map(card).collect::<Vec<_>>().into_any()
}

fn card(group: &CheckGroup) -> impl IntoView + use<> {
    let counts = CheckCounts::of(core::slice::from_ref(group)).text();
    let class = if group.passed {
        "verdict verdict--pass"
    } else {
        "verdict verdict--fail"
    };
    let sign = if group.passed { "✓ " } else { "✗ " };
    let rows: Vec<_> = group.rows.iter().map(row).collect();
    view! {
        <article class="card" data-testid="check-group">
            <header class="card__head">
                <h3 class="card__title">
                    <span class=format!("party party--{}", group.by.slug())>{group.by.title()}</span>
                    " verifies " {group.title.clone()}
                </h3>
                <span class=format!("card__end {class}")>{sign} {counts}</span>
            </header>
            <ol>{rows}</ol>
        </article>
    }
}

fn row(row: &CheckRow) -> impl IntoView + use<> {
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
    let values: Vec<_> = row
        .evidence
        .iter()
        .map(|value| fields::row(value.name, &value.text))
        .collect();
    let reason = (!row.reason.is_empty())
        .then(|| view! { <p class="checks__reason">{row.reason.clone()}</p> });
    view! {
        <li
            class=format!("checks__row checks__row--{}{inner}", row.outcome.slug())
            data-testid="check"
            data-outcome=row.outcome.slug()
            data-rule=row.rule
        >
            <span class="checks__number">{row.number}</span>
            <span class="checks__title">{row.title}</span>
            <span class=format!("verdict verdict--{kind}")>{sign} {row.outcome.title()}</span>
            <div class="checks__rest">
                {reason}
                <dl class="fields">{values}</dl>
                {section_link(row.spec)}
            </div>
        </li>
    }
}
