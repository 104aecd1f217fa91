//! From the name of an option to the decision that is taken.

use thiserror::Error;

use crate::stage::{Choice, ChoicePoint, Taken, TextFault};

/// A decision that cannot be taken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ChoiceError {
    /// Nobody has to decide.
    #[error("there is nothing to decide now")]
    NothingOffered,
    /// The option is not offered.
    #[error("'{slug}' is not offered at {point}")]
    NotOffered {
        /// The point, `agent1`.
        point: String,
        /// The option that was named.
        slug: String,
    },
    /// The option takes no text.
    #[error("'{slug}' takes no text")]
    TakesNoText {
        /// The option that was named.
        slug: String,
    },
    /// The text cannot be used.
    #[error(transparent)]
    Text(#[from] TextFault),
}

/// Turns the name of an option, and a text, into the decision they stand for.
pub(super) fn resolve(
    point: &ChoicePoint,
    slug: &str,
    text: Option<&str>,
) -> Result<Taken, ChoiceError> {
    let option = point.option(slug).ok_or_else(|| ChoiceError::NotOffered {
        point: point.key(),
        slug: slug.to_owned(),
    })?;
    let choice: Choice = match text {
        None => option.choice.clone(),
        Some(text) => {
            let taken = option.choice.with_text(text);
            let taken = taken.ok_or_else(|| ChoiceError::TakesNoText {
                slug: slug.to_owned(),
            })?;
            match option.choice.fault_of(text) {
                Some(fault) => return Err(fault.into()),
                None => taken,
            }
        }
    };
    Ok(Taken {
        by: point.by,
        number: point.number,
        slug: option.slug,
        choice,
    })
}
