//! The names inside values, and why a header is there.

use aauth_sim::http::{Response, Status};
use aauth_sim::inspect::glossary::{TermKind, find, kind_of, term};
use aauth_sim::inspect::{
    FieldPiece, JsonPiece, MessageView, PieceKind, field_pieces, form_pieces, why_here,
};
use aauth_sim::lesson::{LESSONS, Recipe, run};
use aauth_sim::stage::{Ending, PartyId};
use proptest::prelude::*;

use crate::story::Story;
use TermKind::{Component, Header, Parameter};

fn names(pieces: &[FieldPiece]) -> Vec<(TermKind, &str)> {
    pieces
        .iter()
        .filter_map(|piece| Some((piece.kind?, piece.name())))
        .collect()
}

fn of(header: &str, value: &str) -> Vec<FieldPiece> {
    let pieces = field_pieces(header, value);
    let whole: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
    assert_eq!(whole, value, "the pieces are the value");
    pieces
}

#[test]
fn the_components_and_parameters_of_a_signature_are_names() {
    let input = "sig=(\"@method\" \"content-digest\");created=1788253201;keyid=\"a;b=c\"";
    assert_eq!(
        names(&of("signature-input", input)),
        [
            (Component, "@method"),
            (Header, "content-digest"),
            (Parameter, "created"),
            (Parameter, "keyid"),
        ]
    );
    assert_eq!(
        names(&of("Signature-Key", "sig=jwt;jwt=\"eyJ.x=y;z.-\"")),
        [(Parameter, "jwt"), (Parameter, "jwt")]
    );
}

#[test]
fn members_and_parameters_are_names_and_values_are_not() {
    let value = "requirement=interaction; url=\"https://ps.example/a;b\"; code=\"X-1\", next=1";
    assert_eq!(
        names(&of("AAuth-Requirement", value)),
        [
            (Parameter, "requirement"),
            (Parameter, "url"),
            (Parameter, "code"),
            (Parameter, "next"),
        ]
    );
    assert_eq!(
        names(&of("Content-Digest", "sha-256=:a+b/c=:")),
        [(Parameter, "sha-256")]
    );
    assert_eq!(names(&of("Prefer", "wait=45")), [(Parameter, "wait")]);
}

#[test]
fn other_headers_have_no_names_inside() {
    assert_eq!(names(&of("Cookie", "a=b; c=d")), []);
    assert_eq!(names(&of("Host", "ps.example")), []);
}

#[test]
fn the_fields_of_a_form_are_names() {
    assert_eq!(
        names(&form_pieces("consent=a%3D&decision=approve&x")),
        [
            (Parameter, "consent"),
            (Parameter, "decision"),
            (Parameter, "x")
        ]
    );
}

proptest! {
    #[test]
    fn whatever_a_value_is_its_pieces_are_the_value(value in "[ -~é]{0,40}") {
        for header in ["Signature-Input", "Signature-Key", "Prefer", "Host"] {
            of(header, &value);
        }
        let whole: String = form_pieces(&value).into_iter().map(|piece| piece.text).collect();
        prop_assert_eq!(whole, value);
    }
}

#[test]
fn a_row_is_found_by_its_key() {
    assert_eq!(find("claim:iss"), term(TermKind::Claim, "iss"));
    assert_eq!(find("component:@method"), term(Component, "@method"));
    for key in ["", "iss", "claim:", "claims:iss", "header:@method"] {
        assert_eq!(find(key), None, "{key}");
    }
    assert_eq!(kind_of("signature-key"), Some(Header));
    assert_eq!(kind_of("exp"), Some(TermKind::Claim));
    assert_eq!(kind_of("used before"), None);
}

#[test]
fn every_header_of_the_lessons_says_why_it_is_there() {
    for lesson in LESSONS {
        for (_, message) in run(&Recipe::new(lesson)).trace.messages() {
            let view = MessageView::of(message);
            for header in &view.headers {
                let why = why_here(header, &view);
                assert_ne!(why, "", "{} in {}", header.name, view.start_line);
                assert!(why.ends_with('.') && why.split(' ').count() <= 24, "{why}");
            }
        }
    }
}

#[test]
fn a_requirement_of_a_deferred_reply_waits_and_of_a_refusal_does_not() {
    let why = |status| {
        let mut story = Story::new();
        let asked = story.asks(
            PartyId::Agent,
            PartyId::Resource,
            "GET https://api.example/a",
        );
        let reply = Response::new(Status(status))
            .with_header("AAuth-Requirement", "requirement=auth-token");
        story.answers(asked, reply);
        let trace = story.ends(Ending::Granted);
        let (_, message) = trace.messages().last().unwrap();
        let view = MessageView::of(message);
        why_here(&view.headers[0], &view)
    };
    assert!(why(202).contains("before this goes on"));
    assert!(why(401).contains("not enough"));
}

#[test]
fn a_server_explains_its_own_names_itself() {
    let body = "{\"issuer\":\"a\",\"scope_descriptions\":{\"scope\":\"b\"},\"reports\":[{\"title\":1}],\"name\":\"c\"}";
    let mut story = Story::new();
    let asked = story.asks(
        PartyId::Agent,
        PartyId::Resource,
        "GET https://api.example/a",
    );
    let reply = Response::new(Status(200)).with_body("application/json", body.to_owned());
    story.answers(asked, reply);
    let trace = story.ends(Ending::Granted);
    let (_, message) = trace.messages().last().unwrap();
    let lines = MessageView::of(message).body.unwrap().json.unwrap();
    let pieces = lines.iter().flat_map(|line| &line.pieces);
    let of_kind = |kind| -> Vec<String> {
        let pieces = pieces.clone().filter(|piece| piece.kind == kind);
        pieces.map(JsonPiece::plain).collect()
    };
    assert_eq!(
        of_kind(PieceKind::Name),
        ["issuer", "scope_descriptions", "name"]
    );
    assert_eq!(of_kind(PieceKind::OwnName), ["scope", "reports", "title"]);
}
