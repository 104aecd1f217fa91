//! Token requests and responses, scopes, and the codes of refusals.

use aauth_sim::aauth::members::MemberError;
use aauth_sim::aauth::scope::ScopeError;
use aauth_sim::aauth::token_request::{
    AuthTokenRequest, AuthTokenResponse, AuthorizationRequest, AuthorizationResponse,
    FederatedTokenRequest, PersonTokenRequest, PersonTokenResponse, TokenRequestError,
};
use aauth_sim::aauth::{
    AuthorizationError, Capability, Scope, ServerId, TokenEndpointError, TokenMember,
};
use aauth_sim::check::{Fault, Rejection, rules};
use aauth_sim::http::Status;

/// The draft's example.
#[test]
fn a_person_token_request_is_read_and_written() {
    let body = r#"{"resource":"https://resource.example","capabilities":["interaction"],"mission_s256":"dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"}"#;
    let request = PersonTokenRequest {
        resource: ServerId::parse("https://resource.example").unwrap(),
        capabilities: Some(vec![Capability::Interaction]),
        justification: None,
        mission_s256: Some("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned()),
        upstream_token: None,
    };
    assert_eq!(
        PersonTokenRequest::parse(body.as_bytes()),
        Ok(request.clone())
    );
    assert_eq!(request.to_json(), body);
}

#[test]
fn a_malformed_resource_or_mission_is_an_invalid_request() {
    assert_eq!(
        PersonTokenRequest::parse(b"{}"),
        Err(TokenRequestError::Member(MemberError::Missing("resource")))
    );
    assert!(matches!(
        PersonTokenRequest::parse(br#"{"resource":"https://resource.example/"}"#),
        Err(TokenRequestError::Resource(_))
    ));
    for hash in ["", "short", "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk="] {
        let body = format!(r#"{{"resource":"https://resource.example","mission_s256":"{hash}"}}"#);
        assert_eq!(
            PersonTokenRequest::parse(body.as_bytes()),
            Err(TokenRequestError::MissionHash(hash.to_owned()))
        );
    }
}

/// The draft's example, with the two members it leaves out.
#[test]
fn an_auth_token_request_is_read_and_written() {
    let body = r#"{"resource_token":"eyJ.r","presented_token":"eyJ.p","justification":"Find available meeting times","capabilities":["clarification","interaction"]}"#;
    let request = AuthTokenRequest {
        resource_token: "eyJ.r".to_owned(),
        presented_token: "eyJ.p".to_owned(),
        justification: Some("Find available meeting times".to_owned()),
        capabilities: Some(vec![Capability::Clarification, Capability::Interaction]),
        upstream_token: None,
    };
    assert_eq!(
        AuthTokenRequest::parse(body.as_bytes()),
        Ok(request.clone())
    );
    assert_eq!(request.to_json(), body);
}

#[test]
fn a_request_that_says_nothing_of_capabilities_is_not_one_that_has_none() {
    let silent = br#"{"resource_token":"r","presented_token":"p"}"#;
    assert_eq!(AuthTokenRequest::parse(silent).unwrap().capabilities, None);
    let none = br#"{"resource_token":"r","presented_token":"p","capabilities":["telepathy"]}"#;
    assert_eq!(
        AuthTokenRequest::parse(none).unwrap().capabilities,
        Some(Vec::new())
    );
}

#[test]
fn an_auth_token_request_needs_both_tokens() {
    for (body, missing) in [
        (r#"{"presented_token":"p"}"#, "resource_token"),
        (r#"{"resource_token":"r"}"#, "presented_token"),
    ] {
        assert_eq!(
            AuthTokenRequest::parse(body.as_bytes()),
            Err(MemberError::Missing(missing))
        );
    }
}

#[test]
fn a_federated_request_is_read_and_written() {
    let body = r#"{"resource_token":"eyJ.r","agent_token":"eyJ.a","presented_token":"eyJ.p"}"#;
    let request = FederatedTokenRequest::parse(body.as_bytes()).unwrap();
    assert_eq!(request.agent_token, "eyJ.a");
    assert_eq!(request.to_json(), body);
}

#[test]
fn responses_are_read_and_written() {
    let body = r#"{"person_token":"eyJ.p","expires_in":3600}"#;
    assert_eq!(
        PersonTokenResponse::parse(body.as_bytes())
            .unwrap()
            .to_json(),
        body
    );
    let body = r#"{"auth_token":"eyJ.t","expires_in":3600}"#;
    assert_eq!(
        AuthTokenResponse::parse(body.as_bytes()).unwrap().to_json(),
        body
    );
    let body = r#"{"resource_token":"eyJ.r"}"#;
    assert_eq!(
        AuthorizationResponse::parse(body.as_bytes())
            .unwrap()
            .to_json(),
        body
    );
    assert_eq!(
        AuthTokenResponse::parse(br#"{"auth_token":"eyJ.t","expires_in":1.5}"#),
        Err(MemberError::WrongType {
            member: "expires_in",
            expected: "a whole number",
            found: "a number",
        })
    );
}

/// The draft's example.
#[test]
fn an_authorization_request_is_read_and_written() {
    let body = r#"{"scope":"data.read data.write"}"#;
    let request = AuthorizationRequest::parse(body.as_bytes()).unwrap();
    assert_eq!(
        request.scope.values().collect::<Vec<_>>(),
        ["data.read", "data.write"]
    );
    assert_eq!(request.account, None);
    assert_eq!(request.to_json(), body);
    assert!(matches!(
        AuthorizationRequest::parse(br#"{"scope":""}"#),
        Err(TokenRequestError::Scope(_))
    ));
}

#[test]
fn a_scope_is_a_set_that_keeps_its_order() {
    let scope = |text| Scope::parse(text).unwrap();
    assert_eq!(scope("b a b").to_string(), "b a");
    assert!(scope("data.read").is_subset_of(&scope("data.write data.read")));
    assert!(!scope("data.read data.delete").is_subset_of(&scope("data.read data.write")));
    assert_eq!(
        scope("data.write data.read openid").intersect(&scope("openid data.write")),
        Some(scope("data.write openid"))
    );
    assert_eq!(scope("a").intersect(&scope("b")), None);
    for text in ["", " a", "a  b", "a "] {
        assert_eq!(
            Scope::parse(text),
            Err(ScopeError::EmptyValue(text.to_owned()))
        );
    }
    for text in ["a\"b", "a\\b", "ä", "a\tb"] {
        assert_eq!(
            Scope::parse(text),
            Err(ScopeError::Character(text.to_owned()))
        );
    }
}

/// The draft's table.
#[test]
fn token_endpoint_errors_have_the_drafts_codes_and_statuses() {
    let table = [
        ("invalid_request", 400),
        ("invalid_resource_token", 400),
        ("expired_resource_token", 400),
        ("revoked_resource_token", 400),
        ("invalid_presented_token", 400),
        ("expired_presented_token", 400),
        ("revoked_presented_token", 400),
        ("invalid_upstream_token", 400),
        ("expired_upstream_token", 400),
        ("revoked_upstream_token", 400),
        ("invalid_subagent_token", 400),
        ("expired_subagent_token", 400),
        ("revoked_subagent_token", 400),
        ("clock_skew", 400),
        ("user_unreachable", 403),
        ("as_unreachable", 502),
        ("server_error", 500),
    ];
    let all: Vec<(&str, u16)> = TokenEndpointError::all()
        .map(|error| (error.code(), error.status().0))
        .collect();
    assert_eq!(all, table);
    for (code, _) in table {
        assert_eq!(TokenEndpointError::parse(code).unwrap().code(), code);
    }
    assert_eq!(TokenEndpointError::parse("expired"), None);
}

#[test]
fn authorization_errors_have_the_drafts_codes_and_statuses() {
    let all: Vec<(&str, Status)> = AuthorizationError::ALL
        .iter()
        .map(|error| (error.code(), error.status()))
        .collect();
    assert_eq!(
        all,
        [
            ("invalid_request", Status(400)),
            ("invalid_scope", Status(400)),
            ("invalid_account", Status(400)),
            ("server_error", Status(500)),
        ]
    );
}

#[test]
fn a_token_in_the_body_that_only_expired_is_expired_and_any_other_failure_is_invalid() {
    let of = |rule, fault| {
        TokenEndpointError::of_token(TokenMember::Presented, &Rejection { rule, fault }).code()
    };
    assert_eq!(
        of(&rules::TOKEN_EXPIRY, Fault::Expired),
        "expired_presented_token"
    );
    assert_eq!(of(&rules::TOKEN_ISSUED, Fault::IssuedAhead), "clock_skew");
    assert_eq!(
        of(&rules::TOKEN_SIGNATURE, Fault::SignatureInvalid),
        "invalid_presented_token"
    );
    assert_eq!(
        of(&rules::PERSON_AUDIENCE, Fault::AudienceMismatch),
        "invalid_presented_token"
    );
}
