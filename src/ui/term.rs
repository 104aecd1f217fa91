//! Help on the names of the wire. Each name is a button; one bubble explains whichever is asked
//! about, by pointer, focus, click or tap. What it needs to know stands in the name's attributes, so
//! that hundreds of names cost no listener each.

use std::cell::RefCell;
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, HtmlElement, KeyboardEvent};

use crate::inspect::glossary::{Term, TermKind, find, term};

use super::dom::{El, el, listen_early};
use super::leptos::*;
use super::section_link::section_link;

const BUBBLE_ID: &str = "term-bubble";

/// How long the pointer rests on a name before it is explained, and how long it may be neither on
/// the name nor on the bubble, in milliseconds.
const REST_MS: u32 = 120;
const AWAY_MS: u32 = 300;

/// How far the bubble keeps from the window's edge, in pixels.
const EDGE_PX: f64 = 8.0;

/// How far the bubble lies over its name, in pixels: a slow pointer is never on neither.
const OVER_PX: f64 = 4.0;

/// The parts of the inspector under which an explanation can stand in line.
const ROWS: &str = ".fields__row, .json__line, .base__line, .message__line, .message__body";

/// A name, as `shown`; a button that explains it when the glossary has a row for it.
pub(super) fn name(kind: TermKind, name: &str, shown: &str) -> El {
    if term(kind, name).is_none() {
        return el("span", "").text(shown);
    }
    el("button", "term")
        .testid("help")
        .attr("type", "button")
        .attr("data-term", &format!("{}:{name}", kind.slug()))
        .attr("aria-label", &format!("{name}: what is this?"))
        .attr("aria-expanded", "false")
        .text(shown)
}

/// Adds the explanations of all names in an element under the rows they stand in.
pub(super) fn explain_in_line(within: &Element) {
    let names = within.get_elements_by_class_name("term");
    for at in 0..names.length() {
        let Some(name) = names.item(at) else { continue };
        let key = name.get_attribute("data-term").unwrap_or_default();
        let (Some(term), Ok(Some(row))) = (find(&key), name.closest(ROWS)) else {
            continue;
        };
        let mark = format!("[data-explains=\"{key}\"]");
        if !matches!(row.query_selector(&mark), Ok(None)) {
            continue;
        }
        // Among the rows of a list of names, only another meaning of the name may stand.
        let in_a_list = matches!(name.closest("dt"), Ok(Some(_)));
        let tag = if in_a_list { "dd" } else { "p" };
        let text = explanation(el(tag, "explained"), &name, term)
            .testid("help-text")
            .attr("data-explains", &key);
        let _ = row.append_child(text.element());
    }
}

/// What a name means, why it is there, and where that is written.
fn explanation(text: El, name: &Element, term: &Term) -> El {
    let why = name.get_attribute("data-why").unwrap_or_default();
    let why = (!why.is_empty()).then(|| el("span", "term-why").text(&why).text(" "));
    text.child(el("strong", "term-name").text(term.name))
        .text(" ")
        .text(term.text)
        .text(" ")
        .children(why)
        .child(section_link(term.spec))
}

/// The bubble, and the name it explains.
struct Bubble {
    element: HtmlElement,
    name: Option<Element>,
    /// It was asked for by click or tap, and does not follow the pointer.
    pinned: bool,
    /// What is about to happen: dropping it calls it off.
    soon: Option<Timeout>,
}

/// Makes the bubble and listens while the page is there.
pub(super) fn listen() {
    let element = el("div", "term-bubble")
        .testid("help-text")
        .attr("id", BUBBLE_ID)
        .attr("popover", "manual")
        .attr("role", "note");
    let bubble = Rc::new(RefCell::new(Bubble {
        element: element.element().clone().unchecked_into(),
        name: None,
        pinned: false,
        soon: None,
    }));
    let shared = Rc::clone(&bubble);
    window_event_listener(ev::resize, move |_| {
        if let Ok(bubble) = shared.try_borrow() {
            bubble.place();
        }
    });
    let events = ["mouseover", "focusin", "click", "keydown", "scroll"];
    listen_early(&events, Box::new(move |event| react(&bubble, &event)));
}

