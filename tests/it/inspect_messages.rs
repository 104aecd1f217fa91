//! Messages and JSON as the page shows them.

use aauth_sim::http::{Method, Request, Response, Status, Target};
use aauth_sim::inspect::{HeaderKind, JsonLine, MessageView, PieceKind, clock, members, pretty};
use aauth_sim::stage::{ExchangeKind, PartyId};
use aauth_sim::time::{Span, Timestamp};

use crate::hollow::{hollow_key, hollow_token};
use crate::story::Story;
use PartyId::{Agent, PersonServer};

fn view(request: Request) -> MessageView {
    let mut story = Story::new();
    let exchange = story.sends(ExchangeKind::Protocol, Agent, PersonServer, request);
    MessageView::of(&story.request(exchange))
}

fn signed(covered: &str, body: &str) -> Request {
    let target = Target::parse("https://ps.example/auth-token?a=b").unwrap();
    Request::new(Method::Post, target)
        .with_header("Content-Digest", "sha-256=:AAAA:")
        .with_header("AAuth-Capabilities", "clarification")
        .with_header("Signature-Input", format!("sig=({covered});created=1"))
        .with_header("Signature", "sig=:AAAA:")
        .with_header("Signature-Key", hollow_key("sig"))
        .with_body("application/json", body.to_owned())
}

#[test]
fn a_request_shows_its_line_and_its_headers_in_order() {
    let view = view(signed("\"@method\" \"content-digest\"", "{}"));
    assert_eq!(view.start_line, "POST /auth-token?a=b HTTP/1.1");
    let headers: Vec<(&str, HeaderKind, bool)> = view
        .headers
        .iter()
        .map(|header| (header.name.as_str(), header.kind, header.covered))
        .collect();
    assert_eq!(
        headers,
        [
            ("Host", HeaderKind::Http, false),
            ("Content-Digest", HeaderKind::Signature, true),
            ("AAuth-Capabilities", HeaderKind::Aauth, false),
            ("Signature-Input", HeaderKind::Signature, false),
            ("Signature", HeaderKind::Signature, false),
            ("Signature-Key", HeaderKind::Signature, false),
            ("Content-Type", HeaderKind::Http, false),
        ]
    );
    assert_eq!(view.covered, ["@method", "content-digest"]);
    assert!(view.body.unwrap().covered);
}

#[test]
fn a_body_without_a_covered_digest_is_not_covered() {
    let view = view(signed("\"@method\"", "{}"));
    assert!(!view.body.unwrap().covered);
}

#[test]
fn a_request_without_all_three_headers_is_not_signed_and_covers_nothing() {
    let mut request = signed("\"@method\" \"content-digest\"", "{}");
    request.headers.remove("Signature");
    let view = view(request);
    assert_eq!(view.covered, Vec::<String>::new());
    assert!(!view.headers.iter().any(|header| header.covered));
}

#[test]
fn a_response_shows_its_status() {
    let mut story = Story::new();
    let exchange = story.asks(Agent, PersonServer, "GET https://ps.example/pending/1");
    story.answers(exchange, Response::new(Status(202)));
    let trace = story.ends(aauth_sim::stage::Ending::Granted);
    let (_, message) = trace.messages().last().unwrap();
    let view = MessageView::of(message);
    assert_eq!(view.start_line, "HTTP/1.1 202 Accepted");
    assert!(!view.is_request);
    assert_eq!(view.body, None);
    assert_eq!(view.text(), "HTTP/1.1 202 Accepted\n\n");
}

#[test]
fn a_message_can_be_written_out() {
    let target = Target::parse("https://ps.example/pending/1").unwrap();
    let request = Request::new(Method::Post, target).with_body("text/plain", "Hello".to_owned());
    assert_eq!(
        view(request).text(),
        "POST /pending/1 HTTP/1.1\nHost: ps.example\nContent-Type: text/plain\n\nHello"
    );
}

#[test]
fn bytes_that_are_no_text_are_kept_and_not_written() {
    let target = Target::parse("https://ps.example/").unwrap();
    let request = Request::new(Method::Post, target).with_body("image/png", vec![0xff, 0xfe]);
    let body = view(request).body.unwrap();
    assert_eq!(body.bytes.bytes(), [0xff, 0xfe]);
    assert_eq!((body.text, body.json), (None, None));
}

