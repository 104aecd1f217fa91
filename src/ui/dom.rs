//! The elements of the page.
//!
//! `view!` gives each element a type made of all its attributes and children, and the compiler
//! writes out the code of each such type. For the several hundred elements of this page that is a
//! third of what a reader has to load. An [`El`] is one type for all of them: it makes its element
//! when it is asked to, and what changes later is a Leptos render effect on the part that changes.

use core::any::Any;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, HtmlInputElement, MouseEvent};

use crate::inspect::{Seen, seen};

use super::focus::{at_place, focus_within, place, put_focus, take_focus};
use super::leptos::*;

const SVG: &str = "http://www.w3.org/2000/svg";

/// An element under construction.
pub(super) struct El(Element);

/// A new HTML element with that class.
pub(super) fn el(tag: &str, class: &str) -> El {
    let element = document()
        .create_element(tag)
        .expect("the page names only elements that there are");
    El(element).class(class)
}

/// A new SVG element with that class.
pub(super) fn svg(tag: &str, class: &str) -> El {
    let element = document()
        .create_element_ns(Some(SVG), tag)
        .expect("the page names only elements that there are");
    El(element).class(class)
}

/// A button that does that.
pub(super) fn button(class: &str, on_click: impl FnMut() + 'static) -> El {
    let mut on_click = on_click;
    el("button", class)
        .attr("type", "button")
        .on("click", move |_| on_click())
}

impl El {
    /// Sets an attribute.
    pub(super) fn attr(self, name: &str, value: &str) -> Self {
        set(&self.0, name, Some(value));
        self
    }

    /// Sets the name that tests find it by.
    pub(super) fn testid(self, id: &str) -> Self {
        self.attr("data-testid", id)
    }

    /// Adds text at the end. Every text of the page comes through here, so that none hides anything:
    /// what shows nothing stands there as a small mark that says what it is.
    pub(super) fn text(self, text: &str) -> Self {
        seen(text).iter().fold(self, |element, piece| match piece {
            Seen::Text(text) => element.append(text),
            Seen::Chip { label, name } => {
                let chip = el("span", "unseen").testid("unseen").attr("title", name);
                element.child(chip.append(label))
            }
        })
    }

    fn append(self, text: &str) -> Self {
        self.0
            .append_with_str_1(text)
            .expect("text can be added to an element");
        self
    }

    /// Adds a child at the end.
    #[expect(clippy::needless_pass_by_value, reason = "a child has one parent")]
    pub(super) fn child(self, child: Self) -> Self {
        self.0
            .append_child(&child.0)
            .expect("an element that was just made has no other parent");
        self
    }

    /// Adds children at the end: those of a list, or the one that an option holds.
    pub(super) fn children(self, children: impl IntoIterator<Item = Self>) -> Self {
        children.into_iter().fold(self, Self::child)
    }

    /// Does something on an event, as long as the element is part of the page.
    pub(super) fn on(self, event: &str, action: impl FnMut(Event) + 'static) -> Self {
        self.listen(event, Box::new(action));
        self
    }

    /// Keeps an attribute at what `value` says; nothing takes the attribute away.
    pub(super) fn keep_attr(
        self,
        name: &'static str,
        value: impl Fn() -> Option<String> + 'static,
    ) -> Self {
        let element = self.0.clone();
        follow(Box::new(move || set(&element, name, value().as_deref())));
        self
    }

    /// Has a class while `on` says so.
    pub(super) fn keep_class(self, class: &'static str, on: impl Fn() -> bool + 'static) -> Self {
        let classes = self.0.class_list();
        follow(Box::new(move || {
            let _ = classes.toggle_with_force(class, on());
        }));
        self
    }

    /// Keeps its text at what `text` says.
    pub(super) fn keep_text(self, text: impl Fn() -> String + 'static) -> Self {
        let element = self.0.clone();
        follow(Box::new(move || element.set_text_content(Some(&text()))));
        self
    }

    /// Keeps the value of a control at what `value` says.
    pub(super) fn keep_value(self, value: impl Fn() -> String + 'static) -> Self {
        let control: HtmlInputElement = self.0.clone().unchecked_into();
        follow(Box::new(move || control.set_value(&value())));
        self
    }

    /// Keeps a box ticked while `on` says so.
    pub(super) fn keep_checked(self, on: impl Fn() -> bool + 'static) -> Self {
        let control: HtmlInputElement = self.0.clone().unchecked_into();
        follow(Box::new(move || control.set_checked(on())));
        self
    }

    /// Keeps its children at what `children` says. When the focus was in one of those that go, what
    /// stands in its place takes it, or else the element.
    pub(super) fn keep_children(self, children: impl Fn() -> Vec<Self> + 'static) -> Self {
        let element = self.0.clone();
        follow(Box::new(move || replace_children(&element, &children())));
        self
    }

