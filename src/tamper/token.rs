//! Tokens taken apart, changed and signed again.

use crate::jose::{SigningKey, base64url, decode_unverified, sign};
use crate::json::{Object, Value};
use crate::stage::PartyId;

/// One thing that is changed in a token: a name and a text, where nothing else is said.
#[derive(Clone, Copy, Debug)]
pub(super) enum Change<'a> {
    /// A member of the header.
    Header(&'a str, &'a str),
    /// A claim.
    Claim(&'a str, &'a str),
    /// A claim that is a time, so many seconds after the token was issued.
    After(&'a str, u64),
    /// A claim that is a time, in seconds since 1970.
    At(&'a str, u64),
    /// A claim is taken away.
    Without(&'a str),
    /// A member of the key that the token is bound to.
    Key(&'a str, &'a str),
}

/// A token taken apart, to be changed.
#[derive(Clone, Debug)]
pub(super) struct Token {
    header: Object,
    claims: Object,
    signature: String,
}

impl Token {
    pub(super) fn parse(jwt: &str) -> Option<Self> {
        let token = decode_unverified(jwt);
        Some(Self {
            header: token.header.json.ok()?.as_object()?.clone(),
            claims: token.payload.json.ok()?.as_object()?.clone(),
            signature: token.signature.encoded,
        })
    }

    /// Makes these changes.
    pub(super) fn change(&mut self, changes: &[Change<'_>]) {
        for change in changes {
            match *change {
                Change::Header(name, value) => self.header.set(name, value),
                Change::Claim(name, value) => self.claims.set(name, value),
                Change::After(name, s) => {
                    let issued = self.claims.get("iat").and_then(Value::as_u64);
                    self.claims.set(name, issued.unwrap_or_default() + s);
                }
                Change::At(name, unix_s) => self.claims.set(name, unix_s),
                Change::Without(name) => self.claims.remove(name),
                Change::Key(name, value) => self.set_key_member(name, value),
            }
        }
    }

    /// The public half of the key that the token is bound to.
    pub(super) fn bound_to(&self) -> Option<&str> {
        let key = self.claims.get("cnf")?.get("jwk")?;
        key.get("x")?.as_str()
    }

    fn set_key_member(&mut self, name: &str, value: &str) {
        if let Some(key) = self
            .claims
            .get_mut("cnf")
            .and_then(|cnf| cnf.as_object_mut()?.get_mut("jwk")?.as_object_mut())
        {
            key.set(name, value);
        }
    }

    pub(super) fn sign(&self, key: &SigningKey) -> String {
        sign(&self.header, &self.claims, key)
    }

    /// The token with the signature it had before it was changed.
    pub(super) fn with_old_signature(&self) -> String {
        format!(
            "{}.{}.{}",
            base64url::encode(self.header.to_string()),
            base64url::encode(self.claims.to_string()),
            self.signature
        )
    }
}

/// Whether the header of a token says that it is of this type.
pub(super) fn is_of_type(jwt: &str, typ: &str) -> bool {
    let header = decode_unverified(jwt).header.json;
    header.is_ok_and(|header| header.get("typ").and_then(Value::as_str) == Some(typ))
}

/// The party that issues tokens of this type in a three-party cast.
pub(super) fn jwts_issuer(jwt: &str) -> Option<PartyId> {
    [
        ("aa-agent+jwt", PartyId::AgentProvider),
        ("aa-person+jwt", PartyId::PersonServer),
        ("aa-resource+jwt", PartyId::Resource),
        ("aa-auth+jwt", PartyId::PersonServer),
    ]
    .into_iter()
    .find_map(|(typ, party)| is_of_type(jwt, typ).then_some(party))
}
