//! The parts of a request that a signature covers.

use core::fmt;

use sfv::StringRef;
use thiserror::Error;

use crate::http::structured::Item;

/// One covered component, without parameters: AAuth uses none of those of RFC 9421 section 2.1.
///
/// Its `Display` is the name as it stands in `Signature-Input`, without the quotes.
///
/// Spec: `#covered-components`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Component {
    /// `@method`
    Method,
    /// `@target-uri`
    TargetUri,
    /// `@authority`
    Authority,
    /// `@scheme`
    Scheme,
    /// `@request-target`
    RequestTarget,
    /// `@path`
    Path,
    /// `@query`
    Query,
    /// A header field, by its name in lower case.
    Field(FieldName),
}

/// The name of a header field in lower case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FieldName(String);

/// A component identifier that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ComponentError {
    /// A component identifier is a string.
    #[error("a component identifier is a string, not {item}")]
    NotAString {
        /// What stands there, in structured-field notation.
        item: String,
    },
    /// A name with `@` that is none of the derived components of a request.
    #[error("'{name}' is no derived component of a request")]
    DerivedUnknown {
        /// The name.
        name: String,
    },
    /// A name that no header field can have, or one that is not in lower case.
    #[error("'{name}' is no header field name in lower case")]
    NotAFieldName {
        /// The name.
        name: String,
    },
    /// A component parameter, such as `sf` or `key`. None is implemented.
    #[error("the parameters of {item} are not supported")]
    ParametersUnsupported {
        /// The identifier with its parameters.
        item: String,
    },
}

impl Component {
    /// What every signature covers before anything else.
    ///
    /// Spec: `#covered-components`.
    pub const REQUEST_LINE: [Self; 3] = [Self::Method, Self::Authority, Self::Path];

    /// The component of that name.
    ///
    /// # Errors
    ///
    /// [`ComponentError`] when there is none.
    pub fn parse(name: &str) -> Result<Self, ComponentError> {
        match name {
            "@method" => Ok(Self::Method),
            "@target-uri" => Ok(Self::TargetUri),
            "@authority" => Ok(Self::Authority),
            "@scheme" => Ok(Self::Scheme),
            "@request-target" => Ok(Self::RequestTarget),
            "@path" => Ok(Self::Path),
            "@query" => Ok(Self::Query),
            derived if derived.starts_with('@') => Err(ComponentError::DerivedUnknown {
                name: derived.to_owned(),
            }),
            field if !field.is_empty() && field.bytes().all(is_lower_tchar) => {
                Ok(Self::Field(FieldName(field.to_owned())))
            }
            other => Err(ComponentError::NotAFieldName {
                name: other.to_owned(),
            }),
        }
    }

    /// The component that a member of `Signature-Input` names.
    ///
    /// # Errors
    ///
    /// [`ComponentError`] when it is no string, has parameters, or names none.
    pub fn of_item(item: &Item) -> Result<Self, ComponentError> {
        let Some(name) = item.text() else {
            return Err(ComponentError::NotAString {
                item: written(item),
            });
        };
        if !item.parameters.is_empty() {
            return Err(ComponentError::ParametersUnsupported {
                item: written(item),
            });
        }
        Self::parse(name)
    }

    /// The header field of that name.
    ///
    /// # Panics
    ///
    /// When no header field can have that name: this is for the names of
    /// [`http::fields`](crate::http::fields).
    #[must_use]
    pub fn field(name: &'static str) -> Self {
        Self::parse(&name.to_ascii_lowercase()).expect("the name is a header field's")
    }

    /// The name as it stands in `Signature-Input`, without the quotes.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Method => "@method",
            Self::TargetUri => "@target-uri",
            Self::Authority => "@authority",
            Self::Scheme => "@scheme",
            Self::RequestTarget => "@request-target",
            Self::Path => "@path",
            Self::Query => "@query",
            Self::Field(FieldName(name)) => name,
        }
    }

    /// The name as a structured-field string.
    #[must_use]
    pub fn as_string_ref(&self) -> &StringRef {
        StringRef::from_str(self.name()).expect("a component name is ASCII")
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn is_lower_tchar(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'0'..=b'9') || b"!#$%&'*+-.^_`|~".contains(&byte)
}

fn written(item: &Item) -> String {
    let Some(value) = item.bare() else {
        return "an inner list".to_owned();
    };
    let written = sfv::ItemSerializer::new().bare_item(value);
    let parameters = item.parameters.iter();
    let written = parameters.fold(written, |written, (name, value)| {
        written.parameter(name, value)
    });
    written.finish()
}
