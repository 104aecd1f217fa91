//! From the name of an option to the decision that is taken.

use thiserror::Error;

use crate::stage::{Choice, ChoicePoint, TEXT_CHARS_MAX, Taken};

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
    /// The text is too long or empty.
    #[error("a text says something in at most {TEXT_CHARS_MAX} characters; this one has {chars}")]
    TextLength {
        /// How many characters it has.
        chars: u32,
    },
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
            let chars = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
            if chars > TEXT_CHARS_MAX || !option.choice.says_something(text) {
                return Err(ChoiceError::TextLength { chars });
            }
            let taken = option.choice.with_text(text);
            taken.ok_or_else(|| ChoiceError::TakesNoText {
                slug: slug.to_owned(),
            })?
        }
    };
    Ok(Taken {
        by: point.by,
        number: point.number,
        slug: option.slug,
        choice,
    })
}
