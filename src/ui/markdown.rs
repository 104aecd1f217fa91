//! Markdown that nobody must trust, as elements. Nothing in it becomes HTML.

use crate::inspect::{Block, Span, markdown};

use super::dom::{El, el};

/// The text with links that lead somewhere.
pub(super) fn text(source: &str) -> El {
    view(source, true)
}

/// The text in a picture, in which nothing can be used.
pub(super) fn picture(source: &str) -> El {
    view(source, false)
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
        element = element.child(set(span, links));
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
