//! A fresh seed: the only place in which real randomness enters.

use crate::entropy::Seed;

/// A seed that nobody can guess. `None` when the browser gives no random bytes.
#[expect(
    clippy::disallowed_methods,
    reason = "this is the one file of `ui` in which entropy enters"
)]
pub(super) fn fresh_seed() -> Option<Seed> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).ok()?;
    Some(Seed::fresh(bytes))
}
