//! The recipe of a run as JSON: what a link holds, in a file.

use thiserror::Error;

use crate::entropy::{Seed, SeedError};
use crate::json::{self, JsonError, Object, Value};
use crate::lesson::{LinkError, Recipe, SettingError, departures, lesson, parse_choices};
use crate::lesson::{Run, write_choices};

/// A text that is no recipe.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RecipeError {
    /// It is no JSON object, or has a member twice.
    #[error(transparent)]
    Json(#[from] JsonError),
    /// A member is missing, or of another type.
    #[error("its member '{name}' is not {wanted}")]
    Member {
        /// The member.
        name: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// It has a member that a recipe does not have.
    #[error("a recipe has no member '{name}'")]
    MemberUnknown {
        /// The member.
        name: String,
    },
    /// There is no such lesson.
    #[error("there is no lesson '{id}'")]
    LessonUnknown {
        /// The lesson that was named.
        id: String,
    },
    /// The seed is none.
    #[error(transparent)]
    Seed(#[from] SeedError),
    /// A setting makes no sense.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A choice cannot be read.
    #[error(transparent)]
    Choice(#[from] LinkError),
}

/// The recipe of a run: `{"lesson", "settings", "seed", "choices"}`, every setting with its value,
/// and the choices that were not the default ones as links write them.
#[must_use]
pub fn recipe_json(run: &Run) -> Object {
    let recipe = &run.recipe;
    let rows = recipe.lesson.settings.iter();
    let settings = rows.fold(Object::new(), |settings, row| {
        let value = recipe.settings.value(row.name);
        if row.words.is_empty() {
            settings.with(row.name, value)
        } else {
            settings.with(row.name, row.text(value))
        }
    });
    Object::of("lesson", recipe.lesson.id)
        .with("settings", settings)
        .with("seed", recipe.seed.as_str())
        .with("choices", write_choices(&departures(run)))
}

/// Reads a recipe: the object that [`recipe_json`] writes, or a whole export that has it as its
/// member `recipe`. Everything but the lesson may be left out; a member that is there twice is an
/// error.
///
/// # Errors
///
/// [`RecipeError`] says what is wrong.
pub fn parse_recipe(text: &str) -> Result<Recipe, RecipeError> {
    let document = json::parse_object(text)?;
    let members = match document.get("recipe") {
        Some(recipe) => object("recipe", recipe)?,
        None => &document,
    };
    let named = members
        .get("lesson")
        .ok_or_else(|| wrong("lesson", "there"))?;
    let id = text_of("lesson", named)?;
    let lesson = lesson(id).ok_or_else(|| RecipeError::LessonUnknown { id: id.to_owned() })?;
    let mut recipe = Recipe::new(lesson);
    for (name, value) in members.iter() {
        match name {
            "lesson" => {}
            "settings" => set_all(&mut recipe, value)?,
            "seed" => recipe.seed = Seed::parse(text_of(name, value)?)?,
            "choices" => {
                recipe.picks = parse_choices(text_of(name, value)?)
                    .into_iter()
                    .collect::<Result<_, _>>()?;
            }
            _ => {
                let name = name.to_owned();
                return Err(RecipeError::MemberUnknown { name });
            }
        }
    }
    Ok(recipe)
}

fn set_all(recipe: &mut Recipe, settings: &Value) -> Result<(), RecipeError> {
    for (name, value) in object("settings", settings)?.iter() {
        let value = match value {
            Value::Number(text) | Value::String(text) => text,
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => {
                return Err(wrong(name, "a number or a word"));
            }
        };
        recipe.settings.set(recipe.lesson, name, value)?;
    }
    Ok(())
}

fn object<'a>(name: &str, value: &'a Value) -> Result<&'a Object, RecipeError> {
    value.as_object().ok_or_else(|| wrong(name, "an object"))
}

fn text_of<'a>(name: &str, value: &'a Value) -> Result<&'a str, RecipeError> {
    value.as_str().ok_or_else(|| wrong(name, "text"))
}

fn wrong(name: &str, wanted: &'static str) -> RecipeError {
    RecipeError::Member {
        name: name.to_owned(),
        wanted,
    }
}
