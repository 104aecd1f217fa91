//! Each step of the verification of a signed request: it passes on an honest message, and it is the
//! one that fails when that one thing is broken.

mod behaviour;
mod broken;
mod properties;

use aauth_sim::check::rules::{List, Rule};
use aauth_sim::check::{Fault, KeyRef, Place, Rejection, Report, Stop, Subject, Verified, Walk};
use aauth_sim::http::{Method, Request, Response, Target};
use aauth_sim::httpsig::{
    Coverage, KeySource, Obtained, Policy, Scheme, SignatureKey, Signed, refusal, sign, verify,
};
use aauth_sim::jose::{Jwk, KeyMiss, SigningKey, base64url};
use aauth_sim::time::Timestamp;

use crate::hollow::hollow_token;
use crate::written::{own, theirs};

/// The list of which these tests hold that every row is broken by a case.
pub(crate) const LIST: List = List::RequestSignature;

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

    fn obtain(&self, _key: &SignatureKey, walk: &mut Walk) -> Obtained<&'static str> {
        let result = match self {
            Self::Published(jwk) | Self::Cached(jwk) => Ok((jwk.clone(), "the person server")),
            Self::NotFetched => Err(KeyMiss::Needs(Box::new(key_ref()))),
            Self::Failing(fault) => Err(KeyMiss::Fault(*fault)),
            Self::Token(broken) => return token_walk(*broken),
        };
        walk.text("kid", "key-1");
        Obtained::ByLookup(result)
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
        jwt: hollow_token(),
        place: Place::SignatureKey,
    };
    let lists = [List::Common, List::AgentToken, List::Metadata];
    let mut walk = Walk::new(subject, &lists);
    let mut result = Ok((ps_key().public_jwk(), "the agent"));
    for rule in lists.iter().flat_map(|list| list.rules()) {
        match broken {
            Some((bad, fault)) if bad == *rule => {
                result = Err(walk.fail(rule, fault));
                break;
            }
            Some(_) | None => walk.pass(rule),
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
        .with_body("application/json", br#"{"resource_token":"none"}"#.to_vec())
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
    let mut jwk = theirs(ps_key().public_jwk().to_json());
    match alg {
        Some(alg) => jwk["alg"] = alg.into(),
        None => {
            jwk.as_object_mut().unwrap().remove("alg");
        }
    }
    Keys::Published(Jwk::parse(&own(&jwk)).unwrap())
}
