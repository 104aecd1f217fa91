//! The steps that all four tokens share, and what they are verified with.

use super::claims::{ClaimFault, CommonClaims};
use crate::aauth::identifiers::{Dwk, ServerId};
use crate::aauth::members::Members;
use crate::check::rules::{
    TOKEN_ALGORITHM, TOKEN_CLAIMS, TOKEN_DWK, TOKEN_EXPIRY, TOKEN_ISSUED, TOKEN_ISSUER, TOKEN_KEY,
    TOKEN_LIFETIME, TOKEN_SIGNATURE, TOKEN_TYPE,
};
use crate::check::{Evidence, Fault, KeyRef, Stop, Walk};
use crate::jose::{Algorithm, Jwk, Jws, KeyMiss, KeyRing, PublicKey};
use crate::time::{Span, Timestamp};

/// The longest that a person token or an auth token may live.
///
/// Spec: #common-verification
pub const TOKEN_LIFETIME_S_MAX: u64 = 60 * 60;

/// The four kinds of token.
///
/// Direction: every token, as `typ` of its header.
/// Spec: #common-claims
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenType {
    /// Says which agent.
    Agent,
    /// Says which person.
    Person,
    /// Says what access is needed.
    Resource,
    /// Says what is authorized.
    Auth,
}

/// What a token is verified with: the keys at hand, the verifier's own clock, and how far ahead of
/// it a token may be dated.
#[derive(Clone, Copy, Debug)]
pub struct TokenVerifier<'a> {
    /// The key sets that were fetched.
    pub ring: &'a KeyRing,
    /// The verifier's clock.
    pub now: Timestamp,
    /// The signature window: `iat` may be this far ahead.
    pub window_s: u64,
}

/// What the common list compares a token with.
pub(crate) struct ExpectedCommon<'a> {
    /// The type that the list is for.
    pub(crate) kind: TokenType,
    /// The types that the place takes, each by its own list.
    pub(crate) taken_here: &'a [TokenType],
    /// The documents that may lead to the issuer's keys.
    pub(crate) dwks: &'a [Dwk],
}

impl TokenType {
    /// Every kind.
    pub const ALL: &'static [Self] = &[Self::Agent, Self::Person, Self::Resource, Self::Auth];

    /// The value of `typ`.
    #[must_use]
    pub const fn typ(self) -> &'static str {
        match self {
            Self::Agent => "aa-agent+jwt",
            Self::Person => "aa-person+jwt",
            Self::Resource => "aa-resource+jwt",
            Self::Auth => "aa-auth+jwt",
        }
    }

    /// The kind of that `typ`.
    #[must_use]
    pub fn parse(typ: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.typ() == typ)
    }

    /// The kind that a token claims to be of. Nothing is verified.
    #[must_use]
    pub fn of_unverified(jwt: &str) -> Option<Self> {
        let jws = Jws::parse(jwt).ok()?;
        Self::parse(jws.header_text("typ")?)
    }
}

