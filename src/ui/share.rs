//! Handing on what is shown: a link, or the recipe as a file where the choices are too long for one.

use core::time::Duration;

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlInputElement, Url};

use crate::address::Address;
use crate::export::recipe_json;

use super::address_bar::{beside, link};
use super::copy::copy_or_select;
use super::dialog::{Dialog, dialog};
use super::dom::{El, button, el};
use super::export;
use super::icon::{Icon, icon};
use super::leptos::*;
use super::store::Store;

pub(super) fn view(store: Store) -> El {
    dialog(
        store,
        Dialog::Share,
        "Share this step, or the whole run",
        Box::new(move || body(store)),
    )
}

fn body(store: Store) -> Vec<El> {
    let address = store.address();
    let print = move || {
        store.dialog().set(None);
        // The dialog is closed first, so that it is not printed.
        set_timeout(
            || {
                let _ = window().print();
            },
            Duration::ZERO,
        );
    };
    let print = button("share__print", print)
        .testid("print")
        .text("Print all steps");
    let mut body = link_or_file(store, &address);
    let embed = el("a", "")
        .testid("embed-page")
        .attr("href", &beside("embed.html", &address))
        .text("Embed this in another page");
    body.push(el("p", "share__ways").child(print).child(embed));
    body.push(export::view(store));
    body
}

fn link_or_file(store: Store, address: &Address) -> Vec<El> {
    if address.fits_a_link() {
        let words = "Whoever opens this link sees the same step of the same run, with the same bytes. \
                     Step and choices stand after the #, so they never reach a server.";
        vec![el("p", "").text(words), link_row(link(address))]
    } else {
        let words = "The choices of this run hold too much text for a link. Its recipe as a file \
                     makes the same run: trace run --recipe aauth-recipe.json";
        let file = recipe_file(store);
        let file = file.unwrap_or_else(|| el("p", "").text("This browser makes no file of it."));
        vec![el("p", "").text(words), file]
    }
}

/// The link, and a button that copies it. Where the browser refuses, it is selected, to be copied by
/// hand.
fn link_row(link: String) -> El {
    let outcome = RwSignal::new("");
    let field = el("input", "share__link")
        .testid("share-link")
        .attr("type", "text")
        .attr("readonly", "")
        .attr("aria-label", "Link")
        .attr("value", &link);
    let input: HtmlInputElement = field.element().clone().unchecked_into();
    let copy = move || copy_or_select(link.clone(), input.clone(), outcome);
    let button = button("share__copy", copy)
        .testid("share-copy")
        .child(icon(Icon::Copy))
        .text("Copy");
    // Behind an open dialog nothing is read out, so this one says it itself.
    let status = el("p", "share__outcome")
        .testid("share-outcome")
        .attr("role", "status")
        .keep_text(move || outcome.get().to_owned());
    el("div", "share").child(field).child(button).child(status)
}

fn recipe_file(store: Store) -> Option<El> {
    let recipe = store
        .shown()
        .with(|shown| recipe_json(&shown.run).to_string());
    let parts = js_sys::Array::of1(&JsValue::from(recipe));
    let blob = Blob::new_with_str_sequence(&parts).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let file = el("a", "share__file")
        .testid("share-recipe")
        .attr("href", &url)
        .attr("download", "aauth-recipe.json")
        .text("Save aauth-recipe.json");
    on_cleanup(move || {
        let _ = Url::revoke_object_url(&url);
    });
    Some(el("p", "").child(file))
}
