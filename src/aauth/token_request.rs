//! What an agent asks for tokens, and what it gets.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use thiserror::Error;

use super::capability::Capability;
use super::identifiers::{IdentifierError, ServerId};
use super::members::{MemberError, Members, Reading};
use super::scope::{Scope, ScopeError};
use crate::json::{Object, Value};

/// A request for a person token.
///
/// Direction: agent → PS, `POST` to `person_token_endpoint`.
/// Spec: #person-token-endpoint
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonTokenRequest {
    /// The resource that the token is for.
    pub resource: ServerId,
    /// What the agent can handle. `None` when the request does not say.
    pub capabilities: Option<Vec<Capability>>,
    /// Why, Markdown that the PS must not trust.
    pub justification: Option<String>,
    /// The mission that the agent is operating under.
    pub mission_s256: Option<String>,
    /// The token that the calling agent presented, when a resource asks on its behalf.
    pub upstream_token: Option<String>,
}

/// A person token.
///
/// Direction: PS → agent, `200`.
/// Spec: #person-token-endpoint
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonTokenResponse {
    /// The token.
    pub person_token: String,
    /// The seconds until it expires.
    pub expires_in: u64,
}

/// A request for an auth token.
///
/// Direction: agent → PS, `POST` to `auth_token_endpoint`.
/// Spec: #auth-token-request
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthTokenRequest {
    /// The resource token to redeem.
    pub resource_token: String,
    /// The token that was presented to the resource to obtain it.
    pub presented_token: String,
    /// Why, Markdown that the PS must not trust.
    pub justification: Option<String>,
    /// What the agent can handle. `None` when the request does not say.
    pub capabilities: Option<Vec<Capability>>,
    /// The token that the calling agent presented, when a resource asks on its behalf.
    pub upstream_token: Option<String>,
}

/// A request of a person server to an access server.
///
/// Direction: PS → AS, `POST` to `auth_token_endpoint`.
/// Spec: #ps-to-as-token-request
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FederatedTokenRequest {
    /// The resource token to redeem.
    pub resource_token: String,
    /// The agent's agent token.
    pub agent_token: String,
    /// The token that the agent presented to the resource.
    pub presented_token: String,
    /// The `upstream_token` of the agent's request, passed through.
    pub upstream_token: Option<String>,
}

/// An auth token.
///
/// Direction: AS → PS, and PS → agent, `200`.
/// Spec: #ps-response
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthTokenResponse {
    /// The token.
    pub auth_token: String,
    /// The seconds until it expires.
    pub expires_in: u64,
}

/// A request for access to a scope, before calling the resource.
///
/// Direction: agent → resource, `POST` to `authorization_endpoint`.
/// Spec: #authorization-endpoint-request
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// What the agent wants to do.
    pub scope: Scope,
    /// Which of the person's accounts at the resource it is for.
    pub account: Option<String>,
}

/// A resource token.
///
/// Direction: resource → agent, `200`.
/// Spec: #response-with-resource-token
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuthorizationResponse {
    /// The token to take to the PS.
    pub resource_token: String,
}

/// A request or response of a token endpoint that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TokenRequestError {
    /// The body is no object, or a member is missing or of the wrong type.
    #[error(transparent)]
    Member(#[from] MemberError),
    /// `resource` is no server identifier.
    #[error("resource: {0}")]
    Resource(IdentifierError),
    /// `mission_s256` is no unpadded base64url of 32 bytes.
    #[error("mission_s256 '{0}' is no SHA-256 hash in base64url")]
    MissionHash(String),
    /// `scope` is no scope.
    #[error("scope: {0}")]
    Scope(ScopeError),
}

impl PersonTokenRequest {
    /// Reads the body. Unknown members and capabilities are ignored.
    ///
    /// # Errors
    ///
    /// [`TokenRequestError`] when `resource` or `mission_s256` is malformed, or a member is missing
    /// or of the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, TokenRequestError> {
        let members = Members::parse(body)?;
        let resource = members.require_text("resource")?;
        let mission_s256 = members.text("mission_s256")?;
        if let Some(hash) = mission_s256.filter(|hash| !is_sha256(hash)) {
            return Err(TokenRequestError::MissionHash(hash.to_owned()));
        }
        let resource = ServerId::parse(resource).map_err(TokenRequestError::Resource)?;
        let mut read = Reading::of(&members);
        let request = Self {
            resource,
            capabilities: capabilities(&members, &mut read),
            justification: read.optional("justification"),
            mission_s256: read.optional("mission_s256"),
            upstream_token: read.optional("upstream_token"),
        };
        Ok(read.finish(Some(request))?)
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        Object::new()
            .with("resource", self.resource.as_str())
            .with_optional("capabilities", names(self.capabilities.as_deref()))
            .with_optional("justification", self.justification.as_deref())
            .with_optional("mission_s256", self.mission_s256.as_deref())
            .with_optional("upstream_token", self.upstream_token.as_deref())
            .to_string()
    }
}