impl TokenVerifier<'_> {
    /// Walks the common list. `read` takes the claims of the token's kind; it is asked at the step
    /// that looks at the claims.
    pub(crate) fn walk_common<T>(
        &self,
        walk: &mut Walk,
        jwt: &str,
        expected: &ExpectedCommon<'_>,
        read: fn(&Members) -> Result<T, ClaimFault>,
    ) -> Result<(CommonClaims, T), Stop> {
        let mut own = None;
        let common = self.walk_list(walk, jwt, expected, &mut |claims| {
            own = Some(read(claims)?);
            Ok(())
        })?;
        Ok((
            common,
            own.expect("the list has a step that looks at the claims"),
        ))
    }

    fn walk_list(
        &self,
        walk: &mut Walk,
        jwt: &str,
        expected: &ExpectedCommon<'_>,
        read: &mut dyn FnMut(&Members) -> Result<(), ClaimFault>,
    ) -> Result<CommonClaims, Stop> {
        let jws = token_type(walk, jwt, expected)?;
        algorithm(walk, &jws)?;
        let dwk = document(walk, &jws, expected.dwks)?;
        let iss = issuer(walk, &jws)?;
        let (key_ref, key) = self.key(walk, &jws, &iss, dwk)?;
        self.signature(walk, &jws, key_ref, &key)?;
        let claims = Members::from(jws.into_payload());
        let exp = self.expiry(walk, &claims)?;
        let (jti, iat) = read_claims(walk, &claims, read)?;
        self.issued(walk, iat)?;
        lifetime(walk, expected.kind, iat, exp)?;
        Ok(CommonClaims {
            iss,
            dwk,
            jti,
            iat,
            exp,
        })
    }

    /// "Locate the key matching the JWT header `kid`": in the set that the issuer's own metadata
    /// leads to.
    fn key(
        &self,
        walk: &mut Walk,
        jws: &Jws,
        iss: &ServerId,
        dwk: Dwk,
    ) -> Result<(KeyRef, PublicKey), Stop> {
        let kid = jws.header_text("kid");
        walk.optional("kid", kid);
        let Some(kid) = kid else {
            return Err(walk.fail(&TOKEN_KEY, Fault::Missing));
        };
        walk.text("metadata", &iss.url(dwk.well_known_path()));
        let key_ref = KeyRef {
            issuer: iss.to_string(),
            dwk: dwk.to_string(),
            kid: kid.to_owned(),
        };
        let found = match self.ring.key(&key_ref, self.now) {
            Ok(jwk) => jwk.public_key().map_err(|error| error.fault()),
            Err(KeyMiss::Needs(key_ref)) => return Err(Stop::Needs(key_ref)),
            Err(KeyMiss::Fault(fault)) => Err(fault),
        };
        Ok((key_ref, walk.found(&TOKEN_KEY, found)?))
    }

    /// A signature that fails under a cached key is a reason to fetch the set once more; only a
    /// failure under a fresh one counts.
    fn signature(
        &self,
        walk: &mut Walk,
        jws: &Jws,
        key_ref: KeyRef,
        key: &PublicKey,
    ) -> Result<(), Stop> {
        let holds = jws.verify(key).is_ok();
        let stale = self
            .ring
            .may_refresh(&key_ref.issuer, &key_ref.dwk, self.now);
        if !holds && stale {
            return Err(Stop::Needs(Box::new(key_ref)));
        }
        walk.text("kid", &key_ref.kid);
        walk.require(&TOKEN_SIGNATURE, holds, Fault::SignatureInvalid)
    }

    /// "Verify `exp` is in the future", with no tolerance: at the very second it is no more.
    fn expiry(&self, walk: &mut Walk, claims: &Members) -> Result<Timestamp, Stop> {
        match claims.require_number("exp") {
            Ok(exp) => {
                let exp = Timestamp::from_unix_s(exp);
                walk.time("exp", exp);
                walk.time("now", self.now);
                walk.require(&TOKEN_EXPIRY, exp > self.now, Fault::Expired)?;
                Ok(exp)
            }
            Err(error) => Err(ClaimFault::from(error).fail(walk, &TOKEN_EXPIRY)),
        }
    }

    /// A verifier may refuse what is dated ahead of its clock by more than its signature window.
    fn issued(&self, walk: &mut Walk, iat: Timestamp) -> Result<(), Stop> {
        let latest = self.now + Span::from_s(self.window_s);
        walk.time("iat", iat);
        walk.time("now", self.now);
        walk.seconds("window", self.window_s);
        walk.require(&TOKEN_ISSUED, iat <= latest, Fault::IssuedAhead)
    }
}

