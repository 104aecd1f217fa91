//! The host tests, one binary.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod address;
mod anchors;
mod cases;
mod clarification;
mod codecs;
mod deferred;
mod deferring;
mod footprint;
mod har;
mod http;
mod httpsig;
mod identifiers;
mod inspect_attached;
mod inspect_chat;
mod inspect_glossary;
mod inspect_lessons;
mod inspect_messages;
mod inspect_signature;
mod inspect_state;
mod inspect_steps;
mod inspect_tokens;
mod interactions;
mod jose;
mod key_ring;
mod layers;
mod playback;
mod requirements;
mod rules_signature;
mod rules_tokens;
mod sim;
mod station;
mod story;
mod tampering;
mod token_requests;
