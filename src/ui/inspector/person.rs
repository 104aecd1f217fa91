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
        PersonPlace::Channel | PersonPlace::Nowhere => (
            "A message of the person server, on its own channel",
            "channel",
        ),
    };
    let known = if review.known_agent {
        "You approved requests of this agent before."
    } else {
        "You have not approved anything for this agent before."
    };
    let before = match view.place {
        PersonPlace::Page => "Code: ",
        PersonPlace::Channel | PersonPlace::Nowhere => {
            "Your agent asks you to open a page and to compare this code: "
        }
    };
    let code = view.code.as_deref().map(|code| {
        el("p", "picture__code")
            .text(before)
            .child(el("code", "").text(code))
    });
    let body = el("div", "picture__body")
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
            None => controls(view.place),
        });
    el("figure", "picture")
        .testid("person-page")
        .attr("data-place", title)
        .attr("aria-label", "A picture of the person’s page")
        .child(el("p", "picture__bar").text(place))
        .child(body)
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
        .child(markdown::picture(&round.question));
    let answered = match &round.answer {
        Some(answer) => said("agent", "The agent", label)
            .child(el("blockquote", "picture__quote").child(markdown::picture(answer))),
        None => el("p", "picture__waiting").text("The agent has not answered yet."),
    };
    el("div", "picture__round").child(asked).child(answered)
}

/// What the person could do now, drawn as buttons that are none.
fn controls(place: PersonPlace) -> El {
    let names: &[&str] = match place {
        PersonPlace::Page => &["Approve", "Deny"],
        PersonPlace::Channel | PersonPlace::Nowhere => &["Ask the agent", "Approve", "Deny"],
    };
    let drawn = names
        .iter()
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