fn token_type(walk: &mut Walk, jwt: &str, expected: &ExpectedCommon<'_>) -> Result<Jws, Stop> {
    let taken_here = expected.taken_here.iter().map(|kind| kind.typ());
    let taken_here = Evidence::list("expected", taken_here);
    let Ok(jws) = Jws::parse(jwt) else {
        walk.note(taken_here);
        return Err(walk.fail(&TOKEN_TYPE, Fault::Malformed));
    };
    let typ = jws.header_text("typ");
    walk.optional("typ", typ);
    walk.note(taken_here);
    match typ {
        Some(typ) if typ == expected.kind.typ() => walk.pass(&TOKEN_TYPE),
        Some(_) => return Err(walk.fail(&TOKEN_TYPE, Fault::TypeUnexpected)),
        None => return Err(walk.fail(&TOKEN_TYPE, Fault::Missing)),
    }
    Ok(jws)
}

fn algorithm(walk: &mut Walk, jws: &Jws) -> Result<(), Stop> {
    let alg = jws.header_text("alg");
    walk.optional("alg", alg);
    let found = Algorithm::parse(alg).map_err(|error| error.fault());
    walk.found(&TOKEN_ALGORITHM, found.map(drop))
}

fn document(walk: &mut Walk, jws: &Jws, expected: &[Dwk]) -> Result<Dwk, Stop> {
    let dwk = jws.claim_text("dwk");
    walk.optional("dwk", dwk);
    let documents = expected.iter().map(|dwk| dwk.document());
    walk.note(Evidence::list("expected", documents));
    let known = dwk.and_then(Dwk::parse);
    let found = match known.filter(|known| expected.contains(known)) {
        Some(known) => Ok(known),
        None if dwk.is_none() => Err(Fault::Missing),
        None => Err(Fault::Mismatch),
    };
    walk.found(&TOKEN_DWK, found)
}

fn issuer(walk: &mut Walk, jws: &Jws) -> Result<ServerId, Stop> {
    let iss = jws.claim_text("iss");
    walk.optional("iss", iss);
    let found = match iss.map(ServerId::parse) {
        Some(Ok(iss)) => Ok(iss),
        Some(Err(_)) => Err(Fault::Malformed),
        None => Err(Fault::Missing),
    };
    walk.found(&TOKEN_ISSUER, found)
}

fn read_claims(
    walk: &mut Walk,
    claims: &Members,
    read: &mut dyn FnMut(&Members) -> Result<(), ClaimFault>,
) -> Result<(String, Timestamp), Stop> {
    let mut read_all = || -> Result<(String, Timestamp), ClaimFault> {
        let jti = super::claims::text(claims, "jti")?;
        let iat = Timestamp::from_unix_s(claims.require_number("iat")?);
        read(claims)?;
        Ok((jti, iat))
    };
    match read_all() {
        Ok(read) => {
            walk.note(Evidence::list("claims", claims.names()));
            walk.pass(&TOKEN_CLAIMS);
            Ok(read)
        }
        Err(fault) => Err(fault.fail(walk, &TOKEN_CLAIMS)),
    }
}

/// "`exp` minus `iat` MUST NOT exceed the one-hour ceiling of a person token or an auth token". The
/// other two lifetimes are recommended, so a longer one is no reason to refuse.
fn lifetime(walk: &mut Walk, kind: TokenType, iat: Timestamp, exp: Timestamp) -> Result<(), Stop> {
    match kind {
        TokenType::Person | TokenType::Auth => {
            let lifetime_s = exp.unix_s().saturating_sub(iat.unix_s());
            walk.seconds("exp - iat", lifetime_s);
            walk.seconds("at most", TOKEN_LIFETIME_S_MAX);
            let holds = lifetime_s <= TOKEN_LIFETIME_S_MAX;
            walk.require(&TOKEN_LIFETIME, holds, Fault::LifetimeExceeded)
        }
        TokenType::Agent => {
            walk.skip(
                &TOKEN_LIFETIME,
                "24 hours are recommended for an agent token, not required",
            );
            Ok(())
        }
        TokenType::Resource => {
            walk.skip(
                &TOKEN_LIFETIME,
                "five minutes are recommended for a resource token, not required",
            );
            Ok(())
        }
    }
}

/// What a published or confirmed key is shown as.
pub(crate) fn shown(key: &Jwk) -> String {
    key.thumbprint()
        .unwrap_or_else(|_| key.to_json().to_string())
}
