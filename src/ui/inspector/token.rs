//! The tokens of a step: decoded as far as they go, with what became of them.

use leptos::prelude::*;

use crate::inspect::{ClaimView, TokenView, Verdict};
use crate::sim::Trace;

use super::super::copy::CopyButton;
use super::long::{long, long_text};
use super::raw;
use super::subject::Subject;

pub(super) fn view(trace: &Trace, subject: &Subject) -> AnyView {
    let tokens: Vec<_> = subject
        .messages
        .iter()
        .flat_map(|message| TokenView::all(trace, message))
        .map(|token| card(&token))
        .collect();
    if tokens.is_empty() {
        return view! { <p class="empty">"No token travels in this step."</p> }.into_any();
    }
    tokens.into_any()
}

fn card(token: &TokenView) -> impl IntoView + use<> {
    let jwt = token.raw.jwt();
    let length = jwt.len();
    view! {
        <article class="card" data-testid="token" data-typ=token.typ.clone() data-verdict=token.verdict.slug()>
            <header class="card__head">
                <h3 class="card__title">{token.name.clone()}</h3>
                <span class="pill">{token.typ.clone()}</span>
                {verdict(&token.verdict)}
                <span class="card__end">{token.place.title()}</span>
            </header>
            <p class="token__detail">{token.verdict.detail()}</p>
            {members("Header", &token.header, token.header_error.as_deref())}
            {members("Claims", &token.claims, token.claims_error.as_deref())}
            <div class="token__raw">
                <div class="message__part-head">
                    <h4 class="message__part-title">"As it travelled"</h4>
                    <CopyButton text=jwt.clone() what="the token" />
                </div>
                <div class="code" data-testid="token-raw">{long(length, raw::token(&jwt))}</div>
            </div>
        </article>
    }
}

fn verdict(verdict: &Verdict) -> impl IntoView + use<> {
    let (kind, sign) = match verdict {
        Verdict::Verified(_) => ("pass", "✓ "),
        Verdict::Refused { .. } => ("fail", "✗ "),
        Verdict::NotVerifiedHere => ("quiet", ""),
    };
    view! {
        <span class=format!("verdict verdict--{kind}") data-testid="verdict">
            {sign}
            {verdict.title()}
        </span>
    }
}

fn members(
    title: &'static str,
    members: &[ClaimView],
    error: Option<&str>,
) -> impl IntoView + use<> {
    let rows: Vec<_> = members.iter().map(member).collect();
    let error =
        error.map(|error| view! { <p class="verdict verdict--fail">"✗ " {error.to_owned()}</p> });
    view! {
        <section class="token__group">
            <h4 class="message__part-title">{title}</h4>
            <dl class="fields">{rows}</dl>
            {error}
        </section>
    }
}

fn member(claim: &ClaimView) -> impl IntoView + use<> {
    let note = claim
        .note
        .clone()
        .map(|note| view! { <span class="fields__note">{note}</span> });
    // A moment is shown as people read it, and as the number that it is.
    let is_rewritten = !claim.json.starts_with('"') && claim.json != claim.text;
    let exact =
        is_rewritten.then(|| view! { <span class="fields__note">{claim.json.clone()}</span> });
    let twice = claim.duplicate.then(
        || view! { <span class="verdict verdict--fail">"✗ more than one of this name"</span> },
    );
    view! {
        <div class="fields__row" data-testid="claim" data-name=claim.name.clone()>
            <dt class="fields__name">{claim.name.clone()}</dt>
            <dd class="fields__value">{long_text(&claim.text)} " " {exact} " " {note} {twice}</dd>
        </div>
    }
}
