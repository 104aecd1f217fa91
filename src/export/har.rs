//! HTTP Archive 1.2: every exchange of a run as browsers and proxies write it.
//!
//! Fields that start with `_` are ours, as the format allows. Times are simulated and whole
//! milliseconds. `headersSize` is -1, "not known", because HTTP/1.1 is only how it is written down.

use crate::http::{Body, Headers, Request, Response, Target};
use crate::json::{Object, Value};
use crate::sim::{Exchange, Trace};
use crate::stage::{EventKind, MessageId, Payload};
use crate::time::{Span, Timestamp};

use super::bytes::{size, written};

const VERSION: &str = "HTTP/1.1";
const NO_TYPE: &str = "x-unknown";
const UNKNOWN: i64 = -1;

/// The run as an HTTP Archive, with a newline at its end.
///
/// An entry is an exchange, in the order in which the requests were sent. An exchange without a
/// response has the status 0.
#[must_use]
pub fn har(trace: &Trace) -> String {
    let creator =
        Object::of("name", env!("CARGO_PKG_NAME")).with("version", env!("CARGO_PKG_VERSION"));
    let exchanges = trace.exchanges();
    let entries = exchanges.iter().map(|exchange| entry(trace, exchange));
    let log = Object::of("version", "1.2")
        .with("creator", creator)
        .with("pages", Vec::new())
        .with("entries", entries.collect::<Value>());
    let mut text = Object::of("log", log).to_string();
    text.push('\n');
    text
}

/// How the time of an exchange was spent, in milliseconds.
struct Timings {
    send: u64,
    wait: u64,
    receive: u64,
}

fn entry(trace: &Trace, exchange: &Exchange) -> Object {
    let Payload::Request(request) = &exchange.request.payload else {
        unreachable!("an exchange begins with a request");
    };
    let Timings {
        send,
        wait,
        receive,
    } = timings(trace, exchange);
    let timings = Object::of("send", send)
        .with("wait", wait)
        .with("receive", receive);
    let response = match exchange.response.as_ref().map(|message| &message.payload) {
        Some(Payload::Response(response)) => response_part(response),
        Some(Payload::Request(_)) | None => no_response(),
    };
    let reached = arrived(trace, exchange.request.id).map(|_| exchange.callee.slug());
    Object::of("startedDateTime", exchange.request.sent_at.to_string())
        .with("time", send + wait + receive)
        .with("request", request_part(request))
        .with("response", response)
        .with("cache", Object::new())
        .with("timings", timings)
        .with("_exchange", exchange.id.0)
        .with("_kind", exchange.kind.slug())
        .with("_from", exchange.caller.slug())
        .with("_to", reached)
}

/// The way there, the time at the server, and the way back.
fn timings(trace: &Trace, exchange: &Exchange) -> Timings {
    let sent_at = exchange.request.sent_at;
    let reached_at = arrived(trace, exchange.request.id)
        .or_else(|| lost(trace, exchange.request.id))
        .unwrap_or(sent_at);
    let (wait, receive) = match &exchange.response {
        Some(response) => (
            response.sent_at.since(reached_at),
            arrived(trace, response.id)
                .unwrap_or(response.sent_at)
                .since(response.sent_at),
        ),
        None => (Span::default(), Span::default()),
    };
    Timings {
        send: reached_at.since(sent_at).ms(),
        wait: wait.ms(),
        receive: receive.ms(),
    }
}

fn arrived(trace: &Trace, id: MessageId) -> Option<Timestamp> {
    trace
        .events()
        .find(|event| event.kind == EventKind::Delivered(id))
        .map(|event| event.at)
}

fn lost(trace: &Trace, id: MessageId) -> Option<Timestamp> {
    trace
        .events()
        .find(|event| event.kind == EventKind::Lost(id))
        .map(|event| event.at)
}

