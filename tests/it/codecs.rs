//! What holds of every text: reading never panics, and what is written is read back.

use aauth_sim::aauth::interaction::Arrival;
use aauth_sim::aauth::token_request::{
    AuthTokenRequest, AuthorizationRequest, FederatedTokenRequest, PersonTokenRequest,
};
use aauth_sim::aauth::{
    AgentId, Capability, ClarificationRequirement, ClarificationResponse, Code, InteractionUrl,
    PendingBody, PendingPost, PendingResponse, PendingStatus, Requirement, Scope, ServerId,
};
use aauth_sim::check::Verified;
use aauth_sim::http::{Headers, Response, Status, Target};
use aauth_sim::jose::{Jwk, base64url};
use proptest::prelude::*;
use serde_json::json;

use crate::written::{own, theirs};

fn requirement() -> impl Strategy<Value = Requirement> {
    prop_oneof![
        Just(Requirement::AgentToken),
        Just(Requirement::PersonToken),
        "[ -~]{0,40}".prop_map(|resource_token| Requirement::AuthToken { resource_token }),
        ("[a-z]{1,10}", any::<[u8; 32]>()).prop_map(|(path, draw)| Requirement::Interaction {
            url: InteractionUrl::parse(&format!("https://ps.example/{path}")).unwrap(),
            code: Code::from_draw(&draw),
        }),
        Just(Requirement::Approval),
        Just(Requirement::Claims),
        "x-[a-z]{1,10}".prop_map(Requirement::Unknown),
    ]
}

fn question() -> impl Strategy<Value = ClarificationRequirement> {
    (any::<String>(), any::<Option<u64>>(), any::<Vec<String>>()).prop_map(
        |(clarification, timeout_s, options)| ClarificationRequirement {
            clarification,
            timeout_s,
            options,
        },
    )
}

