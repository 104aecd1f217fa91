//! A policy in the person's place: it asks first, and then decides by what the resource says, never
//! by the agent's words alone.
//!
//! `cargo run --example review`

use aauth_sim::aauth::ClarificationRequirement;
use aauth_sim::entropy::Seed;
use aauth_sim::lesson::{Settings, lesson};
use aauth_sim::party::{AnyParty, ReviewContext, ReviewDecision};
use aauth_sim::sim::{World, by_default, play};
use aauth_sim::stage::PartyId;

/// What this policy grants without a person.
const HARMLESS: &str = "reports.read";

fn policy(context: &ReviewContext<'_>) -> ReviewDecision {
    if context.rounds.is_empty() && context.rounds_left > 0 {
        return ReviewDecision::Clarify(ClarificationRequirement {
            clarification: "Would the summaries be enough?".to_owned(),
            timeout_s: None,
            options: Vec::new(),
        });
    }
    // The scopes are the resource's own words, and so are their descriptions.
    let scopes = &context.review.scopes;
    if scopes.iter().all(|(scope, _)| scope == HARMLESS) {
        ReviewDecision::Grant
    } else {
        ReviewDecision::Deny {
            reason: "Figures are granted by a person only.".to_owned(),
        }
    }
}

fn main() {
    // In the first lesson the agent answers, in the second it asks for less.
    for id in ["clarification", "narrowed-request"] {
        let lesson = lesson(id).expect("the lesson is in the table");
        let mut setup = (lesson.setup)(&Settings::of(lesson));
        if let Some(AnyParty::PersonServer(server)) = setup.party_mut(PartyId::PersonServer) {
            **server = server.clone().with_policy(policy);
        }
        let world = World::new(setup, Seed::default());
        let trace = play(world, by_default).expect("the defaults are offered");
        println!("{id}: {}", trace.ending().slug());
    }
}
