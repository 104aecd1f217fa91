//! Reading.

use thiserror::Error;

use super::value::{Object, Value};

/// How deep values may be nested. Our choice: more is refused, so that no text can exhaust the
/// stack of its reader.
const DEPTH_MAX: u32 = 128;

/// A text that is not the JSON it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum JsonError {
    /// The text is not JSON.
    #[error("not JSON: {expected} is missing after {after} bytes")]
    Syntax {
        /// What should stand there.
        expected: &'static str,
        /// How many bytes stand before the place.
        after: u32,
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

/// Reads any JSON text.
///
/// # Errors
///
/// [`JsonError::Syntax`] when it is not JSON.
pub fn parse(text: &str) -> Result<Value, JsonError> {
    let mut reader = Reader::new(text);
    let value = reader.value()?;
    reader.end()?;
    Ok(value)
}

/// Reads an object without repeated members at any depth. RFC 7519 section 4 lets a recipient
/// refuse those; ours does.
///
/// # Errors
///
/// [`JsonError`] when it is anything else.
pub fn parse_object(text: &str) -> Result<Object, JsonError> {
    let value = parse(text)?;
    if let Some(pointer) = value.repeated().into_iter().next() {
        return Err(JsonError::DuplicateMember { pointer });
    }
    match value {
        Value::Object(object) => Ok(object),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Array(_) => {
            Err(JsonError::NotAnObject)
        }
    }
}

/// The exact texts of the members of an object in their order: of each the name, with its quotes,
/// and the value.
///
/// # Errors
///
/// [`JsonError::Syntax`] when the text is no object.
pub fn members(text: &str) -> Result<Vec<(&str, &str)>, JsonError> {
    let mut reader = Reader::new(text);
    let mut members = Vec::new();
    reader.enclosed('{', '}', &mut |reader| {
        let name = reader.written(Reader::string)?;
        reader.expect(':', "a colon")?;
        members.push((name, reader.written(Reader::value)?));
        Ok(())
    })?;
    reader.end()?;
    Ok(members)
}

/// The exact texts of the items of an array.
///
/// # Errors
///
/// [`JsonError::Syntax`] when the text is no array.
pub fn items(text: &str) -> Result<Vec<&str>, JsonError> {
    let mut reader = Reader::new(text);
    let mut items = Vec::new();
    reader.enclosed('[', ']', &mut |reader| {
        items.push(reader.written(Reader::value)?);
        Ok(())
    })?;
    reader.end()?;
    Ok(items)
}

/// What is left to read of a text.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    depth: u32,
}

impl<'a> Reader<'a> {
    const fn new(text: &'a str) -> Self {
        Self {
            text,
            rest: text,
            depth: 0,
        }
    }

    fn value(&mut self) -> Result<Value, JsonError> {
        self.skip_space();
        match self.rest.bytes().next() {
            Some(b'{') => {
                let mut object = Object::new();
                self.enclosed('{', '}', &mut |reader| {
                    let name = reader.string()?;
                    reader.expect(':', "a colon")?;
                    object.push(name, reader.value()?);
                    Ok(())
                })?;
                Ok(Value::Object(object))
            }
            Some(b'[') => {
                let mut items = Vec::new();
                self.enclosed('[', ']', &mut |reader| {
                    items.push(reader.value()?);
                    Ok(())
                })?;
                Ok(Value::Array(items))
            }
            Some(b'"') => Ok(Value::String(self.string()?)),
            Some(b'-' | b'0'..=b'9') => Ok(Value::Number(self.number()?)),
            Some(_) | None => self.literal(),
        }
    }

    fn literal(&mut self) -> Result<Value, JsonError> {
        for (word, value) in [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("false", Value::Bool(false)),
        ] {
            if let Some(rest) = self.rest.strip_prefix(word) {
                self.rest = rest;
                return Ok(value);
            }
        }
        Err(self.missing("a value"))
    }