proptest! {
    #![proptest_config(crate::cases::cases(128))]

    #[test]
    fn base64url_round_trips(bytes: Vec<u8>, text in ".{0,12}") {
        prop_assert_eq!(base64url::decode(&base64url::encode(&bytes)), Some(bytes));
        if let Some(decoded) = base64url::decode(&text) {
            prop_assert_eq!(base64url::encode(decoded), text);
        }
    }

    #[test]
    fn a_jwk_round_trips(
        kty in prop_oneof![Just("OKP"), Just("EC"), Just("")],
        crv in prop::option::of(prop_oneof![Just("Ed25519"), Just("P-256")]),
        x in prop::option::of("[A-Za-z0-9_-]{43}"),
        alg in prop::option::of(".{0,8}"),
    ) {
        let mut value = json!({"kty": kty});
        for (name, member) in [("crv", crv.map(str::to_owned)), ("x", x), ("alg", alg)] {
            if let Some(member) = member {
                value[name] = member.into();
            }
        }
        if let Ok(jwk) = Jwk::parse(&own(&value)) {
            prop_assert_eq!(theirs(jwk.to_json()), value);
            let _ = (jwk.algorithm(), jwk.public_key(), jwk.thumbprint());
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        let body = text.as_bytes();
        let _ = ServerId::parse(&text);
        let _ = AgentId::parse(&text);
        let _ = Scope::parse(&text);
        let _ = (Code::parse(&text), Code::parse_entered(&text));
        let _ = InteractionUrl::parse(&text);
        let _ = Arrival::from_query(Some(&text));
        let _ = Requirement::parse(&text);
        let _ = Capability::of_headers(&Headers::default().with("AAuth-Capabilities", text.as_str()));
        let _ = PendingPost::parse(body);
        let _ = PendingBody::parse(body, Some(&Requirement::Clarification));
        let _ = PersonTokenRequest::parse(body);
        let _ = AuthTokenRequest::parse(body);
        let _ = FederatedTokenRequest::parse(body);
        let _ = AuthorizationRequest::parse(body);
        let response = Response::new(Status(202))
            .with_header("Location", text.as_str())
            .with_header("Retry-After", text.as_str())
            .with_header("AAuth-Requirement", text.as_str());
        let _ = PendingResponse::verify(&response, &ServerId::parse("https://ps.example").unwrap());
    }

    #[test]
    fn requirements_round_trip(requirement in requirement()) {
        prop_assert_eq!(Requirement::parse(&requirement.to_header()), Ok(requirement));
    }

    #[test]
    fn capabilities_round_trip(picked in prop::collection::btree_set(0_usize..3, 0..4)) {
        let picked: Vec<Capability> = picked.into_iter().map(|at| Capability::ALL[at]).collect();
        let mut headers = Headers::default();
        if let Some(value) = Capability::to_header(&picked) {
            headers.push("AAuth-Capabilities", value);
        }
        prop_assert_eq!(Capability::of_headers(&headers), picked);
    }

    #[test]
    fn codes_round_trip_and_folding_twice_is_folding_once(draw in any::<[u8; 32]>()) {
        let code = Code::from_draw(&draw);
        prop_assert_eq!(&Code::parse(&code.to_string()), &Ok(code.clone()));
        prop_assert_eq!(&Code::parse_entered(&code.to_string().to_lowercase()), &Ok(code.clone()));
        let again = Code::parse_entered(code.symbols()).unwrap();
        prop_assert_eq!(again.symbols(), code.symbols());
    }

    #[test]
    fn callbacks_round_trip(callback in any::<String>(), draw in any::<[u8; 32]>()) {
        let url = InteractionUrl::parse("https://ps.example/interaction").unwrap();
        let code = Code::from_draw(&draw);
        let target = url.user_facing(&code, Some(&callback));
        prop_assert!(Target::parse(&target.to_string()).is_some());
        let arrival = Arrival::from_query(target.query.as_deref());
        prop_assert_eq!(arrival.callback, Some(callback));
        prop_assert_eq!(arrival.code.map(|text| Code::parse_entered(&text)), Some(Ok(code)));
    }

    #[test]
    fn deferred_responses_round_trip(
        requirement in requirement(),
        question in question(),
        retry_after_s in any::<u64>(),
        claims in prop::collection::vec(any::<String>(), 0..3),
        path in "[a-z0-9]{1,10}",
    ) {
        let origin = ServerId::parse("https://ps.example").unwrap();
        let pending_url = origin.target(&format!("/pending/{path}"));
        let mut required = PendingResponse::requiring(pending_url.clone(), retry_after_s, requirement);
        if required.requirement == Some(Requirement::Claims) {
            prop_assume!(!claims.is_empty());
            required.body.required_claims = claims;
        }
        for sent in [
            required,
            PendingResponse::asking(pending_url.clone(), retry_after_s, question),
            PendingResponse::waiting(pending_url, retry_after_s, PendingStatus::Interacting),
        ] {
            let (_, read) = PendingResponse::verify(&sent.to_response(), &origin);
            prop_assert_eq!(read.map(Verified::into_value), Ok(sent));
        }
    }

    #[test]
    fn answers_round_trip(text in any::<String>(), justification in any::<Option<String>>()) {
        let answer = ClarificationResponse::Respond { clarification_response: text.clone() };
        prop_assert_eq!(
            PendingPost::parse(answer.to_body().unwrap().as_bytes()),
            Ok(PendingPost::ClarificationResponse { clarification_response: text.clone() })
        );
        let update = ClarificationResponse::Update {
            resource_token: text.clone(),
            presented_token: text.clone(),
            justification: justification.clone(),
        };
        prop_assert_eq!(
            PendingPost::parse(update.to_body().unwrap().as_bytes()),
            Ok(PendingPost::UpdatedRequest {
                resource_token: text.clone(),
                presented_token: text,
                justification,
            })
        );
    }

    #[test]
    fn token_requests_round_trip(text in any::<String>(), scope in "[!#-Z^-~]{1,9}( [!#-Z^-~]{1,9}){0,3}") {
        let asked = PersonTokenRequest {
            resource: ServerId::parse("https://api.example").unwrap(),
            capabilities: Some(Capability::ALL.to_vec()),
            justification: Some(text.clone()),
            mission_s256: None,
            upstream_token: Some(text.clone()),
        };
        prop_assert_eq!(PersonTokenRequest::parse(asked.to_json().as_bytes()), Ok(asked));
        let asked = AuthTokenRequest {
            resource_token: text.clone(),
            presented_token: text.clone(),
            justification: None,
            capabilities: None,
            upstream_token: Some(text.clone()),
        };
        prop_assert_eq!(AuthTokenRequest::parse(asked.to_json().as_bytes()), Ok(asked));
        let asked = FederatedTokenRequest {
            resource_token: text.clone(),
            agent_token: text.clone(),
            presented_token: text.clone(),
            upstream_token: None,
        };
        prop_assert_eq!(FederatedTokenRequest::parse(asked.to_json().as_bytes()), Ok(asked));
        let asked = AuthorizationRequest {
            scope: Scope::parse(&scope).unwrap(),
            account: Some(text),
        };
        prop_assert_eq!(AuthorizationRequest::parse(asked.to_json().as_bytes()), Ok(asked));
    }
}
