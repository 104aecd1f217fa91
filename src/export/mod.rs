//! A finished run in the forms in which it leaves: for other tools, for the eye, and as a digest.
//!
//! Every form is made from the trace alone, so the same recipe gives the same bytes everywhere.

mod bytes;
mod har;

pub use self::har::har;
