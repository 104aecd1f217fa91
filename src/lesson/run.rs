//! From a recipe to a trace.

use std::sync::Arc;

use crate::party::AnyParty;
use crate::sim::{Decision, STEPS_MAX, Step, Trace, World};
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
    let running = Running {
        recipe: recipe.clone(),
        world: World::new(setup, recipe.seed.clone()),
        events: Vec::new(),
        decisions: Vec::new(),
        dropped: Vec::new(),
    };
    running.finish()
}

/// A run under way.
struct Running {
    recipe: Recipe,
    world: World<AnyParty>,
    events: Vec<Event>,
    decisions: Vec<Decision>,
    dropped: Vec<Dropped>,
}

impl Running {
    fn finish(mut self) -> Run {
        for _ in 0..STEPS_MAX {
            match self.world.step() {
                Step::Advanced(events) => self.events.extend(events),
                Step::Blocked(point) => self.decide(point),
                Step::Ended(ending) => {
                    let trace = Trace::new(self.events, ending);
                    let mut dropped = self.dropped;
                    dropped.extend(unused(&self.recipe, &self.decisions));
                    return Run {
                        recipe: self.recipe,
                        trace,
                        decisions: self.decisions,
                        dropped,
                    };
                }
            }
        }
        panic!("the run is still going after {STEPS_MAX} steps");
    }

    fn decide(&mut self, point: Arc<ChoicePoint>) {
        let pick = self.recipe.pick(point.by, point.number).cloned();
        let chosen = pick.as_ref().map(|pick| {
            self.world
                .choose(&pick.slug, pick.text.as_deref())
                .map_err(|error| Dropped {
                    pick: pick.clone(),
                    why: error.to_string(),
                })
        });
        let event = match chosen {
            Some(Ok(event)) => event,
            Some(Err(dropped)) => {
                self.dropped.push(dropped);
                self.choose_default(&point)
            }
            None => self.choose_default(&point),
        };
        let EventKind::Chose(taken) = &event.kind else {
            panic!("a choice gives the event of the choice");
        };
        self.decisions.push(Decision {
            point,
            taken: Arc::clone(taken),
        });
        self.events.push(event);
    }

    fn choose_default(&mut self, point: &ChoicePoint) -> Event {
        let default = point.options.first().expect("a decision has an option");
        self.world
            .choose(default.slug, None)
            .expect("the default is offered")
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
