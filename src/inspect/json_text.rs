//! JSON as it was written: numbers, escapes and repeated members stay as they are.

use crate::json::{self, Value};

/// How deep nested values are taken apart. What is deeper stays in one piece.
const DEPTH_MAX: u32 = 32;

/// A member of an object, as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonMember {
    /// The name, without quotes and escapes.
    pub name: String,
    /// The exact text of the name, with its quotes.
    pub name_json: String,
    /// The exact text of the value.
    pub json: String,
    /// Whether the object has another member of that name.
    pub duplicate: bool,
}

/// A line of the laid-out text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonLine {
    /// How deep it stands, from 0.
    pub indent: u32,
    /// Its pieces from left to right.
    pub pieces: Vec<JsonPiece>,
}

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonPiece {
    /// What it is.
    pub kind: PieceKind,
    /// Its exact text, strings with their quotes.
    pub text: String,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PieceKind {
    /// A bracket, comma or colon, with the space that is set for reading.
    Punctuation,
    /// The name of a member.
    Name,
    /// The name of a member that a server chose itself: of its data, or of its scopes.
    OwnName,
    /// A string.
    Text,
    /// A string that is a token.
    Token,
    /// A number.
    Number,
    /// `true`, `false` or `null`.
    Literal,
}

/// The members of an object in their order. `None` when the text is no JSON object.
#[must_use]
pub fn members(text: &str) -> Option<Vec<JsonMember>> {
    let written = json::members(text).ok()?;
    let names: Vec<String> = written.iter().map(|(name, _)| plain(name)).collect();
    let repeated = |name| names.iter().filter(|other| *other == name).count() > 1;
    let members = written
        .iter()
        .zip(&names)
        .map(|((name_json, json), name)| JsonMember {
            name: name.clone(),
            name_json: (*name_json).to_owned(),
            json: (*json).to_owned(),
            duplicate: repeated(name),
        });
    Some(members.collect())
}

/// The text laid out for reading. `None` when it is not JSON.
#[must_use]
pub fn pretty(text: &str) -> Option<Vec<JsonLine>> {
    json::parse(text).ok()?;
    let mut layout = Layout { lines: Vec::new() };
    layout.begin(0);
    layout.value(text, 0);
    Some(layout.lines)
}

impl JsonPiece {
    /// The text without quotes and escapes when it is a string, else as it is.
    #[must_use]
    pub fn plain(&self) -> String {
        plain(&self.text)
    }
}

impl JsonMember {
    /// The value without quotes and escapes when it is a string, else its exact text.
    #[must_use]
    pub fn plain(&self) -> String {
        plain(&self.json)
    }

    /// Whether the value is a string.
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.json.starts_with('"')
    }
}

fn plain(json: &str) -> String {
    match json::parse(json) {
        Ok(Value::String(text)) => text,
        Ok(_) | Err(_) => json.to_owned(),
    }
}

struct Layout {
    lines: Vec<JsonLine>,
}

impl Layout {
    fn begin(&mut self, indent: u32) {
        let pieces = Vec::new();
        self.lines.push(JsonLine { indent, pieces });
    }

    fn piece(&mut self, kind: PieceKind, text: &str) {
        let line = self.lines.last_mut().expect("a layout begins with a line");
        let text = text.to_owned();
        line.pieces.push(JsonPiece { kind, text });
    }

    fn value(&mut self, json: &str, depth: u32) {
        let json = json.trim_ascii();
        let nested = depth < DEPTH_MAX;
        match json.bytes().next() {
            Some(b'{') if nested => self.object(json, depth),
            Some(b'[') if nested => self.array(json, depth),
            Some(b'"') => self.piece(PieceKind::Text, json),
            Some(b't' | b'f' | b'n') => self.piece(PieceKind::Literal, json),
            Some(b'{' | b'[') => self.piece(PieceKind::Punctuation, json),
            Some(_) | None => self.piece(PieceKind::Number, json),
        }
    }

    fn object(&mut self, json: &str, depth: u32) {
        let members = members(json).unwrap_or_default();
        self.bracketed("{", "}", depth, members.len(), |layout, at| {
            let Some(member) = members.get(at) else {
                return;
            };
            layout.piece(PieceKind::Name, &member.name_json);
            layout.piece(PieceKind::Punctuation, ": ");
            layout.value(&member.json, depth + 1);
        });
    }

    fn array(&mut self, json: &str, depth: u32) {
        let items = json::items(json).unwrap_or_default();
        self.bracketed("[", "]", depth, items.len(), |layout, at| {
            if let Some(item) = items.get(at) {
                layout.value(item, depth + 1);
            }
        });
    }

    fn bracketed(
        &mut self,
        open: &str,
        close: &str,
        depth: u32,
        len: usize,
        mut item: impl FnMut(&mut Self, usize),
    ) {
        self.piece(PieceKind::Punctuation, open);
        for at in 0..len {
            self.begin(depth + 1);
            item(self, at);
            if at + 1 < len {
                self.piece(PieceKind::Punctuation, ",");
            }
        }
        if len > 0 {
            self.begin(depth);
        }
        self.piece(PieceKind::Punctuation, close);
    }
}
