//! The simulation: a world of parties, the network between them, and the time that passes.
//!
//! It knows setups and choices. It knows nothing of lessons, and nothing of what the parties say.

mod broken;
mod choosing;
mod explore;
mod invariants;
mod last_answer;
mod network;
mod play;
mod schedule;
mod trace;
mod world;

pub use self::broken::Broken;
pub use self::choosing::ChoiceError;
pub use self::explore::{Bounds, BrokenPath, Decision, Explored, Explorer, Reached, see};
pub use self::invariants::{Protocol, Witness};
pub use self::network::{LATENCY, NOTICE_LATENCY};
pub use self::play::{Chosen, by_default, drive, play, take_default};
pub use self::trace::{Exchange, Trace};
pub use self::world::{STEPS_MAX, Step, World};
