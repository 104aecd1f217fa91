//! Metadata documents and key sets.

use aauth_sim::aauth::metadata::{jwks_json, parse_jwks};
use aauth_sim::aauth::{AccessMode, Dwk, Metadata, RoleMetadata};
use aauth_sim::check::rules::{
    List, METADATA_ISSUER, METADATA_JWKS_URI, METADATA_MEMBERS, METADATA_ORIGIN,
};
use aauth_sim::check::{Fault, KeyRef, Report, Stop, Verified};
use aauth_sim::http::Target;
use aauth_sim::jose::{KeyRing, Lookup};
use serde_json::{Value, json};

use super::{Break, NOW, check_lists, other_key, person_server_key, server};

/// The lists whose every row is broken here.
pub(super) const LISTS: &[List] = &[List::Metadata];

fn honest() -> Value {
    json!({
        "issuer": "https://ps.example",
        "jwks_uri": "https://ps.example/.well-known/jwks.json",
        "name": "Example Person Server",
        "description": "**Example Person Server**",
        "auth_token_endpoint": "https://ps.example/token",
        "person_token_endpoint": "https://ps.example/person",
        "mission_endpoint": "https://ps.example/mission",
        "permission_endpoint": "https://ps.example/permission",
        "interaction_endpoint": "https://ps.example/interaction"
    })
}

fn walk(document: &Value) -> (Report, Result<Verified<Metadata>, Stop>) {
    let body = match document {
        Value::String(raw) => raw.clone(),
        other => other.to_string(),
    };
    Metadata::verify(body.as_bytes(), &server("https://ps.example"), Dwk::Person)
}

fn remove(document: &mut Value, member: &str) {
    document.as_object_mut().unwrap().shift_remove(member);
}

#[test]
fn every_step_of_a_metadata_document_passes_and_fails() {
    let breaks = [
        Break::new(&METADATA_ISSUER, Fault::IssuerMissing, |d: &mut Value| {
            remove(d, "issuer");
        }),
        Break::new(&METADATA_ISSUER, Fault::Malformed, |d| *d = json!("<html>")),
        Break::new(&METADATA_ORIGIN, Fault::IssuerMismatch, |d| {
            d["issuer"] = "https://ps.example/".into();
        }),
        Break::new(&METADATA_ORIGIN, Fault::IssuerMismatch, |d| {
            d["issuer"] = 7.into();
        }),
        Break::new(&METADATA_JWKS_URI, Fault::Missing, |d| {
            remove(d, "jwks_uri");
        }),
        Break::new(&METADATA_JWKS_URI, Fault::Malformed, |d| {
            d["jwks_uri"] = "http://ps.example/jwks.json".into();
        }),
        Break::new(&METADATA_MEMBERS, Fault::Missing, |d| {
            remove(d, "person_token_endpoint");
        }),
        Break::new(&METADATA_MEMBERS, Fault::Missing, |d| {
            remove(d, "auth_token_endpoint");
        }),
        Break::new(&METADATA_MEMBERS, Fault::Malformed, |d| {
            d["mission_endpoint"] = "https://ps.example/mission?x=1".into();
        }),
        Break::new(&METADATA_MEMBERS, Fault::Malformed, |d| {
            d["name"] = 7.into();
        }),
    ];
    check_lists(LISTS, &[honest], &breaks, &[], walk);
}

