//! From a trace to what the page shows.
//!
//! Pure functions: they read a run and give plain values. Nothing here decides how it looks.

mod arrow;
mod broken;
mod chat;
mod checks;
mod claim;
mod compare;
mod cut;
mod field_text;
mod in_code;
mod json_text;
mod lanes;
mod map;
mod markdown;
mod message;
mod moments;
mod naming;
mod needed;
mod outcomes;
mod person;
mod shape;
mod signature;
mod state;
mod steps;
mod timeline;
mod token;
mod token_place;
mod unseen;
mod why;

pub mod clock;
pub mod glossary;

pub use self::broken::{BrokenView, ChangeView, breakable, broken};
pub use self::chat::{ChatKind, ChatMessage, chat};
pub use self::checks::{CheckCounts, CheckGroup, CheckOutcome, CheckRow, EvidenceView, checks};
pub use self::claim::ClaimView;
pub use self::compare::{ComparedRun, ComparedStep, Comparison, compare, held, shared_steps};
pub use self::field_text::{FieldPiece, field_pieces, form_pieces};
pub use self::in_code::in_code;
pub use self::json_text::{JsonLine, JsonMember, JsonPiece, PieceKind, members, pretty};
pub use self::lanes::{Lane, lanes, local_name};
pub use self::map::{MapGroup, MapLeaf, OutcomeMap};
pub use self::markdown::{Block, Span, Style, markdown};
pub use self::message::{BodyView, HeaderKind, HeaderView, MessageView};
pub use self::outcomes::{Outcome, last_answer, outcomes};
pub use self::person::{PersonEnd, PersonPlace, PersonRound, PersonView, person};
pub use self::signature::{BaseLineView, KeyView, SignatureHeader, SignatureView, Uncovered};
pub use self::state::{Change, HoldingKind, HoldingView, PartyState, state};
pub use self::steps::{
    Arrow, ArrowKind, DecisionPlace, Discovery, Part, Prologue, Step, Steps, Told, ToldWords,
};
pub use self::timeline::{Timeline, TimelineEntry, timelines};
pub use self::token::{KeySource, RawToken, TokenView, Verdict, VerifiedWith};
pub use self::token_place::{CarriedToken, TokenPlace};
pub use self::unseen::{Seen, seen, seen_chars};
pub use self::why::why_here;
