//! The private keys of the cast, which the seed gives away.

use crate::entropy::draw;
use crate::jose::{Jwk, SigningKey};
use crate::lesson::Run;
use crate::stage::{EventKind, PartyId};

/// The signing key of a party of the run: the seed's draw whose public half the party showed.
pub(super) fn signing_key(run: &Run, party: PartyId) -> Option<SigningKey> {
    let shown = shown_key(run, party)?;
    let secret = draw(&run.recipe.seed, party.slug(), "signing-key", 0);
    let key = SigningKey::from_secret(&secret);
    let key = match shown.kid() {
        Some(kid) => key.with_kid(kid),
        None => key,
    };
    key.public_jwk().is_same_key(&shown).then_some(key)
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
