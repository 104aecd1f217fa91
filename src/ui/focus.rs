//! Where the focus is, and where it goes when what had it goes.

use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement, Window};

use super::leptos::*;
use super::scrolling::{bring_up, is_hidden};

/// Puts the focus on the element with that id.
pub(super) fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element {
        put_focus(&element);
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

/// Puts the focus on an element, and brings it into sight.
pub(super) fn put_focus(element: &Element) {
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

/// Puts the focus on an element that takes none by itself, or on what is around it: what became empty
/// may not be shown any more.
pub(super) fn take_focus(element: &Element) {
    let around = core::iter::successors(Some(element.clone()), |element| element.parent_element());
    for element in around {
        if !element.has_attribute("tabindex") {
            let _ = element.set_attribute("tabindex", "-1");
        }
        put_focus(&element);
        if document().active_element().as_ref() == Some(&element) {
            break;
        }
    }
}

/// What has the focus inside an element, itself left out.
pub(super) fn focus_within(element: &Element) -> Option<Element> {
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

/// Where an element stands inside another: the number of elements before it, from inside out.
pub(super) fn place(outer: &Element, inner: &Element) -> Vec<u32> {
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
pub(super) fn at_place(outer: &Element, place: &[u32]) -> Option<Element> {
    let inwards = place.iter().rev();
    inwards
        .copied()
        .try_fold(outer.clone(), |element, at| element.children().item(at))
}
