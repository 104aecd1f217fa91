//! The resource token: what access a resource asks for, for whom, and for which key.

use super::claims::{ClaimFault, CommonClaims, Written, expiry};
use super::common::{ExpectedCommon, TokenType};
use crate::aauth::identifiers::{Dwk, ServerId};
use crate::aauth::interaction::{Code, InteractionUrl};
use crate::aauth::members::{Members, Reading};
use crate::aauth::scope::Scope;
use crate::jose::SigningKey;
use crate::json::Object;
use crate::time::Timestamp;

/// The longest lifetime that the draft recommends for a resource token.
///
/// Spec: #resource-token-structure
pub const RESOURCE_TOKEN_LIFETIME_S_MAX: u64 = 5 * 60;

/// The claims of a resource token.
///
/// Direction: resource → agent, in `AAuth-Requirement` or a `200`; agent → PS and PS → AS, as
/// `resource_token`.
/// Spec: #resource-token-structure
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceToken {
    /// The resource.
    pub iss: ServerId,
    /// The server that redeems it: the person server, or the resource's access server.
    pub aud: ServerId,
    /// The person server whose namespace `sub` belongs to.
    pub ps: ServerId,
    /// The person at this resource, copied from the token that the request carried.
    pub sub: String,
    /// The `jti` of the token that the request carried.
    pub presented_jti: String,
    /// The thumbprint of the agent's key.
    pub agent_jkt: String,
    /// What is asked for.
    pub scope: Option<Scope>,
    /// Which of the person's accounts it is for.
    pub account: Option<String>,
    /// A hint about the person, passed on unchanged.
    pub login_hint: Option<String>,
    /// The mission, copied from the token that the request carried.
    pub mission_s256: Option<String>,
    /// The organization, copied from the token that the request carried.
    pub tenant: Option<String>,
    /// A page of the resource's own that the person must visit first.
    pub interaction: Option<ResourceInteraction>,
    /// The token's own name.
    pub jti: String,
    /// When it was issued.
    pub iat: Timestamp,
    /// When it expires.
    pub exp: Timestamp,
}

/// A page of the resource's own that the person must visit before anything is granted.
///
/// Direction: in the claim `interaction` of a resource token.
/// Spec: #resource-initiated-interaction
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceInteraction {
    /// The page.
    pub url: InteractionUrl,
    /// The code to present there.
    pub code: Code,
}

/// What a resource decides about a resource token it issues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewResourceToken {
    /// The resource.
    pub iss: ServerId,
    /// The server that redeems it.
    pub aud: ServerId,
    /// `iss` of the person token, or `ps` of the auth token, that the request carried.
    pub ps: ServerId,
    /// `sub` of the token that the request carried.
    pub sub: String,
    /// `jti` of the token that the request carried.
    pub presented_jti: String,
    /// The thumbprint of the key that signed the request.
    pub agent_jkt: String,
    /// What is asked for.
    pub scope: Option<Scope>,
    /// `account` of the authorization request.
    pub account: Option<String>,
    /// `mission_s256` of the token that the request carried.
    pub mission_s256: Option<String>,
    /// `tenant` of the token that the request carried.
    pub tenant: Option<String>,
    /// The token's own name, never used before.
    pub jti: String,
}

impl NewResourceToken {
    /// The token as of `now`. It lives five minutes.
    #[must_use]
    pub fn issue(self, now: Timestamp) -> ResourceToken {
        ResourceToken {
            iss: self.iss,
            aud: self.aud,
            ps: self.ps,
            sub: self.sub,
            presented_jti: self.presented_jti,
            agent_jkt: self.agent_jkt,
            scope: self.scope,
            account: self.account,
            login_hint: None,
            mission_s256: self.mission_s256,
            tenant: self.tenant,
            interaction: None,
            jti: self.jti,
            iat: Timestamp::from_unix_s(now.unix_s()),
            exp: expiry(now, RESOURCE_TOKEN_LIFETIME_S_MAX, &[]),
        }
    }
}

impl ResourceToken {
    /// The token as it travels, signed by the resource.
    ///
    /// # Panics
    ///
    /// When `key` has no `kid`.
    #[must_use]
    pub fn sign(&self, key: &SigningKey) -> String {
        let scope = self.scope.as_ref().map(Scope::to_string);
        let mut written = Written::new(&self.iss, Dwk::Resource)
            .text("aud", self.aud.as_str())
            .text("ps", self.ps.as_str())
            .text("sub", &self.sub)
            .text("presented_jti", &self.presented_jti)
            .text("agent_jkt", &self.agent_jkt)
            .optional("scope", scope.as_deref())
            .optional("account", self.account.as_deref())
            .optional("login_hint", self.login_hint.as_deref())
            .optional("mission_s256", self.mission_s256.as_deref())
            .optional("tenant", self.tenant.as_deref());
        if let Some(ResourceInteraction { url, code }) = &self.interaction {
            let page = Object::new()
                .with("url", url.to_string())
                .with("code", code.to_string());
            written = written.value("interaction", page);
        }
        written.sign(TokenType::Resource, &self.jti, self.iat, self.exp, key)
    }

    pub(crate) fn of(common: CommonClaims, claims: ResourceClaims) -> Self {
        Self {
            iss: common.iss,
            aud: claims.aud,
            ps: claims.ps,
            sub: claims.sub,
            presented_jti: claims.presented_jti,
            agent_jkt: claims.agent_jkt,
            scope: claims.scope,
            account: claims.account,
            login_hint: claims.login_hint,
            mission_s256: claims.mission_s256,
            tenant: claims.tenant,
            interaction: claims.interaction,
            jti: common.jti,
            iat: common.iat,
            exp: common.exp,
        }
    }
}

/// The claims of a resource token but the common ones.
pub(crate) struct ResourceClaims {
    aud: ServerId,
    ps: ServerId,
    sub: String,
    presented_jti: String,
    agent_jkt: String,
    scope: Option<Scope>,
    account: Option<String>,
    login_hint: Option<String>,
    mission_s256: Option<String>,
    tenant: Option<String>,
    interaction: Option<ResourceInteraction>,
}

impl ResourceClaims {
    pub(crate) fn read(claims: &Members) -> Result<Self, ClaimFault> {
        let mut read = Reading::of(claims);
        let servers = read.server("aud").zip(read.server("ps"));
        let own = servers.map(|(aud, ps)| Self {
            aud,
            ps,
            sub: read.claim("sub"),
            presented_jti: read.claim("presented_jti"),
            agent_jkt: read.claim("agent_jkt"),
            scope: read.scope(),
            account: read.optional("account"),
            login_hint: read.optional("login_hint"),
            mission_s256: read.optional("mission_s256"),
            tenant: read.optional("tenant"),
            interaction: interaction(claims, &mut read),
        });
        Ok(read.finish(own)?)
    }
}

fn interaction(claims: &Members, read: &mut Reading<'_>) -> Option<ResourceInteraction> {
    let page = read.take(claims.object("interaction"))??;
    let mut own = Reading::of(&page);
    let url = own.parsed("url", |text| InteractionUrl::parse(text).ok());
    let code = own.parsed("code", |text| Code::parse(text).ok());
    let page = url.zip(code);
    let page = own.finish(page.map(|(url, code)| ResourceInteraction { url, code }));
    read.take(page)
}

pub(crate) const EXPECTED: ExpectedCommon<'static> = ExpectedCommon {
    kind: TokenType::Resource,
    taken_here: &[TokenType::Resource],
    dwks: &[Dwk::Resource],
};
