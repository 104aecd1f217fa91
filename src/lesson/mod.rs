//! Lessons: a cast, its settings, and the words that explain what happens.
//!
//! A [`Recipe`] names a lesson and what departs from its defaults; [`run`] makes a trace of it.

mod choices;
mod clarification;
mod explore;
mod links;
mod recipe;
mod run;
mod table;

pub use self::choices::{choice_row, decision_words};
pub use self::explore::{Survey, SurveyError, SurveyRow, explore};
pub use self::links::{
    CHOICES_CHARS_MAX, LinkError, departure, departures, parse_choices, picks_of, retaken,
    write_choices, write_options,
};
pub use self::recipe::{Pick, Recipe, SettingError, Settings};
pub use self::run::{Dropped, Run, run};
pub use self::table::{ChoiceRow, EndingRow, Lesson, Level, SettingRow, StepRow};
pub use crate::sim::Decision;

/// Every lesson, in the order in which they are best read.
pub static LESSONS: &[Lesson] = &[clarification::LESSON, clarification::NARROWED];

/// The lesson of that name.
#[must_use]
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    LESSONS.iter().find(|lesson| lesson.id == id)
}
