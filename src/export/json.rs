//! The whole trace as JSON: the recipe, the ending, and every event with what it holds.

use core::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use crate::check::{Check, Evidence, Outcome, Place, Report, Subject, Value as Shown};
use crate::http::{Body, Headers, Request, Response};
use crate::json::{Object, Value};
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
    let document = Object::of("recipe", recipe_json(run))
        .with("ending", run.trace.ending().slug())
        .with("events", run.trace.events().map(event).collect::<Value>());
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

fn event(event: &Event) -> Object {
    let (kind, held) = kind(&event.kind);
    let members = Object::of("id", event.id.0)
        .with("at", event.at.to_string())
        .with("by", event.by.slug())
        .with("cause", event.cause.map(|id| id.0))
        .with("kind", kind);
    let held = held.iter();
    held.fold(members, |members, (name, value)| {
        members.with(name, value.clone())
    })
}

/// The name of an event's kind, and the members that go with it.
fn kind(kind: &EventKind) -> (&'static str, Object) {
    match kind {
        EventKind::Sent(sent) => ("sent", Object::of("message", message(sent))),
        EventKind::Delivered(id) => ("delivered", Object::of("message", id.0)),
        EventKind::Lost(id) => ("lost", Object::of("message", id.0)),
        EventKind::Told { to, notice: told } => (
            "told",
            Object::of("to", to.slug()).with("notice", notice(told)),
        ),
        EventKind::Heard { told } => ("heard", Object::of("told", told.0)),
        EventKind::KeyMade { key } => ("key-made", Object::of("key", key.to_json())),
        EventKind::TokenIssued { jwt } => ("token-issued", Object::of("jwt", &**jwt)),
        EventKind::Holds { holding: held } => ("holds", Object::of("holding", holding(held))),
        EventKind::Reported {
            exchange,
            report: made,
        } => (
            "reported",
            Object::of("exchange", exchange.0).with("report", report(made)),
        ),
        EventKind::Moved { from, to } => ("moved", Object::of("from", *from).with("to", *to)),
        EventKind::Armed(armed) => ("armed", wake(armed)),
        EventKind::Woke(reason) => ("woke", Object::of("reason", reason.to_string())),
        EventKind::Offered(offered) => ("offered", choice_point(offered)),
        EventKind::Chose(chosen) => ("chose", taken(chosen)),
        EventKind::Ended(ending) => ("ended", Object::of("ending", ending.slug())),
    }
}

fn message(message: &Message) -> Object {
    let (name, payload) = match &message.payload {
        Payload::Request(request) => ("request", request_json(request)),
        Payload::Response(response) => ("response", response_json(response)),
    };
    Object::of("id", message.id.0)
        .with("exchange", message.exchange.0)
        .with("kind", message.kind.slug())
        .with("from", message.from.slug())
        .with("to", message.to.slug())
        .with(name, payload)
}

/// A request: `method`, `url`, `headers` as pairs in their order, and the body when there is one.
pub(super) fn request_json(request: &Request) -> Object {
    let members = Object::of("method", request.method.as_str())
        .with("url", request.target.to_string())
        .with("headers", headers(&request.headers));
    with_body(members, &request.body)
}

/// A response: `status`, `headers` as pairs in their order, and the body when there is one.
pub(super) fn response_json(response: &Response) -> Object {
    let members =
        Object::of("status", response.status.0).with("headers", headers(&response.headers));
    with_body(members, &response.body)
}

fn headers(headers: &Headers) -> Value {
    headers
        .iter()
        .map(|(name, value)| pair(name, value))
        .collect()
}

/// Adds `body`, and `encoding` when the body is not text, unless there is no body.
fn with_body(members: Object, body: &Body) -> Object {
    if body.is_empty() {
        return members;
    }
    let body = written(body);
    members
        .with("body", body.text)
        .with_optional("encoding", body.encoding)
}

/// An array of two.
fn pair(first: &str, second: &str) -> Value {
    [first, second].into_iter().collect()
}

fn notice(notice: &Notice) -> Object {
    match notice {
        Notice::Enroll { key } => Object::of("enroll", Object::of("key", key.to_json())),
        Notice::Enrolled { agent_token } => {
            Object::of("enrolled", Object::of("agent_token", agent_token))
        }
        Notice::Review(shown) => Object::of("review", review(shown)),
        Notice::SignedIn { cookie } => Object::of("signed_in", Object::of("cookie", cookie)),
        Notice::Question {
            number,
            clarification,
            options,
        } => {
            let question = Object::of("number", *number).with("clarification", clarification);
            let options = (!options.is_empty()).then(|| options.iter().collect::<Value>());
            Object::of("question", question.with_optional("options", options))
        }
        Notice::NoQuestion { number } => Object::of("no_question", Object::of("number", *number)),
        Notice::InApp { number } => Object::of("in_app", Object::of("number", *number)),
        Notice::Unasked { number, why } => {
            Object::of("unasked", Object::of("number", *number).with("why", *why))
        }
        Notice::Answer {
            number,
            clarification_response: answer,
        } => Object::of(
            "answer",
            Object::of("number", *number).with("clarification_response", answer),
        ),
        Notice::Updated(shown) => Object::of("updated", review(shown)),
        Notice::Decision { number, approve } => Object::of(
            "decision",
            Object::of("number", *number).with("approve", *approve),
        ),
        Notice::Closed { number, why } => {
            Object::of("closed", Object::of("number", *number).with("why", *why))
        }
        Notice::Visit { url, code } => {
            Object::of("visit", Object::of("url", url).with("code", code))
        }
    }
}

