//! Where a rule comes from: the documents this crate models, and links into them.

use core::fmt;

/// The draft modelled here, by the name it is published under.
pub const DRAFT: &str = "draft-hardt-oauth-aauth-protocol-11";

/// The editor's text of September 2026 that this crate was read against.
pub const DRAFT_COMMIT: &str = "02ff4b12c972bec597c40998f4df87558f74c1a2";

/// The titles of the sections cited here whose anchor does not spell their title.
const TITLES: &[(&str, &str)] = &[
    ("aauth-capabilities", "AAuth-Capabilities Request Header"),
    ("aauth-tokens", "AAuth Tokens"),
    (
        "agent-response-to-clarification",
        "Agent Response to Clarification",
    ),
    ("agent-tokens", "Agent Token"),
    ("auth-tokens", "Auth Token"),
    ("authorization-endpoint-request", "Authorization Endpoint"),
    ("common-claims", "Common JWT Claims"),
    ("common-verification", "Common JWT Verification"),
    ("endpoint-and-other-urls", "Endpoint and Other URLs"),
    (
        "federated-authorization-access-four-party",
        "Federated Authorization Access (Four-Party)",
    ),
    ("freshness-and-replay", "Freshness and Replay"),
    (
        "http-message-signatures-profile",
        "HTTP Message Signatures Profile",
    ),
    ("jwks-discovery", "JWKS Discovery and Caching"),
    ("missions", "Mission"),
    ("pending-url-security", "Pending URL Security"),
    ("person-tokens", "Person Token"),
    ("polling-with-get", "Polling with GET"),
    (
        "ps-approval-endpoint-auth",
        "PS Approval Endpoint Authentication",
    ),
    (
        "ps-authorization-access-three-party",
        "PS Authorization Access (Three-Party)",
    ),
    ("ps-response", "PS Response"),
    ("ps-to-as-token-request", "PS-to-AS Token Request"),
    ("ps-token-endpoint", "Auth Token Endpoint"),
    ("requirement-auth-token", "Auth Token Required"),
    ("requirement-claims", "Claims Required"),
    ("requirement-clarification", "Clarification Required"),
    (
        "resource-initiated-interaction",
        "Resource-Initiated Interaction",
    ),
    ("scheme-rejection", "Signature-Key Scheme Rejection"),
    ("sub-agents", "Sub-Agents"),
    ("verification", "Verification (Server)"),
    (
        "why-presented-jti",
        "Why a Resource Token Names the Person Token",
    ),
];

/// A document that a rule can come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Document {
    /// The AAuth Protocol draft.
    Aauth,
    /// HTTP Signature Keys, `draft-hardt-httpbis-signature-key`.
    SignatureKeys,
    /// An RFC, by number.
    Rfc(u16),
}

/// One section of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SpecRef {
    /// The document.
    pub document: Document,
    /// The section: the anchor without `#` for a draft, `section-2.5` for an RFC.
    pub anchor: &'static str,
}

impl SpecRef {
    /// A section of the AAuth draft, by its anchor without `#`.
    #[must_use]
    pub const fn aauth(anchor: &'static str) -> Self {
        Self {
            document: Document::Aauth,
            anchor,
        }
    }

    /// A section of the HTTP Signature Keys draft, by its anchor without `#`.
    #[must_use]
    pub const fn signature_keys(anchor: &'static str) -> Self {
        Self {
            document: Document::SignatureKeys,
            anchor,
        }
    }

    /// A section of an RFC, such as `section-2.5`.
    #[must_use]
    pub const fn rfc(number: u16, anchor: &'static str) -> Self {
        Self {
            document: Document::Rfc(number),
            anchor,
        }
    }

    /// The title of the section of a draft, `Clarification Required`; an RFC's is its number.
    #[must_use]
    pub fn title(&self) -> String {
        match self.document {
            Document::Aauth => {
                let mut titles = TITLES.iter();
                match titles.find(|(anchor, _)| *anchor == self.anchor) {
                    Some((_, title)) => (*title).to_owned(),
                    None => spelled(self.anchor),
                }
            }
            Document::SignatureKeys | Document::Rfc(_) => self.to_string(),
        }
    }

    /// How a link to the section reads: `Auth Token Request, AAuth draft`.
    #[must_use]
    pub fn label(&self) -> String {
        let title = self.title();
        match self.document {
            Document::Aauth => title + ", AAuth draft",
            Document::SignatureKeys | Document::Rfc(_) => title,
        }
    }

    /// The address of the section, for a link.
    #[must_use]
    pub fn url(&self) -> String {
        match self.document {
            Document::Aauth => format!(
                "https://dickhardt.github.io/AAuth/draft-hardt-oauth-aauth-protocol.html#{}",
                self.anchor
            ),
            Document::SignatureKeys => format!(
                "https://dickhardt.github.io/signature-key/draft-hardt-httpbis-signature-key.html#{}",
                self.anchor
            ),
            Document::Rfc(number) => {
                format!("https://www.rfc-editor.org/rfc/rfc{number}#{}", self.anchor)
            }
        }
    }
}

/// `Clarification Chat`, from `clarification-chat`.
fn spelled(anchor: &str) -> String {
    let mut title = String::new();
    let mut begins = true;
    for c in anchor.chars() {
        if c == '-' {
            title.push(' ');
        } else {
            title.push(if begins { c.to_ascii_uppercase() } else { c });
        }
        begins = c == '-';
    }
    title
}

/// How a reader would cite it: `#common-verification`, `RFC 9421 section 2.5`.
impl fmt::Display for SpecRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.document {
            Document::Aauth => write!(f, "#{}", self.anchor),
            Document::SignatureKeys => write!(f, "HTTP Signature Keys #{}", self.anchor),
            Document::Rfc(number) => {
                write!(f, "RFC {number} {}", self.anchor.replacen('-', " ", 1))
            }
        }
    }
}
