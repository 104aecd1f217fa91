//! The page inside somebody else's: what it tells the page around it, and what it is told.

use core::cell::{Cell, RefCell};

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, MessageEvent, ResizeObserver, Window};

use crate::address::Height;
use crate::host_page::{self, Command};
use crate::playback::{Action, Playback};

use super::address_bar::link;
use super::dom::{El, el, keep};
use super::focus::host;
use super::has_failed;
use super::icon::{Icon, icon};
use super::leptos::*;
use super::store::Store;

/// Whether the page shows nothing around the lesson.
pub(super) fn is_embedded(store: Store) -> bool {
    store.opened().with_untracked(|opened| opened.embed.is_on())
}

/// The name of the page and of the lesson, for whoever does not see where it begins.
pub(super) fn heading(store: Store) -> El {
    let text = move || ["AAuth Simulator: ", store.lesson().title].concat();
    el("header", "visually-hidden").child(el("h1", "").keep_text(text))
}

/// A link to the same place in a page of its own.
pub(super) fn full_size(store: Store) -> El {
    el("a", "player__full-size")
        .testid("full-size")
        .keep_attr("href", move || Some(link(&store.address().full_size())))
        .attr("target", "_blank")
        .attr("rel", "noopener")
        .attr("title", "Open full size, in a tab of its own")
        .child(icon(Icon::FullSize))
        .child(el("span", "player__full-size-text").text("Open full size"))
}

/// Says that the page works and then where the reader is, and does what it is told. Nothing of it
/// when the page stands alone.
pub(super) fn listen(store: Store, page: &El) {
    let Some(host) = host() else {
        return;
    };
    let told = RefCell::new(None);
    let around = host.clone();
    effect(move || {
        for message in messages(store, &told) {
            tell(&around, &message);
        }
    });
    if store.opened().with_untracked(|opened| opened.height) == Height::Auto {
        tell_height(store, host.clone(), page);
    }
    let told = window_event_listener(ev::message, move |event| {
        if is_from(&event, &host)
            && !has_failed()
            && let Some(command) = read(&event)
        {
            obey(store, command);
        }
    });
    on_cleanup(move || told.remove());
}

/// What is to be told of what is shown now. Follows it. `told` is the run that was told of last, as the
/// message said it.
fn messages(store: Store, told: &RefCell<Option<String>>) -> Vec<String> {
    let shown = store.shown().get();
    let lesson = shown.run.recipe.lesson;
    let mut messages = Vec::new();
    let steps = || {
        let steps = shown.steps.steps.iter();
        steps.map(|step| (step.slug.as_str(), step.title.as_str()))
    };
    let run = host_page::run(&shown.run, steps());
    match told.replace(Some(run.clone())) {
        None => messages.push(host_page::ready(&shown.run, steps())),
        Some(before) if before != run => messages.push(run),
        Some(_) => {}
    }
    let number = store.step().get();
    let slug = shown.steps.step(number).map(|step| step.slug.as_str());
    messages.push(host_page::step(
        lesson,
        slug.unwrap_or_default(),
        number,
        shown.steps.len(),
    ));
    if number == shown.steps.len() {
        messages.push(host_page::ending(lesson, shown.run.trace.ending()));
    }
    messages
}

/// Tells how high the page is, and again whenever that changes. What is measured is as high as what is in
/// it, however high the frame.
fn tell_height(store: Store, host: Window, page: &El) {
    let element: HtmlElement = page.element().clone().unchecked_into();
    let measured = element.clone();
    let last = Cell::new(0);
    let resized = Closure::<dyn FnMut()>::new(move || {
        let px = u32::try_from(measured.offset_height()).unwrap_or_default();
        if last.replace(px) != px {
            tell(&host, &host_page::height(untrack(|| store.lesson()), px));
        }
    });
    if let Ok(observer) = ResizeObserver::new(resized.as_ref().unchecked_ref()) {
        observer.observe(&element);
    }
    keep(Box::new(resized));
}

/// Nothing in a message is secret, so whoever is around may read it.
fn tell(host: &Window, message: &str) {
    if let Ok(message) = js_sys::JSON::parse(message) {
        let _ = host.post_message(&message, "*");
    }
}

fn is_from(event: &MessageEvent, host: &Window) -> bool {
    let source = event.source();
    source.is_some_and(|source| JsValue::from(source) == JsValue::from(host.clone()))
}

/// What cannot be written as JSON is no message of ours.
fn read(event: &MessageEvent) -> Option<Command> {
    let text = js_sys::JSON::stringify(&event.data()).ok()?;
    Command::read(&text.as_string()?)
}

fn obey(store: Store, command: Command) {
    let action = match command {
        Command::Next => Action::Next,
        Command::Previous => Action::Previous,
        Command::Play => Action::Play,
        Command::Pause => Action::Pause,
        Command::SetTheme(theme) => return store.theme().set(theme),
        Command::GoTo(name) => {
            let step = store
                .shown()
                .with_untracked(|shown| shown.steps.find(&name));
            match step {
                Some(step) => Action::GoTo(step),
                None => return,
            }
        }
    };
    let is_playing = store.playback().with_untracked(Playback::is_playing);
    match action {
        // Who plays already is not to begin anew.
        Action::Play if is_playing => {}
        _ => store.move_by_hand(&action),
    }
}
