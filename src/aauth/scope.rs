//! Scopes: what an agent may do at a resource.

use core::fmt;

use thiserror::Error;

/// A set of scope values in the order in which they were written.
///
/// Direction: authorization request, resource token and auth token, as one string with spaces.
/// Spec: #scopes
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    values: Vec<String>,
}

/// A text that is no scope.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ScopeError {
    /// Nothing is named, or two spaces stand together.
    #[error("'{0}' has an empty scope value")]
    EmptyValue(String),
    /// A value has a character that none may have: RFC 6749 section 3.3 allows printable ASCII
    /// without the double quote and the backslash.
    #[error("'{0}' has a character that no scope value has")]
    Character(String),
}

impl Scope {
    /// Reads a scope. A value that is repeated counts once.
    ///
    /// # Errors
    ///
    /// [`ScopeError`] when it names nothing, or a value has a character that none may have.
    pub fn parse(text: &str) -> Result<Self, ScopeError> {
        let mut values: Vec<String> = Vec::new();
        for value in text.split(' ') {
            if value.is_empty() {
                return Err(ScopeError::EmptyValue(text.to_owned()));
            }
            if !value.bytes().all(is_scope_character) {
                return Err(ScopeError::Character(text.to_owned()));
            }
            if !values.iter().any(|known| known == value) {
                values.push(value.to_owned());
            }
        }
        Ok(Self { values })
    }

    /// The values in their order.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        self.values.iter().map(String::as_str)
    }

    /// Whether the value is one of these.
    #[must_use]
    pub fn contains(&self, value: &str) -> bool {
        self.values().any(|known| known == value)
    }

    /// Whether `other` names every value that is named here: whether this is not broader.
    #[must_use]
    pub fn is_subset_of(&self, other: &Self) -> bool {
        self.values().all(|value| other.contains(value))
    }

    /// The values that both name, in this order. `None` when there are none.
    #[must_use]
    pub fn intersect(&self, other: &Self) -> Option<Self> {
        let values: Vec<String> = self
            .values()
            .filter(|value| other.contains(value))
            .map(str::to_owned)
            .collect();
        (!values.is_empty()).then_some(Self { values })
    }
}

/// The values with a space between them.
impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.values.join(" "))
    }
}

const fn is_scope_character(byte: u8) -> bool {
    byte.is_ascii_graphic() && byte != b'"' && byte != b'\\'
}
