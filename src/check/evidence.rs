//! The values that a step compared, as values: text is made where they are shown.

use std::ops::Range;

use crate::time::Timestamp;

/// One value that a step looked at, under the name the draft gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What it is: `aud`, `expected`, `created`, `thumbprint of cnf.jwk`.
    pub name: &'static str,
    /// The value.
    pub value: Value,
}

/// A value of a kind that the page knows how to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text from a message or of our own, shown as it is.
    Text(String),
    /// A list in its order, such as covered components.
    List(Vec<String>),
    /// A whole number.
    Number(u64),
    /// A moment.
    Time(Timestamp),
    /// A span in seconds.
    Seconds(u64),
    /// Bytes of the message body, as a range into it.
    BodyBytes(Range<u32>),
    /// The member is not there.
    Absent,
}

impl Evidence {
    /// Evidence that is text.
    #[must_use]
    pub fn text(name: &'static str, value: &str) -> Self {
        Self {
            name,
            value: Value::Text(value.to_owned()),
        }
    }

    /// Evidence that is text when the member was there.
    #[must_use]
    pub fn optional(name: &'static str, value: Option<&str>) -> Self {
        match value {
            Some(value) => Self::text(name, value),
            None => Self::absent(name),
        }
    }

    /// Evidence that is a list.
    #[must_use]
    pub fn list<'a>(name: &'static str, values: impl IntoIterator<Item = &'a str>) -> Self {
        let mut list = Vec::new();
        for value in values {
            list.push(value.to_owned());
        }
        Self {
            name,
            value: Value::List(list),
        }
    }

    /// Evidence that is a moment.
    #[must_use]
    pub const fn time(name: &'static str, value: Timestamp) -> Self {
        Self {
            name,
            value: Value::Time(value),
        }
    }

    /// Evidence that is a span in seconds.
    #[must_use]
    pub const fn seconds(name: &'static str, value: u64) -> Self {
        Self {
            name,
            value: Value::Seconds(value),
        }
    }

    /// Evidence that a member is not there.
    #[must_use]
    pub const fn absent(name: &'static str) -> Self {
        Self {
            name,
            value: Value::Absent,
        }
    }
}
