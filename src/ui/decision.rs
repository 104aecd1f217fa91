//! The decisions that come after the current step: what can be chosen there, and what was chosen.
//!
//! A choice makes the run again at once; a text only when its button says so.

use crate::inspect::DecisionPlace;
use crate::lesson::{Pick, choice_row, decision_words};
use crate::stage::{Choice, ChoiceOption, PartyId, TextFault};

use super::dom::{El, button, el, is_repeated, value_of};
use super::focus::focus;
use super::icon::{Icon, icon};
use super::leptos::*;
use super::markdown;
use super::scrolling::hold_in_place;
use super::store::{Store, draft_name};

/// Empty at a step that no decision follows.
pub(super) fn view(store: Store) -> El {
    el("div", "decisions").keep_children(move || {
        let step = store.step().get();
        store.shown().with(|shown| {
            let places = shown.steps.decisions_after(step);
            places.map(|place| panel(store, place)).collect()
        })
    })
}

/// Goes to a decision, and puts the focus on its headline.
pub(super) fn go_to(store: Store, by: PartyId, number: u32) {
    store.go_to_decision(by, number);
    // By then the panel is there.
    request_animation_frame(move || focus(&title_id(&format!("{by}{number}"))));
}

fn title_id(key: &str) -> String {
    format!("decision:{key}")
}

fn panel(store: Store, place: &DecisionPlace) -> El {
    let point = &place.point;
    let key = point.key();
    let id = title_id(&key);
    let title = el("h3", "decision__title")
        .attr("id", &id)
        .attr("tabindex", "-1")
        .child(icon(Icon::Decision))
        .child(
            el("span", "")
                .text("The ")
                .child(el("span", "party").text(&point.by.title().to_lowercase()))
                .text(" decides"),
        );
    let words = el("p", "decision__words").text(decision_words(point.prompt));
    let question = point.question.as_ref().map(|question| {
        el("blockquote", "decision__question").child(markdown::text(&question.clarification))
    });
    let (slips, ways): (Vec<_>, Vec<_>) = point
        .options
        .iter()
        .partition(|option| option.choice.is_slip());
    let panel = el("section", &format!("decision party--{}", point.by.slug()))
        .testid("decision")
        .attr("data-decision", &key)
        .attr("aria-labelledby", &id)
        .child(el("div", "decision__head").child(title).child(words))
        .children(question)
        .child(options(store, place, &ways));
    if slips.is_empty() {
        return panel;
    }
    panel
        .child(el("h4", "decision__slips").text("Slips"))
        .child(options(store, place, &slips))
}

fn options(store: Store, place: &DecisionPlace, options: &[&ChoiceOption]) -> El {
    let rows = options.iter().map(|option| row(store, place, option));
    el("ul", "decision__options")
        .attr("role", "list")
        .attr("aria-labelledby", &title_id(&place.point.key()))
        .children(rows)
}

fn row(store: Store, place: &DecisionPlace, option: &ChoiceOption) -> El {
    let point = &place.point;
    let is_taken = place.is_taken(option.slug);
    let name = format!("{}.{}", point.key(), option.slug);
    let pick = Pick {
        by: point.by,
        number: point.number,
        slug: option.slug.to_owned(),
        text: None,
    };
    let words = choice_row(point.prompt, option.slug);
    let is_default = point.options.first() == Some(option);
    let default = is_default.then(|| el("span", "decision__mark").text(" (default)"));
    let title = el("span", "decision__name")
        .text(words.map_or(option.slug, |row| row.title))
        .children(default);
    let sentence = el("span", "decision__sentence").text(words.map_or("", |row| row.sentence));
    let editor = Editor::of(store, place, option, pick.clone());
    // Where the text itself stands, it says so below it.
    let draft = editor
        .as_ref()
        .filter(|_| !is_taken)
        .map(Editor::draft_mark);
    let chosen = name.clone();
    let choose = move |event| {
        // Whoever chooses again what is chosen does not lose its text, and the second click of two
        // chooses nothing that came under the pointer.
        if !is_taken && !is_repeated(&event) {
            hold_in_place(&format!("[data-choice=\"{chosen}\"]"));
            store.choose(pick.clone());
        }
    };
    let button = el("button", "decision__option")
        .attr("type", "button")
        .on("click", choose)
        .testid("decision-option")
        .attr("data-choice", &name)
        .attr("aria-pressed", if is_taken { "true" } else { "false" })
        .child(el("span", "decision__dot"))
        .child(title)
        .child(sentence)
        .children(draft);
    let editor = editor.filter(|_| is_taken).map(Editor::view);
    el("li", "").child(button).children(editor)
}

