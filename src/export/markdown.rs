//! A run as a Markdown document, to be read or put into documentation: each step in words, with its
//! messages, its tokens and what was verified.
//!
//! What a party wrote stands in fences, and what is named of it outside them is escaped, so that no
//! Markdown of it is obeyed.

use crate::entropy::Seed;
use crate::inspect::{
    CheckGroup, CheckRow, ClaimView, MessageView, Step, Steps, TokenView, Told, ToldWords, checks,
    clock, held, lanes,
};
use crate::lesson::{Run, departures, write_options};
use crate::sim::Trace;
use crate::spec::{DRAFT, SpecRef};
use crate::stage::{Choice, Message};

use super::plain::{one_line, visible};

/// The run as a document, with a newline at its end.
#[must_use]
pub fn markdown(run: &Run) -> String {
    let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
    let mut document = Page(String::new());
    document.head(run);
    document.cast(run);
    document.decisions(&steps, 0);
    for step in &steps.steps {
        document.step(&run.trace, step);
        document.decisions(&steps, step.number);
    }
    document.ending(run, &steps);
    document.0
}

struct Page(String);

impl Page {
    fn head(&mut self, run: &Run) {
        let recipe = &run.recipe;
        let lesson = recipe.lesson;
        self.line(&["# ", &inline(lesson.title)]);
        self.paragraph(lesson.summary);
        let mut command = ["trace run ", lesson.id].concat();
        if recipe.seed != Seed::default() {
            command.push_str(" --seed ");
            command.push_str(recipe.seed.as_str());
        }
        let options = write_options(recipe, &departures(run));
        if !options.is_empty() {
            command.push(' ');
            command.push_str(&options);
        }
        self.paragraph("Every byte is computed, and comes out the same again:");
        self.fence("sh", &command);
        let modelled = ["Modelled after ", DRAFT, ". Times are simulated."].concat();
        self.paragraph(&modelled);
        self.paragraph(
            "Characters that show nothing are written as ⟦U+202E⟧; the HTTP Archive of the run has \
             every byte.",
        );
    }

    fn cast(&mut self, run: &Run) {
        self.line(&["\n## Who takes part\n"]);
        for lane in lanes(run) {
            let name = lane.name.unwrap_or_default();
            let name = if name.is_empty() {
                String::new()
            } else {
                [": `", &name, "`"].concat()
            };
            self.line(&["- ", lane.party.title(), &name]);
        }
    }

    fn step(&mut self, trace: &Trace, step: &Step) {
        let number = step.number.to_string();
        self.line(&["\n## ", &number, ". ", &inline(&step.title)]);
        let pause = clock::later(step.shown_pause()).map(|pause| pause + ", at ");
        let at = pause.unwrap_or_else(|| "At ".to_owned()) + &step.at.clock();
        self.paragraph(&(at + "."));
        self.paragraph(&step.narration);
        if let Some(spec) = step.spec {
            self.line(&["\n", &section(spec)]);
        }
        if let Some(act) = &step.act {
            self.told(act);
        }
        for (name, message) in [("Request", &step.request), ("Reply", &step.response)] {
            if let Some(message) = message {
                self.message(trace, name, message);
            }
        }
        for told in &step.notices {
            self.told(told);
        }
        for group in checks(trace, step) {
            self.checks(&group);
        }
    }

    fn told(&mut self, told: &Told) {
        let title = [told.from.title(), " ", &told.title].concat();
        self.line(&["\n", &inline(&title), ", outside the protocol."]);
        match told.words() {
            Some(ToldWords::Markdown(said)) => self.fence("markdown", said),
            Some(ToldWords::Exact(value)) => self.fence("text", value),
            None => {}
        }
    }

    fn message(&mut self, trace: &Trace, name: &str, message: &Message) {
        let view = MessageView::of(message);
        let (from, to) = (view.from.title(), view.to.title());
        self.line(&["\n**", name, "**, ", from, " to ", to, ":"]);
        self.fence("http", &view.text());
        for token in TokenView::all(trace, message) {
            self.token(&token);
        }
    }

