//! What was said outside the protocol, which the draft leaves to implementations.

use crate::inspect::Told;
use crate::stage::Notice;

use super::super::dom::{El, el};
use super::super::markdown;
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
    let text = text(&told.notice).map(|text| el("div", "outside__text").child(text));
    el("div", "outside").child(line).children(text)
}

/// The words of a notice that has some.
fn text(notice: &Notice) -> Option<El> {
    let said = match notice {
        Notice::Question { clarification, .. } => clarification,
        Notice::Answer {
            clarification_response,
            ..
        } => clarification_response,
        Notice::Review(review) | Notice::Updated(review) => review.justification.as_ref()?,
        Notice::Enrolled { agent_token } => return Some(long_text(agent_token)),
        Notice::SignedIn { cookie } => return Some(long_text(cookie)),
        Notice::Visit { code, .. } => return Some(long_text(code)),
        Notice::Unasked { why, .. } | Notice::Closed { why, .. } => return Some(long_text(why)),
        Notice::Enroll { .. }
        | Notice::Decision { .. }
        | Notice::NoQuestion { .. }
        | Notice::InApp { .. } => return None,
    };
    Some(markdown::text(said))
}
