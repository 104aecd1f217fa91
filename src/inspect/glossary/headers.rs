//! Header fields.

use super::TermKind::Header;
use super::{Term, aauth, rfc};

pub(super) const ROWS: &[Term] = &[
    aauth(
        Header,
        "AAuth-Requirement",
        "requirement-responses",
        "Says what the agent still needs before it can be served: a token, an answer, a visit to a \
         page, or just patience.",
    ),
    aauth(
        Header,
        "AAuth-Capabilities",
        "aauth-capabilities",
        "Tells a resource what the agent can handle: questions (clarification), sending its person \
         to a page (interaction). On what is not listed the resource must not rely.",
    ),
    aauth(
        Header,
        "Signature-Key",
        "keying-material",
        "Carries the signer's public key or says where it is. An agent puts a token here, and the \
         token contains the agent's key.",
    ),
    rfc(
        Header,
        "Signature-Input",
        9421,
        "section-4.1",
        "Lists what the signature covers and when it was made. Whatever is not listed can be \
         changed on the way unnoticed.",
    ),
    rfc(
        Header,
        "Signature",
        9421,
        "section-4.2",
        "The signature itself, 64 bytes in base64 between colons. Only the holder of the private \
         key can make it.",
    ),
    aauth(
        Header,
        "Signature-Error",
        "verification",
        "Which check of the signature or its key failed first. It comes with 401: a fault in \
         signing is never reported as 403.",
    ),
    aauth(
        Header,
        "Accept-Signature-Scheme",
        "scheme-rejection",
        "After the way in which Signature-Key presented the key was refused: the ways this server \
         accepts, such as jwt or jwks_uri.",
    ),
    aauth(
        Header,
        "Accept-Signature-Alg",
        "verification",
        "After an algorithm was refused: the signature algorithms this server accepts.",
    ),
    rfc(
        Header,
        "Content-Digest",
        9530,
        "section-2",
        "A hash of the exact body bytes. The signature covers this header, and through it the \
         body.",
    ),
    rfc(
        Header,
        "Location",
        9110,
        "section-10.2.2",
        "With 202: the pending URL, where the agent asks again. It is at the same server and \
         cannot be guessed.",
    ),
    rfc(
        Header,
        "Retry-After",
        9110,
        "section-10.2.3",
        "The seconds to wait before asking again. With 0 the agent asks at once, because the \
         server holds the call.",
    ),
    rfc(
        Header,
        "Prefer",
        7240,
        "section-4.3",
        "What the sender would like. With wait=45 the agent asks the server to hold the answer for \
         up to 45 seconds rather than say at once that nothing is decided.",
    ),
    rfc(
        Header,
        "Preference-Applied",
        7240,
        "section-3",
        "Which preference of the Prefer header the server has followed.",
    ),
    rfc(
        Header,
        "Cache-Control",
        9111,
        "section-5.2",
        "Whether caches may keep the answer. Tokens and answers about pending requests are \
         no-store: no browser and no proxy keeps them.",
    ),
    rfc(
        Header,
        "Host",
        9110,
        "section-7.2",
        "The host that is called. The signature covers it as @authority, so a request for one \
         server is worthless at another.",
    ),
    rfc(
        Header,
        "Content-Type",
        9110,
        "section-8.3",
        "The body's media type. Person servers and access servers require that the signature \
         covers it, together with Content-Digest.",
    ),
    rfc(
        Header,
        "Content-Length",
        9110,
        "section-8.6",
        "How many bytes the body has.",
    ),
    rfc(
        Header,
        "Accept",
        9110,
        "section-12.5.1",
        "Which kinds of answer the sender can read.",
    ),
    rfc(
        Header,
        "Cookie",
        6265,
        "section-4.2",
        "Shows in which browser the person is signed in. It, and not the code, shows who decides.",
    ),
    rfc(
        Header,
        "Content-Security-Policy",
        7762,
        "section-1",
        "Tells the browser what the page may do: run no script, and not be shown inside another \
         site, where somebody could trick a person into clicking.",
    ),
    rfc(
        Header,
        "WWW-Authenticate",
        9110,
        "section-11.6.1",
        "The ordinary HTTP way to ask for credentials. AAuth never uses it for its own \
         requirements.",
    ),
    rfc(
        Header,
        "Allow",
        9110,
        "section-10.2.1",
        "After 405: the methods that this address answers.",
    ),
];
