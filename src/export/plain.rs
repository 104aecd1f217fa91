//! Texts that parties wrote, for files that people read: what shows nothing is made visible.

use crate::inspect::{Seen, seen};

/// The text with what shows nothing written as `⟦U+202E⟧`. Its lines stay.
pub(super) fn visible(text: &str) -> String {
    // What is plain ASCII shows all of itself.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return text.to_owned();
    }
    let mut out = String::new();
    for piece in seen(text) {
        match piece {
            Seen::Text(text) => out.push_str(text),
            Seen::Chip { label, .. } => {
                out.push('⟦');
                out.push_str(&label);
                out.push('⟧');
            }
        }
    }
    out
}

/// The same in one line.
pub(super) fn one_line(text: &str) -> String {
    visible(text).replace(['\n', '\r'], " ")
}
