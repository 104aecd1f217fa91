//! One HTTP message, as it went out and as it is read.

use crate::http::{Body, Headers, Request, Response};
use crate::httpsig::{SignatureFields, SignatureInput};
use crate::stage::{ExchangeId, ExchangeKind, Message, MessageId, PartyId, Payload};
use crate::time::Timestamp;

use super::glossary::{self, TermKind};
use super::in_code::in_code;
use super::json_text::{self, JsonLine, PieceKind};
use super::token_place::{self, CarriedToken};

/// One HTTP message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageView {
    /// Its number.
    pub id: MessageId,
    /// The exchange it belongs to.
    pub exchange: ExchangeId,
    /// What the exchange is for.
    pub kind: ExchangeKind,
    /// Who sent it.
    pub from: PartyId,
    /// Who receives it.
    pub to: PartyId,
    /// When it was sent.
    pub at: Timestamp,
    /// Whether it is a request.
    pub is_request: bool,
    /// `POST /auth-token HTTP/1.1` or `HTTP/1.1 202 Accepted`.
    pub start_line: String,
    /// The header fields in the order in which they were sent.
    pub headers: Vec<HeaderView>,
    /// The body, if there is one.
    pub body: Option<BodyView>,
    /// The components that the signature covers, in its order: `@method`, `content-digest`.
    pub covered: Vec<String>,
    /// The tokens it carries, in the order in which they stand in it.
    pub tokens: Vec<CarriedToken>,
    /// The lines of Rust that make it or read it, where the types of the chat do.
    pub in_code: Option<String>,
}

/// A header field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderView {
    /// The name as it was sent.
    pub name: String,
    /// The exact value.
    pub value: String,
    /// Where it comes from.
    pub kind: HeaderKind,
    /// Whether the signature covers it.
    pub covered: bool,
}

/// Where a header field comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HeaderKind {
    /// AAuth defines it.
    Aauth,
    /// It belongs to the message signature.
    Signature,
    /// It is plain HTTP.
    Http,
}

/// A body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyView {
    /// The exact bytes.
    pub bytes: Body,
    /// The type it was sent with, empty when it has none.
    pub content_type: String,
    /// The bytes as text, when they are text.
    pub text: Option<String>,
    /// The text laid out for reading, when it is JSON.
    pub json: Option<Vec<JsonLine>>,
    /// Whether the signature covers it, through its digest.
    pub covered: bool,
}

impl MessageView {
    /// The view of a message.
    #[must_use]
    pub fn of(message: &Message) -> Self {
        let (start_line, headers, body) = match &message.payload {
            Payload::Request(request) => (request_line(request), &request.headers, &request.body),
            Payload::Response(response) => {
                (status_line(response), &response.headers, &response.body)
            }
        };
        let covered = covered(headers);
        Self {
            id: message.id,
            exchange: message.exchange,
            kind: message.kind,
            from: message.from,
            to: message.to,
            at: message.sent_at,
            is_request: matches!(message.payload, Payload::Request(_)),
            start_line,
            headers: header_views(headers, &covered),
            body: body_view(headers, body, &covered),
            tokens: token_place::carried(message),
            in_code: in_code(message),
            covered,
        }
    }

    /// The message as it is written in HTTP/1.1, with line feeds alone. A body that is no text is
    /// left out.
    #[must_use]
    pub fn text(&self) -> String {
        let headers = self.headers.iter();
        let headers = headers.map(|header| format!("{}: {}\n", header.name, header.value));
        let body = self.body.as_ref().and_then(|body| body.text.as_deref());
        format!(
            "{}\n{}\n{}",
            self.start_line,
            headers.collect::<String>(),
            body.unwrap_or_default()
        )
    }
}

impl HeaderKind {
    /// The kind of the header of that name.
    #[must_use]
    pub fn of(name: &str) -> Self {
        let name = name.to_ascii_lowercase();
        if name.starts_with("aauth-") {
            Self::Aauth
        } else if name.starts_with("signature")
            || name.starts_with("accept-signature")
            || name == "content-digest"
        {
            Self::Signature
        } else {
            Self::Http
        }
    }
}

/// The request line, with the version under which HTTP messages are written out as text.
fn request_line(request: &Request) -> String {
    let method = request.method.as_str();
    format!("{method} {} HTTP/1.1", request.target.path_and_query())
}

fn status_line(response: &Response) -> String {
    let line = format!("HTTP/1.1 {} {}", response.status, response.status.reason());
    line.trim_ascii_end().to_owned()
}

fn header_views(headers: &Headers, covered: &[String]) -> Vec<HeaderView> {
    let views = headers.iter().map(|(name, value)| HeaderView {
        name: name.to_owned(),
        value: value.to_owned(),
        kind: HeaderKind::of(name),
        covered: covered.contains(&name.to_ascii_lowercase()),
    });
    views.collect()
}

fn body_view(headers: &Headers, body: &Body, covered: &[String]) -> Option<BodyView> {
    if body.is_empty() {
        return None;
    }
    let mut json = body.text().and_then(json_text::pretty);
    if let Some(lines) = &mut json {
        mark_pieces(lines);
    }
    Some(BodyView {
        bytes: body.clone(),
        content_type: headers.first("Content-Type").unwrap_or_default().to_owned(),
        text: body.text().map(str::to_owned),
        json,
        covered: covered
            .iter()
            .any(|component| component == "content-digest"),
    })
}

/// Marks the tokens, and the names that a server chose itself: those that the glossary does not
/// know, what is inside them, and the scopes that a resource describes.
fn mark_pieces(lines: &mut [JsonLine]) {
    let mut own: Option<u32> = None;
    for line in lines {
        let inside = own.is_some_and(|indent| line.indent > indent);
        if !inside {
            own = None;
        }
        for piece in &mut line.pieces {
            match piece.kind {
                PieceKind::Text if token_place::is_token(&piece.plain()) => {
                    piece.kind = PieceKind::Token;
                }
                PieceKind::Name if inside => piece.kind = PieceKind::OwnName,
                PieceKind::Name => {
                    let name = piece.plain();
                    if glossary::term(TermKind::Member, &name).is_none() {
                        piece.kind = PieceKind::OwnName;
                        own = Some(line.indent);
                    } else if name == "scope_descriptions" {
                        own = Some(line.indent);
                    }
                }
                _ => {}
            }
        }
    }
}

/// The components that the signature covers; none when there is no signature that can be read.
fn covered(headers: &Headers) -> Vec<String> {
    let Ok(fields) = SignatureFields::parse(headers) else {
        return Vec::new();
    };
    let input = fields
        .labels()
        .next()
        .and_then(|label| fields.input(label).ok());
    let components = input.iter().flat_map(SignatureInput::components);
    components
        .map(|component| component.name().to_owned())
        .collect()
}
