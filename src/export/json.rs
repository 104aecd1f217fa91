//! The whole trace as JSON: the recipe, the ending, and every event with what it holds.

use core::fmt::Write as _;

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use crate::check::{Check, Evidence, Outcome, Place, Report, Subject, Value as Shown};
use crate::http::{Body, Headers, Request, Response};
use crate::jose::Jwk;
use crate::lesson::Run;
use crate::stage::{
    ChoicePoint, Event, EventKind, Holding, Message, Notice, Payload, Review, Taken, Wake,
};

use super::bytes::written;
use super::recipe::recipe_json;

/// The run as JSON, with a newline at its end.
///
/// Members: `recipe`, `ending`, and `events` in order. An event has `id`, `at`, `by`, `cause`,
/// `kind` and the members of its kind. Times are RFC 3339, spans whole seconds.
#[must_use]
pub fn json(run: &Run) -> String {
    let document = json!({
        "recipe": recipe_json(run),
        "ending": run.trace.ending().slug(),
        "events": run.trace.events().map(event).collect::<Vec<_>>(),
    });
    let mut text = document.to_string();
    text.push('\n');
    text
}

/// SHA-256 of the run's JSON, in hexadecimal. Two runs with the same digest are the same run.
#[must_use]
pub fn digest(run: &Run) -> String {
    let mut hex = String::new();
    for byte in Sha256::digest(json(run).as_bytes()) {
        write!(hex, "{byte:02x}").expect("a String takes every write");
    }
    hex
}

fn event(event: &Event) -> Value {
    let (kind, held) = kind(&event.kind);
    let mut members = Map::new();
    put(&mut members, "id", event.id.0);
    put(&mut members, "at", event.at.to_string());
    put(&mut members, "by", event.by.slug());
    put(&mut members, "cause", event.cause.map(|id| id.0));
    put(&mut members, "kind", kind);
    if let Value::Object(held) = held {
        members.extend(held);
    }
    members.into()
}

/// The name of an event's kind, and the members that go with it.
fn kind(kind: &EventKind) -> (&'static str, Value) {
    match kind {
        EventKind::Sent(sent) => ("sent", json!({ "message": message(sent) })),
        EventKind::Delivered(id) => ("delivered", json!({ "message": id.0 })),
        EventKind::Lost(id) => ("lost", json!({ "message": id.0 })),
        EventKind::Told { to, notice: told } => {
            ("told", json!({ "to": to.slug(), "notice": notice(told) }))
        }
        EventKind::Heard { told } => ("heard", json!({ "told": told.0 })),
        EventKind::KeyMade { key } => ("key-made", json!({ "key": public_key(key) })),
        EventKind::TokenIssued { jwt } => ("token-issued", json!({ "jwt": &**jwt })),
        EventKind::Holds { holding: held } => ("holds", json!({ "holding": holding(held) })),
        EventKind::Reported {
            exchange,
            report: made,
        } => (
            "reported",
            json!({ "exchange": exchange.0, "report": report(made) }),
        ),
        EventKind::Moved { from, to } => ("moved", json!({ "from": from, "to": to })),
        EventKind::Armed(armed) => ("armed", wake(armed)),
        EventKind::Woke(reason) => ("woke", json!({ "reason": reason.to_string() })),
        EventKind::Offered(offered) => ("offered", choice_point(offered)),
        EventKind::Chose(chosen) => ("chose", taken(chosen)),
        EventKind::Ended(ending) => ("ended", json!({ "ending": ending.slug() })),
    }
}

fn message(message: &Message) -> Value {
    let (name, payload) = match &message.payload {
        Payload::Request(request) => ("request", request_json(request)),
        Payload::Response(response) => ("response", response_json(response)),
    };
    json!({
        "id": message.id.0,
        "exchange": message.exchange.0,
        "kind": message.kind.slug(),
        "from": message.from.slug(),
        "to": message.to.slug(),
        name: payload,
    })
}

/// A request: `method`, `url`, `headers` as pairs in their order, and the body when there is one.
pub(super) fn request_json(request: &Request) -> Value {
    let mut members = Map::new();
    put(&mut members, "method", request.method.as_str());
    put(&mut members, "url", request.target.to_string());
    put(&mut members, "headers", headers(&request.headers));
    put_body(&mut members, &request.body);
    members.into()
}

/// A response: `status`, `headers` as pairs in their order, and the body when there is one.
pub(super) fn response_json(response: &Response) -> Value {
    let mut members = Map::new();
    put(&mut members, "status", response.status.0);
    put(&mut members, "headers", headers(&response.headers));
    put_body(&mut members, &response.body);
    members.into()
}

fn headers(headers: &Headers) -> Value {
    headers
        .iter()
        .map(|(name, value)| json!([name, value]))
        .collect()
}

/// Adds `body`, and `encoding` when the body is not text, unless there is no body.
fn put_body(members: &mut Map<String, Value>, body: &Body) {
    if body.is_empty() {
        return;
    }
    let body = written(body);
    put(members, "body", body.text);
    if let Some(encoding) = body.encoding {
        put(members, "encoding", encoding);
    }
}

fn put(members: &mut Map<String, Value>, name: &str, value: impl Into<Value>) {
    members.insert(name.to_owned(), value.into());
}

