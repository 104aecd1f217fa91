//! Requests and responses, kept byte for byte.
//!
//! A header value and a body are kept exactly as they went out. Digests, signature bases and the
//! page read these bytes, so nothing is serialised a second time to be verified or shown.

use core::fmt;
use std::sync::Arc;

use crate::json::{self, Value};

/// A request. The scheme is always `https`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// Where it goes.
    pub target: Target,
    /// The header fields in the order in which they were sent.
    pub headers: Headers,
    /// The body, empty when there is none.
    pub body: Body,
}

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status.
    pub status: Status,
    /// The header fields in the order in which they were sent.
    pub headers: Headers,
    /// The body, empty when there is none.
    pub body: Body,
}

/// The methods that the protocol uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    /// `GET`
    Get,
    /// `POST`
    Post,
    /// `DELETE`
    Delete,
}

/// Where a request goes: `https://{authority}{path}?{query}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    /// The host, as the `Host` header carries it.
    pub authority: String,
    /// The path, starting with `/`, not decoded.
    pub path: String,
    /// The query without `?`, not decoded.
    pub query: Option<String>,
}

/// Header fields in their order. Names are compared without regard to case and kept as written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Headers {
    fields: Vec<(String, String)>,
}

/// A body's exact bytes, shared.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Body(Arc<[u8]>);

/// A status code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Status(pub u16);

impl Request {
    /// A request without a body. Its first header is `Host`.
    #[must_use]
    pub fn new(method: Method, target: Target) -> Self {
        let headers = Headers::default().with("Host", target.authority.clone());
        Self {
            method,
            target,
            headers,
            body: Body::default(),
        }
    }

    /// The request with a further header.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push(name, value);
        self
    }

    /// The request with a body of that type.
    #[must_use]
    pub fn with_body(mut self, content_type: &str, body: impl Into<Body>) -> Self {
        self.headers.push("Content-Type", content_type);
        self.body = body.into();
        self
    }
}

impl Response {
    /// A response without a body.
    #[must_use]
    pub fn new(status: Status) -> Self {
        Self {
            status,
            headers: Headers::default(),
            body: Body::default(),
        }
    }

    /// The response with a further header.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Self {
        self.headers.push(name, value);
        self
    }

    /// The response with a body of that type.
    #[must_use]
    pub fn with_body(mut self, content_type: &str, body: impl Into<Body>) -> Self {
        self.headers.push("Content-Type", content_type);
        self.body = body.into();
        self
    }
}

impl Method {
    /// The method as it stands in the request line.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

impl Target {
    /// Splits an `https` URL. `None` when it is not one, or has a fragment.
    #[must_use]
    pub fn parse(url: &str) -> Option<Self> {
        let rest = url.strip_prefix("https://")?;
        let (before_query, query) = match rest.split_once('?') {
            Some((before, query)) => (before, Some(query.to_owned())),
            None => (rest, None),
        };
        let (authority, path) = match before_query.find('/') {
            Some(at) => before_query.split_at(at),
            None => (before_query, "/"),
        };
        let plain = url.bytes().all(|b| b.is_ascii_graphic() && b != b'#');
        (plain && !authority.is_empty()).then(|| Self {
            authority: authority.to_owned(),
            path: path.to_owned(),
            query,
        })
    }

    /// The path with the query, as the request line carries it.
    #[must_use]
    pub fn path_and_query(&self) -> String {
        match &self.query {
            Some(query) => format!("{}?{query}", self.path),
            None => self.path.clone(),
        }
    }

    /// The server identifier of the host: `https://{authority}`.
    #[must_use]
    pub fn origin(&self) -> String {
        format!("https://{}", self.authority)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "https://{}{}", self.authority, self.path_and_query())
    }
}

impl Headers {
    /// Adds a field at the end.
    pub fn push(&mut self, name: &str, value: impl Into<String>) {
        self.fields.push((name.to_owned(), value.into()));
    }

    /// The headers with a further field at the end.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.push(name, value);
        self
    }

    /// The first value of the field.
    #[must_use]
    pub fn first(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(field, _)| field.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// All values of the field, in order.
    pub fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.iter()
            .filter(move |(field, _)| field.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// The values of the field trimmed and joined with `, `, as RFC 9421 section 2.1 combines them.
    /// `None` when the field is absent.
    #[must_use]
    pub fn combined(&self, name: &str) -> Option<String> {
        let values: Vec<&str> = self
            .all(name)
            .map(|value| value.trim_matches([' ', '\t']))
            .collect();
        (!values.is_empty()).then(|| values.join(", "))
    }

    /// Every field in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.fields
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Replaces the value of the first such field; adds it when there is none.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        match self
            .fields
            .iter_mut()
            .find(|(field, _)| field.eq_ignore_ascii_case(name))
        {
            Some((_, old)) => *old = value.into(),
            None => self.push(name, value),
        }
    }

    /// Takes every such field away.
    pub fn remove(&mut self, name: &str) {
        self.fields
            .retain(|(field, _)| !field.eq_ignore_ascii_case(name));
    }
}

impl Body {
    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Whether there is no body.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The bytes as text, when they are UTF-8.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }

    /// The bytes as JSON, when they are.
    #[must_use]
    pub fn json(&self) -> Option<Value> {
        json::parse(self.text()?).ok()
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            Some(text) => write!(f, "{text:?}"),
            None => write!(f, "{:?}", self.bytes()),
        }
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Self(text.into_bytes().into())
    }
}

impl Status {
    /// The reason phrase of the codes that the protocol uses, empty for another.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self.0 {
            200 => "OK",
            202 => "Accepted",
            204 => "No Content",
            303 => "See Other",
            400 => "Bad Request",
            401 => "Unauthorized",
            402 => "Payment Required",
            403 => "Forbidden",
            404 => "Not Found",
            405 => "Method Not Allowed",
            408 => "Request Timeout",
            410 => "Gone",
            422 => "Unprocessable Content",
            424 => "Failed Dependency",
            429 => "Too Many Requests",
            500 => "Internal Server Error",
            502 => "Bad Gateway",
            503 => "Service Unavailable",
            _ => "",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
