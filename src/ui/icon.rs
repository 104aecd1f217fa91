//! The pictures on buttons. The button's text or label says the same in words.

use super::dom::{El, svg};

/// A picture of 16 by 16.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Icon {
    First,
    Previous,
    Play,
    Pause,
    Next,
    Last,
    Copy,
    Close,
    Theme,
    FullScreen,
    More,
    Decision,
    FullSize,
}

impl Icon {
    const fn path(self) -> &'static str {
        match self {
            Self::First => "M3 3h2v10H3zM13 3v10L6 8z",
            Self::Previous => "M11 3v10L4 8z",
            Self::Play => "M4 3v10l8-5z",
            Self::Pause => "M4 3h3v10H4zM9 3h3v10H9z",
            Self::Next => "M5 3v10l7-5z",
            Self::Last => "M11 3h2v10h-2zM3 3v10l7-5z",
            Self::Copy => "M6 1.5h7.5v9H12V3H6zM2.5 4.5H10v10H2.5zM4 6v7h4.5V6z",
            Self::Close => {
                "M3.7 2.6 8 6.9l4.3-4.3 1.1 1.1L9.1 8l4.3 4.3-1.1 1.1L8 9.1l-4.3 4.3-1.1-1.1L6.9 8 2.6 3.7z"
            }
            Self::FullScreen => {
                "M2 2h5v1.5H3.5V7H2zM9 2h5v5h-1.5V3.5H9zM2 9h1.5v3.5H7V14H2zM12.5 9H14v5H9v-1.5h3.5z"
            }
            Self::More => {
                "M3 6.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zm5 0a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3zm5 0a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3z"
            }
            Self::Decision => "M8 1.5 14.5 8 8 14.5 1.5 8zM8 4 4 8l4 4 4-4z",
            Self::FullSize => {
                "M2.5 3.5h4V5H4v7h7V9.5h1.5v4h-10zM8.5 2h5.5v5.5h-1.5V4.6L7.6 9.5 6.5 8.4l4.9-4.9H8.5z"
            }
            Self::Theme => "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.5v10A5 5 0 0 0 8 3z",
        }
    }
}

/// Draws an icon.
pub(super) fn icon(icon: Icon) -> El {
    svg("svg", "icon")
        .attr("viewBox", "0 0 16 16")
        .attr("aria-hidden", "true")
        .child(svg("path", "").attr("d", icon.path()))
}
