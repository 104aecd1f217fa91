//! Rows of a name and a value, and the parts of a card.

use crate::inspect::glossary::TermKind;
use crate::inspect::{HeaderKind, HeaderView, MessageView, field_pieces, why_here};

use super::super::dom::{El, el};
use super::super::term;
use super::long::{long_pieces, long_text};

/// A part of a card under a title.
pub(super) fn part(title: &str) -> El {
    el("section", "card__part").child(el("h4", "card__part-title").text(title))
}

/// A part of a card under a title that has a button beside it.
pub(super) fn part_with(title: &str, action: El) -> El {
    let head = el("div", "card__part-head")
        .child(el("h4", "card__part-title").text(title))
        .child(action);
    el("section", "card__part").child(head)
}

/// A list of rows.
pub(super) fn fields(rows: impl IntoIterator<Item = El>) -> El {
    el("dl", "fields").children(rows)
}

/// A name and a value.
pub(super) fn row(name: &str, value: &str) -> El {
    row_of(el("span", "").text(name), long_text(value))
}

/// A name that may explain itself, and a value that is made of more than text.
pub(super) fn row_of(name: El, value: El) -> El {
    el("div", "fields__row")
        .child(el("dt", "fields__name").child(name))
        .child(el("dd", "fields__value").child(value))
}

/// The header fields of a message, those of AAuth and of its signatures marked.
pub(super) fn headers(message: &MessageView) -> El {
    let headers = message.headers.iter();
    let is_signed = !message.covered.is_empty();
    let note = is_signed.then(|| {
        el("p", "fields__story-note").text("Its signature is left out here; Wire shows it.")
    });
    let rows = fields(headers.map(|header| self::header(header, message)));
    el("div", "").child(rows).children(note)
}

fn header(header: &HeaderView, message: &MessageView) -> El {
    let marked = match header.kind {
        HeaderKind::Aauth => " fields__row--marked",
        HeaderKind::Signature => " fields__row--marked fields__row--wire",
        HeaderKind::Http => "",
    };
    let signed = header
        .covered
        .then(|| el("span", "fields__signed").text("signed"));
    let known = term::name(TermKind::Header, &header.name, &header.name)
        .attr("data-why", why_here(header, message));
    let name = el("dt", "fields__name")
        .child(known)
        .text(" ")
        .children(signed);
    el("div", &format!("fields__row{marked}"))
        .testid("header-row")
        .attr("data-name", &header.name)
        .child(name)
        .child(el("dd", "fields__value").child(field(&header.name, &header.value)))
}

/// The value of a header, in which parameters and components explain themselves.
pub(super) fn field(name: &str, value: &str) -> El {
    long_pieces(&field_pieces(name, value))
}
