//! Long values: two lines at first, all of it on demand.

use crate::inspect::{FieldPiece, seen_chars};

use super::super::dom::{El, button, el};
use super::super::leptos::*;
use super::super::term;
use super::raw;

/// What is shorter is never cut: about two lines where the inspector is wide.
const SHORT_CHARS_MAX: usize = 130;

/// What is longer is broken wherever its line ends.
const WORD_BYTES_MAX: usize = 48;

/// What somebody says is cut where it is longer: about ten lines where the page is narrow.
const SAID_CHARS_MAX: usize = 600;

/// As many characters as fill a line.
const LINE_CHARS: usize = 50;

/// A value of that many characters, cut at two lines until somebody wants all of it.
pub(super) fn long(chars: usize, value: El) -> El {
    if chars <= SHORT_CHARS_MAX {
        return value;
    }
    cut("long__text--cut", value)
}

/// What somebody says, cut until somebody wants all of it.
pub(in super::super) fn said(text: &str, value: El) -> El {
    let lines = text.matches('\n').count();
    if seen_chars(text) + lines * LINE_CHARS <= SAID_CHARS_MAX {
        return value;
    }
    cut("long__text--said", value)
}

fn cut(class: &'static str, value: El) -> El {
    let open = RwSignal::new(false);
    let label = move || if open.get() { "Show less" } else { "Show all" };
    let text = el("div", "long__text")
        .keep_class(class, move || !open.get())
        .child(value);
    let more = button("plain long__more", move || {
        open.update(|open| *open = !*open);
    })
    .keep_attr("aria-expanded", move || Some(open.get().to_string()))
    .keep_text(move || label().to_owned());
    el("div", "long").child(text).child(more)
}

/// A long text, of which no word is broken at its hyphens: `content-digest` stays on a line.
pub(super) fn long_text(text: &str) -> El {
    let value = if text.contains(' ') {
        words(el("span", ""), text)
    } else {
        el("span", "long__word").text(text)
    };
    long(seen_chars(text), value)
}

/// A value in pieces, of which those that are names explain themselves.
pub(super) fn long_pieces(pieces: &[FieldPiece]) -> El {
    let chars = pieces.iter().map(|piece| seen_chars(&piece.text)).sum();
    if let [FieldPiece { text, kind: None }] = pieces {
        return long_text(text);
    }
    let mut value = el("span", "");
    for piece in pieces {
        value = match piece.kind {
            Some(kind) => value.child(term::name(kind, piece.name(), &piece.text)),
            None if raw::holds_token(&piece.text) => value.child(raw::token(&piece.text)),
            None => words(value, &piece.text),
        };
    }
    long(chars, value)
}

fn words(value: El, text: &str) -> El {
    let mut value = value;
    for (at, word) in text.split(' ').enumerate() {
        if at > 0 {
            value = value.text(" ");
        }
        value = match word.len() {
            WORD_BYTES_MAX.. => value.child(el("span", "long__word").text(word)),
            _ if word.contains('-') => {
                value.child(el("span", "long__word long__word--whole").text(word))
            }
            _ => value.text(word),
        };
    }
    value
}
