//! The run for the eye: a line an event, and below it what the line is about.

use core::fmt::Write as _;

use crate::check::{Check, Evidence, Outcome, Report, Subject, Value};
use crate::http::{Body, Headers};
use crate::jose::decode_unverified;
use crate::lesson::{Run, departures, write_choices};
use crate::sim::Trace;
use crate::stage::{
    ChoicePoint, Event, EventKind, ExchangeKind, Holding, Message, Notice, Payload, Review, Taken,
};
use crate::time::Timestamp;

use super::bytes::written;
use super::plain::visible;

const INDENT: &str = "        ";

/// The run as text: what it was made from, every event, every message with its header fields, its
/// body and the base its signature is over, every check. The last line is `ending: SLUG`. What shows
/// nothing, or would move a terminal's cursor, is written as `⟦U+202E⟧`.
#[must_use]
pub fn text(run: &Run) -> String {
    let mut out = String::new();
    let recipe = &run.recipe;
    line(&mut out, &format!("lesson: {}", recipe.lesson.id));
    line(&mut out, &format!("seed: {}", recipe.seed.as_str()));
    for row in recipe.lesson.settings {
        let value = recipe.settings.value(row.name);
        line(
            &mut out,
            &format!("setting: {}={}", row.name, row.text(value)),
        );
    }
    let choices = write_choices(&departures(run));
    line(&mut out, &format!("choices: {}", or_none(&choices)));
    line(&mut out, "");
    for event in run.trace.events() {
        line(&mut out, &event_line(&run.trace, event));
        for below in details(event) {
            indented(&mut out, &below);
        }
    }
    line(&mut out, "");
    line(&mut out, &format!("ending: {}", run.trace.ending().slug()));
    visible(&out)
}

/// One event as one line: its number, the time, the party, what happened.
#[must_use]
pub fn event_line(trace: &Trace, event: &Event) -> String {
    let what = what(trace, &event.kind);
    let at = time_of_day(event.at);
    format!("{:4}  {at}  {:14}  {what}", event.id.0, event.by.slug())
}

/// A message as it stands on the wire: first line, header fields, an empty line, the body.
#[must_use]
pub fn message_text(message: &Message) -> String {
    let (first, headers, body) = match &message.payload {
        Payload::Request(request) => (
            format!(
                "{} {} HTTP/1.1",
                request.method.as_str(),
                request.target.path_and_query()
            ),
            &request.headers,
            &request.body,
        ),
        Payload::Response(response) => (
            format!("HTTP/1.1 {} {}", response.status, response.status.reason())
                .trim_end()
                .to_owned(),
            &response.headers,
            &response.body,
        ),
    };
    let mut out = first;
    write_headers(&mut out, headers);
    write_body(&mut out, body);
    out
}

/// A walk as a table: a line a step, and the values it compared below it.
#[must_use]
pub fn report_text(report: &Report) -> String {
    let mut out = String::new();
    write_report(&mut out, report, "");
    out.trim_end().to_owned()
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

fn indented(out: &mut String, text: &str) {
    for row in text.split('\n') {
        line(out, format!("{INDENT}{row}").trim_end());
    }
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "(none)" } else { text }
}

fn time_of_day(at: Timestamp) -> String {
    format!("{}.{:03}", at.clock(), at.unix_ms() % 1000)
}

fn what(trace: &Trace, kind: &EventKind) -> String {
    match kind {
        EventKind::Sent(message) => sent(message),
        EventKind::Delivered(id) => match trace.message(*id) {
            Some(message) => format!("receives {} from {}", named(message), message.from),
            None => format!("receives message {}", id.0),
        },
        EventKind::Lost(id) => match trace.message(*id) {
            Some(message) => format!("{} reaches nobody", named(message)),
            None => format!("message {} reaches nobody", id.0),
        },
        EventKind::Told { to, notice } => format!("tells {to}: {}", notice_name(notice)),
        EventKind::Heard { told } => format!("hears what was said in {}", told.0),
        EventKind::KeyMade { key } => {
            format!("makes the key {}", key.kid().unwrap_or("without a kid"))
        }
        EventKind::TokenIssued { jwt } => format!("issues {}", token_name(jwt)),
        EventKind::Holds { holding } => format!("holds {}", holding_line(holding)),
        EventKind::Reported { exchange, report } => format!(
            "verifies {} in exchange {}: {}",
            subject(&report.subject),
            exchange.0,
            verdict(report)
        ),
        EventKind::Moved { from, to } => format!("moves from {from} to {to}"),
        EventKind::Armed(wake) => {
            format!("sets a timer to {}: {}", time_of_day(wake.at), wake.reason)
        }
        EventKind::Woke(reason) => format!("wakes: {reason}"),
        EventKind::Offered(point) => format!("decides {}: {}", point.key(), options(point)),
        EventKind::Chose(taken) => format!("chooses {}{}.{}", taken.by, taken.number, taken.slug),
        EventKind::Ended(ending) => format!("ends: {}", ending.slug()),
    }
}

