//! Parameters of headers, queries and forms, and the components that signatures cover.

use super::TermKind::{Component, Parameter};
use super::{Term, aauth, rfc};

pub(super) const ROWS: &[Term] = &[
    aauth(
        Parameter,
        "created",
        "signature-parameters",
        "When the signature was made, in seconds since 1970. After 60 seconds a captured request \
         is useless.",
    ),
    rfc(
        Parameter,
        "expires",
        9421,
        "section-2.3",
        "Until when the signature is meant to hold. Agents need not send it; servers honour it.",
    ),
    aauth(
        Parameter,
        "keyid",
        "signature-parameters",
        "A name for the key. AAuth takes the key from Signature-Key instead, so agents leave it \
         out.",
    ),
    aauth(
        Parameter,
        "alg",
        "signature-parameters",
        "The algorithm, as older texts put it here. Agents must not send it and verifiers ignore \
         it: the key decides.",
    ),
    aauth(
        Parameter,
        "jwt",
        "keying-material",
        "The token presented with this request: an agent, person or auth token. It contains the \
         signer's public key.",
    ),
    aauth(
        Parameter,
        "jwks_uri",
        "keying-material",
        "The scheme of servers that sign in their own name: the key is in the server's published \
         key set.",
    ),
    aauth(
        Parameter,
        "id",
        "keying-material",
        "Which server signs, by its https address.",
    ),
    aauth(
        Parameter,
        "dwk",
        "keying-material",
        "The name of the signing server's metadata document, which leads to its keys.",
    ),
    aauth(
        Parameter,
        "kid",
        "keying-material",
        "The name of the key in the signing server's key set.",
    ),
    aauth(
        Parameter,
        "requirement",
        "requirement-values",
        "What is needed next: a token (agent-token, person-token, auth-token), a page visit \
         (interaction), patience (approval), an answer (clarification), or facts about the person \
         (claims).",
    ),
    aauth(
        Parameter,
        "resource-token",
        "requirement-auth-token",
        "The token to take to the person server. It says what the resource wants authorized.",
    ),
    aauth(
        Parameter,
        "url",
        "interaction-required",
        "The page the person has to visit, without the code.",
    ),
    aauth(
        Parameter,
        "code",
        "interaction-code-format",
        "Leads the person's visit to the pending request; works once. It is no password: the agent \
         has seen it, so it cannot approve.",
    ),
    aauth(
        Parameter,
        "callback",
        "user-interaction",
        "Where the person's browser is sent back to when they are done.",
    ),
    aauth(
        Parameter,
        "error",
        "verification",
        "Which check of the signature or of its key failed.",
    ),
    aauth(
        Parameter,
        "required_input",
        "verification",
        "What the signature must cover and does not.",
    ),
    rfc(
        Parameter,
        "wait",
        7240,
        "section-4.3",
        "For how many seconds the server may hold the request before it says that there is no \
         news.",
    ),
    rfc(
        Parameter,
        "sha-256",
        9530,
        "section-2",
        "The hash algorithm of the digest. The value follows in base64 between colons.",
    ),
    aauth(
        Parameter,
        "consent",
        "ps-approval-endpoint-auth",
        "A value in the page's form and nowhere else, so that no other site can send a decision in \
         the person's name. Our choice; the draft leaves this open.",
    ),
    aauth(
        Parameter,
        "decision",
        "ps-approval-endpoint-auth",
        "What the person chose on the page, approve or deny. The draft leaves this form to the \
         person server; this one is our choice.",
    ),
];

pub(super) const COMPONENTS: &[Term] = &[
    rfc(
        Component,
        "@method",
        9421,
        "section-2.2.1",
        "The method, such as GET. A signed GET cannot be turned into a DELETE.",
    ),
    rfc(
        Component,
        "@authority",
        9421,
        "section-2.2.3",
        "The host the request is for. It cannot be replayed at another server.",
    ),
    rfc(
        Component,
        "@path",
        9421,
        "section-2.2.6",
        "The path, without the query.",
    ),
    rfc(
        Component,
        "@query",
        9421,
        "section-2.2.7",
        "The query, with its question mark. Signing it is optional, unless a resource requires it.",
    ),
    rfc(
        Component,
        "@target-uri",
        9421,
        "section-2.2.2",
        "The whole address that is called.",
    ),
    rfc(
        Component,
        "@signature-params",
        9421,
        "section-2.3",
        "The last line of what is signed: the list of covered components and the parameters. So \
         they cannot be changed either.",
    ),
];
