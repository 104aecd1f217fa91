//! Two runs side by side: from the first step in which they differ to what each party holds.

use crate::lesson::Run;
use crate::stage::{Message, Notice, PartyId, Payload};

use super::state::{HoldingKind, HoldingView, state};
use super::steps::{Step, Steps, Told};

/// Two runs, side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many steps they share from the first on.
    pub shared: u32,
    /// The one run, and the other.
    pub sides: [ComparedRun; 2],
}

/// What one of two runs has that the other one has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedRun {
    /// How it ended.
    pub title: String,
    /// The steps after those that both share.
    pub steps: Vec<ComparedStep>,
    /// What each party holds in the end, as far as it holds anything.
    pub held: Vec<(PartyId, Vec<String>)>,
}

/// A step of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedStep {
    /// Its number.
    pub number: u32,
    /// Its headline.
    pub title: String,
    /// How it came out: the status with what it is about, or what was said.
    pub status: String,
}

/// Holds two runs against each other.
#[must_use]
pub fn compare(one: &Run, other: &Run) -> Comparison {
    let cut = |run: &Run| Steps::cut(&run.trace, run.recipe.lesson.steps);
    let (left, right) = (cut(one), cut(other));
    let shared = shared_steps(&left, &right);
    Comparison {
        shared,
        sides: [side(one, &left, shared), side(other, &right, shared)],
    }
}

/// How many steps two runs share from the first on: the same moves at the same time, with the same
/// bytes and the same words.
#[must_use]
pub fn shared_steps(one: &Steps, other: &Steps) -> u32 {
    let pairs = one.steps.iter().zip(&other.steps);
    let same = pairs.take_while(|(one, other)| is_same(one, other));
    u32::try_from(same.count()).unwrap_or(u32::MAX)
}

fn is_same(one: &Step, other: &Step) -> bool {
    one.slug == other.slug
        && one.at == other.at
        && one.repeats.len() == other.repeats.len()
        && payload(one.request.as_deref()) == payload(other.request.as_deref())
        && payload(one.response.as_deref()) == payload(other.response.as_deref())
        && one.act.iter().map(words).eq(other.act.iter().map(words))
        && one
            .notices
            .iter()
            .map(words)
            .eq(other.notices.iter().map(words))
}

fn payload(message: Option<&Message>) -> Option<&Payload> {
    message.map(|message| &message.payload)
}

fn words(told: &Told) -> (PartyId, PartyId, &Notice) {
    (told.from, told.to, &told.notice)
}

fn side(run: &Run, steps: &Steps, shared: u32) -> ComparedRun {
    let lesson = run.recipe.lesson;
    let ending = run.trace.ending();
    let after = steps.steps.iter().filter(|step| step.number > shared);
    ComparedRun {
        title: lesson
            .ending(ending)
            .map_or_else(|| ending.slug().to_owned(), |row| row.title.to_owned()),
        steps: after.map(compared).collect(),
        held: held(run, steps),
    }
}

/// What each party holds at the end of a run, as far as it holds anything but key sets: each thing by
/// its name, with where it stands.
#[must_use]
pub fn held(run: &Run, steps: &Steps) -> Vec<(PartyId, Vec<String>)> {
    let cast = run.recipe.lesson.cast;
    let mut all = Vec::new();
    for party in state(&run.trace, steps, steps.len(), cast) {
        let things = party.holdings.iter();
        let things = things.filter(|held| held.kind != HoldingKind::KeySet);
        let things: Vec<String> = things.map(in_words).collect();
        if !things.is_empty() {
            all.push((party.party, things));
        }
    }
    all
}

fn compared(step: &Step) -> ComparedStep {
    let status = step.arrows.last().map(|arrow| {
        let words = [arrow.label.as_str(), arrow.note.as_str()];
        words.join(" ").trim_end().to_owned()
    });
    ComparedStep {
        number: step.number,
        title: step.title.clone(),
        status: status.unwrap_or_default(),
    }
}

/// Its name, with where it stands and what it covers.
fn in_words(held: &HoldingView) -> String {
    let told = ["state", "decision", "scope"];
    let facts: Vec<&str> = told.iter().filter_map(|name| held.fact(name)).collect();
    if facts.is_empty() {
        return held.title.clone();
    }
    format!("{}: {}", held.title, facts.join(", "))
}
