//! One token, decoded as far as it goes, and what became of it where it arrived.

use crate::jose::{UnverifiedPart, decode_unverified};
use crate::sim::Trace;
use crate::stage::{EventId, EventKind, Message, PartyId, Payload};
use crate::time::Timestamp;

use super::claim::{self, ClaimView};
use super::needed;
use super::token_place::{CarriedToken, TokenPlace};

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TokenView {
    /// Where it stands.
    pub place: TokenPlace,
    /// Its `typ`, `aa-resource+jwt`; empty when there is none.
    pub typ: String,
    /// Its name, `Resource token`; `Token` when its type is not known.
    pub name: String,
    /// The members of its header, in order.
    pub header: Vec<ClaimView>,
    /// Why the header cannot be read further.
    pub header_error: Option<String>,
    /// Its claims, in order.
    pub claims: Vec<ClaimView>,
    /// Why the claims cannot be read further.
    pub claims_error: Option<String>,
    /// The token as it travelled.
    pub raw: RawToken,
    /// What became of it.
    pub verdict: Verdict,
}

/// A token as it travelled, in its parts. The dots between them are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawToken {
    /// The first part.
    pub header: String,
    /// The second part.
    pub claims: String,
    /// The third part.
    pub signature: String,
    /// What follows after a third dot and should not be there.
    pub surplus: Option<String>,
    /// How many bytes the signature has, when it can be decoded.
    pub signature_len: Option<u32>,
}

/// What became of a token where it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It verified.
    Verified(VerifiedWith),
    /// It was refused.
    Refused {
        /// By whom.
        by: PartyId,
        /// Why: the rule that is broken.
        why: String,
    },
    /// The recipient did not verify it: it only passes it on, or never got that far.
    NotVerifiedHere,
}

/// With which key a token verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedWith {
    /// By whom.
    pub by: PartyId,
    /// Whose key it was, `https://ps.example`.
    pub issuer: String,
    /// The key's id.
    pub kid: String,
    /// Where the key came from.
    pub source: KeySource,
}

/// Where a key came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeySource {
    /// From the issuer's key set, fetched for this.
    Fetched(Timestamp),
    /// From the issuer's key set, fetched earlier.
    Cached(Timestamp),
    /// It is the verifier's own key.
    Own,
    /// The trace does not say.
    Unknown,
}

impl TokenView {
    /// The view of a token that a message carries.
    #[must_use]
    pub fn of(trace: &Trace, message: &Message, carried: &CarriedToken) -> Self {
        let decoded = decode_unverified(&carried.jwt);
        let (header, header_error) = members(&decoded.header);
        let (claims, claims_error) = members(&decoded.payload);
        let typ = header.iter().find(|member| member.name == "typ");
        let typ = typ.map(|member| member.text.clone()).unwrap_or_default();
        let signature_len = decoded.signature.bytes.as_ref().ok();
        let mut view = Self {
            place: carried.place.clone(),
            name: name(&typ).to_owned(),
            typ,
            header,
            header_error,
            claims,
            claims_error,
            verdict: verdict(trace, message, &carried.jwt),
            raw: RawToken {
                signature_len: signature_len.and_then(|bytes| u32::try_from(bytes.len()).ok()),
                header: decoded.header.encoded,
                claims: decoded.payload.encoded,
                signature: decoded.signature.encoded,
                surplus: decoded.surplus,
            },
        };
        claim::explain(trace, message.sent_at, &mut view.claims);
        view
    }

    /// The views of all tokens that a message carries.
    #[must_use]
    pub fn all(trace: &Trace, message: &Message) -> Vec<Self> {
        super::token_place::carried(message)
            .iter()
            .map(|carried| Self::of(trace, message, carried))
            .collect()
    }

    /// The claim of that name.
    #[must_use]
    pub fn claim(&self, name: &str) -> Option<&ClaimView> {
        self.claims.iter().find(|claim| claim.name == name)
    }
}

impl RawToken {
    /// The whole token.
    #[must_use]
    pub fn jwt(&self) -> String {
        let signed = format!("{}.{}.{}", self.header, self.claims, self.signature);
        match &self.surplus {
            Some(surplus) => format!("{signed}.{surplus}"),
            None => signed,
        }
    }
}

