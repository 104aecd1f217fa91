//! A request and its reply, as they were sent.

use crate::inspect::{BodyView, FieldPiece, MessageView, form_pieces};
use crate::stage::PartyId;

use super::super::copy::copy_button;
use super::super::dom::{El, el};
use super::fields::{headers, part, part_with};
use super::json;
use super::long::long_pieces;
use super::notices;
use super::subject::Subject;

/// How a form of a page is sent.
const FORM: &str = "application/x-www-form-urlencoded";

pub(super) fn view(subject: &Subject) -> Vec<El> {
    let cards = subject.messages.iter().map(card);
    cards.chain(notices::view(&subject.told)).collect()
}

/// A party by its name, in its colour.
pub(super) fn party(party: PartyId) -> El {
    el("span", &format!("party party--{}", party.slug())).text(party.title())
}

/// The body stands before the headers: it is what the message is about.
fn card(message: &MessageView) -> El {
    let (title, kind) = if message.is_request {
        ("Request", "request")
    } else {
        ("Reply", "reply")
    };
    let ends = el("span", "")
        .child(party(message.from))
        .text(" → ")
        .child(party(message.to));
    let head = el("header", "card__head")
        .child(el("h3", "card__title").text(title))
        .child(ends)
        .child(el("span", "card__end").text(&message.at.clock()))
        .child(copy_button(message.text(), "the whole message"));
    el("article", "card")
        .testid("message")
        .attr("data-kind", kind)
        .attr("data-exchange", &message.exchange.0.to_string())
        .child(head)
        .child(el("p", "message__line").child(start_line(&message.start_line)))
        .children(message.body.as_ref().map(body))
        .child(part("Headers").child(headers(message)))
}

/// The parameters of a query explain themselves.
fn start_line(line: &str) -> El {
    let Some((path, query)) = line.split_once('?') else {
        return el("span", "").text(line);
    };
    let mut pieces = form_pieces(query);
    let text = format!("{path}?");
    pieces.insert(0, FieldPiece { text, kind: None });
    long_pieces(&pieces)
}

fn body(body: &BodyView) -> El {
    let title = if body.covered {
        "Body, signed through its digest"
    } else {
        "Body, not signed"
    };
    let shown = el("div", "message__body").testid("body");
    let shown = match (&body.json, &body.text) {
        (Some(lines), _) => shown.children(json::lines(lines)),
        (None, Some(text)) if body.content_type == FORM => {
            shown.child(long_pieces(&form_pieces(text)))
        }
        (None, Some(text)) => shown.text(text),
        (None, None) => shown.text(&format!(
            "{} bytes that are no text",
            body.bytes.bytes().len()
        )),
    };
    let copy = body.text.clone().map(|text| copy_button(text, "the body"));
    match copy {
        Some(copy) => part_with(title, copy),
        None => part(title),
    }
    .child(shown)
}
