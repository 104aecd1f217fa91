//! What was said outside the protocol, which the draft leaves to implementations.

use leptos::prelude::*;

use crate::inspect::Told;
use crate::stage::Notice;

use super::long::long_text;

pub(super) fn view(told: &[Told]) -> Option<AnyView> {
    if told.is_empty() {
        return None;
    }
    let rows: Vec<_> = told.iter().map(row).collect();
    let card = view! {
        <article class="card" data-testid="outside">
            <header class="card__head">
                <h3 class="card__title">"Outside the protocol"</h3>
                <span class="card__end">"The draft leaves this channel to implementations."</span>
            </header>
            {rows}
        </article>
    };
    Some(card.into_any())
}

fn row(told: &Told) -> impl IntoView + use<> {
    let text =
        text(&told.notice).map(|text| view! { <p class="outside__text">{long_text(text)}</p> });
    view! {
        <div class="outside">
            <p>
                <span class=format!("party party--{}", told.from.slug())>{told.from.title()}</span>
                " " {told.title.clone()}
                <span class="outside__time">{told.at.clock()}</span>
            </p>
            {text}
        </div>
    }
}

/// The words of a notice that has some.
fn text(notice: &Notice) -> Option<&str> {
    match notice {
        Notice::Question { clarification } => Some(clarification),
        Notice::Answer {
            clarification_response,
        } => Some(clarification_response),
        Notice::Enrolled { agent_token } => Some(agent_token),
        Notice::Review(review) | Notice::Updated(review) => review.justification.as_deref(),
        Notice::Visit { code, .. } => Some(code),
        Notice::Closed { why } => Some(why),
        Notice::Enroll { .. } => None,
    }
}
