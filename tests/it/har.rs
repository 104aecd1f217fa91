//! The HTTP Archive, on a toy cast whose messages are known byte for byte.
//!
//! What an entry must look like comes from the format's own text (HTTP Archive 1.2).

use aauth_sim::entropy::Seed;
use aauth_sim::export::har;
use aauth_sim::http::{Body, Method, Request, Response, Status, Target};
use aauth_sim::sim::{Step, Trace, World};
use aauth_sim::stage::{
    CastMember, Context, Ending, ExchangeKind, Input, Party, PartyId, Setup, WakeReason,
};
use aauth_sim::time::Span;
use serde_json::{Value, json};

/// An agent that asks a resource three things and an unknown host one; the resource answers the
/// second after two seconds, with bytes that are not text.
#[derive(Clone)]
enum Toy {
    Agent {
        asked: u32,
    },
    Resource {
        held: Option<aauth_sim::stage::ExchangeId>,
    },
}

impl Party for Toy {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match (self, input) {
            (Self::Agent { asked }, Input::Start | Input::Response(..) | Input::Unanswered(_)) => {
                *asked += 1;
                let (kind, request) = match asked {
                    1 => (
                        ExchangeKind::Discovery,
                        get("https://api.example/.well-known/x"),
                    ),
                    2 => (ExchangeKind::Protocol, post()),
                    3 => (
                        ExchangeKind::Browser,
                        get("https://api.example/page?code=A-B&x"),
                    ),
                    4 => (ExchangeKind::Protocol, get("https://nowhere.example/")),
                    _ => return cx.end(Ending::Granted),
                };
                cx.request(kind, request);
            }
            (Self::Resource { held }, Input::Request(exchange, request)) => {
                match (request.method, request.target.path.as_str()) {
                    (Method::Post, _) => {
                        *held = Some(exchange);
                        cx.wake_after(WakeReason::Poll, Span::from_s(2));
                    }
                    (_, "/page") => cx.respond(exchange, page()),
                    _ => cx.respond(exchange, document()),
                }
            }
            (Self::Resource { held }, Input::Wake(_)) => {
                let bytes = Body::from(vec![0xff, 0x00]);
                let response =
                    Response::new(Status(200)).with_body("application/octet-stream", bytes);
                cx.respond(held.take().unwrap(), response);
            }
            _ => {}
        }
    }

    fn situation(&self, _: &mut String) {}
}

fn get(url: &str) -> Request {
    Request::new(Method::Get, Target::parse(url).unwrap()).with_header("Cookie", "a=1; b=2")
}

fn post() -> Request {
    let target = Target::parse("https://api.example/data").unwrap();
    Request::new(Method::Post, target)
        .with_header("X-Twice", " spaced ")
        .with_header("X-Twice", "again")
        .with_body("application/json", "{\"a\": \"ü\"}".to_owned())
}

fn document() -> Response {
    Response::new(Status(200)).with_body("application/json", "{}".to_owned())
}

fn page() -> Response {
    Response::new(Status(303))
        .with_header("Set-Cookie", "session=s3; Path=/page; HttpOnly; Secure")
        .with_header("Location", "https://api.example/done")
}

fn toy_trace() -> Trace {
    let member = |id, host: Option<&str>, party| CastMember {
        id,
        host: host.map(str::to_owned),
        party,
    };
    let setup = Setup {
        cast: vec![
            member(
                PartyId::Resource,
                Some("api.example"),
                Toy::Resource { held: None },
            ),
            member(PartyId::Agent, None, Toy::Agent { asked: 0 }),
        ],
    };
    let mut world = World::new(setup, Seed::default());
    let mut events = Vec::new();
    loop {
        match world.step() {
            Step::Advanced(more) => events.extend(more),
            Step::Blocked(_) => unreachable!("nobody decides here"),
            Step::Ended(ending) => return Trace::new(events, ending),
        }
    }
}

fn entries() -> Vec<Value> {
    let text = har(&toy_trace());
    assert!(text.ends_with("}\n"), "a newline at the end");
    let archive: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(archive["log"]["version"], "1.2");
    assert_eq!(archive["log"]["creator"]["name"], "aauth-sim");
    archive["log"]["entries"].as_array().unwrap().clone()
}

