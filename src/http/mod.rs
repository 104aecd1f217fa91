//! HTTP messages as they were sent, and the header fields that need more than their text.

pub mod digest;
pub mod fields;
pub mod prefer;
pub mod structured;

mod message;
mod problem;

pub use self::message::{Body, Headers, Method, Request, Response, Status, Target};
pub use self::problem::{Problem, ProblemError};
