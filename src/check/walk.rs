//! The only way to a [`Verified`] value.

use core::mem;

use thiserror::Error;

use super::evidence::Evidence;
use super::fault::Fault;
use super::report::{Check, Outcome, Report, Subject};
use super::rules::{List, Rule};
use crate::time::Timestamp;

/// A value whose whole list was walked without a failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified<T> {
    value: T,
}

impl<T> Verified<T> {
    /// The value.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// The value, given away.
    pub fn into_value(self) -> T {
        self.value
    }
}

impl<T> core::ops::Deref for Verified<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// A key that a walk wants and does not have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct KeyRef {
    /// The issuer whose key set holds it.
    pub issuer: String,
    /// The well-known document that leads to the key set.
    pub dwk: String,
    /// The key's id.
    pub kid: String,
}

/// Why a walk ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Stop {
    /// A step failed.
    #[error(transparent)]
    Rejected(#[from] Rejection),
    /// A step wants a key: fetch it, then walk again from the start. Boxed: every step can stop,
    /// and hardly one does for a key.
    #[error("the key {} of {} is not at hand", .0.kid, .0.issuer)]
    Needs(Box<KeyRef>),
}

/// What a verifier gives back: the record of its walk, and the value when every step passed.
pub type Walked<T> = (Report, Result<Verified<T>, Stop>);

/// The step that failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("This does not hold: {}. {}.", rule.title, capitalised(*fault))]
pub struct Rejection {
    /// The rule that is broken. In a nested walk, the innermost one.
    pub rule: &'static Rule,
    /// How.
    pub fault: Fault,
}

/// A walk through one or more lists of rules, in order.
///
/// Start it with the lists it will walk; note the values that a step compares, then record its rule;
/// end it with [`Walk::finish`]. A rule that is recorded out of order, or never, is a bug and panics,
/// and so is a value that was noted for no rule.
#[derive(Debug)]
pub struct Walk {
    subject: Subject,
    rules: Vec<&'static Rule>,
    checks: Vec<Check>,
    noted: Vec<Evidence>,
}

impl Walk {
    /// A walk through `lists`, one after the other.
    #[must_use]
    pub fn new(subject: Subject, lists: &[List]) -> Self {
        assert!(!lists.is_empty(), "nothing is verified by walking no list");
        let mut rules = Vec::new();
        for list in lists {
            rules.extend_from_slice(list.rules());
        }
        Self {
            subject,
            rules,
            checks: Vec::new(),
            noted: Vec::new(),
        }
    }

    /// Notes a value for the step that is recorded next.
    pub fn note(&mut self, evidence: Evidence) {
        self.noted.push(evidence);
    }

    /// Notes a text for the step that is recorded next.
    pub fn text(&mut self, name: &'static str, value: &str) {
        self.note(Evidence::text(name, value));
    }

    /// Notes a text, or that there is none, for the step that is recorded next.
    pub fn optional(&mut self, name: &'static str, value: Option<&str>) {
        self.note(Evidence::optional(name, value));
    }

    /// Notes a moment for the step that is recorded next.
    pub fn time(&mut self, name: &'static str, value: Timestamp) {
        self.note(Evidence::time(name, value));
    }

    /// Notes a span in seconds for the step that is recorded next.
    pub fn seconds(&mut self, name: &'static str, value: u64) {
        self.note(Evidence::seconds(name, value));
    }

    /// Records that `rule` holds.
    pub fn pass(&mut self, rule: &'static Rule) {
        self.record(rule, Outcome::Pass, None);
    }

    /// Records that `rule` says nothing about this message.
    pub fn skip(&mut self, rule: &'static Rule, why: &'static str) {
        self.assert_nothing_is_noted();
        self.record(rule, Outcome::NotApplicable(why), None);
    }

    /// Records that `rule` is broken, and gives the stop to return.
    #[must_use]
    pub fn fail(&mut self, rule: &'static Rule, fault: Fault) -> Stop {
        self.record(rule, Outcome::Fail(fault), None);
        Stop::Rejected(Rejection { rule, fault })
    }

