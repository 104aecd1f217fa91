//! Members of metadata documents and key sets.

use super::TermKind::Member;
use super::{Term, aauth, rfc};

pub(super) const ROWS: &[Term] = &[
    aauth(
        Member,
        "issuer",
        "metadata-documents",
        "Whose document this is. It must equal the address it was fetched from, or one server \
         could speak for another.",
    ),
    aauth(
        Member,
        "jwks_uri",
        "metadata-documents",
        "Where the server publishes its public keys.",
    ),
    rfc(
        Member,
        "keys",
        7517,
        "section-5.1",
        "The server's public keys. A verifier picks the one a token names by kid and ignores the \
         others.",
    ),
    aauth(
        Member,
        "person_token_endpoint",
        "person-token-endpoint",
        "Where an agent asks for a person token.",
    ),
    aauth(
        Member,
        "auth_token_endpoint",
        "ps-token-endpoint",
        "Where a resource token is redeemed for an auth token.",
    ),
    aauth(
        Member,
        "interaction_endpoint",
        "interaction-endpoint",
        "Where an agent asks the person server to reach the person for it. It is not the page the \
         person opens.",
    ),
    aauth(
        Member,
        "mission_endpoint",
        "missions",
        "Where an agent proposes, updates and completes its missions.",
    ),
    aauth(
        Member,
        "permission_endpoint",
        "permission-endpoint",
        "Where an agent asks its person server about an action that involves no resource, such as \
         deleting a local file.",
    ),
    aauth(
        Member,
        "authorization_endpoint",
        "authorization-endpoint-request",
        "Where an agent gets a resource token without being refused first, for example for a \
         narrower scope.",
    ),
    aauth(
        Member,
        "access_mode",
        "resource-access-modes",
        "How to approach this resource. auth-token: first a request with a person token, then, \
         after the 401, one with an auth token.",
    ),
    aauth(
        Member,
        "scope_descriptions",
        "scopes",
        "What each scope means, in the resource's own words. The person reads them before they \
         decide.",
    ),
    aauth(
        Member,
        "additional_signature_components",
        "resource-metadata",
        "What signatures sent to this resource must cover besides the method, the host, the path \
         and Signature-Key.",
    ),
    aauth(
        Member,
        "signature_window",
        "resource-metadata",
        "How many seconds old a signature may be at this resource. Usually 60.",
    ),
    aauth(
        Member,
        "callback_endpoint",
        "user-interaction",
        "Where the person's browser is sent back to when they are done at a page.",
    ),
    aauth(
        Member,
        "name",
        "metadata-documents",
        "The server's display name.",
    ),
    aauth(
        Member,
        "description",
        "metadata-documents",
        "What the server is, in its own words, in Markdown. It comes from outside: display it \
         safely.",
    ),
];
