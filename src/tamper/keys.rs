//! The private keys of the cast, which the seed gives away.

use crate::entropy::draw;
use crate::jose::{Jwk, SigningKey};
use crate::lesson::Run;
use crate::stage::{EventKind, PartyId};

/// How many keys a party makes at most.
const KEYS_MAX: u32 = 4;

/// The signing key of a party of the run: the seed's draw whose public half the party showed.
pub(super) fn signing_key(run: &Run, party: PartyId) -> Option<SigningKey> {
    let shown = shown_key(run, party)?;
    let key = key_with(run, party, shown.x()?)?;
    Some(match shown.kid() {
        Some(kid) => key.with_kid(kid),
        None => key,
    })
}

/// The key of a party whose public half is `x`: a party may have made several.
pub(super) fn key_with(run: &Run, party: PartyId, x: &str) -> Option<SigningKey> {
    let mut drawn = (0..KEYS_MAX).map(|counter| {
        let secret = draw(&run.recipe.seed, party.slug(), "signing-key", counter);
        SigningKey::from_secret(&secret)
    });
    drawn.find(|key| key.public_jwk().x() == Some(x))
}

/// The key of somebody who is not in the cast.
pub(super) fn strangers_key(run: &Run) -> SigningKey {
    let secret = draw(&run.recipe.seed, "stranger", "signing-key", 0);
    SigningKey::from_secret(&secret)
}

fn shown_key(run: &Run, party: PartyId) -> Option<Jwk> {
    run.trace.events().find_map(|event| match &event.kind {
        EventKind::KeyMade { key } if event.by == party => Some(key.clone()),
        _ => None,
    })
}
