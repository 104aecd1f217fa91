//! Rows of a name and a value.

use leptos::prelude::*;

use crate::inspect::{HeaderKind, HeaderView};

use super::long::long_text;

/// The header fields of a message, those of AAuth and of its signatures marked.
pub(super) fn headers(headers: &[HeaderView]) -> impl IntoView + use<> {
    let rows: Vec<_> = headers.iter().map(header).collect();
    view! { <dl class="fields">{rows}</dl> }
}

fn header(header: &HeaderView) -> impl IntoView + use<> {
    let marked = match header.kind {
        HeaderKind::Aauth | HeaderKind::Signature => " fields__row--marked",
        HeaderKind::Http => "",
    };
    let signed = header
        .covered
        .then(|| view! { <span class="fields__signed">"signed"</span> });
    view! {
        <div class=format!("fields__row{marked}") data-testid="header-row" data-name=header.name.clone()>
            <dt class="fields__name">{header.name.clone()} {signed}</dt>
            <dd class="fields__value">{long_text(&header.value)}</dd>
        </div>
    }
}

/// A name and a value.
pub(super) fn row(name: &str, value: &str) -> impl IntoView + use<> {
    view! {
        <div class="fields__row">
            <dt class="fields__name">{name.to_owned()}</dt>
            <dd class="fields__value">{long_text(value)}</dd>
        </div>
    }
}
