//! The `AAuth-Requirement` header: what a request needs before it can be served.

use sfv::{DictSerializer, KeyRef, StringRef, TokenRef};
use thiserror::Error;

use super::interaction::{Code, CodeError, InteractionUrl, InteractionUrlError};
use crate::http::Response;
use crate::http::structured::{Dictionary, Item, Parameters};

pub use crate::http::fields::AAUTH_REQUIREMENT as REQUIREMENT;

/// What a request needs before it can be served.
///
/// Direction: resource, PS or AS → the caller, with `401`, `402` or `202`.
/// Spec: #requirement-values
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// The request must present an agent token.
    ///
    /// Spec: #requirement-agent-token
    AgentToken,
    /// The request must present a person token.
    ///
    /// Spec: #requirement-person-token
    PersonToken,
    /// The request must present an auth token, to be had for this resource token.
    ///
    /// Spec: #requirement-auth-token
    AuthToken {
        /// The resource token as it travels.
        resource_token: String,
    },
    /// The person must visit a page.
    ///
    /// Spec: #interaction-required
    Interaction {
        /// The page.
        url: InteractionUrl,
        /// The code that ties the person's browser to the request.
        code: Code,
    },
    /// Somebody is asked to approve; the caller only polls.
    ///
    /// Spec: #approval-pending
    Approval,
    /// The caller must answer the question in the body.
    ///
    /// Spec: #requirement-clarification
    Clarification,
    /// The caller must provide the claims that the body names.
    ///
    /// Spec: #requirement-claims
    Claims,
    /// A requirement that this crate does not know. It cannot be satisfied, and is surfaced as it
    /// is; a `202` that carries it may still be polled.
    Unknown(String),
}

/// A header that states no requirement.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RequirementError {
    /// The value is no structured-field dictionary.
    #[error("'{0}' is not a dictionary")]
    NotADictionary(String),
    /// The dictionary has no member `requirement` that is a token.
    #[error("'{0}' has no token under requirement")]
    NoRequirement(String),
    /// A parameter that this requirement needs is not there, or is no string.
    #[error("requirement={requirement} needs the string parameter {parameter}")]
    Parameter {
        /// The requirement.
        requirement: &'static str,
        /// The parameter.
        parameter: &'static str,
    },
    /// The page's URL is none.
    #[error(transparent)]
    Url(#[from] InteractionUrlError),
    /// The code is none.
    #[error(transparent)]
    Code(#[from] CodeError),
}

impl Requirement {
    /// The requirement of a response. `None` when it states none.
    ///
    /// # Errors
    ///
    /// [`RequirementError`] when the header is there and cannot be read.
    pub fn of(response: &Response) -> Result<Option<Self>, RequirementError> {
        response
            .headers
            .combined(REQUIREMENT)
            .map(|value| Self::parse(&value))
            .transpose()
    }

    /// Reads a header value. Unknown parameters and members are ignored, an unknown requirement is
    /// [`Requirement::Unknown`].
    ///
    /// # Errors
    ///
    /// [`RequirementError`] when the value is no dictionary with a token `requirement`, or a
    /// parameter that the requirement needs is missing or malformed.
    pub fn parse(value: &str) -> Result<Self, RequirementError> {
        let dictionary = Dictionary::parse(value)
            .map_err(|_| RequirementError::NotADictionary(value.to_owned()))?;
        let member = dictionary.get("requirement");
        let Some((token, parameters)) =
            member.and_then(|item: &Item| Some((item.token()?, &item.parameters)))
        else {
            return Err(RequirementError::NoRequirement(value.to_owned()));
        };
        Ok(match token {
            AGENT_TOKEN => Self::AgentToken,
            PERSON_TOKEN => Self::PersonToken,
            AUTH_TOKEN => Self::AuthToken {
                resource_token: text(parameters, AUTH_TOKEN, RESOURCE_TOKEN)?.to_owned(),
            },
            INTERACTION => Self::Interaction {
                url: InteractionUrl::parse(text(parameters, INTERACTION, URL)?)?,
                code: Code::parse(text(parameters, INTERACTION, CODE)?)?,
            },
            APPROVAL => Self::Approval,
            CLARIFICATION => Self::Clarification,
            CLAIMS => Self::Claims,
            other => Self::Unknown(other.to_owned()),
        })
    }

    /// The value of `requirement`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::AgentToken => AGENT_TOKEN,
            Self::PersonToken => PERSON_TOKEN,
            Self::AuthToken { .. } => AUTH_TOKEN,
            Self::Interaction { .. } => INTERACTION,
            Self::Approval => APPROVAL,
            Self::Clarification => CLARIFICATION,
            Self::Claims => CLAIMS,
            Self::Unknown(name) => name,
        }
    }

    /// The resource token, when this is a challenge that carries one.
    #[must_use]
    pub fn resource_token(&self) -> Option<&str> {
        match self {
            Self::AuthToken { resource_token } => Some(resource_token),
            Self::AgentToken
            | Self::PersonToken
            | Self::Interaction { .. }
            | Self::Approval
            | Self::Clarification
            | Self::Claims
            | Self::Unknown(_) => None,
        }
    }

    /// The header value.
    ///
    /// # Panics
    ///
    /// When it was built with a name that is no structured-field token, or with a resource token
    /// that is not ASCII. What was parsed, and what was signed, never is.
    #[must_use]
    pub fn to_header(&self) -> String {
        let name = TokenRef::from_str(self.name()).expect("a requirement's name is a token");
        let mut dictionary = DictSerializer::new();
        let member = dictionary.bare_item(key("requirement"), name);
        match self {
            Self::AuthToken { resource_token } => {
                let _ = member.parameter(key(RESOURCE_TOKEN), string(resource_token));
            }
            Self::Interaction { url, code } => {
                let (url, code) = (url.to_string(), code.to_string());
                let _ = member
                    .parameter(key(URL), string(&url))
                    .parameter(key(CODE), string(&code));
            }
            Self::AgentToken
            | Self::PersonToken
            | Self::Approval
            | Self::Clarification
            | Self::Claims
            | Self::Unknown(_) => {}
        }
        dictionary
            .finish()
            .expect("a dictionary with a member is not empty")
    }
}

/// The value of a parameter of the requirement, whether or not the header can be used.
pub(crate) fn parameter(header: &str, name: &str) -> Option<String> {
    let dictionary = Dictionary::parse(header).ok()?;
    let parameters = &dictionary.get("requirement")?.parameters;
    parameters.text(name).map(str::to_owned)
}

fn text<'a>(
    parameters: &'a Parameters,
    requirement: &'static str,
    parameter: &'static str,
) -> Result<&'a str, RequirementError> {
    parameters
        .text(parameter)
        .ok_or(RequirementError::Parameter {
            requirement,
            parameter,
        })
}

fn key(name: &'static str) -> &'static KeyRef {
    KeyRef::from_str(name).expect("the names in this file are structured-field keys")
}

fn string(text: &str) -> &StringRef {
    StringRef::from_str(text).expect("URLs, codes and signed tokens are printable ASCII")
}

const AGENT_TOKEN: &str = "agent-token";
const PERSON_TOKEN: &str = "person-token";
const AUTH_TOKEN: &str = "auth-token";
const INTERACTION: &str = "interaction";
const APPROVAL: &str = "approval";
const CLARIFICATION: &str = "clarification";
const CLAIMS: &str = "claims";

const RESOURCE_TOKEN: &str = "resource-token";
pub(crate) const URL: &str = "url";
pub(crate) const CODE: &str = "code";
