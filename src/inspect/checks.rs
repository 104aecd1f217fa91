//! What was verified in a step, as rows.

use crate::check::{Outcome, Place, Report, Subject, Value};
use crate::sim::Trace;
use crate::spec::SpecRef;
use crate::stage::{EventKind, PartyId};

use super::clock;
use super::steps::Step;

/// One walk through the draft's lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckGroup {
    /// Who verified.
    pub by: PartyId,
    /// What was verified: `the signature of the request`.
    pub title: String,
    /// Whether every step passed or did not apply.
    pub passed: bool,
    /// The steps of the walk, in order.
    pub rows: Vec<CheckRow>,
}

/// One step of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRow {
    /// How deep it stands: a token's own walk is one deeper than the step that asked for it.
    pub depth: u32,
    /// The rule's stable name: `signature-created`.
    pub rule: &'static str,
    /// Its number in the draft's list; `also` when it stands beside the list.
    pub number: &'static str,
    /// What holds when it passes.
    pub title: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// How it went.
    pub outcome: CheckOutcome,
    /// Why it failed, or why it does not apply; empty otherwise.
    pub reason: String,
    /// The values that were compared.
    pub evidence: Vec<EvidenceView>,
    /// Where it is written.
    pub spec: SpecRef,
}

/// How a step of a walk went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CheckOutcome {
    /// The rule holds.
    Pass,
    /// The rule is broken.
    Fail,
    /// The rule says nothing about this message.
    NotApplicable,
    /// An earlier step failed.
    NotReached,
}

/// A value that was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidenceView {
    /// What it is.
    pub name: &'static str,
    /// The value for reading.
    pub text: String,
}

/// How many steps of each outcome there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct CheckCounts {
    /// Passed.
    pub passed: u32,
    /// Failed.
    pub failed: u32,
    /// Not applicable.
    pub not_applicable: u32,
    /// Not reached.
    pub not_reached: u32,
}

/// The walks of a step, in the order in which they were made.
#[must_use]
pub fn checks(trace: &Trace, step: &Step) -> Vec<CheckGroup> {
    let reported = trace.events().filter_map(|event| match &event.kind {
        EventKind::Reported { exchange, report } => Some((event, *exchange, report)),
        _ => None,
    });
    reported
        .filter(|(event, exchange, _)| {
            (step.shows(*exchange) && step.covers(event.id)) || step.fetches(*exchange)
        })
        .map(|(event, _, report)| CheckGroup::of(event.by, report))
        .collect()
}

impl CheckGroup {
    /// The rows of a report.
    #[must_use]
    pub fn of(by: PartyId, report: &Report) -> Self {
        let rows = report.flatten();
        Self {
            by,
            title: title(&report.subject),
            passed: report.passed(),
            rows: rows
                .into_iter()
                .map(|(depth, check)| CheckRow {
                    depth,
                    rule: check.rule.id,
                    number: check.rule.number,
                    title: check.rule.title,
                    why: check.rule.why,
                    outcome: CheckOutcome::of(check.outcome),
                    reason: reason(check.outcome),
                    evidence: check
                        .evidence
                        .iter()
                        .map(|evidence| EvidenceView {
                            name: evidence.name,
                            text: shown(&evidence.value),
                        })
                        .collect(),
                    spec: check.rule.spec,
                })
                .collect(),
        }
    }
}

impl CheckOutcome {
    const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass => Self::Pass,
            Outcome::Fail(_) => Self::Fail,
            Outcome::NotApplicable(_) => Self::NotApplicable,
            Outcome::NotReached => Self::NotReached,
        }
    }

    /// The name used in the page's attributes: `not-applicable`.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::NotApplicable => "not-applicable",
            Self::NotReached => "not-reached",
        }
    }

    /// The name people read: `passed`, `not applicable`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Pass => "passed",
            Self::Fail => "failed",
            Self::NotApplicable => "not applicable",
            Self::NotReached => "not reached",
        }
    }
}

impl CheckCounts {
    /// The counts over all walks.
    #[must_use]
    pub fn of(groups: &[CheckGroup]) -> Self {
        let mut counts = Self::default();
        for row in groups.iter().flat_map(|group| &group.rows) {
            let count = match row.outcome {
                CheckOutcome::Pass => &mut counts.passed,
                CheckOutcome::Fail => &mut counts.failed,
                CheckOutcome::NotApplicable => &mut counts.not_applicable,
                CheckOutcome::NotReached => &mut counts.not_reached,
            };
            *count += 1;
        }
        counts
    }

    /// `18 of 18 passed`, `3 of 9 passed, failed: 1, not reached: 5`; empty when nothing was verified.
    /// What does not apply is not counted.
    #[must_use]
    pub fn text(self) -> String {
        let all = self.passed + self.failed + self.not_reached;
        if all == 0 {
            return String::new();
        }
        let mut text = format!("{} of {all} passed", self.passed);
        let rest = [
            (self.failed, ", failed: "),
            (self.not_reached, ", not reached: "),
        ];
        for (count, what) in rest {
            if count > 0 {
                text.push_str(what);
                text.push_str(&count.to_string());
            }
        }
        text
    }
}

fn title(subject: &Subject) -> String {
    match subject {
        Subject::RequestSignature => "the signature of the request".to_owned(),
        Subject::Token { place, .. } => match place {
            Place::SignatureKey => "the token in Signature-Key".to_owned(),
            Place::RequestMember(name) | Place::ResponseMember(name) => {
                format!("the token in {name}")
            }
            Place::RequirementParameter => "the token in AAuth-Requirement".to_owned(),
        },
        Subject::Challenge => "the challenge".to_owned(),
        Subject::DeferredResponse => "the deferred response".to_owned(),
        Subject::Refusal => "the error response".to_owned(),
        Subject::Withdrawal => "the response to the withdrawal".to_owned(),
        Subject::Metadata { issuer } => format!("the metadata of {issuer}"),
        Subject::PendingRequest { .. } => "the call to the pending URL".to_owned(),
        Subject::InteractionCode => "the code on the page".to_owned(),
        Subject::UpdatedRequest => "the updated request against the original".to_owned(),
        Subject::Decision => "the person's decision".to_owned(),
    }
}

fn reason(outcome: Outcome) -> String {
    match outcome {
        Outcome::Pass | Outcome::NotReached => String::new(),
        Outcome::Fail(fault) => fault.to_string(),
        Outcome::NotApplicable(why) => why.to_owned(),
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::List(items) => items.join(" "),
        Value::Number(number) => number.to_string(),
        Value::Time(at) => clock::utc(*at).unwrap_or_else(|| at.unix_s().to_string()),
        Value::Seconds(s) => format!("{s} s"),
        Value::BodyBytes(range) => {
            let len = range.end.saturating_sub(range.start);
            format!("{len} bytes of the body, from byte {}", range.start)
        }
        Value::Absent => "absent".to_owned(),
    }
}