/// Each document in the order of the draft's examples, written, then read back.
#[test]
fn the_four_documents_are_written_and_read() {
    let of = |issuer: &str, role| Metadata {
        issuer: server(issuer),
        jwks_uri: Target::parse(&format!("{issuer}/.well-known/jwks.json")).unwrap(),
        name: Some("Name".to_owned()),
        description: None,
        role,
    };
    let resource = RoleMetadata::Resource {
        access_mode: Some(AccessMode::AuthToken),
        authorization_endpoint: Some("https://api.example/authorize".to_owned()),
        scope_descriptions: vec![
            ("data.read".to_owned(), "Read access".to_owned()),
            ("data.write".to_owned(), "Create and update".to_owned()),
        ],
        signature_window_s: Some(30),
        additional_signature_components: vec!["content-digest".to_owned()],
    };
    let table = [
        (
            of(
                "https://agent.example",
                RoleMetadata::Agent {
                    callback_endpoint: Some("https://agent.example/callback".to_owned()),
                },
            ),
            r#"{"issuer":"https://agent.example","jwks_uri":"https://agent.example/.well-known/jwks.json","name":"Name","callback_endpoint":"https://agent.example/callback"}"#,
        ),
        (
            of("https://api.example", resource),
            r#"{"issuer":"https://api.example","jwks_uri":"https://api.example/.well-known/jwks.json","name":"Name","access_mode":"auth-token","authorization_endpoint":"https://api.example/authorize","scope_descriptions":{"data.read":"Read access","data.write":"Create and update"},"signature_window":30,"additional_signature_components":["content-digest"]}"#,
        ),
        (
            of(
                "https://as.example",
                RoleMetadata::Access {
                    auth_token_endpoint: "https://as.example/token".to_owned(),
                },
            ),
            r#"{"issuer":"https://as.example","jwks_uri":"https://as.example/.well-known/jwks.json","name":"Name","auth_token_endpoint":"https://as.example/token"}"#,
        ),
    ];
    for (metadata, json) in table {
        assert_eq!(metadata.to_json(), json);
        let dwk = metadata.role.dwk();
        let read = Metadata::verify(json.as_bytes(), &metadata.issuer, dwk)
            .1
            .unwrap();
        assert_eq!(read.into_value(), metadata);
    }
    let person = walk(&honest()).1.unwrap();
    let again = person.to_json();
    assert_eq!(walk(&Value::String(again)).1.unwrap(), person);
}

#[test]
fn an_unknown_access_mode_is_as_good_as_none() {
    let document = json!({
        "issuer": "https://api.example",
        "jwks_uri": "https://api.example/jwks",
        "access_mode": "per-call",
    });
    let body = document.to_string();
    let read = Metadata::verify(
        body.as_bytes(),
        &server("https://api.example"),
        Dwk::Resource,
    );
    assert!(matches!(
        read.1.unwrap().role,
        RoleMetadata::Resource {
            access_mode: None,
            ..
        }
    ));
}

#[test]
fn a_key_set_is_published_and_read() {
    let keys = [person_server_key().public_jwk(), other_key().public_jwk()];
    let document = jwks_json(&keys);
    let mut ring = KeyRing::default();
    let set = parse_jwks(document.as_bytes()).unwrap();
    ring.insert("https://ps.example", "aauth-person.json", set, NOW);
    let wanted = KeyRef {
        issuer: "https://ps.example".to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: "other-key-1".to_owned(),
    };
    assert_eq!(ring.lookup(&wanted, NOW), Lookup::Found(&keys[1]));
    for document in ["", "[]", "{}", r#"{"keys":{}}"#] {
        assert!(parse_jwks(document.as_bytes()).is_err(), "{document}");
    }
    // Two readers would find two keys.
    let (keys, key) = (jwks_json(&[]), jwks_json(&keys));
    for (once, twice) in [
        ("\"keys\":[]", "\"keys\":[],\"keys\":[]"),
        ("\"x\":", "\"x\":\"AA\",\"x\":"),
        ("\"kid\":", "\"kid\":\"a\",\"\\u006bid\":"),
    ] {
        let honest = if keys.contains(once) { &keys } else { &key };
        let doubled = honest.replacen(once, twice, 1);
        assert!(parse_jwks(honest.as_bytes()).is_ok(), "{honest}");
        assert!(parse_jwks(doubled.as_bytes()).is_err(), "{doubled}");
    }
}
