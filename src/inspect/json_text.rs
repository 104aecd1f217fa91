//! JSON as it was written: numbers, escapes and repeated members stay as they are.

use core::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

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
    let Members(found) = serde_json::from_str(text).ok()?;
    let mut rest = text;
    let mut members = Vec::new();
    for (name, value) in &found {
        // The name stands before the value, between whitespace and punctuation.
        let at = value.get().as_ptr().addr() - rest.as_ptr().addr();
        let (before, from_value) = rest.split_at_checked(at)?;
        let before = before.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == ',');
        let name_json = before.trim_end().strip_suffix(':')?.trim_end();
        members.push(JsonMember {
            name: name.clone(),
            name_json: name_json.to_owned(),
            json: value.get().to_owned(),
            duplicate: found.iter().filter(|(other, _)| other == name).count() > 1,
        });
        rest = from_value.get(value.get().len()..)?;
    }
    Some(members)
}

/// The text laid out for reading. `None` when it is not JSON.
#[must_use]
pub fn pretty(text: &str) -> Option<Vec<JsonLine>> {
    let value: Box<RawValue> = serde_json::from_str(text).ok()?;
    let mut layout = Layout { lines: Vec::new() };
    layout.begin(0);
    layout.value(value.get(), 0);
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
    if json.starts_with('"') {
        serde_json::from_str(json).unwrap_or_else(|_| json.to_owned())
    } else {
        json.to_owned()
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
        let json = json.trim();
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
        let items: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap_or_default();
        self.bracketed("[", "]", depth, items.len(), |layout, at| {
            if let Some(item) = items.get(at) {
                layout.value(item.get(), depth + 1);
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

/// An object's members in order, repeated ones included.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Reader;

        impl<'de> Visitor<'de> for Reader {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        from.deserialize_map(Reader)
    }
}
