//! The map of outcomes: every way to each ending, found out when it is first opened, a little at a
//! time; and the run that is shown beside one that ends otherwise.

use core::cell::RefCell;
use core::time::Duration;
use std::rc::Rc;

use crate::inspect::{ComparedRun, MapGroup, MapLeaf, OutcomeMap, compare};
use crate::lesson::{Recipe, run};

use super::address_bar::link;
use super::dialog::{Dialog, dialog};
use super::dom::{El, button, el, has_modifier, value_of};
use super::focus::focus;
use super::inspector::party;
use super::leptos::*;
use super::store::Store;
use super::{has_failed, narration};

/// How long the map is worked at before the page gets a turn, in milliseconds. The last piece of work
/// that is begun comes on top.
const SLICE_MS: f64 = 3.0;

/// A map with the settings it is of, and how far it has come.
#[derive(Clone)]
struct Making {
    work: Rc<RefCell<Option<(Recipe, OutcomeMap)>>>,
    /// How many decisions are known, and of how many; `None` when all are.
    progress: RwSignal<Option<(usize, usize)>>,
}

pub(super) fn view(store: Store) -> El {
    let making = Making {
        work: Rc::default(),
        progress: RwSignal::new(None),
    };
    let body = move || body(store, &making);
    dialog(store, Dialog::Map, "All outcomes", Box::new(body))
}

/// The button that opens it.
pub(super) fn opener(store: Store) -> El {
    button("ending__way", move || store.dialog().set(Some(Dialog::Map)))
        .testid("map")
        .text("All outcomes")
}

fn body(store: Store, making: &Making) -> Vec<El> {
    // Whatever is chosen in a run, its map is the same.
    let shown = Recipe {
        picks: Vec::new(),
        ..store.shown().with(|shown| shown.run.recipe.clone())
    };
    let is_other = !matches!(&*making.work.borrow(), Some((recipe, _)) if *recipe == shown);
    if is_other {
        let map = OutcomeMap::new(&shown);
        making.progress.set(Some(map.progress()));
        making.work.replace(Some((shown, map)));
    }
    if making.progress.with_untracked(Option::is_some) {
        work_on(store, making.clone());
    }
    let making = making.clone();
    let progress = making.progress;
    let map = el("div", "map").keep_children(move || match making.progress.get() {
        Some((known, all)) => vec![
            el("p", "map__progress")
                .testid("map-progress")
                .text(&format!("{known} of {all} decisions looked at")),
        ],
        None => finished(store, &making),
    });
    // Behind an open dialog nothing is read out, so this one says it itself.
    let said = el("p", "map__again")
        .testid("map-status")
        .attr("role", "status")
        .keep_text(move || match progress.get() {
            Some(_) => String::new(),
            None => "The map is complete.".to_owned(),
        });
    vec![comparing(store), said, map]
}

/// Goes on for as long as the dialog is open, a slice at a time.
fn work_on(store: Store, making: Making) {
    let slice = move || {
        if has_failed() || store.dialog().get_untracked() != Some(Dialog::Map) {
            return;
        }
        let until = js_sys::Date::now() + SLICE_MS;
        let progress = {
            let mut work = making.work.borrow_mut();
            let Some((_, map)) = &mut *work else {
                return;
            };
            let mut goes_on = true;
            while goes_on && js_sys::Date::now() < until {
                goes_on = map.advance();
            }
            goes_on.then(|| map.progress())
        };
        making.progress.set(progress);
        if progress.is_some() {
            work_on(store, making);
        }
    };
    set_timeout(slice, Duration::ZERO);
}

fn finished(store: Store, making: &Making) -> Vec<El> {
    let work = making.work.borrow();
    let Some((recipe, map)) = &*work else {
        return Vec::new();
    };
    let groups = store.shown().with_untracked(|shown| map.groups(&shown.run));
    let rows = groups.iter().map(|group| row(store, group));
    let rounds = recipe.settings.value("rounds");
    let again = format!(
        "↺ After an answer the person may ask again, {rounds} questions at most. From there the same \
         ways lead on."
    );
    vec![
        el("p", "map__again").testid("map-again").text(&again),
        el("div", "map__rows").children(rows),
    ]
}

