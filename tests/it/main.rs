//! The host tests, one binary.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod har;
mod jose;
mod sim;
