//! What comes of every row of the tampering table, for verifiers nobody here wrote.

use crate::json::{Object, Value};
use crate::lesson::Run;
use crate::stage::{Message, Payload};
use crate::tamper::{Tampered, Tampering, apply, rows};

use super::json::{report, request_json, response_json};
use super::recipe::recipe_json;

/// Every row that the run has a message for, applied to it, as JSON with a newline at its end.
///
/// Members: `recipe`, and `rows`. A row has `name`, `what` was done, the `rule` it breaks, the
/// `recipient`, its clock as `at`, the number of the `exchange` in the HTTP Archive of the same
/// recipe, the `request` or `response` as it arrived, the recipient's `report` with its first
/// `failure`, and its `answer` to a request.
#[must_use]
pub fn tampered(run: &Run) -> String {
    let rows: Value = rows()
        .filter_map(|row| Some(row_json(row, &apply(row, run)?)))
        .collect();
    let document = Object::of("recipe", recipe_json(run)).with("rows", rows);
    let mut text = document.to_string();
    text.push('\n');
    text
}

fn row_json(row: &Tampering, tampered: &Tampered) -> Object {
    let failure = tampered.report.as_ref().and_then(|report| {
        let (check, fault) = report.first_failure()?;
        Some(Object::of("rule", check.rule.id).with("fault", fault.to_string()))
    });
    let (kind, arrived) = arrived(&tampered.arrived);
    Object::of("name", row.name)
        .with("what", row.what)
        .with("rule", row.rule.id)
        .with("recipient", tampered.recipient.slug())
        .with("at", tampered.at.to_string())
        .with("exchange", tampered.arrived.exchange.0)
        .with(kind, arrived)
        .with("failure", failure)
        .with("report", tampered.report.as_ref().map(report))
        .with("answer", tampered.answer().map(response_json))
}

fn arrived(message: &Message) -> (&'static str, Object) {
    match &message.payload {
        Payload::Request(request) => ("request", request_json(request)),
        Payload::Response(response) => ("response", response_json(response)),
    }
}
