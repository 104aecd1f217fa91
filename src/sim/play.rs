//! A run from its beginning to its end, with somebody who decides.

use std::sync::Arc;

use crate::stage::{ChoicePoint, Event, Party};

use super::choosing::ChoiceError;
use super::trace::Trace;
use super::world::{STEPS_MAX, Step, World};

/// What is chosen at a decision: the name of the option and a text, `None` for its own.
pub type Chosen = (&'static str, Option<String>);

/// Runs a world to its end. `decide` is asked at every decision.
///
/// # Errors
///
/// [`ChoiceError`] when what was chosen is not offered, or its text does not fit.
///
/// # Panics
///
/// When the run is still going after [`STEPS_MAX`] steps.
pub fn play<P: Party>(
    world: World<P>,
    mut decide: impl FnMut(&ChoicePoint) -> Chosen,
) -> Result<Trace, ChoiceError> {
    drive(world, |world, point| {
        let (slug, text) = decide(&point);
        world.choose(slug, text.as_deref())
    })
}

/// Runs a world to its end. `choose` chooses at every decision, and gives the event of it.
///
/// # Errors
///
/// What `choose` fails with.
///
/// # Panics
///
/// When the run is still going after [`STEPS_MAX`] steps.
pub fn drive<P: Party, E>(
    mut world: World<P>,
    mut choose: impl FnMut(&mut World<P>, Arc<ChoicePoint>) -> Result<Event, E>,
) -> Result<Trace, E> {
    let mut events: Vec<Event> = Vec::new();
    for _ in 0..STEPS_MAX {
        match world.step() {
            Step::Advanced(happened) => events.extend(happened),
            Step::Blocked(point) => events.push(choose(&mut world, point)?),
            Step::Ended(ending) => return Ok(Trace::new(events, ending)),
        }
    }
    panic!("the run is still going after {STEPS_MAX} steps");
}

/// The default of a decision.
///
/// # Panics
///
/// When it offers nothing, which no party does.
#[must_use]
pub fn by_default(point: &ChoicePoint) -> Chosen {
    let first = point.options.first().expect("a decision has an option");
    (first.slug, None)
}

/// Takes the default of the decision that the world waits for, and gives the event of it.
///
/// # Panics
///
/// When the world does not offer it.
pub fn take_default<P: Party>(world: &mut World<P>, point: &ChoicePoint) -> Event {
    let (slug, text) = by_default(point);
    world
        .choose(slug, text.as_deref())
        .expect("the default is offered")
}
