//! The token that an agent presented to a resource, carried on beside the resource token.

use super::auth::{AuthToken, AuthTokenIssuer, ExpectedAuthToken};
use super::common::{TokenType, TokenVerifier};
use super::confirmation::Confirmation;
use super::person::PersonToken;
use crate::aauth::identifiers::ServerId;
use crate::check::rules::List;
use crate::check::{Place, Subject, Walk, Walked};
use crate::time::Timestamp;

/// A person token, or an auth token on a step-up.
///
/// Direction: agent → PS and PS → AS, as `presented_token`.
/// Spec: #resource-token-verification
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PresentedToken {
    /// The first challenge of a grant.
    Person(PersonToken),
    /// A step-up: the agent was authorized before and needs more.
    Auth(AuthToken),
}

impl PresentedToken {
    /// The person server whose namespace `sub` belongs to: `iss` of a person token, `ps` of an auth
    /// token.
    #[must_use]
    pub const fn person_server(&self) -> &ServerId {
        match self {
            Self::Person(token) => &token.iss,
            Self::Auth(token) => &token.ps,
        }
    }

    /// The resource that it was presented to.
    #[must_use]
    pub const fn aud(&self) -> &ServerId {
        match self {
            Self::Person(token) => &token.aud,
            Self::Auth(token) => &token.aud,
        }
    }

    /// The person at that resource.
    #[must_use]
    pub fn sub(&self) -> &str {
        match self {
            Self::Person(token) => &token.sub,
            Self::Auth(token) => &token.sub,
        }
    }

    /// The token's own name.
    #[must_use]
    pub fn jti(&self) -> &str {
        match self {
            Self::Person(token) => &token.jti,
            Self::Auth(token) => &token.jti,
        }
    }

    /// The mission.
    #[must_use]
    pub fn mission_s256(&self) -> Option<&str> {
        match self {
            Self::Person(token) => token.mission_s256.as_deref(),
            Self::Auth(token) => token.mission_s256.as_deref(),
        }
    }

    /// The organization.
    #[must_use]
    pub fn tenant(&self) -> Option<&str> {
        match self {
            Self::Person(token) => token.tenant.as_deref(),
            Self::Auth(token) => token.tenant.as_deref(),
        }
    }

    /// When it expires.
    #[must_use]
    pub const fn exp(&self) -> Timestamp {
        match self {
            Self::Person(token) => token.exp,
            Self::Auth(token) => token.exp,
        }
    }
}

impl TokenVerifier<'_> {
    /// Verifies a presented token by its `typ`, "with two substitutions: `aud` MUST equal the
    /// resource token's `iss`, and `cnf.jwk` MUST match the resource token's `agent_jkt`".
    ///
    /// A token that is neither a person token nor an auth token is verified as a person token, and
    /// fails at its type.
    pub fn verify_presented_token(
        &self,
        jwt: &str,
        place: Place,
        resource: &ServerId,
        agent_jkt: &str,
    ) -> Walked<PresentedToken> {
        let subject = Subject::Token {
            jwt: jwt.to_owned(),
            place,
        };
        let confirmation = Confirmation::Thumbprint(agent_jkt);
        match TokenType::of_unverified(jwt) {
            Some(TokenType::Auth) => {
                let expected = ExpectedAuthToken {
                    audience: resource,
                    confirmation,
                    issuer: AuthTokenIssuer::NotCompared,
                };
                let mut walk = Walk::new(subject, &[List::Common, List::AuthToken]);
                let result = self.walk_auth_token(&mut walk, jwt, TAKEN_HERE, &expected);
                walk.finish(result.map(PresentedToken::Auth))
            }
            Some(TokenType::Person | TokenType::Agent | TokenType::Resource) | None => {
                let mut walk = Walk::new(subject, &[List::Common, List::PersonToken]);
                let result =
                    self.walk_person_token(&mut walk, jwt, TAKEN_HERE, resource, confirmation);
                walk.finish(result.map(PresentedToken::Person))
            }
        }
    }
}

const TAKEN_HERE: &[TokenType] = &[TokenType::Person, TokenType::Auth];
