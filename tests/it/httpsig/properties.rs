//! Structured fields and signature fields on texts that are drawn.

use aauth_sim::http::structured::{Dictionary, Item, Parameters, Value as FieldValue, parse_list};
use aauth_sim::httpsig::{
    Component, SignatureBase, SignatureFields, SignatureInput, SignatureKey, SignatureRefusal,
};
use aauth_sim::time::Timestamp;
use proptest::prelude::*;
use sfv::{ListEntry, Parser, key_ref};

use super::{b26_request, input, key};

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
