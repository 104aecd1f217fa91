//! Who is who: server identifiers, agent identifiers, and the names of the metadata documents.

use core::fmt;
use std::sync::Arc;

use thiserror::Error;

use crate::http::Target;

/// The identifier of a server: `https://` and a host in lower case, nothing more.
///
/// Two identifiers are the same when their bytes are.
///
/// Direction: everywhere, as `iss`, `aud`, `ps`, `issuer` and `resource`.
/// Spec: #server-identifiers
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ServerId(Arc<str>);

/// The identifier of an agent: `aauth:local@domain`.
///
/// Two identifiers are the same when their bytes are; nothing is ever decided by taking one apart.
///
/// Direction: agent token, as `sub` and `parent_agent`.
/// Spec: #agent-identifiers
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AgentId(Arc<str>);

/// The well-known documents, one for each role of a server.
///
/// Direction: every token, as `dwk`; the last part of the document's address.
/// Spec: #metadata-documents
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dwk {
    /// An agent provider's.
    Agent,
    /// A person server's.
    Person,
    /// A resource's.
    Resource,
    /// An access server's.
    Access,
}

/// Why a text is no identifier.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IdentifierError {
    /// A server identifier that does not begin with `https://`.
    #[error("'{0}' does not begin with https://")]
    NotHttps(String),
    /// A server identifier with a character in upper case.
    #[error("'{0}' is not in lower case")]
    NotLowerCase(String),
    /// A server identifier with a port.
    #[error("'{0}' contains a port")]
    Port(String),
    /// A server identifier with a path, which a trailing slash is too, a query or a fragment.
    #[error("'{0}' contains more than scheme and host")]
    MoreThanHost(String),
    /// A host that is no domain name in ASCII.
    #[error("'{0}' does not name a host in ASCII form")]
    Host(String),
    /// An agent identifier that does not begin with `aauth:`.
    #[error("'{0}' does not begin with aauth:")]
    NotAauth(String),
    /// An agent identifier whose local part is empty, too long, or has another character.
    #[error("'{0}' has no valid local part")]
    Local(String),
    /// An agent identifier without a valid domain.
    #[error("'{0}' has no valid domain")]
    Domain(String),
}

impl ServerId {
    /// Reads a server identifier.
    ///
    /// # Errors
    ///
    /// [`IdentifierError`], by the rule that is broken.
    pub fn parse(text: &str) -> Result<Self, IdentifierError> {
        let given = || text.to_owned();
        let host = text
            .strip_prefix("https://")
            .ok_or_else(|| IdentifierError::NotHttps(given()))?;
        if host.contains(['/', '?', '#']) {
            return Err(IdentifierError::MoreThanHost(given()));
        }
        if host.contains(':') {
            return Err(IdentifierError::Port(given()));
        }
        if host.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err(IdentifierError::NotLowerCase(given()));
        }
        if !is_host(host) {
            return Err(IdentifierError::Host(given()));
        }
        Ok(Self(text.into()))
    }

    /// The identifier as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The host.
    #[must_use]
    pub fn host(&self) -> &str {
        self.0
            .strip_prefix("https://")
            .expect("every server identifier begins with https://")
    }

    /// The URL of `path`, which starts with `/`, at this server.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// `path`, which starts with `/`, at this server, as the target of a request.
    #[must_use]
    pub fn target(&self, path: &str) -> Target {
        Target {
            authority: self.host().to_owned(),
            path: path.to_owned(),
            query: None,
        }
    }
}

impl AgentId {
    /// Reads an agent identifier.
    ///
    /// # Errors
    ///
    /// [`IdentifierError`], by the rule that is broken.
    pub fn parse(text: &str) -> Result<Self, IdentifierError> {
        let given = || text.to_owned();
        let rest = text
            .strip_prefix("aauth:")
            .ok_or_else(|| IdentifierError::NotAauth(given()))?;
        let (local, domain) = rest
            .split_once('@')
            .ok_or_else(|| IdentifierError::Domain(given()))?;
        let short_enough = (1..=LOCAL_LEN_MAX).contains(&local.len());
        let plain = local
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_+.".contains(&byte));
        if !short_enough || !plain {
            return Err(IdentifierError::Local(given()));
        }
        if !is_host(domain) {
            return Err(IdentifierError::Domain(given()));
        }
        Ok(Self(text.into()))
    }

    /// The identifier as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Dwk {
    /// Every document.
    pub const ALL: &'static [Self] = &[Self::Agent, Self::Person, Self::Resource, Self::Access];

    /// The document's name, as `dwk` carries it.
    #[must_use]
    pub const fn document(self) -> &'static str {
        match self {
            Self::Agent => "aauth-agent.json",
            Self::Person => "aauth-person.json",
            Self::Resource => "aauth-resource.json",
            Self::Access => "aauth-access.json",
        }
    }

    /// The document's path at its server.
    #[must_use]
    pub const fn well_known_path(self) -> &'static str {
        match self {
            Self::Agent => "/.well-known/aauth-agent.json",
            Self::Person => "/.well-known/aauth-person.json",
            Self::Resource => "/.well-known/aauth-resource.json",
            Self::Access => "/.well-known/aauth-access.json",
        }
    }

    /// The document of that name.
    #[must_use]
    pub fn parse(document: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|dwk| dwk.document() == document)
    }
}

impl fmt::Display for ServerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for AgentId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Dwk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.document())
    }
}

/// Whether `host` is a domain name: labels of `a-z`, `0-9` and inner hyphens, 1 to 63 characters
/// each, 253 together. An internationalized name is in its ASCII form then, for nothing else fits.
fn is_host(host: &str) -> bool {
    let label_ok = |label: &str| {
        (1..=63).contains(&label.len())
            && label
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    host.len() <= 253 && host.split('.').all(label_ok)
}

/// The most characters of an agent identifier's local part.
const LOCAL_LEN_MAX: usize = 255;
