//! What every server has: an identifier, a key, the documents it publishes, and a front desk.

use std::sync::Arc;

use crate::aauth::credential::{Credential, KeyRingSource};
use crate::aauth::metadata::{JWKS_PATH, jwks_json};
use crate::aauth::{Dwk, Metadata, RoleMetadata, ServerId};
use crate::check::{Rejection, Stop, Verified, rules};
use crate::http::{Body, Method, Request, Response, Status};
use crate::httpsig::{self, Coverage, Policy, Scheme, Signed, WINDOW_S_DEFAULT};
use crate::jose::{KeySet, SigningKey, base64url};
use crate::stage::{Context, ExchangeId, Input};

use super::desk::Desk;

/// How long others may cache what a server publishes, in seconds.
const PUBLISHED_S: u64 = 3600;

/// A server's own part, whatever its role.
#[derive(Clone, Debug)]
pub struct Server {
    /// Who it is.
    pub id: ServerId,
    /// Its front desk.
    pub desk: Desk,
    metadata: Arc<Metadata>,
    metadata_body: Body,
    key: Option<SigningKey>,
    jwks_body: Body,
}

/// What an endpoint asks of a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Door {
    /// Whether a body must be covered, with its type and digest.
    pub covers_body: bool,
    /// The schemes it accepts.
    pub schemes: &'static [Scheme],
}

impl Door {
    /// A person server's endpoints for agents.
    pub const PERSON_SERVER: Self = Self {
        covers_body: true,
        schemes: &[Scheme::Jwt],
    };

    /// A resource's endpoints.
    pub const RESOURCE: Self = Self {
        covers_body: false,
        schemes: &[Scheme::Jwt],
    };
}

impl Server {
    /// A server that calls itself `name` and publishes what its role needs.
    #[must_use]
    pub fn new(id: ServerId, name: &str, description: Option<&str>, role: RoleMetadata) -> Self {
        let metadata = Metadata {
            issuer: id.clone(),
            jwks_uri: id.target(JWKS_PATH),
            name: Some(name.to_owned()),
            description: description.map(str::to_owned),
            role,
        };
        Self {
            id,
            desk: Desk::default(),
            metadata_body: metadata.to_json().into(),
            metadata: Arc::new(metadata),
            key: None,
            jwks_body: Body::default(),
        }
    }

    /// Makes the signing key and publishes it under `kid`.
    pub fn start(&mut self, kid: &'static str, cx: &mut Context<'_>) {
        let key = SigningKey::from_secret(&cx.draw("signing-key")).with_kid(kid);
        let public = key.public_jwk();
        cx.key_made(public.clone());
        let keys = KeySet::of(&[public.to_json().into()]);
        self.desk
            .publish(Arc::clone(&self.metadata), keys, cx.now());
        self.jwks_body = jwks_json(&[public]).into();
        self.key = Some(key);
    }

    /// The server's signing key.
    ///
    /// # Panics
    ///
    /// Before [`Server::start`].
    #[must_use]
    pub const fn key(&self) -> &SigningKey {
        self.key.as_ref().expect("a server starts before it serves")
    }

    fn role(&self) -> Dwk {
        self.metadata.role.dwk()
    }

    /// The answer to a fetch of a published document, if it is one.
    #[must_use]
    pub fn published(&self, request: &Request) -> Option<Response> {
        let path = request.target.path.as_str();
        let body = if path == self.role().well_known_path() {
            &self.metadata_body
        } else if path == JWKS_PATH {
            &self.jwks_body
        } else {
            return None;
        };
        if request.method != Method::Get {
            return Some(Response::new(Status(405)).with_header("Allow", "GET"));
        }
        Some(
            Response::new(Status(200))
                .with_header("Cache-Control", format!("max-age={PUBLISHED_S}"))
                .with_body("application/json", body.clone()),
        )
    }

    /// Verifies a signed request. `None` when it was answered with a refusal, or is parked until a
    /// key is at hand.
    pub fn admit(
        &mut self,
        exchange: ExchangeId,
        request: &Request,
        door: Door,
        cx: &mut Context<'_>,
    ) -> Option<Verified<Signed<Credential>>> {
        let coverage = if door.covers_body {
            Coverage::with_body()
        } else {
            Coverage::base()
        };
        let policy = Policy {
            authority: self.id.host(),
            coverage,
            schemes: door.schemes,
            now: cx.now(),
            window_s: WINDOW_S_DEFAULT,
        };
        let keys = KeyRingSource {
            ring: self.desk.ring(),
            recipient: &self.id,
            role: self.role(),
            access_server: None,
            now: cx.now(),
            window_s: WINDOW_S_DEFAULT,
        };
        let (report, result) = httpsig::verify(request, &policy, &keys);
        let rejection = match result {
            Ok(signed) => {
                cx.report(exchange, report);
                return Some(signed);
            }
            Err(Stop::Rejected(rejection)) => {
                cx.report(exchange, report);
                rejection
            }
            Err(Stop::Needs(key)) => {
                let input = Input::Request(exchange, request.clone());
                match self.desk.park(&key, input, cx) {
                    Ok(()) => return None,
                    Err(fault) => Rejection {
                        rule: &rules::TOKEN_KEY,
                        fault,
                    },
                }
            }
        };
        cx.respond(exchange, httpsig::refusal(&rejection, &policy, request));
        None
    }
}

/// An identifier of 128 random bits, for `purpose`.
#[must_use]
pub fn fresh_id(purpose: &'static str, cx: &mut Context<'_>) -> String {
    let drawn = cx.draw(purpose);
    let half = drawn.first_chunk::<16>().expect("a draw has 32 bytes");
    base64url::encode(half)
}

/// An endpoint that is not there.
#[must_use]
pub fn not_found() -> Response {
    Response::new(Status(404))
}

/// An endpoint that does not take this method.
#[must_use]
pub fn method_not_allowed(allow: &'static str) -> Response {
    Response::new(Status(405)).with_header("Allow", allow)
}
