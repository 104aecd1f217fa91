//! What travels between parties.

use crate::http::{Request, Response};
use crate::time::Timestamp;

use super::ids::{ExchangeId, MessageId, PartyId};

/// One HTTP message on its way. A request and its response are two messages of one exchange, so
/// what happens in between has its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Its number.
    pub id: MessageId,
    /// The exchange it belongs to.
    pub exchange: ExchangeId,
    /// What the exchange is for.
    pub kind: ExchangeKind,
    /// Who sent it.
    pub from: PartyId,
    /// Who receives it.
    pub to: PartyId,
    /// When it was sent.
    pub sent_at: Timestamp,
    /// The message itself.
    pub payload: Payload,
}

/// A request or a response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Payload {
    /// A request.
    Request(Request),
    /// A response.
    Response(Response),
}

/// What an exchange is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExchangeKind {
    /// A signed request of the protocol.
    Protocol,
    /// A plain fetch of metadata or of a key set.
    Discovery,
    /// The person's browser: plain, unsigned requests.
    Browser,
}

impl ExchangeKind {
    /// The name used in exports.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Protocol => "protocol",
            Self::Discovery => "discovery",
            Self::Browser => "browser",
        }
    }
}
