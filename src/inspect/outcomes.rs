//! How a run can end, and how it did.

use crate::lesson::EndingRow;
use crate::stage::Ending;

use super::steps::Steps;

/// An ending of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The ending.
    pub ending: Ending,
    /// A headline.
    pub title: String,
    /// What each party holds then.
    pub summary: String,
    /// Whether this run ended so.
    pub reached: bool,
}

/// What the agent was answered last about its request: `403 denied`. That the pending URL is gone
/// says nothing about it. `None` when it asked for nothing.
#[must_use]
pub fn last_answer(steps: &Steps) -> Option<&str> {
    let mut steps = steps.steps.iter().rev();
    steps.find_map(|step| {
        let (asked, answer) = step.shape.split_once(" -> ")?;
        let is_its_own = asked.starts_with("agent > person-server") && answer != "410";
        is_its_own.then_some(answer)
    })
}

/// The endings of a lesson in its order, the one that a run reached marked. A run that ended as no
/// row says has an ending without words at the end.
#[must_use]
pub fn outcomes(rows: &[EndingRow], reached: Ending) -> Vec<Outcome> {
    let mut outcomes: Vec<Outcome> = rows
        .iter()
        .map(|row| Outcome {
            ending: row.ending,
            title: row.title.to_owned(),
            summary: row.summary.to_owned(),
            reached: row.ending == reached,
        })
        .collect();
    if !outcomes.iter().any(|outcome| outcome.reached) {
        outcomes.push(Outcome {
            ending: reached,
            title: reached.slug().to_owned(),
            summary: String::new(),
            reached: true,
        });
    }
    outcomes
}
