//! A JSON text laid out for reading.

use crate::inspect::glossary::TermKind;
use crate::inspect::{JsonLine, JsonPiece, PieceKind, seen_chars};

use super::super::dom::{El, el};
use super::super::term;
use super::long::long;
use super::raw;

/// The deepest indentation that is drawn.
const INDENT_MAX: u32 = 6;

pub(super) fn lines(lines: &[JsonLine]) -> impl Iterator<Item = El> {
    lines.iter().map(line)
}

fn line(line: &JsonLine) -> El {
    let chars = line
        .pieces
        .iter()
        .map(|piece| seen_chars(&piece.text))
        .sum();
    let pieces = el("span", "").children(line.pieces.iter().map(piece));
    let indent = line.indent.min(INDENT_MAX);
    el("div", &format!("json__line json__line--{indent}")).child(long(chars, pieces))
}

fn piece(piece: &JsonPiece) -> El {
    let class = match piece.kind {
        PieceKind::Token => return raw::token(&piece.text),
        PieceKind::Name => {
            let name = term::name(TermKind::Member, &piece.plain(), &piece.text);
            return el("span", "json__name").child(name);
        }
        PieceKind::OwnName => "json__name",
        PieceKind::Number | PieceKind::Literal => "json__literal",
        PieceKind::Punctuation => "json__punctuation",
        PieceKind::Text => "",
    };
    el("span", class).text(&piece.text)
}
