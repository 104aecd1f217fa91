//! A token as it travelled, its three parts in three colours.

use super::super::dom::{El, el};

/// Whether a text has a token in it and no other dots.
pub(super) fn holds_token(text: &str) -> bool {
    text.contains("eyJ") && text.matches('.').count() == 2
}

/// Colours a token, with whatever stands around it in its first and last part.
pub(super) fn token(jwt: &str) -> El {
    let classes = ["raw__header", "raw__claims", "raw__signature"];
    let mut token = el("span", "raw");
    for (at, (part, class)) in jwt.splitn(3, '.').zip(classes).enumerate() {
        if at > 0 {
            token = token.child(el("span", "raw__dot").text("."));
        }
        token = token.child(el("span", class).text(part));
    }
    token
}
