//! The members of a JSON object that arrived in a body, a document or a token.
//!
//! Members nobody asks for are ignored, as the draft wants throughout; a member that is asked for
//! has the type it must have, or reading it is an error.

use thiserror::Error;

use crate::check::{Evidence, Fault};
use crate::json::{self, JsonError, Object, Value};

/// The members of one JSON object, as they arrived.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Members(Object);

/// A member that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MemberError {
    /// The bytes are not UTF-8.
    #[error("it is not UTF-8")]
    NotUtf8,
    /// The text is no JSON object, or has a member twice.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A required member is not there.
    #[error("the member {0} is missing")]
    Missing(&'static str),
    /// The text of a member does not have the form it must have.
    #[error("the member {member} is malformed: '{value}'")]
    Malformed {
        /// The member.
        member: &'static str,
        /// What it is.
        value: String,
    },
    /// A member has another JSON type than it must have.
    #[error("the member {member} is {found}, not {expected}")]
    WrongType {
        /// The member.
        member: &'static str,
        /// What it must be: `a string`.
        expected: &'static str,
        /// What it is: `a number`.
        found: &'static str,
    },
}

impl Members {
    /// Reads the members of the object that `bytes` hold.
    ///
    /// Our choice: a member that is there twice is an error, in a body as in a token. A request is
    /// passed on between servers, and two readers must not pick different ones of two values.
    ///
    /// # Errors
    ///
    /// [`MemberError::NotUtf8`] or [`MemberError::Json`] when they hold anything else.
    pub fn parse(bytes: &[u8]) -> Result<Self, MemberError> {
        let text = core::str::from_utf8(bytes).map_err(|_| MemberError::NotUtf8)?;
        Ok(Self(json::parse_object(text)?))
    }

    /// Whether the member is there, whatever it is.
    #[must_use]
    pub fn has(&self, member: &str) -> bool {
        self.0.has(member)
    }

    /// The names of all members in the order in which they arrived.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.names()
    }

    /// The string `member`, if there.
    ///
    /// # Errors
    ///
    /// [`MemberError::WrongType`] when it is no string.
    pub fn text(&self, member: &'static str) -> Result<Option<&str>, MemberError> {
        self.read(member, "a string", Value::as_str)
    }

    /// The string `member`.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when it is missing or no string.
    pub fn require_text(&self, member: &'static str) -> Result<&str, MemberError> {
        self.text(member)?.ok_or(MemberError::Missing(member))
    }

    /// The string `member`, if there, as a value of its own.
    ///
    /// # Errors
    ///
    /// [`MemberError::WrongType`] when it is no string.
    pub fn owned_text(&self, member: &'static str) -> Result<Option<String>, MemberError> {
        Ok(self.text(member)?.map(str::to_owned))
    }

    /// The whole, non-negative number `member`, if there.
    ///
    /// # Errors
    ///
    /// [`MemberError::WrongType`] when it is anything else, a number with a fraction included.
    pub fn number(&self, member: &'static str) -> Result<Option<u64>, MemberError> {
        self.read(member, "a whole number", Value::as_u64)
    }

    /// The whole, non-negative number `member`.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when it is missing or anything else.
    pub fn require_number(&self, member: &'static str) -> Result<u64, MemberError> {
        self.number(member)?.ok_or(MemberError::Missing(member))
    }

    /// The array of strings `member`, if there.
    ///
    /// # Errors
    ///
    /// [`MemberError::WrongType`] when it is no array, or holds anything but strings.
    pub fn texts(&self, member: &'static str) -> Result<Option<Vec<String>>, MemberError> {
        self.read(member, "an array of strings", |value| {
            let mut texts = Vec::new();
            for item in value.as_array()? {
                texts.push(item.as_str()?.to_owned());
            }
            Some(texts)
        })
    }

    /// The object `member`, if there.
    ///
    /// # Errors
    ///
    /// [`MemberError::WrongType`] when it is no object.
    pub fn object(&self, member: &'static str) -> Result<Option<Self>, MemberError> {
        self.read(member, "an object", |value| {
            value.as_object().cloned().map(Self)
        })
    }

    /// The object of strings `member`, if there, in the order in which it arrived.
    ///
    /// # Errors
    ///
    /// [`MemberError::WrongType`] when it is no object, or holds anything but strings.
    pub fn texts_by_name(
        &self,
        member: &'static str,
    ) -> Result<Option<Vec<(String, String)>>, MemberError> {
        self.read(member, "an object of strings", |value| {
            let mut texts = Vec::new();
            for (name, text) in value.as_object()?.iter() {
                texts.push((name.to_owned(), text.as_str()?.to_owned()));
            }
            Some(texts)
        })
    }

    /// The value of `member`, if there, as it arrived.
    #[must_use]
    pub fn value(&self, member: &str) -> Option<&Value> {
        self.0.get(member)
    }

    fn read<'a, T>(
        &'a self,
        member: &'static str,
        expected: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, MemberError> {
        let Some(value) = self.0.get(member) else {
            return Ok(None);
        };
        read(value).map(Some).ok_or(MemberError::WrongType {
            member,
            expected,
            found: kind(value),
        })
    }
}

