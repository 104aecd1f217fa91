//! One table row for each way to break one thing, and the step that must notice.

use std::collections::BTreeSet;

use super::{COVERED, Case, Keys, NOW, NOW_S, honest, with_alg};
use aauth_sim::check::rules::{self, Rule};
use aauth_sim::check::{Fault, Outcome};
use aauth_sim::http::Method;
use aauth_sim::httpsig::{Component, Scheme, SignatureErrorCode};
use aauth_sim::jose::{Jwk, SigningKey};
use aauth_sim::time::Span;
use serde_json::json;

use crate::written::own;

use crate::hollow::hollow_key;

struct Broken {
    what: &'static str,
    rule: &'static Rule,
    fault: Fault,
    code: SignatureErrorCode,
    tamper: fn(&mut Case),
}

macro_rules! broken {
    ($($rule:ident, $fault:ident, $code:ident: $what:literal => $tamper:expr;)+) => {
        &[$(Broken {
            what: $what,
            rule: &rules::$rule,
            fault: Fault::$fault,
            code: SignatureErrorCode::$code,
            tamper: $tamper,
        }),+]
    };
}

const BROKEN: &[Broken] = broken! {
    SIGNATURE_HEADERS, Missing, InvalidSignature: "no Signature" =>
        |case| case.request.headers.remove("Signature");
    SIGNATURE_HEADERS, Missing, InvalidSignature: "no Signature-Input" =>
        |case| case.request.headers.remove("Signature-Input");
    SIGNATURE_HEADERS, Missing, InvalidSignature: "no Signature-Key" =>
        |case| case.request.headers.remove("Signature-Key");
    SIGNATURE_HEADERS, Missing, InvalidSignature: "no label in all three" =>
        |case| case.set("Signature", "other=:AA==:");
    SIGNATURE_HEADERS, Malformed, InvalidSignature: "no dictionary" =>
        |case| case.set("Signature", "sig=:AA==");
    SIGNATURE_HEADERS, Malformed, InvalidSignature: "a signature that is no bytes" =>
        |case| case.set("Signature", "sig=\"AA==\"");
    SIGNATURE_HEADERS, Malformed, InvalidSignature: "a component nobody knows" =>
        |case| case.set("Signature-Input", "sig=(\"@everything\");created=1788253200");
    SIGNATURE_HEADERS, Malformed, InvalidSignature: "a component parameter" =>
        |case| case.set("Signature-Input", "sig=(\"@path\" \"date\";sf);created=1788253200");
    SIGNATURE_HEADERS, Malformed, InvalidSignature: "a component covered twice" =>
        |case| case.sign_as("sig", &format!("({COVERED} \"@path\");created={NOW_S}"));
    SIGNATURE_HEADERS, Malformed, InvalidSignature: "a key without a scheme" =>
        |case| case.set("Signature-Key", "sig=\"jwks_uri\"");

    SIGNATURE_COVERAGE, CoverageIncomplete, InvalidInput: "nothing covered" =>
        |case| case.sign_as("sig", &format!("();created={NOW_S}"));
    SIGNATURE_COVERAGE, CoverageIncomplete, InvalidInput: "the body not covered" =>
        |case| case.sign_as("sig", &format!(
            "(\"@method\" \"@authority\" \"@path\" \"signature-key\");created={NOW_S}"
        ));
    SIGNATURE_COVERAGE, CoverageIncomplete, InvalidInput: "an additional component missing" =>
        |case| case.coverage.additional.push(Component::Query);
    SIGNATURE_COVERAGE, CoverageIncomplete, InvalidInput: "a session token not covered" =>
        |case| case.request.headers.push("Authorization", "AAuth session");

    SIGNATURE_CREATED, Missing, InvalidSignature: "no created" =>
        |case| case.sign_with("");
    SIGNATURE_CREATED, Malformed, InvalidSignature: "created is no number" =>
        |case| case.sign_with(&format!(";created=\"{NOW_S}\""));
    SIGNATURE_CREATED, Malformed, InvalidSignature: "created before the epoch" =>
        |case| case.sign_with(";created=-1");
    SIGNATURE_CREATED, CreatedTooOld, InvalidSignature: "61 seconds late" =>
        |case| case.now = NOW + Span::from_s(61);
    SIGNATURE_CREATED, CreatedAhead, ClockSkew: "61 seconds early" =>
        |case| case.sign_with(&format!(";created={}", NOW_S + 61));

    SIGNATURE_EXPIRES, SignatureExpired, InvalidSignature: "expired" =>
        |case| case.sign_with(&format!(";created={NOW_S};expires={}", NOW_S - 1));
    SIGNATURE_EXPIRES, Malformed, InvalidSignature: "expires is no number" =>
        |case| case.sign_with(&format!(";created={NOW_S};expires=soon"));

    SIGNATURE_SCHEME, SchemeUnsupported, UnsupportedScheme: "the key itself" =>
        |case| case.set("Signature-Key", "sig=hwk;kty=\"OKP\";crv=\"Ed25519\";x=\"AA\"");
    SIGNATURE_SCHEME, SchemeUnsupported, UnsupportedScheme: "a token where a key set is taken" =>
        |case| case.set("Signature-Key", &hollow_key("sig"));
    SIGNATURE_SCHEME, SchemeUnsupported, UnsupportedScheme: "a known scheme that is not accepted" =>
        |case| case.schemes = &[Scheme::Jwt];

    SIGNATURE_KEY, KeyMalformed, InvalidKey: "no kid" =>
        |case| case.set(
            "Signature-Key",
            "sig=jwks_uri;id=\"https://ps.example\";dwk=\"aauth-person.json\"",
        );
    SIGNATURE_KEY, KeyMalformed, InvalidKey: "an unreadable key" =>
        |case| case.keys = Keys::Failing(Fault::KeyMalformed);
    SIGNATURE_KEY, KeyUnknown, UnknownKey: "an unknown kid" =>
        |case| case.keys = Keys::Failing(Fault::KeyUnknown);
    SIGNATURE_KEY, IssuerUnreachable, UnknownKey: "a server that cannot be reached" =>
        |case| case.keys = Keys::Failing(Fault::IssuerUnreachable);
    SIGNATURE_KEY, IssuerMissing, IssuerMissing: "metadata without issuer" =>
        |case| case.keys = Keys::Failing(Fault::IssuerMissing);
    SIGNATURE_KEY, IssuerMismatch, IssuerMismatch: "metadata of somebody else" =>
        |case| case.keys = Keys::Failing(Fault::IssuerMismatch);

    SIGNATURE_ALGORITHM, AlgorithmUnsupported, UnsupportedAlgorithm: "no alg in the key" =>
        |case| case.keys = with_alg(None);
    SIGNATURE_ALGORITHM, AlgorithmUnsupported, UnsupportedAlgorithm: "the polymorphic EdDSA" =>
        |case| case.keys = with_alg(Some("EdDSA"));
    SIGNATURE_ALGORITHM, AlgorithmUnsupported, UnsupportedAlgorithm: "none" =>
        |case| case.keys = with_alg(Some("none"));
    SIGNATURE_ALGORITHM, AlgorithmUnsupported, UnsupportedAlgorithm: "an algorithm of another kind" =>
        |case| case.keys = with_alg(Some("ES256"));
    SIGNATURE_ALGORITHM, KeyTypeDisagrees, InvalidKey: "a key type of another algorithm" =>
        |case| case.keys = Keys::Published(
            Jwk::parse(&own(&json!({"kty": "EC", "crv": "P-256", "x": "AA", "alg": "Ed25519"}))).unwrap(),
        );

    SIGNATURE_VALID, SignatureInvalid, InvalidSignature: "another method" =>
        |case| case.request.method = Method::Delete;
    SIGNATURE_VALID, SignatureInvalid, InvalidSignature: "another path" =>
        |case| case.request.target.path = "/admin".to_owned();
    SIGNATURE_VALID, SignatureInvalid, InvalidSignature: "another key of the signer" =>
        |case| case.keys = Keys::Published(SigningKey::from_secret(&[2; 32]).public_jwk());
    SIGNATURE_VALID, SignatureInvalid, InvalidSignature: "another content type" =>
        |case| case.set("Content-Type", "text/plain");
    SIGNATURE_VALID, SignatureInvalid, InvalidSignature: "a covered header gone" =>
        |case| case.request.headers.remove("Content-Digest");
    SIGNATURE_VALID, SignatureInvalid, InvalidSignature: "a parameter added" =>
        |case| case.set("Signature-Input", &format!("sig=({COVERED});created={NOW_S};tag=\"x\""));
    SIGNATURE_VALID, SignatureInvalid, InvalidSignature: "a signature of another length" =>
        |case| case.set("Signature", "sig=:AAAA:");
    SIGNATURE_VALID, AudienceMismatch, InvalidSignature: "a request signed for another host" =>
        |case| case.authority = "ps.example";

    SIGNATURE_DIGEST, DigestMismatch, InvalidSignature: "another body" =>
        |case| case.request.body = br#"{"resource_token":"e31"}"#.to_vec().into();
    SIGNATURE_DIGEST, DigestMismatch, InvalidSignature: "no body" =>
        |case| {
            case.request.body = vec![].into();
        };
    SIGNATURE_DIGEST, Malformed, InvalidSignature: "a digest that is not SHA-256" =>
        |case| {
            case.set("Content-Digest", "sha-512=:AAAA:");
            case.sign_with(&format!(";created={NOW_S}"));
        };
};

