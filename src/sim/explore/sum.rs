//! What comes of a walk: the paths added up, and the nearest one to each ending.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::stage::{Ending, Party, Taken};

use super::super::broken::Broken;
use super::super::invariants::Witness;
use super::{BrokenPath, Decision, Explorer, Way};

/// What came of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explored {
    /// The endings that are reached, in the order of [`Ending`].
    pub endings: Vec<Reached>,
    /// How many decisions came up that are not the same.
    pub situations: u32,
    /// How many requests were made on the way.
    pub exchanges: u64,
}

/// An ending that is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The ending.
    pub ending: Ending,
    /// How many paths lead to it.
    pub paths: u64,
    /// The shortest of them: with the fewest decisions that are not the default ones, and of those
    /// the one with the fewest decisions.
    pub shortest: Vec<Arc<Taken>>,
}

impl<P: Party, W: Witness> Explorer<P, W> {
    /// What came of a walk that is over.
    ///
    /// # Errors
    ///
    /// [`BrokenPath`] when a path comes back to where it was: it need not end.
    pub fn explored(&self) -> Result<Explored, BrokenPath> {
        let paths = self.count()?;
        let mut nearest: BTreeMap<Ending, (usize, Vec<Decision>)> = BTreeMap::new();
        for (ending, path) in self.ended() {
            let departures = path.iter().filter(|decision| decision.departs()).count();
            let least = nearest.get(&ending);
            if least.is_none_or(|(least, known)| (departures, path.len()) < (*least, known.len())) {
                nearest.insert(ending, (departures, path));
            }
        }
        let shortest = |ending: Ending| {
            let path = nearest.get(&ending).map_or(&[][..], |(_, path)| path);
            path.iter()
                .map(|decision| Arc::clone(&decision.taken))
                .collect()
        };
        let endings = paths.into_iter().map(|(ending, paths)| Reached {
            ending,
            paths,
            shortest: shortest(ending),
        });
        Ok(Explored {
            endings: endings.collect(),
            situations: u32::try_from(self.places.len()).unwrap_or(u32::MAX),
            exchanges: self.exchanges,
        })
    }

    /// Adds the paths up, each place after all that lead to it.
    fn count(&self) -> Result<BTreeMap<Ending, u64>, BrokenPath> {
        let mut endings: BTreeMap<Ending, u64> = BTreeMap::new();
        if let Some(ending) = self.undecided {
            endings.insert(ending, 1);
        }
        let mut leads: Vec<u32> = vec![0; self.places.len()];
        for place in &self.places {
            for (_, way) in &place.ways {
                if let Way::Place(at) = way {
                    *leads.get_mut(*at).expect("a way leads to a place") += 1;
                }
            }
        }
        let mut paths: Vec<u64> = vec![0; self.places.len()];
        let mut ready: Vec<usize> = Vec::new();
        if let (Some(first), Some(0)) = (paths.first_mut(), leads.first()) {
            *first = 1;
            ready.push(0);
        }
        while let Some(at) = ready.pop() {
            let so_far = paths.get(at).copied().unwrap_or(0);
            for (_, way) in &self.place(at).ways {
                match way {
                    Way::Ending(ending) => *endings.entry(*ending).or_insert(0) += so_far,
                    Way::Place(next) => {
                        *paths.get_mut(*next).expect("a way leads to a place") += so_far;
                        let left = leads.get_mut(*next).expect("a way leads to a place");
                        *left -= 1;
                        if *left == 0 {
                            ready.push(*next);
                        }
                    }
                }
            }
        }
        match leads.iter().position(|left| *left > 0) {
            None => Ok(endings),
            Some(at) => Err(BrokenPath {
                broken: Broken::Endless,
                path: self.path_of(self.place(at).from.as_ref()),
            }),
        }
    }
}
