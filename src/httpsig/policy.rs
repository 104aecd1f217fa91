//! What a verifier asks of a signature, and where it gets its keys from.

use super::sign::Coverage;
use super::signature_key::{Scheme, SignatureKey};
use crate::check::{KeyRef, Report, Stop, Walk};
use crate::jose::{Jwk, KeyMiss};
use crate::time::Timestamp;

/// How far `created` may be from the verifier's clock, either way, unless it says otherwise.
///
/// Spec: `#verification`.
pub const WINDOW_S_DEFAULT: u64 = 60;

/// What a server asks of a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy<'a> {
    /// The server's own host in lower case. A signature made for another host is none here.
    pub authority: &'a str,
    /// What the signature must cover.
    pub coverage: Coverage,
    /// The `Signature-Key` schemes that are accepted.
    pub schemes: &'a [Scheme],
    /// The server's clock.
    pub now: Timestamp,
    /// How far `created` may be from it, either way.
    pub window_s: u64,
}

impl<'a> Policy<'a> {
    /// A policy with the default window.
    #[must_use]
    pub fn new(
        authority: &'a str,
        coverage: Coverage,
        schemes: &'a [Scheme],
        now: Timestamp,
    ) -> Self {
        Self {
            authority,
            coverage,
            schemes,
            now,
            window_s: WINDOW_S_DEFAULT,
        }
    }
}

/// Whoever can tell which key a `Signature-Key` leads to, and what it proves.
pub trait KeySource {
    /// What is known about the signer once the key is trusted, such as its token.
    type Credential;

    /// Step 5: obtains the key, and notes what was looked up. It is asked only for schemes that the
    /// policy accepts.
    fn obtain(&self, key: &SignatureKey, walk: &mut Walk) -> Obtained<Self::Credential>;

    /// A key set that is worth fetching again when the signature does not verify under the key:
    /// the key came from a cached set, which may be old.
    fn refresh(&self, _key: &SignatureKey) -> Option<KeyRef> {
        None
    }
}

/// A key with the way it was obtained.
#[derive(Debug)]
pub enum Obtained<C> {
    /// By the walk of a token, which becomes part of the report.
    ByToken {
        /// The walk.
        report: Report,
        /// The key that the token is bound to, or why it was refused.
        result: Result<(Jwk, C), Stop>,
    },
    /// From a key set: the key, or why there is none.
    ByLookup(Result<(Jwk, C), KeyMiss>),
}