fn sent(message: &Message) -> String {
    let label = match message.kind {
        ExchangeKind::Protocol => "",
        ExchangeKind::Discovery => " (discovery)",
        ExchangeKind::Browser => " (browser)",
    };
    let about = match &message.payload {
        Payload::Request(request) => format!("{} {}", request.method.as_str(), request.target),
        Payload::Response(response) => {
            let requirement = response.headers.first("AAuth-Requirement");
            let requirement = requirement.and_then(|value| value.split(';').next());
            let status = format!("{} {}", response.status, response.status.reason());
            match requirement {
                Some(requirement) => format!("{} {requirement}", status.trim_end()),
                None => status.trim_end().to_owned(),
            }
        }
    };
    format!("sends {}{label} to {}: {about}", named(message), message.to)
}

fn named(message: &Message) -> String {
    let exchange = message.exchange.0;
    match &message.payload {
        Payload::Request(_) => format!("request {exchange}"),
        Payload::Response(_) => format!("response {exchange}"),
    }
}

fn notice_name(notice: &Notice) -> &'static str {
    match notice {
        Notice::Enroll { .. } => "here is my key",
        Notice::Enrolled { .. } => "here is your agent token",
        Notice::Review(_) => "an agent asks for access",
        Notice::Question { .. } => "a question to the agent",
        Notice::Answer { .. } => "the agent's answer",
        Notice::Updated(_) => "the agent asks for something else",
        Notice::SignedIn { .. } => "you are signed in",
        Notice::NoQuestion { .. } => "no question, I come to the page",
        Notice::InApp { .. } => "I decide here",
        Notice::Unasked { .. } => "the question cannot be put",
        Notice::Decision { approve: true, .. } => "approved",
        Notice::Decision { approve: false, .. } => "denied",
        Notice::Closed { .. } => "the request has ended",
        Notice::Visit { .. } => "open this page",
    }
}

fn token_name(jwt: &str) -> String {
    let typ = decode_unverified(jwt)
        .header
        .json
        .ok()
        .and_then(|header| header.get("typ")?.as_str().map(str::to_owned));
    format!("a token of type {}", typ.as_deref().unwrap_or("unknown"))
}

fn holding_line(holding: &Holding) -> String {
    match holding {
        Holding::Token { name, .. } => format!("the {name}"),
        Holding::KeySet { issuer, dwk, kids } => {
            format!("the key set of {issuer} ({dwk}): {}", kids.join(", "))
        }
        Holding::Pending {
            path,
            state,
            rounds_used,
            rounds_max,
            deadline,
        } => format!(
            "the pending request {path}: {state}, round {rounds_used} of {rounds_max}, until {}",
            time_of_day(*deadline)
        ),
        Holding::Session { state } => format!("the consent session: {state}"),
        Holding::Decision { approved, scope } => {
            let verb = if *approved { "approved" } else { "denied" };
            format!("the decision: {verb}, scope \"{scope}\"")
        }
    }
}

fn subject(subject: &Subject) -> String {
    match subject {
        Subject::RequestSignature => "the request signature".to_owned(),
        Subject::Token { jwt, .. } => token_name(jwt),
        Subject::Challenge => "the challenge".to_owned(),
        Subject::DeferredResponse => "the deferred response".to_owned(),
        Subject::Refusal => "the error response".to_owned(),
        Subject::Withdrawal => "the response to the withdrawal".to_owned(),
        Subject::Metadata { issuer } => format!("the metadata of {issuer}"),
        Subject::UpdatedRequest => "the updated request".to_owned(),
        Subject::PendingRequest { .. } => "the call to the pending URL".to_owned(),
        Subject::InteractionCode => "the interaction code".to_owned(),
        Subject::Decision => "the decision".to_owned(),
    }
}

fn verdict(report: &Report) -> String {
    match report.first_failure() {
        None => "every check passed".to_owned(),
        Some((check, fault)) => format!("{} failed, {fault}", check.rule.id),
    }
}

fn options(point: &ChoicePoint) -> String {
    let slugs: Vec<&str> = point.options.iter().map(|option| option.slug).collect();
    slugs.join(", ")
}

/// What stands below the line of an event, in blocks.
fn details(event: &Event) -> Vec<String> {
    match &event.kind {
        EventKind::Sent(message) => vec![message_text(message)],
        EventKind::Told { notice, .. } => notice_details(notice),
        EventKind::TokenIssued { jwt } => token_details(jwt),
        EventKind::KeyMade { key } => vec![key.to_json().to_string()],
        EventKind::Reported { report, .. } => vec![report_text(report)],
        EventKind::Offered(point) => offered_texts(point),
        EventKind::Chose(taken) => chosen_text(taken),
        EventKind::Delivered(_)
        | EventKind::Lost(_)
        | EventKind::Heard { .. }
        | EventKind::Holds { .. }
        | EventKind::Moved { .. }
        | EventKind::Armed(_)
        | EventKind::Woke(_)
        | EventKind::Ended(_) => Vec::new(),
    }
}

