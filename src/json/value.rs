//! Values, and how they are written.

use core::fmt;

/// A JSON value. Its `Display` is its shortest text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum Value {
    /// `null`
    #[default]
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as its text.
    Number(String),
    /// A string.
    String(String),
    /// An array.
    Array(Vec<Self>),
    /// An object.
    Object(Object),
}

/// The members of an object in their order, repeated ones included. Its `Display` is its shortest
/// text.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Object {
    members: Vec<(String, Value)>,
}

impl Value {
    /// The member of that name, when it is an object that has one. Of a repeated member it is the
    /// last.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.as_object()?.get(name)
    }

    /// The text, when it is a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number, when it is a whole one that is not negative and is written without a fraction.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Number(text) => text.parse().ok(),
            _ => None,
        }
    }

    /// The items, when it is an array.
    #[must_use]
    pub fn as_array(&self) -> Option<&[Self]> {
        match self {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members, when it is an object.
    #[must_use]
    pub const fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The members, when it is an object, to change them.
    pub const fn as_object_mut(&mut self) -> Option<&mut Object> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }

    /// The members at any depth that are not the first of their name, as JSON Pointers.
    #[must_use]
    pub fn repeated(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.note_repeated("", &mut found);
        found
    }

    fn note_repeated(&self, pointer: &str, found: &mut Vec<String>) {
        match self {
            Self::Array(items) => {
                for (at, item) in items.iter().enumerate() {
                    item.note_repeated(&format!("{pointer}/{at}"), found);
                }
            }
            Self::Object(object) => {
                for (at, (name, value)) in object.members.iter().enumerate() {
                    let name_in_pointer = name.replace('~', "~0").replace('/', "~1");
                    let pointer = format!("{pointer}/{name_in_pointer}");
                    value.note_repeated(&pointer, found);
                    let mut before = object.members.iter().take(at);
                    if before.any(|(other, _)| other == name) {
                        found.push(pointer);
                    }
                }
            }
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::String(_) => {}
        }
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Bool(true) => out.push_str("true"),
            Self::Bool(false) => out.push_str("false"),
            Self::Number(text) => out.push_str(text),
            Self::String(text) => write_string(text, out),
            Self::Array(items) => {
                let mut separator = '[';
                for item in items {
                    out.push(separator);
                    item.write(out);
                    separator = ',';
                }
                out.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Self::Object(object) => object.write(out),
        }
    }
}

impl Object {
    /// An object without members.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            members: Vec::new(),
        }
    }

    /// An object of one member, to begin with.
    #[must_use]
    pub fn of(name: &str, value: impl Into<Value>) -> Self {
        Self::new().with(name, value)
    }

    /// Whether it has no members.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Whether it has a member of that name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The member of that name, the last one when it is repeated.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        let mut members = self.members.iter().rev();
        members
            .find(|(other, _)| other == name)
            .map(|(_, value)| value)
    }

    /// The member of that name, the last one when it is repeated, to change it.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        let mut members = self.members.iter_mut().rev();
        members
            .find(|(other, _)| other == name)
            .map(|(_, value)| value)
    }

    /// The names in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.members.iter().map(|(name, _)| name.as_str())
    }

    /// The members in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        let members = self.members.iter();
        members.map(|(name, value)| (name.as_str(), value))
    }

    /// Adds a member at the end, whether there is one of that name or not.
    pub fn push(&mut self, name: String, value: Value) {
        self.members.push((name, value));
    }

    /// Sets a member: in its place when it is there, else at the end.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.put(name, value.into());
    }

    fn put(&mut self, name: &str, value: Value) {
        match self.get_mut(name) {
            Some(old) => *old = value,
            None => self.push(name.to_owned(), value),
        }
    }

    /// Takes every member of that name away.
    pub fn remove(&mut self, name: &str) {
        self.members.retain(|(other, _)| other != name);
    }

    /// The object with a further member at the end.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.push(name.to_owned(), value.into());
        self
    }

    /// The object with a further member at the end, when there is a value for it.
    #[must_use]
    pub fn with_optional(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    fn write(&self, out: &mut String) {
        let mut separator = '{';
        for (name, value) in &self.members {
            out.push(separator);
            write_string(name, out);
            out.push(':');
            value.write(out);
            separator = ',';
        }
        out.push_str(if self.is_empty() { "{}" } else { "}" });
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write(&mut text);
        f.write_str(&text)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::String(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

macro_rules! from_numbers {
    ($($number:ty)+) => { $(
        impl From<$number> for Value {
            fn from(number: $number) -> Self {
                Self::Number(number.to_string())
            }
        }
    )+ };
}

from_numbers! { u16 u32 u64 i64 }

/// The value, or `null` when there is none.
impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl From<Vec<Self>> for Value {
    fn from(items: Vec<Self>) -> Self {
        Self::Array(items)
    }
}

impl From<&[String]> for Value {
    fn from(texts: &[String]) -> Self {
        texts.iter().map(String::as_str).collect()
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

/// An array of the items.
impl<T: Into<Value>> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::Array(items.into_iter().map(Into::into).collect())
    }
}

fn write_string(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            '\0'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => out.push(c),
        }
    }
    out.push('"');
}
