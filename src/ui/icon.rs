//! The pictures on buttons. The button's text or label says the same in words.

use leptos::prelude::*;

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
            Self::Copy => {
                "M5 1h8a1 1 0 0 1 1 1v9h-1.5V2.5H5zM2 5a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1zm1.5.5v8h6v-8z"
            }
            Self::Close => {
                "M3.7 2.6 8 6.9l4.3-4.3 1.1 1.1L9.1 8l4.3 4.3-1.1 1.1L8 9.1l-4.3 4.3-1.1-1.1L6.9 8 2.6 3.7z"
            }
            Self::Theme => "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zm0 1.5v10a5 5 0 0 0 0-10z",
        }
    }
}

/// Draws an icon.
pub(super) fn icon(icon: Icon) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d=icon.path() />
        </svg>
    }
}
