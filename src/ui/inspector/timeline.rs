//! A deferred response from the `202` that begins it to its end.

use crate::address::Tab;
use crate::inspect::clock::{after, duration, relative};
use crate::inspect::{Timeline, TimelineEntry, timelines};
use crate::playback::Action;

use super::super::dom::{El, button, el};
use super::super::leptos::*;
use super::super::store::Store;
use super::empty;
use super::message::party;
use super::moment;
use super::subject::Speaker;

pub(super) fn view(store: Store) -> Vec<El> {
    let now = moment(store);
    let shown = store.shown().get();
    let found = timelines(&shown.run.trace, &shown.steps);
    if found.is_empty() {
        return empty::view(store, Tab::Timeline, Speaker::Request);
    }
    found
        .iter()
        .map(|timeline| card(store, timeline, now))
        .collect()
}

fn card(store: Store, timeline: &Timeline, now: u32) -> El {
    let (first, last) = (timeline.entries.first(), timeline.entries.last());
    let begins = first.map_or(0, |entry| entry.step);
    let ends = last.map_or(0, |entry| entry.step);
    let place = if now < begins {
        format!("Not yet: it begins in step {begins}.")
    } else if now > ends {
        "It is over.".to_owned()
    } else {
        String::new()
    };
    let lives = timeline.deadline.zip(first).map(|(deadline, first)| {
        format!(
            " Without an end it would expire at {}, {} after the first 202.",
            deadline.clock(),
            duration(deadline.since(first.at)),
        )
    });
    let note = el("p", "card__note")
        .text(&place)
        .text(lives.as_deref().unwrap_or_default());
    let head = el("header", "card__head")
        .child(el("h3", "card__title").text("Deferred response"))
        .child(el("code", "timeline__path").text(&timeline.path))
        .child(
            el("span", "card__end")
                .text("at the ")
                .child(party(timeline.server)),
        );
    let entries = timeline.entries.iter().map(|entry| row(store, entry, now));
    el("article", "card")
        .testid("timeline")
        .child(head)
        .child(note)
        .child(el("ol", "timeline").children(entries))
}

fn row(store: Store, entry: &TimelineEntry, now: u32) -> El {
    let is_now = entry.step == now;
    let class = if entry.step > now {
        "timeline__row timeline__row--later"
    } else {
        "timeline__row"
    };
    let when = el("p", "timeline__when")
        .text(&entry.at.clock())
        .child(el("span", "timeline__after").text(&after(entry.after)));
    let mut what = el("p", "timeline__what")
        .child(party(entry.by))
        .text(" ")
        .text(&entry.what);
    if !entry.answer.is_empty() {
        what = what
            .text(" → ")
            .child(el("strong", "timeline__answer").text(&entry.answer));
    }
    let step = entry.step;
    let go = button("plain timeline__step", move || {
        store.move_by_hand(&Action::GoTo(step));
    })
    .text(&format!("step {step}"));
    let row = el("li", class)
        .testid("timeline-entry")
        .attr("data-step", &step.to_string())
        .child(when)
        .child(
            el("div", "timeline__body")
                .child(what.child(go))
                .children(notes(entry, now)),
        );
    if is_now {
        row.attr("aria-current", "step")
    } else {
        row
    }
}

fn notes(entry: &TimelineEntry, now: u32) -> Vec<El> {
    let mut notes = Vec::new();
    let mut note = |text: String| notes.push(el("p", "timeline__note").text(&text));
    if entry.step == now {
        note("◀ this step".to_owned());
    } else if entry.asked_step == now {
        note("The call is made in this step, and held open.".to_owned());
    }
    if entry.held.s() > 0 {
        note(format!(
            "The call was held open for {}.",
            duration(entry.held)
        ));
    }
    if let Some(due) = entry.due {
        let what = if entry.answer.ends_with("clarification") {
            "To be answered by"
        } else {
            "Ends by itself at"
        };
        note(format!(
            "{what} {}, {}.",
            due.clock(),
            relative(due, entry.at)
        ));
    }
    if entry.is_end {
        let what = if entry.answer.starts_with("410") {
            "Gone: nothing is found here any more."
        } else {
            "The final answer, which is given once."
        };
        note(what.to_owned());
    }
    notes
}
