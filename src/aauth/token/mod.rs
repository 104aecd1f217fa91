//! The four tokens: what they carry, how they are signed, and how each is verified.
//!
//! A verifier walks the draft's common list and then the list of the token's kind. It never
//! fetches: a key that is not at hand stops the walk with [`Stop::Needs`](crate::check::Stop).

pub(crate) mod claims;
pub(crate) mod common;

pub(crate) mod confirmation;

mod agent;
pub(crate) mod auth;
pub(crate) mod person;
pub(crate) mod resource;

mod presented;

mod redemption;

pub use self::agent::{AGENT_TOKEN_LIFETIME_S_MAX, AgentToken, NewAgentToken};
pub use self::auth::{AuthToken, AuthTokenIssuer, ExpectedAuthToken, NewAuthToken};
pub use self::common::{TOKEN_LIFETIME_S_MAX, TokenType, TokenVerifier};
pub use self::confirmation::Confirmation;
pub use self::person::{NewPersonToken, PersonToken};
pub use self::presented::PresentedToken;
pub use self::redemption::{Redeemed, Redeemer};
pub use self::resource::{
    NewResourceToken, RESOURCE_TOKEN_LIFETIME_S_MAX, ResourceInteraction, ResourceToken,
};
