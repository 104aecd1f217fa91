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
        "The name of the issuer's metadata document, which leads to its keys. Each role has its \
         own, so it also shows in which role the issuer signed.",
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
        "The token's unique id, for the record and for revoking the token.",
    ),
    aauth(
        Claim,
        "iat",
        "common-claims",
        "When the token was issued, in seconds since 1970. Whether it is still valid is up to exp.",
    ),
    aauth(
        Claim,
        "exp",
        "common-claims",
        "From this moment the token is invalid, in seconds since 1970. Verifiers use their own \
         clock and allow nothing extra.",
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
        "The person server that represents the person. A resource token repeats it, because the \
         name in sub means something only together with it.",
    ),
    aauth(
        Claim,
        "agent_jkt",
        "resource-token-structure",
        "The thumbprint of the agent's public key. It ties the resource token to that key, and \
         does not say the agent's name.",
    ),
    aauth(
        Claim,
        "presented_jti",
        "resource-token-structure",
        "The jti of the token the agent showed when it got this resource token. The person server \
         compares the two, so neither can be swapped. Formerly person_token_jti.",
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
        "The agent that this one, its sub-agent, helps. The parent asks for authorization on its \
         behalf.",
    ),
];
