//! The call of this library that makes a message of the chat, or reads it.

use crate::aauth::PendingPost;
use crate::http::{Method, Response};
use crate::stage::{ExchangeKind, Message, PartyId, Payload};

use super::shape;

/// The lines of Rust that make the message, where the chat's own types make it: the answer, the
/// update and the withdrawal of an agent; and the lines that read a question. The tokens stand in it
/// by name.
#[must_use]
pub fn in_code(message: &Message) -> Option<String> {
    if message.kind != ExchangeKind::Protocol {
        return None;
    }
    let call = match &message.payload {
        Payload::Response(response) => return reads(response),
        Payload::Request(_) if message.from != PartyId::Agent => return None,
        Payload::Request(request) => match request.method {
            Method::Get => return None,
            Method::Delete => "cancel()".to_owned(),
            Method::Post => writes(PendingPost::parse(request.body.bytes()).ok()?),
        },
    };
    Some(format!(
        "let mut chat = ClarificationExchange::new(pending_url);\n\
         let request = chat.{call}?;"
    ))
}

fn writes(post: PendingPost) -> String {
    match post {
        PendingPost::ClarificationResponse {
            clarification_response,
        } => ["respond(", &quoted(&clarification_response), ")"].concat(),
        PendingPost::UpdatedRequest { justification, .. } => {
            let justification = justification.map_or_else(
                || "None".to_owned(),
                |text| ["Some(", &quoted(&text), ")"].concat(),
            );
            let call = "update_request(\n    &resource_token,\n    &presented_token,\n    ";
            [call, &justification, ",\n)"].concat()
        }
    }
}

fn reads(response: &Response) -> Option<String> {
    let asks = shape::subject(response)? == "clarification";
    asks.then(|| {
        "let (report, pending) = PendingResponse::verify(&response, &person_server);\n\
         let question = pending?.into_value().body.clarification;"
            .to_owned()
    })
}

/// A string as Rust writes it.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            c if c.is_ascii_control() => {
                let digit = |nibble: u32| char::from_digit(nibble, 16).unwrap_or_default();
                let code = u32::from(c);
                out.push_str("\\x");
                out.push(digit(code >> 4));
                out.push(digit(code & 15));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}