#[test]
fn an_entry_is_an_exchange_in_the_order_of_the_requests() {
    let seen: Vec<_> = entries()
        .iter()
        .map(|entry| {
            (
                entry["_exchange"].clone(),
                entry["_kind"].clone(),
                entry["request"]["url"].clone(),
                entry["startedDateTime"].clone(),
            )
        })
        .collect();
    let expected = [
        (
            1,
            "discovery",
            "https://api.example/.well-known/x",
            "2026-09-01T09:00:00.000Z",
        ),
        (
            2,
            "protocol",
            "https://api.example/data",
            "2026-09-01T09:00:00.050Z",
        ),
        (
            3,
            "browser",
            "https://api.example/page?code=A-B&x",
            "2026-09-01T09:00:02.100Z",
        ),
        (
            4,
            "protocol",
            "https://nowhere.example/",
            "2026-09-01T09:00:02.150Z",
        ),
    ]
    .map(|(exchange, kind, url, at)| (json!(exchange), json!(kind), json!(url), json!(at)));
    assert_eq!(seen, expected);
}

#[test]
fn header_values_and_bodies_are_the_bytes_that_went_out() {
    let entry = &entries()[1];
    assert_eq!(
        entry["request"]["headers"],
        json!([
            {"name": "Host", "value": "api.example"},
            {"name": "X-Twice", "value": " spaced "},
            {"name": "X-Twice", "value": "again"},
            {"name": "Content-Type", "value": "application/json"},
        ])
    );
    assert_eq!(
        entry["request"]["postData"],
        json!({"mimeType": "application/json", "text": "{\"a\": \"ü\"}"})
    );
    // The ü is two bytes.
    assert_eq!(entry["request"]["bodySize"], 11);
    assert_eq!(
        entry["response"]["content"],
        // printf '\xff\x00' | base64
        json!({"size": 2, "mimeType": "application/octet-stream", "text": "/wA=", "encoding": "base64"})
    );
}

#[test]
fn times_are_the_simulated_ones_in_whole_milliseconds() {
    let entries = entries();
    let timings = json!({"send": 25, "wait": 2000, "receive": 25});
    assert_eq!(entries[1]["timings"], timings);
    assert_eq!(entries[1]["time"], 2050);
    let timings = json!({"send": 25, "wait": 0, "receive": 0});
    assert_eq!(entries[3]["timings"], timings);
}

#[test]
fn queries_and_cookies_are_taken_apart() {
    let entry = &entries()[2];
    assert_eq!(
        entry["request"]["queryString"],
        json!([{"name": "code", "value": "A-B"}, {"name": "x", "value": ""}])
    );
    assert_eq!(
        entry["request"]["cookies"],
        json!([{"name": "a", "value": "1"}, {"name": "b", "value": "2"}])
    );
    assert_eq!(
        entry["response"]["cookies"],
        json!([{"name": "session", "value": "s3", "path": "/page", "httpOnly": true, "secure": true}])
    );
    assert_eq!(entry["response"]["redirectURL"], "https://api.example/done");
    assert_eq!(
        entry["response"]["content"],
        json!({"size": 0, "mimeType": "x-unknown"})
    );
}

#[test]
fn an_exchange_without_a_response_has_the_status_0() {
    let entry = &entries()[3];
    assert_eq!(entry["response"]["status"], 0);
    assert_eq!(entry["_from"], "agent");
    assert_eq!(entry["_to"], Value::Null, "it reached nobody");
}

#[test]
fn every_entry_has_the_fields_the_format_demands() {
    let has = |value: &Value, names: &[&str]| {
        for name in names {
            assert!(value.get(*name).is_some(), "{name} is missing in {value}");
        }
    };
    for entry in entries() {
        has(
            &entry,
            &[
                "startedDateTime",
                "time",
                "request",
                "response",
                "cache",
                "timings",
            ],
        );
        has(
            &entry["request"],
            &[
                "method",
                "url",
                "httpVersion",
                "cookies",
                "headers",
                "queryString",
                "headersSize",
                "bodySize",
            ],
        );
        has(
            &entry["response"],
            &[
                "status",
                "statusText",
                "httpVersion",
                "cookies",
                "headers",
                "content",
                "redirectURL",
                "headersSize",
                "bodySize",
            ],
        );
        has(&entry["response"]["content"], &["size", "mimeType"]);
        has(&entry["timings"], &["send", "wait", "receive"]);
    }
}
