//! The auth token: what the agent may do at one resource.

use super::claims::{self, ClaimFault, CommonClaims, Written, expiry};
use super::common::{ExpectedCommon, TOKEN_LIFETIME_S_MAX, TokenType, TokenVerifier};
use super::confirmation::{Confirmation, walk_confirmation};
use crate::aauth::identifiers::{Dwk, ServerId};
use crate::aauth::members::{Members, Reading};
use crate::aauth::scope::Scope;
use crate::check::rules::{
    AUTH_AUDIENCE, AUTH_CONFIRMATION, AUTH_ISSUER, AUTH_PERSON_SERVER, AUTH_SUBJECT, List,
};
use crate::check::{Fault, Place, Stop, Subject, Walk, Walked};
use crate::jose::{Jwk, SigningKey};
use crate::time::Timestamp;

/// The claims of an auth token.
///
/// Direction: AS → PS and PS → agent; agent → resource, in `Signature-Key`; agent → PS and PS → AS,
/// as `presented_token`.
/// Spec: #auth-token-structure
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthToken {
    /// The server that issued it.
    pub iss: ServerId,
    /// The document of its role: a person server's or an access server's.
    pub dwk: Dwk,
    /// The resource that the agent may access.
    pub aud: ServerId,
    /// The person server that the person is represented by.
    pub ps: ServerId,
    /// The person at that resource, opaque.
    pub sub: String,
    /// The agent's public key.
    pub cnf: Jwk,
    /// What the agent may do.
    pub scope: Option<Scope>,
    /// Which of the person's accounts it is for.
    pub account: Option<String>,
    /// The mission that it was granted under.
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

/// What the issuer of an auth token decides about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewAuthToken {
    /// The issuer.
    pub iss: ServerId,
    /// The document of its role.
    pub dwk: Dwk,
    /// The resource.
    pub aud: ServerId,
    /// The person server, equal to `iss` when a person server issues.
    pub ps: ServerId,
    /// The person at that resource, copied from the resource token.
    pub sub: String,
    /// The agent's public key.
    pub cnf: Jwk,
    /// What was granted, never broader than the resource token's scope.
    pub scope: Option<Scope>,
    /// Copied from the resource token.
    pub account: Option<String>,
    /// Copied from the resource token.
    pub mission_s256: Option<String>,
    /// Copied from the resource token.
    pub tenant: Option<String>,
    /// The token's own name, never used before.
    pub jti: String,
}

/// Who may have issued an auth token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthTokenIssuer<'a> {
    /// The resource has no access server: any person server, for its own people.
    PersonServer,
    /// The resource has this access server and takes no other's word.
    AccessServer(&'a ServerId),
    /// Not for the verifier to say: the token was presented to somebody else.
    NotCompared,
}

/// What an auth token is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedAuthToken<'a> {
    /// The resource: itself at a resource, the resource token's `iss` beside a resource token.
    pub audience: &'a ServerId,
    /// The key.
    pub confirmation: Confirmation<'a>,
    /// The issuer.
    pub issuer: AuthTokenIssuer<'a>,
}

impl NewAuthToken {
    /// The token as of `now`: it lives one hour at most, and no longer than the agent token and the
    /// presented token of the request. `not_after` holds the further bounds that apply: the
    /// upstream token's `exp`, and the mission's `expires_at` when a person server issues.
    #[must_use]
    pub fn issue(
        self,
        now: Timestamp,
        agent_token_exp: Timestamp,
        presented_token_exp: Timestamp,
        not_after: &[Timestamp],
    ) -> AuthToken {
        let exp = expiry(now, TOKEN_LIFETIME_S_MAX, not_after)
            .min(agent_token_exp)
            .min(presented_token_exp);
        AuthToken {
            iss: self.iss,
            dwk: self.dwk,
            aud: self.aud,
            ps: self.ps,
            sub: self.sub,
            cnf: self.cnf,
            scope: self.scope,
            account: self.account,
            mission_s256: self.mission_s256,
            tenant: self.tenant,
            jti: self.jti,
            iat: Timestamp::from_unix_s(now.unix_s()),
            exp,
        }
    }
}

impl AuthToken {
    /// The token as it travels, signed by its issuer.
    ///
    /// # Panics
    ///
    /// When `key` has no `kid`.
    #[must_use]
    pub fn sign(&self, key: &SigningKey) -> String {
        let scope = self.scope.as_ref().map(Scope::to_string);
        Written::new(&self.iss, self.dwk)
            .text("aud", self.aud.as_str())
            .text("ps", self.ps.as_str())
            .text("sub", &self.sub)
            .confirmation(&self.cnf)
            .optional("scope", scope.as_deref())
            .optional("account", self.account.as_deref())
            .optional("mission_s256", self.mission_s256.as_deref())
            .optional("tenant", self.tenant.as_deref())
            .sign(TokenType::Auth, &self.jti, self.iat, self.exp, key)
    }

    /// The seconds until it expires, as `expires_in` says them.
    #[must_use]
    pub const fn expires_in_s(&self, now: Timestamp) -> u64 {
        self.exp.since(now).s()
    }

