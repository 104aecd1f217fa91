//! The lanes of the sequence: who takes part, and under which name.

use crate::jose::decode_unverified;
use crate::lesson::Run;
use crate::sim::Trace;
use crate::stage::{EventKind, Notice, PartyId};

/// A lane of the sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The party.
    pub party: PartyId,
    /// The host of a server, or the local part of the agent's identifier.
    pub name: Option<String>,
}

/// The lanes of a run, in the order of its lesson.
#[must_use]
pub fn lanes(run: &Run) -> Vec<Lane> {
    let recipe = &run.recipe;
    let setup = (recipe.lesson.setup)(&recipe.settings);
    let mut lanes = Vec::new();
    for party in recipe.lesson.cast.iter().copied() {
        let member = setup.cast.iter().find(|member| member.id == party);
        let host = member.and_then(|member| member.host.clone());
        let name = host.or_else(|| local_name(&run.trace, party));
        lanes.push(Lane { party, name });
    }
    lanes
}

/// `briefing`, when the party is given an agent token for `aauth:briefing@agent.example`.
#[must_use]
pub fn local_name(trace: &Trace, party: PartyId) -> Option<String> {
    let token = trace.events().find_map(|event| {
        if let EventKind::Told { to, notice } = &event.kind
            && *to == party
            && let Notice::Enrolled { agent_token } = &**notice
        {
            return Some(decode_unverified(agent_token));
        }
        None
    })?;
    let claims = token.payload.json.ok()?;
    let (local, _) = claims
        .get("sub")?
        .as_str()?
        .strip_prefix("aauth:")?
        .split_once('@')?;
    Some(local.to_owned())
}
