//! A simulator of the AAuth protocol: real parties, real signatures, every byte shown.

#[cfg(target_arch = "wasm32")]
#[allow(missing_docs)]
pub mod ui;
