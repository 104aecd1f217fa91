//! A picture of what the person sees: who asks, for what, and why. Nothing in it can be used.

use crate::address::Tab;
use crate::inspect::{PersonEnd, PersonPlace, PersonRound, PersonView, person};
use crate::stage::{EventId, Review};

use super::super::dom::{El, el};
use super::super::leptos::*;
use super::super::markdown;
use super::super::store::Store;
use super::empty;
use super::moment;
use super::subject::Speaker;

pub(super) fn view(store: Store) -> Vec<El> {
    let number = moment(store);
    let shown = store.shown().get();
    let step = shown.steps.step(number);
    let last = step.map_or(EventId(0), |step| step.last);
    let view = person(&shown.run.trace, last);
    let Some(review) = view.review.clone() else {
        return empty::view(store, Tab::Person, Speaker::Person);
    };
    vec![
        el("p", "picture__caption")
            .text("A picture of what the person sees at this moment. Its buttons do nothing here."),
        picture(&view, &review),
    ]
}

fn picture(view: &PersonView, review: &Review) -> El {
    let (place, title) = match view.place {
        PersonPlace::Page => (view.address.as_str(), "page"),
        PersonPlace::Refused(_) => (view.address.as_str(), "refused"),
        PersonPlace::Left => ("The page is closed", "left"),
        PersonPlace::App => (
            "The person server’s app; the agent sees requirement=approval",
            "app",
        ),
        PersonPlace::Channel | PersonPlace::Nowhere => (
            "A message of the person server, on its own channel",
            "channel",
        ),
    };
    let body = match view.place {
        PersonPlace::Refused(408) => sentence(view, "This request has expired."),
        PersonPlace::Refused(_) => sentence(view, "This code is not known here."),
        PersonPlace::Left => sentence(view, "You closed the page without deciding."),
        PersonPlace::Page | PersonPlace::App | PersonPlace::Channel | PersonPlace::Nowhere => {
            request(view, review)
        }
    };
    el("figure", "picture")
        .testid("person-page")
        .attr("data-place", title)
        .attr("aria-label", "A picture of the person’s page")
        .child(el("p", "picture__bar").text(place))
        .child(body)
}

/// A page that says one thing, and that it is over when it is.
fn sentence(view: &PersonView, text: &str) -> El {
    el("div", "picture__body")
        .child(el("p", "").text(text))
        .children(view.end.as_ref().map(ending))
}

/// The request, the conversation so far, and what can be done.
fn request(view: &PersonView, review: &Review) -> El {
    let known = if review.known_agent {
        "You approved requests of this agent before."
    } else {
        "You have not approved anything for this agent before."
    };
    let before = match view.place {
        PersonPlace::Page => "Code: ",
        PersonPlace::Channel
        | PersonPlace::App
        | PersonPlace::Nowhere
        | PersonPlace::Refused(_)
        | PersonPlace::Left => "Your agent asks you to open a page and to compare this code: ",
    };
    let code = view.code.as_deref().map(|code| {
        el("p", "picture__code")
            .text(before)
            .child(el("code", "").text(code))
    });
    el("div", "picture__body")
        .child(
            el("h3", "picture__title")
                .text(&review.agent)
                .text(" asks for access"),
        )
        .children(code)
        .child(el("p", "").text(known))
        .child(resource_says(review))
        .child(agent_says(review))
        .children(rounds(&view.rounds))
        .child(match &view.end {
            Some(end) => ending(end),
            None => controls(view.can_ask()),
        })
}

/// What the resource says of itself.
fn resource_says(review: &Review) -> El {
    let scopes = review.scopes.iter().map(|(scope, description)| {
        el("li", "")
            .text(description)
            .text(" ")
            .child(el("code", "").text(scope))
    });
    said("resource", &review.resource_name, "says what it is about")
        .testid("resource-asserted")
        .child(markdown::picture(&review.resource_description))
        .child(el("ul", "picture__scopes").children(scopes))
}

/// What the agent says, which is its claim and nothing more.
fn agent_says(review: &Review) -> El {
    let reason = review
        .justification
        .as_deref()
        .unwrap_or("It gives no reason.");
    let who = format!("The agent of {}", review.provider_name);
    said("agent", &who, "says why; nobody has checked it")
        .testid("agent-asserted")
        .child(el("blockquote", "picture__quote").child(markdown::picture(reason)))
}

fn said(party: &str, who: &str, what: &str) -> El {
    let head = el("h4", "said__who")
        .child(el("span", "party").text(who))
        .text(" ")
        .text(what);
    el("section", &format!("said said--{party} party--{party}")).child(head)
}

fn rounds(rounds: &[PersonRound]) -> Option<El> {
    if rounds.is_empty() {
        return None;
    }
    let list = rounds.iter().map(round);
    let section = el("section", "picture__rounds")
        .child(el("h4", "said__who").text("Your questions"))
        .children(list);
    Some(section)
}

fn round(round: &PersonRound) -> El {
    let label = if round.updated {
        "asks for something else instead, and says"
    } else {
        "answers; nobody has checked it"
    };
    let asked = el("div", "said said--person party--person")
        .child(
            el("p", "said__who")
                .child(el("span", "party").text("You"))
                .text(" asked at ")
                .text(&round.asked_at.clock()),
        )
        .child(markdown::picture(&round.question))
        .children(choices(&round.options));
    let answered = match (&round.answer, round.unasked) {
        (Some(answer), _) => said("agent", "The agent", label)
            .child(el("blockquote", "picture__quote").child(markdown::picture(answer))),
        (None, Some(why)) => el("p", "picture__waiting")
            .testid("unasked")
            .text("Your question could not be put: ")
            .text(why)
            .text("."),
        (None, None) if round.updated => el("p", "picture__waiting")
            .text("The agent asks for something else instead, and gives no reason."),
        (None, None) => el("p", "picture__waiting").text("The agent has not answered yet."),
    };
    el("div", "picture__round").child(asked).child(answered)
}

/// The answers that a question leaves to choose from.
fn choices(options: &[String]) -> Option<El> {
    let rows = options.iter().map(|option| el("li", "").text(option));
    let list = el("ul", "picture__scopes").testid("answer-options");
    (!options.is_empty()).then(|| list.children(rows))
}

/// What the person could do now, drawn as buttons that are none.
fn controls(can_ask: bool) -> El {
    let names = ["Ask the agent", "Approve", "Deny"];
    let drawn = names
        .iter()
        .skip(usize::from(!can_ask))
        .map(|name| el("span", "picture__button").text(name));
    el("p", "picture__controls").children(drawn)
}

fn ending(end: &PersonEnd) -> El {
    let (slug, text) = match end.approved {
        Some(true) => ("approved", "✓ You approved the request"),
        Some(false) => ("denied", "✗ You denied the request"),
        None => ("closed", "The request is over"),
    };
    let why = if end.why.is_empty() {
        String::new()
    } else {
        format!(": {}", end.why)
    };
    el("p", "picture__end")
        .testid("person-decision")
        .attr("data-decision", slug)
        .text(text)
        .text(&why)
        .text(", at ")
        .text(&end.at.clock())
        .text(".")
}
