//! Who takes part in a run.

use super::ids::PartyId;

/// A cast, ready to run.
#[derive(Clone, Debug)]
pub struct Setup<P> {
    /// The parties, in the order in which they start.
    pub cast: Vec<CastMember<P>>,
}

impl<P> Setup<P> {
    /// The model of a role, to set it up differently.
    pub fn party_mut(&mut self, id: PartyId) -> Option<&mut P> {
        let mut cast = self.cast.iter_mut();
        cast.find(|member| member.id == id)
            .map(|member| &mut member.party)
    }
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
