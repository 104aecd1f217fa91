//! Every random value of a run, drawn from the recipe's seed.
//!
//! A draw is `SHA-256("aauth-sim" ‖ seed ‖ party ‖ purpose ‖ counter)`. Each of the five fields is
//! preceded by its length as four big-endian bytes, and the counter is written in decimal. The
//! counter counts the draws of that party for that purpose, from 0. So a draw added in one place
//! changes no other value, and a reader can recompute each key, id and code by hand.
//!
//! The seed gives every private key away. That is what a simulator wants and nothing else does.

use std::sync::Arc;

use sha2::{Digest, Sha256};
use thiserror::Error;

/// The most characters a seed has.
pub const SEED_LEN_MAX: u32 = 64;

/// What a run's random values come from: 1 to 64 characters of `a-z0-9-`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Seed(Arc<str>);

/// A text that is no seed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a seed is 1 to {SEED_LEN_MAX} characters of a-z, 0-9 and '-', not '{text}'")]
pub struct SeedError {
    /// What was given.
    pub text: String,
}

impl Seed {
    /// Reads a seed.
    ///
    /// # Errors
    ///
    /// [`SeedError`] when `text` is empty, too long, or has another character.
    pub fn parse(text: &str) -> Result<Self, SeedError> {
        let short_enough = u32::try_from(text.len()).is_ok_and(|len| len <= SEED_LEN_MAX);
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
        if text.is_empty() || !short_enough || !plain {
            return Err(SeedError {
                text: text.chars().take(80).collect(),
            });
        }
        Ok(Self(text.into()))
    }

    /// A seed of 16 hex digits, from eight bytes of real randomness.
    #[must_use]
    pub fn fresh(bytes: [u8; 8]) -> Self {
        let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
        Self(hex.into())
    }

    /// The seed as it is written in a link.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Seed {
    fn default() -> Self {
        Self("aauth".into())
    }
}

/// The source of a run's random values.
#[derive(Clone, Debug)]
pub struct Entropy {
    seed: Seed,
    /// The party and the purpose of every draw so far: what counts those of a kind.
    drawn: Vec<(&'static str, &'static str)>,
}

impl Entropy {
    /// A source that has drawn nothing yet.
    #[must_use]
    pub const fn new(seed: Seed) -> Self {
        Self {
            seed,
            drawn: Vec::new(),
        }
    }

    /// The next 32 bytes of `party` for `purpose`.
    pub fn draw(&mut self, party: &'static str, purpose: &'static str) -> [u8; 32] {
        let before = self.drawn.iter().filter(|one| **one == (party, purpose));
        let counter = u32::try_from(before.count()).expect("a run draws a few hundred times");
        self.drawn.push((party, purpose));
        draw(&self.seed, party, purpose, counter)
    }
}

/// The draw number `counter` of `party` for `purpose`.
#[must_use]
pub fn draw(seed: &Seed, party: &str, purpose: &str, counter: u32) -> [u8; 32] {
    let counter = counter.to_string();
    let mut hash = Sha256::new();
    for field in ["aauth-sim", seed.as_str(), party, purpose, &counter] {
        let len = u32::try_from(field.len()).expect("every field is a short name");
        hash.update(len.to_be_bytes());
        hash.update(field.as_bytes());
    }
    hash.finalize().into()
}
