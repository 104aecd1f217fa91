//! Reading and writing the claims of a token.

use super::common::TokenType;
use crate::aauth::identifiers::{Dwk, ServerId};
use crate::aauth::members::{MemberError, Members, Reading};
use crate::aauth::scope::Scope;
use crate::check::rules::Rule;
use crate::check::{Evidence, Fault, Stop, Walk};
use crate::jose::{Jwk, SigningKey, sign};
use crate::json::{Object, Value};
use crate::time::Timestamp;

/// A claim that is not as it must be, as a step records it: what is wrong, and the claim. Boxed:
/// every claim can be so, and hardly one is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClaimFault(Box<(Fault, Evidence)>);

/// The claims that every token has, once they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommonClaims {
    pub(crate) iss: ServerId,
    pub(crate) dwk: Dwk,
    pub(crate) jti: String,
    pub(crate) iat: Timestamp,
    pub(crate) exp: Timestamp,
}

/// The claims of one token in the order in which they are written.
pub(crate) struct Written(Object);

impl ClaimFault {
    pub(crate) fn new(fault: Fault, evidence: Evidence) -> Self {
        Self(Box::new((fault, evidence)))
    }

    pub(crate) fn missing(claim: &'static str) -> Self {
        Self::new(Fault::Missing, Evidence::absent(claim))
    }

    pub(crate) fn malformed(claim: &'static str, value: &str) -> Self {
        Self::new(Fault::Malformed, Evidence::text(claim, value))
    }

    /// Records that `rule` is broken by it.
    pub(crate) fn fail(self, walk: &mut Walk, rule: &'static Rule) -> Stop {
        let (fault, evidence) = *self.0;
        walk.note(evidence);
        walk.fail(rule, fault)
    }
}

impl From<MemberError> for ClaimFault {
    fn from(error: MemberError) -> Self {
        let (fault, evidence) = error.recorded();
        Self::new(fault, evidence)
    }
}

/// The text claim, which must be there and not be empty.
pub(crate) fn text(claims: &Members, claim: &'static str) -> Result<String, ClaimFault> {
    let mut read = Reading::of(claims);
    let text = read.claim(claim);
    Ok(read.finish(Some(text))?)
}

impl Reading<'_> {
    /// The text claim, which must be there and not be empty.
    pub(crate) fn claim(&mut self, claim: &'static str) -> String {
        let text = self.required(claim);
        if text.is_empty() {
            self.malformed(claim, String::new());
        }
        text
    }

    /// The server identifier, which must be there.
    pub(crate) fn server(&mut self, claim: &'static str) -> Option<ServerId> {
        self.parsed(claim, |text| ServerId::parse(text).ok())
    }

    /// The scope, if there.
    pub(crate) fn scope(&mut self) -> Option<Scope> {
        let text = self.optional("scope")?;
        let scope = Scope::parse(&text);
        if scope.is_err() {
            self.malformed("scope", text);
        }
        scope.ok()
    }
}

impl Written {
    /// The claims of a token of the issuer `iss`, beginning with `iss` and `dwk`.
    pub(crate) fn new(iss: &ServerId, dwk: Dwk) -> Self {
        Self(Object::new())
            .text("iss", iss.as_str())
            .text("dwk", dwk.document())
    }

    pub(crate) fn text(self, claim: &str, value: &str) -> Self {
        self.value(claim, value)
    }

    pub(crate) fn optional(self, claim: &str, value: Option<&str>) -> Self {
        Self(self.0.with_optional(claim, value))
    }

    /// `cnf` with the key that the token is bound to, without the key's `kid`: it names a key of a
    /// published set, and this one is in none.
    pub(crate) fn confirmation(self, key: &Jwk) -> Self {
        let mut jwk = key.to_json();
        jwk.remove("kid");
        self.value("cnf", Object::new().with("jwk", jwk))
    }

    pub(crate) fn value(self, claim: &str, value: impl Into<Value>) -> Self {
        Self(self.0.with(claim, value))
    }

    /// The token, ending with `jti`, `iat` and `exp`, signed by its issuer.
    pub(crate) fn sign(
        self,
        kind: TokenType,
        jti: &str,
        iat: Timestamp,
        exp: Timestamp,
        key: &SigningKey,
    ) -> String {
        let payload = self
            .text("jti", jti)
            .value("iat", iat.unix_s())
            .value("exp", exp.unix_s());
        let kid = key.kid().expect("an issuer signs with a key it publishes");
        let header = Object::new()
            .with("typ", kind.typ())
            .with("alg", "Ed25519")
            .with("kid", kid);
        sign(&header, &payload.0, key)
    }
}

/// The earliest of `now` plus `lifetime_s` and the moments in `not_after`, to the second.
pub(crate) fn expiry(now: Timestamp, lifetime_s: u64, not_after: &[Timestamp]) -> Timestamp {
    let latest = now.unix_s().saturating_add(lifetime_s);
    let bounds = not_after.iter().map(|bound| bound.unix_s());
    Timestamp::from_unix_s(bounds.fold(latest, u64::min))
}
