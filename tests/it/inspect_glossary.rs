//! The glossary: short, with a source, one row a name.

use std::collections::BTreeSet;

use aauth_sim::inspect::glossary::{TermKind, all, term};
use aauth_sim::spec::Document;

const WORDS_MAX: usize = 30;

#[test]
fn every_text_is_short_and_a_sentence() {
    for row in all() {
        let words = row.text.split_whitespace().count();
        assert!(words <= WORDS_MAX, "{} has {words} words", row.name);
        assert!(row.text.ends_with('.'), "{} is no sentence", row.name);
        assert!(!row.text.contains("  "), "{} has two spaces", row.name);
    }
}

/// The sections of the pinned draft.
const ANCHORS: &str = include_str!("../vectors/draft-anchors.txt");

#[test]
fn every_row_links_to_its_source() {
    for row in all() {
        assert!(row.spec.url().starts_with("https://"), "{}", row.name);
        match row.spec.document {
            Document::Aauth => {
                let known = ANCHORS.lines().any(|anchor| anchor == row.spec.anchor);
                assert!(known, "{}: #{}", row.name, row.spec.anchor);
            }
            Document::SignatureKeys => {
                assert!(!row.spec.anchor.starts_with('#'), "{}", row.name);
            }
            Document::Rfc(_) => {
                let number = row.spec.anchor.strip_prefix("section-").unwrap();
                let plain = number.bytes().all(|b| b.is_ascii_digit() || b == b'.');
                assert!(plain && !number.is_empty(), "{}", row.name);
            }
        }
    }
}

#[test]
fn a_name_has_one_row_of_each_kind() {
    let mut seen = BTreeSet::new();
    for row in all() {
        let name = row.name.to_ascii_lowercase();
        assert!(seen.insert((row.kind, name)), "{} stands twice", row.name);
        assert_eq!(term(row.kind, row.name), Some(row));
    }
    for kind in TermKind::ALL {
        assert!(kind.rows().all(|row| row.kind == *kind), "{}", kind.title());
        assert!(kind.rows().next().is_some(), "{}", kind.title());
    }
}

#[test]
fn header_names_are_found_in_any_case_and_others_as_they_are() {
    assert_eq!(
        term(TermKind::Header, "signature-KEY").map(|row| row.name),
        Some("Signature-Key")
    );
    assert_eq!(term(TermKind::Claim, "ISS"), None);
    assert_eq!(term(TermKind::Header, "iss"), None);
}

#[test]
fn old_names_say_what_they_are_called_now() {
    let old = term(TermKind::Claim, "person_token_jti").unwrap();
    assert!(old.text.contains("presented_jti"));
    let new = term(TermKind::Claim, "presented_jti").unwrap();
    assert!(new.text.contains("person_token_jti"));
}
