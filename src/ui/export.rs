//! The run as a file or on the clipboard, in each form, and how others check it.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlAnchorElement, HtmlInputElement, Url};

use crate::export::Format;

use super::copy::copy_or_select;
use super::dom::{El, button, el};
use super::icon::{Icon, icon};
use super::leptos::*;
use super::store::Store;

/// What checks an archive, in a copy of this project.
const INSTALL: &str =
    "python3 -m venv .venv && .venv/bin/pip install --require-hashes -r tests/requirements.txt";
const CHECK: &str = ".venv/bin/python tests/independent/check_har.py ";

/// A row for each form, and how to check the first.
pub(super) fn view(store: Store) -> El {
    let outcome = RwSignal::new("");
    // For what the clipboard did not take.
    let text = el("textarea", "export__text")
        .testid("export-text")
        .attr("readonly", "")
        .attr("rows", "5")
        .attr("aria-label", "The run, to be copied by hand")
        .attr("hidden", "");
    let rows = Format::ALL
        .iter()
        .map(|format| row(store, *format, outcome, &text));
    let rows: Vec<El> = rows.collect();
    let status = el("p", "share__outcome")
        .testid("export-outcome")
        .attr("role", "status")
        .keep_text(move || outcome.get().to_owned());
    el("section", "export")
        .testid("export")
        .attr("aria-labelledby", "export-title")
        .child(
            el("h3", "export__title")
                .attr("id", "export-title")
                .text("Take the run with you"),
        )
        .children(broken(store))
        .child(el("ul", "export__rows").children(rows))
        .child(status)
        .child(text)
        .child(verify(store))
}

/// What is broken in Checks is no part of the run.
fn broken(store: Store) -> Option<El> {
    untrack(|| store.broken())?;
    Some(
        el("p", "export__note")
            .testid("export-unbroken")
            .text("It is the run as it was sent, without what you have broken in Checks."),
    )
}

const fn what(format: Format) -> &'static str {
    match format {
        Format::Har => "every message, byte for byte, for browsers, proxies and checkers",
        Format::Json => "the whole trace, with the recipe that makes it again",
        Format::Markdown => "a document: each step with its messages, tokens and checks",
        Format::Mermaid => "a sequence diagram for documentation",
    }
}

fn row(store: Store, format: Format, outcome: RwSignal<&'static str>, text: &El) -> El {
    let write = move || {
        store
            .shown()
            .with_untracked(|shown| format.write(&shown.run))
    };
    let area: HtmlInputElement = text.element().clone().unchecked_into();
    let beside = area.clone();
    let save = move || {
        let _ = beside.set_attribute("hidden", "");
        let saved = save(&file_name(store, format), &write());
        outcome.set(if saved.is_some() {
            "Handed to the browser as a file. If none comes, this frame may not save files: copy it instead."
        } else {
            "This browser makes no file of it: copy it instead."
        });
    };
    let copy = move || {
        let _ = area.set_attribute("hidden", "");
        copy_or_select(write(), area.clone(), outcome);
    };
    let named = |what: &str| [what, " ", format.title()].concat();
    let words = el("p", "export__what")
        .child(el("strong", "").text(format.title()))
        .text(": ")
        .text(what(format));
    let save = button("export__button", save)
        .testid(&["save-", format.slug()].concat())
        .attr("aria-label", &named("Save"))
        .text("Save");
    let copy = button("export__button", copy)
        .testid(&["copy-", format.slug()].concat())
        .attr("aria-label", &named("Copy"))
        .child(icon(Icon::Copy))
        .text("Copy");
    el("li", "export__row").child(words).child(save).child(copy)
}

/// `clarification.har`.
fn file_name(store: Store, format: Format) -> String {
    let lesson = untrack(|| store.lesson()).id;
    [lesson, ".", format.extension()].concat()
}

/// Hands a text to the browser as a file. A frame that may not save files does nothing then, and says
/// nothing.
fn save(name: &str, text: &str) -> Option<()> {
    let parts = js_sys::Array::of1(&JsValue::from(text));
    let blob = Blob::new_with_str_sequence(&parts).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let link = document().create_element("a").ok()?;
    let link: HtmlAnchorElement = link.unchecked_into();
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The browser has it by then.
    let revoke = move || {
        let _ = Url::revoke_object_url(&url);
    };
    set_timeout(revoke, core::time::Duration::from_secs(60));
    Some(())
}

/// How an archive is checked by what nobody here wrote.
fn verify(store: Store) -> El {
    let check = [CHECK, &file_name(store, Format::Har)].concat();
    let commands = [INSTALL, "\n", &check].concat();
    let words = "You need not believe this page. In a copy of this project, these two commands give every \
                 signed request and every token of the archive to an AAuth implementation that nobody \
                 here wrote, and to a second witness:";
    el("details", "export__verify")
        .child(el("summary", "").text("Verify it yourself"))
        .child(el("p", "").text(words))
        .child(
            el("pre", "code export__commands")
                .testid("verify-commands")
                .text(&commands),
        )
}
