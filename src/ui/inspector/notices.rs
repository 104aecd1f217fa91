//! What was said outside the protocol, which the draft leaves to implementations.

use crate::inspect::Told;
use crate::stage::Notice;

use super::super::dom::{El, el};
use super::long::long_text;
use super::message::party;

pub(super) fn view(told: &[Told]) -> Option<El> {
    if told.is_empty() {
        return None;
    }
    let head = el("header", "card__head")
        .child(el("h3", "card__title").text("Outside the protocol"))
        .child(el("span", "card__end").text("The draft leaves this channel open."));
    let card = el("article", "card").testid("outside").child(head);
    Some(card.children(told.iter().map(row)))
}

fn row(told: &Told) -> El {
    let line = el("p", "outside__line")
        .child(party(told.from))
        .text(" ")
        .text(&told.title)
        .child(el("span", "outside__time").text(&told.at.clock()));
    let text = text(&told.notice).map(|text| el("p", "outside__text").child(long_text(text)));
    el("div", "outside").child(line).children(text)
}

/// The words of a notice that has some.
fn text(notice: &Notice) -> Option<&str> {
    match notice {
        Notice::Question { clarification, .. } => Some(clarification),
        Notice::Answer {
            clarification_response,
            ..
        } => Some(clarification_response),
        Notice::Enrolled { agent_token } => Some(agent_token),
        Notice::SignedIn { cookie } => Some(cookie),
        Notice::Review(review) | Notice::Updated(review) => review.justification.as_deref(),
        Notice::Visit { code, .. } => Some(code),
        Notice::Unasked { why, .. } | Notice::Closed { why, .. } => Some(why),
        Notice::Enroll { .. } | Notice::Decision { .. } => None,
    }
}
