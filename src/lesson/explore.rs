//! Every way a lesson can go, under the settings that were asked for and under those that its
//! endings name.

use std::collections::BTreeMap;
use std::sync::Arc;

use thiserror::Error;

use crate::entropy::Seed;
use crate::sim::{Bounds, Broken, BrokenPath, Explorer, Protocol, see};
use crate::stage::{Ending, EventKind, Taken};

use super::links::{departures, write_options};
use super::recipe::{Pick, Recipe, Settings};
use super::run::{Run, run};
use super::table::Lesson;

/// What came of exploring a lesson.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The endings that are reached, in the order of [`Ending`].
    pub endings: Vec<SurveyRow>,
    /// How many sets of settings were walked.
    pub settings: u32,
    /// How many decisions came up that are not the same.
    pub situations: u32,
    /// How many requests were made on the way.
    pub exchanges: u64,
}

/// An ending that is reached.
#[derive(Clone, Debug)]
pub struct SurveyRow {
    /// The ending.
    pub ending: Ending,
    /// How many paths lead to it.
    pub paths: u64,
    /// The run of the shortest of them.
    pub run: Run,
    /// How many exchanges that run has.
    pub exchanges: u32,
    /// How many checks its parties made.
    pub checks: u32,
}

/// Something is broken on a path.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{broken}, with {recipe}")]
pub struct SurveyError {
    /// What.
    pub broken: Broken,
    /// The settings and choices that lead there, as the command line takes them.
    pub recipe: String,
}

/// Walks every path of a lesson: with these settings, and with these and each setting that an ending
/// of the lesson names.
///
/// # Errors
///
/// [`SurveyError`] when something is broken on a path.
pub fn explore(recipe: &Recipe, full: bool) -> Result<Survey, SurveyError> {
    let (lesson, seed) = (recipe.lesson, &recipe.seed);
    let mut rows: BTreeMap<Ending, (u64, Vec<Recipe>)> = BTreeMap::new();
    let all = variants(lesson, &recipe.settings);
    let bounds = if full { Bounds::FULL } else { Bounds::SHARED };
    let (mut situations, mut exchanges) = (0, 0);
    for settings in &all {
        let named = |broken: BrokenPath| {
            let recipe = recipe_of(lesson, settings, seed, &broken.path);
            SurveyError {
                recipe: write_options(&recipe, &recipe.picks),
                broken: broken.broken,
            }
        };
        let setup = (lesson.setup)(settings);
        let explorer: Explorer<_, Protocol> = Explorer::new(setup, seed.clone(), bounds);
        let explored = explorer.finish().map_err(named)?;
        situations += explored.situations;
        exchanges += explored.exchanges;
        for reached in explored.endings {
            let (paths, shortest) = rows.entry(reached.ending).or_default();
            *paths += reached.paths;
            shortest.push(recipe_of(lesson, settings, seed, &reached.shortest));
        }
    }
    let mut endings = Vec::new();
    for (ending, (paths, recipes)) in rows {
        let mut replays = Vec::new();
        for recipe in &recipes {
            replays.push(replayed(ending, paths, recipe)?);
        }
        endings.extend(
            replays
                .into_iter()
                .min_by_key(|row| (row.departs(recipe), row.exchanges)),
        );
    }
    Ok(Survey {
        endings,
        settings: u32::try_from(all.len()).unwrap_or(u32::MAX),
        situations,
        exchanges,
    })
}

/// The settings that were asked for, and these with each that an ending of the lesson names.
fn variants(lesson: &Lesson, asked: &Settings) -> Vec<Settings> {
    let mut all = vec![asked.clone()];
    for row in lesson.endings {
        let mut settings = asked.clone();
        settings.apply(lesson, row);
        if !all.contains(&settings) {
            all.push(settings);
        }
    }
    all
}

/// The recipe of a path: every decision in it, whether it is the default one or not.
fn recipe_of(
    lesson: &'static Lesson,
    settings: &Settings,
    seed: &Seed,
    path: &[Arc<Taken>],
) -> Recipe {
    let picks = path.iter().map(|taken| Pick {
        by: taken.by,
        number: taken.number,
        slug: taken.slug.to_owned(),
        text: None,
    });
    Recipe {
        lesson,
        settings: settings.clone(),
        seed: seed.clone(),
        picks: picks.collect(),
    }
}

impl SurveyRow {
    /// In how many choices and settings its run departs from what was asked for.
    fn departs(&self, asked: &Recipe) -> usize {
        let settings = asked.lesson.settings.iter();
        let own = &self.run.recipe.settings;
        let other = settings.filter(|row| own.value(row.name) != asked.settings.value(row.name));
        departures(&self.run).len() + other.count()
    }
}

/// Runs a path from its beginning, with the same eyes on it.
fn replayed(ending: Ending, paths: u64, recipe: &Recipe) -> Result<SurveyRow, SurveyError> {
    let run = run(recipe);
    let mut witness = Protocol::default();
    see(&mut witness, run.trace.events()).map_err(|broken| SurveyError {
        broken,
        recipe: write_options(recipe, &recipe.picks),
    })?;
    assert_eq!(run.trace.ending(), ending, "a replay ends as the walk did");
    assert!(
        run.dropped.is_empty(),
        "every decision of a path is offered"
    );
    let checks = run.trace.events().map(|event| match &event.kind {
        EventKind::Reported { report, .. } => report.flatten().len(),
        _ => 0,
    });
    let checks = checks.sum::<usize>();
    let exchanges = run.trace.exchanges().len();
    Ok(SurveyRow {
        ending,
        paths,
        exchanges: u32::try_from(exchanges).unwrap_or(u32::MAX),
        checks: u32::try_from(checks).unwrap_or(u32::MAX),
        run,
    })
}
