//! What was signed: the covered components, the exact base line by line, and what is left out.

use leptos::prelude::*;

use crate::inspect::{BaseLineView, KeyView, SignatureHeader, SignatureView, Uncovered};
use crate::sim::Trace;

use super::super::copy::CopyButton;
use super::fields::row;
use super::long::long_text;
use super::subject::Subject;

pub(super) fn view(trace: &Trace, subject: &Subject) -> AnyView {
    let cards: Vec<_> = subject
        .messages
        .iter()
        .filter_map(|message| SignatureView::of(trace, message))
        .map(|signature| card(&signature))
        .collect();
    if cards.is_empty() {
        return view! { <p class="empty">"Nothing in this step is signed."</p> }.into_any();
    }
    cards.into_any()
}

fn card(signature: &SignatureView) -> impl IntoView + use<> {
    let error = signature.error.clone();
    let error = error
        .map(|error| view! { <p class="message__part verdict verdict--fail">"✗ " {error}</p> });
    view! {
        <article class="card" data-testid="signature">
            <header class="card__head">
                <h3 class="card__title">"The request’s signature"</h3>
                <span class="pill">{signature.label.clone()}</span>
                {verdict(signature.verified)}
            </header>
            {error}
            {base(signature)}
            {headers(&signature.headers)}
            {signature.key.as_ref().map(key)}
            {uncovered(&signature.uncovered)}
        </article>
    }
}

fn verdict(verified: Option<bool>) -> impl IntoView {
    let (kind, text) = match verified {
        Some(true) => ("pass", "✓ verified"),
        Some(false) => ("fail", "✗ refused"),
        None => ("quiet", "not verified here"),
    };
    view! { <span class=format!("verdict verdict--{kind}")>{text}</span> }
}

fn base(signature: &SignatureView) -> impl IntoView + use<> {
    let lines: Vec<_> = signature.lines.iter().map(line).collect();
    view! {
        <section class="message__part">
            <div class="message__part-head">
                <h4 class="message__part-title">"The signature base: the exact text that was signed"</h4>
                <CopyButton text=signature.base.clone() what="the signature base" />
            </div>
            <ol class="base" data-testid="signature-base">{lines}</ol>
        </section>
    }
}

/// The quotes and the colon are part of the text, so the line is shown as it is.
fn line(line: &BaseLineView) -> impl IntoView + use<> {
    let value_at = line.line.len().saturating_sub(line.value.len());
    let component = line.line.get(..value_at).unwrap_or_default().to_owned();
    view! {
        <li class="base__line" data-component=line.component.clone()>
            <span class="base__component">{component}</span>
            <span class="base__value">{long_text(&line.value)}</span>
        </li>
    }
}

fn headers(headers: &[SignatureHeader]) -> impl IntoView + use<> {
    let rows: Vec<_> = headers
        .iter()
        .map(|header| row(header.name, &header.value))
        .collect();
    view! {
        <section class="message__part">
            <h4 class="message__part-title">"The headers that carry it"</h4>
            <dl class="fields">{rows}</dl>
        </section>
    }
}

fn key(key: &KeyView) -> impl IntoView + use<> {
    let owner = key.owner.as_deref().map(|owner| row("whose", owner));
    let thumbprint = key
        .thumbprint
        .as_deref()
        .map(|thumbprint| row("thumbprint", thumbprint));
    view! {
        <section class="message__part">
            <h4 class="message__part-title">"The key"</h4>
            <dl class="fields">{row("from", &key.source)} {owner} {thumbprint}</dl>
        </section>
    }
}

/// What anybody on the way could change.
fn uncovered(parts: &[Uncovered]) -> Option<impl IntoView + use<>> {
    if parts.is_empty() {
        return None;
    }
    let rows: Vec<_> = parts
        .iter()
        .map(|part| row(&part.name, &part.value))
        .collect();
    Some(view! {
        <section class="message__part">
            <h4 class="message__part-title">"Not covered: this could be changed on the way"</h4>
            <dl class="fields">{rows}</dl>
        </section>
    })
}
