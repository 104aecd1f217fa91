//! The words and the names of steps, from the rows of a lesson.

use crate::lesson::StepRow;

use super::steps::Step;

/// Gives the steps their words and their names in links.
pub(super) fn name(steps: &mut [Step], rows: &[StepRow]) {
    let mut used: Vec<String> = Vec::new();
    for step in steps {
        let row = rows.iter().find(|row| row.shape == step.shape);
        let wanted = row.map_or_else(
            || format!("step-{}", step.number),
            |row| row.slug.to_owned(),
        );
        used.push(wanted.clone());
        let count = used.iter().filter(|slug| **slug == wanted).count();
        step.slug = match count {
            _ if wanted.contains('#') => wanted.replace('#', &count.to_string()),
            1 => wanted.clone(),
            _ => format!("{wanted}-{count}"),
        };
        let row = of_this_time(step, &step.slug, rows)
            .or_else(|| of_this_time(step, &format!("{wanted}-2"), rows).filter(|_| count > 2))
            .or(row);
        step.title = row.map_or_else(|| step.shape.clone(), |row| row.title.to_owned());
        step.narration = row.map_or_else(String::new, |row| row.narration.to_owned());
        step.spec = row.map(|row| row.spec);
    }
}

/// The row of that name for a step of its shape, where what happens again needs words of its own.
fn of_this_time<'r>(step: &Step, slug: &str, rows: &'r [StepRow]) -> Option<&'r StepRow> {
    let mut rows = rows.iter();
    rows.find(|row| row.shape == step.shape && row.slug == slug)
}
