//! Each step of the verification of a signed request: it passes on an honest message, and it is the
//! one that fails when that one thing is broken.

use std::collections::BTreeSet;

use aauth_sim::check::rules::{self, List, Rule};
use aauth_sim::check::{
    Evidence, Fault, KeyRef, Outcome, Place, Rejection, Report, Stop, Subject, Value, Verified,
    Walk,
};
use aauth_sim::http::{Headers, Method, Request, Response, Target};
use aauth_sim::httpsig::{
    Component, Coverage, KeySource, Obtained, Policy, Scheme, SignatureErrorCode, SignatureFields,
    SignatureKey, Signed, refusal, sign, verify,
};
use aauth_sim::jose::{Jwk, KeyMiss, SigningKey, base64url};
use aauth_sim::time::{Span, Timestamp};
use proptest::prelude::*;
use serde_json::json;

const NOW: Timestamp = Timestamp::START;
const NOW_S: u64 = NOW.unix_s();

/// The person server's key, which signs.
fn ps_key() -> SigningKey {
    SigningKey::from_secret(&[1; 32]).with_kid("key-1")
}

/// One message at one server.
struct Case {
    request: Request,
    authority: &'static str,
    schemes: &'static [Scheme],
    coverage: Coverage,
    now: Timestamp,
    keys: Keys,
}

