//! The signature base: the exact text that is signed (RFC 9421 section 2.5).

use core::fmt;

use thiserror::Error;

use super::component::Component;
use super::signature_input::SignatureInput;
use crate::http::{Request, Target};

/// The text that is signed, line by line. Its `Display` is the whole text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureBase {
    lines: Vec<BaseLine>,
}

/// One line of a signature base. Its `Display` is the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseLine {
    /// What the line covers. `None` for the last line, `@signature-params`.
    pub component: Option<Component>,
    /// The value after the colon and the space. It may be empty.
    pub value: String,
}

/// A request that has no signature base for these components.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BaseError {
    /// A covered header field is not in the request.
    #[error("the request has no {component}")]
    Absent {
        /// Which.
        component: Component,
    },
    /// A value with a line break or with characters outside printable ASCII: its line could be
    /// read in more than one way.
    #[error("the value of {component} does not fit on a line")]
    Unsignable {
        /// Whose value.
        component: Component,
    },
}

impl SignatureBase {
    /// The base for what `input` covers of `request`.
    ///
    /// # Errors
    ///
    /// [`BaseError`] when a covered component has no value or one that cannot be signed.
    pub fn of(request: &Request, input: &SignatureInput) -> Result<Self, BaseError> {
        let mut lines = Vec::new();
        for component in input.components() {
            lines.push(BaseLine {
                component: Some(component.clone()),
                value: value(request, component)?,
            });
        }
        lines.push(BaseLine {
            component: None,
            value: input.to_value(),
        });
        Ok(Self { lines })
    }

    /// The lines in order.
    #[must_use]
    pub fn lines(&self) -> &[BaseLine] {
        &self.lines
    }
}

impl BaseLine {
    /// The name before the colon, without the quotes.
    #[must_use]
    pub fn name(&self) -> &str {
        match &self.component {
            Some(component) => component.name(),
            None => "@signature-params",
        }
    }
}

impl fmt::Display for SignatureBase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, line) in self.lines.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for BaseLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\": {}", self.name(), self.value)
    }
}

/// The host as a signature covers it: in lower case and without the default port (RFC 9421 section
/// 2.2.3).
pub(super) fn normal_authority(target: &Target) -> String {
    let lower = target.authority.to_ascii_lowercase();
    lower.strip_suffix(":443").unwrap_or(&lower).to_owned()
}

/// The value of one component. Paths and queries are not decoded.
fn value(request: &Request, component: &Component) -> Result<String, BaseError> {
    let target = &request.target;
    let value = match component {
        Component::Method => request.method.as_str().to_owned(),
        Component::TargetUri => target.to_string(),
        Component::Authority => normal_authority(target),
        Component::Scheme => "https".to_owned(),
        Component::RequestTarget => target.path_and_query(),
        // An empty path is the same as a single slash.
        Component::Path if target.path.is_empty() => "/".to_owned(),
        Component::Path => target.path.clone(),
        // The question mark is part of the value, and all of it when there is no query.
        Component::Query => format!("?{}", target.query.as_deref().unwrap_or_default()),
        Component::Field(_) => {
            let combined = request.headers.combined(component.name());
            combined.ok_or_else(|| BaseError::Absent {
                component: component.clone(),
            })?
        }
    };
    let printable = value.bytes().all(|b| matches!(b, b'\t' | b' '..=b'~'));
    printable
        .then_some(value)
        .ok_or_else(|| BaseError::Unsignable {
            component: component.clone(),
        })
}