impl PersonTokenResponse {
    /// Reads the body.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when a member is missing or of the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, MemberError> {
        let members = Members::parse(body)?;
        let mut read = Reading::of(&members);
        let response = Self {
            person_token: read.required("person_token"),
            expires_in: read.number("expires_in"),
        };
        read.finish(Some(response))
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        Object::new()
            .with("person_token", self.person_token.as_str())
            .with("expires_in", self.expires_in)
            .to_string()
    }
}

impl AuthTokenRequest {
    /// Reads the body. Unknown members and capabilities are ignored.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when a member is missing or of the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, MemberError> {
        let members = Members::parse(body)?;
        let mut read = Reading::of(&members);
        let request = Self {
            resource_token: read.required("resource_token"),
            presented_token: read.required("presented_token"),
            justification: read.optional("justification"),
            capabilities: capabilities(&members, &mut read),
            upstream_token: read.optional("upstream_token"),
        };
        read.finish(Some(request))
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        Object::new()
            .with("resource_token", self.resource_token.as_str())
            .with("presented_token", self.presented_token.as_str())
            .with_optional("justification", self.justification.as_deref())
            .with_optional("capabilities", names(self.capabilities.as_deref()))
            .with_optional("upstream_token", self.upstream_token.as_deref())
            .to_string()
    }
}

impl FederatedTokenRequest {
    /// Reads the body. Unknown members are ignored.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when a member is missing or of the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, MemberError> {
        let members = Members::parse(body)?;
        let mut read = Reading::of(&members);
        let request = Self {
            resource_token: read.required("resource_token"),
            agent_token: read.required("agent_token"),
            presented_token: read.required("presented_token"),
            upstream_token: read.optional("upstream_token"),
        };
        read.finish(Some(request))
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        Object::new()
            .with("resource_token", self.resource_token.as_str())
            .with("agent_token", self.agent_token.as_str())
            .with("presented_token", self.presented_token.as_str())
            .with_optional("upstream_token", self.upstream_token.as_deref())
            .to_string()
    }
}

impl AuthTokenResponse {
    /// Reads the body.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when a member is missing or of the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, MemberError> {
        let members = Members::parse(body)?;
        let mut read = Reading::of(&members);
        let response = Self {
            auth_token: read.required("auth_token"),
            expires_in: read.number("expires_in"),
        };
        read.finish(Some(response))
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        Object::new()
            .with("auth_token", self.auth_token.as_str())
            .with("expires_in", self.expires_in)
            .to_string()
    }
}

impl AuthorizationRequest {
    /// Reads the body. Unknown members are ignored.
    ///
    /// # Errors
    ///
    /// [`TokenRequestError`] when `scope` is no scope, or a member is missing or of the wrong type.
    pub fn parse(body: &[u8]) -> Result<Self, TokenRequestError> {
        let members = Members::parse(body)?;
        let scope = Scope::parse(members.require_text("scope")?);
        Ok(Self {
            scope: scope.map_err(TokenRequestError::Scope)?,
            account: members.owned_text("account")?,
        })
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        Object::new()
            .with("scope", self.scope.to_string())
            .with_optional("account", self.account.as_deref())
            .to_string()
    }
}

impl AuthorizationResponse {
    /// Reads the body.
    ///
    /// # Errors
    ///
    /// [`MemberError`] when the token is missing or no string.
    pub fn parse(body: &[u8]) -> Result<Self, MemberError> {
        let members = Members::parse(body)?;
        Ok(Self {
            resource_token: members.require_text("resource_token")?.to_owned(),
        })
    }

    /// The body as it is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        Object::new()
            .with("resource_token", self.resource_token.as_str())
            .to_string()
    }
}

fn capabilities(members: &Members, read: &mut Reading<'_>) -> Option<Vec<Capability>> {
    let names = read.take(members.texts("capabilities"))??;
    Some(Capability::known(names.iter().map(String::as_str)))
}

fn names(capabilities: Option<&[Capability]>) -> Option<Value> {
    capabilities.map(|capabilities| capabilities.iter().map(|one| one.as_str()).collect())
}

/// Whether `text` is 32 bytes in base64url without padding.
fn is_sha256(text: &str) -> bool {
    URL_SAFE_NO_PAD
        .decode(text)
        .is_ok_and(|bytes| bytes.len() == 32)
}
