//! Exploring: every way a cast can go.
//!
//! A path is a run, told by its decisions. Paths that reach one situation share what follows and are
//! counted by adding up; a full walk takes each of them on its own. A situation leaves times out, so the
//! two differ where it matters how much of a deadline is left: not with the defaults of a lesson.
//! A [`Witness`] sees every event of every edge and says when something is broken.

mod sum;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use thiserror::Error;

use crate::entropy::Seed;
use crate::jose::Memory;
use crate::stage::{
    Choice, ChoicePoint, Ending, Event, EventKind, Party, Payload, PersonChoice, Setup, Taken,
};

pub use self::sum::{Explored, Reached};
use super::broken::Broken;
use super::invariants::Witness;
use super::world::{STEPS_MAX, Step, World};

/// How far a walk goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Whether paths share nothing.
    pub full: bool,
    /// The most mistakes on a path. Each is followed by the same decision, so further ones show
    /// nothing.
    pub slips_max: u32,
    /// The most questions of the person on a path. What comes after a further one is not walked.
    pub questions_max: u32,
}

/// A decision that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// What could be chosen.
    pub point: Arc<ChoicePoint>,
    /// What was chosen.
    pub taken: Arc<Taken>,
}

/// A walk through every path of a cast, one small step at a time.
#[derive(Debug)]
pub struct Explorer<P, W> {
    bounds: Bounds,
    places: Vec<Place<P, W>>,
    /// The places that are to be walked on from.
    open: Vec<usize>,
    /// Each situation with its place.
    known: Vec<(String, usize)>,
    /// The ending of a cast that has nothing to decide.
    undecided: Option<Ending>,
    walking: Option<Walking<P, W>>,
    memory: Memory,
    exchanges: u64,
}

/// A decision that comes up: a node of the graph.
#[derive(Debug)]
struct Place<P, W> {
    from: Option<(usize, Arc<Taken>)>,
    point: Arc<ChoicePoint>,
    cost: Cost,
    used: Used,
    /// What is needed to walk on, until every option was taken.
    ahead: Option<Box<Ahead<P, W>>>,
    /// Where its options lead, each with the next place or the ending.
    ways: Vec<(Arc<Taken>, Way)>,
}

/// Where an option leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Place(usize),
    Ending(Ending),
}

#[derive(Debug)]
struct Ahead<P, W> {
    world: World<P>,
    witness: W,
    options_taken: usize,
}

/// An edge under way.
#[derive(Debug)]
struct Walking<P, W> {
    /// The place it began at and the option taken there; `None` at the very beginning.
    from: Option<(usize, Arc<Taken>)>,
    cost: Cost,
    used: Used,
    steps: u32,
    world: World<P>,
    witness: W,
}

/// What of the bounds a path has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
struct Used {
    slips: u32,
    questions: u32,
}

/// How far a path is from the default one, and how long it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
struct Cost {
    departures: u32,
    decisions: u32,
}

/// A path on which something is broken.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{broken}")]
pub struct BrokenPath {
    /// What is broken.
    pub broken: Broken,
    /// The decisions that lead there.
    pub path: Vec<Arc<Taken>>,
}

impl<P: Party, W: Witness> Explorer<P, W> {
    /// A walk that has not begun.
    #[must_use]
    pub fn new(setup: Setup<P>, seed: Seed, bounds: Bounds) -> Self {
        Self {
            bounds,
            places: Vec::new(),
            open: Vec::new(),
            known: Vec::new(),
            undecided: None,
            walking: Some(Walking {
                from: None,
                cost: Cost::default(),
                used: Used::default(),
                steps: 0,
                world: World::new(setup, seed),
                witness: W::default(),
            }),
            memory: Memory::default(),
            exchanges: 0,
        }
    }

    /// Walks to the end.
    ///
    /// # Errors
    ///
    /// [`BrokenPath`] when something is broken on a path.
    pub fn finish(mut self) -> Result<Explored, BrokenPath> {
        while self.advance()? {}
        self.explored()
    }