    /// Records `rule` as holding or broken.
    ///
    /// # Errors
    ///
    /// The [`Stop`] to return when it is broken.
    pub fn require(&mut self, rule: &'static Rule, holds: bool, fault: Fault) -> Result<(), Stop> {
        if holds {
            self.pass(rule);
            Ok(())
        } else {
            Err(self.fail(rule, fault))
        }
    }

    /// Records `rule` as holding, with what was found, or as broken.
    ///
    /// # Errors
    ///
    /// The [`Stop`] to return when it is broken.
    pub fn found<T>(&mut self, rule: &'static Rule, found: Result<T, Fault>) -> Result<T, Stop> {
        match found {
            Ok(found) => {
                self.pass(rule);
                Ok(found)
            }
            Err(fault) => Err(self.fail(rule, fault)),
        }
    }

    /// Records `rule` as holding when two texts, each noted under its name, are the same.
    ///
    /// # Errors
    ///
    /// The [`Stop`] to return when they differ.
    pub fn equal(
        &mut self,
        rule: &'static Rule,
        fault: Fault,
        (name, here): (&'static str, &str),
        (other_name, there): (&'static str, &str),
    ) -> Result<(), Stop> {
        self.text(name, here);
        self.text(other_name, there);
        self.require(rule, here == there, fault)
    }

    /// As [`Walk::equal`], where a text may be absent in both.
    ///
    /// # Errors
    ///
    /// The [`Stop`] to return when they differ.
    pub fn equal_or_absent(
        &mut self,
        rule: &'static Rule,
        fault: Fault,
        (name, here): (&'static str, Option<&str>),
        (other_name, there): (&'static str, Option<&str>),
    ) -> Result<(), Stop> {
        self.optional(name, here);
        self.optional(other_name, there);
        self.require(rule, here == there, fault)
    }

    /// Records `rule` by the walk of a token that it asks for.
    ///
    /// # Errors
    ///
    /// The inner walk's own stop.
    pub fn nest<T>(
        &mut self,
        rule: &'static Rule,
        inner: (Report, Result<T, Stop>),
    ) -> Result<T, Stop> {
        let (report, result) = inner;
        let outcome = match &result {
            Ok(_) => Outcome::Pass,
            Err(Stop::Rejected(rejection)) => Outcome::Fail(rejection.fault),
            // Nothing is recorded: the walk starts again when the key is at hand.
            Err(Stop::Needs(_)) => return result,
        };
        self.record(rule, outcome, Some(report));
        result
    }

    /// Ends the walk. What was not recorded is "not reached".
    pub fn finish<T>(self, result: Result<T, Stop>) -> Walked<T> {
        // A step that wants a key ends in its midst; it is walked again.
        if !matches!(result, Err(Stop::Needs(_))) {
            self.assert_nothing_is_noted();
        }
        let report = self.into_report(result.is_ok());
        (report, result.map(|value| Verified { value }))
    }

    fn assert_nothing_is_noted(&self) {
        assert!(
            self.noted.is_empty(),
            "a noted value goes with the rule that compares it"
        );
    }

    fn into_report(mut self, verified: bool) -> Report {
        let walked = self.checks.len();
        if verified {
            assert_eq!(
                walked,
                self.rules.len(),
                "a verified walk records every rule"
            );
        }
        for rule in self.rules.split_off(walked) {
            self.checks.push(Check {
                rule,
                outcome: Outcome::NotReached,
                evidence: Vec::new(),
                inner: None,
            });
        }
        let report = Report {
            subject: self.subject,
            checks: self.checks,
        };
        debug_assert_eq!(
            report.passed(),
            verified,
            "a result says what its report says"
        );
        report
    }

    fn record(&mut self, rule: &'static Rule, outcome: Outcome, inner: Option<Report>) {
        let expected = self.rules.get(self.checks.len()).map(|rule| rule.id);
        assert_eq!(
            Some(rule.id),
            expected,
            "rules are walked in the draft's order"
        );
        self.checks.push(Check {
            rule,
            outcome,
            evidence: mem::take(&mut self.noted),
            inner: inner.map(Box::new),
        });
    }
}

/// The fault as a sentence of its own.
fn capitalised(fault: Fault) -> String {
    let text = fault.to_string();
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
