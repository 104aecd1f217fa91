//! What is folded: the documents fetched for a step, and what came before the first.

use crate::http::{Request, Response};
use crate::inspect::{Discovery, Step, Steps, Told};
use crate::sim::Exchange;
use crate::stage::{EventId, ExchangeId, Payload};

use super::super::dom::{El, button, el};
use super::super::leptos::*;
use super::super::store::{Aside, Store};

/// The documents that were fetched for a step, with the key sets that were at hand. Nothing when
/// none was fetched: each token says where its key came from.
pub(super) fn discovered(store: Store, steps: &Steps, discovery: &[Discovery]) -> Option<El> {
    let documents: usize = discovery.iter().map(|set| set.documents.len()).sum();
    let summary = match documents {
        0 => return None,
        1 => "fetched 1 document".to_owned(),
        _ => format!("fetched {documents} documents"),
    };
    let rows = discovery.iter().flat_map(|set| rows_of(store, steps, set));
    Some(fold("discovery", &summary).child(el("ul", "fold__rows").children(rows)))
}

/// What came before the first step, in the order in which it began.
pub(super) fn prologue(store: Store) -> El {
    let rows = move || {
        store
            .shown()
            .with(|shown| prologue_rows(store, &shown.steps))
    };
    fold("prologue", "Before the first step").child(el("ol", "fold__rows").keep_children(rows))
}

fn prologue_rows(store: Store, steps: &Steps) -> Vec<El> {
    let all = steps;
    let prologue = &steps.prologue;
    let steps = prologue.steps.iter().enumerate();
    let steps = steps.map(|(at, step)| (step.first, prologue_row(store, all, at, step)));
    let notices = prologue.notices.iter().map(|told| {
        let aside = Aside::Notice(told.event);
        let row = el("li", "").child(entry(store, &told_in_words(told), aside));
        (told.event, row)
    });
    let documents = prologue.discovery.iter().flat_map(|set| &set.documents);
    let documents = documents.map(|exchange| (exchange.asked, document_row(store, exchange)));
    let mut rows: Vec<(EventId, El)> = steps.chain(notices).chain(documents).collect();
    rows.sort_by_key(|(event, _)| *event);
    rows.into_iter().map(|(_, row)| row).collect()
}

fn fold(testid: &str, summary: &str) -> El {
    el("details", &format!("fold fold--{testid}"))
        .testid(testid)
        .child(el("summary", "fold__summary").text(summary))
}

fn prologue_row(store: Store, steps: &Steps, at: usize, step: &Step) -> El {
    el("li", "")
        .child(entry(store, &step.title, Aside::Prologue(at)))
        .children(discovered(store, steps, &step.discovery))
}

fn rows_of(store: Store, steps: &Steps, set: &Discovery) -> Vec<El> {
    if set.documents.is_empty() {
        let text = cached_in_words(set);
        let row = match key_set(steps, set) {
            Some(exchange) => el("li", "").child(entry(store, &text, Aside::Document(exchange))),
            None => el("li", "fold__row").text(&text),
        };
        return vec![row];
    }
    let documents = set.documents.iter();
    documents
        .map(|exchange| document_row(store, exchange))
        .collect()
}

/// The exchange that brought the key set which is in the cache: the last document of its issuer.
fn key_set(steps: &Steps, cached: &Discovery) -> Option<ExchangeId> {
    let prologue = &steps.prologue;
    let of_steps = prologue.steps.iter().chain(&steps.steps);
    let sets = of_steps.flat_map(|step| &step.discovery);
    let mut sets = prologue.discovery.iter().chain(sets);
    let fetched = sets.find(|set| {
        set.by == cached.by && set.issuer == cached.issuer && !set.documents.is_empty()
    })?;
    fetched.documents.last().map(|exchange| exchange.id)
}

fn document_row(store: Store, exchange: &Exchange) -> El {
    let aside = Aside::Document(exchange.id);
    el("li", "").child(entry(store, &exchange_in_words(exchange), aside))
}

/// `Agent shows its public key to its provider`
fn told_in_words(told: &Told) -> String {
    format!("{} {}", told.from.title(), told.title)
}

fn cached_in_words(set: &Discovery) -> String {
    let (by, issuer) = (set.by.title(), &set.issuer);
    match set.cached_since {
        Some(since) => format!(
            "{by}: the keys of {issuer} from its cache, since {}",
            since.clock()
        ),
        None => format!("{by}: the keys of {issuer} from its cache"),
    }
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
fn entry(store: Store, text: &str, aside: Aside) -> El {
    let is_shown = move || store.aside().get() == Some(aside);
    button("fold__row", move || store.look_at(aside))
        .keep_attr("aria-current", move || {
            is_shown().then(|| "true".to_owned())
        })
        .text(text)
}