    /// Keeps as many of its children as `count` says, from the first; `children` makes all of them.
    /// Those that stay are left alone, with what is selected in them.
    pub(super) fn keep_first(
        self,
        count: impl Fn() -> usize + Copy + 'static,
        children: impl Fn() -> Vec<Self> + 'static,
    ) -> Self {
        let element = self.0.clone();
        follow(Box::new(move || {
            let children = children();
            let first = children.get(..untrack(count)).unwrap_or(&children);
            replace_children(&element, first);
            let element = element.clone();
            follow(Box::new(move || cut_to(&element, &children, count())));
        }));
        self
    }

    /// The element itself.
    pub(super) fn element(&self) -> &Element {
        &self.0
    }

    fn class(self, class: &str) -> Self {
        if class.is_empty() {
            return self;
        }
        self.attr("class", class)
    }

    fn listen(&self, event: &str, action: Box<dyn FnMut(Event)>) {
        let listener = Closure::wrap(action);
        let target = self
            .0
            .add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
        target.expect("an element takes listeners");
        keep(Box::new(listener));
    }
}

/// Does something now, and again whenever a signal that it reads has changed.
fn follow(mut action: Box<dyn FnMut()>) {
    keep(Box::new(RenderEffect::new(move |_: Option<()>| action())));
}

/// Keeps a value until the part of the page that is being made is taken away.
pub(super) fn keep(value: Box<dyn Any>) {
    StoredValue::new_local(value);
}

fn set(element: &Element, name: &str, value: Option<&str>) {
    let done = match value {
        Some(value) => element.set_attribute(name, value),
        None => element.remove_attribute(name),
    };
    done.expect("the page names only attributes that can be");
}

fn replace_children(element: &Element, children: &[El]) {
    let focused = focus_within(element).map(|focus| (focus.tag_name(), place(element, &focus)));
    let nodes: js_sys::Array = children
        .iter()
        .map(|child| JsValue::from(&child.0))
        .collect();
    element.replace_children_with_node(&nodes);
    if let Some((tag, place)) = focused {
        let alike = at_place(element, &place).filter(|there| there.tag_name() == tag);
        if let Some(there) = &alike {
            put_focus(there);
        }
        if focus_within(element).is_none() {
            take_focus(element);
        }
    }
}

/// Adds and takes away children at the end, until there are the first `count` of them.
fn cut_to(element: &Element, children: &[El], count: usize) {
    let focused = focus_within(element).is_some();
    for (at, El(child)) in children.iter().enumerate() {
        let is_there = element.contains(Some(child));
        if at >= count {
            child.remove();
        } else if !is_there {
            let _ = element.append_child(child);
        }
    }
    if focused && focus_within(element).is_none() {
        take_focus(element);
    }
}

/// The text of the control that an event is about.
pub(super) fn value_of(event: &Event) -> String {
    let target = event.target();
    target.map_or_else(String::new, |target| {
        target.unchecked_into::<HtmlInputElement>().value()
    })
}

/// Does something on events anywhere in the document, before anything else hears of them and also
/// of those that do not bubble, for as long as the page is there. What it does may lead to another
/// of these events.
pub(super) fn listen_early(events: &[&str], action: Box<dyn Fn(Event)>) {
    let listener = Closure::wrap(action);
    let document = document();
    for event in events {
        let target = document.add_event_listener_with_callback_and_bool(
            event,
            listener.as_ref().unchecked_ref(),
            true,
        );
        target.expect("a document takes listeners");
    }
    keep(Box::new(listener));
}

/// Whether an event comes from within elements that match.
pub(super) fn is_within(event: &Event, selector: &str) -> bool {
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    target.is_some_and(|target| matches!(target.closest(selector), Ok(Some(_))))
}

/// Whether a key is held that asks the browser for another tab or window.
pub(super) fn has_modifier(event: &Event) -> bool {
    let click = event.dyn_ref::<MouseEvent>();
    click.is_some_and(|click| click.ctrl_key() || click.meta_key() || click.shift_key())
}

/// Whether it is the second click of a double click, or a later one of more.
pub(super) fn is_repeated(event: &Event) -> bool {
    let click = event.dyn_ref::<MouseEvent>();
    click.is_some_and(|click| click.detail() > 1)
}

/// Whether an event is about the element that listens, not about one inside it.
pub(super) fn is_target(event: &Event) -> bool {
    event.target() == event.current_target()
}

/// Whether the reader told the system that nothing shall move by itself.
pub(super) fn wants_no_motion() -> bool {
    let asked = window().match_media("(prefers-reduced-motion: reduce)");
    matches!(asked, Ok(Some(query)) if query.matches())
}
