//! What can be wrong with the token that a request shows in `Signature-Key`. All but one are signed
//! by their real issuer: it is the issuer that made the mistake.

use crate::check::rules;

use super::Tampering;
use super::scene::{sent_token, show_token};
use super::target::Target;
use super::token::Change::{After, At, Claim, Header, Without};

pub(super) static ROWS: &[Tampering] = &[
    Tampering {
        name: "resource-token-shown",
        what: "The agent shows the resource token where its person token belongs.",
        rule: &rules::TOKEN_TYPE,
        target: Target::Call,
        alter: |scene| {
            let answered = scene.request_of(Target::AuthTokenRequest)?;
            let jwt = sent_token(&answered, "resource_token")?;
            scene.sign_again(show_token(scene.request()?, &jwt))
        },
    },
    Tampering {
        name: "polymorphic-token",
        what: "The issuer writes alg: EdDSA into its token, which leaves the curve open.",
        rule: &rules::TOKEN_ALGORITHM,
        target: Target::Signed,
        alter: |scene| scene.reissue_shown_token(&[Header("alg", "EdDSA")]),
    },
    Tampering {
        name: "wrong-role",
        what: "The token leads to the keys its issuer uses in another role (dwk).",
        rule: &rules::TOKEN_DWK,
        target: Target::Signed,
        alter: |scene| scene.reissue_shown_token(&[Claim("dwk", "aauth-resource.json")]),
    },
    Tampering {
        name: "issuer-with-a-slash",
        what: "The issuer is written with a slash at its end, which no server identifier has.",
        rule: &rules::TOKEN_ISSUER,
        target: Target::ResourceCall,
        alter: |scene| scene.reissue_shown_token(&[Claim("iss", "https://ps.example/")]),
    },
    Tampering {
        name: "unknown-key",
        what: "The token names a key that its issuer does not publish.",
        rule: &rules::TOKEN_KEY,
        target: Target::Signed,
        alter: |scene| scene.reissue_shown_token(&[Header("kid", "another-key-9")]),
    },
    Tampering {
        name: "claim-changed",
        what: "The agent writes another name into the claim sub of its token; the issuer's signature stays.",
        rule: &rules::TOKEN_SIGNATURE,
        target: Target::Signed,
        alter: |scene| scene.forge_shown_token(&[Claim("sub", "somebody-else")]),
    },
    Tampering {
        name: "expired-token",
        what: "The token expired in the second in which it was issued.",
        rule: &rules::TOKEN_EXPIRY,
        target: Target::Signed,
        alter: |scene| scene.reissue_shown_token(&[After("exp", 0)]),
    },
    Tampering {
        name: "nameless-token",
        what: "The token has no jti.",
        rule: &rules::TOKEN_CLAIMS,
        target: Target::Signed,
        alter: |scene| scene.reissue_shown_token(&[Without("jti")]),
    },
    Tampering {
        name: "token-from-the-future",
        what: "The issuer's clock is fast: the token says that it is issued in ten minutes (iat).",
        rule: &rules::TOKEN_ISSUED,
        target: Target::Signed,
        alter: |scene| {
            let ahead = scene.message().sent_at.unix_s() + 600;
            scene.reissue_shown_token(&[At("iat", ahead)])
        },
    },
    Tampering {
        name: "long-lived-token",
        what: "The issuer lets its token live two hours.",
        rule: &rules::TOKEN_LIFETIME,
        target: Target::ResourceCall,
        alter: |scene| scene.reissue_shown_token(&[After("exp", 7200)]),
    },
    Tampering {
        name: "unbound-agent-token",
        what: "The agent token is bound to no key.",
        rule: &rules::AGENT_CONFIRMATION,
        target: Target::AgentCall,
        alter: |scene| scene.reissue_shown_token(&[Without("cnf")]),
    },
    Tampering {
        name: "person-server-with-a-port",
        what: "The agent token names a person server with a port, which no server identifier has.",
        rule: &rules::AGENT_PERSON_SERVER,
        target: Target::AgentCall,
        alter: |scene| scene.reissue_shown_token(&[Claim("ps", "https://ps.example:8443")]),
    },
    Tampering {
        name: "unreadable-parent",
        what: "The agent token names a parent that is no agent identifier.",
        rule: &rules::AGENT_PARENT,
        target: Target::AgentCall,
        alter: |scene| scene.reissue_shown_token(&[Claim("parent_agent", "briefing")]),
    },
    Tampering {
        name: "unreadable-agent",
        what: "The agent token names its agent by a web address.",
        rule: &rules::AGENT_IDENTIFIER,
        target: Target::AgentCall,
        alter: |scene| scene.reissue_shown_token(&[Claim("sub", "https://agent.example/briefing")]),
    },
    Tampering {
        name: "person-token-for-another-resource",
        what: "The person token is for another resource.",
        rule: &rules::PERSON_AUDIENCE,
        target: Target::Call,
        alter: |scene| scene.reissue_shown_token(&[Claim("aud", "https://other.example")]),
    },
    Tampering {
        name: "unbound-person-token",
        what: "The person token is bound to no key: whoever has it could use it.",
        rule: &rules::PERSON_CONFIRMATION,
        target: Target::Call,
        alter: |scene| scene.reissue_shown_token(&[Without("cnf")]),
    },
    Tampering {
        name: "person-token-without-a-person",
        what: "The person token names nobody.",
        rule: &rules::PERSON_SUBJECT,
        target: Target::Call,
        alter: |scene| scene.reissue_shown_token(&[Without("sub")]),
    },
    Tampering {
        name: "person-token-with-a-scope",
        what: "The person server writes a scope into a person token.",
        rule: &rules::PERSON_NO_AUTHORIZATION,
        target: Target::Call,
        alter: |scene| scene.reissue_shown_token(&[Claim("scope", "reports.read")]),
    },
    Tampering {
        name: "auth-token-for-another-resource",
        what: "The auth token is for another resource.",
        rule: &rules::AUTH_AUDIENCE,
        target: Target::AuthorizedCall,
        alter: |scene| scene.reissue_shown_token(&[Claim("aud", "https://other.example")]),
    },
    Tampering {
        name: "unbound-auth-token",
        what: "The auth token is bound to no key: whoever has it could use it.",
        rule: &rules::AUTH_CONFIRMATION,
        target: Target::AuthorizedCall,
        alter: |scene| scene.reissue_shown_token(&[Without("cnf")]),
    },
    Tampering {
        name: "auth-token-without-a-person",
        what: "The auth token names nobody.",
        rule: &rules::AUTH_SUBJECT,
        target: Target::AuthorizedCall,
        alter: |scene| scene.reissue_shown_token(&[Without("sub")]),
    },
    Tampering {
        name: "auth-token-of-another-person-server",
        what: "The auth token names a person server that did not issue it.",
        rule: &rules::AUTH_PERSON_SERVER,
        target: Target::AuthorizedCall,
        alter: |scene| scene.reissue_shown_token(&[Claim("ps", "https://other.example")]),
    },
];
