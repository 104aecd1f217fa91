//! An honest message, and the ways to change one thing in it.

use std::sync::Arc;

use crate::http::digest::ContentDigest;
use crate::http::{Body, Request, Response};
use crate::httpsig::{SignatureBase, SignatureFields};
use crate::jose::SigningKey;
use crate::json::{Object, Value};
use crate::lesson::Run;
use crate::stage::{Message, PartyId, Payload};
use crate::time::Span;

use super::keys::{key_with, signing_key, strangers_key};
use super::target::Target;
use super::token::{Change, Token, jwts_issuer};

/// The message in which something is changed, with the run it comes from.
#[derive(Debug)]
pub struct Scene<'a> {
    run: &'a Run,
    message: Arc<Message>,
}

/// What arrives instead of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Altered {
    /// The request or response.
    pub payload: Payload,
    /// How much later it arrives.
    pub later: Span,
}

impl From<Request> for Altered {
    fn from(request: Request) -> Self {
        Self {
            payload: Payload::Request(request),
            later: Span::default(),
        }
    }
}

impl From<Response> for Altered {
    fn from(response: Response) -> Self {
        Self {
            payload: Payload::Response(response),
            later: Span::default(),
        }
    }
}

impl Altered {
    /// The same, arriving later.
    #[must_use]
    pub const fn later(mut self, span: Span) -> Self {
        self.later = span;
        self
    }
}

impl<'a> Scene<'a> {
    /// The first such message of a run. `None` when it has none.
    #[must_use]
    pub fn of(target: Target, run: &'a Run) -> Option<Self> {
        let message = target.find(run)?;
        Some(Self { run, message })
    }

    /// That message of a run. `None` when it is of another kind.
    #[must_use]
    pub fn at(target: Target, run: &'a Run, message: &Arc<Message>) -> Option<Self> {
        let message = Arc::clone(message);
        let fits = Target::of(&message, run).contains(&target);
        fits.then_some(Self { run, message })
    }

    /// The honest message.
    #[must_use]
    pub fn message(&self) -> &Message {
        &self.message
    }

    pub(super) fn request(&self) -> Option<Request> {
        match &self.message.payload {
            Payload::Request(request) => Some(request.clone()),
            Payload::Response(_) => None,
        }
    }

    pub(super) fn response(&self) -> Option<Response> {
        match &self.message.payload {
            Payload::Response(response) => Some(response.clone()),
            Payload::Request(_) => None,
        }
    }

    /// The request of another message of the run.
    pub(super) fn request_of(&self, target: Target) -> Option<Request> {
        Scene::of(target, self.run)?.request()
    }

    /// The key that signed the request: the one to which the token it shows is bound.
    pub(super) fn agents_key(&self) -> Option<SigningKey> {
        let token = Token::parse(&shown_token(&self.request()?)?)?;
        key_with(self.run, PartyId::Agent, token.bound_to()?)
    }

    pub(super) fn strangers_key(&self) -> SigningKey {
        strangers_key(self.run)
    }

    /// The request as the agent signs it when `Signature-Input` has this value after its label.
    pub(super) fn sign_as(&self, request: Request, input: &str) -> Option<Altered> {
        sign(request, input, &self.agents_key()?).map(Altered::from)
    }

    /// The request signed again by the agent, for what it is now, covering what it covered.
    pub(super) fn sign_again(&self, request: Request) -> Option<Altered> {
        let input = signature_input(&request)?;
        self.sign_as(request, &input)
    }

