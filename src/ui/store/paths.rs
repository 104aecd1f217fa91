//! Other ways through the lesson: decisions taken otherwise, other settings, texts not used yet.

use crate::address::Address;
use crate::lesson::{Dropped, Pick, Recipe, SettingError, parse_choices, retaken};
use crate::playback::Action;
use crate::stage::PartyId;

use super::super::leptos::*;
use super::Store;

impl Store {
    /// Makes the run again with these settings and choices, and goes to the last step that both runs
    /// share. The other settings get their defaults.
    pub(in crate::ui) fn open_path(self, settings: &[(&str, &str)], choices: &str) {
        let slugs = move || -> Vec<String> {
            let shown = self.shown.get_untracked();
            let steps = shown.steps.steps.iter();
            steps.map(|step| step.slug.clone()).collect()
        };
        let before = slugs();
        self.open_recipe(self.path(settings, choices), None);
        let after = slugs();
        let same = before
            .iter()
            .zip(&after)
            .take_while(|(one, other)| one == other);
        let same = u32::try_from(same.count()).unwrap_or_default();
        self.move_by_hand(&Action::GoTo(same));
    }

    /// What runs the lesson with these settings and choices. The other settings have their defaults.
    pub(in crate::ui) fn path(self, settings: &[(&str, &str)], choices: &str) -> Recipe {
        let lesson = untrack(|| self.lesson());
        let mut recipe = Recipe {
            picks: parse_choices(choices).into_iter().flatten().collect(),
            seed: untrack(|| self.seed()),
            ..Recipe::new(lesson)
        };
        for (name, value) in settings {
            let set = recipe.settings.set(lesson, name, value);
            set.expect("a row of a lesson names its settings");
        }
        recipe
    }

    /// Makes another run, and goes to its end.
    pub(in crate::ui) fn open_outcome(self, recipe: Recipe) {
        self.open_recipe(recipe, None);
        self.move_by_hand(&Action::Last);
    }

    /// Makes the run again with one decision taken this way, and stays where it is taken.
    pub(in crate::ui) fn choose(self, pick: Pick) {
        let (by, number) = (pick.by, pick.number);
        let recipe = self.shown.with_untracked(|shown| retaken(&shown.run, pick));
        self.open_recipe(recipe, None);
        self.go_to_decision(by, number);
        let ending = self.shown.with_untracked(|shown| shown.run.trace.ending());
        let lesson = untrack(|| self.lesson());
        if let Some(row) = lesson.ending(ending) {
            self.say(&format!("This path ends with: {}.", row.title));
        }
    }

    /// Goes to the step after which that decision is taken.
    pub(in crate::ui) fn go_to_decision(self, by: PartyId, number: u32) {
        let after = self.shown.with_untracked(|shown| {
            let mut places = shown.steps.decisions.iter();
            places
                .find(|place| place.point.by == by && place.point.number == number)
                .map(|place| place.after)
        });
        if let Some(after) = after {
            self.move_by_hand(&Action::GoTo(after));
        }
    }

    /// Makes the run again with that setting, and keeps what fits: every choice, and the place or
    /// the nearest one before it.
    pub(in crate::ui) fn open_setting(self, name: &str, text: &str) -> Result<(), SettingError> {
        let Address { mut recipe, .. } = untrack(|| self.address());
        recipe.settings.set(recipe.lesson, name, text)?;
        let at = self.step.get_untracked();
        let before: Vec<String> = self.shown.with_untracked(|shown| {
            let steps = shown
                .steps
                .steps
                .iter()
                .take_while(|step| step.number <= at);
            steps.map(|step| step.slug.clone()).collect()
        });
        self.open_recipe(recipe, None);
        let step = self.shown.with_untracked(|shown| {
            let mut nearest = before.iter().rev();
            nearest.find_map(|slug| shown.steps.find(slug))
        });
        self.act(&Action::GoTo(step.unwrap_or(1)));
        Ok(())
    }

    /// The text that was typed for an option and is not used yet.
    pub(in crate::ui) fn draft(self, option: &str) -> Option<String> {
        self.drafts.with(|drafts| {
            let found = drafts.iter().find(|(name, _)| name == option);
            found.map(|(_, text)| text.clone())
        })
    }

    /// Keeps a text for an option, or forgets it.
    pub(in crate::ui) fn set_draft(self, option: &str, text: Option<String>) {
        self.drafts.update(|drafts| {
            drafts.retain(|(name, _)| name != option);
            drafts.extend(text.map(|text| (option.to_owned(), text)));
        });
    }
}

/// Says which choice does not fit, and why.
pub(super) fn left_out(dropped: &Dropped) -> String {
    let Pick {
        by, number, slug, ..
    } = &dropped.pick;
    format!(
        "The choice {by}{number}.{slug} was left out: {}.",
        dropped.why
    )
}
