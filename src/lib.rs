//! A simulator of the AAuth protocol: real parties, real signatures, every byte shown.
//!
//! # Invariants
//!
//! 1. A run is a pure function from a recipe (lesson, settings, seed, choices) to a trace. The same
//!    recipe gives the same bytes on every machine, native or wasm. No `usize`, float or
//!    pointer-width value is drawn, hashed, serialised or compared in a trace.
//! 2. There is no clock, no random source and no hash-map order below `ui`. Time is passed in and
//!    starts at 2026-09-01T09:00:00Z; every random value is a draw from the seed.
//! 3. Parties are sans-IO state machines: an input and a context go in; messages, reports, timers
//!    and choice points come out. They never panic on input; a panic means a broken invariant.
//! 4. Bytes as sent: digests, signature bases and the page read the bytes that went out. Nothing is
//!    re-serialised to be verified or shown.
//! 5. Verification explains itself and never fetches. A role sees only verified requests, which
//!    cannot be made any other way.
//! 6. Prose lives in tables (rules, glossary, lessons), never in logic or in components.
//! 7. Nothing from a message reaches the page as HTML.
//! 8. The page works with no network once usable, no storage, and inside someone else's iframe.
//!
//! # Codemap
//!
//! Modules stand in reading order, and a module uses only modules above it; a test reads the `use`
//! lines and holds that. Data flows one way: recipe, world, trace, what is shown of it, page.
//!
//! | Module | What it is |
//! |---|---|
//! | [`spec`], [`time`], [`entropy`] | where a rule is written; time and randomness that are passed in |
//! | [`json`] | JSON as it is written |
//! | [`check`] | a verification that explains itself; the table of rules |
//! | [`jose`] | keys, key sets, signed tokens |
//! | [`http`] | messages as they were sent, and the fields that need more than their text |
//! | [`httpsig`] | HTTP message signatures: the base, signing, the verifier's walk |
//! | [`aauth`] | what travels in the protocol, and the verifiers of its tokens |
//! | [`stage`] | what parties and simulation share: messages, events, choices |
//! | [`party`] | agent, agent provider, resource, person server, person |
//! | [`sim`] | the world in which they meet, and the trace of a run |
//! | [`lesson`] | recipes, and the words of each lesson |
//! | [`tamper`] | messages with one thing broken, and what their recipients say |
//! | [`inspect`] | from a trace to what is shown of it |
//! | [`export`] | from a trace to files |
//! | [`playback`], [`address`] | the reader's place in a run, and what an address of the page says |
//! | [`host_page`] | what the page and the page around it say to each other |
//! | [`command`] | the command line |
//! | `ui` | the page; the only web code |

pub mod spec;
pub mod time;

pub mod entropy;

pub mod json;

pub mod check;

pub mod jose;

pub mod http;

pub mod httpsig;

pub mod aauth;

pub mod stage;

pub mod party;

pub mod sim;

pub mod lesson;

pub mod tamper;

pub mod inspect;

pub mod export;

pub mod playback;

pub mod address;

pub mod host_page;

pub mod command;

#[cfg(target_arch = "wasm32")]
#[allow(missing_docs)]
pub mod ui;
