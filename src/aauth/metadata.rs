//! What servers publish about themselves, and their key sets.

use super::identifiers::{Dwk, ServerId};
use super::members::{MemberError, Members, Reading};
use super::token::claims::ClaimFault;
use crate::check::rules::{
    List, METADATA_ISSUER, METADATA_JWKS_URI, METADATA_MEMBERS, METADATA_ORIGIN,
};
use crate::check::{Evidence, Fault, Stop, Subject, Walk, Walked};
use crate::http::Target;
use crate::jose::{Jwk, KeySet, KeySetError};
use crate::json::{self, Object, Value};

/// Where our servers publish their key set. The draft leaves the path open.
pub const JWKS_PATH: &str = "/.well-known/jwks.json";

/// A metadata document.
///
/// Direction: any server → whoever asks, at [`Dwk::well_known_path`].
/// Spec: #metadata-documents
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The server.
    pub issuer: ServerId,
    /// Where its key set is.
    ///
    /// Our choice: required of a resource too, for every one modelled issues resource tokens.
    pub jwks_uri: Target,
    /// What people call it.
    pub name: Option<String>,
    /// What it is, in Markdown that a reader must not trust.
    pub description: Option<String>,
    /// The members of its role.
    pub role: RoleMetadata,
}

/// The members that only one of the four documents has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoleMetadata {
    /// An agent provider's.
    ///
    /// Spec: #agent-provider-metadata
    Agent {
        /// Where a person's browser is sent after an interaction.
        callback_endpoint: Option<String>,
    },
    /// A person server's.
    ///
    /// Spec: #ps-metadata
    Person {
        /// Where an agent asks for an auth token.
        auth_token_endpoint: String,
        /// Where an agent asks for a person token.
        person_token_endpoint: String,
        /// Where an agent proposes missions.
        mission_endpoint: Option<String>,
        /// Where an agent asks before an action of its own.
        permission_endpoint: Option<String>,
        /// Where an agent reaches the person.
        interaction_endpoint: Option<String>,
    },
    /// A resource's.
    ///
    /// Spec: #resource-metadata
    Resource {
        /// The credential it expects. `None` when it does not say, or says something unknown.
        access_mode: Option<AccessMode>,
        /// Where an agent asks for a scope before calling.
        authorization_endpoint: Option<String>,
        /// Its scope values with a description of each, in Markdown that a reader must not trust.
        scope_descriptions: Vec<(String, String)>,
        /// How old a signature may be, when it is not 60 seconds.
        signature_window_s: Option<u64>,
        /// What a signature must cover beyond the base components.
        additional_signature_components: Vec<String>,
    },
    /// An access server's.
    ///
    /// Spec: #access-server-metadata
    Access {
        /// Where a person server asks for an auth token.
        auth_token_endpoint: String,
    },
}

/// The credential that a resource expects. It is advice; the requirement of an answer decides.
///
/// Direction: resource → agent, in its metadata.
/// Spec: #resource-metadata
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AccessMode {
    /// An agent token.
    AgentToken,
    /// A person token.
    PersonToken,
    /// A session token, after an interaction at the resource.
    SessionToken,
    /// An auth token, asked for with a person token first.
    AuthToken,
}

impl Metadata {
    /// Reads the document that was fetched from `origin` under the name `dwk`.
    pub fn verify(body: &[u8], origin: &ServerId, dwk: Dwk) -> Walked<Self> {
        let subject = Subject::Metadata {
            issuer: origin.to_string(),
        };
        let mut walk = Walk::new(subject, &[List::Metadata]);
        let result = Self::walk(&mut walk, body, origin, dwk);
        walk.finish(result)
    }

    /// The document as it is published.
    #[must_use]
    pub fn to_json(&self) -> String {
        let members = Object::new()
            .with("issuer", self.issuer.as_str())
            .with("jwks_uri", self.jwks_uri.to_string())
            .with_optional("name", self.name.as_deref())
            .with_optional("description", self.description.as_deref());
        self.role.write(members).to_string()
    }

