//! What a run is made from.

use thiserror::Error;

use crate::entropy::Seed;
use crate::stage::PartyId;

use super::links::parse_choices;
use super::table::{EndingRow, Lesson, SettingRow};

/// Everything that decides a run. The same recipe gives the same bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The lesson.
    pub lesson: &'static Lesson,
    /// How the cast is set up.
    pub settings: Settings,
    /// Where the random values come from.
    pub seed: Seed,
    /// The decisions that are not the default ones.
    pub picks: Vec<Pick>,
}

/// One decision of a recipe: at that party's decision of that number, this option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Who decides.
    pub by: PartyId,
    /// Which of its decisions, from 1.
    pub number: u32,
    /// The option's name.
    pub slug: String,
    /// The text, when it is not the default one.
    pub text: Option<String>,
}

/// The settings of a recipe: a value for each row of the lesson's table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    values: Vec<(&'static str, u32)>,
}

/// A setting that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SettingError {
    /// The lesson has no such setting.
    #[error("the lesson '{lesson}' has no setting '{name}'")]
    Unknown {
        /// The lesson.
        lesson: &'static str,
        /// The setting that was named.
        name: String,
    },
    /// The value is not one the setting takes.
    #[error("'{name}' takes {known}, not '{value}'")]
    Value {
        /// The setting.
        name: &'static str,
        /// The values it takes.
        known: String,
        /// What was given.
        value: String,
    },
}

impl Recipe {
    /// The lesson as it runs when nobody changes anything.
    #[must_use]
    pub fn new(lesson: &'static Lesson) -> Self {
        Self {
            lesson,
            settings: Settings::of(lesson),
            seed: Seed::default(),
            picks: Vec::new(),
        }
    }

    /// What leads to an ending of the lesson, by its table. The other settings have their defaults.
    ///
    /// # Panics
    ///
    /// When the table names what the lesson does not have.
    #[must_use]
    pub fn toward(lesson: &'static Lesson, ending: &EndingRow, seed: Seed) -> Self {
        let mut recipe = Self {
            seed,
            ..Self::new(lesson)
        };
        recipe.settings.apply(lesson, ending);
        let picks = parse_choices(ending.choices).into_iter();
        recipe.picks = picks
            .collect::<Result<_, _>>()
            .expect("an ending's row has choices that can be read");
        recipe
    }

    /// The decision for that party's decision of that number, if it is not left to the default.
    #[must_use]
    pub fn pick(&self, by: PartyId, number: u32) -> Option<&Pick> {
        self.picks
            .iter()
            .find(|pick| pick.by == by && pick.number == number)
    }
}

impl Settings {
    /// The lesson's defaults.
    #[must_use]
    pub fn of(lesson: &Lesson) -> Self {
        Self {
            values: lesson
                .settings
                .iter()
                .map(|row| (row.name, row.default))
                .collect(),
        }
    }

    /// The value of a setting.
    ///
    /// # Panics
    ///
    /// When the lesson has no such setting: a lesson reads only its own.
    #[must_use]
    pub fn value(&self, name: &str) -> u32 {
        let mut values = self.values.iter();
        let (_, value) = values
            .find(|(known, _)| *known == name)
            .expect("a lesson reads only the settings of its own table");
        *value
    }

    /// Whether a setting with the words `off` and `on` is on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.value(name) != 0
    }

    /// Sets a value from its text.
    ///
    /// # Errors
    ///
    /// [`SettingError`] when the lesson has no such setting, or the value does not fit.
    pub fn set(&mut self, lesson: &Lesson, name: &str, text: &str) -> Result<(), SettingError> {
        let row = lesson.setting(name).ok_or_else(|| SettingError::Unknown {
            lesson: lesson.id,
            name: shortened(name),
        })?;
        let value = row.read(text).ok_or_else(|| SettingError::Value {
            name: row.name,
            known: row.values(),
            value: shortened(text),
        })?;
        for (known, set) in &mut self.values {
            if *known == row.name {
                *set = value;
            }
        }
        Ok(())
    }

    /// Sets what an ending of the lesson needs.
    ///
    /// # Panics
    ///
    /// When the table names what the lesson does not have.
    pub fn apply(&mut self, lesson: &Lesson, ending: &EndingRow) {
        for (name, value) in ending.settings {
            let set = self.set(lesson, name, value);
            set.expect("an ending's row names settings of its lesson");
        }
    }

    /// The settings that are not at their default, as links write them.
    pub fn departures<'a>(
        &'a self,
        lesson: &'a Lesson,
    ) -> impl Iterator<Item = (&'a SettingRow, u32)> {
        lesson
            .settings
            .iter()
            .map(|row| (row, self.value(row.name)))
            .filter(|(row, value)| *value != row.default)
    }
}

/// A value can be anything: what is repeated of it stays short.
fn shortened(text: &str) -> String {
    text.chars().take(40).collect()
}
