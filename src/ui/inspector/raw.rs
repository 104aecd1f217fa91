//! A token as it travelled, its three parts in three colours.

use leptos::prelude::*;

/// Colours a token, with whatever stands around it in its first and last part.
pub(super) fn token(jwt: &str) -> AnyView {
    let mut parts = jwt.splitn(3, '.');
    let mut part = |class| {
        parts
            .next()
            .map(|text| view! { <span class=class>{text.to_owned()}</span> })
    };
    let header = part("raw__header");
    let claims = part("raw__claims");
    let signature = part("raw__signature");
    let dot = |there: bool| there.then(|| view! { <span class="raw__dot">"."</span> });
    let (first, second) = (dot(claims.is_some()), dot(signature.is_some()));
    view! { {header} {first} {claims} {second} {signature} }.into_any()
}