    /// Goes one step on: lets the next thing happen, or takes the next option. `false` when there is
    /// nothing left to walk.
    ///
    /// # Errors
    ///
    /// [`BrokenPath`] when something is broken on the path under way.
    pub fn advance(&mut self) -> Result<bool, BrokenPath> {
        let Some(mut walking) = self.walking.take() else {
            return self.take_the_next_option();
        };
        walking.steps += 1;
        let step = if walking.steps > STEPS_MAX {
            Err(Broken::Endless)
        } else {
            self.memory.during(|| step_of(&mut walking.world))
        };
        let seen = step.and_then(|step| {
            if let Step::Advanced(events) = &step {
                self.exchanges += requests(events);
                see(&mut walking.witness, events)?;
            }
            Ok(step)
        });
        match seen {
            Ok(Step::Advanced(_)) => self.walking = Some(walking),
            Ok(Step::Blocked(point)) => self.arrive(walking, point),
            Ok(Step::Ended(ending)) => self.end(walking, ending),
            Err(broken) => {
                let path = self.path_of(walking.from.as_ref());
                return Err(BrokenPath { broken, path });
            }
        }
        Ok(true)
    }

    fn take_the_next_option(&mut self) -> Result<bool, BrokenPath> {
        let Some(at) = self.next_open() else {
            return Ok(false);
        };
        let bounds = self.bounds;
        let place = self.place_mut(at);
        let cost = place.cost;
        let ahead = place.ahead.as_mut().expect("an open place has a world");
        let is_first = ahead.options_taken == 0;
        let option = place.point.options.get(ahead.options_taken).cloned();
        ahead.options_taken += 1;
        let Some(option) = option else {
            place.ahead = None;
            self.open.retain(|open| *open != at);
            return Ok(true);
        };
        let used = place.used.and(&option.choice);
        if used.slips > bounds.slips_max || used.questions > bounds.questions_max {
            return Ok(true);
        }
        let mut world = ahead.world.clone();
        let mut witness = ahead.witness.clone();
        let event = world.choose(option.slug, None).expect("it is offered");
        let EventKind::Chose(taken) = &event.kind else {
            panic!("a choice gives the event of the choice");
        };
        let from = Some((at, Arc::clone(taken)));
        if let Err(broken) = witness.see(&event) {
            let path = self.path_of(from.as_ref());
            return Err(BrokenPath { broken, path });
        }
        self.walking = Some(Walking {
            from,
            cost: Cost {
                departures: cost.departures + u32::from(!is_first),
                decisions: cost.decisions + 1,
            },
            used,
            steps: 0,
            world,
            witness,
        });
        Ok(true)
    }

    /// A decision came up: at a place that is known, or at a new one.
    fn arrive(&mut self, walking: Walking<P, W>, point: Arc<ChoicePoint>) {
        let found = if self.bounds.full {
            None
        } else {
            let mut situation = walking.world.situation();
            walking.witness.situation(&mut situation);
            situation.push_str(if walking.used.slips > 0 {
                " slipped"
            } else {
                ""
            });
            let known = self.known.iter().find(|(known, _)| *known == situation);
            let found = known.map(|(_, at)| *at);
            if found.is_none() {
                self.known.push((situation, self.places.len()));
            }
            found
        };
        let at = found.unwrap_or(self.places.len());
        if let Some((from, taken)) = &walking.from {
            let way = (Arc::clone(taken), Way::Place(at));
            self.place_mut(*from).ways.push(way);
        }
        let (cost, from) = (walking.cost, walking.from);
        let ahead = Some(Box::new(Ahead {
            world: walking.world,
            witness: walking.witness,
            options_taken: 0,
        }));
        match found {
            None => self.places.push(Place {
                from,
                point,
                cost,
                used: walking.used,
                ahead,
                ways: Vec::new(),
            }),
            // A nearer way to a place that nobody has walked on from.
            Some(_) if cost < self.place(at).cost => {
                let place = self.place_mut(at);
                (place.from, place.cost, place.ahead) = (from, cost, ahead);
            }
            Some(_) => {}
        }
        if found.is_none() {
            self.open.push(at);
        }
    }

