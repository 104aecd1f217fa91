//! What each party holds when the step is over.

use crate::inspect::{Change, HoldingView, PartyState, state};

use super::super::dom::{El, el};
use super::super::leptos::*;
use super::super::store::Store;
use super::fields::fields;
use super::long::long_text;
use super::message::party;
use super::moment;

pub(super) fn view(store: Store) -> Vec<El> {
    let number = moment(store);
    let cast = store.lesson().cast;
    let shown = store.shown().get();
    let states = state(&shown.run.trace, &shown.steps, number, cast);
    let mut cards = vec![summary(&states)];
    for state in &states {
        if !state.doing.is_empty() || !state.holdings.is_empty() {
            cards.push(card(state));
        }
    }
    cards
}

/// What changed, in a sentence.
fn summary(states: &[PartyState]) -> El {
    let line = el("p", "state__summary").testid("state-changes");
    let mut changes = Vec::new();
    for state in states {
        for held in &state.holdings {
            if held.change != Change::Same {
                changes.push((state.party, held));
            }
        }
    }
    if changes.is_empty() {
        return line.text("In this step nobody comes to hold anything else.");
    }
    let mut line = line.text("In this step: ");
    for (at, (by, held)) in changes.into_iter().enumerate() {
        line = line
            .text(if at > 0 { ", " } else { "" })
            .child(party(by))
            .text(" ")
            .text(&held.title)
            .text(" (")
            .text(held.change.title())
            .text(")");
    }
    line.text(".")
}

fn card(state: &PartyState) -> El {
    let change = if state.doing_changed {
        Change::Changed
    } else {
        Change::Same
    };
    let head = el("header", "card__head")
        .child(el("h3", "card__title").child(party(state.party)))
        .child(el("span", "").text(&state.doing))
        .children(mark(change));
    let card = el("article", "card")
        .testid("party-state")
        .attr("data-party", state.party.slug())
        .child(head);
    if state.holdings.is_empty() {
        return card.child(el("p", "card__note state__nothing").text("Holds nothing here."));
    }
    let list = fields(state.holdings.iter().map(holding));
    card.child(el("div", "card__part").child(list))
}

fn holding(held: &HoldingView) -> El {
    let name = el("dt", "holding__title")
        .text(&held.title)
        .text(" ")
        .children(mark(held.change));
    let facts = held.facts.iter().map(|(name, value)| {
        el("div", "holding__fact")
            .child(el("span", "holding__name").text(name).text(" "))
            .child(long_text(value))
    });
    el("div", "fields__row holding")
        .testid("holding")
        .attr("data-kind", held.kind.slug())
        .attr("data-change", held.change.title())
        .child(name)
        .child(el("dd", "fields__value").children(facts))
}

/// A word with a shape, so that what changed is not told by colour alone.
fn mark(change: Change) -> Option<El> {
    let word = change.title();
    (!word.is_empty()).then(|| el("span", "change").text(word))
}