fn notice(notice: &Notice) -> Value {
    match notice {
        Notice::Enroll { key } => json!({ "enroll": { "key": public_key(key) } }),
        Notice::Enrolled { agent_token } => json!({ "enrolled": { "agent_token": agent_token } }),
        Notice::Review(shown) => json!({ "review": review(shown) }),
        Notice::SignedIn { cookie } => json!({ "signed_in": { "cookie": cookie } }),
        Notice::Question {
            number,
            clarification,
        } => json!({ "question": { "number": number, "clarification": clarification } }),
        Notice::Unasked { number, why } => json!({ "unasked": { "number": number, "why": why } }),
        Notice::Answer {
            number,
            clarification_response: answer,
        } => json!({ "answer": { "number": number, "clarification_response": answer } }),
        Notice::Updated(shown) => json!({ "updated": review(shown) }),
        Notice::Decision { number, approve } => {
            json!({ "decision": { "number": number, "approve": approve } })
        }
        Notice::Closed { number, why } => json!({ "closed": { "number": number, "why": why } }),
        Notice::Visit { url, code } => json!({ "visit": { "url": url, "code": code } }),
    }
}

fn public_key(key: &Jwk) -> Value {
    serde_json::from_str(&key.to_json().to_string()).expect("what is written can be read")
}

fn review(review: &Review) -> Value {
    // Taken apart, so that a member that is added cannot be forgotten here.
    let Review {
        number,
        agent,
        provider_name,
        known_agent,
        justification,
        resource_name,
        resource_description,
        scopes,
    } = review;
    let scopes: Value = scopes
        .iter()
        .map(|(scope, description)| json!([scope, description]))
        .collect();
    json!({
        "number": number,
        "agent": agent,
        "provider_name": provider_name,
        "known_agent": known_agent,
        "justification": justification,
        "resource_name": resource_name,
        "resource_description": resource_description,
        "scopes": scopes,
    })
}

fn holding(holding: &Holding) -> Value {
    match holding {
        Holding::Token { name, jwt } => json!({ "token": { "name": name, "jwt": &**jwt } }),
        Holding::KeySet { issuer, dwk, kids } => {
            json!({ "key_set": { "issuer": issuer, "dwk": dwk, "kids": kids } })
        }
        Holding::Pending {
            path,
            state,
            rounds_used,
            rounds_max,
            deadline,
        } => json!({ "pending": {
            "path": path,
            "state": state,
            "rounds_used": rounds_used,
            "rounds_max": rounds_max,
            "deadline": deadline.to_string(),
        } }),
        Holding::Session { state } => json!({ "session": { "state": state } }),
        Holding::Decision { approved, scope } => {
            json!({ "decision": { "approved": approved, "scope": scope } })
        }
    }
}

fn wake(wake: &Wake) -> Value {
    json!({ "wakes_at": wake.at.to_string(), "reason": wake.reason.to_string() })
}

fn choice_point(point: &ChoicePoint) -> Value {
    let ChoicePoint {
        by,
        number,
        prompt,
        options,
    } = point;
    let options: Value = options
        .iter()
        .map(|option| json!({ "slug": option.slug, "text": option.choice.text() }))
        .collect();
    json!({
        "point": format!("{by}{number}"),
        "prompt": prompt.slug(),
        "options": options,
    })
}

fn taken(taken: &Taken) -> Value {
    json!({
        "point": format!("{}{}", taken.by, taken.number),
        "option": taken.slug,
        "text": taken.choice.text(),
    })
}

pub(super) fn report(report: &Report) -> Value {
    json!({
        "subject": subject(&report.subject),
        "passed": report.passed(),
        "checks": report.checks.iter().map(check).collect::<Value>(),
    })
}

fn subject(subject: &Subject) -> Value {
    match subject {
        Subject::RequestSignature => json!("request-signature"),
        Subject::Token {
            jwt,
            place: travelled,
        } => json!({ "token": jwt, "place": place(*travelled) }),
        Subject::Challenge => json!("challenge"),
        Subject::Metadata { issuer } => json!({ "metadata": issuer }),
        Subject::UpdatedRequest => json!("updated-request"),
        Subject::PendingRequest { path } => json!({ "pending-request": path }),
        Subject::InteractionCode => json!("interaction-code"),
        Subject::Decision => json!("decision"),
    }
}

fn place(place: Place) -> Value {
    match place {
        Place::SignatureKey => json!("signature-key"),
        Place::RequestMember(name) => json!({ "request-member": name }),
        Place::RequirementParameter => json!("requirement-parameter"),
        Place::ResponseMember(name) => json!({ "response-member": name }),
    }
}

fn check(check: &Check) -> Value {
    let mut members = Map::new();
    put(&mut members, "rule", check.rule.id);
    match check.outcome {
        Outcome::Pass => put(&mut members, "outcome", "pass"),
        Outcome::Fail(fault) => {
            put(&mut members, "outcome", "fail");
            put(&mut members, "fault", fault.to_string());
        }
        Outcome::NotApplicable(why) => {
            put(&mut members, "outcome", "not-applicable");
            put(&mut members, "why", why);
        }
        Outcome::NotReached => put(&mut members, "outcome", "not-reached"),
    }
    if !check.evidence.is_empty() {
        let shown: Value = check.evidence.iter().map(evidence).collect();
        put(&mut members, "evidence", shown);
    }
    if let Some(inner) = &check.inner {
        put(&mut members, "inner", report(inner));
    }
    members.into()
}

/// A value under the name of its kind: `{"name": "aud", "text": "https://api.example"}`.
fn evidence(evidence: &Evidence) -> Value {
    let (kind, value) = match &evidence.value {
        Shown::Text(text) => ("text", json!(text)),
        Shown::List(items) => ("list", json!(items)),
        Shown::Number(number) => ("number", json!(number)),
        Shown::Time(time) => ("time", json!(time.to_string())),
        Shown::Seconds(seconds) => ("seconds", json!(seconds)),
        Shown::BodyBytes(range) => ("body_bytes", json!([range.start, range.end])),
        Shown::Absent => ("absent", json!(true)),
    };
    json!({ "name": evidence.name, kind: value })
}
