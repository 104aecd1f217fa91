//! What is verified in a step, with the menu that breaks one of its messages, and what comes of it.

use crate::inspect::{BrokenView, ChangeView, breakable};
use crate::tamper::{Tampering, row};

use super::super::dom::{El, button, el, value_of};
use super::super::focus::focus;
use super::super::leptos::*;
use super::super::store::Store;
use super::checks;
use super::fields::{fields, row_of};
use super::long::long_text;
use super::message::{card, party};
use super::subject::Subject;

/// Where the focus goes when the message is as it was again.
const MENU_ID: &str = "break-it";

pub(super) fn view(store: Store, subject: &Subject) -> Vec<El> {
    let mut view: Vec<El> = menu(store).into_iter().collect();
    let broken = subject.broken.as_ref();
    if let Some(broken) = broken {
        view.push(banner(store, broken));
        view.push(changes(broken));
    }
    view.extend(checks::cards(subject.verified()));
    if let Some(broken) = broken {
        view.extend(answer(store, broken));
    }
    view
}

/// The rows of the tampering table that fit the step. None where something beside it is shown.
fn menu(store: Store) -> Option<El> {
    if store.aside().get().is_some() {
        return None;
    }
    let number = store.step().get();
    let fitting = store.shown().with(|shown| {
        let step = shown.steps.step(number);
        step.map(|step| breakable(&shown.run, step))
    })?;
    if fitting.is_empty() {
        return None;
    }
    let groups = fitting.iter().map(|(group, rows)| {
        el("optgroup", "")
            .attr("label", group.title)
            .children(rows.iter().copied().map(option))
    });
    let nothing = el("option", "")
        .attr("value", "")
        .text("Nothing: as it was sent");
    let select = el("select", "break__menu")
        .testid("break-it")
        .attr("id", MENU_ID)
        .child(nothing)
        .children(groups)
        .keep_value(move || store.broken().unwrap_or_default().to_owned())
        .on("change", move |event| {
            store.break_message(row(&value_of(&event)));
        });
    let label = el("label", "break__label")
        .attr("for", MENU_ID)
        .text("Break one thing, and see who notices");
    Some(el("div", "break").child(label).child(select))
}

fn option(row: &Tampering) -> El {
    el("option", "").attr("value", row.name).text(row.what)
}

fn banner(store: Store, broken: &BrokenView) -> El {
    let undo = button("break__undo", move || {
        // First, for the button is gone then.
        focus(MENU_ID);
        store.break_message(None);
    })
    .testid("undo-break")
    .text("Undo");
    let what = el("p", "break__what")
        .child(el("strong", "").text("Broken on purpose: "))
        .text(broken.what);
    let mut notices = el("p", "").child(party(broken.to));
    if broken.fails_at.is_empty() {
        notices = notices.text(" notices nothing.");
    } else {
        let check = el("strong", "").testid("fails-at").text(broken.fails_at);
        notices = notices
            .text(" notices. The check that fails: ")
            .child(check)
            .text(".");
    }
    if let Some(answer) = &broken.answer {
        let line = el("code", "").text(&answer.start_line);
        notices = notices.text(" It answers ").child(line).text(".");
    }
    el("div", "break__banner")
        .testid("broken")
        .attr("data-break", broken.name)
        .child(el("div", "").child(what).child(notices))
        .child(undo)
}

fn changes(broken: &BrokenView) -> El {
    let title = el("h3", "card__title").text("What was changed");
    let head = el("header", "card__head").child(title);
    let list = if broken.changes.is_empty() {
        el("p", "").text("Nothing in it: what is wrong is when it comes.")
    } else {
        fields(broken.changes.iter().map(change))
    };
    el("section", "card")
        .testid("break-changes")
        .child(head)
        .child(el("div", "card__part").child(list))
}

fn change(change: &ChangeView) -> El {
    let side = |title: &str, text: Option<&str>| {
        let value = text.map_or_else(|| el("em", "").text("nothing"), long_text);
        el("div", "break__side")
            .child(el("span", "break__when").text(title))
            .child(value)
    };
    let sides = el("div", "")
        .child(side("as it was", change.sent.as_deref()))
        .child(side("as broken", change.arrived.as_deref()));
    row_of(el("span", "").text(&change.name), sides)
}

/// What the recipient answers, byte by byte.
fn answer(store: Store, broken: &BrokenView) -> Vec<El> {
    let lead = el("p", "break__lead").testid("break-answer");
    let Some(answer) = &broken.answer else {
        let lead = lead
            .text("This was a reply, which gets no answer: ")
            .child(party(broken.to))
            .text(if broken.by_status {
                " goes by the status alone, and polls again."
            } else {
                " does not use what it says."
            });
        return vec![lead];
    };
    let lead = lead.child(party(broken.to)).text(" answers:");
    vec![lead, card(store, answer)]
}
