//! The host tests, one binary.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod codecs;
mod deferred;
mod har;
mod http;
mod identifiers;
mod interactions;
mod jose;
mod playback;
mod requirements;
mod sim;
mod token_requests;
