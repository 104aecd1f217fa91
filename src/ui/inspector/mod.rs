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

use leptos::prelude::*;

use crate::address::Tab;
use crate::inspect::{CheckCounts, TokenView};

use self::subject::Subject;
use self::tabs::{PANEL_ID, Tabs, tab_id};
use super::store::{Store, use_store};

#[component]
pub(super) fn Inspector() -> impl IntoView {
    let store = use_store();
    let subject = Memo::new(move |_| Subject::of(store));
    let counts = Signal::derive(move || subject.with(|subject| counts(store, subject)));
    let panel = move || {
        let tab = store.tab().get();
        subject.with(|subject| show(store, tab, subject))
    };
    view! {
        <section class="page__inspector" aria-label="Inspector" data-testid="inspector">
            <Tabs counts=counts />
            <div
                class="inspector__pane"
                role="tabpanel"
                id=PANEL_ID
                aria-labelledby=move || tab_id(store.tab().get())
                tabindex="0"
            >
                <AsideBar />
                {panel}
            </div>
        </section>
    }
}

fn show(store: Store, tab: Tab, subject: &Subject) -> AnyView {
    store.shown().with(|shown| {
        let trace = &shown.run.trace;
        match tab {
            Tab::Message => message::view(subject),
            Tab::Tokens => token::view(trace, subject),
            Tab::Signature => signature::view(trace, subject),
            Tab::Checks => checks::view(&subject.checks),
        }
    })
}

/// How much there is behind a tab.
fn counts(store: Store, subject: &Subject) -> Vec<(Tab, String)> {
    let checks = CheckCounts::of(&subject.checks);
    let tokens: usize = store.shown().with(|shown| {
        let messages = subject.messages.iter();
        messages
            .map(|message| TokenView::all(&shown.run.trace, message).len())
            .sum()
    });
    let mut counts = Vec::new();
    if tokens > 0 {
        counts.push((Tab::Tokens, tokens.to_string()));
    }
    if checks.failed > 0 {
        counts.push((Tab::Checks, format!("{} ✗", checks.failed)));
    } else if checks.passed > 0 {
        counts.push((Tab::Checks, format!("{} ✓", checks.passed)));
    }
    counts
}

/// Says that something beside the current step is shown, and leads back.
#[component]
fn AsideBar() -> impl IntoView {
    let store = use_store();
    let bar = move || {
        store.aside().get().map(|_| {
            let back = move |_| store.aside().set(None);
            let step = store.step().get();
            view! {
                <p class="inspector__aside">
                    "This is not the current step but what you picked beside it."
                    <button class="plain" type="button" on:click=back>
                        {format!("Back to step {step}")}
                    </button>
                </p>
            }
        })
    };
    view! { {bar} }
}