    fn token(&mut self, token: &TokenView) {
        let detail = token.verdict.detail();
        let verdict = [token.verdict.title(), " ", &detail].concat();
        self.line(&[
            "\n",
            &inline(&token.name),
            ", ",
            &inline(verdict.trim_end()),
            ":",
        ]);
        let mut text = String::new();
        for member in token.header.iter().chain(&token.claims) {
            text.push_str(&claim(member));
        }
        for error in [&token.header_error, &token.claims_error]
            .into_iter()
            .flatten()
        {
            text.push_str(error);
            text.push('\n');
        }
        self.fence("text", &text);
    }

    fn checks(&mut self, group: &CheckGroup) {
        let title = [group.by.title(), " verifies ", &group.title].concat();
        self.line(&["\n", &inline(&title), ":\n"]);
        self.line(&["| | Check | | Where it is written |"]);
        self.line(&["|---|---|---|---|"]);
        for row in &group.rows {
            self.check(row);
        }
    }

    /// A token's own walk stands one further in than the step that asked for it.
    fn check(&mut self, row: &CheckRow) {
        let mut outcome = row.outcome.title().to_owned();
        if !row.reason.is_empty() {
            outcome.push_str(": ");
            outcome.push_str(&row.reason);
        }
        let mut cells = String::from("|");
        let depth = "↳ ".repeat(usize::try_from(row.depth).unwrap_or_default());
        for cell in [
            inline(row.number),
            depth + &inline(row.title),
            inline(&outcome),
            section(row.spec),
        ] {
            cells.push(' ');
            cells.push_str(&cell);
            cells.push_str(" |");
        }
        self.line(&[&cells]);
    }

    fn decisions(&mut self, steps: &Steps, after: u32) {
        for place in steps.decisions_after(after) {
            let title = [
                place.point.by.title(),
                " decides: ",
                &place.taken_in_words(),
            ]
            .concat();
            self.line(&["\n### ", &inline(&title)]);
            if let Some(row) = place.taken_row() {
                self.paragraph(row.sentence);
            }
            let taken = place.taken.as_deref();
            if let Some(text) = taken.map(|taken| &taken.choice).and_then(Choice::text) {
                self.fence("markdown", text);
            }
        }
    }

    fn ending(&mut self, run: &Run, steps: &Steps) {
        let ending = run.trace.ending();
        let row = run.recipe.lesson.ending(ending);
        let title = row.map_or(ending.slug(), |row| row.title);
        self.line(&["\n## It ends with: ", &inline(title)]);
        self.paragraph(row.map_or("", |row| row.summary));
        self.paragraph("What each party holds then:");
        self.line(&[""]);
        for (party, things) in held(run, steps) {
            let things = things.iter().map(|thing| inline(thing));
            let things: Vec<String> = things.collect();
            self.line(&["- ", party.title(), ": ", &things.join("; ")]);
        }
    }

    fn paragraph(&mut self, text: &str) {
        if !text.is_empty() {
            self.line(&["\n", &inline(text)]);
        }
    }

    /// Text that is shown as it is. No run of backticks in it is as long as the fence.
    fn fence(&mut self, language: &str, text: &str) {
        let text = visible(text);
        let longest = text.split(|c| c != '`').map(str::len).max();
        let fence = "`".repeat(longest.unwrap_or_default().max(2) + 1);
        self.line(&["\n", &fence, language]);
        self.line(&[text.trim_end_matches('\n')]);
        self.line(&[&fence]);
    }

    fn line(&mut self, parts: &[&str]) {
        for part in parts {
            self.0.push_str(part);
        }
        self.0.push('\n');
    }
}

/// `sub: aauth:briefing@agent.example`, with what it means here.
fn claim(member: &ClaimView) -> String {
    let note = member
        .note
        .as_deref()
        .map(|note| [" (", note, ")"].concat());
    let note = note.unwrap_or_default();
    [&member.name, ": ", &one_line(&member.text), &note, "\n"].concat()
}

/// A link to where something is written.
fn section(spec: SpecRef) -> String {
    ["[", &inline(&spec.label()), "](", &spec.url(), ")"].concat()
}

/// Words in a line, with everything that Markdown would obey escaped.
fn inline(text: &str) -> String {
    let mut out = one_line(text);
    for mark in OBEYED {
        out = out.replace(*mark, &["\\", &mark.to_string()].concat());
    }
    out
}

/// What Markdown obeys inside a line. The backslash comes first: it is what the others are escaped with.
const OBEYED: &[char] = &[
    '\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~', '&', '!',
];
