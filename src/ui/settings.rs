//! The settings of the lesson, in a fold below the header.

use crate::lesson::{LESSONS, Lesson, SettingRow};

use super::dom::{El, button, el, value_of};
use super::leptos::*;
use super::store::Store;

/// What `aria-controls` names.
const PANEL_ID: &str = "settings";

/// The button that opens and closes the fold.
pub(super) fn opener(store: Store) -> El {
    let is_open = store.settings_open();
    button("header__button", move || {
        is_open.update(|open| *open = !*open);
    })
    .testid("settings")
    .attr("aria-controls", PANEL_ID)
    .keep_attr("aria-expanded", move || Some(is_open.get().to_string()))
    .text("Settings")
}

pub(super) fn view(store: Store) -> El {
    let is_open = store.settings_open();
    // A run that was made again leaves what is being typed alone.
    let lesson = Memo::new(move |_| place_of(store.lesson()));
    el("section", "settings")
        .attr("id", PANEL_ID)
        .attr("aria-label", "Settings of the lesson")
        .keep_children(move || {
            lesson.track();
            let rows = untrack(|| store.lesson()).settings.iter();
            let rows = rows.filter(|_| is_open.get());
            rows.map(|row| control(store, row)).collect()
        })
}

/// A number stands for the lesson: a memo of each further type is kilobytes of code.
fn place_of(lesson: &Lesson) -> u32 {
    let places = (0..).zip(LESSONS);
    let mut places = places.filter(|(_, one)| *one == lesson);
    places.next().map_or(0, |(place, _)| place)
}

fn control(store: Store, row: &'static SettingRow) -> El {
    let fault = RwSignal::new(String::new());
    // It is written anew only when the run has another value, so that a value that does not fit stays
    // to be corrected.
    let value = Memo::new(move |_| {
        store.recipe().with(|recipe| {
            let is_there = recipe.lesson.setting(row.name).is_some();
            if is_there {
                recipe.settings.value(row.name)
            } else {
                row.default
            }
        })
    });
    let id = format!("setting-{}", row.name);
    let (help_id, fault_id) = (format!("{id}-help"), format!("{id}-fault"));
    let set = move |text: String| {
        let said = store.open_setting(row.name, &text);
        fault.set(said.err().map_or_else(String::new, |_| {
            format!("It can be {}. The run stays as it is.", row.values())
        }));
    };
    let field = if row.words.is_empty() {
        el("input", "settings__field")
            .attr("type", "number")
            .attr("min", &row.min.to_string())
            .attr("max", &row.max.to_string())
    } else {
        let words = row.words.iter();
        el("select", "settings__field")
            .children(words.map(|word| el("option", "").attr("value", word).text(word)))
    };
    let field = field
        .testid(&id)
        .attr("id", &id)
        .attr("aria-describedby", &format!("{help_id} {fault_id}"))
        .keep_attr("aria-invalid", move || {
            fault.with(|fault| (!fault.is_empty()).then(|| "true".to_owned()))
        })
        .keep_value(move || row.text(value.get()))
        .on("change", move |event| set(value_of(&event)));
    el("div", "settings__row")
        .child(
            el("label", "settings__label")
                .attr("for", &id)
                .text(row.title),
        )
        .child(field)
        .child(
            el("p", "settings__fault")
                .testid(&fault_id)
                .attr("id", &fault_id)
                .attr("role", "status")
                .keep_text(move || fault.get()),
        )
        .child(
            el("p", "settings__help")
                .attr("id", &help_id)
                .text(row.help),
        )
}
