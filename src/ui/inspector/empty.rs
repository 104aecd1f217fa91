//! What a tab says when a step has nothing for it, and the way to the nearest step that has.

use crate::address::Tab;
use crate::inspect::{Step, person};
use crate::playback::Action;

use super::super::dom::{El, button, el};
use super::super::leptos::*;
use super::super::store::{Shown, Store};
use super::subject::{Speaker, Subject};

/// Why there is nothing, and what there would be.
const fn words(tab: Tab, speaker: Speaker) -> (&'static str, &'static str) {
    let why = match (tab, speaker) {
        (Tab::Tokens, Speaker::Person) => {
            "No token travels here: this happens outside the protocol, which leaves that channel open."
        }
        (Tab::Tokens, Speaker::Browser) => {
            "No token travels in this step: the person’s own browser shows a cookie instead."
        }
        (Tab::Tokens, Speaker::Reply | Speaker::Document | Speaker::Request) => {
            "No token travels in this step."
        }
        (Tab::Signature, Speaker::Person) => {
            "Nothing is signed here: this happens outside the protocol, which leaves that channel open."
        }
        (Tab::Signature, Speaker::Browser) => {
            "Nothing is signed in this step: the person’s own browser speaks here, and it has no key."
        }
        (Tab::Signature, Speaker::Reply) => {
            "Nothing is signed in this step: a reply carries no signature of its own."
        }
        (Tab::Signature, Speaker::Document) => {
            "Nothing is signed here: what is published may be fetched by anybody."
        }
        (Tab::Signature, Speaker::Request) => "Nothing is signed in this step.",
        (Tab::Person, _) => "The person has not been asked anything yet.",
        (Tab::Timeline, _) => {
            "Nothing is deferred in this run: the agent’s call stayed open until there was an answer."
        }
        (Tab::Checks | Tab::Message | Tab::State, _) => "Nothing is verified in this step.",
    };
    let what = match tab {
        Tab::Tokens => "Here you see each token of a message decoded, with what became of it.",
        Tab::Signature => "Here you see the exact text that was signed, and what it leaves out.",
        Tab::Person => "Here you see what the person sees when they are asked to decide.",
        Tab::Timeline => {
            "Here you see a deferred response from its 202 to its end: each poll, each deadline."
        }
        Tab::Checks | Tab::Message | Tab::State => {
            "Here you see each rule that a recipient checks, with the values it compares."
        }
    };
    (why, what)
}

pub(super) fn view(store: Store, tab: Tab, speaker: Speaker) -> Vec<El> {
    let (why, what) = words(tab, speaker);
    let panel = el("div", "empty")
        .testid("empty")
        .child(el("p", "").text(why))
        .child(el("p", "").text(what))
        .children(way(store, tab));
    vec![panel]
}

/// Leads to the nearest step that fills the tab.
fn way(store: Store, tab: Tab) -> Option<El> {
    let here = store.step().get();
    let shown = store.shown().get();
    let steps = shown.steps.steps.iter();
    let filled = steps.filter(|step| fills(&shown, tab, step));
    let nearest = filled.min_by_key(|step| step.number.abs_diff(here))?;
    let number = nearest.number;
    let go = move || store.move_by_hand(&Action::GoTo(number));
    let way = format!("Go to step {number}: {}", nearest.title);
    Some(button("plain empty__way", go).text(&way))
}

/// Whether a step has something for a tab.
fn fills(shown: &Shown, tab: Tab, step: &Step) -> bool {
    match tab {
        Tab::Message | Tab::State => true,
        Tab::Tokens | Tab::Signature | Tab::Checks => Subject::of_step(shown, step).fills(tab),
        Tab::Person => person(&shown.run.trace, step.last).review.is_some(),
        // It is there for all steps or for none.
        Tab::Timeline => false,
    }
}
