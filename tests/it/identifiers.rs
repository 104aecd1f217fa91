//! Identifiers: the draft's own valid and invalid examples, and what follows from its rules.

use aauth_sim::aauth::identifiers::IdentifierError;
use aauth_sim::aauth::{AgentId, Dwk, ServerId};

#[test]
fn the_drafts_valid_server_identifiers_are_read() {
    for (text, host) in [
        ("https://agent.example", "agent.example"),
        ("https://xn--nxasmq6b.example", "xn--nxasmq6b.example"),
    ] {
        let id = ServerId::parse(text).unwrap();
        assert_eq!(id.as_str(), text);
        assert_eq!(id.host(), host);
    }
}

#[test]
fn the_drafts_invalid_server_identifiers_are_refused_for_the_rule_they_break() {
    type Broken = fn(String) -> IdentifierError;
    let examples: [(&str, Broken); 5] = [
        ("http://agent.example", IdentifierError::NotHttps),
        ("https://Agent.Example", IdentifierError::NotLowerCase),
        ("https://agent.example:8443", IdentifierError::Port),
        ("https://agent.example/v1", IdentifierError::MoreThanHost),
        ("https://agent.example/", IdentifierError::MoreThanHost),
    ];
    for (text, broken) in examples {
        assert_eq!(ServerId::parse(text), Err(broken(text.to_owned())));
    }
}

#[test]
fn a_server_identifier_is_scheme_and_host_and_nothing_else() {
    for text in [
        "",
        "https://",
        "HTTPS://agent.example",
        "https://agent.example?a=b",
        "https://agent.example#a",
        "https://person@agent.example",
        "https://agent..example",
        "https://-agent.example",
        "https://agent-.example",
        "https://agent.example.",
        "https://münchen.example",
        "https://agent example",
        "https://agent_1.example",
        "https://[::1]",
        " https://agent.example",
    ] {
        assert!(ServerId::parse(text).is_err(), "{text:?}");
    }
    let label = "a".repeat(63);
    assert!(ServerId::parse(&format!("https://{label}.example")).is_ok());
    assert!(ServerId::parse(&format!("https://{label}a.example")).is_err());
    assert!(ServerId::parse(&format!("https://{label}.{label}.{label}.{label}.example")).is_err());
}

#[test]
fn server_identifiers_are_compared_byte_for_byte() {
    let id = ServerId::parse("https://agent.example").unwrap();
    assert_eq!(id, ServerId::parse("https://agent.example").unwrap());
    assert_ne!(id, ServerId::parse("https://agents.example").unwrap());
}

#[test]
fn a_path_at_a_server_makes_a_url() {
    let id = ServerId::parse("https://ps.example").unwrap();
    assert_eq!(id.url("/token"), "https://ps.example/token");
    assert_eq!(id.target("/token").to_string(), "https://ps.example/token");
}

#[test]
fn the_drafts_valid_agent_identifiers_are_read() {
    for text in [
        "aauth:assistant-v2@agent.example",
        "aauth:planner.7f3c@vendor.example",
        "aauth:planner.7f3c+search1@vendor.example",
    ] {
        assert_eq!(AgentId::parse(text).unwrap().as_str(), text);
    }
}

#[test]
fn the_drafts_invalid_agent_identifiers_are_refused_with_and_without_the_scheme() {
    for text in [
        "My Agent@agent.example",
        "@agent.example",
        "agent@http://agent.example",
    ] {
        assert_eq!(
            AgentId::parse(text),
            Err(IdentifierError::NotAauth(text.to_owned()))
        );
        assert!(AgentId::parse(&format!("aauth:{text}")).is_err(), "{text}");
    }
}

#[test]
fn an_agent_identifiers_local_part_is_short_and_plain_and_its_domain_a_host() {
    let local = "a".repeat(255);
    assert!(AgentId::parse(&format!("aauth:{local}@agent.example")).is_ok());
    assert!(AgentId::parse(&format!("aauth:{local}a@agent.example")).is_err());
    for text in [
        "aauth:a/b@agent.example",
        "aauth:ä@agent.example",
        "aauth:a@agent.example:443",
        "aauth:a@Agent.example",
        "aauth:a@b@agent.example",
        "aauth:a@",
        "aauth:a",
        "AAUTH:a@agent.example",
    ] {
        assert!(AgentId::parse(text).is_err(), "{text:?}");
    }
}

#[test]
fn agent_identifiers_are_compared_exactly() {
    let upper = AgentId::parse("aauth:Agent@agent.example").unwrap();
    let lower = AgentId::parse("aauth:agent@agent.example").unwrap();
    assert_ne!(upper, lower);
}

#[test]
fn the_well_known_documents_have_the_drafts_names() {
    let names: Vec<&str> = Dwk::ALL.iter().map(|dwk| dwk.document()).collect();
    assert_eq!(
        names,
        [
            "aauth-agent.json",
            "aauth-person.json",
            "aauth-resource.json",
            "aauth-access.json"
        ]
    );
    for &dwk in Dwk::ALL {
        assert_eq!(Dwk::parse(dwk.document()), Some(dwk));
        assert_eq!(
            dwk.well_known_path(),
            format!("/.well-known/{}", dwk.document())
        );
    }
    assert_eq!(Dwk::parse("openid-configuration"), None);
}
