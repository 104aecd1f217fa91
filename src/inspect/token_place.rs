//! Which tokens a message carries, and where.

use crate::http::Headers;
use crate::http::structured::Dictionary;
use crate::jose::decode_unverified;
use crate::json::Value;
use crate::stage::{Message, Payload};

/// A token in a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarriedToken {
    /// Where it stands.
    pub place: TokenPlace,
    /// The token as it travelled.
    pub jwt: String,
}

/// Where a token stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenPlace {
    /// In `Signature-Key`: the sender presents it.
    SignatureKey,
    /// In the parameter `resource-token` of `AAuth-Requirement`.
    Requirement,
    /// In a member of the body, by its name.
    Member(String),
}

impl TokenPlace {
    /// Where it stands, in words: `in Signature-Key`.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::SignatureKey => "in Signature-Key".to_owned(),
            Self::Requirement => "in AAuth-Requirement".to_owned(),
            Self::Member(name) => format!("in {name}"),
        }
    }
}

/// The tokens a message carries, in the order in which they stand in it.
pub(super) fn carried(message: &Message) -> Vec<CarriedToken> {
    let (headers, body) = match &message.payload {
        Payload::Request(request) => (&request.headers, &request.body),
        Payload::Response(response) => (&response.headers, &response.body),
    };
    let key = parameters(headers, "Signature-Key", "jwt");
    let required = parameters(headers, "AAuth-Requirement", "resource-token");
    let mut tokens: Vec<CarriedToken> = Vec::new();
    let placed = key.into_iter().map(|jwt| (TokenPlace::SignatureKey, jwt));
    let placed = placed.chain(
        required
            .into_iter()
            .map(|jwt| (TokenPlace::Requirement, jwt)),
    );
    tokens.extend(placed.map(|(place, jwt)| CarriedToken { place, jwt }));
    if let Some(body) = body.json() {
        in_members("", &body, &mut tokens);
    }
    tokens
}

/// Whether a text is a token: three parts, of which the first is a header with `alg`.
pub(super) fn is_token(text: &str) -> bool {
    text.split('.').count() == 3
        && decode_unverified(text)
            .header
            .json
            .is_ok_and(|header| header.get("alg").is_some())
}

/// The text of a parameter in each item of a dictionary header.
fn parameters(headers: &Headers, header: &str, parameter: &str) -> Vec<String> {
    let value = headers.combined(header).unwrap_or_default();
    let dictionary = Dictionary::parse(&value).unwrap_or_default();
    let items = dictionary.items().filter(|item| item.bare().is_some());
    let texts = items.filter_map(|item| item.parameters.text(parameter));
    texts.map(str::to_owned).collect()
}

/// A member called `..._token` is taken for one even when it cannot be decoded: it is shown as far
/// as it can.
fn in_members(name: &str, value: &Value, tokens: &mut Vec<CarriedToken>) {
    match value {
        Value::String(text) if name.ends_with("_token") || is_token(text) => {
            tokens.push(CarriedToken {
                place: TokenPlace::Member(name.to_owned()),
                jwt: text.clone(),
            });
        }
        Value::Array(items) => {
            for item in items {
                in_members(name, item, tokens);
            }
        }
        Value::Object(members) => {
            for (name, value) in members.iter() {
                in_members(name, value, tokens);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
