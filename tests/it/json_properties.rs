//! That `serde_json` reads the same JSON.

use std::cell::Cell;

use aauth_sim::json::{Value as Own, parse};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use serde_json::Value;

use crate::cases::cases;
use crate::written::theirs;

/// Any value, as `serde_json` has it.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        ".{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z~/]{0,3}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// What is put into JSON texts, so that they are JSON still, or nearly.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\"\"",
    "\"a\":",
    "\"\\u0061\":",
    "\\",
    "\\u",
    "\\ud83d",
    "\\ude00",
    "0041",
    "\\n",
    "\n",
    "-",
    "0",
    "12",
    ".5",
    "e+1",
    "E",
    "true",
    "false",
    "null",
    " ",
    "\t",
    "a",
    "é",
    "/",
    "{\"a\":",
    "[[",
    "]]",
    "}}",
    "[1,{\"b\":2}]",
    ",\"b\":[",
    ",\"a\":{}",
    ",0",
    "[],",
    "\u{2028}",
    "\u{feff}",
];

/// A text from pieces, or one of a value in which some were put, or from which something was taken.
fn nearly_json() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(PIECES);
    let pieces = prop::collection::vec(piece.clone(), 0..10).prop_map(|pieces| pieces.concat());
    let edits = prop::collection::vec((any::<Index>(), prop::option::of(piece)), 0..3);
    let edited = (any_json(), edits).prop_map(|(value, edits)| {
        let mut chars: Vec<char> = value.to_string().chars().collect();
        for (at, piece) in edits {
            let at = at.index(chars.len() + 1);
            match piece {
                Some(piece) => drop(chars.splice(at..at, piece.chars())),
                None => drop(chars.drain(at..chars.len().min(at + 1))),
            }
        }
        chars.into_iter().collect()
    });
    prop_oneof![pieces, edited]
}

/// Whether both are one tree; of a member that is there twice, `serde_json` has the last.
fn same(ours: &Own, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Own::Null, Value::Null) => true,
        (Own::Bool(one), Value::Bool(other)) => one == other,
        (Own::Number(text), Value::Number(_)) => {
            serde_json::from_str::<Value>(text).is_ok_and(|number| number == *theirs)
        }
        (Own::String(one), Value::String(other)) => one == other,
        (Own::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len()
                && ours.iter().zip(theirs).all(|(one, other)| same(one, other))
        }
        (Own::Object(ours), Value::Object(theirs)) => {
            let there = |(name, other): (&String, &Value)| {
                ours.get(name).is_some_and(|one| same(one, other))
            };
            theirs.iter().all(there) && ours.names().all(|name| theirs.contains_key(name))
        }
        _ => false,
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

#[test]
fn it_takes_what_serde_json_takes_and_reads_the_same_tree() {
    let (taken, nested, refused) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let count = |counter: &Cell<u32>, one: bool| counter.set(counter.get() + u32::from(one));
    let checked = TestRunner::new(cases(4096)).run(&nearly_json(), |text| {
        let theirs = serde_json::from_str::<Value>(&text);
        // A number is its text here, however great it is.
        prop_assume!(
            !theirs
                .as_ref()
                .is_err_and(|error| error.to_string().contains("range"))
        );
        match (parse(&text), theirs) {
            (Ok(ours), Ok(theirs)) => {
                prop_assert!(same(&ours, &theirs), "{}", text);
                prop_assert_eq!(ours.as_u64(), theirs.as_u64(), "{}", text);
                count(&taken, true);
                count(&nested, depth(&theirs) > 1);
            }
            (ours, theirs) => {
                prop_assert!(ours.is_err() && theirs.is_err(), "{}", text);
                count(&refused, true);
            }
        }
        Ok(())
    });
    checked.unwrap();
    let seen = [taken.get(), nested.get(), refused.get()];
    assert!(seen.iter().all(|seen| *seen > 200), "{seen:?}");
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn what_serde_json_writes_is_read_and_written_alike(value in any_json()) {
        let written = value.to_string();
        let read = parse(&written).unwrap();
        prop_assert!(same(&read, &value), "{}", written);
        prop_assert_eq!(read.to_string(), written);
        prop_assert_eq!(read.repeated(), Vec::<String>::new());
        prop_assert_eq!(theirs(read), value);
    }
}
