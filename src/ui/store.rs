//! What the page shows, in one place. Components read signals here and call what moves it.

mod paths;

use std::sync::Arc;

use crate::address::{Address, AddressError, Detail, Switch, Tab, Theme, few};
use crate::entropy::Seed;
use crate::inspect::{ChatMessage, Lane, Step, Steps, broken, chat, lanes};
use crate::lesson::{Lesson, Recipe, Run, departures, lesson, run};
use crate::playback::{Action, AtDecisions, Playback};
use crate::stage::{EventId, ExchangeId};
use crate::tamper::Tampering;

pub(super) use self::paths::draft_name;
use super::address_bar;
use super::dialog::Dialog;
use super::dom;
use super::leptos::*;

/// The state of the page. It is a handful of signals: copy it freely.
#[derive(Clone, Copy)]
pub(super) struct Store {
    recipe: RwSignal<Recipe>,
    shown: Memo<Arc<Shown>>,
    step: Memo<u32>,
    playback: RwSignal<Playback>,
    aside: RwSignal<Option<Aside>>,
    /// The row of the tampering table that is applied to a message of the step.
    broken: RwSignal<Option<&'static str>>,
    tab: RwSignal<Tab>,
    theme: RwSignal<Theme>,
    detail: RwSignal<Detail>,
    keys: RwSignal<Switch>,
    dialog: RwSignal<Option<Dialog>>,
    settings_open: RwSignal<bool>,
    notices: RwSignal<Vec<String>>,
    announcement: RwSignal<String>,
    /// Texts that were typed and not used yet, each under the name of its option.
    drafts: RwSignal<Vec<(String, String)>>,
    /// The address as it was opened, for what does not change while the page is used.
    opened: RwSignal<Address>,
}

/// A run, cut into what is shown of it.
pub(super) struct Shown {
    pub run: Run,
    pub steps: Steps,
    pub chat: Vec<ChatMessage>,
    pub lanes: Vec<Lane>,
}

/// What the inspector shows instead of the current step, until the step changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    /// A move of the prologue, by its place there from 0.
    Prologue(usize),
    /// Something said outside the protocol before the first step.
    Notice(EventId),
    /// A document that was fetched.
    Document(ExchangeId),
}

impl Shown {
    fn of(run: Run) -> Self {
        let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
        Self {
            lanes: lanes(&run),
            chat: chat(&run.trace, &steps),
            steps,
            run,
        }
    }
}

impl Store {
    /// Makes the store from what the address says.
    pub(super) fn open_page() -> Self {
        let opened = address_bar::read();
        let recipe = RwSignal::new(opened.0.recipe.clone());
        let shown = Memo::new_with_compare(
            move |_| Arc::new(Shown::of(recipe.with(run))),
            // A run that was made again is another one.
            |_, _| true,
        );
        let playback = RwSignal::new(Playback::default());
        let store = Self {
            recipe,
            shown,
            step: Memo::new(move |_| playback.with(Playback::step)),
            playback,
            aside: RwSignal::new(None),
            broken: RwSignal::new(None),
            tab: RwSignal::new(Tab::default()),
            theme: RwSignal::new(Theme::default()),
            detail: RwSignal::new(Detail::default()),
            keys: RwSignal::new(Switch::On),
            dialog: RwSignal::new(None),
            settings_open: RwSignal::new(false),
            notices: RwSignal::new(Vec::new()),
            announcement: RwSignal::new(String::new()),
            drafts: RwSignal::new(Vec::new()),
            opened: RwSignal::new(opened.0.clone()),
        };
        store.open(opened);
        // What is broken is undone by looking elsewhere.
        effect(move || {
            if store.tab.get() != Tab::Checks || store.aside.get().is_some() {
                store.mend();
            }
        });
        store
    }

