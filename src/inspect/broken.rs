//! A message in which one thing was broken on purpose, and what its recipient makes of it.

use std::sync::Arc;

use crate::jose::decode_unverified;
use crate::lesson::Run;
use crate::stage::{Message, PartyId, Payload};
use crate::tamper::{GROUPS, Group, Tampered, Tampering, Target, apply_to, row};

use super::checks::CheckGroup;
use super::clock;
use super::json_text;
use super::message::MessageView;
use super::steps::Step;
use super::token_place;

/// The most parts of a token that are shown one by one. Where more of them differ it is
/// another token.
const PARTS_MAX: usize = 4;

/// A message that was broken, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenView {
    /// The name of the row of the tampering table: `body-changed`.
    pub name: &'static str,
    /// What was done, in a sentence.
    pub what: &'static str,
    /// Who sent the message.
    pub from: PartyId,
    /// Who received it.
    pub to: PartyId,
    /// The walks of the recipient, in order. The last one fails, unless nobody noticed.
    pub checks: Vec<CheckGroup>,
    /// The first step that fails. Empty when nobody noticed.
    pub fails_at: &'static str,
    /// What is different in what arrived. Empty when the message itself is as it was sent.
    pub changes: Vec<ChangeView>,
    /// Whether the recipient goes by the status of the message, whatever else it says.
    pub by_status: bool,
    /// The answer of the recipient. `None` for a reply, which nobody answers.
    pub answer: Option<MessageView>,
}

/// A part of a message that did not arrive as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeView {
    /// Which: `Signature-Input`, `sub of the token in Signature-Key`, `body`.
    pub name: String,
    /// As it was sent. `None` when it was not there.
    pub sent: Option<String>,
    /// As it arrived. `None` when it was taken away.
    pub arrived: Option<String>,
}

/// The rows of the tampering table that fit a message of a step, by group. A document that was
/// fetched for the step counts. Empty where nobody verifies anything.
#[must_use]
pub fn breakable(run: &Run, step: &Step) -> Vec<(&'static Group, Vec<&'static Tampering>)> {
    let messages = messages(step).into_iter();
    let kinds: Vec<Target> = messages
        .flat_map(|message| Target::of(message, run))
        .collect();
    let mut fitting = Vec::new();
    for group in &GROUPS {
        let rows = group.rows.iter();
        let rows: Vec<_> = rows.filter(|row| kinds.contains(&row.target)).collect();
        if !rows.is_empty() {
            fitting.push((group, rows));
        }
    }
    fitting
}

/// What comes of the row of that name in the first message of the step that it fits. `None` when there
/// is no such row or no such message.
#[must_use]
pub fn broken(run: &Run, step: &Step, name: &str) -> Option<BrokenView> {
    let row = row(name)?;
    let mut messages = messages(step).into_iter();
    let tampered = messages.find_map(|message| apply_to(row, run, message))?;
    Some(BrokenView::of(row, &tampered))
}

/// The messages of a step, its own before those that were fetched for it.
fn messages(step: &Step) -> Vec<&Arc<Message>> {
    let mut messages: Vec<&Arc<Message>> = step.request.iter().chain(&step.response).collect();
    let documents = step.discovery.iter().flat_map(|set| &set.documents);
    messages.extend(documents.filter_map(|document| document.response.as_ref()));
    messages
}

impl BrokenView {
    fn of(row: &Tampering, tampered: &Tampered) -> Self {
        let reports = tampered.passed.iter().chain(&tampered.report);
        let walks = reports.map(|report| CheckGroup::of(tampered.recipient, report));
        let failed = tampered.report.as_ref();
        let failed = failed.and_then(|report| report.first_failure());
        Self {
            name: row.name,
            what: row.what,
            from: tampered.honest.from,
            to: tampered.recipient,
            checks: walks.collect(),
            fails_at: failed.map_or("", |(check, _)| check.rule.title),
            changes: changes(tampered),
            by_status: matches!(
                &tampered.arrived.payload,
                Payload::Response(response) if matches!(response.status.0, 400 | 429)
            ),
            answer: tampered.reply.as_ref().map(|reply| MessageView::of(reply)),
        }
    }
}

/// The parts of a message, or of a token in it: each with its name and its text.
type Parts = Vec<(String, String)>;

fn changes(tampered: &Tampered) -> Vec<ChangeView> {
    let sent = MessageView::of(&tampered.honest);
    let arrived = MessageView::of(&tampered.arrived);
    let mut changes = Vec::new();
    if let Some(later) = clock::later(tampered.later) {
        changes.push(ChangeView {
            name: "arrival".to_owned(),
            sent: Some("at once".to_owned()),
            arrived: Some(later),
        });
    }
    for change in differences(&parts(&sent), &parts(&arrived)) {
        let tokens = |text: &Option<String>| text.as_deref().and_then(token_in).map(str::to_owned);
        match (tokens(&change.sent), tokens(&change.arrived)) {
            (Some(sent), Some(arrived)) => changes.extend(in_token(&change.name, &sent, &arrived)),
            _ => changes.push(change),
        }
    }
    changes
}

/// Each part that is not the same in both, in their order.
fn differences(sent: &Parts, arrived: &Parts) -> Vec<ChangeView> {
    let text = |parts: &Parts, name: &str| {
        let part = parts.iter().find(|(other, _)| other == name);
        part.map(|(_, text)| text.clone())
    };
    let mut changes: Vec<ChangeView> = Vec::new();
    for (name, _) in sent.iter().chain(arrived) {
        let is_known = changes.iter().any(|change| change.name == *name);
        let change = ChangeView {
            name: name.clone(),
            sent: text(sent, name),
            arrived: text(arrived, name),
        };
        if !is_known && change.sent != change.arrived {
            changes.push(change);
        }
    }
    changes
}

/// The first line, the headers, and the members of the body or else its text.
fn parts(message: &MessageView) -> Parts {
    let mut parts = vec![("first line".to_owned(), message.start_line.clone())];
    let headers = message.headers.iter();
    parts.extend(headers.map(|header| (header.name.clone(), header.value.clone())));
    let text = message.body.as_ref().and_then(|body| body.text.as_deref());
    if let Some(text) = text {
        match members_of(text) {
            Some(members) => parts.extend(members),
            None => parts.push(("body".to_owned(), text.to_owned())),
        }
    }
    parts
}

fn members_of(text: &str) -> Option<Parts> {
    let members = json_text::members(text)?;
    let parts = members.into_iter().map(|member| (member.name, member.json));
    Some(parts.collect())
}

/// The token in a header field or in a member.
fn token_in(text: &str) -> Option<&str> {
    text.split('"').find(|piece| token_place::is_token(piece))
}

/// What differs between two tokens in the same place.
fn in_token(place: &str, sent: &str, arrived: &str) -> Vec<ChangeView> {
    let mut changes = differences(&parts_of_token(sent), &parts_of_token(arrived));
    for change in &mut changes {
        change.name = format!("{} of the token in {place}", change.name);
    }
    if changes.len() <= PARTS_MAX {
        return changes;
    }
    vec![ChangeView {
        name: format!("token in {place}"),
        sent: Some(sent.to_owned()),
        arrived: Some(arrived.to_owned()),
    }]
}

fn parts_of_token(jwt: &str) -> Parts {
    let token = decode_unverified(jwt);
    let mut parts = Parts::new();
    for part in [token.header, token.payload] {
        let text = part.text.unwrap_or_default();
        parts.extend(members_of(&text).unwrap_or_default());
    }
    parts.push(("signature".to_owned(), token.signature.encoded));
    parts
}