#[test]
fn a_token_in_a_body_is_marked() {
    let token = hollow_token();
    let body = format!("{{\"resource_token\":\"{token}\",\"justification\":\"why\"}}");
    let lines = view(signed("", &body)).body.unwrap().json.unwrap();
    let tokens: Vec<String> = pieces(&lines, PieceKind::Token);
    assert_eq!(tokens, [format!("\"{token}\"")]);
    assert_eq!(pieces(&lines, PieceKind::Text), ["\"why\""]);
}

fn pieces(lines: &[JsonLine], kind: PieceKind) -> Vec<String> {
    lines
        .iter()
        .flat_map(|line| &line.pieces)
        .filter(|piece| piece.kind == kind)
        .map(|piece| piece.text.clone())
        .collect()
}

fn laid_out(json: &str) -> String {
    let lines = pretty(json).unwrap();
    let lines = lines.iter().map(|line| {
        let text: String = line
            .pieces
            .iter()
            .map(|piece| piece.text.as_str())
            .collect();
        format!("{}{text}\n", "  ".repeat(line.indent as usize))
    });
    lines.collect()
}

#[test]
fn json_is_laid_out_with_its_exact_values() {
    assert_eq!(
        laid_out("{\"a\":[1.50,{ \"b\" : \"\\u00e9\\n\"}],\"c\":{},\"d\":[],\"e\":null,\"a\":1e3}"),
        "{
  \"a\": [
    1.50,
    {
      \"b\": \"\\u00e9\\n\"
    }
  ],
  \"c\": {},
  \"d\": [],
  \"e\": null,
  \"a\": 1e3
}
"
    );
    assert_eq!(laid_out(" true "), "true\n");
    assert_eq!(pretty("{"), None);
    assert_eq!(pretty("{} x"), None);
}

#[test]
fn very_deep_json_is_shown_and_does_not_overflow() {
    let deep = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let lines = pretty(&deep).unwrap();
    assert_eq!(lines.iter().map(|line| line.indent).max(), Some(32));
    let too_deep = "[".repeat(100_000);
    assert_eq!(pretty(&too_deep), None);
}

#[test]
fn members_keep_their_order_their_text_and_their_repetitions() {
    let members = members("{\"b\": 1.0, \"a\":\"x\", \"b\":[ 1 ]}").unwrap();
    let seen: Vec<(&str, &str, bool)> = members
        .iter()
        .map(|member| (member.name.as_str(), member.json.as_str(), member.duplicate))
        .collect();
    assert_eq!(
        seen,
        [
            ("b", "1.0", true),
            ("a", "\"x\"", false),
            ("b", "[ 1 ]", true)
        ]
    );
    assert_eq!(members[1].plain(), "x");
    assert!(members[1].is_text() && !members[0].is_text());
}

#[test]
fn times_and_spans_read_as_people_say_them() {
    assert_eq!(
        clock::utc(Timestamp::START).as_deref(),
        Some("2026-09-01 09:00:00 UTC")
    );
    assert_eq!(clock::utc(Timestamp::from_unix_s(u64::MAX)), None);
    for (s, said) in [
        (1, "1 s"),
        (59, "59 s"),
        (60, "1 min"),
        (298, "4 min 58 s"),
        (3_600, "1 h"),
        (5_430, "1 h 30 min"),
        (86_400, "1 d"),
        (180_000, "2 d 2 h"),
    ] {
        assert_eq!(clock::duration(Span::from_s(s)), said);
    }
    assert_eq!(clock::duration(Span::from_ms(25)), "25 ms");
    for (ms, said) in [
        (0, "+0 s"),
        (25, "+25 ms"),
        (50, "+50 ms"),
        (100, "+100 ms"),
        (8_050, "+8 s"),
    ] {
        assert_eq!(clock::after(Span::from_ms(ms)), said);
    }
    assert_eq!(clock::later(Span::from_ms(499)), None);
    assert_eq!(
        clock::later(Span::from_ms(19_975)).as_deref(),
        Some("20 s later")
    );
    assert_eq!(
        clock::later(Span::from_ms(20_050)).as_deref(),
        Some("20 s later")
    );
    let now = Timestamp::START + Span::from_ms(400);
    assert_eq!(clock::relative(Timestamp::START, now), "now");
    assert_eq!(
        clock::relative(now + Span::from_s(298), now),
        "in 4 min 58 s"
    );
    assert_eq!(clock::relative(now, now + Span::from_s(2)), "2 s ago");
}
