//! What a verifier accepts, what it says about it, and how it answers.

use super::{COVERED, Case, Keys, NOW, NOW_S, honest, key_ref, ps_key, with_alg};
use aauth_sim::check::rules::{self, List, Rule};
use aauth_sim::check::{Evidence, Fault, Outcome, Stop, Subject, Value};
use aauth_sim::http::Method;
use aauth_sim::httpsig::{Coverage, Policy, Scheme, SignatureErrorCode as Code, verify};
use aauth_sim::jose::SigningKey;
use aauth_sim::time::Span;

use crate::hollow::hollow_key;

#[test]
fn every_step_passes_on_an_honest_request() {
    let (report, result) = honest().verify();
    let signed = result.unwrap();
    assert_eq!(report.subject, Subject::RequestSignature);
    let walked: Vec<_> = report
        .checks
        .iter()
        .map(|check| (check.rule.id, check.outcome))
        .collect();
    let expected: Vec<_> = List::RequestSignature
        .rules()
        .iter()
        .map(|rule| match rule.id {
            "signature-expires" => (rule.id, Outcome::NotApplicable("the signer set no expires")),
            id => (id, Outcome::Pass),
        })
        .collect();
    assert_eq!(walked, expected);

    assert_eq!(signed.credential, "the person server");
    assert_eq!(signed.label, "sig");
    assert_eq!(signed.created, NOW);
    assert_eq!(
        signed.thumbprint,
        ps_key().public_jwk().thumbprint().unwrap()
    );
    let covered: Vec<String> = signed
        .components
        .iter()
        .map(|name| format!("\"{name}\""))
        .collect();
    assert_eq!(covered.join(" "), COVERED);
}

#[test]
fn each_required_component_is_required() {
    for name in COVERED.split(' ') {
        let mut case = honest();
        let others: Vec<_> = COVERED.split(' ').filter(|other| *other != name).collect();
        case.sign_as("sig", &format!("({});created={NOW_S}", others.join(" ")));
        let (_, rejection, response) = case.rejection();
        assert_eq!(rejection.rule, &rules::SIGNATURE_COVERAGE, "{name}");
        assert_eq!(
            response.headers.first("Signature-Error").unwrap(),
            format!("error=invalid_input, required_input=({COVERED})")
        );
    }
}

#[test]
fn a_refusal_says_what_would_be_accepted() {
    let header = |tamper: fn(&mut Case), name: &str| {
        let mut case = honest();
        tamper(&mut case);
        case.rejection().2.headers.first(name).map(str::to_owned)
    };
    assert_eq!(
        header(
            |case| case.schemes = &[Scheme::Jwt],
            "Accept-Signature-Scheme"
        ),
        Some("jwt".to_owned())
    );
    assert_eq!(
        header(
            |case| case.keys = with_alg(Some("EdDSA")),
            "Accept-Signature-Alg"
        ),
        Some("Ed25519".to_owned())
    );
    assert_eq!(
        header(
            |case| case.request.method = Method::Get,
            "Accept-Signature-Alg"
        ),
        None
    );
}

#[test]
fn a_signature_holds_for_the_whole_window_either_way() {
    for (late_s, early_s) in [(60, 0), (0, 60)] {
        let mut case = honest();
        case.now = NOW + Span::from_s(late_s);
        case.sign_with(&format!(";created={}", NOW_S + early_s));
        assert!(case.verify().1.is_ok(), "{late_s} late, {early_s} early");
    }
    let mut case = honest();
    case.now = NOW + Span::from_ms(60_999);
    assert!(
        case.verify().1.is_ok(),
        "created has no fractions of a second"
    );

    // A server may choose another window.
    let keys = &case.keys;
    case.now = NOW + Span::from_s(61);
    let wide = Policy {
        window_s: 300,
        ..case.policy()
    };
    assert!(verify(&case.request, &wide, keys).1.is_ok());
    let narrow = Policy {
        window_s: 30,
        now: NOW + Span::from_s(31),
        ..case.policy()
    };
    assert!(verify(&case.request, &narrow, keys).1.is_err());
}