    fn walk(walk: &mut Walk, body: &[u8], origin: &ServerId, dwk: Dwk) -> Result<Self, Stop> {
        let Ok(members) = Members::parse(body) else {
            return Err(walk.fail(&METADATA_ISSUER, Fault::Malformed));
        };
        let issuer = members.value("issuer").map(shown);
        walk.optional("issuer", issuer.as_deref());
        walk.require(&METADATA_ISSUER, issuer.is_some(), Fault::IssuerMissing)?;
        walk.optional("issuer", issuer.as_deref());
        walk.text("fetched from", origin.as_str());
        let is_origin = members.text("issuer") == Ok(Some(origin.as_str()));
        walk.require(&METADATA_ORIGIN, is_origin, Fault::IssuerMismatch)?;
        let jwks_uri = jwks_uri(walk, &members)?;
        match Self::read(&members, origin, jwks_uri, dwk) {
            Ok(metadata) => {
                walk.note(Evidence::list("members", members.names()));
                walk.pass(&METADATA_MEMBERS);
                Ok(metadata)
            }
            Err(fault) => Err(fault.fail(walk, &METADATA_MEMBERS)),
        }
    }

    fn read(
        members: &Members,
        issuer: &ServerId,
        jwks_uri: Target,
        dwk: Dwk,
    ) -> Result<Self, ClaimFault> {
        let mut read = Reading::of(members);
        let metadata = Self {
            issuer: issuer.clone(),
            jwks_uri,
            name: read.optional("name"),
            description: read.optional("description"),
            role: RoleMetadata::read(members, &mut read, dwk),
        };
        Ok(read.finish(Some(metadata))?)
    }
}

impl RoleMetadata {
    /// The document that has these members.
    #[must_use]
    pub const fn dwk(&self) -> Dwk {
        match self {
            Self::Agent { .. } => Dwk::Agent,
            Self::Person { .. } => Dwk::Person,
            Self::Resource { .. } => Dwk::Resource,
            Self::Access { .. } => Dwk::Access,
        }
    }

    fn read(members: &Members, read: &mut Reading<'_>, dwk: Dwk) -> Self {
        match dwk {
            Dwk::Agent => Self::Agent {
                callback_endpoint: endpoint(read, "callback_endpoint"),
            },
            Dwk::Person => Self::Person {
                auth_token_endpoint: required_endpoint(read, "auth_token_endpoint"),
                person_token_endpoint: required_endpoint(read, "person_token_endpoint"),
                mission_endpoint: endpoint(read, "mission_endpoint"),
                permission_endpoint: endpoint(read, "permission_endpoint"),
                interaction_endpoint: endpoint(read, "interaction_endpoint"),
            },
            Dwk::Resource => {
                let access_mode = read.optional("access_mode");
                let authorization_endpoint = endpoint(read, "authorization_endpoint");
                let scopes = read.take(members.texts_by_name("scope_descriptions"));
                let window_s = read.take(members.number("signature_window"));
                let components = read.take(members.texts("additional_signature_components"));
                Self::Resource {
                    access_mode: access_mode.as_deref().and_then(AccessMode::parse),
                    authorization_endpoint,
                    scope_descriptions: scopes.flatten().unwrap_or_default(),
                    signature_window_s: window_s.flatten(),
                    additional_signature_components: components.flatten().unwrap_or_default(),
                }
            }
            Dwk::Access => Self::Access {
                auth_token_endpoint: required_endpoint(read, "auth_token_endpoint"),
            },
        }
    }

