//! How property tests draw their cases: the same ones in every run.

use proptest::test_runner::{Config, RngSeed};

/// A configuration of `cases` cases from a fixed seed. A failure shows its case, so nothing is
/// written to disk.
pub(crate) fn cases(cases: u32) -> Config {
    Config {
        rng_seed: RngSeed::Fixed(9421),
        failure_persistence: None,
        ..Config::with_cases(cases)
    }
}