/// What the access server knows about keys.
#[derive(Clone)]
enum Keys {
    /// `key-1` of the person server, under a name for whoever signs with it.
    Published(Jwk),
    /// The set has to be fetched.
    NotFetched,
    /// The lookup ends so.
    Failing(Fault),
    /// The token fails this rule of its list, or none.
    Token(Option<(&'static Rule, Fault)>),
    /// Found in a set that may be old.
    Cached(Jwk),
}

fn key_ref() -> KeyRef {
    KeyRef {
        issuer: "https://ps.example".to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: "key-1".to_owned(),
    }
}

impl KeySource for Keys {
    type Credential = &'static str;

    fn obtain(&self, _key: &SignatureKey) -> Obtained<&'static str> {
        let evidence = vec![Evidence::text("kid", "key-1")];
        let result = match self {
            Self::Published(jwk) | Self::Cached(jwk) => Ok((jwk.clone(), "the person server")),
            Self::NotFetched => Err(KeyMiss::Needs(key_ref())),
            Self::Failing(fault) => Err(KeyMiss::Fault(*fault)),
            Self::Token(broken) => return token_walk(*broken),
        };
        Obtained::ByLookup { evidence, result }
    }

    fn refresh(&self, _key: &SignatureKey) -> Option<KeyRef> {
        match self {
            Self::Cached(_) => Some(key_ref()),
            Self::Published(_) | Self::NotFetched | Self::Failing(_) | Self::Token(_) => None,
        }
    }
}

/// The walk of a token up to the rule that it breaks.
fn token_walk(broken: Option<(&'static Rule, Fault)>) -> Obtained<&'static str> {
    let subject = Subject::Token {
        jwt: "e30.e30.AA".to_owned(),
        place: Place::SignatureKey,
    };
    let lists = [List::Common, List::AgentToken, List::Metadata];
    let mut walk = Walk::new(subject, &lists);
    let mut result = Ok((ps_key().public_jwk(), "the agent"));
    for rule in lists.iter().flat_map(|list| list.rules()) {
        match broken {
            Some((bad, fault)) if bad == *rule => {
                result = Err(walk.fail(rule, fault, vec![]));
                break;
            }
            Some(_) | None => walk.pass(rule, vec![]),
        }
    }
    let (report, result) = walk.finish(result);
    Obtained::ByToken {
        report,
        result: result.map(Verified::into_value),
    }
}

/// The person server's token request, as the access server gets it.
fn honest() -> Case {
    let target = Target::parse("https://as.example/token?flow=1").unwrap();
    let request = Request::new(Method::Post, target)
        .with_body("application/json", br#"{"resource_token":"e30"}"#.to_vec())
        .with_header("Accept", "application/json");
    let signature_key = SignatureKey::JwksUri {
        id: "https://ps.example".to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: "key-1".to_owned(),
    };
    let coverage = Coverage::with_body();
    Case {
        request: sign(request, &ps_key(), &signature_key, &coverage, NOW).unwrap(),
        authority: "as.example",
        schemes: &[Scheme::JwksUri],
        coverage,
        now: NOW,
        keys: Keys::Published(ps_key().public_jwk()),
    }
}

type Outcomes = (Report, Result<Verified<Signed<&'static str>>, Stop>);

impl Case {
    fn policy(&self) -> Policy<'_> {
        Policy::new(
            self.authority,
            self.coverage.clone(),
            self.schemes,
            self.now,
        )
    }

    fn verify(&self) -> Outcomes {
        verify(&self.request, &self.policy(), &self.keys)
    }

    fn rejection(&self) -> (Report, Rejection, Response) {
        let (report, result) = self.verify();
        let Err(Stop::Rejected(rejection)) = result else {
            panic!("it should be refused: {report:#?}")
        };
        let response = refusal(&rejection, &self.policy(), &self.request);
        (report, rejection, response)
    }

    fn set(&mut self, name: &str, value: &str) {
        self.request.headers.set(name, value);
    }

    /// Signs again over exactly this `Signature-Input` member. The base is built here, line by
    /// line, and not by the code under test.
    fn sign_as(&mut self, label: &str, input: &str) {
        let (names, _) = input[1..].split_once(')').unwrap();
        let mut base = String::new();
        for name in names.split_whitespace() {
            let value = match name.trim_matches('"') {
                "@method" => "POST".to_owned(),
                "@authority" => self.request.target.authority.clone(),
                "@path" => self.request.target.path.clone(),
                field => self.request.headers.first(field).unwrap().to_owned(),
            };
            base.push_str(&format!("{name}: {value}\n"));
        }
        base.push_str(&format!("\"@signature-params\": {input}"));
        let signature = ps_key().sign(base.as_bytes());
        let encoded = base64url::encode(signature)
            .replace('-', "+")
            .replace('_', "/");
        self.set("Signature-Input", &format!("{label}={input}"));
        self.set("Signature", &format!("{label}=:{encoded}==:"));
    }

    /// Signs again with other parameters.
    fn sign_with(&mut self, parameters: &str) {
        self.sign_as("sig", &format!("({COVERED}){parameters}"));
    }
}

const COVERED: &str = "\"@method\" \"@authority\" \"@path\" \"content-type\" \"content-digest\" \
                       \"signature-key\"";

fn with_alg(alg: Option<&str>) -> Keys {
    let mut jwk = ps_key().public_jwk().to_value();
    match alg {
        Some(alg) => jwk["alg"] = alg.into(),
        None => {
            jwk.as_object_mut().unwrap().remove("alg");
        }
    }
    Keys::Published(Jwk::parse(&jwk).unwrap())
}

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
        |case| case.set("Signature-Key", "sig=jwt;jwt=\"e30.e30.AA\"");
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
            Jwk::parse(&json!({"kty": "EC", "crv": "P-256", "x": "AA", "alg": "Ed25519"})).unwrap(),
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
    let all: BTreeSet<_> = List::RequestSignature
        .rules()
        .iter()
        .map(|rule| rule.id)
        .collect();
    assert_eq!(broken, all);
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
    assert_eq!(result, Err(Stop::Needs(key_ref())));
    let reached: Vec<_> = report.checks.iter().map(|check| check.outcome).collect();
    assert_eq!(reached[5..], [Outcome::NotReached; 4]);

    // A signature that fails under a cached key is a reason to fetch the set once more.
    case.keys = Keys::Cached(SigningKey::from_secret(&[2; 32]).public_jwk());
    assert_eq!(case.verify().1, Err(Stop::Needs(key_ref())));
    case.keys = Keys::Cached(ps_key().public_jwk());
    assert!(case.verify().1.is_ok());
}

#[test]
fn a_token_that_fails_its_own_list_decides_the_code() {
    let mut case = honest();
    case.schemes = &[Scheme::Jwt];
    case.set("Signature-Key", "sig=jwt;jwt=\"e30.e30.AA\"");
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

    use SignatureErrorCode as Code;
    for (rule, fault, code) in [
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
    ] {
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

/// The text with one bit of one byte turned, still ASCII.
fn flipped(text: &str, at: prop::sample::Index, bit: u32) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = at.index(bytes.len());
    bytes[at] ^= 1 << bit;
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_changed_body_is_noticed(at: prop::sample::Index, bit in 0_u32..8) {
        let mut case = honest();
        let mut bytes = case.request.body.bytes().to_vec();
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        case.request.body = bytes.into();
        prop_assert!(case.verify().1.is_err());
    }

    #[test]
    fn a_changed_header_of_the_signature_is_noticed(
        name in prop::sample::select(&[
            "Content-Type", "Content-Digest", "Signature-Key", "Signature-Input", "Signature",
        ][..]),
        at: prop::sample::Index,
        bit in 0_u32..7,
    ) {
        let mut case = honest();
        let before = SignatureFields::parse(&case.request.headers).unwrap();
        let value = flipped(case.request.headers.first(name).unwrap(), at, bit);
        case.set(name, &value);
        let after = SignatureFields::parse(&case.request.headers);
        // The last character of the base64 has bits that belong to no byte.
        let same_bytes = name == "Signature" && after.is_ok_and(|after| after == before);
        prop_assert_eq!(case.verify().1.is_ok(), same_bytes, "{}: {}", name, value);
    }

    #[test]
    fn a_changed_request_line_is_noticed(path: bool, at: prop::sample::Index, bit in 0_u32..7) {
        let mut case = honest();
        let target = &mut case.request.target;
        let part = if path { &mut target.path } else { &mut target.authority };
        let changed = flipped(part, at, bit);
        // The host is compared without regard to case.
        let same = !path && changed.eq_ignore_ascii_case(part);
        *part = changed;
        prop_assert_eq!(case.verify().1.is_ok(), same);
    }

    #[test]
    fn what_is_not_covered_can_be_changed(accept in "[ -~]{0,12}", query in "[a-z=&]{0,8}") {
        let mut case = honest();
        case.set("Accept", &accept);
        case.set("X-Added", &accept);
        case.request.target.query = Some(query);
        prop_assert!(case.verify().1.is_ok());
    }

    #[test]
    fn no_header_makes_a_verifier_panic(a in "[ -~]{0,30}", b in ".{0,12}", cut in 0_usize..200) {
        for name in ["Signature-Key", "Signature-Input", "Signature", "Content-Digest"] {
            let mut case = honest();
            let value = case.request.headers.first(name).unwrap().to_owned();
            let kept: String = value.chars().take(cut).collect();
            case.set(name, &format!("{kept}{a}{b}"));
            let _ = case.verify();
            case.request.headers = Headers::default().with(name, a.clone());
            prop_assert!(case.verify().1.is_err());
        }
    }
}
