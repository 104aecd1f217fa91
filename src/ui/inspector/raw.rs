//! A token as it travelled, its three parts in three colours.

use super::super::dom::{El, el};

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