#[test]
fn every_step_fails_when_its_one_thing_is_broken() {
    for Broken {
        what,
        rule,
        fault,
        code,
        tamper,
    } in BROKEN
    {
        let mut case = honest();
        tamper(&mut case);
        let (report, rejection, response) = case.rejection();
        assert_eq!(
            (rejection.rule.id, rejection.fault),
            (rule.id, *fault),
            "{what}"
        );
        assert_eq!(SignatureErrorCode::of(&rejection), *code, "{what}");
        assert_eq!(response.status.0, 401, "{what}");
        assert!(response.body.is_empty(), "{what}");
        let error = response.headers.first("Signature-Error").unwrap();
        assert!(
            error.starts_with(&format!("error={code}")),
            "{what}: {error}"
        );

        // Nothing before it failed, and nothing after it was reached.
        let at = report
            .checks
            .iter()
            .position(|check| check.rule == *rule)
            .unwrap();
        for check in &report.checks[..at] {
            let passed = matches!(check.outcome, Outcome::Pass | Outcome::NotApplicable(_));
            assert!(passed, "{what}: {}", check.rule.id);
        }
        assert!(!report.checks[at].evidence.is_empty(), "{what}");
        for check in &report.checks[at + 1..] {
            assert_eq!(
                check.outcome,
                Outcome::NotReached,
                "{what}: {}",
                check.rule.id
            );
        }
    }
    let broken: BTreeSet<_> = BROKEN.iter().map(|case| case.rule.id).collect();
    let all: BTreeSet<_> = super::LIST.rules().iter().map(|rule| rule.id).collect();
    assert_eq!(broken, all);
}
