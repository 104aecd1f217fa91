//! The dialogs: help, and sharing. The browser keeps the focus inside an open one, closes it on
//! Escape, and gives the focus back.

use core::cell::Cell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::HtmlDialogElement;

use crate::playback::Action;

use super::dom::{El, button, el, is_target};
use super::icon::{Icon, icon};
use super::leptos::*;
use super::store::Store;

/// A dialog of the page; one is open at most.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialog {
    Help,
    Map,
    Share,
}

impl Dialog {
    const fn name(self) -> &'static str {
        match self {
            Self::Help => "help-dialog",
            Self::Map => "map-dialog",
            Self::Share => "share-dialog",
        }
    }
}

/// A dialog with what `body` makes each time it opens.
pub(super) fn dialog(
    store: Store,
    which: Dialog,
    title: &str,
    body: Box<dyn Fn() -> Vec<El>>,
) -> El {
    let is_open = Memo::new(move |_| store.dialog().get() == Some(which));
    let close = move || store.dialog().set(None);
    let title_id = format!("{}-title", which.name());
    let heading = el("h2", "dialog__title")
        .attr("id", &title_id)
        .attr("tabindex", "-1")
        .text(title);
    let named = heading.element().clone();
    let head = el("header", "dialog__head").child(heading).child(
        button("dialog__close", close)
            .testid(&format!("{}-close", which.name()))
            .attr("aria-label", "Close")
            .child(icon(Icon::Close)),
    );
    let content = el("div", "dialog__body").keep_children(move || {
        if is_open.get() {
            untrack(&*body)
        } else {
            Vec::new()
        }
    });
    let began_beside = Rc::new(Cell::new(false));
    let pressed = Rc::clone(&began_beside);
    let outer = el("dialog", "dialog")
        .testid(which.name())
        .attr("aria-labelledby", &title_id)
        .child(el("div", "dialog__pane").child(head).child(content))
        .on("close", move |_| {
            if is_open.get_untracked() {
                close();
            }
        })
        // What is beside the pane is the dialog itself. A press that is dragged out of the pane ends
        // as a click there, too.
        .on("pointerdown", move |event| pressed.set(is_target(&event)))
        .on("click", move |event| {
            if is_target(&event) && began_beside.get() {
                close();
            }
        });
    let element: HtmlDialogElement = outer.element().clone().unchecked_into();
    effect(move || {
        if is_open.get() != element.open() {
            if element.open() {
                element.close();
            } else {
                // Nobody follows what goes on behind it.
                store.act(&Action::Pause);
                // Not before: a page that loads would look for what wants the focus.
                let _ = named.set_attribute("autofocus", "");
                let _ = element.show_modal();
            }
        }
    });
    outer
}
