//! A request and its reply, as they were sent.

use leptos::prelude::*;

use crate::inspect::{BodyView, MessageView};

use super::super::copy::CopyButton;
use super::fields::headers;
use super::json;
use super::notices;
use super::subject::Subject;

pub(super) fn view(subject: &Subject) -> AnyView {
    let cards: Vec<_> = subject
        .messages
        .iter()
        .map(|message| card(&MessageView::of(message)))
        .collect();
    view! { {notices::view(&subject.told)} {cards} }.into_any()
}

/// The body stands before the headers: it is what the message is about.
fn card(message: &MessageView) -> impl IntoView + use<> {
    let title = if message.is_request {
        "Request"
    } else {
        "Reply"
    };
    let kind = if message.is_request {
        "request"
    } else {
        "reply"
    };
    let body = message.body.as_ref().map(body);
    view! {
        <article class="card" data-testid="message" data-kind=kind aria-label=title>
            <header class="card__head">
                <h3 class="card__title">{title}</h3>
                <span>
                    <span class=format!("party party--{}", message.from.slug())>{message.from.title()}</span>
                    " → "
                    <span class=format!("party party--{}", message.to.slug())>{message.to.title()}</span>
                </span>
                <span class="card__end">{message.at.clock()}</span>
                <CopyButton text=message.text() what="the whole message" />
            </header>
            <p class="message__line">{message.start_line.clone()}</p>
            {body}
            <section class="message__part">
                <h4 class="message__part-title">"Headers"</h4>
                {headers(&message.headers)}
            </section>
        </article>
    }
}

fn body(body: &BodyView) -> impl IntoView + use<> {
    let digest = if body.covered {
        "signed through its digest"
    } else {
        "not signed"
    };
    let shown = match (&body.json, &body.text) {
        (Some(lines), _) => json::lines(lines),
        (None, Some(text)) => text.clone().into_any(),
        (None, None) => format!("{} bytes that are no text", body.bytes.bytes().len()).into_any(),
    };
    let copy = body
        .text
        .clone()
        .map(|text| view! { <CopyButton text=text what="the body" /> });
    view! {
        <section class="message__part">
            <div class="message__part-head">
                <h4 class="message__part-title">"Body, " {digest}</h4>
                {copy}
            </div>
            <div class="message__body" data-testid="body">{shown}</div>
        </section>
    }
}
