//! Verifying a signed request, in the draft's order.

use super::base::{SignatureBase, normal_authority};
use super::component::Component;
use super::fields::{FieldsError, SignatureFields};
use super::policy::{KeySource, Obtained, Policy};
use super::signature_input::{Parameter, SignatureInput};
use super::signature_key::{SignatureKey, SignatureKeyError};
use crate::check::rules::{
    List, SIGNATURE_ALGORITHM, SIGNATURE_COVERAGE, SIGNATURE_CREATED, SIGNATURE_DIGEST,
    SIGNATURE_EXPIRES, SIGNATURE_HEADERS, SIGNATURE_KEY as SIGNATURE_KEY_RULE, SIGNATURE_SCHEME,
    SIGNATURE_VALID,
};
use crate::check::{Evidence, Fault, KeyRef, Stop, Subject, Walk, Walked};
use crate::http::Request;
use crate::http::digest::ContentDigest;
use crate::http::fields::{CONTENT_DIGEST, HOST, SIGNATURE, SIGNATURE_INPUT, SIGNATURE_KEY};
use crate::jose::{Jwk, KeyMiss, PublicKey};
use crate::time::{Span, Timestamp};

/// A signature that verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed<C> {
    /// What is known about the signer.
    pub credential: C,
    /// The key that signed.
    pub key: Jwk,
    /// Its thumbprint.
    pub thumbprint: String,
    /// The label of the signature.
    pub label: String,
    /// What it covers.
    pub components: Vec<Component>,
    /// When it was made.
    pub created: Timestamp,
}

/// The signature's own values, once step 1 has passed.
struct Presented {
    label: String,
    input: SignatureInput,
    signature: Vec<u8>,
    key: Result<SignatureKey, SignatureKeyError>,
}

/// Verifies the signature of `request` by [`List::RequestSignature`].
///
/// A request may carry several signatures; the first label with a member in all three headers is
/// the one that is verified. The `alg` parameter is ignored, and so is `keyid`: the key comes from
/// `Signature-Key`.
///
/// # Errors
///
/// The [`Stop`] of the first step that fails or wants a key.
pub fn verify<K: KeySource>(
    request: &Request,
    policy: &Policy<'_>,
    keys: &K,
) -> Walked<Signed<K::Credential>> {
    let mut walk = Walk::new(Subject::RequestSignature, &[List::RequestSignature]);
    let result = steps(&mut walk, request, policy, keys);
    walk.finish(result)
}

fn steps<K: KeySource>(
    walk: &mut Walk,
    request: &Request,
    policy: &Policy<'_>,
    keys: &K,
) -> Result<Signed<K::Credential>, Stop> {
    let presented = headers(walk, request)?;
    coverage(walk, request, policy, &presented.input)?;
    let created = created(walk, policy, &presented.input)?;
    expires(walk, policy, &presented.input)?;
    scheme(walk, policy, &presented.key)?;
    let (signature_key, key, credential) = obtain(walk, &presented, keys)?;
    let (public_key, thumbprint) = algorithm(walk, &key)?;
    let refresh = || keys.refresh(&signature_key);
    valid(walk, request, policy, &presented, &public_key, refresh)?;
    digest(walk, request, &presented.input)?;
    Ok(Signed {
        credential,
        key,
        thumbprint,
        label: presented.label,
        components: presented.input.components().to_vec(),
        created,
    })
}

/// 1. Extract the three headers.
fn headers(walk: &mut Walk, request: &Request) -> Result<Presented, Stop> {
    for name in [SIGNATURE, SIGNATURE_INPUT, SIGNATURE_KEY] {
        walk.optional(name, request.headers.combined(name).as_deref());
    }
    match presented(request) {
        Ok(presented) => {
            walk.text("label", &presented.label);
            walk.pass(&SIGNATURE_HEADERS);
            Ok(presented)
        }
        Err(error) => {
            let fault = match error {
                FieldsError::Missing { .. } | FieldsError::NoCommonLabel => Fault::Missing,
                FieldsError::Unreadable { .. }
                | FieldsError::SignatureNotBytes
                | FieldsError::Input(_)
                | FieldsError::Key(_) => Fault::Malformed,
            };
            walk.text("problem", &error.to_string());
            Err(walk.fail(&SIGNATURE_HEADERS, fault))
        }
    }
}