fn request_part(request: &Request) -> Object {
    Object::of("method", request.method.as_str())
        .with("url", request.target.to_string())
        .with("httpVersion", VERSION)
        .with("cookies", request_cookies(&request.headers))
        .with("headers", pairs(&request.headers))
        .with("queryString", query_string(&request.target))
        .with_optional("postData", post_data(request))
        .with("headersSize", UNKNOWN)
        .with("bodySize", size(&request.body))
}

fn post_data(request: &Request) -> Option<Object> {
    if request.body.is_empty() {
        return None;
    }
    let body = written(&request.body);
    let data = Object::of("mimeType", mime_type(&request.headers))
        .with("text", body.text)
        .with_optional("_encoding", body.encoding);
    Some(data)
}

fn response_part(response: &Response) -> Object {
    Object::of("status", response.status.0)
        .with("statusText", response.status.reason())
        .with("httpVersion", VERSION)
        .with("cookies", response_cookies(&response.headers))
        .with("headers", pairs(&response.headers))
        .with("content", content(&response.headers, &response.body))
        .with("redirectURL", redirect_url(response))
        .with("headersSize", UNKNOWN)
        .with("bodySize", size(&response.body))
}

/// What stands in the place of a response that never came.
fn no_response() -> Object {
    Object::of("status", 0_u16)
        .with("statusText", "")
        .with("httpVersion", VERSION)
        .with("cookies", Vec::new())
        .with("headers", Vec::new())
        .with("content", content(&Headers::default(), &Body::default()))
        .with("redirectURL", "")
        .with("headersSize", UNKNOWN)
        .with("bodySize", UNKNOWN)
}

fn content(headers: &Headers, body: &Body) -> Object {
    let content = Object::of("size", size(body)).with("mimeType", mime_type(headers));
    if body.is_empty() {
        return content;
    }
    let body = written(body);
    content
        .with("text", body.text)
        .with_optional("encoding", body.encoding)
}

fn mime_type(headers: &Headers) -> &str {
    headers.first("Content-Type").unwrap_or(NO_TYPE)
}

/// `Location` where it redirects. On a `202` it names the pending URL and redirects nobody.
fn redirect_url(response: &Response) -> &str {
    let redirects = (300..400).contains(&response.status.0);
    let location = response.headers.first("Location").filter(|_| redirects);
    location.unwrap_or_default()
}

fn pairs(headers: &Headers) -> Value {
    headers
        .iter()
        .map(|(name, value)| pair(name, value))
        .collect()
}

/// The query's names and values as they stand in the URL, not decoded.
fn query_string(target: &Target) -> Value {
    let query = target.query.as_deref().unwrap_or_default();
    query
        .split('&')
        .filter(|item| !item.is_empty())
        .map(|item| {
            let (name, value) = item.split_once('=').unwrap_or((item, ""));
            pair(name, value)
        })
        .collect()
}

fn request_cookies(headers: &Headers) -> Value {
    headers
        .all("Cookie")
        .flat_map(|value| value.split(';'))
        .filter_map(|item| item.trim().split_once('='))
        .map(|(name, value)| pair(name, value))
        .collect()
}

fn response_cookies(headers: &Headers) -> Value {
    headers.all("Set-Cookie").filter_map(set_cookie).collect()
}

fn set_cookie(value: &str) -> Option<Object> {
    let mut parts = value.split(';').map(str::trim);
    let (name, value) = parts.next()?.split_once('=')?;
    let attributes: Vec<&str> = parts.collect();
    let has = |name: &str| {
        attributes
            .iter()
            .any(|part| part.eq_ignore_ascii_case(name))
    };
    let mut paths = attributes.iter();
    let path = paths.find_map(|part| part.strip_prefix("Path="));
    let cookie = pair(name, value)
        .with_optional("path", path)
        .with("httpOnly", has("HttpOnly"))
        .with("secure", has("Secure"));
    Some(cookie)
}

fn pair(name: &str, value: &str) -> Object {
    Object::of("name", name).with("value", value)
}