    /// What stands between two brackets, with commas between one `item` and the next.
    fn enclosed(
        &mut self,
        open: char,
        close: char,
        item: &mut dyn FnMut(&mut Self) -> Result<(), JsonError>,
    ) -> Result<(), JsonError> {
        self.expect(open, "a value of this type")?;
        if self.depth == DEPTH_MAX {
            return Err(self.missing("a value that is nested less deeply"));
        }
        self.depth += 1;
        self.skip_space();
        if !self.take(close) {
            loop {
                item(self)?;
                self.skip_space();
                if self.take(close) {
                    break;
                }
                self.expect(',', "a comma or the closing bracket")?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn string(&mut self) -> Result<String, JsonError> {
        self.expect('"', "a string")?;
        let mut text = String::new();
        loop {
            let c = self.next_char().ok_or(self.missing("the closing quote"))?;
            text.push(match c {
                '"' => return Ok(text),
                '\\' => self.escape()?,
                '\0'..='\u{1f}' => return Err(self.missing("an escape")),
                _ => c,
            });
        }
    }

    fn escape(&mut self) -> Result<char, JsonError> {
        Ok(match self.next_char() {
            Some(c @ ('"' | '\\' | '/')) => c,
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => self.unicode()?,
            Some(_) | None => return Err(self.missing("a known escape")),
        })
    }

    /// One UTF-16 code unit, or two that belong together.
    fn unicode(&mut self) -> Result<char, JsonError> {
        let first = self.code_unit()?;
        let code = if (0xd800..0xdc00).contains(&first) && self.take('\\') && self.take('u') {
            let second = self.code_unit()?.wrapping_sub(0xdc00);
            if second >= 0x400 {
                return Err(self.missing("the second half of a pair"));
            }
            0x1_0000 + ((first - 0xd800) << 10) + second
        } else {
            first
        };
        char::from_u32(code).ok_or(self.missing("the other half of a pair"))
    }

    fn code_unit(&mut self) -> Result<u32, JsonError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.next_char().and_then(|c| c.to_digit(16));
            code = code * 16 + digit.ok_or(self.missing("a hexadecimal digit"))?;
        }
        Ok(code)
    }

    fn number(&mut self) -> Result<String, JsonError> {
        let number = self.written(|reader| {
            reader.take('-');
            if !reader.take('0') {
                reader.digits()?;
            }
            if reader.take('.') {
                reader.digits()?;
            }
            if reader.take('e') || reader.take('E') {
                let _ = reader.take('+') || reader.take('-');
                reader.digits()?;
            }
            Ok(())
        })?;
        Ok(number.to_owned())
    }

    fn digits(&mut self) -> Result<(), JsonError> {
        let rest = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == self.rest.len() {
            return Err(self.missing("a digit"));
        }
        self.rest = rest;
        Ok(())
    }

    /// The exact text of what `read` reads next.
    fn written<T>(
        &mut self,
        read: fn(&mut Self) -> Result<T, JsonError>,
    ) -> Result<&'a str, JsonError> {
        self.skip_space();
        let from = self.rest;
        read(self)?;
        let (written, _) = from.split_at(from.len() - self.rest.len());
        Ok(written)
    }

    fn end(mut self) -> Result<(), JsonError> {
        self.skip_space();
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(self.missing("the end"))
        }
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    fn expect(&mut self, c: char, expected: &'static str) -> Result<(), JsonError> {
        self.skip_space();
        if self.take(c) {
            Ok(())
        } else {
            Err(self.missing(expected))
        }
    }

    fn take(&mut self, c: char) -> bool {
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn next_char(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next();
        self.rest = chars.as_str();
        next
    }

    fn missing(&self, expected: &'static str) -> JsonError {
        let after = self.text.len() - self.rest.len();
        JsonError::Syntax {
            expected,
            after: u32::try_from(after).unwrap_or(u32::MAX),
        }
    }
}
