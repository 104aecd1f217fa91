//! JSON read so that nothing is lost on the way: a member that appears twice is noticed.
//!
//! RFC 7519 section 4 lets a recipient refuse duplicate member names; ours does. Two parsers that
//! pick different ones of two values would otherwise read two different tokens.

use core::fmt;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use thiserror::Error;

/// A text that is not the JSON object it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonError {
    /// The text is not JSON.
    #[error("not JSON: {reason}")]
    Syntax {
        /// What the parser says, with line and column.
        reason: String,
    },
    /// The text is JSON, but no object.
    #[error("not a JSON object")]
    NotAnObject,
    /// A member name appears twice in one object.
    #[error("the member {pointer} appears more than once")]
    DuplicateMember {
        /// Which one, as a JSON Pointer.
        pointer: String,
    },
}

/// Reads an object without duplicate members at any depth.
///
/// # Errors
///
/// [`JsonError`] when it is anything else.
pub fn parse_object(text: &str) -> Result<Map<String, Value>, JsonError> {
    let (value, duplicates) = parse_leniently(text)?;
    if let Some(pointer) = duplicates.into_iter().next() {
        return Err(JsonError::DuplicateMember { pointer });
    }
    match value {
        Value::Object(members) => Ok(members),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(JsonError::NotAnObject)
        }
    }
}

/// Reads any JSON text and lists the members that appear more than once, as JSON Pointers. The
/// last of them is the one kept.
///
/// # Errors
///
/// [`JsonError::Syntax`] when the text is not JSON.
pub fn parse_leniently(text: &str) -> Result<(Value, Vec<String>), JsonError> {
    let syntax = |error: serde_json::Error| JsonError::Syntax {
        reason: error.to_string(),
    };
    let mut duplicates = Vec::new();
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = Reader {
        pointer: String::new(),
        duplicates: &mut duplicates,
    }
    .deserialize(&mut reader)
    .map_err(syntax)?;
    reader.end().map_err(syntax)?;
    Ok((value, duplicates))
}

/// Reads one value at `pointer`, noting duplicate members below it.
struct Reader<'a> {
    pointer: String,
    duplicates: &'a mut Vec<String>,
}

impl Reader<'_> {
    fn below(&mut self, name: &str) -> Reader<'_> {
        let escaped = name.replace('~', "~0").replace('/', "~1");
        Reader {
            pointer: format!("{}/{escaped}", self.pointer),
            duplicates: self.duplicates,
        }
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Value, E> {
        serde_json::Number::from_f64(value)
            .map(Value::Number)
            .ok_or_else(|| E::custom("a number out of range"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = {
            let name = values.len().to_string();
            items.next_element_seed(self.below(&name))?
        } {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let below = self.below(&name);
            let pointer = below.pointer.clone();
            let value = members.next_value_seed(below)?;
            if object.insert(name, value).is_some() {
                self.duplicates.push(pointer);
            }
        }
        Ok(Value::Object(object))
    }
}
