//! Verification that explains itself.
//!
//! A verifier walks a numbered list of the draft with a [`Walk`]: every step is recorded with the
//! values it compared, the first failure ends the walk, and what comes after it is "not reached".
//! The walk gives back a [`Report`] and, only when every step passed or did not apply, the value as
//! [`Verified`]. There is no other way to make a `Verified`, so a role that takes one has proof.
//!
//! A verifier never fetches. A step that wants a key it does not have stops the walk with
//! [`Stop::Needs`]; the caller gets the key and walks again from the start.

mod evidence;
mod fault;
mod report;
mod walk;

pub mod rules;

pub use self::evidence::{Evidence, Value};
pub use self::fault::Fault;
pub use self::report::{Check, Outcome, Place, Report, Subject};
pub use self::walk::{KeyRef, Rejection, Stop, Verified, Walk, Walked};