    /// The request with another token in `Signature-Key`: changed, signed by its issuer again, and
    /// the request signed by the agent again.
    pub(super) fn reissue_shown_token(&self, changes: &[Change<'_>]) -> Option<Altered> {
        let request = self.request()?;
        let jwt = self.reissue(&shown_token(&request)?, changes)?;
        self.sign_again(show_token(request, &jwt))
    }

    /// The same, but the issuer did not sign again.
    pub(super) fn forge_shown_token(&self, changes: &[Change<'_>]) -> Option<Altered> {
        let request = self.request()?;
        let jwt = forge(&shown_token(&request)?, changes)?;
        self.sign_again(show_token(request, &jwt))
    }

    /// The request with another token in a member of its body: changed, signed by its issuer again,
    /// and the request signed by the agent again.
    pub(super) fn reissue_sent_token(
        &self,
        member: &str,
        changes: &[Change<'_>],
    ) -> Option<Altered> {
        let request = self.request()?;
        let jwt = self.reissue(&sent_token(&request, member)?, changes)?;
        self.sign_again(with_member(request, member, &jwt)?)
    }

    /// The request with both tokens of its body changed in the same way, each signed by its issuer
    /// again, so that they still fit each other.
    pub(super) fn reissue_sent_pair(&self, changes: &[Change<'_>]) -> Option<Altered> {
        let mut request = self.request()?;
        for member in ["resource_token", "presented_token"] {
            let jwt = self.reissue(&sent_token(&request, member)?, changes)?;
            request = with_member(request, member, &jwt)?;
        }
        self.sign_again(request)
    }

    /// The response with another token in a member of its body: changed, and signed by its issuer
    /// again.
    pub(super) fn reissue_received_token(
        &self,
        member: &str,
        changes: &[Change<'_>],
    ) -> Option<Altered> {
        self.replace_received_token(member, &|old| self.reissue(old, changes))
    }

    /// The same, but the issuer did not sign again.
    pub(super) fn forge_received_token(
        &self,
        member: &str,
        changes: &[Change<'_>],
    ) -> Option<Altered> {
        self.replace_received_token(member, &|old| forge(old, changes))
    }

    fn replace_received_token(
        &self,
        member: &str,
        new: &dyn Fn(&str) -> Option<String>,
    ) -> Option<Altered> {
        let old = members(&self.response()?.body)?;
        let jwt = new(old.get(member)?.as_str()?)?;
        self.set_member(member, Some(jwt.into()))
    }

    /// The challenge with another resource token: changed, and signed by the resource again.
    pub(super) fn reissue_challenge(&self, changes: &[Change<'_>]) -> Option<Altered> {
        self.replace_challenge(&|old| self.reissue(old, changes))
    }

    /// The same, but the resource did not sign again.
    pub(super) fn forge_challenge(&self, changes: &[Change<'_>]) -> Option<Altered> {
        self.replace_challenge(&|old| forge(old, changes))
    }

    fn replace_challenge(&self, new: &dyn Fn(&str) -> Option<String>) -> Option<Altered> {
        let mut response = self.response()?;
        let field = response.headers.first("AAuth-Requirement")?.to_owned();
        let old = field.split('"').nth(1)?;
        let changed = field.replace(old, &new(old)?);
        response.headers.set("AAuth-Requirement", changed);
        Some(response.into())
    }

    /// The response with a member of its body changed or, with `None`, taken away.
    pub(super) fn set_member(&self, member: &str, value: Option<Value>) -> Option<Altered> {
        let mut response = self.response()?;
        let mut members = members(&response.body)?;
        match value {
            Some(value) => members.set(member, value),
            None => members.remove(member),
        }
        response.body = body(&members);
        Some(response.into())
    }

    /// The token changed, and signed again by the party that issued it.
    pub(super) fn reissue(&self, jwt: &str, changes: &[Change<'_>]) -> Option<String> {
        let issuer = signing_key(self.run, jwts_issuer(jwt)?)?;
        let mut token = Token::parse(jwt)?;
        token.change(changes);
        Some(token.sign(&issuer))
    }
}

/// The token changed, with the signature it had.
fn forge(jwt: &str, changes: &[Change<'_>]) -> Option<String> {
    let mut token = Token::parse(jwt)?;
    token.change(changes);
    Some(token.with_old_signature())
}

/// The token in `Signature-Key`.
pub(super) fn shown_token(request: &Request) -> Option<String> {
    let field = request.headers.first("Signature-Key")?;
    field.split('"').nth(1).map(str::to_owned)
}

/// The token in a member of a request's body.
pub(super) fn sent_token(request: &Request, member: &str) -> Option<String> {
    let jwt = members(&request.body)?.get(member)?.as_str()?.to_owned();
    Some(jwt)
}

/// The request with another value of a member of its body, not signed again.
pub(super) fn with_member(mut request: Request, member: &str, value: &str) -> Option<Request> {
    let mut members = members(&request.body)?;
    members.set(member, value);
    request.body = body(&members);
    Some(request)
}

/// The request with another token in `Signature-Key`, not signed again.
pub(super) fn show_token(mut request: Request, jwt: &str) -> Request {
    let value = format!("sig=jwt;jwt=\"{jwt}\"");
    request.headers.set("Signature-Key", value);
    request
}

/// What the request's signature covers, as it stands after the label.
pub(super) fn signature_input(request: &Request) -> Option<String> {
    let field = request.headers.first("Signature-Input")?;
    field.split_once('=').map(|(_, input)| input.to_owned())
}

/// Signs a request over what `input` lists. Its digest is made to fit its body first.
pub(super) fn sign(mut request: Request, input: &str, key: &SigningKey) -> Option<Request> {
    if request.headers.first("Content-Digest").is_some() {
        let digest = ContentDigest::of(request.body.bytes());
        request.headers.set("Content-Digest", digest.to_field());
    }
    request
        .headers
        .set("Signature-Input", format!("sig={input}"));
    let fields = SignatureFields::parse(&request.headers).ok()?;
    let base = SignatureBase::of(&request, &fields.input("sig").ok()?).ok()?;
    let signature = key.sign(base.to_string().as_bytes());
    request
        .headers
        .set("Signature", format!("sig=:{}:", base64(&signature)));
    Some(request)
}

fn base64(bytes: &[u8]) -> String {
    use ::base64::Engine as _;
    ::base64::engine::general_purpose::STANDARD.encode(bytes)
}

fn members(body: &Body) -> Option<Object> {
    body.json()?.as_object().cloned()
}

fn body(members: &Object) -> Body {
    members.to_string().into()
}
