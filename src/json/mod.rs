//! JSON as it is written: members keep their order, repeated ones stay, and a number is its text.
//!
//! A reader that keeps one of two members of a name, or rounds a number, shows something else than
//! what was sent, and two readers that pick different ones read two different tokens.

mod read;
mod value;

pub use self::read::{JsonError, items, members, parse, parse_object};
pub use self::value::{Object, Value};
