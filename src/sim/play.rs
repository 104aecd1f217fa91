//! A run from its beginning to its end, with somebody who decides.

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
    mut world: World<P>,
    mut decide: impl FnMut(&ChoicePoint) -> Chosen,
) -> Result<Trace, ChoiceError> {
    let mut events: Vec<Event> = Vec::new();
    for _ in 0..STEPS_MAX {
        match world.step() {
            Step::Advanced(happened) => events.extend(happened),
            Step::Blocked(point) => {
                let (slug, text) = decide(&point);
                events.push(world.choose(slug, text.as_deref())?);
            }
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
