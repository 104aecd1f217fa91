//! HTTP messages as they were sent, and the header fields that need more than their text.

mod message;

pub use self::message::{Body, Headers, Method, Request, Response, Status, Target};
