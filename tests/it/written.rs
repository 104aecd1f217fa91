//! Between the values of `serde_json`, in which the tests are written, and the crate's own.

use std::fmt::Display;

use aauth_sim::json::{Object, Value, parse, parse_object};

pub(crate) fn own(value: &serde_json::Value) -> Value {
    parse(&value.to_string()).expect("it is JSON")
}

pub(crate) fn own_object(value: &serde_json::Value) -> Object {
    parse_object(&value.to_string()).expect("it is an object")
}

pub(crate) fn theirs(written: impl Display) -> serde_json::Value {
    serde_json::from_str(&written.to_string()).expect("it is JSON")
}
