//! What was signed: the exact base line by line, the headers that carry it, and what is left out.

use crate::inspect::glossary::TermKind;
use crate::inspect::{BaseLineView, KeyView, SignatureView, Uncovered};

use super::super::copy::copy_button;
use super::super::dom::{El, el};
use super::super::store::Store;
use super::super::term;
use super::fields::{field, fields, part, part_with, row, row_of};
use super::long::{long, long_text};
use super::raw;

pub(super) fn card(store: Store, signature: &SignatureView) -> El {
    let head = el("header", "card__head")
        .child(el("h3", "card__title").text("The request’s signature"))
        .child(el("span", "pill").text(&signature.label))
        .child(verdict(signature.verified));
    let error = signature.error.as_deref();
    let error = error.map(|error| el("p", "card__note verdict--fail").text("✗ ").text(error));
    let headers = signature.headers.iter().map(|header| {
        let name = term::name(TermKind::Header, header.name, header.name);
        row_of(name, field(header.name, &header.value))
    });
    el("article", "card")
        .testid("signature")
        .child(head)
        .children(error)
        .child(base(store, signature))
        .child(part("The headers that carry it").child(fields(headers)))
        .children(signature.key.as_ref().map(key))
        .child(uncovered(&signature.uncovered))
}

fn verdict(verified: Option<bool>) -> El {
    let (kind, text) = match verified {
        Some(true) => ("pass", "✓ verified"),
        Some(false) => ("fail", "✗ refused"),
        None => ("quiet", "not verified here"),
    };
    el("span", &format!("verdict verdict--{kind}")).text(text)
}

fn base(store: Store, signature: &SignatureView) -> El {
    let copy = copy_button(store, signature.base.clone(), "the signature base");
    let lines = el("ol", "base")
        .testid("signature-base")
        .children(signature.lines.iter().map(line));
    part_with("What was signed, line by line", copy).child(lines)
}

/// The quotes and the colon are part of the text, so the line is shown as it is.
fn line(line: &BaseLineView) -> El {
    let value_at = line.line.len().saturating_sub(line.value.len());
    let component = line.line.get(..value_at).unwrap_or_default();
    el("li", "base__line")
        .attr("data-component", &line.component)
        .child(component_name(component, &line.component))
        .child(el("span", "base__value").child(value(&line.value)))
}

/// A token has the colours that it has everywhere.
fn value(text: &str) -> El {
    if raw::holds_token(text) {
        long(text.len(), raw::token(text))
    } else {
        long_text(text)
    }
}

/// `"@method": `, in which the name explains itself.
fn component_name(text: &str, name: &str) -> El {
    let shown = el("span", "base__component");
    let Some((before, after)) = text.split_once(name) else {
        return shown.text(text);
    };
    let kind = if name.starts_with('@') {
        TermKind::Component
    } else {
        TermKind::Header
    };
    shown
        .text(before)
        .child(term::name(kind, name, name))
        .text(after)
}

fn key(key: &KeyView) -> El {
    let owner = key.owner.as_deref().map(|owner| row("whose", owner));
    let thumbprint = key
        .thumbprint
        .as_deref()
        .map(|thumbprint| row("thumbprint", thumbprint));
    let rows = [Some(row("from", &key.source)), owner, thumbprint];
    part("The key").child(fields(rows.into_iter().flatten()))
}

/// What anybody on the way could change.
fn uncovered(parts: &[Uncovered]) -> El {
    if parts.is_empty() {
        let nothing = el("p", "").text("Nothing: all that this request carries is covered.");
        return part("Not covered").child(nothing);
    }
    let rows = parts.iter().map(|part| {
        let name = term::name(TermKind::Header, &part.name, &part.name);
        row_of(name, field(&part.name, &part.value))
    });
    part("Not covered: this could be changed on the way").child(fields(rows))
}
