//! The narration with the conversation so far beside it.

use leptos::prelude::*;

use super::chat::Chat;
use super::narration::Narration;

#[component]
pub(super) fn Story() -> impl IntoView {
    view! {
        <section class="page__story" aria-label="What happens">
            <div class="story">
                <Narration />
                <Chat />
            </div>
        </section>
    }
}