/// The text of an option.
#[derive(Clone)]
struct Editor {
    store: Store,
    pick: Pick,
    /// The name under which a draft of it is kept.
    name: String,
    /// The text that the run has, or would have.
    used: String,
    /// The text when nobody writes another.
    default: String,
    /// The texts that a question leaves to choose from.
    answers: Vec<String>,
    /// Whether it is given in other words than the question leaves to choose from.
    in_words: RwSignal<bool>,
    option: Choice,
}

impl Editor {
    fn of(store: Store, place: &DecisionPlace, option: &ChoiceOption, pick: Pick) -> Option<Self> {
        let default = option.choice.text()?;
        let taken = place
            .taken
            .as_ref()
            .filter(|taken| taken.slug == option.slug);
        let used = taken
            .and_then(|taken| taken.choice.text())
            .unwrap_or(default);
        let lesson = untrack(|| store.lesson()).id;
        // Only an answer is given in the words of the question.
        let question = place.point.question.as_ref();
        let question = question.filter(|_| !option.choice.takes_no_words());
        let answers = question.map_or_else(Vec::new, |question| question.options.clone());
        let editor = Self {
            store,
            name: draft_name(lesson, &place.point.key(), option.slug),
            used: used.to_owned(),
            default: default.to_owned(),
            answers,
            in_words: RwSignal::new(false),
            option: option.choice.clone(),
            pick,
        };
        editor
            .in_words
            .set(!editor.is_answer(&untrack(|| editor.text())));
        Some(editor)
    }

    /// The text as it stands there, used or not.
    fn text(&self) -> String {
        self.draft().unwrap_or_else(|| self.used.clone())
    }

    /// The text that stands there and is not used.
    fn draft(&self) -> Option<String> {
        let draft = self.store.draft(&self.name);
        draft.filter(|text| *text != self.used)
    }

    fn write(&self, text: String) {
        let draft = (text != self.used).then_some(text);
        self.store.set_draft(&self.name, draft);
    }

    fn is_answer(&self, text: &str) -> bool {
        self.answers.iter().any(|answer| answer == text)
    }

    /// Takes a text that is ready, and keeps the reader's own words for when they come back to them.
    fn take(&self, text: &str) {
        if !self.answers.is_empty() && self.in_words.get_untracked() {
            let words = untrack(|| self.text());
            self.store.set_draft(&self.words(), Some(words));
        }
        self.in_words.set(!self.is_answer(text));
        self.write(text.to_owned());
    }

    /// Leaves the answers of the question for the reader's own words, those that they had.
    fn take_words(&self) {
        let words = untrack(|| self.store.draft(&self.words()));
        self.in_words.set(true);
        self.write(words.unwrap_or_default());
    }

    /// The name under which the reader's own words are kept while an answer of the question is chosen.
    fn words(&self) -> String {
        [&self.name, ".words"].concat()
    }

