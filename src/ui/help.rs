//! How the page works, and the keys.

use super::dialog::{Dialog, dialog};
use super::dom::{El, el};
use super::leptos::*;
use super::store::Store;

const WORDS: &[&str] = &[
    "A real run of the protocol stands behind this page: each party made its keys, signed its \
     messages and checked those of the others, here in your browser. Nothing is sent anywhere.",
    "Step through it with the player, by clicking a row of the diagram, or from the conversation. \
     The inspector shows the step from several sides, with every byte that was sent.",
    "Story leaves out signatures and checks, for a first reading. Wire shows everything. The address \
     of the page follows you: it leads back to the same place with the same bytes.",
];

/// What a key does. Those that are one character can be turned off.
const KEYS: &[(&[&str], &str)] = &[
    (&["→", "←"], "next step, previous step"),
    (
        &["Home", "End"],
        "first step, last step, in the steps or in the player",
    ),
    (&["Space"], "play or pause, when no control has the focus"),
    (&["."], "next step"),
    (&["1", "…", "7"], "a tab of the inspector"),
    (&["?"], "this help"),
];

pub(super) fn view(store: Store) -> El {
    dialog(
        store,
        Dialog::Help,
        "How this page works",
        Box::new(move || body(store)),
    )
}

fn body(store: Store) -> Vec<El> {
    let words = WORDS.iter().map(|words| el("p", "").text(words));
    let keys = el("dl", "keys").children(KEYS.iter().map(|(keys, does)| key_row(keys, does)));
    let title = el("h3", "dialog__part").text("Keys");
    words.chain([title, keys, single_keys(store)]).collect()
}

fn key_row(keys: &[&str], does: &str) -> El {
    let keys = keys.iter().map(|key| match *key {
        "…" => el("span", "").text(key),
        _ => el("kbd", "keys__key").text(key),
    });
    el("div", "keys__row")
        .child(el("dt", "keys__names").children(keys))
        .child(el("dd", "").text(does))
}

/// Single characters get in the way of whoever speaks to the machine, or hits keys by accident.
fn single_keys(store: Store) -> El {
    let keys = store.keys();
    let switch = el("input", "")
        .testid("keys")
        .attr("type", "checkbox")
        .keep_checked(move || keys.get().is_on())
        .on("change", move |_| keys.update(|keys| *keys = keys.turned()));
    el("label", "keys__switch")
        .child(switch)
        .text("Single-character keys")
}
