//! What the agent holds: its key, and the tokens that are bound to it.

use std::sync::Arc;

use crate::aauth::token::{AuthToken, PersonToken, ResourceToken};
use crate::http::Request;
use crate::httpsig::{self, Coverage, SignatureKey};
use crate::jose::{Jwk, SigningKey};
use crate::stage::{Context, Holding};
use crate::time::Timestamp;

/// The agent's key and tokens.
#[derive(Clone, Debug, Default)]
pub(super) struct Wallet {
    key: Option<SigningKey>,
    pub(super) thumbprint: String,
    agent_token: Option<Arc<str>>,
    pub(super) person_token: Option<Held<PersonToken>>,
    pub(super) resource_token: Option<Held<ResourceToken>>,
    /// Whether the resource token is for less than the first one.
    pub(super) narrowed: bool,
    auth_token: Option<Held<AuthToken>>,
}

/// A token as it is sent, with what it says.
#[derive(Clone, Debug)]
pub(super) struct Held<T> {
    pub(super) jwt: Arc<str>,
    pub(super) token: T,
}

impl Wallet {
    /// Makes the signing key, which every token the agent gets will be bound to.
    pub(super) fn make_key(&mut self, cx: &mut Context<'_>) -> Jwk {
        let key = SigningKey::from_secret(&cx.draw("signing-key"));
        let public = key.public_jwk();
        self.thumbprint = public
            .thumbprint()
            .expect("a key of our own has all members");
        cx.key_made(public.clone());
        self.key = Some(key);
        public
    }

    /// The public half of the key.
    pub(super) fn public_key(&self) -> Option<Jwk> {
        self.key.as_ref().map(SigningKey::public_jwk)
    }

    pub(super) fn keep_agent_token(&mut self, jwt: &str, cx: &mut Context<'_>) {
        let jwt: Arc<str> = jwt.into();
        show("agent token", &jwt, cx);
        self.agent_token = Some(jwt);
    }

    pub(super) fn keep_person_token(
        &mut self,
        jwt: &str,
        token: PersonToken,
        cx: &mut Context<'_>,
    ) {
        self.person_token = Some(keep("person token", jwt, token, cx));
    }

    pub(super) fn keep_resource_token(
        &mut self,
        jwt: &str,
        token: ResourceToken,
        cx: &mut Context<'_>,
    ) {
        let before = self.resource_token.as_ref().map(|held| &held.token.scope);
        self.narrowed |= before.is_some_and(|scope| *scope != token.scope);
        self.resource_token = Some(keep("resource token", jwt, token, cx));
    }

    pub(super) fn keep_auth_token(&mut self, jwt: &str, token: AuthToken, cx: &mut Context<'_>) {
        self.auth_token = Some(keep("auth token", jwt, token, cx));
    }

    /// Shows what it holds, where something else was shown in between.
    pub(super) fn show(&self, cx: &mut Context<'_>) {
        let person_token = self.person_token.as_ref().map(|held| &held.jwt);
        let resource_token = self.resource_token.as_ref().map(|held| &held.jwt);
        for (name, jwt) in [
            ("agent token", self.agent_token.as_ref()),
            ("person token", person_token),
            ("resource token", resource_token),
        ] {
            if let Some(jwt) = jwt {
                show(name, jwt, cx);
            }
        }
    }

    /// The token for the person server and the provider.
    pub(super) fn agent_token(&self) -> Arc<str> {
        self.agent_token.clone().unwrap_or_default()
    }

    /// The token for the resource: the auth token once there is one, before that the person token.
    pub(super) fn token_for_the_resource(&self) -> Arc<str> {
        let auth_token = self.auth_token.as_ref().map(|held| &held.jwt);
        let person_token = self.person_token.as_ref().map(|held| &held.jwt);
        auth_token
            .or(person_token)
            .or(self.agent_token.as_ref())
            .cloned()
            .unwrap_or_default()
    }

    /// Signs a request with the agent's key, showing `token` in `Signature-Key`. `None` when what
    /// others sent it cannot be written into a header.
    pub(super) fn sign(
        &self,
        request: Request,
        token: &str,
        coverage: &Coverage,
        now: Timestamp,
    ) -> Option<Request> {
        let signature_key = SignatureKey::Jwt {
            jwt: token.to_owned(),
        };
        httpsig::sign(request, self.key.as_ref()?, &signature_key, coverage, now).ok()
    }
}

fn keep<T>(name: &'static str, jwt: &str, token: T, cx: &mut Context<'_>) -> Held<T> {
    let jwt: Arc<str> = jwt.into();
    show(name, &jwt, cx);
    Held { jwt, token }
}

fn show(name: &'static str, jwt: &Arc<str>, cx: &mut Context<'_>) {
    cx.holds(Holding::Token {
        name,
        jwt: Arc::clone(jwt),
    });
}
