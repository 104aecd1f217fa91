//! What a walk through a list does not let pass: each of these is a bug in a verifier, and panics.

use aauth_sim::check::rules::{
    List, METADATA_ISSUER, METADATA_JWKS_URI, METADATA_MEMBERS, METADATA_ORIGIN,
};
use aauth_sim::check::{Fault, KeyRef, Outcome, Stop, Subject, Walk};

fn walk() -> Walk {
    let subject = Subject::Metadata {
        issuer: "https://ps.example".to_owned(),
    };
    Walk::new(subject, &[List::Metadata])
}

fn walked() -> Walk {
    let mut walk = walk();
    walk.pass(&METADATA_ISSUER);
    walk.skip(&METADATA_ORIGIN, "it is not looked at");
    walk.pass(&METADATA_JWKS_URI);
    walk.text("members", "issuer jwks_uri");
    walk.pass(&METADATA_MEMBERS);
    walk
}

#[test]
fn a_value_goes_with_the_rule_that_is_recorded_next() {
    let (report, result) = walked().finish(Ok(7));
    assert_eq!(result.map(|verified| *verified.value()), Ok(7));
    let noted = report.checks.iter().map(|check| check.evidence.len());
    assert_eq!(noted.collect::<Vec<_>>(), [0, 0, 0, 1]);
}

#[test]
#[should_panic(expected = "a noted value goes with the rule that compares it")]
fn a_value_is_not_noted_for_a_rule_that_does_not_apply() {
    let mut walk = walk();
    walk.pass(&METADATA_ISSUER);
    walk.text("fetched from", "https://ps.example");
    walk.skip(&METADATA_ORIGIN, "it is not looked at");
}

#[test]
#[should_panic(expected = "a noted value goes with the rule that compares it")]
fn no_value_is_left_over_when_every_rule_is_recorded() {
    let mut walk = walked();
    walk.text("name", "Example");
    let _ = walk.finish(Ok(7));
}

#[test]
#[should_panic(expected = "a noted value goes with the rule that compares it")]
fn no_value_is_left_over_when_a_rule_is_broken() {
    let mut walk = walk();
    let stop = walk.fail(&METADATA_ISSUER, Fault::IssuerMissing);
    walk.text("fetched from", "https://ps.example");
    let _ = walk.finish::<u32>(Err(stop));
}

#[test]
#[should_panic(expected = "rules are walked in the draft's order")]
fn a_step_that_notes_and_does_not_record_gives_its_values_to_no_other() {
    let mut walk = walk();
    walk.text("issuer", "https://ps.example");
    walk.pass(&METADATA_ORIGIN);
}

/// It is walked again when the key is at hand.
#[test]
fn a_step_that_wants_a_key_may_have_noted_which() {
    let key = KeyRef {
        issuer: "https://ps.example".to_owned(),
        dwk: "aauth-person.json".to_owned(),
        kid: "key-1".to_owned(),
    };
    let mut walk = walk();
    walk.text("kid", "key-1");
    let (report, result) = walk.finish::<u32>(Err(Stop::Needs(Box::new(key.clone()))));
    assert_eq!(result, Err(Stop::Needs(Box::new(key))));
    for check in &report.checks {
        assert_eq!(check.outcome, Outcome::NotReached);
        assert!(check.evidence.is_empty());
    }
}
