//! The calls that are held open: a bar along the caller's lane from a request to its reply, so that
//! what happens in between is seen to be inside.

use crate::inspect::{Lane, Part, Step};
use crate::stage::PartyId;

use super::super::dom::{El, svg};
use super::middle;

/// A part of a bar: who waits, and which part it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Held {
    caller: PartyId,
    part: HeldPart,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum HeldPart {
    Begins,
    GoesOn,
    Ends,
}

impl Held {
    /// The parts of bars beside a step.
    pub(super) fn beside(step: &Step, steps: &[Step]) -> Vec<Self> {
        let asks = steps.iter().filter(|asks| asks.part == Part::Asks);
        asks.filter_map(|asks| Self::of_call(asks, step, steps))
            .collect()
    }

    /// The part of the bar of a call that begins with the step `asks`.
    fn of_call(asks: &Step, step: &Step, steps: &[Step]) -> Option<Self> {
        let answers = steps
            .iter()
            .find(|step| step.part == Part::Answers && step.exchange == asks.exchange)?;
        let part = if step.number == asks.number {
            HeldPart::Begins
        } else if step.number == answers.number {
            HeldPart::Ends
        } else if asks.number < step.number && step.number < answers.number {
            HeldPart::GoesOn
        } else {
            return None;
        };
        let caller = asks.arrows.first()?.from;
        Some(Self { caller, part })
    }

    /// The bar beside the step.
    pub(super) fn beside_row(self, lanes: &[Lane]) -> Option<El> {
        let (from, to) = match self.part {
            HeldPart::Begins => (BELOW_A_LABEL, "100%"),
            HeldPart::GoesOn => ("0", "100%"),
            HeldPart::Ends => ("0", FIRST_LINE),
        };
        self.bar(lanes, from, to)
    }

    /// The bar beside the pause before the step.
    pub(super) fn beside_pause(self, lanes: &[Lane]) -> Option<El> {
        match self.part {
            HeldPart::Begins => None,
            HeldPart::GoesOn | HeldPart::Ends => self.bar(lanes, "0", "100%"),
        }
    }

    /// The bar beside what stands between the step and the next one.
    pub(super) fn below_row(self, lanes: &[Lane]) -> Option<El> {
        match self.part {
            HeldPart::Ends => None,
            HeldPart::Begins | HeldPart::GoesOn => self.bar(lanes, "0", "100%"),
        }
    }

    fn bar(self, lanes: &[Lane], from: &str, to: &str) -> Option<El> {
        let lane = lanes.iter().position(|lane| lane.party == self.caller)?;
        let x = middle(lane, lanes.len());
        let line = svg("line", "")
            .attr("x1", &x)
            .attr("x2", &x)
            .attr("y1", from)
            .attr("y2", to);
        let class = format!("held party--{}", self.caller.slug());
        Some(
            svg("svg", &class)
                .testid("held")
                .attr("aria-hidden", "true")
                .child(line),
        )
    }
}

/// How far below the top of a row the line of a request lies, whose label stands above it.
const BELOW_A_LABEL: &str = "35";
/// How far below the top of a row the line of a reply lies.
const FIRST_LINE: &str = "14";