    pub(crate) fn of(common: CommonClaims, claims: AuthClaims, sub: String, cnf: Jwk) -> Self {
        Self {
            iss: common.iss,
            dwk: common.dwk,
            aud: claims.aud,
            ps: claims.ps,
            sub,
            cnf,
            scope: claims.scope,
            account: claims.account,
            mission_s256: claims.mission_s256,
            tenant: claims.tenant,
            jti: common.jti,
            iat: common.iat,
            exp: common.exp,
        }
    }
}

impl TokenVerifier<'_> {
    /// Verifies an auth token.
    pub fn verify_auth_token(
        &self,
        jwt: &str,
        place: Place,
        expected: &ExpectedAuthToken<'_>,
    ) -> Walked<AuthToken> {
        let subject = Subject::Token {
            jwt: jwt.to_owned(),
            place,
        };
        let mut walk = Walk::new(subject, &[List::Common, List::AuthToken]);
        let result = self.walk_auth_token(&mut walk, jwt, &[TokenType::Auth], expected);
        walk.finish(result)
    }

    pub(crate) fn walk_auth_token(
        &self,
        walk: &mut Walk,
        jwt: &str,
        taken_here: &[TokenType],
        expected: &ExpectedAuthToken<'_>,
    ) -> Result<AuthToken, Stop> {
        let dwks: &[Dwk] = match expected.issuer {
            AuthTokenIssuer::PersonServer => &[Dwk::Person],
            AuthTokenIssuer::AccessServer(_) => &[Dwk::Access],
            AuthTokenIssuer::NotCompared => &[Dwk::Access, Dwk::Person],
        };
        let expected_common = ExpectedCommon {
            kind: TokenType::Auth,
            taken_here,
            dwks,
        };
        let (common, claims) = self.walk_common(walk, jwt, &expected_common, AuthClaims::read)?;
        walk.equal(
            &AUTH_AUDIENCE,
            Fault::AudienceMismatch,
            ("aud", claims.aud.as_str()),
            ("expected", expected.audience.as_str()),
        )?;
        let cnf = walk_confirmation(walk, &AUTH_CONFIRMATION, &claims.all, expected.confirmation)?;
        let sub = match claims::text(&claims.all, "sub") {
            Ok(sub) => sub,
            Err(fault) => return Err(fault.fail(walk, &AUTH_SUBJECT)),
        };
        walk.text("iss", common.iss.as_str());
        walk.text("sub", &sub);
        walk.pass(&AUTH_SUBJECT);
        issuer(walk, &common.iss, expected.issuer)?;
        person_server(walk, &common, &claims.ps)?;
        Ok(AuthToken::of(common, claims, sub, cnf))
    }
}

/// The claims of an auth token that the list has no step for.
pub(crate) struct AuthClaims {
    pub(crate) all: Members,
    pub(crate) aud: ServerId,
    ps: ServerId,
    scope: Option<Scope>,
    account: Option<String>,
    mission_s256: Option<String>,
    tenant: Option<String>,
}

impl AuthClaims {
    pub(crate) fn read(claims: &Members) -> Result<Self, ClaimFault> {
        claims.text("sub")?;
        let mut read = Reading::of(claims);
        let servers = read.server("aud").zip(read.server("ps"));
        let own = servers.map(|(aud, ps)| Self {
            all: claims.clone(),
            aud,
            ps,
            scope: read.scope(),
            account: read.optional("account"),
            mission_s256: read.optional("mission_s256"),
            tenant: read.optional("tenant"),
        });
        Ok(read.finish(own)?)
    }
}

/// A resource with an access server takes authorizations from that one only.
fn issuer(walk: &mut Walk, iss: &ServerId, expected: AuthTokenIssuer<'_>) -> Result<(), Stop> {
    match expected {
        AuthTokenIssuer::AccessServer(access_server) => walk.equal(
            &AUTH_ISSUER,
            Fault::Mismatch,
            ("iss", iss.as_str()),
            ("expected", access_server.as_str()),
        ),
        AuthTokenIssuer::PersonServer => {
            walk.skip(
                &AUTH_ISSUER,
                "without an access server, any person server may answer for its own people",
            );
            Ok(())
        }
        AuthTokenIssuer::NotCompared => {
            walk.skip(
                &AUTH_ISSUER,
                "the resource that the token was presented to has judged its issuer",
            );
            Ok(())
        }
    }
}

/// `ps` is "equal to `iss` when a PS issued the token".
fn person_server(walk: &mut Walk, common: &CommonClaims, ps: &ServerId) -> Result<(), Stop> {
    match common.dwk {
        Dwk::Person => walk.equal(
            &AUTH_PERSON_SERVER,
            Fault::Mismatch,
            ("ps", ps.as_str()),
            ("iss", common.iss.as_str()),
        ),
        Dwk::Access | Dwk::Agent | Dwk::Resource => {
            walk.skip(
                &AUTH_PERSON_SERVER,
                "an access server issued the token, so ps and iss are two servers",
            );
            Ok(())
        }
    }
}

/// What an agent takes: an auth token of either kind of issuer.
pub(crate) const EXPECTED: ExpectedCommon<'static> = ExpectedCommon {
    kind: TokenType::Auth,
    taken_here: &[TokenType::Auth],
    dwks: &[Dwk::Access, Dwk::Person],
};
