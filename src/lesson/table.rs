//! The rows a lesson is made of. All of a lesson's prose is here, none of its logic.

use crate::party::AnyParty;
use crate::spec::SpecRef;
use crate::stage::{Ending, PartyId, Setup};

use super::recipe::Settings;

/// A lesson.
#[derive(Debug)]
pub struct Lesson {
    /// Its name in links: `clarification`.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What happens in it, in a sentence or two.
    pub summary: &'static str,
    /// For whom it is.
    pub level: Level,
    /// How long it takes to read, in minutes.
    pub minutes: u32,
    /// What a reader knows afterwards, a sentence each.
    pub teaches: &'static [&'static str],
    /// What was there before the first step: a term, and what it means here in at most 30 words.
    pub before: &'static [(&'static str, &'static str)],
    /// The lanes, from left to right.
    pub cast: &'static [PartyId],
    /// What can be set up differently.
    pub settings: &'static [SettingRow],
    /// The steps that can occur.
    pub steps: &'static [StepRow],
    /// The endings that can be reached.
    pub endings: &'static [EndingRow],
    /// Makes the cast.
    pub setup: fn(&Settings) -> Setup<AnyParty>,
}

/// For whom a lesson is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// For somebody who has not read the draft.
    First,
    /// For somebody who knows the main flow.
    Further,
}

/// A setting: a whole number within bounds.
#[derive(Debug, PartialEq, Eq)]
pub struct SettingRow {
    /// Its name in links.
    pub name: &'static str,
    /// What it sets, with its unit.
    pub title: &'static str,
    /// What it changes.
    pub help: &'static str,
    /// The least value.
    pub min: u32,
    /// The greatest value.
    pub max: u32,
    /// The value when nobody sets it.
    pub default: u32,
}

/// A step that can occur in a lesson.
#[derive(Debug, PartialEq, Eq)]
pub struct StepRow {
    /// What happens, in the words of `inspect`: `agent > resource: GET /data -> 401 auth-token`.
    pub shape: &'static str,
    /// Its name in links. A `#` stands for how often it has occurred, from 1: `poll-#`. After such a
    /// row, one with a number in its place holds the words of that time: `poll-2`.
    pub slug: &'static str,
    /// A headline.
    pub title: &'static str,
    /// What just happened and why, in at most 45 words.
    pub narration: &'static str,
    /// Where the draft says so.
    pub spec: SpecRef,
}

/// An ending that can be reached.
#[derive(Debug, PartialEq, Eq)]
pub struct EndingRow {
    /// The ending.
    pub ending: Ending,
    /// A headline.
    pub title: &'static str,
    /// What each party holds now.
    pub summary: &'static str,
    /// The choices that lead there, as links write them; empty when the defaults do.
    pub choices: &'static str,
}

impl Lesson {
    /// The setting of that name.
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&'static SettingRow> {
        self.settings.iter().find(|row| row.name == name)
    }

    /// The row of an ending.
    #[must_use]
    pub fn ending(&self, ending: Ending) -> Option<&'static EndingRow> {
        self.endings.iter().find(|row| row.ending == ending)
    }
}

impl PartialEq for Lesson {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Lesson {}

impl SettingRow {
    /// Reads a value within bounds.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<u32> {
        let digits = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
        let value = if digits { text.parse().ok() } else { None };
        value.filter(|value| (self.min..=self.max).contains(value))
    }
}
