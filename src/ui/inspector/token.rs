//! The tokens of a step: decoded as far as they go, with what became of them.

use crate::inspect::glossary::TermKind;
use crate::inspect::{ClaimView, TokenView, Verdict, pretty};

use super::super::copy::copy_button;
use super::super::dom::{El, el};
use super::super::store::Store;
use super::super::term;
use super::fields::{fields, part, part_with, row_of};
use super::json;
use super::long::{long, long_text};
use super::raw;

pub(super) fn card(store: Store, token: &TokenView) -> El {
    let jwt = token.raw.jwt();
    let raw = el("div", "token__raw")
        .testid("token-raw")
        .child(long(jwt.len(), raw::token(&jwt)));
    let head = el("header", "card__head")
        .child(el("h3", "card__title").text(&token.name))
        .child(el("span", "pill").text(&token.typ))
        .child(verdict(&token.verdict))
        .child(el("span", "card__end").text(&token.place.title()));
    let detail = token.verdict.detail();
    let detail = (!detail.is_empty()).then(|| el("p", "card__note").text(&detail));
    el("article", "card")
        .testid("token")
        .attr("data-typ", &token.typ)
        .attr("data-verdict", token.verdict.slug())
        .child(head)
        .children(detail)
        .child(members(
            "Header",
            TermKind::Member,
            &token.header,
            token.header_error.as_deref(),
        ))
        .child(members(
            "Claims",
            TermKind::Claim,
            &token.claims,
            token.claims_error.as_deref(),
        ))
        .child(part_with("As it travelled", copy_button(store, jwt, "the token")).child(raw))
}

fn verdict(verdict: &Verdict) -> El {
    let (kind, sign) = match verdict {
        Verdict::Verified(_) => ("pass", "✓ "),
        Verdict::Refused { .. } => ("fail", "✗ "),
        Verdict::NotVerifiedHere => ("quiet", ""),
    };
    el("span", &format!("verdict verdict--{kind}"))
        .testid("verdict")
        .text(sign)
        .text(verdict.title())
}

fn members(title: &str, kind: TermKind, members: &[ClaimView], error: Option<&str>) -> El {
    let error = error.map(|error| el("p", "verdict verdict--fail").text("✗ ").text(error));
    part(title)
        .child(fields(members.iter().map(|claim| member(kind, claim))))
        .children(error)
}

fn member(kind: TermKind, claim: &ClaimView) -> El {
    // A moment is shown as people read it, and as the number that it is.
    let is_rewritten = !claim.json.starts_with('"') && claim.json != claim.text;
    let exact = is_rewritten.then_some(claim.json.as_str());
    let notes = exact.into_iter().chain(claim.note.as_deref());
    let notes = notes.map(|note| el("span", "fields__note").text(note));
    let twice = claim
        .duplicate
        .then(|| el("span", "verdict verdict--fail").text("✗ more than one of this name"));
    let nested = claim.json.starts_with('{').then(|| pretty(&claim.json));
    let shown = match nested.flatten() {
        Some(lines) => el("div", "").children(json::lines(&lines)),
        None => long_text(&claim.text),
    };
    let value = el("div", "fields__parts")
        .child(shown)
        .children(notes)
        .children(twice);
    row_of(term::name(kind, &claim.name, &claim.name), value)
        .testid("claim")
        .attr("data-name", &claim.name)
}
