//! The arrows of a step.

use crate::http::{Request, Response};
use crate::sim::Exchange;

use super::shape;
use super::steps::{Arrow, ArrowKind, Told};

/// The arrow of a request.
pub(super) fn of_request(exchange: &Exchange, kind: ArrowKind, label: String) -> Arrow {
    let note = shape::request(exchange).and_then(action);
    Arrow {
        from: exchange.caller,
        to: exchange.callee,
        kind,
        label,
        note: note.unwrap_or_default(),
    }
}

/// The arrow of a response.
pub(super) fn of_response(exchange: &Exchange, response: &Response) -> Arrow {
    Arrow {
        from: exchange.callee,
        to: exchange.caller,
        kind: ArrowKind::Response,
        label: response.status.to_string(),
        note: note(exchange, response),
    }
}

/// The arrow of something said outside the protocol.
pub(super) fn of_notice(told: &Told) -> Arrow {
    Arrow {
        from: told.from,
        to: told.to,
        kind: ArrowKind::Notice,
        label: shape::notice_slug(&told.notice).to_owned(),
        note: String::new(),
    }
}

/// What the agent does at a pending URL: `clarification response`.
fn action(request: &Request) -> Option<String> {
    let body = request.body.json()?;
    Some(spaced(body.get("action")?.as_str()?))
}

/// What a response is about: what it requires, the error it names, what it brings; else the reason
/// phrase.
fn note(exchange: &Exchange, response: &Response) -> String {
    let decided = shape::request(exchange).and_then(|request| match shape::decision(request)? {
        "approve" => Some("approved".to_owned()),
        "deny" => Some("denied".to_owned()),
        _ => None,
    });
    decided
        .or_else(|| shape::subject(response))
        .or_else(|| page(response))
        .or_else(|| members(response))
        .unwrap_or_else(|| match response.status.reason() {
            "OK" => "OK".to_owned(),
            reason => reason.to_ascii_lowercase(),
        })
}

fn page(response: &Response) -> Option<String> {
    let content_type = response.headers.first("Content-Type")?;
    let page = content_type.starts_with("text/html");
    page.then(|| "page".to_owned())
}

/// `auth token`, when the body has a member `auth_token`; else the names of all members.
fn members(response: &Response) -> Option<String> {
    let body = response.body.json()?;
    let names: Vec<&str> = body.as_object()?.names().collect();
    let token = names.iter().find(|name| name.ends_with("_token"));
    match token {
        Some(token) => Some(spaced(token)),
        None if names.is_empty() => None,
        None => Some(names.join(", ")),
    }
}

fn spaced(name: &str) -> String {
    name.replace('_', " ")
}
