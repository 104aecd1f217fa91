//! The signature of a request: what it covers, the exact text that was signed, and what it leaves
//! out.

use crate::check::{Report, Subject};
use crate::http::fields::{SIGNATURE, SIGNATURE_INPUT, SIGNATURE_KEY};
use crate::http::{Request, Target};
use crate::httpsig::{Parameter, SignatureBase, SignatureFields, SignatureInput, SignatureKey};
use crate::jose::{Jwk, decode_unverified};
use crate::json::Value;
use crate::sim::Trace;
use crate::stage::{EventKind, Message, Payload};
use crate::time::Timestamp;

use super::claim;

/// The signature of a request.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SignatureView {
    /// The three headers as they were sent, in the order in which they are explained.
    pub headers: Vec<SignatureHeader>,
    /// The label that the members of the three headers share; empty when there is none.
    pub label: String,
    /// When it was made.
    pub created: Option<Timestamp>,
    /// The lines of the signature base, in order.
    pub lines: Vec<BaseLineView>,
    /// The exact text that was signed.
    pub base: String,
    /// Why there is no signature base.
    pub error: Option<String>,
    /// The signature as it was sent, base64.
    pub signature: String,
    /// How many bytes it has.
    pub signature_len: u32,
    /// The key.
    pub key: Option<KeyView>,
    /// What the signature does not cover, and anybody on the way could change.
    pub uncovered: Vec<Uncovered>,
    /// Whether it verified at the recipient; nothing when the recipient did not say.
    pub verified: Option<bool>,
}

/// One of the three headers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureHeader {
    /// Its name.
    pub name: &'static str,
    /// Its exact value.
    pub value: String,
}

/// A line of the signature base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseLineView {
    /// The covered component, `@method`; `@signature-params` for the last line.
    pub component: String,
    /// What it covers: the value after the colon.
    pub value: String,
    /// The whole line.
    pub line: String,
}

/// The key that a signature was made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyView {
    /// Where it comes from: `the agent token in Signature-Key`.
    pub source: String,
    /// Its thumbprint, when the key is in the message.
    pub thumbprint: Option<String>,
    /// Whose key it is in this run: `the agent's signing key`.
    pub owner: Option<String>,
}

/// A part of a request that its signature leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uncovered {
    /// What it is: a header's name, `the query`, `the body`.
    pub name: String,
    /// Its value; empty for a body.
    pub value: String,
}

impl SignatureView {
    /// The signature of a message. `None` when it is no request or is not signed.
    #[must_use]
    pub fn of(trace: &Trace, message: &Message) -> Option<Self> {
        let Payload::Request(request) = &message.payload else {
            return None;
        };
        let headers: Vec<SignatureHeader> = [SIGNATURE_KEY, SIGNATURE_INPUT, SIGNATURE]
            .into_iter()
            .filter_map(|name| {
                let value = request.headers.combined(name)?;
                Some(SignatureHeader { name, value })
            })
            .collect();
        if headers.is_empty() {
            return None;
        }
        let mut view = Self {
            headers,
            verified: verified(trace, message),
            ..Self::default()
        };
        if let Err(error) = view.read(trace, request) {
            view.error = Some(error);
        }
        Some(view)
    }

    fn read(&mut self, trace: &Trace, request: &Request) -> Result<(), String> {
        let fields = SignatureFields::parse(&request.headers).map_err(|error| error.to_string())?;
        let label = fields.labels().next().map(str::to_owned);
        self.label = label.ok_or("no label has a member in all three headers")?;
        let text = |error: crate::httpsig::FieldsError| error.to_string();
        let key = fields.key(&self.label).map_err(text)?;
        self.key = Some(KeyView::of(trace, &key));
        let signature = fields.signature(&self.label).map_err(text)?;
        self.signature_len = u32::try_from(signature.len()).unwrap_or(u32::MAX);
        let input = fields.input(&self.label).map_err(text)?;
        self.created = match input.created() {
            Parameter::At(created) => Some(created),
            Parameter::Absent | Parameter::Unreadable => None,
        };
        self.uncovered = uncovered(request, &input);
        let base = SignatureBase::of(request, &input).map_err(|error| error.to_string())?;
        self.base = base.to_string();
        self.lines = base
            .lines()
            .iter()
            .map(|line| BaseLineView {
                component: line.name().to_owned(),
                value: line.value.clone(),
                line: line.to_string(),
            })
            .collect();
        Ok(())
    }
}

impl KeyView {
    fn of(trace: &Trace, key: &SignatureKey) -> Self {
        match key {
            SignatureKey::Jwt { jwt } => Self::of_token(trace, jwt),
            SignatureKey::JwksUri { id, kid, .. } => Self {
                source: format!("key {kid} of the key set of {id}"),
                thumbprint: None,
                owner: None,
            },
            SignatureKey::Unknown { scheme } => Self {
                source: format!("the scheme {scheme}, which is not known here"),
                thumbprint: None,
                owner: None,
            },
        }
    }

    fn of_token(trace: &Trace, jwt: &str) -> Self {
        let decoded = decode_unverified(jwt);
        let header = decoded.header.json.unwrap_or_default();
        let typ = header.get("typ").and_then(Value::as_str);
        let name = super::token::name(typ.unwrap_or_default()).to_ascii_lowercase();
        let claims = decoded.payload.json.unwrap_or_default();
        let key = claims.get("cnf").and_then(|cnf| cnf.get("jwk"));
        let key = key.and_then(|jwk| Jwk::parse(jwk).ok());
        let thumbprint = key.and_then(|key| key.thumbprint().ok());
        Self {
            source: format!("the {name} in Signature-Key"),
            owner: thumbprint
                .as_ref()
                .and_then(|thumbprint| claim::key_of(trace, thumbprint)),
            thumbprint,
        }
    }
}

/// What the recipient said about the signature.
fn verified(trace: &Trace, message: &Message) -> Option<bool> {
    trace.events().find_map(|event| match &event.kind {
        EventKind::Reported { exchange, report }
            if *exchange == message.exchange && event.by == message.to =>
        {
            about_a_signature(report).then(|| report.passed())
        }
        _ => None,
    })
}

fn about_a_signature(report: &Report) -> bool {
    matches!(report.subject, Subject::RequestSignature)
}

fn uncovered(request: &Request, input: &SignatureInput) -> Vec<Uncovered> {
    let covers = |name: &str| {
        input
            .components()
            .iter()
            .any(|covered| covered.name() == name)
    };
    let whole_target = covers("@target-uri");
    let header = |name: &str| {
        let name = name.to_ascii_lowercase();
        covers(&name)
            || (name == "host" && (whole_target || covers("@authority")))
            // The last line of the base covers the one, and nothing can cover the other.
            || name == SIGNATURE_INPUT.to_ascii_lowercase()
            || name == SIGNATURE.to_ascii_lowercase()
    };
    let headers = request.headers.iter().filter(|(name, _)| !header(name));
    let mut parts: Vec<Uncovered> = headers.map(|(name, value)| part(name, value)).collect();
    let query = whole_target || covers("@query") || covers("@request-target");
    if let Target {
        query: Some(value), ..
    } = &request.target
        && !query
    {
        parts.push(part("the query", value));
    }
    if !request.body.is_empty() && !covers("content-digest") {
        parts.push(part("the body", ""));
    }
    parts
}

fn part(name: &str, value: &str) -> Uncovered {
    Uncovered {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}
