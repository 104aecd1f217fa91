//! From a recipe to a trace.

use core::convert::Infallible;
use std::sync::Arc;

use crate::party::AnyParty;
use crate::sim::{Decision, Trace, World, drive, take_default};
use crate::stage::{ChoicePoint, Event, EventKind};

use super::recipe::{Pick, Recipe};

/// A finished run.
#[derive(Clone, Debug)]
pub struct Run {
    /// The recipe it was made from.
    pub recipe: Recipe,
    /// What happened.
    pub trace: Trace,
    /// The decisions in order, each with how it was taken.
    pub decisions: Vec<Decision>,
    /// The picks of the recipe that do not fit, each with the reason.
    pub dropped: Vec<Dropped>,
}

/// A pick that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The pick.
    pub pick: Pick,
    /// Why it was dropped.
    pub why: String,
}

/// Runs a recipe to its end. A pick that does not fit is dropped, and the default taken instead.
#[must_use]
pub fn run(recipe: &Recipe) -> Run {
    let setup = (recipe.lesson.setup)(&recipe.settings);
    let world = World::new(setup, recipe.seed.clone());
    let (mut decisions, mut dropped) = (Vec::new(), Vec::new());
    let ended = drive(world, |world, point| -> Result<Event, Infallible> {
        let event = picked(recipe, &point, world, &mut dropped)
            .unwrap_or_else(|| take_default(world, &point));
        let EventKind::Chose(taken) = &event.kind else {
            panic!("a choice gives the event of the choice");
        };
        let taken = Arc::clone(taken);
        decisions.push(Decision { point, taken });
        Ok(event)
    });
    let Ok(trace) = ended;
    dropped.extend(unused(recipe, &decisions));
    Run {
        recipe: recipe.clone(),
        trace,
        decisions,
        dropped,
    }
}

/// Chooses what the recipe picks here. `None` when it picks nothing, or what does not fit.
fn picked(
    recipe: &Recipe,
    point: &ChoicePoint,
    world: &mut World<AnyParty>,
    dropped: &mut Vec<Dropped>,
) -> Option<Event> {
    let pick = recipe.pick(point.by, point.number)?;
    match world.choose(&pick.slug, pick.text.as_deref()) {
        Ok(event) => Some(event),
        Err(error) => {
            dropped.push(Dropped {
                pick: pick.clone(),
                why: error.to_string(),
            });
            None
        }
    }
}

/// The picks that nothing came of: for decisions that never came up, or that an earlier pick took.
fn unused(recipe: &Recipe, decisions: &[Decision]) -> Vec<Dropped> {
    let mut dropped = Vec::new();
    for pick in &recipe.picks {
        let (by, number) = (pick.by, pick.number);
        let came_up = decisions
            .iter()
            .any(|made| made.point.by == by && made.point.number == number);
        let why = if !came_up {
            format!("{by}{number} never comes up")
        } else if recipe.pick(by, number) != Some(pick) {
            format!("{by}{number} is decided already")
        } else {
            continue;
        };
        dropped.push(Dropped {
            pick: pick.clone(),
            why,
        });
    }
    dropped
}
