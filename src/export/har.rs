//! HTTP Archive 1.2: every exchange of a run as browsers and proxies write it.
//!
//! Fields that start with `_` are ours, as the format allows. Times are simulated and whole
//! milliseconds. `headersSize` is -1, "not known", because HTTP/1.1 is only how it is written down.

use serde::Serialize;

use crate::http::{Body, Headers, Request, Response, Target};
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
    let archive = Archive {
        log: Log {
            version: "1.2",
            creator: Creator {
                name: env!("CARGO_PKG_NAME"),
                version: env!("CARGO_PKG_VERSION"),
            },
            pages: Vec::new(),
            entries: trace
                .exchanges()
                .iter()
                .map(|exchange| entry(trace, exchange))
                .collect(),
        },
    };
    let mut text = serde_json::to_string(&archive).expect("the archive's fields are plain values");
    text.push('\n');
    text
}

#[derive(Serialize)]
struct Archive {
    log: Log,
}

#[derive(Serialize)]
struct Log {
    version: &'static str,
    creator: Creator,
    pages: Vec<()>,
    entries: Vec<Entry>,
}

#[derive(Serialize)]
struct Creator {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    started_date_time: String,
    time: u64,
    request: RequestPart,
    response: ResponsePart,
    cache: Cache,
    timings: Timings,
    #[serde(rename = "_exchange")]
    exchange: u32,
    #[serde(rename = "_kind")]
    kind: &'static str,
    #[serde(rename = "_from")]
    from: &'static str,
    #[serde(rename = "_to")]
    to: Option<&'static str>,
}

#[derive(Serialize)]
struct Cache {}

/// How the time of an exchange was spent, in milliseconds.
#[derive(Serialize)]
struct Timings {
    send: u64,
    wait: u64,
    receive: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RequestPart {
    method: &'static str,
    url: String,
    http_version: &'static str,
    cookies: Vec<Pair>,
    headers: Vec<Pair>,
    query_string: Vec<Pair>,
    #[serde(skip_serializing_if = "Option::is_none")]
    post_data: Option<PostData>,
    headers_size: i64,
    body_size: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PostData {
    mime_type: String,
    text: String,
    #[serde(rename = "_encoding", skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ResponsePart {
    status: u16,
    status_text: &'static str,
    http_version: &'static str,
    cookies: Vec<Cookie>,
    headers: Vec<Pair>,
    content: Content,
    #[serde(rename = "redirectURL")]
    redirect_url: String,
    headers_size: i64,
    body_size: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Content {
    size: i64,
    mime_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    encoding: Option<&'static str>,
}

#[derive(Serialize)]
struct Pair {
    name: String,
    value: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Cookie {
    name: String,
    value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    http_only: bool,
    secure: bool,
}

fn entry(trace: &Trace, exchange: &Exchange) -> Entry {
    let Payload::Request(request) = &exchange.request.payload else {
        unreachable!("an exchange begins with a request");
    };
    let timings = timings(trace, exchange);
    Entry {
        started_date_time: exchange.request.sent_at.to_string(),
        time: timings.send + timings.wait + timings.receive,
        request: request_part(request),
        response: match exchange.response.as_ref().map(|message| &message.payload) {
            Some(Payload::Response(response)) => response_part(response),
            Some(Payload::Request(_)) | None => no_response(),
        },
        cache: Cache {},
        timings,
        exchange: exchange.id.0,
        kind: exchange.kind.slug(),
        from: exchange.caller.slug(),
        to: arrived(trace, exchange.request.id).map(|_| exchange.callee.slug()),
    }
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

fn request_part(request: &Request) -> RequestPart {
    RequestPart {
        method: request.method.as_str(),
        url: request.target.to_string(),
        http_version: VERSION,
        cookies: request_cookies(&request.headers),
        headers: pairs(&request.headers),
        query_string: query_string(&request.target),
        post_data: post_data(request),
        headers_size: UNKNOWN,
        body_size: size(&request.body),
    }
}

fn post_data(request: &Request) -> Option<PostData> {
    if request.body.is_empty() {
        return None;
    }
    let body = written(&request.body);
    Some(PostData {
        mime_type: mime_type(&request.headers),
        text: body.text,
        encoding: body.encoding,
    })
}

fn response_part(response: &Response) -> ResponsePart {
    ResponsePart {
        status: response.status.0,
        status_text: response.status.reason(),
        http_version: VERSION,
        cookies: response_cookies(&response.headers),
        headers: pairs(&response.headers),
        content: content(&response.headers, &response.body),
        redirect_url: redirect_url(response),
        headers_size: UNKNOWN,
        body_size: size(&response.body),
    }
}

/// What stands in the place of a response that never came.
fn no_response() -> ResponsePart {
    ResponsePart {
        status: 0,
        status_text: "",
        http_version: VERSION,
        cookies: Vec::new(),
        headers: Vec::new(),
        content: content(&Headers::default(), &Body::default()),
        redirect_url: String::new(),
        headers_size: UNKNOWN,
        body_size: UNKNOWN,
    }
}

fn content(headers: &Headers, body: &Body) -> Content {
    let body_written = (!body.is_empty()).then(|| written(body));
    let (text, encoding) = match body_written {
        Some(body) => (Some(body.text), body.encoding),
        None => (None, None),
    };
    Content {
        size: size(body),
        mime_type: mime_type(headers),
        text,
        encoding,
    }
}

fn mime_type(headers: &Headers) -> String {
    headers.first("Content-Type").unwrap_or(NO_TYPE).to_owned()
}

/// `Location` where it redirects. On a `202` it names the pending URL and redirects nobody.
fn redirect_url(response: &Response) -> String {
    let redirects = (300..400).contains(&response.status.0);
    let location = response.headers.first("Location").filter(|_| redirects);
    location.unwrap_or_default().to_owned()
}

fn pairs(headers: &Headers) -> Vec<Pair> {
    headers
        .iter()
        .map(|(name, value)| pair(name, value))
        .collect()
}

/// The query's names and values as they stand in the URL, not decoded.
fn query_string(target: &Target) -> Vec<Pair> {
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

fn request_cookies(headers: &Headers) -> Vec<Pair> {
    headers
        .all("Cookie")
        .flat_map(|value| value.split(';'))
        .filter_map(|item| item.trim().split_once('='))
        .map(|(name, value)| pair(name, value))
        .collect()
}

fn response_cookies(headers: &Headers) -> Vec<Cookie> {
    headers.all("Set-Cookie").filter_map(set_cookie).collect()
}

fn set_cookie(value: &str) -> Option<Cookie> {
    let mut parts = value.split(';').map(str::trim);
    let (name, value) = parts.next()?.split_once('=')?;
    let attributes: Vec<&str> = parts.collect();
    let has = |name: &str| {
        attributes
            .iter()
            .any(|part| part.eq_ignore_ascii_case(name))
    };
    Some(Cookie {
        name: name.to_owned(),
        value: value.to_owned(),
        path: attributes
            .iter()
            .find_map(|part| part.strip_prefix("Path="))
            .map(str::to_owned),
        http_only: has("HttpOnly"),
        secure: has("Secure"),
    })
}

fn pair(name: &str, value: &str) -> Pair {
    Pair {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}
