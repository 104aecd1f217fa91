//! The agent token: which agent signs.

use super::claims::{ClaimFault, CommonClaims, Written, expiry};
use super::common::{ExpectedCommon, TokenType, TokenVerifier};
use super::confirmation::{Confirmation, walk_confirmation};
use crate::aauth::identifiers::{AgentId, Dwk, ServerId};
use crate::aauth::members::{Members, Reading};
use crate::check::rules::{
    AGENT_CONFIRMATION, AGENT_IDENTIFIER, AGENT_PARENT, AGENT_PERSON_SERVER, List,
};
use crate::check::{Fault, Place, Stop, Subject, Walk, Walked};
use crate::jose::{Jwk, SigningKey};
use crate::time::Timestamp;

/// The longest lifetime that the draft recommends for an agent token.
///
/// Spec: #agent-token-structure
pub const AGENT_TOKEN_LIFETIME_S_MAX: u64 = 24 * 60 * 60;

/// The claims of an agent token.
///
/// Direction: AP → agent; agent → PS and AP, in `Signature-Key`; PS → AS, as `agent_token`.
/// Spec: #agent-token-structure
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentToken {
    /// The agent provider.
    pub iss: ServerId,
    /// The agent.
    pub sub: AgentId,
    /// The agent's public key.
    pub cnf: Jwk,
    /// The agent's person server.
    pub ps: Option<ServerId>,
    /// The agent that this one works for: its presence marks a sub-agent.
    pub parent_agent: Option<AgentId>,
    /// The token's own name.
    pub jti: String,
    /// When it was issued.
    pub iat: Timestamp,
    /// When it expires.
    pub exp: Timestamp,
}

/// What an agent provider decides about a token it issues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAgentToken {
    /// The agent provider.
    pub iss: ServerId,
    /// The agent.
    pub sub: AgentId,
    /// The agent's public key.
    pub cnf: Jwk,
    /// The agent's person server.
    pub ps: Option<ServerId>,
    /// The agent that this one works for.
    pub parent_agent: Option<AgentId>,
    /// The token's own name, never used before.
    pub jti: String,
}

impl NewAgentToken {
    /// The token as of `now`. It lives `lifetime_s`, and 24 hours at most.
    #[must_use]
    pub fn issue(self, now: Timestamp, lifetime_s: u64) -> AgentToken {
        AgentToken {
            iss: self.iss,
            sub: self.sub,
            cnf: self.cnf,
            ps: self.ps,
            parent_agent: self.parent_agent,
            jti: self.jti,
            iat: Timestamp::from_unix_s(now.unix_s()),
            exp: expiry(now, lifetime_s.min(AGENT_TOKEN_LIFETIME_S_MAX), &[]),
        }
    }
}

impl AgentToken {
    /// The token as it travels, signed by the agent provider.
    ///
    /// # Panics
    ///
    /// When `key` has no `kid`.
    #[must_use]
    pub fn sign(&self, key: &SigningKey) -> String {
        Written::new(&self.iss, Dwk::Agent)
            .text("sub", self.sub.as_str())
            .confirmation(&self.cnf)
            .optional("ps", self.ps.as_ref().map(ServerId::as_str))
            .optional(
                "parent_agent",
                self.parent_agent.as_ref().map(AgentId::as_str),
            )
            .sign(TokenType::Agent, &self.jti, self.iat, self.exp, key)
    }
}

impl TokenVerifier<'_> {
    /// Verifies an agent token.
    pub fn verify_agent_token(
        &self,
        jwt: &str,
        place: Place,
        confirmation: Confirmation<'_>,
    ) -> Walked<AgentToken> {
        let subject = Subject::Token {
            jwt: jwt.to_owned(),
            place,
        };
        let mut walk = Walk::new(subject, &[List::Common, List::AgentToken]);
        let result = self.walk_agent_token(&mut walk, jwt, &[TokenType::Agent], confirmation);
        walk.finish(result)
    }

    pub(crate) fn walk_agent_token(
        &self,
        walk: &mut Walk,
        jwt: &str,
        taken_here: &[TokenType],
        confirmation: Confirmation<'_>,
    ) -> Result<AgentToken, Stop> {
        let expected = ExpectedCommon {
            kind: TokenType::Agent,
            taken_here,
            dwks: &[Dwk::Agent],
        };
        let (common, claims) = self.walk_common(walk, jwt, &expected, read)?;
        let CommonClaims {
            iss,
            dwk: _,
            jti,
            iat,
            exp,
        } = common;
        let cnf = walk_confirmation(walk, &AGENT_CONFIRMATION, &claims.all, confirmation)?;
        let ps = person_server(walk, claims.ps.as_deref())?;
        let parent_agent = parent(walk, claims.parent_agent.as_deref())?;
        Ok(AgentToken {
            sub: identifier(walk, claims.sub.as_deref())?,
            iss,
            cnf,
            ps,
            parent_agent,
            jti,
            iat,
            exp,
        })
    }
}

struct AgentClaims {
    all: Members,
    sub: Option<String>,
    ps: Option<String>,
    parent_agent: Option<String>,
}

fn read(claims: &Members) -> Result<AgentClaims, ClaimFault> {
    let mut read = Reading::of(claims);
    let own = AgentClaims {
        all: claims.clone(),
        sub: read.optional("sub"),
        ps: read.optional("ps"),
        parent_agent: read.optional("parent_agent"),
    };
    Ok(read.finish(Some(own))?)
}

/// "If `ps` is present, verify it is a valid HTTPS URL conforming to the Server Identifier
/// requirements."
fn person_server(walk: &mut Walk, ps: Option<&str>) -> Result<Option<ServerId>, Stop> {
    let Some(ps) = ps else {
        walk.skip(&AGENT_PERSON_SERVER, "the token names no person server");
        return Ok(None);
    };
    walk.text("ps", ps);
    let found = ServerId::parse(ps).map_err(|_| Fault::Malformed);
    walk.found(&AGENT_PERSON_SERVER, found.map(Some))
}

/// "If `parent_agent` is present, verify it is a valid agent identifier."
fn parent(walk: &mut Walk, parent: Option<&str>) -> Result<Option<AgentId>, Stop> {
    let Some(parent) = parent else {
        walk.skip(&AGENT_PARENT, "the agent is nobody's sub-agent");
        return Ok(None);
    };
    walk.text("parent_agent", parent);
    let found = AgentId::parse(parent).map_err(|_| Fault::Malformed);
    walk.found(&AGENT_PARENT, found.map(Some))
}

fn identifier(walk: &mut Walk, sub: Option<&str>) -> Result<AgentId, Stop> {
    walk.optional("sub", sub);
    let found = match sub.map(AgentId::parse) {
        Some(Ok(agent)) => Ok(agent),
        Some(Err(_)) => Err(Fault::Malformed),
        None => Err(Fault::Missing),
    };
    walk.found(&AGENT_IDENTIFIER, found)
}
