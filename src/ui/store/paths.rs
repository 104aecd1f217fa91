//! Other ways through the lesson: decisions taken otherwise, other settings, texts not used yet.

use crate::address::Address;
use crate::inspect::shared_steps;
use crate::lesson::{Dropped, EndingRow, Pick, Recipe, SettingError, departure, retaken};
use crate::playback::Action;
use crate::stage::PartyId;

use super::super::leptos::*;
use super::{Shown, Store};

impl Store {
    /// Makes the run again as it goes by itself or, with a row, to that ending. It stays where both
    /// runs are the same, or else goes to the last step that they share.
    pub(in crate::ui) fn open_path(self, ending: Option<&EndingRow>) {
        let at = self.step.get_untracked();
        let before = self.shown.get_untracked();
        let lesson = untrack(|| self.lesson());
        let seed = untrack(|| self.seed());
        let recipe = match ending {
            Some(row) => Recipe::toward(lesson, row, seed),
            None => Recipe {
                seed,
                ..Recipe::new(lesson)
            },
        };
        self.open_at(recipe, |shown| {
            shared_steps(&before.steps, &shown.steps).min(at)
        });
        self.aside.set(None);
        self.say_where_it_leads();
    }

    /// Makes another run, and goes to its end.
    pub(in crate::ui) fn open_outcome(self, recipe: Recipe) {
        self.open_at(recipe, |shown| shown.steps.len());
        self.aside.set(None);
        self.announcement.set(untrack(|| self.place_in_words()));
    }

    /// Makes the run again with one decision taken this way, and stays where it is taken.
    pub(in crate::ui) fn choose(self, pick: Pick) {
        let (by, number) = (pick.by, pick.number);
        let recipe = self.shown.with_untracked(|shown| retaken(&shown.run, pick));
        let at = self.step.get_untracked();
        self.open_at(recipe, |shown| {
            decided_after(shown, by, number).unwrap_or(at)
        });
        self.say_where_it_leads();
    }

    /// Makes another run and goes to the step that `place` names in it. A text that was used and is
    /// in it no more stays as a draft, unless another one was typed since.
    fn open_at(self, recipe: Recipe, place: impl FnOnce(&Shown) -> u32) {
        let before = self.shown.get_untracked();
        self.recipe.set(recipe.clone());
        let shown = self.shown.get_untracked();
        let step = place(&shown).clamp(1, shown.steps.len().max(1));
        self.open_recipe(recipe, Some(format!("step-{step}")));
        let lesson = before.run.recipe.lesson.id;
        for decision in &before.run.decisions {
            let taken = &decision.taken;
            let text = departure(&decision.point, taken).and_then(|pick| pick.text);
            let is_taken = shown.run.decisions.iter().any(|now| {
                (now.taken.by, now.taken.number, now.taken.slug)
                    == (taken.by, taken.number, taken.slug)
            });
            let name = draft_name(lesson, &decision.point.key(), taken.slug);
            let is_drafted = untrack(|| self.draft(&name)).is_some();
            if let Some(text) = text.filter(|_| !is_taken && !is_drafted) {
                self.set_draft(&name, Some(text));
            }
        }
    }

    /// Says how the run ends that is shown now, and where in it the reader is.
    fn say_where_it_leads(self) {
        let ending = self.shown.with_untracked(|shown| shown.run.trace.ending());
        let lesson = untrack(|| self.lesson());
        let row = lesson.ending(ending);
        let title = row.map_or(ending.slug(), |row| row.title);
        let place = untrack(|| self.place_in_words());
        self.say(&format!("This path ends with: {title}. {place}"));
    }

    /// Goes to the step after which that decision is taken.
    pub(in crate::ui) fn go_to_decision(self, by: PartyId, number: u32) {
        let after = self
            .shown
            .with_untracked(|shown| decided_after(shown, by, number));
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
        self.open_at(recipe, |shown| {
            let mut nearest = before.iter().rev();
            nearest.find_map(|slug| shown.steps.find(slug)).unwrap_or(1)
        });
        self.say_where_it_leads();
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

/// The name under which a text for an option is kept.
pub(in crate::ui) fn draft_name(lesson: &str, decision: &str, option: &str) -> String {
    [lesson, " ", decision, ".", option].concat()
}

/// The step after which that decision is taken.
fn decided_after(shown: &Shown, by: PartyId, number: u32) -> Option<u32> {
    let mut places = shown.steps.decisions.iter();
    places
        .find(|place| place.point.by == by && place.point.number == number)
        .map(|place| place.after)
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
