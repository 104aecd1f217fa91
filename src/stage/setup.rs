//! Who takes part in a run.

use super::ids::PartyId;

/// A cast, ready to run.
#[derive(Clone, Debug)]
pub struct Setup<P> {
    /// The parties, in the order in which they start.
    pub cast: Vec<CastMember<P>>,
}

/// One party of a cast.
#[derive(Clone, Debug)]
pub struct CastMember<P> {
    /// Its role.
    pub id: PartyId,
    /// The host it serves, if it is a server: `ps.example`.
    pub host: Option<String>,
    /// Its model.
    pub party: P,
}
