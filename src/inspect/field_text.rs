//! The names inside values: parameters of headers, components of signatures, fields of queries and
//! forms.

use super::glossary::TermKind;

/// A piece of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldPiece {
    /// Its exact text; a component has its quotes.
    pub text: String,
    /// What it is a name of; nothing when it is no name.
    pub kind: Option<TermKind>,
}

impl FieldPiece {
    /// The text without quotes.
    #[must_use]
    pub fn name(&self) -> &str {
        self.text.trim_matches('"')
    }
}

/// The headers whose values have names in them, and whether their members are names: those of the
/// signature's headers are labels, which mean nothing.
const NAMED: &[(&str, bool)] = &[
    ("Signature-Key", false),
    ("Signature-Input", false),
    ("AAuth-Requirement", true),
    ("Content-Digest", true),
    ("Prefer", true),
    ("Preference-Applied", true),
    ("Signature-Error", true),
];

/// The value of a header in pieces, from left to right; together they are the value.
#[must_use]
pub fn field_pieces(header: &str, value: &str) -> Vec<FieldPiece> {
    let mut named = NAMED.iter();
    let Some((_, members)) = named.find(|(name, _)| name.eq_ignore_ascii_case(header)) else {
        return vec![piece(value, None)];
    };
    let mut pieces = Vec::new();
    let (mut from, mut at) = (0, 0);
    // What a name would be here: a parameter after `;`, a member at first and after `,`.
    let mut expected = members.then_some(TermKind::Parameter);
    let mut listed = false;
    while let Some(rest) = value.get(at..).filter(|rest| !rest.is_empty()) {
        let len = name_len(rest);
        match rest.as_bytes().first() {
            Some(b'"') => {
                let text = quoted(rest);
                if listed {
                    let name = text.trim_matches('"');
                    let kind = if name.starts_with('@') {
                        TermKind::Component
                    } else {
                        TermKind::Header
                    };
                    add(&mut pieces, value, from, at, text.len(), kind);
                    from = at + text.len();
                }
                at += text.len();
            }
            Some(_) if len > 0 => {
                if let Some(kind) = expected.take() {
                    add(&mut pieces, value, from, at, len, kind);
                    from = at + len;
                }
                at += len;
            }
            Some(mark) => {
                match mark {
                    b';' => expected = Some(TermKind::Parameter),
                    b',' => expected = members.then_some(TermKind::Parameter),
                    // The scheme of a key.
                    b'=' if header.eq_ignore_ascii_case("Signature-Key") && from == 0 => {
                        expected = Some(TermKind::Parameter);
                    }
                    b'(' => listed = true,
                    b')' => listed = false,
                    b' ' => {}
                    _ => expected = None,
                }
                at += rest.chars().next().map_or(1, char::len_utf8);
            }
            None => break,
        }
    }
    pieces.extend(
        value
            .get(from..)
            .filter(|rest| !rest.is_empty())
            .map(|rest| piece(rest, None)),
    );
    pieces
}

/// A query or a form in pieces: its names, and what stands between them.
#[must_use]
pub fn form_pieces(text: &str) -> Vec<FieldPiece> {
    let mut pieces = Vec::new();
    for (at, field) in text.split('&').enumerate() {
        if at > 0 {
            pieces.push(piece("&", None));
        }
        let (name, value) = field.split_at(field.find('=').unwrap_or(field.len()));
        pieces.push(piece(name, Some(TermKind::Parameter)));
        pieces.push(piece(value, None));
    }
    pieces
}

/// Adds what stands before a name, and the name.
fn add(
    pieces: &mut Vec<FieldPiece>,
    value: &str,
    from: usize,
    at: usize,
    len: usize,
    kind: TermKind,
) {
    let before = value.get(from..at).unwrap_or_default();
    if !before.is_empty() {
        pieces.push(piece(before, None));
    }
    pieces.push(piece(
        value.get(at..at + len).unwrap_or_default(),
        Some(kind),
    ));
}

fn piece(text: &str, kind: Option<TermKind>) -> FieldPiece {
    FieldPiece {
        text: text.to_owned(),
        kind,
    }
}

/// How many bytes of a name the text begins with.
fn name_len(text: &str) -> usize {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-.*".contains(c);
    text.find(|c| !is_part(c)).unwrap_or(text.len())
}

/// The string in quotes that the text begins with; all of it when it does not end.
fn quoted(text: &str) -> &str {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return text.get(..=at).unwrap_or(text),
            _ => {}
        }
    }
    text
}