    /// Shows what an address says, and says what in it made no sense.
    pub(super) fn open(self, (address, errors): (Address, Vec<AddressError>)) {
        if self
            .recipe
            .with_untracked(|recipe| *recipe != address.recipe)
        {
            self.recipe.set(address.recipe.clone());
        }
        let shown = self.shown.get_untracked();
        let named = address
            .step
            .as_deref()
            .map(|name| (name, shown.steps.find(name)));
        let mut notices: Vec<String> = errors.iter().map(ToString::to_string).collect();
        notices.extend(shown.run.dropped.iter().map(paths::left_out));
        if let Some((name, None)) = named {
            notices.push(format!(
                "This run has no step “{name}”, so it begins at the first."
            ));
        }
        let step = named.and_then(|(_, step)| step).unwrap_or(1);
        let here = shown.steps.step(step);
        let broken = address
            .broken
            .filter(|name| here.is_some_and(|here| broken(&shown.run, here, name).is_some()));
        if let Some(name) = address.broken.filter(|_| broken.is_none()) {
            let error = AddressError::Break {
                value: name.to_owned(),
                why: "no message of this step can be broken like that",
            };
            notices.push(error.to_string());
        }
        self.aside.set(None);
        self.act(&Action::StepsChanged {
            steps: shown.steps.len(),
        });
        let decisions = shown.steps.decisions.iter();
        self.act(&Action::StopsChanged {
            after: decisions.map(|decision| decision.after).collect(),
        });
        let lingers = self.playback.with_untracked(Playback::at_decisions) == AtDecisions::Linger;
        if lingers != address.autoplay.is_on() {
            self.act(&Action::SetAtDecisions(if lingers {
                AtDecisions::Stop
            } else {
                AtDecisions::Linger
            }));
        }
        self.act(&Action::SetSpeed(address.speed));
        self.act(&Action::GoTo(step));
        self.broken.set(broken);
        self.tab.set(address.tab);
        self.theme.set(address.theme);
        self.detail.set(address.detail);
        self.keys.set(address.keys);
        self.notices.set(few(notices));
        let moves = address.motion.is_on() && !dom::wants_no_motion();
        let more = !self.playback.with_untracked(Playback::is_last);
        if address.autoplay.is_on() && moves && more {
            self.act(&Action::Play);
        }
        self.opened.set(address);
    }

    /// What the address says of what is shown. Follows it.
    pub(super) fn address(self) -> Address {
        let shown = self.shown.get();
        let recipe = Recipe {
            picks: departures(&shown.run),
            ..self.recipe.get()
        };
        // The first step needs no name.
        let slug = self.of_step(|step| step.slug.clone());
        let step = slug.filter(|_| self.step.get() > 1);
        Address {
            recipe,
            step,
            speed: self.playback.with(Playback::speed),
            theme: self.theme.get(),
            detail: self.detail.get(),
            tab: self.tab.get(),
            broken: self.broken.get(),
            keys: self.keys.get(),
            ..self.opened.get()
        }
    }

    /// Changes the lesson. Going back leads to the one before.
    pub(super) fn open_lesson(self, id: &str) {
        if let Some(lesson) = lesson(id) {
            address_bar::keep(self);
            self.open_recipe(Recipe::new(lesson), None);
            let place = untrack(|| self.place_in_words());
            self.say(&format!("{}. {place}", lesson.title));
        }
    }

    /// Makes the run again from another seed, and keeps the place.
    pub(super) fn open_seed(self, seed: Seed) {
        let Address { recipe, step, .. } = untrack(|| self.address());
        self.open_recipe(Recipe { seed, ..recipe }, step);
    }

    /// The address of another run, at its first step.
    pub(super) fn address_of(self, recipe: Recipe) -> Address {
        Address {
            recipe,
            step: None,
            broken: None,
            autoplay: Switch::Off,
            ..untrack(|| self.address())
        }
    }

    fn open_recipe(self, recipe: Recipe, step: Option<String>) {
        let address = Address {
            step,
            ..self.address_of(recipe)
        };
        self.open((address, Vec::new()));
    }

    /// Shows more or less. A tab that goes gives way to the first.
    pub(super) fn set_detail(self, detail: Detail) {
        self.detail.set(detail);
        let tab = self.tab.get_untracked();
        if !detail.shows(tab) {
            self.tab.set(detail.nearest(tab));
        }
    }

    /// Does something with the place.
    pub(super) fn act(self, action: &Action) {
        let before = self.step.get_untracked();
        self.playback.update(|at| *at = at.after(action));
        if self.step.get_untracked() != before {
            self.aside.set(None);
            self.mend();
        }
    }

    /// Does something with the place because the reader said so, and says where that leads. What
    /// was picked beside the step goes also when the step stays.
    pub(super) fn move_by_hand(self, action: &Action) {
        self.act(action);
        self.aside.set(None);
        self.announcement.set(untrack(|| self.place_in_words()));
    }

