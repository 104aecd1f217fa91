//! The map of outcomes: every way a lesson can end within one question, under the settings that are
//! shown, and what it takes for the endings that these settings never reach.

use crate::lesson::{Decision, EndingRow, Recipe, Run, choice_row, departure, picks_of, run};
use crate::party::AnyParty;
use crate::sim::{Bounds, Explorer};
use crate::stage::{Choice, Ending, PersonChoice, Prompt};

/// The map of a lesson under its settings, in the making.
#[derive(Debug)]
pub struct OutcomeMap {
    recipe: Recipe,
    explorer: Explorer<AnyParty, ()>,
    /// The endings that these settings do not reach so soon, and that are still to be looked for;
    /// `None` while these settings are explored.
    missing: Option<Vec<&'static EndingRow>>,
    /// The ways to such endings.
    elsewhere: Vec<(Ending, MapLeaf)>,
}

/// An ending with the ways to it.
#[derive(Clone, Debug)]
pub struct MapGroup {
    /// The ending.
    pub row: &'static EndingRow,
    /// The ways, the shortest first.
    pub leaves: Vec<MapLeaf>,
}

/// A way to an ending, by its shortest path.
#[derive(Clone, Debug)]
pub struct MapLeaf {
    /// What is decided on it, a few words each; or what has to be set, and then decided otherwise
    /// than by default, for it. Never empty.
    pub path: Vec<String>,
    /// What runs it.
    pub recipe: Recipe,
    /// Whether the run that is shown went this way.
    pub is_current: bool,
}

/// What tells ways to one ending apart: how the run came to its end, and whether the agent was asked
/// before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Manner {
    ending: Ending,
    last: (Prompt, &'static str),
    /// What came up before, where the last decision alone does not tell where the run was.
    before: Option<Prompt>,
    was_asked: bool,
}

impl OutcomeMap {
    /// A map of which nothing is known yet.
    #[must_use]
    pub fn new(recipe: &Recipe) -> Self {
        let setup = (recipe.lesson.setup)(&recipe.settings);
        Self {
            explorer: Explorer::new(setup, recipe.seed.clone(), Bounds::ONE_ROUND),
            recipe: recipe.clone(),
            missing: None,
            elsewhere: Vec::new(),
        }
    }

    /// Finds out a little more. `false` when everything is known.
    pub fn advance(&mut self) -> bool {
        let Some(missing) = &mut self.missing else {
            // Nobody looks for what is broken here, and nothing endless is walked.
            if !self.explorer.advance().unwrap_or(false) {
                self.missing = Some(self.unreached());
            }
            return true;
        };
        let Some(row) = missing.pop() else {
            return false;
        };
        let leaf = self.by_the_table(row);
        self.elsewhere.extend(leaf.map(|leaf| (row.ending, leaf)));
        true
    }

    /// How many decisions are known, and of how many.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        self.explorer.progress()
    }

    /// The ways that are known, by ending, with that of `run` marked.
    #[must_use]
    pub fn groups(&self, run: &Run) -> Vec<MapGroup> {
        let mut ended = self.explorer.ended();
        ended.sort_by_key(|(_, path)| (picks_of(path).len(), path.len()));
        let current = Manner::of(run.trace.ending(), &run.decisions);
        let mut known: Vec<Manner> = Vec::new();
        let lesson = self.recipe.lesson;
        let mut groups = lesson.endings.iter().map(|row| MapGroup {
            row,
            leaves: Vec::new(),
        });
        let mut groups: Vec<MapGroup> = groups.by_ref().collect();
        for (ending, path) in ended {
            let Some(manner) = Manner::of(ending, &path) else {
                continue;
            };
            let group = groups.iter_mut().find(|group| group.row.ending == ending);
            if let Some(group) = group.filter(|_| !known.contains(&manner)) {
                known.push(manner);
                group.leaves.push(MapLeaf {
                    path: path.iter().map(title).collect(),
                    recipe: Recipe {
                        picks: picks_of(&path),
                        ..self.recipe.clone()
                    },
                    is_current: current == Some(manner),
                });
            }
        }
        for group in &mut groups {
            if group.leaves.is_empty() {
                let leaf = self.elsewhere(group.row.ending, run);
                group.leaves.extend(leaf);
            }
        }
        groups.retain(|group| !group.leaves.is_empty());
        groups
    }

    /// The endings to which no way is known.
    fn unreached(&self) -> Vec<&'static EndingRow> {
        let ended = self.explorer.ended();
        let rows = self.recipe.lesson.endings.iter();
        rows.filter(|row| ended.iter().all(|(ending, _)| *ending != row.ending))
            .collect()
    }

    /// A way to an ending that these settings do not reach so soon: that of the run itself where it
    /// came there, or else that of the lesson's own table.
    fn elsewhere(&self, ending: Ending, run: &Run) -> Option<MapLeaf> {
        if ending == run.trace.ending() {
            return Some(MapLeaf {
                path: run.decisions.iter().map(title).collect(),
                recipe: Recipe {
                    picks: picks_of(&run.decisions),
                    ..run.recipe.clone()
                },
                is_current: true,
            });
        }
        let mut elsewhere = self.elsewhere.iter();
        let found = elsewhere.find(|(known, _)| *known == ending);
        found.map(|(_, leaf)| leaf.clone())
    }

    /// The way that the lesson's own table has to an ending. The table counts from the default
    /// settings, so everything that is set otherwise here is part of the way.
    fn by_the_table(&self, row: &EndingRow) -> Option<MapLeaf> {
        let lesson = self.recipe.lesson;
        let recipe = Recipe::toward(lesson, row, self.recipe.seed.clone());
        let mut path = Vec::new();
        for setting in lesson.settings {
            let value = recipe.settings.value(setting.name);
            if value != self.recipe.settings.value(setting.name) {
                path.push([setting.title, ": ", &setting.text(value)].concat());
            }
        }
        let run = run(&recipe);
        let decisions = run.decisions.iter();
        let departures =
            decisions.filter(|decision| departure(&decision.point, &decision.taken).is_some());
        path.extend(departures.map(title));
        let leads_there = run.trace.ending() == row.ending && !path.is_empty();
        leads_there.then_some(MapLeaf {
            path,
            recipe,
            is_current: false,
        })
    }
}

impl Manner {
    /// `None` when nothing was decided. A slip changes nothing about the way.
    fn of(ending: Ending, path: &[Decision]) -> Option<Self> {
        let slips = |decision: &&Decision| !decision.taken.choice.is_slip();
        let path: Vec<&Decision> = path.iter().filter(slips).collect();
        let (last, before) = path.split_last()?;
        let prompt = last.point.prompt;
        let depends = matches!(prompt, Prompt::Asked | Prompt::WaitOver);
        let previous = before.last().filter(|_| depends);
        Some(Self {
            ending,
            last: (prompt, last.taken.slug),
            before: previous.map(|decision| decision.point.prompt),
            was_asked: before.iter().any(|decision| asks(&decision.taken.choice)),
        })
    }
}

const fn asks(choice: &Choice) -> bool {
    matches!(
        choice,
        Choice::Person(PersonChoice::Ask { .. } | PersonChoice::AskClosed { .. })
    )
}

fn title(decision: &Decision) -> String {
    let slug = decision.taken.slug;
    let row = choice_row(decision.point.prompt, slug);
    row.map_or(slug, |row| row.title).to_owned()
}
