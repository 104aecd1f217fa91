//! `Prefer: wait=N`: how long the sender is ready to wait for an answer (RFC 7240 section 4.3).

use super::fields::{self, PREFER};
use super::message::Headers;

/// The value that asks the server to hold its answer for up to `wait_s` seconds.
///
/// Direction: agent to server.
/// Spec: `#deferred-responses`.
#[must_use]
pub fn wait(wait_s: u64) -> String {
    format!("wait={wait_s}")
}

/// How many seconds the sender is ready to wait, when it says so readably.
///
/// Preferences are separated by commas and may have parameters; unknown ones are ignored, and of a
/// preference given twice the first counts. A value that is no number counts as not given: a
/// server may ignore any preference.
#[must_use]
pub fn wait_s(headers: &Headers) -> Option<u64> {
    let combined = headers.combined(PREFER)?;
    let preferences = split_outside_quotes(&combined, ',');
    let waits = preferences.into_iter().filter_map(|preference| {
        let own = split_outside_quotes(preference, ';').into_iter().next()?;
        let (name, value) = own.split_once('=')?;
        trim(name).eq_ignore_ascii_case("wait").then(|| trim(value))
    });
    let first = waits.into_iter().next()?;
    let unquoted = first
        .strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(first);
    (!unquoted.is_empty())
        .then(|| fields::digits(unquoted))
        .flatten()
}

fn trim(text: &str) -> &str {
    text.trim_matches([' ', '\t'])
}

/// The parts of `text` between separators that do not stand in a quoted string.
fn split_outside_quotes(text: &str, separator: char) -> Vec<&str> {
    let mut quoted = false;
    let mut escaped = false;
    text.split(|c: char| {
        let splits = c == separator && !quoted;
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            _ => {}
        }
        splits
    })
    .collect()
}
