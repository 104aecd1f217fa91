//! Moments and spans as people read them.

use crate::time::{Span, Timestamp, UNIX_S_SHOWN_MAX};

/// A moment to the second, `2026-09-01 09:05:01 UTC`. `None` when it is past the year 9999.
#[must_use]
pub fn utc(at: Timestamp) -> Option<String> {
    if at.unix_s() > UNIX_S_SHOWN_MAX {
        return None;
    }
    let written = at.to_string();
    let (date, _) = written.split_once('T')?;
    Some(format!("{date} {} UTC", at.clock()))
}

/// A span in its two largest units, `4 min 58 s`; milliseconds only when it is under a second.
#[must_use]
pub fn duration(span: Span) -> String {
    let s = span.s();
    match s {
        0 => format!("{} ms", span.ms()),
        1..60 => format!("{s} s"),
        60..3_600 => two_units(s / 60, "min", s % 60, "s"),
        3_600..86_400 => two_units(s / 3_600, "h", s / 60 % 60, "min"),
        86_400.. => two_units(s / 86_400, "d", s / 3_600 % 24, "h"),
    }
}

/// How long after something: `+8 s`, `+50 ms`, and `+0 s` at once.
#[must_use]
pub fn after(span: Span) -> String {
    match span.ms() {
        0 => "+0 s".to_owned(),
        _ => format!("+{}", duration(span)),
    }
}

/// Where a moment lies from `now`: `in 4 min 58 s`, `2 s ago`, `now`. Less than a second is `now`.
#[must_use]
pub fn relative(at: Timestamp, now: Timestamp) -> String {
    let ahead = at.since(now);
    let behind = now.since(at);
    if ahead.s() > 0 {
        format!("in {}", duration(ahead))
    } else if behind.s() > 0 {
        format!("{} ago", duration(behind))
    } else {
        "now".to_owned()
    }
}

/// A pause before a step to the nearest second, `20 s later`. `None` when that is none.
#[must_use]
pub fn later(pause: Span) -> Option<String> {
    let rounded = Span::from_s(Span::from_ms(pause.ms().saturating_add(500)).s());
    (rounded.s() > 0).then(|| format!("{} later", duration(rounded)))
}

fn two_units(large: u64, large_unit: &str, small: u64, small_unit: &str) -> String {
    if small == 0 {
        format!("{large} {large_unit}")
    } else {
        format!("{large} {large_unit} {small} {small_unit}")
    }
}
