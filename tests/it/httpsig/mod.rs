//! Signature bases and signatures against RFC 9421, and what the profile makes of them.

mod bases;
mod fields;
mod properties;

use aauth_sim::http::structured::Dictionary;
use aauth_sim::http::{Method, Request, Target};
use aauth_sim::httpsig::{InputError, SignatureInput, SignatureKey, SignatureKeyError};
use aauth_sim::jose::{SigningKey, base64url};
use serde_json::Value;

fn b26() -> Value {
    serde_json::from_str(include_str!("../../vectors/rfc9421-b26.json")).unwrap()
}

fn base_vectors() -> Value {
    serde_json::from_str(include_str!("../../vectors/rfc9421-base.json")).unwrap()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap()
}

fn lines(value: &Value) -> Vec<&str> {
    let lines = value.as_array().unwrap().iter();
    lines.map(|line| line.as_str().unwrap()).collect()
}

/// A request with exactly these headers.
fn request(url: &str, headers: &Value) -> Request {
    let mut request = Request::new(Method::Post, Target::parse(url).unwrap());
    request.headers.remove("Host");
    for header in headers.as_array().unwrap() {
        request
            .headers
            .push(header[0].as_str().unwrap(), header[1].as_str().unwrap());
    }
    request
}

fn b26_request() -> Request {
    let vector = b26();
    let mut request = request(text(&vector, "url"), &vector["headers"]);
    request.body = text(&vector, "body").to_owned().into();
    request
}

fn b26_key() -> SigningKey {
    let secret = base64url::decode(text(&b26()["key"], "d")).unwrap();
    SigningKey::from_secret(&secret.try_into().unwrap())
}

/// The only member of a `Signature-Input` value.
fn input(field: &str) -> Result<SignatureInput, InputError> {
    let dictionary = Dictionary::parse(field).unwrap();
    assert_eq!(dictionary.names().count(), 1);
    SignatureInput::of_member(dictionary.items().next().unwrap())
}

fn key(field: &str) -> Result<SignatureKey, SignatureKeyError> {
    let dictionary = Dictionary::parse(field).unwrap();
    SignatureKey::of_member(dictionary.items().next().unwrap())
}
