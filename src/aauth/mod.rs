//! The protocol's own types: what travels, read and written, and the verifiers of its tokens.
//!
//! Every type that travels says in which direction and where the draft defines it. Reading is
//! strict where the draft is strict and ignores what the draft says to ignore.

pub mod members;

pub mod identifiers;
pub mod scope;

pub mod metadata;

pub mod polling_error;

pub mod interaction;

pub mod requirement;

pub mod capability;
pub mod clarification;
mod clarification_exchange;

pub mod pending;

pub mod token_request;

pub mod token;

pub mod challenge;
pub mod credential;
pub mod token_response;
pub mod updated_request;

pub mod token_error;

pub mod refusal;

pub use self::capability::Capability;
pub use self::clarification::{ClarificationRequirement, ClarificationResponse, PendingPost};
pub use self::clarification_exchange::{
    ClarificationCallback, ClarificationExchange, ClarificationExchangeError,
};
pub use self::identifiers::{AgentId, Dwk, ServerId};
pub use self::interaction::{CallbackError, Code, InteractionUrl};
pub use self::metadata::{AccessMode, Metadata, RoleMetadata};
pub use self::pending::{PendingBody, PendingResponse, PendingStatus};
pub use self::polling_error::PollingError;
pub use self::refusal::Refusal;
pub use self::requirement::Requirement;
pub use self::scope::Scope;
pub use self::token_error::{AuthorizationError, TokenEndpointError, TokenMember};
