//! What the page and the page around it say to each other, when it stands in a frame.
//!
//! Each message is one object with the member [`NAMESPACE`], whose value is the [`VERSION`]. What
//! the page says has an `event`, what it is told a `command`. Nothing in them is secret, and nothing
//! that is told changes more than what a reader can change by hand.

use crate::address::Theme;
use crate::json::{self, Object, Value};
use crate::lesson::{LESSONS, Lesson, Run, departures, write_choices};
use crate::spec::DRAFT;
use crate::stage::Ending;

/// The member that tells these messages from everybody else's.
pub const NAMESPACE: &str = "aauth-sim";

/// The version of these messages.
pub const VERSION: u64 = 1;

/// The least height that is told, in CSS pixels.
pub const HEIGHT_MIN_PX: u32 = 200;

/// The greatest height that is told, in CSS pixels.
pub const HEIGHT_MAX_PX: u32 = 4_000;

/// What the page around tells this one to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// One step on.
    Next,
    /// One step back.
    Previous,
    /// To the step of that name, `answer-1` or `step-3`.
    GoTo(String),
    /// Start to play.
    Play,
    /// Stop playing.
    Pause,
    /// Look like that.
    SetTheme(Theme),
}

impl Command {
    /// The command of a message, given as JSON. `None` when it is none of this version: other
    /// programs send messages too.
    #[must_use]
    pub fn read(message: &str) -> Option<Self> {
        let message = json::parse_object(message).ok()?;
        let version = message.get(NAMESPACE).and_then(Value::as_u64);
        if version != Some(VERSION) {
            return None;
        }
        let text = |name| message.get(name).and_then(Value::as_str);
        Some(match text("command")? {
            "next" => Self::Next,
            "previous" => Self::Previous,
            "goto" => Self::GoTo(text("step")?.to_owned()),
            "play" => Self::Play,
            "pause" => Self::Pause,
            "set-theme" => {
                let theme = text("theme")?;
                Self::SetTheme(*Theme::ALL.iter().find(|one| one.slug() == theme)?)
            }
            _ => return None,
        })
    }
}

/// The page works: which `lessons` there are, and what [`run`] says.
#[must_use]
pub fn ready<'a>(run: &Run, steps: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let lessons = LESSONS
        .iter()
        .map(|lesson| named("id", lesson.id, lesson.title));
    of_run("ready", run, steps)
        .with("app", env!("CARGO_PKG_VERSION"))
        .with("draft", DRAFT)
        .with("lessons", Value::Array(lessons.collect()))
        .to_string()
}

/// Another run is shown: its lesson, its `choices` as links write them, and its `steps`, each with its
/// name in links and its title.
#[must_use]
pub fn run<'a>(run: &Run, steps: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    of_run("run", run, steps).to_string()
}

fn of_run<'a>(name: &str, run: &Run, steps: impl Iterator<Item = (&'a str, &'a str)>) -> Object {
    let steps = steps.map(|(slug, title)| named("slug", slug, title));
    event(name, run.recipe.lesson)
        .with("choices", write_choices(&departures(run)))
        .with("steps", Value::Array(steps.collect()))
}

/// The reader is at that step: its name in links, its number from 1, and how many there are.
#[must_use]
pub fn step(lesson: &Lesson, slug: &str, number: u32, steps: u32) -> String {
    event("step", lesson)
        .with("step", slug)
        .with("number", u64::from(number))
        .with("steps", u64::from(steps))
        .to_string()
}

/// The reader is at the end of a run that ended like that.
#[must_use]
pub fn ending(lesson: &Lesson, ending: Ending) -> String {
    event("ending", lesson)
        .with("ending", ending.slug())
        .to_string()
}

/// The page is so high, in CSS pixels.
#[must_use]
pub fn height(lesson: &Lesson, px: u32) -> String {
    let px = px.clamp(HEIGHT_MIN_PX, HEIGHT_MAX_PX);
    event("height", lesson)
        .with("height", u64::from(px))
        .to_string()
}

fn event(name: &str, lesson: &Lesson) -> Object {
    Object::new()
        .with(NAMESPACE, VERSION)
        .with("event", name)
        .with("lesson", lesson.id)
}

fn named(name: &str, id: &str, title: &str) -> Value {
    Object::new().with(name, id).with("title", title).into()
}
