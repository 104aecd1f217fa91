//! `trace explore`: every way a lesson can go.

use crate::export::har;
use crate::lesson::{Survey, explore};

use super::{CommandError, Outside, Wanted};

/// How a lesson is to be explored.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Exploring {
    /// The most questions, as it was written.
    pub rounds: Option<String>,
    /// Whether paths share nothing.
    pub full: bool,
    /// The directory that the runs are written to.
    pub export: Option<String>,
}

impl Exploring {
    /// Explores, writes what is to be written, and gives what is to be printed.
    pub(super) fn perform(
        &self,
        wanted: &Wanted,
        outside: &Outside<'_>,
    ) -> Result<String, CommandError> {
        let mut recipe = wanted.recipe(outside.read)?;
        if let Some(rounds) = &self.rounds {
            recipe.settings.set(recipe.lesson, "rounds", rounds)?;
        }
        let survey = explore(&recipe, self.full)?;
        if let Some(directory) = &self.export {
            for row in &survey.endings {
                let name = format!("{}.har", row.ending.slug());
                let written = (outside.write)(directory, &name, &har(&row.run.trace));
                written.map_err(|reason| CommandError::FileUnwritable {
                    path: format!("{directory}/{name}"),
                    reason,
                })?;
            }
        }
        Ok(table(&survey, (outside.elapsed_ms)()))
    }
}

/// A line an ending, and one with what was walked.
fn table(survey: &Survey, elapsed_ms: u64) -> String {
    let mut out = String::new();
    for row in &survey.endings {
        let (ending, paths) = (row.ending.slug(), row.paths);
        let (exchanges, checks) = (row.exchanges, row.checks);
        out.push_str(&format!(
            "{ending:<18} {paths:>12} {exchanges:>5} {checks:>6}\n"
        ));
    }
    let paths: u64 = survey.endings.iter().map(|row| row.paths).sum();
    out.push_str(&format!(
        "{} endings, {paths} paths; walked {} exchanges between {} situations under {} settings \
         in {}.{:03} s\n",
        survey.endings.len(),
        survey.exchanges,
        survey.situations,
        survey.settings,
        elapsed_ms / 1000,
        elapsed_ms % 1000,
    ));
    out
}
