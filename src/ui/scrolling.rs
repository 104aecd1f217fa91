//! Scrolling inside the page: never what is around a frame that it may stand in.

use web_sys::Element;

use super::leptos::*;

/// How far below the top something is shown that was scrolled to, in pixels: below what stays in place
/// there, and with what stands right above it.
const ABOVE_PX: f64 = 104.0;

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
/// with what follows it in its list where both fit. `covered` is how much of its top lies under
/// something, in pixels. It is done before the page is painted next, when its layout is known anyway.
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

/// Scrolls until an element is seen near the top. The browser's own way would scroll the page around
/// this one, too.
pub(super) fn bring_up(element: &Element) {
    for outer in around(element) {
        let top = outer.get_bounding_client_rect().top().max(0.0);
        let below = element.get_bounding_client_rect().top() - top;
        outer.scroll_by_with_x_and_y(0.0, below - ABOVE_PX);
    }
}

/// Whether a part of an element is scrolled out of sight.
pub(super) fn is_hidden(element: &Element) -> bool {
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

/// What is around an element, from inside out.
fn around(element: &Element) -> impl Iterator<Item = Element> {
    core::iter::successors(element.parent_element(), |element| element.parent_element())
}
