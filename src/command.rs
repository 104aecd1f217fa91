//! The command line of `trace`: what was asked for, and what comes of it.
//!
//! Arguments are read here and the recipe is run here; the binary only passes its arguments in and
//! writes the text out.

mod error;
mod explore;

use crate::entropy::Seed;
use crate::export::{Format, parse_recipe, tampered, text};
use crate::lesson::{LESSONS, Recipe, Run, lesson, parse_choices, run, write_choices};

pub use self::error::CommandError;
pub use self::explore::Exploring;

/// What `--help` prints.
pub const USAGE: &str = "\
Runs a lesson of the AAuth simulator and prints what happened.

  trace list                          the lessons, an id a line
  trace run LESSON [OPTION...]        the trace: messages, signature bases, checks
  trace export LESSON --format FORM   the trace for other programs
  trace explore LESSON [OPTION...]    every way the lesson can go, an ending a line

FORM is har (HTTP Archive 1.2), json (the whole trace), markdown (a document), mermaid (a sequence
diagram), or tampered (the run's messages with one thing broken in each, and what their recipients say).

explore walks every path with at most one mistake: under the settings that are asked for, and under
these with each setting that an ending of the lesson needs. A line has an ending, how many paths lead
there, and how many exchanges and checks the shortest one has. Paths that come to the same situation,
times left aside, share what follows. It stops with status 1 where something is broken that has to
hold on every path, and prints the settings and choices that lead there.

Options of run, export and explore:
  --seed SEED          where keys, ids and codes come from: 1 to 64 of a-z, 0-9 and '-'
  --set NAME=VALUE     a setting of the lesson; may be repeated

Options of run and export:
  --choices CHOICES    the decisions that are not the default ones, as links write them:
                       person3.deny,agent1.answer~BASE64URL
  --recipe FILE        a recipe, or a JSON export that holds one; LESSON may then be left out,
                       and the other options win over the file

Options of explore:
  --rounds N           the most questions, 1 to 10: short for --set rounds=N
  --full               walk each path on its own, also where paths share what follows: two rounds
                       take seconds, each further one some seven times as long
  --export DIR         write the shortest path to each ending as ENDING.har

  --help               this text
";

/// What was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Print how the command is used.
    Help,
    /// Print the lessons.
    List,
    /// Run a lesson and print it in a form.
    Print(Form, Wanted),
    /// Walk every path of a lesson.
    Explore(Exploring, Wanted),
}

/// What the command line may touch besides its arguments.
#[derive(Clone, Copy)]
pub struct Outside<'a> {
    /// Reads a file, or says why it cannot.
    pub read: &'a dyn Fn(&str) -> Result<String, String>,
    /// Writes a file into a directory, which is made where it is missing: directory, name, text.
    pub write: &'a dyn Fn(&str, &str, &str) -> Result<(), String>,
    /// For how long the program runs.
    pub elapsed_ms: &'a dyn Fn() -> u64,
}

/// The form in which a run is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For the eye.
    Text,
    /// For other programs and for documents.
    Export(Format),
    /// What comes of tampering with it.
    Tampered,
}

/// Which run is wanted, as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Wanted {
    /// The lesson.
    pub lesson: Option<String>,
    /// The file that holds a recipe.
    pub recipe_file: Option<String>,
    /// The seed.
    pub seed: Option<String>,
    /// The settings, each as `NAME=VALUE`.
    pub settings: Vec<String>,
    /// The choices, as links write them.
    pub choices: Option<String>,
}

impl Command {
    /// Reads the arguments, without the program's own name.
    ///
    /// # Errors
    ///
    /// [`CommandError`] says what is wrong. Values are read no further than to their option.
    pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Self, CommandError> {
        let mut arguments = arguments.into_iter();
        let name = arguments.next().ok_or(CommandError::Nothing)?;
        let given = match name.as_str() {
            "--help" | "-h" | "help" => return Ok(Self::Help),
            "list" | "run" | "export" | "explore" => Given::parse(&name, arguments)?,
            _ => return Err(CommandError::CommandUnknown { name }),
        };
        if given.help {
            return Ok(Self::Help);
        }
        Ok(match name.as_str() {
            "list" => Self::List,
            "run" => Self::Print(Form::Text, given.wanted),
            "explore" => Self::Explore(given.exploring, given.wanted),
            _ => Self::Print(Form::parse(given.form.as_deref())?, given.wanted),
        })
    }

    /// Does what was asked for and gives what is to be printed.
    ///
    /// # Errors
    ///
    /// [`CommandError`] when the recipe makes no sense, a choice of it does not fit, or something is
    /// broken on a path.
    pub fn perform(&self, outside: &Outside<'_>) -> Result<String, CommandError> {
        match self {
            Self::Help => Ok(USAGE.to_owned()),
            Self::List => Ok(LESSONS.iter().map(|row| format!("{}\n", row.id)).collect()),
            Self::Print(form, wanted) => {
                let run = run_exactly(&wanted.recipe(outside.read)?)?;
                Ok(match form {
                    Form::Text => text(&run),
                    Form::Export(format) => format.write(&run),
                    Form::Tampered => tampered(&run),
                })
            }
            Self::Explore(exploring, wanted) => exploring.perform(wanted, outside),
        }
    }
}

