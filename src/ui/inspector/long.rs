//! Long values: two lines at first, all of it on demand.

use leptos::prelude::*;

use super::super::dom::{El, button, el};

/// What is shorter is never cut: about two lines where the inspector is wide.
const SHORT_CHARS_MAX: usize = 130;

/// A value of that many characters, cut at two lines until somebody wants all of it.
pub(super) fn long(chars: usize, value: El) -> El {
    if chars <= SHORT_CHARS_MAX {
        return value;
    }
    let open = RwSignal::new(false);
    let label = move || if open.get() { "Show less" } else { "Show all" };
    let text = el("div", "long__text")
        .keep_class("long__text--cut", move || !open.get())
        .child(value);
    let more = button("plain long__more", move || {
        open.update(|open| *open = !*open);
    })
    .keep_attr("aria-expanded", move || Some(open.get().to_string()))
    .keep_text(move || label().to_owned());
    el("div", "long").child(text).child(more)
}

/// A long text, of which no word is broken at its hyphens: `content-digest` stays on a line.
pub(super) fn long_text(text: &str) -> El {
    let value = match text.split_once(' ') {
        None => el("span", "long__word").text(text),
        Some((first, rest)) => rest
            .split(' ')
            .fold(word(el("span", ""), first), |value, next| {
                word(value.text(" "), next)
            }),
    };
    long(text.chars().count(), value)
}

fn word(value: El, word: &str) -> El {
    if word.contains('-') {
        value.child(el("span", "long__word long__word--whole").text(word))
    } else {
        value.text(word)
    }
}
