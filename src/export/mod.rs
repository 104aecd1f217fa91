//! A finished run in the forms in which it leaves: for other tools, for the eye, and as a digest.
//!
//! Every form is made from the trace alone, so the same recipe gives the same bytes everywhere.

mod bytes;
mod har;
mod json;
mod markdown;
mod mermaid;
mod plain;
mod recipe;
mod tampered;
mod text;

use crate::lesson::Run;

pub use self::har::har;
pub use self::json::{digest, json};
pub use self::markdown::markdown;
pub use self::mermaid::mermaid;
pub use self::recipe::{RecipeError, parse_recipe, recipe_json};
pub use self::tampered::tampered;
pub use self::text::{event_line, message_text, report_text, text};

/// The forms in which a run leaves for other programs and for documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// HTTP Archive 1.2.
    Har,
    /// The whole trace, with its recipe.
    Json,
    /// A document.
    Markdown,
    /// A sequence diagram.
    Mermaid,
}

impl Format {
    /// Every form.
    pub const ALL: &'static [Self] = &[Self::Har, Self::Json, Self::Markdown, Self::Mermaid];

    /// Its name on the command line.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Har => "har",
            Self::Json => "json",
            Self::Markdown => "markdown",
            Self::Mermaid => "mermaid",
        }
    }

    /// The name people read.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Har => "HTTP Archive",
            Self::Json => "JSON",
            Self::Markdown => "Markdown",
            Self::Mermaid => "Mermaid",
        }
    }

    /// How the name of a file ends that holds it.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Har => "har",
            Self::Json => "json",
            Self::Markdown => "md",
            Self::Mermaid => "mmd",
        }
    }

    /// The run in this form, with a newline at its end.
    #[must_use]
    pub fn write(self, run: &Run) -> String {
        match self {
            Self::Har => har(&run.trace),
            Self::Json => json(run),
            Self::Markdown => markdown(run),
            Self::Mermaid => mermaid(run),
        }
    }
}
