//! A request and its reply, as they were sent.

use crate::inspect::{BodyView, FieldPiece, MessageView, form_pieces};
use crate::stage::PartyId;

use super::super::copy::copy_button;
use super::super::dom::{El, button, el};
use super::super::leptos::*;
use super::super::store::Store;
use super::fields::{headers, part, part_with};
use super::json;
use super::long::long_pieces;
use super::notices;
use super::subject::Subject;

/// How a form of a page is sent.
const FORM: &str = "application/x-www-form-urlencoded";

pub(super) fn view(store: Store, subject: &Subject) -> Vec<El> {
    let cards = subject.messages.iter().map(|message| card(store, message));
    let repeats = repeats(store, &subject.repeats);
    let told = notices::view(&subject.told);
    cards.chain(repeats).chain(told).collect()
}

/// The polls that got the same answer as the first, each in a fold.
fn repeats(store: Store, polls: &[Vec<MessageView>]) -> Option<El> {
    if polls.is_empty() {
        return None;
    }
    let all = polls.len() + 1;
    let mut section = el("section", "repeats")
        .testid("repeats")
        .child(el("p", "").text(&format!(
            "Polled {all} times, with the same answer each time. Above is the first."
        )));
    for (at, poll) in polls.iter().enumerate() {
        let clock = poll
            .first()
            .map_or_else(String::new, |call| call.at.clock());
        let title = format!("Poll {} of {all}, at {clock}", at + 2);
        let fold = el("details", "repeats__poll")
            .testid("repeat")
            .child(el("summary", "").text(&title))
            .children(poll.iter().map(|message| card(store, message)));
        section = section.child(fold);
    }
    Some(section)
}

/// A party by its name, in its colour.
pub(in crate::ui) fn party(party: PartyId) -> El {
    el("span", &format!("party party--{}", party.slug())).text(party.title())
}

/// The body stands before the headers: it is what the message is about.
pub(super) fn card(store: Store, message: &MessageView) -> El {
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
        .child(copy_button(store, message.text(), "the whole message"));
    el("article", "card")
        .testid("message")
        .attr("data-kind", kind)
        .attr("data-exchange", &message.exchange.0.to_string())
        .child(head)
        .child(el("p", "message__line").child(start_line(&message.start_line)))
        .children(message.body.as_ref().map(|sent| body(store, sent)))
        .child(part("Headers").child(headers(message)))
        .children(message.in_code.as_deref().map(in_code))
}

/// The call of the library, for whoever writes an agent.
fn in_code(code: &str) -> El {
    el("details", "message__code")
        .testid("in-code")
        .child(el("summary", "").text("In code"))
        .child(el("div", "message__body").text(code))
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

fn body(store: Store, body: &BodyView) -> El {
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
    let Some(text) = &body.text else {
        return part(title).child(shown);
    };
    let actions = el("span", "message__actions");
    let copy = copy_button(store, text.clone(), "the body");
    if body.json.is_none() {
        return part_with(title, actions.child(copy)).child(shown);
    }
    let as_sent = RwSignal::new(false);
    let raw = el("div", "message__body")
        .testid("body-as-sent")
        .text(text)
        .keep_attr("hidden", move || (!as_sent.get()).then(String::new));
    let shown = shown.keep_attr("hidden", move || as_sent.get().then(String::new));
    part_with(title, actions.child(views(as_sent)).child(copy))
        .child(shown)
        .child(raw)
}

/// Laid out for reading, or the exact text.
fn views(as_sent: RwSignal<bool>) -> El {
    let one = |on: bool, testid: &str, name: &str| {
        button("segment__button", move || as_sent.set(on))
            .testid(testid)
            .keep_attr("aria-pressed", move || {
                Some((as_sent.get() == on).to_string())
            })
            .text(name)
    };
    el("span", "segment")
        .attr("role", "group")
        .attr("aria-label", "View of the body")
        .child(one(false, "view-pretty", "Pretty"))
        .child(one(true, "view-as-sent", "As sent"))
}
