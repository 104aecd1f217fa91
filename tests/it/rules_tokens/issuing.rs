//! Tokens as they are issued: their claims in a fixed order, and how long they live.

use aauth_sim::aauth::token::{
    NewAgentToken, NewAuthToken, NewPersonToken, NewResourceToken, ResourceInteraction,
};
use aauth_sim::aauth::{AgentId, Code, Dwk, InteractionUrl, Scope};
use aauth_sim::jose::decode_unverified;
use aauth_sim::time::{Span, Timestamp};

use super::{
    NOW, Token, agent_jkt, agent_key, agent_token, auth_token, person_server_key, person_token,
    provider_key, resource_key, resource_token, server,
};

const LATER: Timestamp = Timestamp::from_unix_s(NOW.unix_s() + 24 * 60 * 60);

/// Header and claims are those of the JSON in this module's parent, byte for byte.
#[track_caller]
fn assert_written(jwt: &str, expected: &Token) {
    let written = decode_unverified(jwt);
    assert_eq!(written.header.text.unwrap(), expected.header.to_string());
    assert_eq!(written.payload.text.unwrap(), expected.claims.to_string());
    assert_eq!(jwt, expected.jwt());
}

fn new_person_token() -> NewPersonToken {
    NewPersonToken {
        iss: server("https://ps.example"),
        aud: server("https://api.example"),
        sub: "8f14e45fceea167a5a36dedd4bea2543".to_owned(),
        cnf: agent_key().with_kid("ignored").public_jwk(),
        mission_s256: Some("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned()),
        tenant: Some("acme".to_owned()),
        jti: "pt-3ab910".to_owned(),
    }
}

fn new_auth_token() -> NewAuthToken {
    NewAuthToken {
        iss: server("https://ps.example"),
        dwk: Dwk::Person,
        aud: server("https://api.example"),
        ps: server("https://ps.example"),
        sub: "8f14e45fceea167a5a36dedd4bea2543".to_owned(),
        cnf: agent_key().public_jwk(),
        scope: Some(Scope::parse("data.read").unwrap()),
        account: None,
        mission_s256: None,
        tenant: None,
        jti: "auth-1".to_owned(),
    }
}

fn new_agent_token() -> NewAgentToken {
    NewAgentToken {
        iss: server("https://agent.example"),
        sub: AgentId::parse("aauth:planner.7f3c+search1@agent.example").unwrap(),
        cnf: agent_key().public_jwk(),
        ps: Some(server("https://ps.example")),
        parent_agent: Some(AgentId::parse("aauth:planner.7f3c@agent.example").unwrap()),
        jti: "at-1".to_owned(),
    }
}

fn new_resource_token() -> NewResourceToken {
    NewResourceToken {
        iss: server("https://api.example"),
        aud: server("https://ps.example"),
        ps: server("https://ps.example"),
        sub: "8f14e45fceea167a5a36dedd4bea2543".to_owned(),
        presented_jti: "pt-3ab910".to_owned(),
        agent_jkt: agent_jkt(),
        scope: Some(Scope::parse("data.read data.write").unwrap()),
        account: None,
        mission_s256: Some("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk".to_owned()),
        tenant: Some("acme".to_owned()),
        jti: "rt-1".to_owned(),
    }
}

#[test]
fn the_four_tokens_are_written_with_their_claims_in_order() {
    let agent = new_agent_token().issue(NOW, 24 * 60 * 60);
    assert_written(&agent.sign(&provider_key()), &agent_token());
    let person = new_person_token().issue(NOW, LATER, &[]);
    assert_written(&person.sign(&person_server_key()), &person_token());
    let resource = new_resource_token().issue(NOW);
    assert_written(&resource.sign(&resource_key()), &resource_token());
    let auth = new_auth_token().issue(NOW, LATER, LATER, &[]);
    assert_written(&auth.sign(&person_server_key()), &auth_token());
}

#[test]
fn a_resource_token_may_send_the_person_to_a_page_of_the_resource() {
    let mut token = new_resource_token().issue(NOW);
    token.interaction = Some(ResourceInteraction {
        url: InteractionUrl::parse("https://api.example/connect").unwrap(),
        code: Code::parse("A1B2-C3D4").unwrap(),
    });
    let payload = decode_unverified(&token.sign(&resource_key()))
        .payload
        .json
        .unwrap();
    assert_eq!(
        payload.get("interaction").unwrap().to_string(),
        r#"{"url":"https://api.example/connect","code":"A1B2-C3D4"}"#
    );
}

#[test]
fn times_are_whole_seconds() {
    let token = new_person_token().issue(NOW + Span::from_ms(999), LATER, &[]);
    assert_eq!(token.iat, NOW);
    assert_eq!(token.exp, NOW + Span::from_s(3600));
    assert_eq!(token.expires_in_s(NOW), 3600);
}

#[test]
fn a_person_token_lives_an_hour_and_no_longer_than_what_bounds_it() {
    let at = |seconds| NOW + Span::from_s(seconds);
    let exp = |agent_token_exp, not_after: &[Timestamp]| {
        new_person_token()
            .issue(NOW, agent_token_exp, not_after)
            .exp
    };
    assert_eq!(exp(at(86_400), &[]), at(3600));
    assert_eq!(exp(at(1800), &[]), at(1800));
    assert_eq!(exp(at(86_400), &[at(900), at(1200)]), at(900));
}

#[test]
fn an_auth_token_lives_an_hour_and_no_longer_than_what_bounds_it() {
    let at = |seconds| NOW + Span::from_s(seconds);
    let exp = |agent, presented, not_after: &[Timestamp]| {
        new_auth_token().issue(NOW, agent, presented, not_after).exp
    };
    assert_eq!(exp(at(86_400), at(86_400), &[]), at(3600));
    assert_eq!(exp(at(1800), at(86_400), &[]), at(1800));
    assert_eq!(exp(at(86_400), at(1200), &[]), at(1200));
    assert_eq!(exp(at(86_400), at(86_400), &[at(60)]), at(60));
}

#[test]
fn an_agent_token_lives_a_day_at_most_and_a_resource_token_five_minutes() {
    let token = new_agent_token().issue(NOW, 600);
    assert_eq!(token.exp, NOW + Span::from_s(600));
    let token = new_agent_token().issue(NOW, 30 * 24 * 60 * 60);
    assert_eq!(token.exp, NOW + Span::from_s(24 * 60 * 60));
    let token = new_resource_token().issue(NOW);
    assert_eq!(token.exp, NOW + Span::from_s(300));
}
