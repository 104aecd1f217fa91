//! The inspector: the current step, or what was picked beside it, from every side.

mod checks;
mod fields;
mod json;
mod long;
mod message;
mod notices;
mod raw;
mod signature;
mod subject;
mod tabs;
mod token;

use std::sync::Arc;

use leptos::prelude::*;

use crate::address::Tab;
use crate::inspect::CheckCounts;

use self::subject::Subject;
pub(super) use self::tabs::tab_id;
use self::tabs::{Count, PANEL_ID};
use super::dom::{El, button, el, scroll_to_top};
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    let subject = Memo::new_with_compare(move |_| Arc::new(Subject::of(store)), |_, _| true);
    let pane = el("section", "page__inspector")
        .testid("inspector")
        .attr("aria-label", "Inspector");
    let outer = pane.element().clone();
    Effect::new(move |_| {
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
            let shown = subject.with(|subject| show(tab, subject));
            aside(store).into_iter().chain(shown).collect()
        });
    pane.child(tabs::view(store, move |tab| {
        subject.with(|subject| count(tab, subject))
    }))
    .child(panel)
}

fn show(tab: Tab, subject: &Subject) -> Vec<El> {
    match tab {
        Tab::Message => message::view(subject),
        Tab::Tokens => token::view(&subject.tokens),
        Tab::Signature => signature::view(&subject.signatures),
        Tab::Checks => checks::view(&subject.checks),
    }
}

/// How much there is behind a tab.
fn count(tab: Tab, subject: &Subject) -> Count {
    let checks = CheckCounts::of(&subject.checks);
    let (text, outcome) = match tab {
        Tab::Tokens if !subject.tokens.is_empty() => (subject.tokens.len().to_string(), None),
        Tab::Checks if checks.failed > 0 => (format!("{} ✗", checks.failed), Some("fail")),
        Tab::Checks if checks.passed > 0 => (format!("{} ✓", checks.passed), Some("pass")),
        Tab::Message | Tab::Tokens | Tab::Signature | Tab::Checks => return Count::default(),
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
