//! A finished run in the forms in which it leaves: for other tools, for the eye, and as a digest.
//!
//! Every form is made from the trace alone, so the same recipe gives the same bytes everywhere.

mod bytes;
mod har;
mod json;
mod recipe;
mod tampered;
mod text;

pub use self::har::har;
pub use self::json::{digest, json};
pub use self::recipe::{RecipeError, parse_recipe, recipe_json};
pub use self::tampered::tampered;
pub use self::text::{event_line, message_text, report_text, text};
