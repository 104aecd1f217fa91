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
    let mut evidence: Vec<Evidence> = [SIGNATURE, SIGNATURE_INPUT, SIGNATURE_KEY]
        .into_iter()
        .map(|name| Evidence::optional(name, request.headers.combined(name).as_deref()))
        .collect();
    match presented(request) {
        Ok(presented) => {
            evidence.push(Evidence::text("label", presented.label.as_str()));
            walk.pass(&SIGNATURE_HEADERS, evidence);
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
            evidence.push(Evidence::text("problem", error.to_string()));
            Err(walk.fail(&SIGNATURE_HEADERS, fault, evidence))
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
    let mut evidence = vec![
        Evidence::list("required", required.iter().map(Component::name)),
        Evidence::list("covered", covered.iter().map(Component::name)),
    ];
    if !holds {
        evidence.push(Evidence::list("not covered", missing));
    }
    walk.require(
        &SIGNATURE_COVERAGE,
        holds,
        Fault::CoverageIncomplete,
        evidence,
    )
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
    let mut evidence = vec![
        Evidence::time("now", policy.now),
        Evidence::seconds("window", policy.window_s),
    ];
    let created = match input.created() {
        Parameter::At(created) => created,
        Parameter::Absent => {
            evidence.push(Evidence::absent("created"));
            return Err(walk.fail(&SIGNATURE_CREATED, Fault::Missing, evidence));
        }
        Parameter::Unreadable => {
            evidence.push(Evidence::text("Signature-Input", input.to_value()));
            return Err(walk.fail(&SIGNATURE_CREATED, Fault::Malformed, evidence));
        }
    };
    evidence.insert(0, Evidence::time("created", created));
    if now.since(created) > window {
        return Err(walk.fail(&SIGNATURE_CREATED, Fault::CreatedTooOld, evidence));
    }
    if created.since(now) > window {
        return Err(walk.fail(&SIGNATURE_CREATED, Fault::CreatedAhead, evidence));
    }
    walk.pass(&SIGNATURE_CREATED, evidence);
    Ok(created)
}

/// `expires` is optional, and honoured when it is there.
fn expires(walk: &mut Walk, policy: &Policy<'_>, input: &SignatureInput) -> Result<(), Stop> {
    match input.expires() {
        Parameter::Absent => {
            walk.skip(&SIGNATURE_EXPIRES, "the signer set no expires");
            Ok(())
        }
        Parameter::Unreadable => {
            let evidence = vec![Evidence::text("Signature-Input", input.to_value())];
            Err(walk.fail(&SIGNATURE_EXPIRES, Fault::Malformed, evidence))
        }
        Parameter::At(expires) => {
            let evidence = vec![
                Evidence::time("expires", expires),
                Evidence::time("now", policy.now),
            ];
            let holds = expires.unix_s() >= policy.now.unix_s();
            walk.require(&SIGNATURE_EXPIRES, holds, Fault::SignatureExpired, evidence)
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
    let evidence = vec![
        Evidence::text("scheme", name),
        Evidence::list(
            "accepted",
            policy.schemes.iter().map(|scheme| scheme.as_str()),
        ),
    ];
    walk.require(&SIGNATURE_SCHEME, holds, Fault::SchemeUnsupported, evidence)
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
            let evidence = vec![Evidence::text("problem", error.to_string())];
            return Err(walk.fail(rule, Fault::KeyMalformed, evidence));
        }
    };
    let mut evidence = vec![Evidence::text("scheme", signature_key.scheme_name())];
    if let Some(keyid) = presented.input.keyid() {
        evidence.push(Evidence::text("keyid, not used", keyid));
    }
    let (key, credential) = match keys.obtain(&signature_key) {
        Obtained::ByToken { report, result } => {
            if let Ok((key, _)) = &result {
                evidence.push(thumbprint_evidence(key));
            }
            walk.nest(rule, evidence, (report, result))?
        }
        Obtained::ByLookup {
            evidence: looked_up,
            result,
        } => {
            evidence.extend(looked_up);
            match result {
                Ok((key, credential)) => {
                    evidence.push(thumbprint_evidence(&key));
                    walk.pass(rule, evidence);
                    (key, credential)
                }
                Err(KeyMiss::Needs(key)) => return Err(Stop::Needs(key)),
                Err(KeyMiss::Fault(fault)) => return Err(walk.fail(rule, fault, evidence)),
            }
        }
    };
    Ok((signature_key, key, credential))
}

fn thumbprint_evidence(key: &Jwk) -> Evidence {
    Evidence::optional("thumbprint of the key", key.thumbprint().ok().as_deref())
}

/// 6. The algorithm, by the key's own `alg`.
fn algorithm(walk: &mut Walk, key: &Jwk) -> Result<(PublicKey, String), Stop> {
    let evidence = vec![
        Evidence::optional("alg", key.alg()),
        Evidence::text("kty", key.kty()),
        Evidence::optional("crv", key.crv()),
    ];
    match (key.public_key(), key.thumbprint()) {
        (Ok(public_key), Ok(thumbprint)) => {
            walk.pass(&SIGNATURE_ALGORITHM, evidence);
            Ok((public_key, thumbprint))
        }
        (Err(error), _) | (Ok(_), Err(error)) => {
            Err(walk.fail(&SIGNATURE_ALGORITHM, error.fault(), evidence))
        }
    }
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
    let mut evidence = vec![
        Evidence::text(HOST, request.target.authority.as_str()),
        Evidence::text("own authority", policy.authority),
    ];
    if normal_authority(&request.target) != policy.authority {
        return Err(walk.fail(&SIGNATURE_VALID, Fault::AudienceMismatch, evidence));
    }
    let base = match SignatureBase::of(request, &presented.input) {
        Ok(base) => base.to_string(),
        Err(error) => {
            evidence.push(Evidence::text("problem", error.to_string()));
            return Err(walk.fail(&SIGNATURE_VALID, Fault::SignatureInvalid, evidence));
        }
    };
    evidence.push(Evidence::text("signature base", base.as_str()));
    match key.verify(base.as_bytes(), &presented.signature) {
        Ok(()) => {
            walk.pass(&SIGNATURE_VALID, evidence);
            Ok(())
        }
        Err(error) => {
            // The key may have been replaced since its set was fetched.
            if let Some(stale) = refresh() {
                return Err(Stop::Needs(stale));
            }
            Err(walk.fail(&SIGNATURE_VALID, error.fault(), evidence))
        }
    }
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
    let mut evidence = vec![Evidence::optional(CONTENT_DIGEST, field.as_deref())];
    let computed = ContentDigest::of(request.body.bytes());
    match ContentDigest::parse(field.as_deref().unwrap_or_default()) {
        Ok(received) => {
            evidence.push(Evidence::text("digest of the body", computed.to_field()));
            let holds = received.compare(request.body.bytes()).is_ok();
            walk.require(rule, holds, Fault::DigestMismatch, evidence)
        }
        Err(error) => {
            evidence.push(Evidence::text("problem", error.to_string()));
            Err(walk.fail(rule, Fault::Malformed, evidence))
        }
    }
}
