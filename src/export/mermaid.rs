//! A run as a Mermaid sequence diagram: who calls whom, what is said outside the protocol, where
//! somebody decides, and how it ends. It repeats no text that a party wrote.

use crate::inspect::{Arrow, ArrowKind, DecisionPlace, Lane, Step, Steps, clock, lanes};
use crate::lesson::Run;
use crate::stage::PartyId;

use super::plain::one_line;

/// The run as the text of a diagram, with a newline at its end.
#[must_use]
pub fn mermaid(run: &Run) -> String {
    let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
    let mut diagram = Diagram {
        out: String::from("sequenceDiagram\n"),
        lanes: lanes(run),
    };
    diagram.participants();
    diagram.decisions(&steps, 0);
    for step in &steps.steps {
        diagram.step(step);
        diagram.decisions(&steps, step.number);
    }
    let ending = run.trace.ending();
    let row = run.recipe.lesson.ending(ending);
    let title = row.map_or(ending.slug(), |row| row.title);
    diagram.note_over_all(&["Ends with: ", title].concat());
    diagram.out
}

struct Diagram {
    out: String,
    lanes: Vec<Lane>,
}

impl Diagram {
    /// A lane each, in their order; the person is drawn as one.
    fn participants(&mut self) {
        for lane in self.lanes.clone() {
            let kind = if lane.party == PartyId::Person {
                "actor "
            } else {
                "participant "
            };
            let name = lane.name.map(|name| [" (", &name, ")"].concat());
            let title = [lane.party.title(), name.as_deref().unwrap_or_default()].concat();
            self.line(&[kind, &id(lane.party), " as ", &text(&title)]);
        }
    }

    fn step(&mut self, step: &Step) {
        if let Some(pause) = clock::later(step.shown_pause()) {
            self.note_over_all(&pause);
        }
        // The number stands at the first arrow of the step; a poll that was repeated is one step.
        let mut number = step.number.to_string() + ". ";
        for arrow in &step.arrows {
            self.arrow(arrow, &number, step.times());
            number.clear();
        }
    }

    fn arrow(&mut self, arrow: &Arrow, number: &str, times: u32) {
        let head = match arrow.kind {
            ArrowKind::Request => "->>",
            ArrowKind::Lost => "-x",
            ArrowKind::Response => "-->>",
            ArrowKind::Notice => "--)",
        };
        let mut words = [number, &arrow.label, " ", &arrow.note].concat();
        if times > 1 && arrow.kind == ArrowKind::Request {
            words = [words.trim_end(), ", ", &times.to_string(), " times"].concat();
        }
        let (from, to) = (id(arrow.from), id(arrow.to));
        self.line(&[&from, head, &to, ": ", &text(words.trim_end())]);
    }

    fn decisions(&mut self, steps: &Steps, after: u32) {
        for place in steps.decisions_after(after) {
            self.decision(place);
        }
    }

    fn decision(&mut self, place: &DecisionPlace) {
        let by = place.point.by;
        let words = [by.title(), " decides: ", &place.taken_in_words()].concat();
        self.line(&["Note over ", &id(by), ": ", &text(&words)]);
    }

    fn note_over_all(&mut self, words: &str) {
        let (Some(first), Some(last)) = (self.lanes.first(), self.lanes.last()) else {
            return;
        };
        let (first, last) = (id(first.party), id(last.party));
        self.line(&["Note over ", &first, ",", &last, ": ", &text(words)]);
    }

    fn line(&mut self, parts: &[&str]) {
        self.out.push_str("    ");
        for part in parts {
            self.out.push_str(part);
        }
        self.out.push('\n');
    }
}

/// A party's name in the diagram's own language, where a hyphen begins an arrow.
fn id(party: PartyId) -> String {
    party.slug().replace('-', "_")
}

/// A text as the diagram takes it: what would end a statement or begin a tag is written by its number.
fn text(text: &str) -> String {
    let mut out = String::new();
    for c in one_line(text).chars() {
        match c {
            '#' | ';' | '<' | '>' | '"' | '%' => {
                out.push('#');
                out.push_str(&u32::from(c).to_string());
                out.push(';');
            }
            c => out.push(c),
        }
    }
    out
}