/// Reads members one after the other, and remembers the first that is not as it must be: what was
/// read then is given away only when none is.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    members: &'a Members,
    problem: Option<MemberError>,
}

impl<'a> Reading<'a> {
    pub(crate) const fn of(members: &'a Members) -> Self {
        Self {
            members,
            problem: None,
        }
    }

    /// The string `member`, which must be there.
    pub(crate) fn required(&mut self, member: &'static str) -> String {
        let text = self.members.require_text(member);
        self.take(text).unwrap_or_default().to_owned()
    }

    /// The string `member`, if there.
    pub(crate) fn optional(&mut self, member: &'static str) -> Option<String> {
        let text = self.members.owned_text(member);
        self.take(text).flatten()
    }

    /// The whole number `member`, which must be there.
    pub(crate) fn number(&mut self, member: &'static str) -> u64 {
        let number = self.members.require_number(member);
        self.take(number).unwrap_or_default()
    }

    /// What `parse` makes of the string `member`, which must be there.
    pub(crate) fn parsed<T>(
        &mut self,
        member: &'static str,
        parse: fn(&str) -> Option<T>,
    ) -> Option<T> {
        let text = self.required(member);
        let parsed = parse(&text);
        if parsed.is_none() {
            self.malformed(member, text);
        }
        parsed
    }

    /// What `value` holds; an error is noted.
    pub(crate) fn take<T>(&mut self, value: Result<T, MemberError>) -> Option<T> {
        value.map_err(|error| self.note(error)).ok()
    }

    /// Notes that the text of a member does not have its form.
    pub(crate) fn malformed(&mut self, member: &'static str, value: String) {
        self.note(MemberError::Malformed { member, value });
    }

    /// Notes what is wrong with a member.
    pub(crate) fn note(&mut self, error: MemberError) {
        self.problem.get_or_insert(error);
    }

    /// What was read.
    ///
    /// # Errors
    ///
    /// What was wrong first.
    pub(crate) fn finish<T>(self, read: Option<T>) -> Result<T, MemberError> {
        match self.problem {
            Some(problem) => Err(problem),
            None => Ok(read.expect("what is not there was noted")),
        }
    }
}

impl MemberError {
    /// What a step records when it meets it: the fault, and the member with what was found.
    #[must_use]
    pub fn recorded(&self) -> (Fault, Evidence) {
        match self {
            Self::NotUtf8 | Self::Json(_) => {
                let evidence = Evidence::text("problem", &self.to_string());
                (Fault::Malformed, evidence)
            }
            Self::Missing(member) => (Fault::Missing, Evidence::absent(member)),
            Self::Malformed { member, value } => (Fault::Malformed, Evidence::text(member, value)),
            Self::WrongType { member, found, .. } => {
                (Fault::Malformed, Evidence::text(member, found))
            }
        }
    }
}

impl From<Object> for Members {
    fn from(object: Object) -> Self {
        Self(object)
    }
}

const fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
