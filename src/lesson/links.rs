//! How choices are written in links and on the command line:
//! `person1.ask~TEXT,agent1.withdraw`, with `TEXT` as base64url of UTF-8 when it is not the default.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use thiserror::Error;

use crate::sim::Decision;
use crate::stage::{ChoicePoint, PartyId, Taken};

use super::recipe::{Pick, Recipe};
use super::run::Run;

/// The most characters a link's choices have.
pub const CHOICES_CHARS_MAX: u32 = 8_000;

/// The most characters of an option's name.
const SLUG_LEN_MAX: usize = 40;

/// An item that is no choice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{item}' is no choice; one looks like agent1.answer")]
pub struct LinkError {
    /// The item as it stood.
    pub item: String,
}

/// Reads a list of choices. Every item is read on its own, so that a bad one costs no other.
#[must_use]
pub fn parse_choices(text: &str) -> Vec<Result<Pick, LinkError>> {
    let mut picks = Vec::new();
    for item in text.split(',').filter(|item| !item.is_empty()) {
        picks.push(parse_pick(item).ok_or_else(|| LinkError {
            item: item.chars().take(80).collect(),
        }));
    }
    picks
}

/// Writes a list of choices.
#[must_use]
pub fn write_choices(picks: &[Pick]) -> String {
    let items: Vec<String> = picks.iter().map(write_pick).collect();
    items.join(",")
}

/// The settings and choices that lead along these picks, as the command line takes them after a
/// lesson's name: `--set rounds=2 --choices person1.deny`.
#[must_use]
pub fn write_options(recipe: &Recipe, picks: &[Pick]) -> String {
    let changed = recipe.settings.departures(recipe.lesson);
    let mut options: Vec<String> = changed
        .map(|(row, value)| ["--set ", row.name, "=", &row.text(value)].concat())
        .collect();
    if !picks.is_empty() {
        options.push(["--choices ", &write_choices(picks)].concat());
    }
    options.join(" ")
}

/// The picks that lead to this run and are not the defaults, in the order of the decisions.
#[must_use]
pub fn departures(run: &Run) -> Vec<Pick> {
    picks_of(&run.decisions)
}

/// The picks that lead along these decisions and are not the defaults.
#[must_use]
pub fn picks_of(decisions: &[Decision]) -> Vec<Pick> {
    let mut picks = Vec::new();
    for decision in decisions {
        picks.extend(departure(&decision.point, &decision.taken));
    }
    picks
}

/// The recipe of a run in which one decision is taken this way and the others as they were. Those
/// that then no longer fit are dropped by the next run.
#[must_use]
pub fn retaken(run: &Run, pick: Pick) -> Recipe {
    let mut picks = departures(run);
    picks.retain(|other| (other.by, other.number) != (pick.by, pick.number));
    picks.push(pick);
    Recipe {
        picks,
        ..run.recipe.clone()
    }
}

/// The pick that stands for a decision; nothing when it was left to the default.
#[must_use]
pub fn departure(point: &ChoicePoint, taken: &Taken) -> Option<Pick> {
    let default = point.options.first()?;
    let option = point.option(taken.slug)?;
    let text = taken.choice.text();
    let text = text.filter(|text| option.choice.text() != Some(text));
    let departs = option.slug != default.slug || text.is_some();
    departs.then(|| Pick {
        by: taken.by,
        number: taken.number,
        slug: taken.slug.to_owned(),
        text: text.map(str::to_owned),
    })
}

fn parse_pick(item: &str) -> Option<Pick> {
    let (name, text) = match item.split_once('~') {
        Some((name, text)) => (name, Some(decode(text)?)),
        None => (item, None),
    };
    let (key, slug) = name.split_once('.')?;
    let party = PartyId::ALL
        .iter()
        .copied()
        // `agent` begins `agent-provider` too: the rest of the key must be a number.
        .find(|party| key.strip_prefix(party.slug()).is_some_and(is_number))?;
    let number = key.strip_prefix(party.slug())?.parse().ok()?;
    let plain = slug
        .bytes()
        .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    let named = !slug.is_empty() && slug.len() <= SLUG_LEN_MAX;
    (plain && named && number > 0).then(|| Pick {
        by: party,
        number,
        slug: slug.to_owned(),
        text,
    })
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn decode(text: &str) -> Option<String> {
    String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}

fn write_pick(pick: &Pick) -> String {
    let name = format!("{}{}.{}", pick.by, pick.number, pick.slug);
    match &pick.text {
        Some(text) => format!("{name}~{}", URL_SAFE_NO_PAD.encode(text)),
        None => name,
    }
}
