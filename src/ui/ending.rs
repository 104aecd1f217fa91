//! What the first and the last step have besides: what was there before, and how it ended, with what
//! each party now holds and three ways on: the same path again, another ending, the next lesson.

use crate::inspect::last_answer;
use crate::lesson::{EndingRow, LESSONS, Lesson};
use crate::playback::{Action, Playback};
use crate::stage::Ending;

use super::dom::{El, button, el};
use super::focus::focus;
use super::leptos::*;
use super::store::Store;
use super::{map, narration};

/// Empty at the steps between.
pub(super) fn view(store: Store) -> El {
    let is_first = Memo::new(move |_| store.playback().with(Playback::is_first));
    let is_last = Memo::new(move |_| store.playback().with(Playback::is_last));
    el("div", "story__ends").keep_children(move || {
        let before = is_first.get().then(|| introduction(store.lesson()));
        let after = if is_last.get() { panel(store) } else { None };
        before.into_iter().chain(after).collect()
    })
}

/// Who wants what from whom, and what each of them had before.
fn introduction(lesson: &Lesson) -> El {
    el("div", "introduction")
        .child(el("p", "introduction__text").text(lesson.summary))
        .child(narration::terms(lesson))
}

fn panel(store: Store) -> Option<El> {
    let (reached, answer) = store.shown().with(|shown| {
        let answer = last_answer(&shown.steps).map(str::to_owned);
        (shown.run.trace.ending(), answer)
    });
    let lesson = store.lesson();
    let row = lesson.ending(reached)?;
    let outcomes = el("div", "outcomes")
        .testid("outcomes")
        .child(group(store, lesson, reached, true))
        .child(group(store, lesson, reached, false));
    let start_over = move || {
        store.move_by_hand(&Action::First);
        focus(narration::TITLE_ID);
    };
    let again = button("ending__way", start_over)
        .testid("start-over")
        .text("Start over");
    let next = next(lesson).map(|next| {
        let open = move || {
            store.open_lesson(next.id);
            focus(narration::TITLE_ID);
        };
        button("ending__way", open)
            .testid("next-lesson")
            .text("Next: ")
            .text(next.title)
    });
    let panel = el("section", "ending")
        .testid("ending")
        .attr("data-ending", reached.slug())
        .attr("aria-label", "How it ended")
        .child(el("h3", "ending__title").text(row.title))
        .child(
            el("p", "ending__answer")
                .text("The agent's last answer: ")
                .child(el("code", "").text(&answer.unwrap_or_default())),
        )
        .child(el("p", "ending__text").text(row.summary))
        .child(outcomes)
        .child(
            el("p", "ending__ways")
                .child(again)
                .child(map::opener(store))
                .children(next),
        );
    Some(panel)
}

/// The endings with access, or those without.
fn group(store: Store, lesson: &'static Lesson, reached: Ending, access: bool) -> El {
    let label = if access {
        "With access"
    } else {
        "Without access"
    };
    let id = format!("outcomes-{access}");
    let rows = lesson.endings.iter();
    let rows = rows.filter(|row| row.ending.is_access() == access);
    let rows = rows.map(|row| {
        el("li", "outcome")
            .testid("outcome")
            .attr("data-ending", row.ending.slug())
            .child(outcome(store, row, row.ending == reached))
    });
    let list = el("ul", "outcomes__group")
        .attr("aria-labelledby", &id)
        .children(rows);
    el("div", "")
        .child(el("p", "ending__label").attr("id", &id).text(label))
        .child(list)
}

/// An ending: where this run ended, or a button that runs the lesson to it.
fn outcome(store: Store, row: &'static EndingRow, shown: bool) -> El {
    if shown {
        return el("span", "outcome__this")
            .attr("aria-current", "true")
            .text("✓ ")
            .text(row.title);
    }
    let open = move || {
        store.open_path(Some(row));
        // The button goes, and what to read next is the step where the paths part.
        focus(narration::TITLE_ID);
    };
    button("outcome__other", open).text(row.title)
}

fn next(lesson: &Lesson) -> Option<&'static Lesson> {
    let at = LESSONS.iter().position(|one| one == lesson)?;
    LESSONS.get(at + 1)
}
