//! The person token: which person the agent acts for, at one resource.

use super::claims::{self, ClaimFault, CommonClaims, Written, expiry};
use super::common::{ExpectedCommon, TOKEN_LIFETIME_S_MAX, TokenType, TokenVerifier};
use super::confirmation::{Confirmation, walk_confirmation};
use crate::aauth::identifiers::{Dwk, ServerId};
use crate::aauth::members::{Members, Reading};
use crate::check::rules::{
    List, PERSON_AUDIENCE, PERSON_CONFIRMATION, PERSON_NO_AUTHORIZATION, PERSON_SUBJECT,
};
use crate::check::{Evidence, Fault, Place, Stop, Subject, Walk, Walked};
use crate::jose::{Jwk, SigningKey};
use crate::time::Timestamp;

/// The claims of a person token.
///
/// Direction: PS → agent; agent → resource, in `Signature-Key`; agent → PS and PS → AS, as
/// `presented_token`.
/// Spec: #person-token-structure
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonToken {
    /// The person server.
    pub iss: ServerId,
    /// The resource that it identifies the person to.
    pub aud: ServerId,
    /// The person at that resource, opaque. Identity is `iss` and `sub` together.
    pub sub: String,
    /// The agent's public key.
    pub cnf: Jwk,
    /// The mission that the agent is operating under.
    pub mission_s256: Option<String>,
    /// The organization that the person belongs to.
    pub tenant: Option<String>,
    /// The token's own name.
    pub jti: String,
    /// When it was issued.
    pub iat: Timestamp,
    /// When it expires.
    pub exp: Timestamp,
}

/// What a person server decides about a person token it issues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPersonToken {
    /// The person server.
    pub iss: ServerId,
    /// The resource.
    pub aud: ServerId,
    /// The person at that resource.
    pub sub: String,
    /// The agent's public key.
    pub cnf: Jwk,
    /// The mission.
    pub mission_s256: Option<String>,
    /// The organization.
    pub tenant: Option<String>,
    /// The token's own name, never used before.
    pub jti: String,
}

impl NewPersonToken {
    /// The token as of `now`: it lives one hour at most, and no longer than the agent token that
    /// was presented when it was asked for. `not_after` holds the further bounds that apply: the
    /// upstream token's `exp`, the mission's `expires_at`.
    #[must_use]
    pub fn issue(
        self,
        now: Timestamp,
        agent_token_exp: Timestamp,
        not_after: &[Timestamp],
    ) -> PersonToken {
        let exp = expiry(now, TOKEN_LIFETIME_S_MAX, not_after).min(agent_token_exp);
        PersonToken {
            iss: self.iss,
            aud: self.aud,
            sub: self.sub,
            cnf: self.cnf,
            mission_s256: self.mission_s256,
            tenant: self.tenant,
            jti: self.jti,
            iat: Timestamp::from_unix_s(now.unix_s()),
            exp,
        }
    }
}

impl PersonToken {
    /// The token as it travels, signed by the person server.
    ///
    /// # Panics
    ///
    /// When `key` has no `kid`.
    #[must_use]
    pub fn sign(&self, key: &SigningKey) -> String {
        Written::new(&self.iss, Dwk::Person)
            .text("aud", self.aud.as_str())
            .text("sub", &self.sub)
            .confirmation(&self.cnf)
            .optional("mission_s256", self.mission_s256.as_deref())
            .optional("tenant", self.tenant.as_deref())
            .sign(TokenType::Person, &self.jti, self.iat, self.exp, key)
    }

    /// The seconds until it expires, as `expires_in` says them.
    #[must_use]
    pub const fn expires_in_s(&self, now: Timestamp) -> u64 {
        self.exp.since(now).s()
    }

    pub(crate) fn of(common: CommonClaims, claims: PersonClaims, sub: String, cnf: Jwk) -> Self {
        Self {
            iss: common.iss,
            aud: claims.aud,
            sub,
            cnf,
            mission_s256: claims.mission_s256,
            tenant: claims.tenant,
            jti: common.jti,
            iat: common.iat,
            exp: common.exp,
        }
    }
}

impl TokenVerifier<'_> {
    /// Verifies a person token.
    ///
    /// In `Signature-Key` at a resource, `audience` is the resource itself and `confirmation` is
    /// [`Confirmation::Signer`]. As a presented token, `audience` is the resource token's `iss` and
    /// `confirmation` its `agent_jkt`. As an upstream token, `audience` is the intermediary.
    pub fn verify_person_token(
        &self,
        jwt: &str,
        place: Place,
        audience: &ServerId,
        confirmation: Confirmation<'_>,
    ) -> Walked<PersonToken> {
        let subject = Subject::Token {
            jwt: jwt.to_owned(),
            place,
        };
        let mut walk = Walk::new(subject, &[List::Common, List::PersonToken]);
        let taken_here = &[TokenType::Person];
        let result = self.walk_person_token(&mut walk, jwt, taken_here, audience, confirmation);
        walk.finish(result)
    }

    pub(crate) fn walk_person_token(
        &self,
        walk: &mut Walk,
        jwt: &str,
        taken_here: &[TokenType],
        audience: &ServerId,
        confirmation: Confirmation<'_>,
    ) -> Result<PersonToken, Stop> {
        let expected = ExpectedCommon {
            taken_here,
            ..EXPECTED
        };
        let (common, claims) = self.walk_common(walk, jwt, &expected, PersonClaims::read)?;
        walk.equal(
            &PERSON_AUDIENCE,
            Fault::AudienceMismatch,
            ("aud", claims.aud.as_str()),
            ("expected", audience.as_str()),
        )?;
        let cnf = walk_confirmation(walk, &PERSON_CONFIRMATION, &claims.all, confirmation)?;
        let sub = match claims::text(&claims.all, "sub") {
            Ok(sub) => sub,
            Err(fault) => return Err(fault.fail(walk, &PERSON_SUBJECT)),
        };
        walk.text("sub", &sub);
        walk.pass(&PERSON_SUBJECT);
        no_authorization(walk, &claims.all)?;
        Ok(PersonToken::of(common, claims, sub, cnf))
    }
}

/// The claims of a person token that the list has no step for.
pub(crate) struct PersonClaims {
    pub(crate) all: Members,
    pub(crate) aud: ServerId,
    mission_s256: Option<String>,
    tenant: Option<String>,
}

impl PersonClaims {
    pub(crate) fn read(claims: &Members) -> Result<Self, ClaimFault> {
        claims.text("sub")?;
        let mut read = Reading::of(claims);
        let own = read.server("aud").map(|aud| Self {
            all: claims.clone(),
            aud,
            mission_s256: read.optional("mission_s256"),
            tenant: read.optional("tenant"),
        });
        Ok(read.finish(own)?)
    }
}

/// "A person token MUST NOT contain `scope` or `account`."
fn no_authorization(walk: &mut Walk, claims: &Members) -> Result<(), Stop> {
    let found = ["scope", "account"]
        .into_iter()
        .filter(|claim| claims.has(claim));
    let found: Vec<&str> = found.collect();
    let holds = found.is_empty();
    if holds {
        walk.note(Evidence::absent("scope"));
        walk.note(Evidence::absent("account"));
    } else {
        walk.note(Evidence::list("claims", found));
    }
    walk.require(&PERSON_NO_AUTHORIZATION, holds, Fault::Forbidden)
}

pub(crate) const EXPECTED: ExpectedCommon<'static> = ExpectedCommon {
    kind: TokenType::Person,
    taken_here: &[TokenType::Person],
    dwks: &[Dwk::Person],
};
