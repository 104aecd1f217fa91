//! From a recipe to a trace.

use std::sync::Arc;

use crate::party::AnyParty;
use crate::sim::{STEPS_MAX, Step, Trace, World};
use crate::stage::{ChoicePoint, Event, EventKind, Taken};

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
    /// The world at each decision, before it was taken. A cache and nothing more.
    checkpoints: Vec<World<AnyParty>>,
}

/// A decision of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What could be chosen.
    pub point: Arc<ChoicePoint>,
    /// What was chosen.
    pub taken: Arc<Taken>,
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
    let world = World::new(&setup, recipe.seed.clone());
    Running::new(recipe.clone(), world).finish()
}

impl Run {
    /// The run with other picks. Up to the first decision that differs it is taken over, and the
    /// world goes on from there; the bytes are the same as if it had been run from the start.
    #[must_use]
    pub fn branch(&self, picks: Vec<Pick>) -> Self {
        let recipe = Recipe {
            picks,
            ..self.recipe.clone()
        };
        let same = self
            .decisions
            .iter()
            .take_while(|decision| {
                let point = &decision.point;
                recipe.pick(point.by, point.number) == self.recipe.pick(point.by, point.number)
            })
            .count();
        let Some(world) = self.checkpoints.get(same) else {
            return run(&recipe);
        };
        let mut running = Running::new(recipe, world.clone());
        running.segments = self
            .trace
            .segments()
            .iter()
            .take(same + 1)
            .cloned()
            .collect();
        running.decisions = self.decisions.iter().take(same).cloned().collect();
        running.checkpoints = self.checkpoints.iter().take(same).cloned().collect();
        running.dropped = self.dropped_before(same);
        running.finish()
    }
}

impl Run {
    /// The picks that were not offered at one of the first `same` decisions.
    fn dropped_before(&self, same: usize) -> Vec<Dropped> {
        let decided = |pick: &Pick| {
            let decisions = self.decisions.iter().take(same);
            let mut points = decisions.map(|decision| &decision.point);
            points.any(|point| point.by == pick.by && point.number == pick.number)
        };
        let tried = |pick: &Pick| self.recipe.pick(pick.by, pick.number) == Some(pick);
        let dropped = self.dropped.iter();
        dropped
            .filter(|dropped| decided(&dropped.pick) && tried(&dropped.pick))
            .cloned()
            .collect()
    }
}

/// A run under way.
struct Running {
    recipe: Recipe,
    world: World<AnyParty>,
    segments: Vec<Arc<[Event]>>,
    current: Vec<Event>,
    decisions: Vec<Decision>,
    dropped: Vec<Dropped>,
    checkpoints: Vec<World<AnyParty>>,
}

impl Running {
    fn new(recipe: Recipe, world: World<AnyParty>) -> Self {
        Self {
            recipe,
            world,
            segments: Vec::new(),
            current: Vec::new(),
            decisions: Vec::new(),
            dropped: Vec::new(),
            checkpoints: Vec::new(),
        }
    }

    fn finish(mut self) -> Run {
        for _ in 0..STEPS_MAX {
            match self.world.step() {
                Step::Advanced(events) => self.current.extend(events),
                Step::Blocked(point) => self.decide(point),
                Step::Ended(ending) => {
                    self.close_segment();
                    let trace = Trace::new(self.segments, ending);
                    let mut dropped = self.dropped;
                    dropped.extend(unused(&self.recipe, &self.decisions));
                    return Run {
                        recipe: self.recipe,
                        trace,
                        decisions: self.decisions,
                        dropped,
                        checkpoints: self.checkpoints,
                    };
                }
            }
        }
        panic!("the run is still going after {STEPS_MAX} steps");
    }

    fn decide(&mut self, point: Arc<ChoicePoint>) {
        // A segment ends with the offer, and the next begins with the decision.
        if !self.current.is_empty() {
            self.close_segment();
        }
        self.checkpoints.push(self.world.clone());
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
        self.current.push(event);
    }

    fn choose_default(&mut self, point: &ChoicePoint) -> Event {
        let default = point.options.first().expect("a decision has an option");
        self.world
            .choose(default.slug, None)
            .expect("the default is offered")
    }

    fn close_segment(&mut self) {
        let events = core::mem::take(&mut self.current);
        self.segments.push(events.into());
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
