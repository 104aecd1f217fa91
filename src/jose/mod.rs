//! Keys and signed tokens: JWK, JWS, and the key sets that servers publish.
//!
//! Ed25519 is the only algorithm modelled. Which algorithm a key is for stands in the key itself,
//! never in the message, so [`Jwk::algorithm`] is asked before a signature is verified.

pub mod base64url;

mod algorithm;
mod jwk;
mod jws;
mod key;
mod key_ring;
mod memory;
mod unverified;

pub use self::algorithm::{Algorithm, AlgorithmError};
pub use self::jwk::{Jwk, JwkError};
pub use self::jws::{Jws, JwsError, JwsPart, sign};
pub use self::key::{PublicKey, SignatureError, SigningKey};
pub use self::key_ring::{
    CACHE_S_MAX, KeyMiss, KeyRing, KeySet, KeySetError, Lookup, REFRESH_FLOOR_S,
};
pub use self::memory::Memory;
pub use self::unverified::{
    UnverifiedError, UnverifiedJws, UnverifiedPart, UnverifiedSignature, decode_unverified,
};