    /// Why the text cannot be used, if so.
    fn fault(&self) -> &'static str {
        match self.option.fault_of(&self.text()) {
            Some(TextFault::TooLong { .. }) => "Too long: shorten it to use it.",
            Some(TextFault::SaysNothing) => "It needs at least a word.",
            Some(TextFault::NoAnswers) => {
                "It needs answers at its end, each on a line that begins with “- ”."
            }
            None => "",
        }
    }

    fn apply(&self) {
        let text = untrack(|| self.draft());
        let Some(text) = text.filter(|_| untrack(|| self.fault()).is_empty()) else {
            return;
        };
        self.store.set_draft(&self.name, None);
        let mut pick = self.pick.clone();
        pick.text = (text != self.default).then_some(text);
        hold_in_place(&format!(
            "[data-choice=\"{}{}.{}\"]",
            pick.by, pick.number, pick.slug
        ));
        self.store.choose(pick);
    }

    /// Says on the option that there is an unused text, for whoever comes back.
    fn draft_mark(&self) -> El {
        let this = self.clone();
        el("span", "decision__mark decision__draft").keep_text(move || {
            let mark = this.draft().map(|_| "A text of yours is not used yet.");
            mark.unwrap_or_default().to_owned()
        })
    }

    fn view(self) -> El {
        let (this, other) = (self.clone(), self.clone());
        let is_used = move || this.draft().is_none() || !this.fault().is_empty();
        let apply = self.clone();
        let apply = button("decision__use", move || apply.apply())
            .testid("decision-use")
            .keep_attr("aria-disabled", move || {
                is_used().then(|| "true".to_owned())
            })
            .text("Use this text");
        let status = el("p", "decision__status")
            .testid("decision-status")
            .attr("id", &self.id("status"))
            .keep_text(move || other.status());
        let back = self.clone();
        let back = (self.used != self.default)
            .then(|| button("plain", move || back.take(&back.default)).text("The usual text"));
        let foot = el("div", "decision__foot")
            .child(apply)
            .children(back)
            .child(status);
        el("div", "decision__editor")
            .children(self.choices())
            .child(self.field())
            .child(foot)
    }

    fn status(&self) -> String {
        let count = format!("{} of 10,000 characters", thousands(chars(&self.text())));
        let more = match self.fault() {
            "" if self.draft().is_some() => "Not used yet.",
            fault => fault,
        };
        format!("{count}. {more}")
    }

    fn id(&self, part: &str) -> String {
        format!("decision-{part}:{}{}", self.pick.by, self.pick.number)
    }

    /// The answers that the question leaves to choose from, and other words.
    fn choices(&self) -> Option<El> {
        if self.answers.is_empty() {
            return None;
        }
        let group = self.id("answer");
        let radio = |text: &str, is_on: Box<dyn Fn() -> bool>, take: Box<dyn Fn()>| {
            let input = el("input", "")
                .testid("decision-answer")
                .attr("type", "radio")
                .attr("name", &group)
                .keep_checked(is_on)
                .on("change", move |_| take());
            el("label", "decision__answer").child(input).text(text)
        };
        let rows = self.answers.iter().map(|answer| {
            let (this, own) = (self.clone(), answer.clone());
            let is_on = move || !this.in_words.get() && this.text() == own;
            let (this, own) = (self.clone(), answer.clone());
            radio(answer, Box::new(is_on), Box::new(move || this.take(&own)))
        });
        let (in_words, this) = (self.in_words, self.clone());
        let other = radio(
            "In other words",
            Box::new(move || in_words.get()),
            Box::new(move || this.take_words()),
        );
        let fieldset = el("fieldset", "decision__answers")
            .child(el("legend", "decision__label").text("The answer"))
            .children(rows)
            .child(other);
        Some(fieldset)
    }

    fn field(&self) -> El {
        let id = self.id("text");
        let (this, shown, in_words) = (self.clone(), self.clone(), self.in_words);
        let label = if self.option.takes_no_words() {
            "Why, in Markdown; may be empty"
        } else {
            "The text, in Markdown"
        };
        let field = el("textarea", "decision__text")
            .testid("decision-text")
            .attr("id", &id)
            .attr("rows", "2")
            .attr("aria-describedby", &self.id("status"))
            .keep_value(move || shown.text())
            .on("input", move |event| this.write(value_of(&event)));
        el("div", "")
            .keep_attr("hidden", move || (!in_words.get()).then(String::new))
            .child(el("label", "decision__label").attr("for", &id).text(label))
            .child(field)
    }
}

fn chars(text: &str) -> u32 {
    u32::try_from(text.chars().count()).unwrap_or(u32::MAX)
}

/// `10,000`.
fn thousands(number: u32) -> String {
    if number < 1_000 {
        number.to_string()
    } else {
        format!("{},{:03}", number / 1_000, number % 1_000)
    }
}