    fn write(&self, members: Object) -> Object {
        match self {
            Self::Agent { callback_endpoint } => {
                members.with_optional("callback_endpoint", callback_endpoint.as_deref())
            }
            Self::Person {
                auth_token_endpoint,
                person_token_endpoint,
                mission_endpoint,
                permission_endpoint,
                interaction_endpoint,
            } => members
                .with("auth_token_endpoint", auth_token_endpoint.as_str())
                .with("person_token_endpoint", person_token_endpoint.as_str())
                .with_optional("mission_endpoint", mission_endpoint.as_deref())
                .with_optional("permission_endpoint", permission_endpoint.as_deref())
                .with_optional("interaction_endpoint", interaction_endpoint.as_deref()),
            Self::Resource {
                access_mode,
                authorization_endpoint,
                scope_descriptions,
                signature_window_s,
                additional_signature_components: components,
            } => {
                let mut described = Object::new();
                for (scope, text) in scope_descriptions {
                    described = described.with(scope, text.as_str());
                }
                let described = (!described.is_empty()).then_some(described);
                let components = (!components.is_empty()).then_some(components.as_slice());
                members
                    .with_optional("access_mode", access_mode.map(AccessMode::as_str))
                    .with_optional("authorization_endpoint", authorization_endpoint.as_deref())
                    .with_optional("scope_descriptions", described)
                    .with_optional("signature_window", *signature_window_s)
                    .with_optional("additional_signature_components", components)
            }
            Self::Access {
                auth_token_endpoint,
            } => members.with("auth_token_endpoint", auth_token_endpoint.as_str()),
        }
    }
}

impl AccessMode {
    /// Every mode.
    pub const ALL: &'static [Self] = &[
        Self::AgentToken,
        Self::PersonToken,
        Self::SessionToken,
        Self::AuthToken,
    ];

    /// The value as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AgentToken => "agent-token",
            Self::PersonToken => "person-token",
            Self::SessionToken => "session-token",
            Self::AuthToken => "auth-token",
        }
    }

    /// The mode of that name. An unknown one is as good as none.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|mode| mode.as_str() == name)
    }
}

/// A key set as it is published at `jwks_uri`.
#[must_use]
pub fn jwks_json(keys: &[Jwk]) -> String {
    let keys: Value = keys.iter().map(Jwk::to_json).collect();
    Object::new().with("keys", keys).to_string()
}

/// Reads a key set that was fetched from a `jwks_uri`. As in [`Members::parse`], a member that is
/// there twice is an error: two readers must not find two keys under one name.
///
/// # Errors
///
/// [`KeySetError`] when it is no object with an array called `keys`, or has a member twice.
pub fn parse_jwks(body: &[u8]) -> Result<KeySet, KeySetError> {
    let text = core::str::from_utf8(body).map_err(|_| KeySetError)?;
    KeySet::parse(&json::parse_object(text).map_err(|_| KeySetError)?.into())
}

fn jwks_uri(walk: &mut Walk, members: &Members) -> Result<Target, Stop> {
    let uri = members.value("jwks_uri").map(shown);
    walk.optional("jwks_uri", uri.as_deref());
    let found = match members.text("jwks_uri") {
        Ok(Some(text)) => Target::parse(text).ok_or(Fault::Malformed),
        Ok(None) => Err(Fault::Missing),
        Err(_) => Err(Fault::Malformed),
    };
    walk.found(&METADATA_JWKS_URI, found)
}

/// An endpoint "MUST use the `https` scheme and MUST NOT contain a query string or a fragment".
fn endpoint(read: &mut Reading<'_>, name: &'static str) -> Option<String> {
    let url = read.optional(name)?;
    if matches!(Target::parse(&url), Some(Target { query: None, .. })) {
        return Some(url);
    }
    read.malformed(name, url);
    None
}

fn required_endpoint(read: &mut Reading<'_>, name: &'static str) -> String {
    let endpoint = endpoint(read, name);
    if endpoint.is_none() {
        read.note(MemberError::Missing(name));
    }
    endpoint.unwrap_or_default()
}

/// A member as it is shown: text as it is, anything else as JSON.
fn shown(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
