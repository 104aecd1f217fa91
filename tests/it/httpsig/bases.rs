//! Signature bases, and the components that they are made of.

use aauth_sim::http::Target;
use aauth_sim::http::structured::Dictionary;
use aauth_sim::httpsig::{
    BaseError, Component, ComponentError, InputError, Parameter, SignatureBase,
};
use aauth_sim::jose::{Algorithm, AlgorithmError, Jwk, JwkError};
use aauth_sim::time::Timestamp;
use serde_json::Value;

use super::{b26, b26_key, b26_request, base_vectors, input, lines, request, text};
use crate::written::own;

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
