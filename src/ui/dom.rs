//! The elements of the page.
//!
//! `view!` gives each element a type made of all its attributes and children, and the compiler
//! writes out the code of each such type. For the several hundred elements of this page that is a
//! third of what a reader has to load. An [`El`] is one type for all of them: it makes its element
//! when it is asked to, and what changes later is a Leptos render effect on the part that changes.

use core::any::Any;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, Event, FocusOptions, HtmlElement, HtmlInputElement, MouseEvent, Window};

use crate::inspect::{Seen, seen};

use super::leptos::*;

const SVG: &str = "http://www.w3.org/2000/svg";

/// How far below the top something is shown that was scrolled to, in pixels: below what stays in place
/// there, and with what stands right above it.
const ABOVE_PX: f64 = 104.0;

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

/// What has the focus inside an element, itself left out.
fn focus_within(element: &Element) -> Option<Element> {
    let focus = document().active_element()?;
    let is_inside = focus != *element && element.contains(Some(&focus));
    (is_inside && has_focus()).then_some(focus)
}

/// Whether the focus is in this page, not elsewhere in the page around it: then it must stay there.
fn has_focus() -> bool {
    host().is_none() || document().has_focus().unwrap_or(false)
}

/// The page around this one, when this one is in a frame.
pub(super) fn host() -> Option<Window> {
    let window = window();
    let parent = window.parent().ok().flatten();
    parent.filter(|parent| *parent != window)
}

/// What is around an element, from inside out.
fn around(element: &Element) -> impl Iterator<Item = Element> {
    core::iter::successors(element.parent_element(), |element| element.parent_element())
}

/// Where an element stands inside another: the number of elements before it, from inside out.
fn place(outer: &Element, inner: &Element) -> Vec<u32> {
    let mut place = Vec::new();
    let mut at = inner.clone();
    while at != *outer {
        let before = core::iter::successors(at.previous_element_sibling(), |element| {
            element.previous_element_sibling()
        });
        place.push(u32::try_from(before.count()).expect("a page has few elements"));
        let Some(parent) = at.parent_element() else {
            break;
        };
        at = parent;
    }
    place
}

/// What stands at that place now.
fn at_place(outer: &Element, place: &[u32]) -> Option<Element> {
    let inwards = place.iter().rev();
    inwards
        .copied()
        .try_fold(outer.clone(), |element, at| element.children().item(at))
}

/// Puts the focus on an element that takes none by itself, or on what is around it: what became empty
/// may not be shown any more.
fn take_focus(element: &Element) {
    let around = core::iter::successors(Some(element.clone()), |element| element.parent_element());
    for element in around {
        if !element.has_attribute("tabindex") {
            set(&element, "tabindex", Some("-1"));
        }
        put_focus(&element);
        if document().active_element().as_ref() == Some(&element) {
            break;
        }
    }
}

fn put_focus(element: &Element) {
    let Some(focused) = element.dyn_ref::<HtmlElement>() else {
        return;
    };
    if host().is_none() {
        let _ = focused.focus();
        return;
    }
    // The browser would scroll the page around this one, too.
    let options = FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = focused.focus_with_options(&options);
    if is_hidden(element) {
        bring_up(element);
    }
}

/// Whether a part of an element is scrolled out of sight.
fn is_hidden(element: &Element) -> bool {
    let inner = element.get_bounding_client_rect();
    let mut around = around(element).map(|around| around.get_bounding_client_rect());
    let height = window()
        .inner_height()
        .ok()
        .and_then(|height| height.as_f64());
    let is_below = height.is_some_and(|height| inner.bottom() > height);
    is_below
        || around.any(|outer| inner.top() < outer.top().max(0.0) || inner.bottom() > outer.bottom())
}

