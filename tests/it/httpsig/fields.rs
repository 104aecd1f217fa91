//! The fields of a signature, read and written, and what our own signatures say.

use aauth_sim::http::{Method, Request, Target, fields};
use aauth_sim::httpsig::{
    BaseError, Component, Coverage, Scheme, SignError, SignatureErrorCode, SignatureKey,
    SignatureKeyError, SignatureRefusal, SignatureRefusalError, sign,
};
use aauth_sim::time::Timestamp;
use sfv::key_ref;

use super::{b26_key, key};
use crate::hollow::{hollow_key, hollow_token};

#[test]
fn signature_key_is_read_and_written() {
    let check = |field: &str, expected: SignatureKey| {
        assert_eq!(key(field), Ok(expected.clone()));
        assert_eq!(expected.to_field(key_ref("sig")).unwrap(), field);
    };
    check(
        &hollow_key("sig"),
        SignatureKey::Jwt {
            jwt: hollow_token(),
        },
    );
    // The example of the draft, #keying-material.
    check(
        r#"sig=jwks_uri;id="https://ps.example";dwk="aauth-person.json";kid="key-1""#,
        SignatureKey::JwksUri {
            id: "https://ps.example".to_owned(),
            dwk: "aauth-person.json".to_owned(),
            kid: "key-1".to_owned(),
        },
    );
    let unknown = key(r#"sig=hwk;kty="OKP";crv="Ed25519""#).unwrap();
    assert_eq!(unknown.scheme(), None);
    assert_eq!(unknown.scheme_name(), "hwk");

    assert_eq!(key(r#"sig="jwt""#), Err(SignatureKeyError::NoScheme));
    assert_eq!(key("sig=(jwt)"), Err(SignatureKeyError::NoScheme));
    let lacks = |scheme, name| Err(SignatureKeyError::Parameter { scheme, name });
    assert_eq!(key("sig=jwt"), lacks(Scheme::Jwt, "jwt"));
    assert_eq!(key("sig=jwt;jwt=token"), lacks(Scheme::Jwt, "jwt"));
    assert_eq!(
        key(r#"sig=jwks_uri;id="a";kid="b""#),
        lacks(Scheme::JwksUri, "dwk")
    );
    let value = "schlüssel".to_owned();
    assert_eq!(
        SignatureKey::Jwt { jwt: value.clone() }.to_field(key_ref("sig")),
        Err(SignatureKeyError::Unwritable { value })
    );
}

/// Signed with the key of the RFC, at the start of a run.
fn signed(request: Request, coverage: &Coverage) -> Result<Request, SignError> {
    let jwt = "a.b.c".to_owned();
    let signature_key = SignatureKey::Jwt { jwt };
    sign(
        request,
        &b26_key(),
        &signature_key,
        coverage,
        Timestamp::START,
    )
}

fn signature_input(request: Request, coverage: &Coverage) -> String {
    let signed = signed(request, coverage).unwrap();
    signed.headers.first("Signature-Input").unwrap().to_owned()
}

fn get() -> Request {
    Request::new(
        Method::Get,
        Target::parse("https://ps.example/token").unwrap(),
    )
}

fn post() -> Request {
    let target = get().target;
    Request::new(Method::Post, target).with_body("application/json", b"{}".to_vec())
}

#[test]
fn our_signatures_cover_what_the_draft_asks_for_and_say_only_created() {
    assert_eq!(
        signature_input(post(), &Coverage::with_body()),
        "sig=(\"@method\" \"@authority\" \"@path\" \"content-type\" \"content-digest\" \
         \"signature-key\");created=1788253200"
    );
    let signed = signed(post(), &Coverage::with_body()).unwrap();
    assert_eq!(
        signed
            .headers
            .iter()
            .map(|(name, _)| name)
            .collect::<Vec<_>>(),
        [
            "Host",
            "Content-Type",
            "Content-Digest",
            "Signature-Key",
            "Signature-Input",
            "Signature"
        ]
    );
    // hashlib: base64(sha256(b"{}"))
    assert_eq!(
        signed.headers.first(fields::CONTENT_DIGEST),
        Some("sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:")
    );

    let plain = "sig=(\"@method\" \"@authority\" \"@path\" \"signature-key\");created=1788253200";
    assert_eq!(signature_input(post(), &Coverage::base()), plain);
    assert_eq!(signature_input(get(), &Coverage::with_body()), plain);
}

/// A session token is bound to the signature, and a resource may ask for more.
#[test]
fn our_signatures_cover_what_is_asked_for_besides() {
    let additional =
        ["@query", "content-digest", "signature-key"].map(|name| Component::parse(name).unwrap());
    let coverage = Coverage {
        body: false,
        additional: additional.to_vec(),
    };
    let with_session = post().with_header("Authorization", "AAuth session");
    assert_eq!(
        signature_input(with_session, &coverage),
        "sig=(\"@method\" \"@authority\" \"@path\" \"authorization\" \"@query\" \
         \"content-digest\" \"signature-key\");created=1788253200"
    );
    let missing = Coverage {
        body: false,
        additional: vec![Component::parse("x-note").unwrap()],
    };
    assert!(matches!(
        signed(get(), &missing),
        Err(SignError::Base(BaseError::Absent { .. }))
    ));
}

#[test]
fn a_refusal_is_read_by_the_signer() {
    for code in SignatureErrorCode::ALL.iter().copied() {
        let response = code.response();
        let field = response.headers.first("Signature-Error").unwrap();
        assert_eq!(SignatureRefusal::parse(field).unwrap().code, code);
    }
    // The example of HTTP Signature Keys, invalid_input.
    let field = "error=invalid_input,\trequired_input=(\"@method\" \"@authority\" \"@path\" \
                 \"signature-key\" \"content-digest\")";
    assert_eq!(
        SignatureRefusal::parse(field).unwrap(),
        SignatureRefusal {
            code: SignatureErrorCode::InvalidInput,
            required_input: [
                "@method",
                "@authority",
                "@path",
                "signature-key",
                "content-digest"
            ]
            .map(str::to_owned)
            .to_vec(),
        }
    );
    let code = "bad_day".to_owned();
    assert_eq!(
        SignatureRefusal::parse("error=bad_day"),
        Err(SignatureRefusalError::CodeUnknown { code })
    );
    assert_eq!(
        SignatureRefusal::parse("error=\"invalid_key\""),
        Err(SignatureRefusalError::NoCode)
    );
    assert!(SignatureRefusal::parse("error=").is_err());
}
