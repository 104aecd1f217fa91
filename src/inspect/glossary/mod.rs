//! What the names on the wire mean, for somebody who has not read the draft.
//!
//! One row for each header, claim, member, parameter and component that a lesson shows, and for
//! the terms that the explanations use. A text has at most 30 words and a link to its source.

mod claims;
mod headers;
mod members;
mod metadata;
mod parameters;
mod terms;

use crate::spec::SpecRef;

/// One row of the glossary.
#[derive(Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is a name of.
    pub kind: TermKind,
    /// The name as it is written on the wire.
    pub name: &'static str,
    /// What it means, in at most 30 words.
    pub text: &'static str,
    /// Where it is defined.
    pub spec: SpecRef,
}

/// What a name is a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TermKind {
    /// A header field.
    Header,
    /// A claim of a token.
    Claim,
    /// A member of a JSON body, of a token's header, of a key or of a metadata document.
    Member,
    /// A parameter of a header, a query or a form.
    Parameter,
    /// A component that a signature covers and that is no header field: `@method`.
    Component,
    /// A word of the draft.
    Term,
}

impl TermKind {
    /// Every kind, in the order in which the glossary lists them.
    pub const ALL: &'static [Self] = &[
        Self::Term,
        Self::Header,
        Self::Parameter,
        Self::Component,
        Self::Claim,
        Self::Member,
    ];

    /// The name used in the page's attributes.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Claim => "claim",
            Self::Member => "member",
            Self::Parameter => "parameter",
            Self::Component => "component",
            Self::Term => "term",
        }
    }

    /// The name people read, in the plural.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Header => "Headers",
            Self::Claim => "Claims",
            Self::Member => "Members",
            Self::Parameter => "Parameters",
            Self::Component => "Signed components",
            Self::Term => "Words of the draft",
        }
    }

    /// The rows of this kind.
    pub fn rows(self) -> impl Iterator<Item = &'static Term> {
        // Metadata documents have so many members that they stand in a file of their own.
        let (rows, more): (&[Term], &[Term]) = match self {
            Self::Header => (headers::ROWS, &[]),
            Self::Claim => (claims::ROWS, &[]),
            Self::Member => (members::ROWS, metadata::ROWS),
            Self::Parameter => (parameters::ROWS, &[]),
            Self::Component => (parameters::COMPONENTS, &[]),
            Self::Term => (terms::ROWS, &[]),
        };
        rows.iter().chain(more)
    }
}

/// Every row.
pub fn all() -> impl Iterator<Item = &'static Term> {
    TermKind::ALL.iter().flat_map(|kind| kind.rows())
}

/// The row of that name. Names of headers are compared without regard to case.
#[must_use]
pub fn term(kind: TermKind, name: &str) -> Option<&'static Term> {
    let mut rows = kind.rows();
    match kind {
        TermKind::Header => rows.find(|row| row.name.eq_ignore_ascii_case(name)),
        TermKind::Claim
        | TermKind::Member
        | TermKind::Parameter
        | TermKind::Component
        | TermKind::Term => rows.find(|row| row.name == name),
    }
}

/// The row that `claim:iss` names: the slug of its kind, and its name.
#[must_use]
pub fn find(key: &str) -> Option<&'static Term> {
    let (slug, name) = key.split_once(':')?;
    let mut kinds = TermKind::ALL.iter();
    term(*kinds.find(|kind| kind.slug() == slug)?, name)
}

/// The kind of a name that can be a header's, a component's, a claim's, a member's or a parameter's.
/// `None` when it is none of these.
#[must_use]
pub fn kind_of(name: &str) -> Option<TermKind> {
    let kinds = [
        TermKind::Header,
        TermKind::Component,
        TermKind::Claim,
        TermKind::Member,
        TermKind::Parameter,
    ];
    kinds.into_iter().find(|kind| term(*kind, name).is_some())
}

/// A row whose source is the AAuth draft.
const fn aauth(
    kind: TermKind,
    name: &'static str,
    anchor: &'static str,
    text: &'static str,
) -> Term {
    from(kind, name, SpecRef::aauth(anchor), text)
}

/// A row whose source is an RFC.
const fn rfc(
    kind: TermKind,
    name: &'static str,
    number: u16,
    section: &'static str,
    text: &'static str,
) -> Term {
    from(kind, name, SpecRef::rfc(number, section), text)
}

const fn from(kind: TermKind, name: &'static str, spec: SpecRef, text: &'static str) -> Term {
    Term {
        kind,
        name,
        text,
        spec,
    }
}