fn presented(request: &Request) -> Result<Presented, FieldsError> {
    let fields = SignatureFields::parse(&request.headers)?;
    let label = fields.labels().next().ok_or(FieldsError::NoCommonLabel)?;
    let key = match fields.key(label) {
        Ok(key) => Ok(key),
        // The scheme is known, so this is judged where its parameters are read.
        Err(FieldsError::Key(error @ SignatureKeyError::Parameter { .. })) => Err(error),
        Err(error) => return Err(error),
    };
    Ok(Presented {
        label: label.to_owned(),
        input: fields.input(label)?,
        signature: fields.signature(label)?.to_vec(),
        key,
    })
}

/// 2. The signature covers the required components.
fn coverage(
    walk: &mut Walk,
    request: &Request,
    policy: &Policy<'_>,
    input: &SignatureInput,
) -> Result<(), Stop> {
    let required = policy.coverage.components(request);
    let covered = input.components();
    let missing = required.iter().filter(|name| !covered.contains(name));
    let missing: Vec<&str> = missing.map(Component::name).collect();
    let holds = missing.is_empty();
    walk.note(names("required", &required));
    walk.note(names("covered", covered));
    if !holds {
        walk.note(Evidence::list("not covered", missing));
    }
    walk.require(&SIGNATURE_COVERAGE, holds, Fault::CoverageIncomplete)
}

fn names(name: &'static str, components: &[Component]) -> Evidence {
    Evidence::list(name, components.iter().map(Component::name))
}

/// 3. `created` is there and within the window. Our choice: a missing or unreadable one is an
///    invalid signature, as an old one is.
fn created(
    walk: &mut Walk,
    policy: &Policy<'_>,
    input: &SignatureInput,
) -> Result<Timestamp, Stop> {
    let window = Span::from_s(policy.window_s);
    let now = Timestamp::from_unix_s(policy.now.unix_s());
    let created = input.created();
    if let Parameter::At(created) = created {
        walk.time("created", created);
    }
    walk.time("now", policy.now);
    walk.seconds("window", policy.window_s);
    let found = match created {
        Parameter::At(created) if now.since(created) > window => Err(Fault::CreatedTooOld),
        Parameter::At(created) if created.since(now) > window => Err(Fault::CreatedAhead),
        Parameter::At(created) => Ok(created),
        Parameter::Absent => {
            walk.note(Evidence::absent("created"));
            Err(Fault::Missing)
        }
        Parameter::Unreadable => {
            walk.text("Signature-Input", &input.to_value());
            Err(Fault::Malformed)
        }
    };
    walk.found(&SIGNATURE_CREATED, found)
}

/// `expires` is optional, and honoured when it is there.
fn expires(walk: &mut Walk, policy: &Policy<'_>, input: &SignatureInput) -> Result<(), Stop> {
    match input.expires() {
        Parameter::Absent => {
            walk.skip(&SIGNATURE_EXPIRES, "the signer set no expires");
            Ok(())
        }
        Parameter::Unreadable => {
            walk.text("Signature-Input", &input.to_value());
            Err(walk.fail(&SIGNATURE_EXPIRES, Fault::Malformed))
        }
        Parameter::At(expires) => {
            walk.time("expires", expires);
            walk.time("now", policy.now);
            let holds = expires.unix_s() >= policy.now.unix_s();
            walk.require(&SIGNATURE_EXPIRES, holds, Fault::SignatureExpired)
        }
    }
}

/// 4. The scheme is one that this server takes.
fn scheme(
    walk: &mut Walk,
    policy: &Policy<'_>,
    key: &Result<SignatureKey, SignatureKeyError>,
) -> Result<(), Stop> {
    let (scheme, name) = match key {
        Ok(key) => (key.scheme(), key.scheme_name()),
        Err(SignatureKeyError::Parameter { scheme, .. }) => (Some(*scheme), scheme.as_str()),
        Err(SignatureKeyError::NoScheme | SignatureKeyError::Unwritable { .. }) => (None, ""),
    };
    let holds = scheme.is_some_and(|scheme| policy.schemes.contains(&scheme));
    walk.text("scheme", name);
    let accepted = policy.schemes.iter().map(|scheme| scheme.as_str());
    walk.note(Evidence::list("accepted", accepted));
    walk.require(&SIGNATURE_SCHEME, holds, Fault::SchemeUnsupported)
}

