//! Signature bases and signatures against RFC 9421, and what the profile makes of them.

use aauth_sim::http::structured::{Dictionary, Item, Parameters, Value as FieldValue, parse_list};
use aauth_sim::http::{Method, Request, Target, fields};
use aauth_sim::httpsig::{
    BaseError, Component, ComponentError, Coverage, InputError, Parameter, Scheme, SignError,
    SignatureBase, SignatureErrorCode, SignatureFields, SignatureInput, SignatureKey,
    SignatureKeyError, SignatureRefusal, SignatureRefusalError, sign,
};
use aauth_sim::jose::{Algorithm, AlgorithmError, Jwk, JwkError, SigningKey, base64url};
use aauth_sim::time::Timestamp;
use proptest::prelude::*;
use serde_json::Value;
use sfv::{ListEntry, Parser, key_ref};

use crate::hollow::{hollow_key, hollow_token};
use crate::written::own;

fn b26() -> Value {
    serde_json::from_str(include_str!("../vectors/rfc9421-b26.json")).unwrap()
}

fn base_vectors() -> Value {
    serde_json::from_str(include_str!("../vectors/rfc9421-base.json")).unwrap()
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

#[test]
fn b26_has_the_base_and_the_signature_of_the_rfc() {
    let vector = b26();
    let field = text(&vector, "signature_input");
    let input = input(field).unwrap();
    assert_eq!(format!("sig-b26={}", input.to_value()), field);
    assert_eq!(input.keyid(), Some("test-key-ed25519"));

    let base = SignatureBase::of(&b26_request(), &input).unwrap();
    assert_eq!(
        base.lines()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>(),
        lines(&vector["base"])
    );
    assert_eq!(base.to_string(), lines(&vector["base"]).join("\n"));

    let signatures = Dictionary::parse(text(&vector, "signature")).unwrap();
    let signature = signatures.items().next().unwrap().bytes().unwrap();
    let base = base.to_string();
    let public = b26_key().public_key();
    assert_eq!(public.verify(base.as_bytes(), signature), Ok(()));
    assert_eq!(b26_key().sign(base.as_bytes())[..], *signature);
}

#[test]
fn the_profile_refuses_the_key_of_b26_for_it_names_no_algorithm() {
    let key = Jwk::parse(&own(&b26()["key"])).unwrap();
    assert!(key.is_same_key(&b26_key().public_jwk()));
    let missing = JwkError::Algorithm(AlgorithmError::Missing);
    assert_eq!(key.algorithm(), Err(missing));
    // With the old name of the HTTP registry it is refused as well.
    assert!(Algorithm::parse(Some("ed25519")).is_err());
}

#[test]
fn header_fields_are_combined_and_trimmed_as_in_section_2_1() {
    let vector = &base_vectors()["fields"];
    let request = request("https://www.example.com/", &vector["headers"]);
    let expected = lines(&vector["lines"]);
    let names: Vec<String> = expected
        .iter()
        .map(|line| line.split_once(": ").unwrap().0.to_owned())
        .collect();
    let input = input(&format!("sig=({})", names.join(" "))).unwrap();
    let base = SignatureBase::of(&request, &input).unwrap().to_string();
    let (covered, params) = base.rsplit_once('\n').unwrap();
    assert_eq!(covered, expected.join("\n"));
    assert_eq!(
        params,
        format!("\"@signature-params\": ({})", names.join(" "))
    );
}

#[test]
fn derived_components_are_those_of_section_2_2() {
    let vectors = base_vectors();
    for vector in vectors["derived"].as_array().unwrap() {
        let request = request(text(vector, "url"), &Value::Array(vec![]));
        for expected in lines(&vector["lines"]) {
            let (name, _) = expected.split_once(": ").unwrap();
            let input = input(&format!("sig=({name})")).unwrap();
            let base = SignatureBase::of(&request, &input).unwrap();
            assert_eq!(base.lines()[0].to_string(), expected);
        }
    }
    // The RFC's example of @scheme is over plain HTTP, which the model does not have.
    let input = input(r#"sig=("@scheme" "@authority" "@path")"#).unwrap();
    let mut request = request("https://x", &Value::Array(vec![]));
    request.target = Target {
        authority: "WWW.Example.com:443".to_owned(),
        path: String::new(),
        query: None,
    };
    assert_eq!(
        SignatureBase::of(&request, &input).unwrap().to_string(),
        "\"@scheme\": https\n\"@authority\": www.example.com\n\"@path\": /\n\
         \"@signature-params\": (\"@scheme\" \"@authority\" \"@path\")"
    );
}

#[test]
fn the_whole_base_is_that_of_section_2_5() {
    let vector = &base_vectors()["whole"];
    let input = input(&format!("sig1={}", text(vector, "params"))).unwrap();
    assert_eq!(
        input.created(),
        Parameter::At(Timestamp::from_unix_s(1_618_884_473))
    );
    let base = SignatureBase::of(&b26_request(), &input).unwrap();
    assert_eq!(base.to_string(), lines(&vector["base"]).join("\n"));
    assert_eq!(base.lines().last().unwrap().component, None);
}

#[test]
fn signature_parameters_keep_their_order_and_are_written_strictly() {
    let value = text(&base_vectors()["signature_params"], "value").to_owned();
    let parsed = input(&format!("sig1={value}")).unwrap();
    assert_eq!(parsed.to_value(), value);
    assert_eq!(
        parsed.parameter_names().collect::<Vec<_>>(),
        ["keyid", "alg", "created", "expires"]
    );
    assert_eq!(
        parsed.expires(),
        Parameter::At(Timestamp::from_unix_s(1_618_884_775))
    );
    let loose =
        input("sig1=(  \"@path\"   \"date\" );  created=007;nonce=\"a\\\\b\";x=?1").unwrap();
    assert_eq!(
        loose.to_value(),
        r#"("@path" "date");created=7;nonce="a\\b";x"#
    );
}

#[test]
fn a_component_that_is_not_understood_is_an_error() {
    let component = |item: &str| input(&format!("sig=({item})")).unwrap_err().to_string();
    let derived = |name: &str| ComponentError::DerivedUnknown {
        name: name.to_owned(),
    };
    for name in [
        "@status",
        "@query-param",
        "@signature-params",
        "@",
        "@Method",
    ] {
        assert_eq!(Component::parse(name), Err(derived(name)));
    }
    assert_eq!(
        component("\"Content-Type\""),
        "'Content-Type' is no header field name in lower case"
    );
    assert_eq!(
        component("\"\""),
        "'' is no header field name in lower case"
    );
    assert_eq!(
        component("date"),
        "a component identifier is a string, not date"
    );
    for parameter in ["sf", "key=\"a\"", "bs", "req", "tr"] {
        assert_eq!(
            component(&format!("\"example-dict\";{parameter}")),
            format!("the parameters of \"example-dict\";{parameter} are not supported")
        );
    }
    assert_eq!(
        component("\"date\" \"@path\" \"date\""),
        "date is covered twice"
    );
    assert_eq!(input("sig=1"), Err(InputError::NotAnInnerList));
}

#[test]
fn a_value_that_could_forge_a_line_has_no_base() {
    let cover = input(r#"sig=("x-note")"#).unwrap();
    let base = |value: &str| {
        let request = b26_request().with_header("X-Note", value);
        SignatureBase::of(&request, &cover)
    };
    let component = Component::parse("x-note").unwrap();
    for value in ["a\n\"@method\": GET", "a\rb", "é", "\u{7f}"] {
        let expected = Err(BaseError::Unsignable {
            component: component.clone(),
        });
        assert_eq!(base(value), expected, "{value:?}");
    }
    assert!(base("a\tb").is_ok());
    assert_eq!(
        SignatureBase::of(&b26_request(), &cover),
        Err(BaseError::Absent { component })
    );
}

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

#[test]
fn our_signatures_cover_what_the_draft_asks_for_and_say_only_created() {
    let target = Target::parse("https://ps.example/token").unwrap();
    let signature_key = SignatureKey::Jwt {
        jwt: "a.b.c".to_owned(),
    };
    let signed = |request: Request, coverage: &Coverage| {
        sign(
            request,
            &b26_key(),
            &signature_key,
            coverage,
            Timestamp::START,
        )
        .unwrap()
    };
    let covered = |request: &Request| {
        let input = request.headers.first("Signature-Input").unwrap();
        input.to_owned()
    };
    let post =
        Request::new(Method::Post, target.clone()).with_body("application/json", b"{}".to_vec());
    let to_ps = signed(post.clone(), &Coverage::with_body());
    assert_eq!(
        covered(&to_ps),
        "sig=(\"@method\" \"@authority\" \"@path\" \"content-type\" \"content-digest\" \
         \"signature-key\");created=1788253200"
    );
    assert_eq!(
        to_ps
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
        to_ps.headers.first(fields::CONTENT_DIGEST),
        Some("sha-256=:RBNvo1WzZ4oRRq0W9+hknpT7T8If536DEMBg9hyq/4o=:")
    );

    let plain = "sig=(\"@method\" \"@authority\" \"@path\" \"signature-key\");created=1788253200";
    assert_eq!(covered(&signed(post.clone(), &Coverage::base())), plain);
    let get = Request::new(Method::Get, target);
    assert_eq!(covered(&signed(get.clone(), &Coverage::with_body())), plain);

    // A session token is bound to the signature, and a resource may ask for more.
    let additional =
        ["@query", "content-digest", "signature-key"].map(|name| Component::parse(name).unwrap());
    let coverage = Coverage {
        body: false,
        additional: additional.to_vec(),
    };
    let with_session = post.with_header("Authorization", "AAuth session");
    assert_eq!(
        covered(&signed(with_session, &coverage)),
        "sig=(\"@method\" \"@authority\" \"@path\" \"authorization\" \"@query\" \
         \"content-digest\" \"signature-key\");created=1788253200"
    );
    let missing = Coverage {
        body: false,
        additional: vec![Component::parse("x-note").unwrap()],
    };
    assert!(matches!(
        sign(get, &b26_key(), &signature_key, &missing, Timestamp::START),
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

/// Text that often comes close to a structured field.
fn fieldish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("sig=".to_owned()),
        Just("jwt".to_owned()),
        Just(";jwt=\"".to_owned()),
        Just("(\"@path\" \"date\")".to_owned()),
        Just(";created=".to_owned()),
        Just("error=invalid_key".to_owned()),
        "[ -~]{0,4}",
        ".{0,2}",
    ];
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

/// The same as `sfv` collects it, with maps.
fn same_parameters(ours: &Parameters, theirs: &sfv::Parameters) -> bool {
    ours.iter()
        .eq(theirs.iter().map(|(name, value)| (&**name, value)))
}

fn same_item(ours: &Item, theirs: &sfv::Item) -> bool {
    ours.value == FieldValue::Bare(theirs.bare_item.clone())
        && same_parameters(&ours.parameters, &theirs.params)
}

fn same_entry(ours: &Item, theirs: &ListEntry) -> bool {
    match (&ours.value, theirs) {
        (FieldValue::Bare(_), ListEntry::Item(item)) => same_item(ours, item),
        (FieldValue::Inner(items), ListEntry::InnerList(list)) => {
            items.len() == list.items.len()
                && items
                    .iter()
                    .zip(&list.items)
                    .all(|(one, other)| same_item(one, other))
                && same_parameters(&ours.parameters, &list.params)
        }
        _ => false,
    }
}

proptest! {
    #![proptest_config(crate::cases::cases(64))]

    #[test]
    fn structured_fields_are_those_of_sfv(
        field in prop::collection::vec(
            prop::sample::select(&[
                "a", "b", "=", "=1", "=?0", "=\"x\"", "=:AA==:", "=tok", "=(", "x", " ", "\"y\"", ")", ";", ";a=2",
                ";b", ", ", ",", "(", "1.5",
            ][..]),
            0..10,
        )
        .prop_map(|pieces| pieces.concat())
    ) {
        let theirs: Result<sfv::Dictionary, _> = Parser::new(&field).parse();
        match (Dictionary::parse(&field), theirs) {
            (Ok(ours), Ok(theirs)) => {
                prop_assert!(ours.names().eq(theirs.keys().map(|name| name.as_str())), "{}", field);
                let entries = ours.items().zip(theirs.values());
                prop_assert!(entries.into_iter().all(|(one, other)| same_entry(one, other)), "{}", field);
            }
            (ours, theirs) => prop_assert!(ours.is_err() && theirs.is_err(), "{}", field),
        }
        let theirs: Result<sfv::List, _> = Parser::new(&field).parse();
        match (parse_list(&field), theirs) {
            (Ok(ours), Ok(theirs)) => {
                prop_assert_eq!(ours.len(), theirs.len());
                prop_assert!(ours.iter().zip(&theirs).all(|(one, other)| same_entry(one, other)), "{}", field);
            }
            (ours, theirs) => prop_assert!(ours.is_err() && theirs.is_err(), "{}", field),
        }
    }

    #[test]
    fn signature_keys_round_trip(id in "[ -~]{0,12}", dwk in "[ -~]{0,12}", kid in "[ -~]{0,12}") {
        for original in [
            SignatureKey::Jwt { jwt: id.clone() },
            SignatureKey::JwksUri { id: id.clone(), dwk: dwk.clone(), kid: kid.clone() },
        ] {
            let field = original.to_field(key_ref("sig")).unwrap();
            prop_assert_eq!(key(&field), Ok(original));
        }
    }

    #[test]
    fn signature_inputs_round_trip(
        names in prop::collection::btree_set("[a-z][a-z0-9-]{0,5}", 0..4),
        created_s in 0_u64..1_000_000_000_000,
    ) {
        let components = names.iter().map(|name| Component::parse(name).unwrap()).collect();
        let written = SignatureInput::new(components, Timestamp::from_unix_s(created_s)).unwrap();
        let read = input(&format!("sig={}", written.to_value())).unwrap();
        prop_assert_eq!(read.to_value(), written.to_value());
        prop_assert_eq!(read, written);
    }

    #[test]
    fn nothing_panics_on_any_field(a in fieldish(), b in fieldish(), c in fieldish()) {
        let request = b26_request()
            .with_header("Signature-Input", a.clone())
            .with_header("Signature", b)
            .with_header("Signature-Key", c);
        if let Ok(fields) = SignatureFields::parse(&request.headers) {
            for label in fields.labels().map(str::to_owned).collect::<Vec<_>>() {
                let _ = (fields.signature(&label), fields.key(&label));
                if let Ok(input) = fields.input(&label) {
                    let _ = SignatureBase::of(&request, &input);
                }
            }
        }
        let _ = (SignatureRefusal::parse(&a), Component::parse(&a));
    }
}
