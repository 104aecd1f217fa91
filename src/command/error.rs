//! What can be wrong with a command line.

use thiserror::Error;

use crate::entropy::SeedError;
use crate::export::RecipeError;
use crate::lesson::{LESSONS, LinkError, SettingError, SurveyError};

/// What is wrong with a command line. Each is one line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// Nothing was asked for.
    #[error("say list, run LESSON, export LESSON or explore LESSON; --help says more")]
    Nothing,
    /// There is no such command.
    #[error("there is no command '{name}': say list, run, export or explore")]
    CommandUnknown {
        /// What was written.
        name: String,
    },
    /// There is no such option, or not here.
    #[error("'{command}' has no option '{name}'; --help says more")]
    OptionUnknown {
        /// The command.
        command: String,
        /// What was written.
        name: String,
    },
    /// An option without its value.
    #[error("'{name}' needs a value")]
    ValueMissing {
        /// The option.
        name: String,
    },
    /// An option that was given twice.
    #[error("'{name}' is given twice")]
    Repeated {
        /// The option.
        name: String,
    },
    /// An argument too many.
    #[error("there is no place for '{argument}'")]
    Surplus {
        /// What was written.
        argument: String,
    },
    /// Neither a lesson nor a recipe.
    #[error("which lesson? There is {}", lessons())]
    LessonMissing,
    /// There is no such lesson.
    #[error("there is no lesson '{id}', only {}", lessons())]
    LessonUnknown {
        /// What was written.
        id: String,
    },
    /// The recipe is for another lesson.
    #[error("the recipe is for '{recipe}', not for '{lesson}'")]
    LessonsDiffer {
        /// What was written.
        lesson: String,
        /// What the file says.
        recipe: &'static str,
    },
    /// `export` without `--format`.
    #[error("export needs --format har, json, markdown, mermaid or tampered")]
    FormMissing,
    /// There is no such form.
    #[error("there is no format '{name}': say har, json, markdown, mermaid or tampered")]
    FormUnknown {
        /// What was written.
        name: String,
    },
    /// A setting that is not `NAME=VALUE`.
    #[error("'{text}' is no setting; one looks like NAME=VALUE")]
    SettingShape {
        /// What was written.
        text: String,
    },
    /// A setting the lesson does not have, or a value it does not take.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The seed is none.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// A choice cannot be read.
    #[error(transparent)]
    Choice(#[from] LinkError),
    /// A choice fits nowhere in the run.
    #[error("the choice '{choice}' does not fit: {why}")]
    ChoiceDropped {
        /// The choice.
        choice: String,
        /// Why.
        why: String,
    },
    /// The file cannot be read.
    #[error("cannot read '{path}': {reason}")]
    FileUnreadable {
        /// The file.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// The file cannot be written.
    #[error("cannot write '{path}': {reason}")]
    FileUnwritable {
        /// The file.
        path: String,
        /// What the system says.
        reason: String,
    },
    /// Something is broken on a path.
    #[error(transparent)]
    Broken(#[from] SurveyError),
    /// The file holds no recipe.
    #[error("'{path}' holds no recipe: {error}")]
    Recipe {
        /// The file.
        path: String,
        /// What is wrong with it.
        error: RecipeError,
    },
}

impl CommandError {
    /// The status that the program ends with: 1 for what went wrong while it was done, 2 for what
    /// cannot be done as it was asked for.
    #[must_use]
    pub const fn exit_status(&self) -> u8 {
        match self {
            Self::Broken(_) | Self::FileUnwritable { .. } => 1,
            Self::Nothing
            | Self::CommandUnknown { .. }
            | Self::OptionUnknown { .. }
            | Self::ValueMissing { .. }
            | Self::Repeated { .. }
            | Self::Surplus { .. }
            | Self::LessonMissing
            | Self::LessonUnknown { .. }
            | Self::LessonsDiffer { .. }
            | Self::FormMissing
            | Self::FormUnknown { .. }
            | Self::SettingShape { .. }
            | Self::Setting(_)
            | Self::Seed(_)
            | Self::Choice(_)
            | Self::ChoiceDropped { .. }
            | Self::FileUnreadable { .. }
            | Self::Recipe { .. } => 2,
        }
    }
}

fn lessons() -> String {
    let ids: Vec<&str> = LESSONS.iter().map(|row| row.id).collect();
    ids.join(", ")
}
