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
        "Tells a resource what the agent can handle, such as questions (clarification) or sending \
         its person to a page (interaction). Without it, nothing may be assumed.",
    ),
    aauth(
        Header,
        "Signature-Key",
        "keying-material",
        "Leads to the key that signed this request. Agents put a token here: an issuer's signed \
         statement that contains their public key.",
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
        "Names the first thing that is wrong with the signature or its key. It comes with 401 and \
         never with 403.",
    ),
    aauth(
        Header,
        "Accept-Signature-Scheme",
        "scheme-rejection",
        "After a scheme was refused: the Signature-Key schemes this server accepts.",
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
        "A hash of the exact body bytes. The signature covers this header, and through it the body.",
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
        "The seconds to wait before asking again. 0 means at once: the server will hold the \
         request until there is news.",
    ),
    rfc(
        Header,
        "Prefer",
        7240,
        "section-4.3",
        "A wish. With wait=45 the agent asks the server to hold the answer for up to 45 seconds \
         instead of saying \"not yet\" right away.",
    ),
    rfc(
        Header,
        "Preference-Applied",
        7240,
        "section-3",
        "Says which wish of the Prefer header the server has followed.",
    ),
    rfc(
        Header,
        "Cache-Control",
        9111,
        "section-5.2",
        "Says who may keep the answer and for how long. Pending answers and tokens are never \
         stored: no-store.",
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
        "What kind of body this is. Signed together with the body's digest at person servers and \
         access servers.",
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