fn review(review: &Review) -> Object {
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
        .map(|(scope, description)| pair(scope, description))
        .collect();
    Object::of("number", *number)
        .with("agent", agent)
        .with("provider_name", provider_name)
        .with("known_agent", *known_agent)
        .with("justification", justification.as_ref())
        .with("resource_name", resource_name)
        .with("resource_description", resource_description)
        .with("scopes", scopes)
}

fn holding(holding: &Holding) -> Object {
    match holding {
        Holding::Token { name, jwt } => {
            Object::of("token", Object::of("name", *name).with("jwt", &**jwt))
        }
        Holding::KeySet { issuer, dwk, kids } => Object::of(
            "key_set",
            Object::of("issuer", issuer)
                .with("dwk", *dwk)
                .with("kids", kids.as_slice()),
        ),
        Holding::Pending {
            path,
            state,
            rounds_used,
            rounds_max,
            deadline,
        } => Object::of(
            "pending",
            Object::of("path", path)
                .with("state", *state)
                .with("rounds_used", *rounds_used)
                .with("rounds_max", *rounds_max)
                .with("deadline", deadline.to_string()),
        ),
        Holding::Session { state } => Object::of("session", Object::of("state", *state)),
        Holding::Decision { approved, scope } => Object::of(
            "decision",
            Object::of("approved", *approved).with("scope", scope),
        ),
    }
}

fn wake(wake: &Wake) -> Object {
    Object::of("wakes_at", wake.at.to_string()).with("reason", wake.reason.to_string())
}

fn choice_point(point: &ChoicePoint) -> Object {
    let ChoicePoint {
        by,
        number,
        prompt,
        question,
        options,
    } = point;
    let options: Value = options
        .iter()
        .map(|option| Object::of("slug", option.slug).with("text", option.choice.text()))
        .collect();
    Object::of("point", format!("{by}{number}"))
        .with("prompt", prompt.slug())
        .with_optional(
            "question",
            question.as_ref().map(|asked| &asked.clarification),
        )
        .with("options", options)
}

fn taken(taken: &Taken) -> Object {
    Object::of("point", format!("{}{}", taken.by, taken.number))
        .with("option", taken.slug)
        .with("text", taken.choice.text())
}

pub(super) fn report(report: &Report) -> Object {
    Object::of("subject", subject(&report.subject))
        .with("passed", report.passed())
        .with("checks", report.checks.iter().map(check).collect::<Value>())
}

fn subject(subject: &Subject) -> Value {
    match subject {
        Subject::RequestSignature => "request-signature".into(),
        Subject::Token {
            jwt,
            place: travelled,
        } => Object::of("token", jwt)
            .with("place", place(*travelled))
            .into(),
        Subject::Challenge => "challenge".into(),
        Subject::DeferredResponse => "deferred-response".into(),
        Subject::Refusal => "refusal".into(),
        Subject::Withdrawal => "withdrawal".into(),
        Subject::Metadata { issuer } => Object::of("metadata", issuer).into(),
        Subject::UpdatedRequest => "updated-request".into(),
        Subject::PendingRequest { path } => Object::of("pending-request", path).into(),
        Subject::InteractionCode => "interaction-code".into(),
        Subject::Decision => "decision".into(),
    }
}

fn place(place: Place) -> Value {
    match place {
        Place::SignatureKey => "signature-key".into(),
        Place::RequestMember(name) => Object::of("request-member", name).into(),
        Place::RequirementParameter => "requirement-parameter".into(),
        Place::ResponseMember(name) => Object::of("response-member", name).into(),
    }
}

fn check(check: &Check) -> Object {
    let members = Object::of("rule", check.rule.id);
    let members = match check.outcome {
        Outcome::Pass => members.with("outcome", "pass"),
        Outcome::Fail(fault) => members
            .with("outcome", "fail")
            .with("fault", fault.to_string()),
        Outcome::NotApplicable(why) => members.with("outcome", "not-applicable").with("why", why),
        Outcome::NotReached => members.with("outcome", "not-reached"),
    };
    let shown = check.evidence.iter().map(evidence).collect::<Value>();
    members
        .with_optional("evidence", (!check.evidence.is_empty()).then_some(shown))
        .with_optional("inner", check.inner.as_deref().map(report))
}

/// A value under the name of its kind: `{"name": "aud", "text": "https://api.example"}`.
fn evidence(evidence: &Evidence) -> Object {
    let (kind, value): (_, Value) = match &evidence.value {
        Shown::Text(text) => ("text", text.into()),
        Shown::List(items) => ("list", items.as_slice().into()),
        Shown::Number(number) => ("number", (*number).into()),
        Shown::Time(time) => ("time", time.to_string().into()),
        Shown::Seconds(seconds) => ("seconds", (*seconds).into()),
        Shown::BodyBytes(range) => ("body_bytes", [range.start, range.end].into_iter().collect()),
        Shown::Absent => ("absent", true.into()),
    };
    Object::of("name", evidence.name).with(kind, value)
}
