//! The rows a lesson is made of. All of a lesson's prose is here, none of its logic.

use crate::party::AnyParty;
use crate::spec::SpecRef;
use crate::stage::{Ending, PartyId, Prompt, Setup};

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

/// A setting: a whole number within bounds, or one of some words.
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
    /// The words for the values from the least on; empty when a value is written as the number it is.
    pub words: &'static [&'static str],
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
    /// The settings under which it is reached, each with its value as links write it; the others
    /// are at their defaults.
    pub settings: &'static [(&'static str, &'static str)],
    /// The choices that lead there, as links write them; empty when the defaults do.
    pub choices: &'static str,
}

/// A choice that a lesson can offer.
#[derive(Debug, PartialEq, Eq)]
pub struct ChoiceRow {
    /// The name of the option in links.
    pub slug: &'static str,
    /// What is decided when it is offered; `None` for every occasion that has no row of its own.
    pub prompt: Option<Prompt>,
    /// What it is, in a few words: `Answer`.
    pub title: &'static str,
    /// What comes of it, in a sentence.
    pub sentence: &'static str,
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
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let padded = text.len() > 1 && text.starts_with('0');
        let value = if self.words.is_empty() && digits && !padded {
            text.parse().ok()
        } else {
            let at = self.words.iter().position(|word| *word == text);
            at.and_then(|at| u32::try_from(at).ok())
                .map(|at| self.min + at)
        };
        value.filter(|value| (self.min..=self.max).contains(value))
    }

    /// A value as it is written.
    #[must_use]
    pub fn text(&self, value: u32) -> String {
        let at = usize::try_from(value.saturating_sub(self.min));
        let word = at.ok().and_then(|at| self.words.get(at));
        word.map_or_else(|| value.to_string(), |word| (*word).to_owned())
    }

    /// The values it takes, as people read them: `1 to 10`, `off or on`.
    #[must_use]
    pub fn values(&self) -> String {
        if self.words.is_empty() {
            format!("{} to {}", self.min, self.max)
        } else {
            self.words.join(" or ")
        }
    }
}