fn notice_details(notice: &Notice) -> Vec<String> {
    match notice {
        Notice::Enroll { key } => vec![key.to_json().to_string()],
        Notice::Enrolled { agent_token } => vec![agent_token.clone()],
        Notice::SignedIn { cookie } => vec![cookie.clone()],
        Notice::Question {
            clarification,
            options,
            ..
        } => [clarification]
            .into_iter()
            .chain(options)
            .cloned()
            .collect(),
        Notice::Answer {
            clarification_response,
            ..
        } => vec![clarification_response.clone()],
        Notice::Decision { number, .. }
        | Notice::NoQuestion { number }
        | Notice::InApp { number } => vec![format!("request {number}")],
        Notice::Unasked { why, .. } | Notice::Closed { why, .. } => vec![(*why).to_owned()],
        Notice::Visit { url, code } => vec![format!("{url}, code {code}")],
        Notice::Review(review) | Notice::Updated(review) => review_details(review),
    }
}

fn review_details(review: &Review) -> Vec<String> {
    let reason = review.justification.as_deref().unwrap_or("(nothing)");
    let known = if review.known_agent {
        ""
    } else {
        ", not approved before"
    };
    let mut rows = vec![
        format!("request {}", review.number),
        format!("agent: {} of {}{known}", review.agent, review.provider_name),
        format!("the agent says: {reason}"),
        format!("resource: {}", review.resource_name),
        format!("the resource says: {}", review.resource_description),
    ];
    let scopes = review.scopes.iter();
    rows.extend(scopes.map(|(scope, about)| format!("scope {scope}: {about}")));
    rows
}

fn token_details(jwt: &str) -> Vec<String> {
    let token = decode_unverified(jwt);
    [token.header.text, token.payload.text]
        .into_iter()
        .flatten()
        .collect()
}

fn offered_texts(point: &ChoicePoint) -> Vec<String> {
    let options = point.options.iter();
    options
        .filter_map(|option| Some(format!("{}: {}", option.slug, option.choice.text()?)))
        .collect()
}

fn chosen_text(taken: &Taken) -> Vec<String> {
    taken.choice.text().map(str::to_owned).into_iter().collect()
}

fn write_headers(out: &mut String, headers: &Headers) {
    for (name, value) in headers.iter() {
        write!(out, "\n{name}: {value}").expect("a String takes every write");
    }
}

fn write_body(out: &mut String, body: &Body) {
    if body.is_empty() {
        return;
    }
    let body = written(body);
    if let Some(encoding) = body.encoding {
        write!(out, "\n\n({encoding})\n").expect("a String takes every write");
    } else {
        out.push_str("\n\n");
    }
    out.push_str(&body.text);
}

fn write_report(out: &mut String, report: &Report, margin: &str) {
    for check in &report.checks {
        write_check(out, check, margin);
        if let Some(inner) = &check.inner {
            write_report(out, inner, &format!("{margin}    "));
        }
    }
}

fn write_check(out: &mut String, check: &Check, margin: &str) {
    let rule = check.rule;
    let outcome = match check.outcome {
        Outcome::Pass => "pass",
        Outcome::Fail(_) => "FAIL",
        Outcome::NotApplicable(_) => "n/a",
        Outcome::NotReached => "-",
    };
    line(
        out,
        &format!(
            "{margin}{outcome:4}  {:26}  {} ({})",
            rule.id, rule.title, rule.spec
        ),
    );
    let mut below = |text: String| line(out, &format!("{margin}      {text}"));
    match check.outcome {
        Outcome::Fail(fault) => below(format!("fault: {fault}")),
        Outcome::NotApplicable(why) => below(format!("why: {why}")),
        Outcome::Pass | Outcome::NotReached => {}
    }
    for evidence in &check.evidence {
        let value = value(evidence);
        if value.contains('\n') {
            below(format!("{}:", evidence.name));
            for row in value.split('\n') {
                below(format!("| {row}"));
            }
        } else {
            below(format!("{}: {value}", evidence.name));
        }
    }
}

fn value(evidence: &Evidence) -> String {
    match &evidence.value {
        Value::Text(text) => text.clone(),
        Value::List(items) => items.join(" "),
        Value::Number(number) => number.to_string(),
        Value::Time(time) => time.to_string(),
        Value::Seconds(seconds) => format!("{seconds} s"),
        Value::BodyBytes(range) => format!("bytes {} to {} of the body", range.start, range.end),
        Value::Absent => "(absent)".to_owned(),
    }
}
