//! The key sets a party has fetched, and when it may fetch again.

use std::sync::Arc;

use thiserror::Error;

use super::jwk::{Jwk, JwkError};
use crate::check::{Fault, KeyRef};
use crate::json::Value;
use crate::time::{Span, Timestamp};

/// The shortest time between two fetches of one issuer's key set.
///
/// Spec: `#jwks-discovery`.
pub const REFRESH_FLOOR_S: u64 = 60;

/// The age at which a cached key set is dropped.
///
/// Spec: `#jwks-discovery`.
pub const CACHE_S_MAX: u64 = 24 * 60 * 60;

/// A key set as its issuer published it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeySet {
    keys: Vec<(String, Result<Jwk, JwkError>)>,
}

/// A document that is no key set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a key set is an object with an array called keys, and no member twice")]
pub struct KeySetError;

/// The key sets of all issuers, each with the time of its last fetch.
///
/// A set is looked up by issuer and well-known document, for the document decides in which role
/// the issuer signs.
///
/// Spec: `#jwks-discovery`.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct KeyRing {
    sets: Vec<Cached>,
}

/// What a ring knows about a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// Here it is.
    Found(&'a Jwk),
    /// Fetch the set, then ask again: it was never fetched, is too old, or does not have the key
    /// and may be fetched again.
    Fetch,
    /// The issuer has no such key, and it is too early to ask it again.
    Absent,
    /// The set could not be fetched, or its key of that name cannot be read.
    Failed(Fault),
}

/// Why a verifier does not get a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyMiss {
    /// The set has to be fetched first.
    Needs(Box<KeyRef>),
    /// There is no such key, or it cannot be had.
    Fault(Fault),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Cached {
    issuer: String,
    dwk: String,
    set: Option<(Arc<KeySet>, Timestamp)>,
    tried_at: Timestamp,
    failure: Option<Fault>,
    /// The holder's own set, which it never fetches.
    own: bool,
}

impl KeySet {
    /// Reads a key set, `{"keys": [...]}`. A member that cannot be read, or has no `kid`, does not
    /// spoil the others.
    ///
    /// # Errors
    ///
    /// [`KeySetError`] when the document has another shape.
    pub fn parse(document: &Value) -> Result<Self, KeySetError> {
        let keys = document.get("keys").and_then(Value::as_array);
        keys.map(Self::of).ok_or(KeySetError)
    }

    /// The set of these members.
    #[must_use]
    pub fn of(members: &[Value]) -> Self {
        let named = members.iter().filter_map(|member| {
            let kid = member.get("kid")?.as_str()?;
            Some((kid.to_owned(), Jwk::parse(member)))
        });
        Self {
            keys: named.collect(),
        }
    }

    /// The ids of the members, in the order of the document.
    pub fn kids(&self) -> impl Iterator<Item = &str> {
        self.keys.iter().map(|(kid, _)| kid.as_str())
    }

    /// The first member of that name.
    fn find(&self, kid: &str) -> Option<&Result<Jwk, JwkError>> {
        let named = self.keys.iter().find(|(name, _)| name == kid);
        named.map(|(_, key)| key)
    }
}

impl KeyRing {
    /// Looks a key up. An issuer's set is fetched again at most once a minute.
    #[must_use]
    pub fn lookup(&self, key: &KeyRef, now: Timestamp) -> Lookup<'_> {
        let Some(cached) = self.cached(&key.issuer, &key.dwk) else {
            return Lookup::Fetch;
        };
        let member = cached.fresh_set(now).map(|set| set.find(&key.kid));
        match (member, cached.failure) {
            (Some(Some(Ok(jwk))), _) => Lookup::Found(jwk),
            (Some(Some(Err(error))), _) => Lookup::Failed(error.fault()),
            (Some(None) | None, _) if cached.may_fetch(now) => Lookup::Fetch,
            (Some(None), _) => Lookup::Absent,
            (None, Some(fault)) => Lookup::Failed(fault),
            (None, None) => Lookup::Fetch,
        }
    }

    /// The key, as a verifier wants it: it, or the reason to stop.
    ///
    /// # Errors
    ///
    /// [`KeyMiss`] when the key is not at hand, is unknown, or cannot be read.
    pub fn key(&self, key: &KeyRef, now: Timestamp) -> Result<&Jwk, KeyMiss> {
        match self.lookup(key, now) {
            Lookup::Found(jwk) => Ok(jwk),
            Lookup::Fetch => Err(KeyMiss::Needs(Box::new(key.clone()))),
            Lookup::Absent => Err(KeyMiss::Fault(Fault::KeyUnknown)),
            Lookup::Failed(fault) => Err(KeyMiss::Fault(fault)),
        }
    }

    /// Whether a signature that fails under a cached key is a reason to fetch the set again: there
    /// is a set, and it was last asked for a minute ago or more.
    #[must_use]
    pub fn may_refresh(&self, issuer: &str, dwk: &str, now: Timestamp) -> bool {
        self.cached(issuer, dwk)
            .is_some_and(|cached| cached.fresh_set(now).is_some() && cached.may_fetch(now))
    }

    /// Keeps a set that was fetched at `now`.
    pub fn insert(&mut self, issuer: &str, dwk: &str, set: KeySet, now: Timestamp) {
        let cached = self.entry(issuer, dwk, now);
        cached.set = Some((Arc::new(set), now));
        cached.failure = None;
    }

    /// Keeps the set that the holder of the ring publishes itself. It does not age.
    pub fn insert_own(&mut self, issuer: &str, dwk: &str, set: KeySet, now: Timestamp) {
        self.insert(issuer, dwk, set, now);
        self.entry(issuer, dwk, now).own = true;
    }

    /// Whether there is a set that is not too old.
    #[must_use]
    pub fn holds(&self, issuer: &str, dwk: &str, now: Timestamp) -> bool {
        self.cached(issuer, dwk)
            .is_some_and(|cached| cached.fresh_set(now).is_some())
    }

    /// Records that a fetch failed at `now`. A set that is at hand stays.
    pub fn insert_failure(&mut self, issuer: &str, dwk: &str, fault: Fault, now: Timestamp) {
        self.entry(issuer, dwk, now).failure = Some(fault);
    }

    fn cached(&self, issuer: &str, dwk: &str) -> Option<&Cached> {
        self.sets.iter().find(|cached| cached.is_of(issuer, dwk))
    }

    /// What is known of that issuer, which was tried at `now`.
    fn entry(&mut self, issuer: &str, dwk: &str, now: Timestamp) -> &mut Cached {
        let mut sets = self.sets.iter();
        let known = sets.position(|cached| cached.is_of(issuer, dwk));
        let at = known.unwrap_or_else(|| {
            self.sets.push(Cached {
                issuer: issuer.to_owned(),
                dwk: dwk.to_owned(),
                set: None,
                tried_at: now,
                failure: None,
                own: false,
            });
            self.sets.len() - 1
        });
        let cached = self.sets.get_mut(at).expect("it is there by now");
        cached.tried_at = now;
        cached
    }
}

impl Cached {
    fn is_of(&self, issuer: &str, dwk: &str) -> bool {
        self.issuer == issuer && self.dwk == dwk
    }

    fn fresh_set(&self, now: Timestamp) -> Option<&KeySet> {
        let (set, fetched_at) = self.set.as_ref()?;
        (self.own || now.since(*fetched_at) <= Span::from_s(CACHE_S_MAX)).then_some(set)
    }

    fn may_fetch(&self, now: Timestamp) -> bool {
        !self.own && now.since(self.tried_at) >= Span::from_s(REFRESH_FLOOR_S)
    }
}