#[test]
fn parameters_that_the_profile_does_not_use_decide_nothing() {
    let mut case = honest();
    case.sign_with(&format!(
        ";created={NOW_S};alg=\"rsa-pss-sha512\";keyid=\"somebody-else\";nonce=\"n\";expires={NOW_S}"
    ));
    let (report, result) = case.verify();
    assert_eq!(result.unwrap().key, ps_key().public_jwk());
    let key = report
        .checks
        .iter()
        .find(|check| check.rule == &rules::SIGNATURE_KEY)
        .unwrap();
    assert!(
        key.evidence
            .contains(&Evidence::text("keyid, not used", "somebody-else"))
    );
}

#[test]
fn the_label_means_nothing() {
    let mut case = honest();
    let key = case
        .request
        .headers
        .first("Signature-Key")
        .unwrap()
        .replacen("sig=", "x-1=", 1);
    case.set("Signature-Key", &key);
    case.sign_as("x-1", &format!("({COVERED});created={NOW_S}"));
    assert_eq!(case.verify().1.unwrap().label, "x-1");

    // Of several labels the one with a member in all three headers is verified.
    let input = case.request.headers.first("Signature-Input").unwrap();
    let input = format!("first=(\"@path\"), {input}, last=()");
    case.set("Signature-Input", &input);
    assert_eq!(case.verify().1.unwrap().label, "x-1");
}

#[test]
fn a_body_that_is_not_covered_is_not_compared() {
    let mut case = honest();
    case.coverage = Coverage::base();
    case.sign_as(
        "sig",
        &format!("(\"@method\" \"@authority\" \"@path\" \"signature-key\");created={NOW_S}"),
    );
    case.request.body = b"another body".to_vec().into();
    let (report, result) = case.verify();
    assert!(result.is_ok());
    let digest = report.checks.last().unwrap();
    assert_eq!(digest.rule, &rules::SIGNATURE_DIGEST);
    assert_eq!(
        digest.outcome,
        Outcome::NotApplicable("the signature does not cover content-digest")
    );
}

#[test]
fn a_key_that_is_not_at_hand_is_asked_for() {
    let mut case = honest();
    case.keys = Keys::NotFetched;
    let (report, result) = case.verify();
    assert_eq!(result, Err(Stop::Needs(Box::new(key_ref()))));
    let reached: Vec<_> = report.checks.iter().map(|check| check.outcome).collect();
    assert_eq!(reached[5..], [Outcome::NotReached; 4]);

    // A signature that fails under a cached key is a reason to fetch the set once more.
    case.keys = Keys::Cached(SigningKey::from_secret(&[2; 32]).public_jwk());
    assert_eq!(case.verify().1, Err(Stop::Needs(Box::new(key_ref()))));
    case.keys = Keys::Cached(ps_key().public_jwk());
    assert!(case.verify().1.is_ok());
}

