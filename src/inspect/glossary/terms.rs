//! Words of the draft.

use super::TermKind::Term as Word;
use super::{Term, aauth, rfc};

pub(super) const ROWS: &[Term] = &[
    aauth(
        Word,
        "agent",
        "agent-identity",
        "A program that acts for a person, with a key and an identity of its own.",
    ),
    aauth(
        Word,
        "agent provider",
        "agent-tokens",
        "The server that vouches for an agent by issuing its agent token.",
    ),
    aauth(
        Word,
        "agent identifier",
        "agent-identifiers",
        "The agent's name, aauth:local@domain. It is compared exactly and never taken apart.",
    ),
    aauth(
        Word,
        "person",
        "roles",
        "The human an agent acts for, and who decides what it may do.",
    ),
    aauth(
        Word,
        "person server",
        "person-server",
        "The server that represents a person: it asks them, records what they decide, and issues \
         tokens accordingly.",
    ),
    aauth(
        Word,
        "resource",
        "roles",
        "A server that has something an agent wants, and decides whom it serves.",
    ),
    aauth(
        Word,
        "access server",
        "access-server-federation",
        "A server that decides on access on behalf of resources, by their own policy.",
    ),
    aauth(
        Word,
        "agent token",
        "agent-tokens",
        "Says which agent this is. Issued by the agent provider, bound to the agent's key.",
    ),
    aauth(
        Word,
        "person token",
        "person-tokens",
        "Says for which person the agent acts at one resource. It is no authorization.",
    ),
    aauth(
        Word,
        "resource token",
        "resource-token",
        "Says what a resource wants authorized, for which person and which agent key. The agent \
         carries it to the person server.",
    ),
    aauth(
        Word,
        "auth token",
        "auth-tokens",
        "Says what is authorized. The agent shows it to the resource instead of the person token.",
    ),
    aauth(
        Word,
        "challenge",
        "requirement-auth-token",
        "A resource's answer 401 that says which token is needed, and often brings a resource \
         token along.",
    ),
    aauth(
        Word,
        "clarification",
        "clarification-chat",
        "A question to the agent while its request is being considered. The agent answers, asks \
         for something else, or withdraws.",
    ),
    aauth(
        Word,
        "interaction",
        "user-interaction",
        "A visit of the person to a page, to sign in, to decide or to pay.",
    ),
    aauth(
        Word,
        "approval",
        "approval-pending",
        "The server is asking somebody over its own channel. The agent only waits.",
    ),
    aauth(
        Word,
        "deferred response",
        "deferred-responses",
        "An answer 202 instead of a decision: the request is noted, ask again at the pending URL.",
    ),
    aauth(
        Word,
        "pending URL",
        "deferred-responses",
        "The address of one pending request. The agent asks, answers and withdraws there. Nobody \
         can guess it, and it does not serve other agents.",
    ),
    aauth(
        Word,
        "polling",
        "polling-with-get",
        "Asking again at the pending URL with a signed GET, never by sending the request again.",
    ),
    aauth(
        Word,
        "scope",
        "scopes",
        "A kind of access, named and described by the resource.",
    ),
    aauth(
        Word,
        "mission",
        "missions",
        "A task that a person has approved in advance, within which the agent's requests are \
         weighed.",
    ),
    aauth(
        Word,
        "three-party",
        "ps-authorization-access-three-party",
        "The resource lets the person server decide: agent, resource and person server take part.",
    ),
    aauth(
        Word,
        "four-party",
        "federated-authorization-access-four-party",
        "The resource has an access server that decides: agent, resource, person server and access \
         server take part.",
    ),
    aauth(
        Word,
        "directed identifier",
        "directed-identifiers",
        "A name for a person that only one resource sees, so that two resources cannot compare \
         notes.",
    ),
    rfc(
        Word,
        "thumbprint",
        7638,
        "section-3",
        "A hash of a public key, short enough to name it.",
    ),
    aauth(
        Word,
        "metadata",
        "metadata-documents",
        "A document at a fixed address in which a server says who it is and where its keys and \
         endpoints are.",
    ),
    aauth(
        Word,
        "key set",
        "jwks-discovery",
        "The public keys a server publishes. It is fetched once and kept for up to a day.",
    ),
    aauth(
        Word,
        "EdDSA",
        "signature-algorithms",
        "An old algorithm name that leaves the curve open. Refused; Ed25519 says the same \
         precisely.",
    ),
    aauth(
        Word,
        "consent",
        "consent-presentation",
        "The person's decision, made after they were shown who asks, for what, and what the agent \
         says about it.",
    ),
];
