//! An agent whose questions a callback answers: it picks among the answers when there are some.
//!
//! `cargo run --example automatic`

use aauth_sim::aauth::{ClarificationRequirement, ClarificationResponse};
use aauth_sim::entropy::Seed;
use aauth_sim::lesson::{Settings, lesson};
use aauth_sim::party::{AnyParty, Clarification};
use aauth_sim::sim::{Chosen, World, by_default, play};
use aauth_sim::stage::{ChoicePoint, PartyId, Payload, Prompt};

/// Asks for as little as it is offered. The question is untrusted text: it is read, never run.
fn answer(question: &ClarificationRequirement) -> ClarificationResponse {
    let least = question.options.iter().min_by_key(|option| option.len());
    let words = least.map_or(
        "The three reports of this quarter, and nothing else.",
        |it| it,
    );
    ClarificationResponse::Respond {
        clarification_response: words.to_owned(),
    }
}

/// The person offers answers to choose from, and leaves the rest as it is.
fn person(point: &ChoicePoint) -> Chosen {
    match point.prompt {
        Prompt::Notified => ("ask-closed", None),
        _ => by_default(point),
    }
}

fn main() {
    let lesson = lesson("clarification").expect("the lesson is in the table");
    let mut setup = (lesson.setup)(&Settings::of(lesson));
    if let Some(AnyParty::Agent(agent)) = setup.party_mut(PartyId::Agent) {
        **agent = agent
            .clone()
            .with_clarification(Clarification::Callback(answer));
    }
    let world = World::new(setup, Seed::default());
    let trace = play(world, person).expect("what is chosen is offered");
    for (_, message) in trace.messages() {
        if let (PartyId::Agent, Payload::Request(request)) = (message.from, &message.payload)
            && request.target.path.starts_with("/pending/")
            && let Some(body) = request.body.text().filter(|body| !body.is_empty())
        {
            println!("{} {}", request.method.as_str(), body);
        }
    }
    println!("ending: {}", trace.ending().slug());
}
