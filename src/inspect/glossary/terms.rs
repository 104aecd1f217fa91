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
        "The human an agent acts for, who decides what it may do in their name.",
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
        "A server that has something an agent wants. It checks tokens before it serves; who may \
         have access it can leave to a person server or an access server.",
    ),
    aauth(
        Word,
        "access server",
        "access-server-federation",
        "A server that some resources use to decide, by their own rules, which agents get access.",
    ),
    aauth(
        Word,
        "key",
        "keying-material",
        "A pair of numbers: with the private one its owner signs and tells it nobody; with the \
         public one anybody can check the signature.",
    ),
    aauth(
        Word,
        "signed request",
        "http-message-signatures-profile",
        "A request with a signature over its main parts. Only the key's owner can make it, and \
         whoever changes one of those parts is found out.",
    ),
    aauth(
        Word,
        "token",
        "aauth-tokens",
        "A short text signed by its issuer, a JWT. With the issuer's public key anybody can check \
         that it is genuine and unchanged.",
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
        "Says for which person the agent acts, to one resource. It grants nothing by itself.",
    ),
    aauth(
        Word,
        "resource token",
        "resource-token",
        "A short signed statement that the agent carries to the person server. It says what the \
         resource wants authorized, for which person and which agent key.",
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
        "A question to the agent while its request is being considered. The agent answers, changes \
         its request, or withdraws it.",
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
        "Somebody, usually the person, is being asked by the server directly, with a notification \
         for example. The agent has no page to show and only waits.",
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
        "A kind of access that the resource defines and describes, such as reports.read.",
    ),
    aauth(
        Word,
        "mission",
        "missions",
        "A task that the person approved in advance. Later requests are judged by whether they \
         belong to it.",
    ),
    aauth(
        Word,
        "three-party",
        "ps-authorization-access-three-party",
        "The person server decides for the resource. Agent, resource and person server are \
         counted; the person is not.",
    ),
    aauth(
        Word,
        "four-party",
        "federated-authorization-access-four-party",
        "The resource's access server decides too. Agent, resource, person server and access \
         server are counted; the person is not.",
    ),
    aauth(
        Word,
        "directed identifier",
        "directed-identifiers",
        "A different name for the same person at each resource, so that two resources cannot find \
         out that they know the same person.",
    ),
    rfc(
        Word,
        "thumbprint",
        7638,
        "section-3",
        "A hash of a public key. It identifies the key in a few characters without containing it.",
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
        "A collective name for several signature algorithms. AAuth refuses it and wants the exact \
         name, Ed25519.",
    ),
    aauth(
        Word,
        "consent",
        "consent-presentation",
        "The person's decision, made after they were shown who asks, for what, and why according \
         to the agent.",
    ),
];
