//! The only way to a [`Verified`] value.

use thiserror::Error;

use super::evidence::Evidence;
use super::fault::Fault;
use super::report::{Check, Outcome, Report, Subject};
use super::rules::{List, Rule};

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
    /// A step wants a key: fetch it, then walk again from the start.
    #[error("the key {} of {} is not at hand", .0.kid, .0.issuer)]
    Needs(KeyRef),
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
/// Start it with the lists it will walk; record each rule once, in order; end it with
/// [`Walk::finish`]. A rule that is recorded out of order, or never, is a bug and panics.
#[derive(Debug)]
pub struct Walk {
    subject: Subject,
    rules: Vec<&'static Rule>,
    checks: Vec<Check>,
}

impl Walk {
    /// A walk through `lists`, one after the other.
    #[must_use]
    pub fn new(subject: Subject, lists: &[List]) -> Self {
        assert!(!lists.is_empty(), "nothing is verified by walking no list");
        let rules = lists
            .iter()
            .flat_map(|list| list.rules())
            .copied()
            .collect();
        Self {
            subject,
            rules,
            checks: Vec::new(),
        }
    }

    /// Records that `rule` holds.
    pub fn pass(&mut self, rule: &'static Rule, evidence: Vec<Evidence>) {
        self.record(rule, Outcome::Pass, evidence, None);
    }

    /// Records that `rule` says nothing about this message.
    pub fn skip(&mut self, rule: &'static Rule, why: &'static str) {
        self.record(rule, Outcome::NotApplicable(why), Vec::new(), None);
    }

    /// Records that `rule` is broken, and gives the stop to return.
    #[must_use]
    pub fn fail(&mut self, rule: &'static Rule, fault: Fault, evidence: Vec<Evidence>) -> Stop {
        self.record(rule, Outcome::Fail(fault), evidence, None);
        Stop::Rejected(Rejection { rule, fault })
    }

    /// Records `rule` as holding or broken.
    ///
    /// # Errors
    ///
    /// The [`Stop`] to return when it is broken.
    pub fn require(
        &mut self,
        rule: &'static Rule,
        holds: bool,
        fault: Fault,
        evidence: Vec<Evidence>,
    ) -> Result<(), Stop> {
        if holds {
            self.pass(rule, evidence);
            Ok(())
        } else {
            Err(self.fail(rule, fault, evidence))
        }
    }

    /// Records `rule` by the walk of a token that it asks for.
    ///
    /// # Errors
    ///
    /// The inner walk's own stop.
    pub fn nest<T>(
        &mut self,
        rule: &'static Rule,
        evidence: Vec<Evidence>,
        inner: (Report, Result<T, Stop>),
    ) -> Result<T, Stop> {
        let (report, result) = inner;
        match &result {
            Ok(_) => self.record(rule, Outcome::Pass, evidence, Some(report)),
            Err(Stop::Rejected(rejection)) => {
                self.record(rule, Outcome::Fail(rejection.fault), evidence, Some(report));
            }
            // Nothing is recorded: the walk starts again when the key is at hand.
            Err(Stop::Needs(_)) => {}
        }
        result
    }

    /// Ends the walk. What was not recorded is "not reached".
    pub fn finish<T>(mut self, result: Result<T, Stop>) -> Walked<T> {
        let walked = self.checks.len();
        if result.is_ok() {
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
            result.is_ok(),
            "a result says what its report says"
        );
        (report, result.map(|value| Verified { value }))
    }

    fn record(
        &mut self,
        rule: &'static Rule,
        outcome: Outcome,
        evidence: Vec<Evidence>,
        inner: Option<Report>,
    ) {
        let expected = self.rules.get(self.checks.len()).map(|rule| rule.id);
        assert_eq!(
            Some(rule.id),
            expected,
            "rules are walked in the draft's order"
        );
        self.checks.push(Check {
            rule,
            outcome,
            evidence,
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