    /// Breaks a message of the step by that row of the tampering table, or shows it as it was sent.
    pub(super) fn break_message(self, row: Option<&'static Tampering>) {
        self.broken.set(row.map(|row| row.name));
        let words = row.map(|row| "Broken on purpose: ".to_owned() + row.what);
        self.say(
            words
                .as_deref()
                .unwrap_or("Undone: the message is as it was sent."),
        );
    }

    /// Shows every message as it was sent.
    fn mend(self) {
        if self.broken.with_untracked(Option::is_some) {
            self.broken.set(None);
        }
    }

    /// Has something read out.
    pub(super) fn say(self, text: &str) {
        self.announcement.set(text.to_owned());
    }

    /// Tells the reader something in the strip at the top.
    pub(super) fn note(self, text: &str) {
        // What is there already may not have been read.
        self.notices.update(|notices| {
            if !notices.iter().any(|notice| notice == text) {
                notices.insert(0, text.to_owned());
            }
        });
    }

    /// What the play button does now.
    pub(super) fn play_or_pause(self) -> Action {
        if self.playback.with_untracked(Playback::is_playing) {
            Action::Pause
        } else {
            Action::Play
        }
    }

    /// Shows a document or a move of the prologue in the inspector.
    pub(super) fn look_at(self, aside: Aside) {
        self.act(&Action::Pause);
        self.aside.set(Some(aside));
    }

    /// The run and its steps.
    pub(super) fn shown(self) -> Memo<Arc<Shown>> {
        self.shown
    }

    /// The number of the current step.
    pub(super) fn step(self) -> Memo<u32> {
        self.step
    }

    pub(super) fn playback(self) -> RwSignal<Playback> {
        self.playback
    }

    pub(super) fn aside(self) -> RwSignal<Option<Aside>> {
        self.aside
    }

    /// The row of the tampering table that is applied to a message of the step.
    pub(super) fn broken(self) -> Option<&'static str> {
        self.broken.get()
    }

    pub(super) fn tab(self) -> RwSignal<Tab> {
        self.tab
    }

    /// The tabs that the inspector has now.
    pub(super) fn tabs(self) -> Vec<Tab> {
        let detail = self.detail.get_untracked();
        let tabs = Tab::ALL.iter().copied();
        tabs.filter(|tab| detail.shows(*tab)).collect()
    }

    pub(super) fn theme(self) -> RwSignal<Theme> {
        self.theme
    }

    pub(super) fn detail(self) -> RwSignal<Detail> {
        self.detail
    }

    /// Whether single characters are keys.
    pub(super) fn keys(self) -> RwSignal<Switch> {
        self.keys
    }

    /// The dialog that is open.
    pub(super) fn dialog(self) -> RwSignal<Option<Dialog>> {
        self.dialog
    }

    /// Whether the settings are shown.
    pub(super) fn settings_open(self) -> RwSignal<bool> {
        self.settings_open
    }

    /// The address as it was opened.
    pub(super) fn opened(self) -> RwSignal<Address> {
        self.opened
    }

    pub(super) fn seed(self) -> Seed {
        self.recipe.with(|recipe| recipe.seed.clone())
    }

    pub(super) fn notices(self) -> RwSignal<Vec<String>> {
        self.notices
    }

    /// The settings of the run.
    pub(super) fn recipe(self) -> RwSignal<Recipe> {
        self.recipe
    }

    /// What is read out after a move of the reader.
    pub(super) fn announcement(self) -> RwSignal<String> {
        self.announcement
    }

    pub(super) fn lesson(self) -> &'static Lesson {
        self.recipe.with(|recipe| recipe.lesson)
    }

    /// `Step 3 of 13: The agent answers`.
    pub(super) fn place_in_words(self) -> String {
        let steps = self.playback.with(Playback::steps);
        let title = self.of_step(|step| step.title.clone()).unwrap_or_default();
        format!("Step {} of {steps}: {title}", self.step.get())
    }

    /// Something of the current step.
    pub(super) fn of_step<T>(self, read: impl FnOnce(&Step) -> T) -> Option<T> {
        let number = self.step.get();
        self.shown.with(|shown| shown.steps.step(number).map(read))
    }
}