impl Form {
    fn parse(name: Option<&str>) -> Result<Self, CommandError> {
        let name = name.ok_or(CommandError::FormMissing)?;
        let mut formats = Format::ALL.iter();
        match formats.find(|format| format.slug() == name) {
            Some(format) => Ok(Self::Export(*format)),
            None if name == "tampered" => Ok(Self::Tampered),
            None => Err(CommandError::FormUnknown {
                name: name.to_owned(),
            }),
        }
    }
}

impl Wanted {
    /// The recipe that was asked for. `read` reads a file.
    ///
    /// # Errors
    ///
    /// [`CommandError`] says what makes no sense.
    pub fn recipe(
        &self,
        read: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<Recipe, CommandError> {
        let mut recipe = match &self.recipe_file {
            Some(path) => self.recipe_from_file(path, read)?,
            None => Recipe::new(self.lesson()?.ok_or(CommandError::LessonMissing)?),
        };
        if let Some(seed) = &self.seed {
            recipe.seed = Seed::parse(seed)?;
        }
        for text in &self.settings {
            let (name, value) = text
                .split_once('=')
                .ok_or_else(|| CommandError::SettingShape { text: text.clone() })?;
            recipe.settings.set(recipe.lesson, name, value)?;
        }
        if let Some(choices) = &self.choices {
            let picks: Result<Vec<_>, _> = parse_choices(choices).into_iter().collect();
            recipe.picks = picks?;
        }
        Ok(recipe)
    }

    fn recipe_from_file(
        &self,
        path: &str,
        read: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<Recipe, CommandError> {
        let text = read(path).map_err(|reason| CommandError::FileUnreadable {
            path: path.to_owned(),
            reason,
        })?;
        let recipe = parse_recipe(&text).map_err(|error| CommandError::Recipe {
            path: path.to_owned(),
            error,
        })?;
        match self.lesson()? {
            Some(lesson) if lesson.id != recipe.lesson.id => Err(CommandError::LessonsDiffer {
                lesson: lesson.id.to_owned(),
                recipe: recipe.lesson.id,
            }),
            Some(_) | None => Ok(recipe),
        }
    }

    fn lesson(&self) -> Result<Option<&'static crate::lesson::Lesson>, CommandError> {
        let known =
            |id: &String| lesson(id).ok_or_else(|| CommandError::LessonUnknown { id: id.clone() });
        self.lesson.as_ref().map(known).transpose()
    }
}

/// The arguments of a command, taken apart.
#[derive(Default)]
struct Given {
    help: bool,
    form: Option<String>,
    exploring: Exploring,
    wanted: Wanted,
}

impl Given {
    fn parse(
        command: &str,
        mut arguments: impl Iterator<Item = String>,
    ) -> Result<Self, CommandError> {
        let mut given = Self::default();
        while let Some(argument) = arguments.next() {
            if !argument.starts_with('-') {
                given.take_lesson(command, argument)?;
                continue;
            }
            let (name, attached) = match argument.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name.to_owned(), Some(value)),
                Some(_) | None => (argument.clone(), None),
            };
            if name == "--help" || name == "-h" {
                given.help = true;
                continue;
            }
            if name == "--full" && command == "explore" && attached.is_none() {
                given.exploring.full = true;
                continue;
            }
            let runs = command != "list";
            let explores = command == "explore";
            let prints = runs && !explores;
            let place = match name.as_str() {
                "--set" if runs => None,
                "--seed" if runs => Some(&mut given.wanted.seed),
                "--choices" if prints => Some(&mut given.wanted.choices),
                "--recipe" if prints => Some(&mut given.wanted.recipe_file),
                "--rounds" if explores => Some(&mut given.exploring.rounds),
                "--export" if explores => Some(&mut given.exploring.export),
                "--format" if command == "export" => Some(&mut given.form),
                _ => {
                    let command = command.to_owned();
                    return Err(CommandError::OptionUnknown { command, name });
                }
            };
            let value = attached.map(str::to_owned).or_else(|| arguments.next());
            let value = value.ok_or_else(|| CommandError::ValueMissing { name: name.clone() })?;
            match place {
                None => given.wanted.settings.push(value),
                Some(Some(_)) => return Err(CommandError::Repeated { name }),
                Some(place) => *place = Some(value),
            }
        }
        Ok(given)
    }

    fn take_lesson(&mut self, command: &str, argument: String) -> Result<(), CommandError> {
        if command == "list" || self.wanted.lesson.is_some() {
            return Err(CommandError::Surplus { argument });
        }
        self.wanted.lesson = Some(argument);
        Ok(())
    }
}

/// Runs a recipe that must fit completely.
fn run_exactly(recipe: &Recipe) -> Result<Run, CommandError> {
    let run = run(recipe);
    match run.dropped.first() {
        None => Ok(run),
        Some(dropped) => Err(CommandError::ChoiceDropped {
            choice: write_choices(core::slice::from_ref(&dropped.pick)),
            why: dropped.why.clone(),
        }),
    }
}
