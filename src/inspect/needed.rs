//! The key sets that a step needed: fetched for it, or at hand.

use crate::check::rules::TOKEN_KEY;
use crate::check::{Outcome, Report, Subject};
use crate::jose::decode_unverified;
use crate::sim::{Exchange, Trace};
use crate::stage::{EventId, EventKind, Holding, PartyId};
use crate::time::Timestamp;

use super::shape;
use super::steps::{Discovery, Step};

/// Adds a fetched document to those of the same issuer that the same party fetched.
pub(super) fn add_document(sets: &mut Vec<Discovery>, exchange: &Exchange) {
    let Some(issuer) = shape::request(exchange).map(|request| request.target.origin()) else {
        return;
    };
    let by = exchange.caller;
    match sets
        .iter_mut()
        .find(|set| set.by == by && set.issuer == issuer)
    {
        Some(set) => set.documents.push(exchange.clone()),
        None => sets.push(Discovery {
            by,
            issuer,
            documents: vec![exchange.clone()],
            cached_since: None,
        }),
    }
}

/// Adds the key sets that tokens were verified with in this step and that nobody had to fetch.
pub(super) fn add_cached(trace: &Trace, step: &mut Step) {
    for event in trace.events() {
        let EventKind::Reported { exchange, report } = &event.kind else {
            continue;
        };
        if !step.shows(*exchange) || !step.covers(event.id) {
            continue;
        }
        for issuer in issuers(report) {
            let known = |set: &Discovery| set.by == event.by && set.issuer == issuer;
            if step.discovery.iter().any(known) {
                continue;
            }
            if let Some(since) = fetched_at(trace, event.by, &issuer, event.id) {
                step.discovery.push(Discovery {
                    by: event.by,
                    issuer,
                    documents: Vec::new(),
                    cached_since: Some(since),
                });
            }
        }
    }
}

/// When a party last fetched an issuer's key set before an event.
pub(super) fn fetched_at(
    trace: &Trace,
    by: PartyId,
    issuer: &str,
    before: EventId,
) -> Option<Timestamp> {
    let mut events = trace.events().rev();
    let fetched = events.find(|event| match &event.kind {
        EventKind::Holds {
            holding: Holding::KeySet { issuer: held, .. },
        } => event.id < before && event.by == by && held == issuer,
        _ => false,
    });
    fetched.map(|event| event.at)
}

/// The reports of a walk: its own, and those of the tokens it asked for.
pub(super) fn reports(report: &Report) -> Vec<&Report> {
    let mut reports = Vec::new();
    add_reports(report, &mut reports);
    reports
}

fn add_reports<'a>(report: &'a Report, reports: &mut Vec<&'a Report>) {
    reports.push(report);
    for check in &report.checks {
        if let Some(inner) = &check.inner {
            add_reports(inner, reports);
        }
    }
}

/// The issuers whose keys were found in a walk.
fn issuers(report: &Report) -> Vec<String> {
    let mut issuers = Vec::new();
    for report in reports(report) {
        let mut checks = report.checks.iter();
        let found = checks.any(|check| check.rule == &TOKEN_KEY && check.outcome == Outcome::Pass);
        if found && let Some(jwt) = token_of(report) {
            issuers.extend(issuer_unverified(jwt));
        }
    }
    issuers
}

/// The token that a report is about.
pub(super) fn token_of(report: &Report) -> Option<&str> {
    match &report.subject {
        Subject::Token { jwt, .. } => Some(jwt),
        Subject::RequestSignature
        | Subject::Challenge
        | Subject::DeferredResponse
        | Subject::Refusal
        | Subject::Withdrawal
        | Subject::Metadata { .. }
        | Subject::PendingRequest { .. }
        | Subject::UpdatedRequest
        | Subject::InteractionCode
        | Subject::Decision => None,
    }
}

/// The `iss` of a token, which may be a lie.
pub(super) fn issuer_unverified(jwt: &str) -> Option<String> {
    let claims = decode_unverified(jwt).payload.json.ok()?;
    Some(claims.get("iss")?.as_str()?.to_owned())
}
