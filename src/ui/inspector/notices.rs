//! What was said outside the protocol, which the draft leaves to implementations.

use crate::inspect::{Told, ToldWords};

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
    let text = text(told).map(|text| el("div", "outside__text").child(text));
    el("div", "outside").child(line).children(text)
}

/// Its words, when it has some.
fn text(told: &Told) -> Option<El> {
    Some(match told.words()? {
        ToldWords::Markdown(said) => markdown::text(said),
        ToldWords::Exact(value) => long_text(value),
    })
}