    fn end(&mut self, walking: Walking<P, W>, ending: Ending) {
        match walking.from {
            Some((from, taken)) => self.place_mut(from).ways.push((taken, Way::Ending(ending))),
            None => self.undecided = Some(ending),
        }
    }

    /// How many decisions came up so far, and how many of them are walked on from.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        let places = self.places.len();
        (places - self.open.len(), places)
    }

    /// The nearest path to each way of ending that was found: to each decision, and each of its
    /// options with which the run ends.
    #[must_use]
    pub fn ended(&self) -> Vec<(Ending, Vec<Decision>)> {
        let mut ended = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            for (taken, way) in &place.ways {
                if let Way::Ending(ending) = way {
                    ended.push((*ending, self.decisions(at, taken)));
                }
            }
        }
        ended
    }

    /// The decisions up to one taken at that place, from the first.
    fn decisions(&self, at: usize, taken: &Arc<Taken>) -> Vec<Decision> {
        let mut decisions = Vec::new();
        let mut next = Some((at, Arc::clone(taken)));
        while let Some((at, taken)) = next {
            let place = self.place(at);
            let point = Arc::clone(&place.point);
            decisions.push(Decision { point, taken });
            next = place.from.clone();
        }
        decisions.reverse();
        decisions
    }

    /// What is walked on from next: the nearest place, or in a full walk the last one found.
    fn next_open(&self) -> Option<usize> {
        if self.bounds.full {
            return self.open.last().copied();
        }
        let open = self.open.iter().copied();
        open.min_by_key(|at| (self.place(*at).cost, *at))
    }

    /// The decisions up to one, from the first.
    fn path_of(&self, last: Option<&(usize, Arc<Taken>)>) -> Vec<Arc<Taken>> {
        let mut path = Vec::new();
        let mut next = last;
        while let Some((at, taken)) = next {
            path.push(Arc::clone(taken));
            next = self.place(*at).from.as_ref();
        }
        path.reverse();
        path
    }

    fn place(&self, at: usize) -> &Place<P, W> {
        self.places.get(at).expect("places are never taken away")
    }

    fn place_mut(&mut self, at: usize) -> &mut Place<P, W> {
        self.places
            .get_mut(at)
            .expect("places are never taken away")
    }
}

impl Decision {
    /// Whether it is not the default one.
    fn departs(&self) -> bool {
        let default = self.point.options.first();
        default.is_none_or(|default| default.slug != self.taken.slug)
    }
}

impl Bounds {
    /// Every path, with those that reach one situation sharing what follows.
    pub const SHARED: Self = Self {
        full: false,
        slips_max: 1,
        questions_max: u32::MAX,
    };

    /// Every path on its own.
    pub const FULL: Self = Self {
        full: true,
        ..Self::SHARED
    };

    /// One question at most, and no mistakes.
    pub const ONE_ROUND: Self = Self {
        slips_max: 0,
        questions_max: 1,
        ..Self::SHARED
    };
}

impl Used {
    fn and(self, choice: &Choice) -> Self {
        let asks = matches!(
            choice,
            Choice::Person(PersonChoice::Ask { .. } | PersonChoice::AskClosed { .. })
        );
        Self {
            slips: self.slips + u32::from(choice.is_slip()),
            questions: self.questions + u32::from(asks),
        }
    }
}

/// Lets a witness see events in order.
///
/// # Errors
///
/// What is broken.
pub fn see<'a>(
    witness: &mut impl Witness,
    events: impl IntoIterator<Item = &'a Event>,
) -> Result<(), Broken> {
    events.into_iter().try_for_each(|event| witness.see(event))
}

fn requests(events: &[Event]) -> u64 {
    let sent = events.iter().filter(|event| match &event.kind {
        EventKind::Sent(message) => matches!(message.payload, Payload::Request(_)),
        _ => false,
    });
    sent.map(|_| 1).sum()
}

/// One step of a world. A panic is something that is broken.
fn step_of<P: Party>(world: &mut World<P>) -> Result<Step, Broken> {
    catch_unwind(AssertUnwindSafe(|| world.step())).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Broken::Panic {
            message: text.unwrap_or_default(),
        }
    })
}
