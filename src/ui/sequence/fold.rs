//! What is folded: the documents fetched for a step, and what came before the first.

use leptos::prelude::*;

use crate::http::{Request, Response};
use crate::inspect::{Discovery, Step};
use crate::sim::Exchange;
use crate::stage::Payload;

use super::super::store::{Aside, use_store};

/// The documents that were fetched for a step, or were at hand.
pub(super) fn discovered(discovery: &[Discovery]) -> Option<AnyView> {
    if discovery.is_empty() {
        return None;
    }
    let summary = summary(discovery);
    let rows = discovery.iter().flat_map(rows_of).collect_view();
    let fold = view! {
        <details class="fold" data-testid="discovery">
            <summary class="fold__summary">{summary}</summary>
            <ul class="fold__rows">{rows}</ul>
        </details>
    };
    Some(fold.into_any())
}

/// `fetched 2 documents`, `used 1 key set from its cache`.
fn summary(discovery: &[Discovery]) -> String {
    let documents: usize = discovery.iter().map(|set| set.documents.len()).sum();
    let cached = discovery
        .iter()
        .filter(|set| set.documents.is_empty())
        .count();
    let plural = |count, one: &str| {
        if count == 1 {
            format!("1 {one}")
        } else {
            format!("{count} {one}s")
        }
    };
    let parts = [
        (documents > 0).then(|| format!("fetched {}", plural(documents, "document"))),
        (cached > 0).then(|| format!("used {} from the cache", plural(cached, "key set"))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn rows_of(set: &Discovery) -> Vec<AnyView> {
    let cached = set.documents.is_empty().then(|| {
        let since = set
            .cached_since
            .map(|since| format!(", fetched at {}", since.clock()));
        let text = format!(
            "{} has the keys of {} in its cache{}",
            set.by.title(),
            set.issuer,
            since.unwrap_or_default()
        );
        view! { <li class="fold__row">{text}</li> }.into_any()
    });
    let documents = set.documents.iter().map(|exchange| {
        let text = exchange_in_words(exchange);
        view! { <li>{entry(text, Aside::Document(exchange.id))}</li> }.into_any()
    });
    cached.into_iter().chain(documents).collect()
}

/// `Resource: GET https://agent.example/… → 200`
fn exchange_in_words(exchange: &Exchange) -> String {
    let request = match &exchange.request.payload {
        Payload::Request(Request { method, target, .. }) => format!("{} {target}", method.as_str()),
        Payload::Response(_) => String::new(),
    };
    let status = exchange
        .response
        .as_ref()
        .and_then(|message| match &message.payload {
            Payload::Response(Response { status, .. }) => Some(status.to_string()),
            Payload::Request(_) => None,
        });
    let status = status.unwrap_or_else(|| "no reply".to_owned());
    format!("{}: {request} → {status}", exchange.caller.title())
}

/// A row that shows something in the inspector.
fn entry(text: String, aside: Aside) -> impl IntoView {
    let store = use_store();
    let current = move || (store.aside().get() == Some(aside)).then_some("true");
    view! {
        <button class="fold__row" type="button" aria-current=current on:click=move |_| store.look_at(aside)>
            {text}
        </button>
    }
}

/// What came before the first step.
#[component]
pub(super) fn Prologue() -> impl IntoView {
    let store = use_store();
    let rows = move || {
        let shown = store.shown().get();
        let steps = shown.steps.prologue.steps.iter().enumerate();
        steps
            .map(|(at, step)| prologue_row(at, step))
            .collect_view()
    };
    view! {
        <details class="fold fold--prologue" data-testid="prologue">
            <summary class="fold__summary">"Before the first step"</summary>
            <ol class="fold__rows">{rows}</ol>
        </details>
    }
}

fn prologue_row(at: usize, step: &Step) -> impl IntoView + use<> {
    view! { <li>{entry(step.title.clone(), Aside::Prologue(at))} {discovered(&step.discovery)}</li> }
}
