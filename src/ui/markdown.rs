//! Markdown that nobody must trust, as elements. Nothing in it becomes HTML.
//!
//! Our choice: where a link leads stands beside its text, unless the text is just that. A text can name
//! any other address.

use crate::inspect::{Block, Span, markdown};

use super::dom::{El, el};
use super::inspector::long::said;

/// The text with links that lead somewhere.
pub(super) fn text(source: &str) -> El {
    said(source, view(source, true))
}

/// The text in a picture, in which nothing can be used; only what is cut can be shown.
pub(super) fn picture(source: &str) -> El {
    said(source, view(source, false))
}

fn view(source: &str, links: bool) -> El {
    let mut all = el("div", "markdown");
    let mut list: Option<El> = None;
    for block in markdown(source) {
        if block.is_item {
            let items = list.unwrap_or_else(|| el("ul", "markdown__list"));
            list = Some(items.child(spans("li", &block, links)));
        } else {
            all = all.children(list.take()).child(spans("p", &block, links));
        }
    }
    all.children(list)
}

fn spans(tag: &str, block: &Block, links: bool) -> El {
    let mut element = el(tag, "");
    for span in &block.spans {
        let target = span.untold_target().map(|target| {
            el("bdi", "markdown__target")
                .text(" (")
                .text(target)
                .text(")")
        });
        element = element.child(set(span, links)).children(target);
    }
    element
}

fn set(span: &Span, links: bool) -> El {
    let mut element = match &span.link {
        Some(target) if links => el("a", "")
            .attr("href", target)
            .attr("target", "_blank")
            .attr("rel", "noopener noreferrer nofollow"),
        Some(_) | None => el("span", ""),
    }
    .text(&span.text);
    let style = span.style;
    for (on, tag) in [
        (style.code, "code"),
        (style.emphasis, "em"),
        (style.strong, "strong"),
    ] {
        if on {
            element = el(tag, "").child(element);
        }
    }
    element
}
