//! Claims of tokens.

use super::TermKind::Claim;
use super::{Term, aauth, rfc};

pub(super) const ROWS: &[Term] = &[
    aauth(
        Claim,
        "iss",
        "common-claims",
        "Who issued the token: a server, by its https address. Its public keys verify the token.",
    ),
    aauth(
        Claim,
        "dwk",
        "common-claims",
        "The name of the issuer's metadata document, which leads to its keys. It also says in \
         which role the issuer signed.",
    ),
    rfc(
        Claim,
        "aud",
        7519,
        "section-4.1.3",
        "For whom the token is meant. Anybody else must refuse it.",
    ),
    rfc(
        Claim,
        "sub",
        7519,
        "section-4.1.2",
        "Whom the token is about. In an agent token the agent; in the others the person, under a \
         name that differs from resource to resource.",
    ),
    aauth(
        Claim,
        "jti",
        "common-claims",
        "The token's own unique id, for the record and for taking it back.",
    ),
    aauth(
        Claim,
        "iat",
        "common-claims",
        "When the token was issued, in seconds since 1970. It says nothing about validity.",
    ),
    aauth(
        Claim,
        "exp",
        "common-claims",
        "When the token expires, in seconds since 1970. The verifier's own clock decides, without \
         tolerance.",
    ),
    aauth(
        Claim,
        "cnf",
        "common-claims",
        "The public key the token is bound to. A thief without the private key cannot use the \
         token.",
    ),
    aauth(
        Claim,
        "ps",
        "resource-token-structure",
        "The person server that represents the person. In a resource token it says whose name for \
         the person sub is.",
    ),
    aauth(
        Claim,
        "agent_jkt",
        "resource-token-structure",
        "The thumbprint of the agent's key. It binds a resource token to this agent without \
         naming it.",
    ),
    aauth(
        Claim,
        "presented_jti",
        "resource-token-structure",
        "The id of the token the agent showed when it got this one. The person server compares, \
         so nothing can be swapped. Formerly person_token_jti.",
    ),
    aauth(
        Claim,
        "person_token_jti",
        "why-presented-jti",
        "The old name of presented_jti, found in older texts. It is no longer used.",
    ),
    aauth(
        Claim,
        "scope",
        "scopes",
        "What access is asked for or granted, as words of the resource's own choosing, separated \
         by spaces.",
    ),
    aauth(
        Claim,
        "mission_s256",
        "mission-identifier",
        "Which mission this is part of, as a hash of the approved mission. It is copied unchanged \
         from token to token.",
    ),
    aauth(
        Claim,
        "tenant",
        "person-token-structure",
        "The organization the person belongs to, when they act for one.",
    ),
    aauth(
        Claim,
        "account",
        "account-binding",
        "Which of the person's accounts at the resource this is about.",
    ),
    aauth(
        Claim,
        "login_hint",
        "resource-token-structure",
        "A hint about whose authorization is wanted. It may be ignored.",
    ),
    aauth(
        Claim,
        "interaction",
        "resource-initiated-interaction",
        "A page of the resource's own that the person has to visit before access can be granted.",
    ),
    aauth(
        Claim,
        "parent_agent",
        "sub-agents",
        "The agent that this sub-agent works for. Sub-agents do not ask for authorization \
         themselves.",
    ),
];
