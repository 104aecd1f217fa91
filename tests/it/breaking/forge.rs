//! Tokens as their issuers would sign them if they said something else.

use aauth_sim::entropy::{Seed, draw};
use aauth_sim::jose::{SigningKey, base64url, sign};
use serde_json::{Value, json};

use crate::station::Station;
use crate::written::{own_object, theirs};

/// A server that is not in the cast. It publishes what each role needs, under one key.
pub(super) const OTHER: &str = "https://other.example";

/// The token with other claims, signed by its issuer: by the one it names in the end.
pub(super) fn reissued(jwt: &str, how: impl FnOnce(&mut Value)) -> String {
    let mut header = part(jwt, 0);
    let mut claims = part(jwt, 1);
    how(&mut claims);
    let (kid, key) = key_of(claims["iss"].as_str().expect("an issuer"));
    header["kid"] = kid.into();
    sign(&own_object(&header), &own_object(&claims), &key)
}

/// The token with other claims under the signature of the first.
pub(super) fn forged(jwt: &str, how: impl FnOnce(&mut Value)) -> String {
    let mut claims = part(jwt, 1);
    how(&mut claims);
    let mut parts: Vec<&str> = jwt.split('.').collect();
    let payload = base64url::encode(own_object(&claims).to_string());
    parts[1] = &payload;
    parts.join(".")
}

/// A claim of a token.
pub(super) fn claim(jwt: &str, name: &str) -> Value {
    part(jwt, 1)[name].clone()
}

/// The other server comes into being.
pub(super) fn publish_the_other_server(station: &mut Station) {
    let jwks_uri = format!("{OTHER}/jwks.json");
    let resource = json!({
        "issuer": OTHER,
        "jwks_uri": jwks_uri,
        "name": "Other Reports",
        "description": "Keeps reports, too.",
        "access_mode": "auth-token",
        "scope_descriptions": { "reports.read": "Read other reports" },
    });
    let person_server = json!({
        "issuer": OTHER,
        "jwks_uri": jwks_uri,
        "auth_token_endpoint": format!("{OTHER}/auth-token"),
        "person_token_endpoint": format!("{OTHER}/person-token"),
    });
    let (_, key) = key_of(OTHER);
    let keys = json!({ "keys": [theirs(key.public_jwk().to_json())] });
    station.publish(
        &format!("{OTHER}/.well-known/aauth-resource.json"),
        resource,
    );
    station.publish(
        &format!("{OTHER}/.well-known/aauth-person.json"),
        person_server,
    );
    station.publish(&jwks_uri, keys);
}

/// The key of an issuer with its name. Those of the cast are drawn from the seed.
fn key_of(issuer: &str) -> (&'static str, SigningKey) {
    let (party, kid) = match issuer {
        "https://agent.example" => ("agent-provider", "agent-provider-1"),
        "https://api.example" => ("resource", "resource-1"),
        "https://ps.example" => ("person-server", "person-server-1"),
        _ => ("other", "other-1"),
    };
    let secret = draw(&Seed::default(), party, "signing-key", 0);
    (kid, SigningKey::from_secret(&secret).with_kid(kid))
}

fn part(jwt: &str, at: usize) -> Value {
    let part = jwt.split('.').nth(at).expect("a token has three parts");
    let bytes = base64url::decode(part).expect("it is base64url");
    serde_json::from_slice(&bytes).expect("it is JSON")
}