impl Verdict {
    /// The name used in the page's attributes.
    #[must_use]
    pub const fn slug(&self) -> &'static str {
        match self {
            Self::Verified(_) => "verified",
            Self::Refused { .. } => "refused",
            Self::NotVerifiedHere => "not-verified-here",
        }
    }

    /// In a few words: `verified`, `refused`, `not verified here`.
    #[must_use]
    pub const fn title(&self) -> &'static str {
        match self {
            Self::Verified(_) => "verified",
            Self::Refused { .. } => "refused",
            Self::NotVerifiedHere => "not verified here",
        }
    }

    /// The rest of the sentence: with which key, or why not. Empty when there is nothing to say.
    #[must_use]
    pub fn detail(&self) -> String {
        match self {
            Self::Verified(with) => with.text(),
            Self::Refused { by, why } => {
                format!("by the {}: {why}", by.title().to_ascii_lowercase())
            }
            Self::NotVerifiedHere => String::new(),
        }
    }
}

impl VerifiedWith {
    /// `by the resource with key p1 from ps.example's key set, fetched for this`.
    #[must_use]
    pub fn text(&self) -> String {
        let by = self.by.title().to_ascii_lowercase();
        let kid = &self.kid;
        let host = self.issuer.strip_prefix("https://").unwrap_or(&self.issuer);
        match self.source {
            KeySource::Fetched(_) => {
                format!("by the {by} with key {kid} from {host}'s key set, fetched for this")
            }
            KeySource::Cached(at) => format!(
                "by the {by} with key {kid} from {host}'s key set, at hand since {}",
                at.clock()
            ),
            KeySource::Own => format!("by the {by} with its own key {kid}"),
            KeySource::Unknown => format!("by the {by} with key {kid} of {host}"),
        }
    }
}

/// The name of a token by its `typ`.
pub(super) fn name(typ: &str) -> &'static str {
    match typ {
        "aa-agent+jwt" => "Agent token",
        "aa-person+jwt" => "Person token",
        "aa-resource+jwt" => "Resource token",
        "aa-auth+jwt" => "Auth token",
        _ => "Token",
    }
}

fn members(part: &UnverifiedPart) -> (Vec<ClaimView>, Option<String>) {
    let error = part.json.as_ref().err().map(ToString::to_string);
    let text = part.text.as_ref().ok();
    match text.and_then(|text| super::json_text::members(text)) {
        Some(members) => (members.iter().map(ClaimView::of).collect(), error),
        None => {
            let error = error.unwrap_or_else(|| "not a JSON object".to_owned());
            (Vec::new(), Some(error))
        }
    }
}

/// What the recipient of the message said about the token.
fn verdict(trace: &Trace, message: &Message, jwt: &str) -> Verdict {
    let mut found = Verdict::NotVerifiedHere;
    for event in trace.events() {
        let EventKind::Reported { exchange, report } = &event.kind else {
            continue;
        };
        if *exchange != message.exchange || event.by != message.to {
            continue;
        }
        for report in needed::reports(report) {
            if needed::token_of(report) != Some(jwt) {
                continue;
            }
            if let Some((check, fault)) = report.first_failure() {
                let by = event.by;
                let why = format!("{}: {fault}", check.rule.title);
                return Verdict::Refused { by, why };
            }
            found = Verdict::Verified(verified_with(trace, message, event.id, jwt));
        }
    }
    found
}

fn verified_with(trace: &Trace, message: &Message, at: EventId, jwt: &str) -> VerifiedWith {
    let header = decode_unverified(jwt).header.json.ok();
    let kid = header
        .as_ref()
        .and_then(|header| header.get("kid")?.as_str());
    let issuer = needed::issuer_unverified(jwt).unwrap_or_default();
    let fetched = needed::fetched_at(trace, message.to, &issuer, at);
    let source = match fetched {
        Some(fetched) if fetched >= message.sent_at => KeySource::Fetched(fetched),
        Some(fetched) => KeySource::Cached(fetched),
        None if is_own(message, &issuer) => KeySource::Own,
        None => KeySource::Unknown,
    };
    VerifiedWith {
        by: message.to,
        kid: kid.unwrap_or_default().to_owned(),
        issuer,
        source,
    }
}

/// Whether the recipient of a request is the issuer.
fn is_own(message: &Message, issuer: &str) -> bool {
    match &message.payload {
        Payload::Request(request) => request.target.origin() == issuer,
        Payload::Response(_) => false,
    }
}
