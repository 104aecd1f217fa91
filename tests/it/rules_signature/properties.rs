//! Whatever is covered cannot be changed, and whatever is not covered can.

use super::honest;
use aauth_sim::http::Headers;
use aauth_sim::httpsig::SignatureFields;
use proptest::prelude::*;

/// The text with one bit of one byte turned, still ASCII.
fn flipped(text: &str, at: prop::sample::Index, bit: u32) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = at.index(bytes.len());
    bytes[at] ^= 1 << bit;
    String::from_utf8(bytes).unwrap()
}

proptest! {
    #![proptest_config(crate::cases::cases(96))]

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