/// Scrolls until an element is seen near the top. The browser's own way would scroll the page around
/// this one, too.
fn bring_up(element: &Element) {
    for outer in around(element) {
        let top = outer.get_bounding_client_rect().top().max(0.0);
        let below = element.get_bounding_client_rect().top() - top;
        outer.scroll_by_with_x_and_y(0.0, below - ABOVE_PX);
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

/// Puts the focus on the element with that id.
pub(super) fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element {
        put_focus(&element);
    }
}

/// Scrolls an element to its top before the page is painted next.
pub(super) fn scroll_to_top(element: &Element) {
    let element = element.clone();
    request_animation_frame(move || element.set_scroll_top(0));
}

/// Scrolls an element up until a part of it begins at its top, unless that is in sight.
pub(super) fn scroll_up_to(element: &Element, part: &'static str) {
    let element = element.clone();
    request_animation_frame(move || {
        if let Ok(Some(part)) = element.query_selector(part) {
            let above =
                part.get_bounding_client_rect().top() - element.get_bounding_client_rect().top();
            element.scroll_by_with_x_and_y(0.0, above.min(0.0));
        }
    });
}

/// Scrolls an element, and nothing around it, until the part of it that `find` finds is in sight,
/// with what follows it in its list where both fit. `covered` is how much of its top lies under something, in pixels. It is done before the page is
/// painted next, when its layout is known anyway.
pub(super) fn scroll_to(
    element: &Element,
    covered: f64,
    find: impl FnOnce(&Element) -> Option<Element> + 'static,
) {
    let element = element.clone();
    request_animation_frame(move || {
        if let Some(part) = find(&element) {
            element.scroll_by_with_x_and_y(0.0, out_of_sight(&element, &part, covered));
        }
    });
}

/// How far a part is out of the sight of an element, in pixels; above is negative. What follows it in
/// its list is to be seen too, as long as the part stays.
fn out_of_sight(element: &Element, part: &Element, covered: f64) -> f64 {
    let (outer, inner) = (
        element.get_bounding_client_rect(),
        part.get_bounding_client_rect(),
    );
    let item = part.closest("li").ok().flatten();
    let next = item.and_then(|item| item.next_element_sibling());
    let end = next.map_or(inner.bottom(), |next| {
        next.get_bounding_client_rect().bottom()
    });
    let above = inner.top() - (outer.top() + covered);
    let below = end - outer.bottom();
    if above < 0.0 {
        above
    } else {
        below.clamp(0.0, above)
    }
}

/// Scrolls the window to the element of that id and gives it the focus, when it stands above the
/// other one and not beside it. It is done when what changes now has changed.
pub(super) fn read_above(id: &'static str, below: &Element) {
    let below = below.clone();
    request_animation_frame(move || {
        let Some(element) = document().get_element_by_id(id) else {
            return;
        };
        let (upper, lower) = (
            element.get_bounding_client_rect(),
            below.get_bounding_client_rect(),
        );
        if upper.bottom() <= lower.top() && upper.left() < lower.right() {
            put_focus(&element);
            bring_up(&element);
        }
    });
}

/// Keeps the element that matches where the reader has it, whatever changes around it now: what scrolls
/// around it scrolls along once the page is made anew.
pub(super) fn hold_in_place(selector: &str) {
    let selector = selector.to_owned();
    let top = move || {
        let found = document().query_selector(&selector).ok().flatten();
        found.map(|element| (element.get_bounding_client_rect().top(), element))
    };
    let Some((before, _)) = top() else {
        return;
    };
    request_animation_frame(move || {
        let found = top().map(|(_, element)| element);
        // What one of them cannot do, the next around it can.
        for around in core::iter::successors(found, |element| element.parent_element()) {
            let left = top().map_or(0.0, |(now, _)| now - before);
            around.scroll_by_with_x_and_y(0.0, left);
        }
    });
}

/// Scrolls the window up to the element of that id when it has gone out of sight above, unless what
/// stands further below has come into sight.
pub(super) fn bring_back(id: &'static str, below: &'static str) {
    request_animation_frame(move || {
        let (element, root) = (
            document().get_element_by_id(id),
            document().document_element(),
        );
        let (Some(element), Some(root)) = (element, root) else {
            return;
        };
        let below = root.query_selector(below).ok().flatten();
        let is_read = below.is_some_and(|below| {
            below.get_bounding_client_rect().top() < f64::from(root.client_height())
        });
        if !is_read && element.get_bounding_client_rect().top() < 0.0 {
            bring_up(&element);
        }
    });
}