fn row(store: Store, group: &MapGroup) -> El {
    let ending = group.row.ending;
    let leaves = group.leaves.iter().map(|one| {
        let leaf = leaf(store, one).attr("data-ending", ending.slug());
        el("li", "").child(leaf)
    });
    let class = if ending.is_access() {
        "map__row map__row--access"
    } else {
        "map__row"
    };
    let id = ["map-", ending.slug()].concat();
    let heading = el("h3", "map__ending").attr("id", &id);
    el("section", class)
        .attr("aria-labelledby", &id)
        .child(heading.text(group.row.title))
        .child(el("ul", "map__leaves").children(leaves))
}

fn leaf(store: Store, leaf: &MapLeaf) -> El {
    let recipe = leaf.recipe.clone();
    let address = store.address_of(recipe.clone());
    let way = el("a", "map__leaf")
        .testid("map-leaf")
        .attr("href", &link(&address))
        .text(if leaf.is_current { "✓ " } else { "" })
        .text(&leaf.path.join(" → "))
        .on("click", move |event| {
            // Another tab or window is the browser's affair.
            if has_modifier(&event) {
                return;
            }
            event.prevent_default();
            store.dialog().set(None);
            store.open_outcome(recipe.clone());
            // A dialog that closes gives the focus back first.
            set_timeout(|| focus(narration::TITLE_ID), Duration::ZERO);
        });
    if leaf.is_current {
        return way.attr("aria-current", "true");
    }
    way
}

/// The run that is shown, beside one with another ending.
fn comparing(store: Store) -> El {
    let reached = store.shown().with(|shown| shown.run.trace.ending());
    let other = RwSignal::new(String::new());
    let rows = store.lesson().endings.iter();
    let rows = rows.filter(|row| row.ending != reached);
    let options = rows.map(|row| option(row.ending.slug(), row.title));
    let select = el("select", "compare__select")
        .testid("compare")
        .child(option("", "no other"))
        .children(options)
        .on("change", move |event| other.set(value_of(&event)));
    let label = el("label", "compare__label")
        .text("Compare this run with ")
        .child(select);
    let said = el("p", "map__again")
        .testid("compare-status")
        .attr("role", "status")
        .keep_text(move || {
            let is_shown = other.with(|slug| !slug.is_empty());
            let words = if is_shown { "Both runs are shown." } else { "" };
            words.to_owned()
        });
    let sides = el("div", "compare__sides")
        .testid("compared")
        .keep_children(move || sides(store, &other.get()));
    el("section", "compare")
        .attr("aria-label", "Two endings side by side")
        .child(label)
        .child(said)
        .child(sides)
}

fn option(value: &str, title: &str) -> El {
    el("option", "").attr("value", value).text(title)
}

fn sides(store: Store, slug: &str) -> Vec<El> {
    let mut rows = store.lesson().endings.iter();
    let Some(row) = rows.find(|row| row.ending.slug() == slug) else {
        return Vec::new();
    };
    let other = run(&Recipe::toward(store.lesson(), row, store.seed()));
    let comparison = store
        .shown()
        .with_untracked(|shown| compare(&shown.run, &other));
    comparison
        .sides
        .iter()
        .map(|one| side(one, comparison.shared))
        .collect()
}

fn side(run: &ComparedRun, shared: u32) -> El {
    let steps = run.steps.iter().map(|step| {
        el("li", "compare__step")
            .text(&step.title)
            .text(" ")
            .child(el("code", "compare__status").text(&step.status))
    });
    let first = (shared + 1).to_string();
    let mut held = el("dl", "compare__held");
    for (by, things) in &run.held {
        let things = things.iter().map(|thing| el("dd", "").text(thing));
        held = held.child(el("dt", "").child(party(*by))).children(things);
    }
    el("article", "compare__side")
        .testid("compare-side")
        .child(el("h3", "dialog__part").text(&run.title))
        .child(
            el("ol", "compare__steps")
                .attr("start", &first)
                .children(steps),
        )
        .child(el("p", "ending__label").text("In the end"))
        .child(held)
}
