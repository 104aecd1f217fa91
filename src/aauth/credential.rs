//! What `Signature-Key` proves: the token or the server behind a signed request.

use super::identifiers::{Dwk, ServerId};
use super::token::{
    AgentToken, AuthToken, AuthTokenIssuer, Confirmation, ExpectedAuthToken, PersonToken,
    TokenType, TokenVerifier,
};
use crate::check::rules::List;
use crate::check::{Fault, KeyRef, Place, Stop, Subject, Verified, Walk, Walked};
use crate::httpsig::{KeySource, Obtained, SignatureKey};
use crate::jose::{Jwk, KeyMiss, KeyRing};
use crate::time::Timestamp;

/// Who signed a request, by what they presented.
///
/// A token that verifies is a credential whatever it is good for: that a resource needs another one
/// is the resource's own answer.
///
/// Direction: every signed request, in `Signature-Key`.
/// Spec: #keying-material
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Credential {
    /// An agent, with its agent token.
    Agent(AgentToken),
    /// An agent, with a person token for this resource.
    Person(PersonToken),
    /// An agent, with an auth token for this resource.
    Auth(AuthToken),
    /// A server in its own right.
    Server(ServerId),
}

/// The keys that a server verifies requests with, and in which role it does so.
///
/// The role decides what is taken: an agent token everywhere, a person token and an auth token at a
/// resource only. Which of the two schemes is accepted is the business of the signature's policy.
#[derive(Clone, Copy, Debug)]
pub struct KeyRingSource<'a> {
    /// The key sets that were fetched.
    pub ring: &'a KeyRing,
    /// The server that was asked.
    pub recipient: &'a ServerId,
    /// Its role.
    pub role: Dwk,
    /// The access server that a resource leaves decisions to, when it has one.
    pub access_server: Option<&'a ServerId>,
    /// The server's clock.
    pub now: Timestamp,
    /// The signature window.
    pub window_s: u64,
}

impl KeySource for KeyRingSource<'_> {
    type Credential = Credential;

    fn obtain(&self, key: &SignatureKey, walk: &mut Walk) -> Obtained<Credential> {
        match key {
            SignatureKey::Jwt { jwt } => self.by_token(jwt),
            SignatureKey::JwksUri { id, dwk, kid } => {
                walk.text("id", id);
                walk.text("dwk", dwk);
                walk.text("kid", kid);
                Obtained::ByLookup(self.by_lookup(id, dwk, kid))
            }
            SignatureKey::Unknown { scheme } => {
                walk.text("scheme", scheme);
                Obtained::ByLookup(Err(KeyMiss::Fault(Fault::SchemeUnsupported)))
            }
        }
    }

    /// A token brings its own key; only a published one can be out of date.
    fn refresh(&self, key: &SignatureKey) -> Option<KeyRef> {
        match key {
            SignatureKey::JwksUri { id, dwk, kid } => self
                .ring
                .may_refresh(id, dwk, self.now)
                .then(|| key_ref(id, dwk, kid)),
            SignatureKey::Jwt { .. } | SignatureKey::Unknown { .. } => None,
        }
    }
}

impl KeyRingSource<'_> {
    fn by_token(&self, jwt: &str) -> Obtained<Credential> {
        let taken_here = self.taken_here();
        let kind = TokenType::of_unverified(jwt).filter(|kind| taken_here.contains(kind));
        match kind {
            Some(TokenType::Person) => {
                let walked = self.person_token(jwt, taken_here);
                obtained(walked, |token| &token.cnf, Credential::Person)
            }
            Some(TokenType::Auth) => {
                let walked = self.auth_token(jwt, taken_here);
                obtained(walked, |token| &token.cnf, Credential::Auth)
            }
            // A token that is of no kind taken here fails at the first step of any of the lists.
            Some(TokenType::Agent | TokenType::Resource) | None => {
                let walked = self.agent_token(jwt, taken_here);
                obtained(walked, |token| &token.cnf, Credential::Agent)
            }
        }
    }

    const fn taken_here(&self) -> &'static [TokenType] {
        match self.role {
            Dwk::Resource => &[TokenType::Agent, TokenType::Person, TokenType::Auth],
            Dwk::Agent | Dwk::Person | Dwk::Access => &[TokenType::Agent],
        }
    }

    const fn verifier(&self) -> TokenVerifier<'_> {
        TokenVerifier {
            ring: self.ring,
            now: self.now,
            window_s: self.window_s,
        }
    }

    fn agent_token(&self, jwt: &str, taken_here: &[TokenType]) -> Walked<AgentToken> {
        let mut walk = Walk::new(subject(jwt), &[List::Common, List::AgentToken]);
        let verifier = self.verifier();
        let result = verifier.walk_agent_token(&mut walk, jwt, taken_here, Confirmation::Signer);
        walk.finish(result)
    }

    fn person_token(&self, jwt: &str, taken_here: &[TokenType]) -> Walked<PersonToken> {
        let mut walk = Walk::new(subject(jwt), &[List::Common, List::PersonToken]);
        let result = self.verifier().walk_person_token(
            &mut walk,
            jwt,
            taken_here,
            self.recipient,
            Confirmation::Signer,
        );
        walk.finish(result)
    }

    fn auth_token(&self, jwt: &str, taken_here: &[TokenType]) -> Walked<AuthToken> {
        let mut walk = Walk::new(subject(jwt), &[List::Common, List::AuthToken]);
        let expected = ExpectedAuthToken {
            audience: self.recipient,
            confirmation: Confirmation::Signer,
            issuer: self
                .access_server
                .map_or(AuthTokenIssuer::PersonServer, AuthTokenIssuer::AccessServer),
        };
        let verifier = self.verifier();
        let result = verifier.walk_auth_token(&mut walk, jwt, taken_here, &expected);
        walk.finish(result)
    }

    /// "The `id` parameter MUST be the server's `issuer` as published in its metadata, and `dwk`
    /// MUST be that metadata document's well-known name."
    fn by_lookup(&self, id: &str, dwk: &str, kid: &str) -> Result<(Jwk, Credential), KeyMiss> {
        let unusable = KeyMiss::Fault(Fault::KeyMalformed);
        let (Ok(server), Some(_)) = (ServerId::parse(id), Dwk::parse(dwk)) else {
            return Err(unusable);
        };
        let key = self.ring.key(&key_ref(id, dwk, kid), self.now)?;
        Ok((key.clone(), Credential::Server(server)))
    }
}

fn obtained<T>(
    (report, result): Walked<T>,
    key: impl FnOnce(&T) -> &Jwk,
    credential: impl FnOnce(T) -> Credential,
) -> Obtained<Credential> {
    let result: Result<(Jwk, Credential), Stop> = result.map(Verified::into_value).map(|token| {
        let key = key(&token).clone();
        (key, credential(token))
    });
    Obtained::ByToken { report, result }
}

fn subject(jwt: &str) -> Subject {
    Subject::Token {
        jwt: jwt.to_owned(),
        place: Place::SignatureKey,
    }
}

fn key_ref(id: &str, dwk: &str, kid: &str) -> KeyRef {
    KeyRef {
        issuer: id.to_owned(),
        dwk: dwk.to_owned(),
        kid: kid.to_owned(),
    }
}