fn react(shared: &Rc<RefCell<Bubble>>, event: &Event) {
    let target = event.target();
    let target = target.and_then(|target| target.dyn_into::<Element>().ok());
    let around = |selector| target.as_ref()?.closest(selector).ok()?;
    let name = around(".term");
    let inside = around(".term-bubble").is_some();
    // The focus that goes back to a name on Escape must not open it again.
    let Ok(mut bubble) = shared.try_borrow_mut() else {
        return;
    };
    match (event.type_().as_str(), name) {
        ("mouseover", name) => {
            bubble.soon = None;
            if bubble.is_kept() || inside || bubble.explains(name.as_ref()) {
                return;
            }
            let shared = Rc::clone(shared);
            let wait = if name.is_some() { REST_MS } else { AWAY_MS };
            bubble.soon = Some(Timeout::new(wait, move || {
                shared.borrow_mut().show(name.as_ref(), false);
            }));
        }
        ("focusin", name) if !inside => bubble.show(name.as_ref(), false),
        ("click", Some(name)) => {
            let again = bubble.pinned && bubble.explains(Some(&name));
            bubble.show(Some(&name).filter(|_| !again), true);
        }
        ("click", None) if !inside => bubble.show(None, false),
        ("keydown", _) => bubble.escape(event.unchecked_ref()),
        ("scroll", _) => bubble.place(),
        _ => {}
    }
}

impl Bubble {
    /// Whether it stays wherever the pointer goes: as long as it is part of the page.
    fn is_kept(&self) -> bool {
        let focus = document().active_element();
        self.element.is_connected()
            && (self.pinned || self.explains(focus.as_ref()) || self.has_focus())
    }

    fn has_focus(&self) -> bool {
        let focus = document().active_element();
        self.element.contains(focus.as_deref())
    }

    /// Whether it explains that name, which is still part of the page; nothing is explained by none.
    fn explains(&self, name: Option<&Element>) -> bool {
        self.name.as_ref() == name && name.is_none_or(|_| self.element.is_connected())
    }

    /// Explains a name, or closes.
    fn show(&mut self, name: Option<&Element>, pinned: bool) {
        self.soon = None;
        if !self.explains(name) {
            self.close();
            let key = name.and_then(|name| name.get_attribute("data-term"));
            if let (Some(name), Some(term)) = (name, key.as_deref().and_then(find)) {
                self.open(name, term);
            }
        }
        self.pinned = pinned && self.name.is_some();
    }

    /// It stands right after the name, so that its link is the next thing that Tab leads to.
    fn open(&mut self, name: &Element, term: &Term) {
        self.element.set_text_content(None);
        let text = explanation(el("p", ""), name, term);
        let _ = self.element.append_child(text.element());
        let _ = name.after_with_node_1(&self.element);
        let _ = self.element.show_popover();
        let _ = name.set_attribute("aria-expanded", "true");
        let _ = name.set_attribute("aria-describedby", BUBBLE_ID);
        self.name = Some(name.clone());
        self.place();
    }

    fn close(&mut self) {
        if let Some(name) = self.name.take() {
            let _ = name.set_attribute("aria-expanded", "false");
            let _ = name.remove_attribute("aria-describedby");
            self.element.remove();
        }
    }

    /// Escape closes it and does nothing else. The focus goes back to the name when it was inside.
    fn escape(&mut self, event: &KeyboardEvent) {
        if event.key() != "Escape" || !self.element.is_connected() {
            return;
        }
        event.prevent_default();
        event.stop_propagation();
        let back = self.name.clone().filter(|_| self.has_focus());
        self.show(None, false);
        if let Some(name) = back {
            let _ = name.unchecked_ref::<HtmlElement>().focus();
        }
    }

    /// Below the end of the name, or above it, so that the names around it stay free; and always
    /// inside the window.
    fn place(&self) {
        let (Some(name), Some(root)) = (&self.name, document().document_element()) else {
            return;
        };
        let (at, own) = (
            name.get_bounding_client_rect(),
            self.element.get_bounding_client_rect(),
        );
        let (width, height) = (root.client_width(), root.client_height());
        let left = (at.right() - OVER_PX).min(f64::from(width) - own.width() - EDGE_PX);
        let below = at.bottom() + own.height() + EDGE_PX <= f64::from(height);
        let top = if below {
            at.bottom() - OVER_PX
        } else {
            at.top() - own.height() + OVER_PX
        };
        let style = self.element.style();
        for (property, px) in [("left", left), ("top", top)] {
            let _ = style.set_property(property, &in_pixels(px.max(EDGE_PX)));
        }
    }
}

/// `12px`. Whole pixels: what writes a fraction is larger than the rest of this file.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a window is not that large"
)]
fn in_pixels(px: f64) -> String {
    format!("{}px", px as i32)
}
