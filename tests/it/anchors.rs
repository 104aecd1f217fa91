//! Every section of the draft that the sources cite is one that the draft has.
//!
//! `tests/vectors/draft-anchors.txt` holds the anchors of the pinned draft: those written at a
//! heading or figure, and for a heading without one its text in lower case, with a hyphen for each
//! run of other characters than letters and digits. `tests/vectors/draft-titles.txt` holds the titles
//! of the sections that are cited, a line each, after the anchor and a tab.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use aauth_sim::check::rules::List;
use aauth_sim::inspect::glossary::all;
use aauth_sim::lesson::LESSONS;
use aauth_sim::spec::{Document, SpecRef};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn anchors() -> Vec<String> {
    let path = Path::new(ROOT).join("tests/vectors/draft-anchors.txt");
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(str::to_owned).collect()
}

fn sources(folder: &Path, into: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            into.push((
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
}

/// The anchors that one line cites: `aauth("…")`, and the list after `Spec:`.
fn cited(line: &str) -> Vec<String> {
    let mut cited: Vec<String> = line
        .split("aauth(\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'))
        .map(|(anchor, _)| anchor.to_owned())
        .collect();
    if let Some((_, list)) = line.split_once("Spec:") {
        let words = list.split_whitespace();
        let anchors = words.map_while(|word| word.trim_matches(['`', ',', '.']).strip_prefix('#'));
        cited.extend(anchors.map(|anchor| anchor.trim_matches(['`', ',', '.']).to_owned()));
    }
    cited
}

#[test]
fn citations_are_found_in_every_form() {
    assert_eq!(cited(r#"    A = "a", "1", aauth("scopes"),"#), ["scopes"]);
    assert_eq!(cited(r#"SpecRef::aauth("roles")"#), ["roles"]);
    assert_eq!(cited("/// Spec: #scopes"), ["scopes"]);
    assert_eq!(cited("/// Spec: `#scopes`."), ["scopes"]);
    assert_eq!(cited("/// Spec: #scopes, #roles"), ["scopes", "roles"]);
    assert!(cited("/// Spec: HTTP Signature Keys #keys").is_empty());
    assert!(cited("const fn aauth(anchor: &str)").is_empty());
}

#[test]
fn the_anchors_are_sorted_and_each_is_there_once() {
    let anchors = anchors();
    let sorted: BTreeSet<&String> = anchors.iter().collect();
    assert!(anchors.iter().eq(sorted));
    for known in [
        "clarification-chat",
        "common-verification",
        "server-identifiers",
    ] {
        assert!(anchors.iter().any(|anchor| anchor == known), "{known}");
    }
}

#[test]
fn every_cited_section_is_one_of_the_drafts() {
    let anchors: BTreeSet<String> = anchors().into_iter().collect();
    let mut files = Vec::new();
    sources(&Path::new(ROOT).join("src"), &mut files);
    let mut used = BTreeSet::new();
    for (path, text) in &files {
        for (at, line) in text.lines().enumerate() {
            for anchor in cited(line) {
                assert!(anchors.contains(&anchor), "{path}:{}: #{anchor}", at + 1);
                used.insert(anchor);
            }
        }
    }
    assert!(used.len() > 40, "only {} sections are cited", used.len());
}

/// The titles of the pinned draft, by anchor.
fn titles() -> Vec<(String, String)> {
    let path = Path::new(ROOT).join("tests/vectors/draft-titles.txt");
    let text = fs::read_to_string(path).unwrap();
    let rows = text.lines().map(|line| line.split_once('\t').unwrap());
    rows.map(|(anchor, title)| (anchor.to_owned(), title.to_owned()))
        .collect()
}

#[test]
fn every_section_that_is_linked_has_the_drafts_title() {
    let titles = titles();
    let lessons = LESSONS.iter().flat_map(|lesson| lesson.steps);
    let specs = all().map(|row| row.spec);
    let specs = specs.chain(lessons.map(|row| row.spec));
    let rules = List::ALL.iter().flat_map(|list| list.rules());
    let specs = specs.chain(rules.map(|rule| rule.spec));
    let mut seen = BTreeSet::new();
    for spec in specs.filter(|spec| spec.document == Document::Aauth) {
        let row = titles.iter().find(|(anchor, _)| anchor == spec.anchor);
        let (_, title) = row.unwrap_or_else(|| panic!("{spec} has no title"));
        assert_eq!(&spec.title(), title, "{spec}");
        seen.insert(spec.anchor);
    }
    assert!(seen.len() > 60, "only {} sections are linked", seen.len());
}

#[test]
fn a_section_of_an_rfc_is_called_by_its_number() {
    assert_eq!(
        SpecRef::rfc(9421, "section-2.5").title(),
        "RFC 9421 section 2.5"
    );
}
