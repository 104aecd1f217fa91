//! The inspector: the current step, or what was picked beside it, from every side.

mod broken;
mod checks;
mod empty;
mod fields;
mod json;
pub(super) mod long;
mod message;
mod notices;
mod person;
mod raw;
mod signature;
mod state;
mod subject;
mod tabs;
mod timeline;
mod token;

use std::sync::Arc;

use crate::address::Tab;
use crate::inspect::{CheckCounts, Step};

pub(super) use self::message::party;
use self::subject::Subject;
pub(super) use self::tabs::tab_id;
use self::tabs::{Count, PANEL_ID};
use super::dom::{El, button, el};
use super::leptos::*;
use super::scrolling::scroll_to_top;
use super::store::{Aside, Shown, Store};
use super::term::explain_in_line;

pub(super) fn view(store: Store) -> El {
    let subject = Memo::new_with_compare(move |_| Arc::new(Subject::of(store)), |_, _| true);
    let explained = RwSignal::new(false);
    let pane = el("section", "page__inspector")
        .testid("inspector")
        .attr("aria-label", "Inspector");
    let outer = pane.element().clone();
    effect(move || {
        store.tab().track();
        subject.track();
        scroll_to_top(&outer);
    });
    let panel = el("div", "inspector__pane")
        .attr("role", "tabpanel")
        .attr("id", PANEL_ID)
        .attr("tabindex", "0")
        .keep_attr("aria-labelledby", move || Some(tab_id(store.tab().get())))
        .keep_children(move || {
            let tab = store.tab().get();
            let shown = subject.with(|subject| show(store, tab, subject));
            if explained.get() {
                for part in &shown {
                    explain_in_line(part.element());
                }
            }
            aside(store).into_iter().chain(shown).collect()
        });
    pane.child(tabs::view(store, move |tab| {
        subject.with(|subject| count(tab, subject))
    }))
    .child(explain_switch(store, explained))
    .child(panel)
}

/// Shows the explanations of all names in line, for whoever reads on and for paper.
fn explain_switch(store: Store, explained: RwSignal<bool>) -> El {
    let tick = el("input", "")
        .testid("explain")
        .attr("type", "checkbox")
        .keep_checked(move || explained.get())
        .on("change", move |_| explained.update(|on| *on = !*on));
    el("label", "inspector__explain")
        .keep_attr("hidden", move || {
            (!has_names(store.tab().get())).then(String::new)
        })
        .child(tick)
        .text("Explain everything in line")
}

/// Whether a tab shows names of the wire.
fn has_names(tab: Tab) -> bool {
    match tab {
        Tab::Message | Tab::Tokens | Tab::Signature => true,
        // Those of the checks stand in folds, beside an explanation of their own.
        Tab::Checks | Tab::State | Tab::Person | Tab::Timeline => false,
    }
}

fn show(store: Store, tab: Tab, subject: &Subject) -> Vec<El> {
    if !subject.fills(tab) {
        return empty::view(store, tab, subject.speaker);
    }
    match tab {
        Tab::Message => message::view(store, subject),
        Tab::Tokens => subject
            .tokens
            .iter()
            .map(|token| token::card(store, token))
            .collect(),
        Tab::Signature => subject
            .signatures
            .iter()
            .map(|signature| signature::card(store, signature))
            .collect(),
        Tab::Checks => broken::view(store, subject),
        Tab::State => state::view(store),
        Tab::Person => person::view(store),
        Tab::Timeline => timeline::view(store),
    }
}

/// The step whose end is shown: what is picked beside it may lie before the first.
fn moment(store: Store) -> u32 {
    match store.aside().get() {
        Some(Aside::Prologue(_) | Aside::Notice(_)) => 0,
        Some(Aside::Document(_)) | None => store.step().get(),
    }
}

/// A step for paper: its messages, tokens, signatures and checks, one below the other.
pub(super) fn whole(store: Store, shown: &Shown, step: &Step) -> Vec<El> {
    let subject = Subject::of_step(shown, step);
    let mut whole = message::view(store, &subject);
    whole.extend(subject.tokens.iter().map(|token| token::card(store, token)));
    whole.extend(
        subject
            .signatures
            .iter()
            .map(|signature| signature::card(store, signature)),
    );
    whole.extend(checks::cards(&subject.checks));
    whole
}

/// How much there is behind a tab.
fn count(tab: Tab, subject: &Subject) -> Count {
    let checks = CheckCounts::of(subject.verified());
    let (text, outcome) = match tab {
        Tab::Tokens if !subject.tokens.is_empty() => (subject.tokens.len().to_string(), None),
        Tab::Checks if checks.failed > 0 => (format!("{} ✗", checks.failed), Some("fail")),
        Tab::Checks if checks.passed > 0 => (format!("{} ✓", checks.passed), Some("pass")),
        Tab::Message
        | Tab::Tokens
        | Tab::Signature
        | Tab::Checks
        | Tab::State
        | Tab::Person
        | Tab::Timeline => return Count::default(),
    };
    Count { text, outcome }
}

/// Says that something beside the current step is shown, and leads back.
fn aside(store: Store) -> Option<El> {
    store.aside().get()?;
    let back = button("plain", move || store.aside().set(None))
        .text(&format!("Back to step {}", store.step().get()));
    let bar = el("p", "inspector__aside")
        .text("You picked this beside the current step. ")
        .child(back);
    Some(bar)
}
