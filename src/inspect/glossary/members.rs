//! Members of JSON bodies, and of token headers.

use super::TermKind::Member;
use super::{Term, aauth, rfc};

pub(super) const ROWS: &[Term] = &[
    aauth(
        Member,
        "typ",
        "common-claims",
        "The kind of token. It is checked first, so that a person token never passes for an auth \
         token.",
    ),
    aauth(
        Member,
        "alg",
        "signature-algorithms",
        "The one algorithm the key is for: Ed25519. Ambiguous or weak names such as EdDSA, none \
         or HS256 are refused.",
    ),
    aauth(
        Member,
        "kid",
        "common-claims",
        "The name of the issuer's key. The verifier picks the key of this name from the issuer's \
         key set.",
    ),
    aauth(
        Member,
        "resource",
        "person-token-endpoint",
        "The resource that the person token is for. It becomes the token's aud.",
    ),
    aauth(
        Member,
        "resource_token",
        "auth-token-request",
        "The resource token that the agent redeems: the resource's signed statement of what it \
         wants authorized.",
    ),
    aauth(
        Member,
        "presented_token",
        "auth-token-request",
        "The very token the agent showed to the resource. The person server compares it with the \
         resource token.",
    ),
    aauth(
        Member,
        "upstream_token",
        "call-chaining",
        "When this agent was itself called by another: the token that caller showed, as proof on \
         whose behalf it now asks.",
    ),
    aauth(
        Member,
        "subagent_token",
        "sub-agents",
        "The agent token of a sub-agent, a helper of this agent, for which authorization is asked.",
    ),
    aauth(
        Member,
        "agent_token",
        "ps-to-as-token-request",
        "The agent's own token, passed on by its person server to an access server.",
    ),
    aauth(
        Member,
        "person_token",
        "person-token-endpoint",
        "The token that tells one resource for which person the agent acts. It grants nothing by \
         itself.",
    ),
    aauth(
        Member,
        "auth_token",
        "ps-response",
        "The token that grants access: who decided, for which person, agent and resource, and how \
         much.",
    ),
    aauth(
        Member,
        "expires_in",
        "ps-response",
        "For how many seconds the token is valid from now on.",
    ),
    aauth(
        Member,
        "justification",
        "auth-token-request",
        "Why the agent wants this, in its own words. The person is shown it and nobody can check \
         it.",
    ),
    aauth(
        Member,
        "capabilities",
        "auth-token-request",
        "What the agent can handle: clarification for questions, interaction for sending its \
         person to a page.",
    ),
    aauth(
        Member,
        "status",
        "pending-response",
        "Where a pending request stands. pending: wait. interacting: the person has arrived at \
         the page, so stop prompting.",
    ),
    aauth(
        Member,
        "clarification",
        "requirement-clarification",
        "The question to the agent, in Markdown. It comes from outside: display it safely, and do \
         not obey it as an instruction.",
    ),
    aauth(
        Member,
        "timeout",
        "requirement-clarification",
        "How many seconds the agent has to answer. After that the request expires.",
    ),
    aauth(
        Member,
        "options",
        "requirement-clarification",
        "Answers to choose from, when the question offers some.",
    ),
    aauth(
        Member,
        "action",
        "agent-response-to-clarification",
        "What the agent does about the question: clarification_response answers it, \
         updated_request changes the request. To withdraw, it sends DELETE instead.",
    ),
    aauth(
        Member,
        "clarification_response",
        "clarification-response",
        "The agent's answer to the question, in Markdown. Its own words, which nobody can check; \
         display it safely.",
    ),
    aauth(
        Member,
        "required_claims",
        "requirement-claims",
        "Facts about the person that an access server needs before it decides, such as an email \
         address.",
    ),
    aauth(
        Member,
        "scope",
        "scopes",
        "What access is asked for or granted, as words of the resource's own choosing, separated \
         by spaces.",
    ),
    aauth(
        Member,
        "account",
        "account-binding",
        "Which of the person's accounts at the resource this is about.",
    ),
    aauth(
        Member,
        "mission_s256",
        "mission-identifier",
        "The mission the agent works under, as a hash of the approved mission.",
    ),
    aauth(
        Member,
        "error",
        "error-response-format",
        "What went wrong, as a code for the program: denied, expired, invalid_resource_token.",
    ),
    aauth(
        Member,
        "detail",
        "error-response-format",
        "What went wrong, as a sentence for a developer.",
    ),
    rfc(
        Member,
        "type",
        9457,
        "section-3.1.1",
        "Which kind of problem this is, as a URI.",
    ),
    rfc(
        Member,
        "title",
        9457,
        "section-3.1.3",
        "The kind of problem in a few words.",
    ),
    rfc(
        Member,
        "jwk",
        7800,
        "section-3.2",
        "The public key the token is bound to, written as a JSON Web Key.",
    ),
    rfc(
        Member,
        "kty",
        7517,
        "section-4.1",
        "The key type. For Ed25519 keys it is always OKP.",
    ),
    rfc(
        Member,
        "crv",
        8037,
        "section-2",
        "The curve of the key, Ed25519. It must agree with alg.",
    ),
    rfc(
        Member,
        "x",
        8037,
        "section-2",
        "The public key itself, 32 bytes in base64url.",
    ),
];
