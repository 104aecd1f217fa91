//! What an agent can handle: the `AAuth-Capabilities` header and the body member `capabilities`.

use sfv::{ListSerializer, TokenRef};

use crate::http::Headers;
use crate::http::structured::{Item, parse_list};

pub use crate::http::fields::AAUTH_CAPABILITIES as CAPABILITIES;

/// One thing an agent can handle.
///
/// Direction: agent → resource, in the header; agent → PS, in the body member `capabilities`.
/// Spec: #aauth-capabilities
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Capability {
    /// It can get a person to a URL.
    Interaction,
    /// It can answer questions about its request.
    Clarification,
    /// It can handle `402` payment flows.
    Payment,
}

impl Capability {
    /// Every capability, in the draft's order.
    pub const ALL: &'static [Self] = &[Self::Interaction, Self::Clarification, Self::Payment];

    /// The value as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Interaction => "interaction",
            Self::Clarification => "clarification",
            Self::Payment => "payment",
        }
    }

    /// The capability of that name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|capability| capability.as_str() == name)
    }

    /// The capabilities that a request's headers declare. Without the header, and with one that is
    /// no list, none may be assumed; unknown values and all parameters are ignored.
    #[must_use]
    pub fn of_headers(headers: &Headers) -> Vec<Self> {
        let Some(value) = headers.combined(CAPABILITIES) else {
            return Vec::new();
        };
        let Ok(list) = parse_list(&value) else {
            return Vec::new();
        };
        Self::known(list.iter().filter_map(Item::token))
    }

    /// The known ones among the names, each once, in their order.
    #[must_use]
    pub fn known<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<Self> {
        let mut known = Vec::new();
        for capability in names.into_iter().filter_map(Self::parse) {
            if !known.contains(&capability) {
                known.push(capability);
            }
        }
        known
    }

    /// The header value. `None` when there is nothing to declare: the header is left out then.
    #[must_use]
    pub fn to_header(capabilities: &[Self]) -> Option<String> {
        let mut list = ListSerializer::new();
        for capability in capabilities {
            let name = TokenRef::from_str(capability.as_str()).expect("its name is a token");
            let _ = list.bare_item(name);
        }
        list.finish()
    }
}
