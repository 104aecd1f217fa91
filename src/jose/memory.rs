//! What was computed before: signatures depend on nothing but a key and bytes, so whoever walks many
//! runs that share most of their messages need not compute them again.
//!
//! Our choice: a memory is lent to the thread while its owner works. Without one, and that is how a
//! single run is made, everything is computed. On the page it always is: the code of a memory weighs
//! more there than the moment it saves.

use core::cell::RefCell;
use std::collections::BTreeMap;

use ed25519_dalek::VerifyingKey;
use sha2::{Digest as _, Sha256};

/// The signatures that were made, the ones that were found to hold and the points that keys were
/// found to be, by the digest of the bytes they depend on.
#[derive(Debug, Default)]
pub struct Memory {
    points: BTreeMap<[u8; 32], Option<VerifyingKey>>,
    made: BTreeMap<[u8; 32], [u8; 64]>,
    held: BTreeMap<[u8; 32], bool>,
}

std::thread_local! {
    static LENT: RefCell<Option<Memory>> = const { RefCell::new(None) };
}

impl Memory {
    /// Does `work`, and remembers the signatures it makes and verifies.
    pub fn during<T>(&mut self, work: impl FnOnce() -> T) -> T {
        if cfg!(target_arch = "wasm32") {
            return work();
        }
        LENT.set(Some(core::mem::take(self)));
        let done = work();
        *self = LENT.take().unwrap_or_default();
        done
    }
}

/// The point that these bytes encode, if any, found now if it was not before.
pub(super) fn point(
    bytes: &[u8; 32],
    find: impl FnOnce() -> Option<VerifyingKey>,
) -> Option<VerifyingKey> {
    recall(|memory| &mut memory.points, &[bytes], find)
}

/// The signature of `message` by the key with that public half, made now if it was not before.
pub(super) fn made(key: &[u8; 32], message: &[u8], make: impl FnOnce() -> [u8; 64]) -> [u8; 64] {
    recall(|memory| &mut memory.made, &[key, message], make)
}

/// Whether the signature holds, verified now if it was not before.
pub(super) fn held(
    key: &[u8; 32],
    message: &[u8],
    signature: &[u8],
    verify: impl FnOnce() -> bool,
) -> bool {
    recall(
        |memory| &mut memory.held,
        &[key, signature, message],
        verify,
    )
}

fn recall<T: Copy>(
    part: fn(&mut Memory) -> &mut BTreeMap<[u8; 32], T>,
    inputs: &[&[u8]],
    compute: impl FnOnce() -> T,
) -> T {
    if cfg!(target_arch = "wasm32") {
        return compute();
    }
    LENT.with_borrow_mut(|lent| match lent {
        None => compute(),
        Some(memory) => {
            let digest = inputs.iter().fold(Sha256::new(), Sha256::chain_update);
            let known = part(memory).entry(digest.finalize().into());
            *known.or_insert_with(compute)
        }
    })
}
