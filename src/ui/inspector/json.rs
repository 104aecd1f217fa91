//! A JSON text laid out for reading.

use leptos::prelude::*;

use crate::inspect::{JsonLine, JsonPiece, PieceKind};

use super::long::long;
use super::raw;

/// The deepest indentation that is drawn.
const INDENT_MAX: u32 = 6;

pub(super) fn lines(lines: &[JsonLine]) -> AnyView {
    lines.iter().map(line).collect::<Vec<_>>().into_any()
}

fn line(line: &JsonLine) -> impl IntoView + use<> {
    let chars = line
        .pieces
        .iter()
        .map(|piece| piece.text.chars().count())
        .sum();
    let pieces: Vec<_> = line.pieces.iter().map(piece).collect();
    let indent = line.indent.min(INDENT_MAX);
    view! { <div class=format!("json__line json__line--{indent}")>{long(chars, pieces)}</div> }
}

fn piece(piece: &JsonPiece) -> AnyView {
    let text = piece.text.clone();
    match piece.kind {
        PieceKind::Token => raw::token(&text),
        PieceKind::Name => view! { <span class="json__name">{text}</span> }.into_any(),
        PieceKind::Number | PieceKind::Literal => {
            view! { <span class="json__literal">{text}</span> }.into_any()
        }
        PieceKind::Punctuation | PieceKind::Text => text.into_any(),
    }
}