/// 5. The public key, by its scheme.
fn obtain<K: KeySource>(
    walk: &mut Walk,
    presented: &Presented,
    keys: &K,
) -> Result<(SignatureKey, Jwk, K::Credential), Stop> {
    let rule = &SIGNATURE_KEY_RULE;
    let signature_key = match &presented.key {
        Ok(key) => key.clone(),
        Err(error) => {
            walk.text("problem", &error.to_string());
            return Err(walk.fail(rule, Fault::KeyMalformed));
        }
    };
    walk.text("scheme", signature_key.scheme_name());
    if let Some(keyid) = presented.input.keyid() {
        walk.text("keyid, not used", keyid);
    }
    let (key, credential) = match keys.obtain(&signature_key, walk) {
        Obtained::ByToken { report, result } => {
            if let Ok((key, _)) = &result {
                note_thumbprint(walk, key);
            }
            walk.nest(rule, (report, result))?
        }
        Obtained::ByLookup(Ok((key, credential))) => {
            note_thumbprint(walk, &key);
            walk.pass(rule);
            (key, credential)
        }
        Obtained::ByLookup(Err(KeyMiss::Needs(key))) => return Err(Stop::Needs(key)),
        Obtained::ByLookup(Err(KeyMiss::Fault(fault))) => return Err(walk.fail(rule, fault)),
    };
    Ok((signature_key, key, credential))
}

fn note_thumbprint(walk: &mut Walk, key: &Jwk) {
    walk.optional("thumbprint of the key", key.thumbprint().ok().as_deref());
}

/// 6. The algorithm, by the key's own `alg`.
fn algorithm(walk: &mut Walk, key: &Jwk) -> Result<(PublicKey, String), Stop> {
    walk.optional("alg", key.alg());
    walk.text("kty", key.kty());
    walk.optional("crv", key.crv());
    let found = match (key.public_key(), key.thumbprint()) {
        (Ok(public_key), Ok(thumbprint)) => Ok((public_key, thumbprint)),
        (Err(error), _) | (Ok(_), Err(error)) => Err(error.fault()),
    };
    walk.found(&SIGNATURE_ALGORITHM, found)
}

/// 7. The signature over the signature base, made for this host.
fn valid(
    walk: &mut Walk,
    request: &Request,
    policy: &Policy<'_>,
    presented: &Presented,
    key: &PublicKey,
    refresh: impl Fn() -> Option<KeyRef>,
) -> Result<(), Stop> {
    walk.text(HOST, &request.target.authority);
    walk.text("own authority", policy.authority);
    if normal_authority(&request.target) != policy.authority {
        return Err(walk.fail(&SIGNATURE_VALID, Fault::AudienceMismatch));
    }
    let base = match SignatureBase::of(request, &presented.input) {
        Ok(base) => base.to_string(),
        Err(error) => {
            walk.text("problem", &error.to_string());
            return Err(walk.fail(&SIGNATURE_VALID, Fault::SignatureInvalid));
        }
    };
    walk.text("signature base", &base);
    let verified = key.verify(base.as_bytes(), &presented.signature);
    // The key may have been replaced since its set was fetched.
    if verified.is_err()
        && let Some(stale) = refresh()
    {
        return Err(Stop::Needs(Box::new(stale)));
    }
    let verified = verified.map_err(|error| error.fault());
    walk.found(&SIGNATURE_VALID, verified)
}

/// A covered digest is compared with the body. Our choice: after the signature, so that a changed
/// body and a changed header are told apart.
fn digest(walk: &mut Walk, request: &Request, input: &SignatureInput) -> Result<(), Stop> {
    let rule = &SIGNATURE_DIGEST;
    if !input
        .components()
        .contains(&Component::field(CONTENT_DIGEST))
    {
        walk.skip(rule, "the signature does not cover content-digest");
        return Ok(());
    }
    let field = request.headers.combined(CONTENT_DIGEST);
    walk.optional(CONTENT_DIGEST, field.as_deref());
    let computed = ContentDigest::of(request.body.bytes());
    match ContentDigest::parse(field.as_deref().unwrap_or_default()) {
        Ok(received) => {
            walk.text("digest of the body", &computed.to_field());
            let holds = received.compare(request.body.bytes()).is_ok();
            walk.require(rule, holds, Fault::DigestMismatch)
        }
        Err(error) => {
            walk.text("problem", &error.to_string());
            Err(walk.fail(rule, Fault::Malformed))
        }
    }
}