/// The code for each rule of a token's own list, by how it is broken.
const CODES: &[(&Rule, Fault, Code)] = &[
    (&rules::TOKEN_TYPE, Fault::TypeUnexpected, Code::InvalidJwt),
    (&rules::TOKEN_TYPE, Fault::Malformed, Code::InvalidJwt),
    (
        &rules::TOKEN_ALGORITHM,
        Fault::AlgorithmUnsupported,
        Code::InvalidJwt,
    ),
    (&rules::TOKEN_DWK, Fault::Mismatch, Code::InvalidJwt),
    (&rules::TOKEN_ISSUER, Fault::Malformed, Code::InvalidJwt),
    (&rules::TOKEN_KEY, Fault::KeyUnknown, Code::UnknownKey),
    (&rules::TOKEN_KEY, Fault::KeyMalformed, Code::InvalidJwt),
    (&rules::TOKEN_KEY, Fault::KeyTypeDisagrees, Code::InvalidJwt),
    (
        &rules::TOKEN_KEY,
        Fault::IssuerUnreachable,
        Code::InvalidJwt,
    ),
    (&rules::TOKEN_KEY, Fault::IssuerMissing, Code::IssuerMissing),
    (
        &rules::TOKEN_KEY,
        Fault::IssuerMismatch,
        Code::IssuerMismatch,
    ),
    (
        &rules::TOKEN_SIGNATURE,
        Fault::SignatureInvalid,
        Code::InvalidJwt,
    ),
    (&rules::TOKEN_EXPIRY, Fault::Expired, Code::ExpiredJwt),
    (&rules::TOKEN_CLAIMS, Fault::Missing, Code::InvalidJwt),
    (&rules::TOKEN_ISSUED, Fault::IssuedAhead, Code::ClockSkew),
    (
        &rules::TOKEN_LIFETIME,
        Fault::LifetimeExceeded,
        Code::InvalidJwt,
    ),
    (
        &rules::AGENT_CONFIRMATION,
        Fault::KeyMalformed,
        Code::InvalidKey,
    ),
    (&rules::AGENT_CONFIRMATION, Fault::Missing, Code::InvalidJwt),
    (
        &rules::AGENT_CONFIRMATION,
        Fault::KeyMismatch,
        Code::InvalidJwt,
    ),
    (&rules::AGENT_IDENTIFIER, Fault::Malformed, Code::InvalidJwt),
];

#[test]
fn a_token_that_fails_its_own_list_decides_the_code() {
    let mut case = honest();
    case.schemes = &[Scheme::Jwt];
    case.set("Signature-Key", &hollow_key("sig"));
    case.sign_with(&format!(";created={NOW_S}"));
    case.keys = Keys::Token(None);
    let (report, result) = case.verify();
    assert_eq!(result.unwrap().credential, "the agent");
    let step = report
        .checks
        .iter()
        .find(|check| check.rule == &rules::SIGNATURE_KEY)
        .unwrap();
    assert!(step.inner.as_ref().unwrap().passed());

    for (rule, fault, code) in CODES {
        let (rule, fault, code) = (*rule, *fault, *code);
        case.keys = Keys::Token(Some((rule, fault)));
        let (report, rejection, _) = case.rejection();
        assert_eq!((rejection.rule, rejection.fault), (rule, fault));
        assert_eq!(Code::of(&rejection), code, "{} {fault:?}", rule.id);
        let (innermost, _) = report.first_failure().unwrap();
        assert_eq!(innermost.rule, rule);
    }
}

#[test]
fn the_evidence_holds_the_values_that_were_compared() {
    let (report, _) = honest().verify();
    let evidence = |id: &str, name: &str| -> Value {
        let check = report
            .checks
            .iter()
            .find(|check| check.rule.id == id)
            .unwrap();
        let found = check.evidence.iter().find(|evidence| evidence.name == name);
        found
            .unwrap_or_else(|| panic!("{id} has {name}"))
            .value
            .clone()
    };
    assert_eq!(evidence("signature-created", "created"), Value::Time(NOW));
    assert_eq!(evidence("signature-created", "window"), Value::Seconds(60));
    assert_eq!(
        evidence("signature-scheme", "scheme"),
        Value::Text("jwks_uri".to_owned())
    );
    let Value::List(covered) = evidence("signature-coverage", "covered") else {
        panic!("what is covered is a list")
    };
    assert_eq!(covered.len(), 6);
    let thumbprint = ps_key().public_jwk().thumbprint().unwrap();
    assert_eq!(
        evidence("signature-key", "thumbprint of the key"),
        Value::Text(thumbprint)
    );
    assert_eq!(
        evidence("signature-digest", "Content-Digest"),
        evidence("signature-digest", "digest of the body")
    );
}
