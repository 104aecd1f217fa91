//! The reader of JSON: what it takes, and what it refuses.

use aauth_sim::json::{Value as Own, items, members, parse, parse_object};

/// How deep the reader goes.
const DEPTH_MAX: usize = 128;

/// The text as it is written again.
fn read(text: &str) -> Option<String> {
    Some(parse(text).ok()?.to_string())
}

#[test]
fn what_is_json_is_taken() {
    for (text, written) in [
        ("null", "null"),
        (" \t\r\n true \t\r\n ", "true"),
        ("[ ]", "[]"),
        ("{ }", "{}"),
        (
            r#"{ "a" : [ 1 , { } ] , "b" : "" }"#,
            r#"{"a":[1,{}],"b":""}"#,
        ),
        (r#"{"":{"":0}}"#, r#"{"":{"":0}}"#),
        ("-0", "-0"),
        ("0", "0"),
        ("-0.0e-0", "-0.0e-0"),
        ("1e400", "1e400"),
        ("1E+2", "1E+2"),
        ("100000000000000000000.50", "100000000000000000000.50"),
        (r#""\"\\\/\b\f\n\r\t""#, r#""\"\\/\b\f\n\r\t""#),
        (r#""\u0061\u00E9\u00e9""#, r#""aéé""#),
        (r#""\ud83d\ude00""#, r#""😀""#),
        (r#""\uFFFF""#, "\"\u{ffff}\""),
        (
            "\"\u{2028}\u{2029}\u{7f}\u{feff}\"",
            "\"\u{2028}\u{2029}\u{7f}\u{feff}\"",
        ),
        (r#"{"a":1,"\u0061":2}"#, r#"{"a":1,"a":2}"#),
    ] {
        assert_eq!(read(text).as_deref(), Some(written), "{text:?}");
    }
}

/// Texts that are not JSON, whoever reads them.
const REFUSED: &[&str] = &[
    "",
    " ",
    "\u{feff}1",
    "\u{2028}1",
    "\u{a0}1",
    "\u{b}1",
    "\u{c}1",
    "1\0",
    // Commas and colons.
    "[1,]",
    "[,1]",
    "[,]",
    "[1,,2]",
    "[1 2]",
    r#"{"a":1,}"#,
    r#"{,"a":1}"#,
    r#"{"a" 1}"#,
    r#"{"a":}"#,
    r#"{"a"}"#,
    r#"{"a":1:2}"#,
    "[1:2]",
    // Names.
    "{a:1}",
    "{1:1}",
    "{null:1}",
    "{'a':1}",
    r#"{["a"]:1}"#,
    // Brackets.
    "[",
    "]",
    "{",
    "}",
    "[}",
    "{]",
    "[[]",
    "[]]",
    r#"{"a":[}"#,
    r#"{"a":1]"#,
    // Numbers.
    "01",
    "-01",
    "00",
    "-",
    "+1",
    ".5",
    "1.",
    "1.e1",
    "1e",
    "1e+",
    "- 1",
    "0x1",
    "1_0",
    "NaN",
    "Infinity",
    "١",
    // Words.
    "nul",
    "nulll",
    "True",
    "undefined",
    "truefalse",
    // Strings.
    "\"",
    "\"a",
    "a\"",
    "'a'",
    r#""\""#,
    r#""\a""#,
    r#""\u""#,
    r#""\u12""#,
    r#""\u12g4""#,
    r#""\u+123""#,
    r#""\x41""#,
    r#""\U0041""#,
    // Halves of pairs.
    r#""\ud83d""#,
    r#""\ude00""#,
    r#""\ud83da""#,
    r#""\ud83d\n""#,
    r#""\ud83d\u0041""#,
    r#""\ud83d\ud83d""#,
    r#""\ude00\ud83d""#,
    // What comes after.
    "1 2",
    "{} {}",
    "[]x",
    "null,",
    "\"a\"\"b\"",
    "{}//",
    "1\u{feff}",
];

#[test]
fn what_is_no_json_is_refused() {
    for text in REFUSED {
        assert_eq!(read(text), None, "{text:?}");
        assert!(parse_object(text).is_err(), "{text:?}");
        assert!(members(text).is_err(), "{text:?}");
        assert!(items(text).is_err(), "{text:?}");
    }
}

#[test]
fn every_control_character_has_to_be_escaped() {
    for code in 0..0x20_u8 {
        let c = char::from(code);
        assert_eq!(read(&format!("\"{c}\"")), None, "{code:#04x}");
        assert_eq!(read(&format!("{{\"{c}\":1}}")), None, "{code:#04x}");
        let escaped = format!("\"\\u{code:04x}\"");
        let value = parse(&escaped).unwrap();
        assert_eq!(value, Own::from(c.to_string()));
        assert_eq!(parse(&value.to_string()), Ok(value), "{code:#04x}");
    }
}

#[test]
fn values_are_nested_so_deep_and_no_deeper() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let levels = open.matches(['[', '{']).count();
        let nested = |depth: usize| {
            let times = depth / levels;
            format!("{}0{}", open.repeat(times), close.repeat(times))
        };
        let deepest = nested(DEPTH_MAX);
        assert_eq!(read(&deepest), Some(deepest));
        assert_eq!(read(&nested(DEPTH_MAX + levels)), None);
        // So many would exhaust the stack of a reader that has no limit.
        assert_eq!(read(&nested(1_000_000)), None);
        assert_eq!(read(&open.repeat(1_000_000)), None);
    }
    // What stands side by side is not nested.
    let wide = format!("[{}0]", "[],".repeat(10 * DEPTH_MAX));
    assert_eq!(read(&wide), Some(wide));
    let beyond = format!("{}{}", "[".repeat(DEPTH_MAX + 1), "]".repeat(DEPTH_MAX + 1));
    assert!(items(&beyond).is_err());
}

#[test]
fn an_object_is_read_strictly() {
    for (text, problem) in [
        (r#"{"a":1,"a":1}"#, "the member /a appears more than once"),
        (
            r#"{"a":1,"\u0061":2}"#,
            "the member /a appears more than once",
        ),
        (
            r#"{"x":[0,{"a~/b":1,"a~/b":2}]}"#,
            "the member /x/1/a~0~1b appears more than once",
        ),
        (r#"{"":1,"":1}"#, "the member / appears more than once"),
        ("[]", "not a JSON object"),
        ("\"{}\"", "not a JSON object"),
        ("null", "not a JSON object"),
        ("", "not JSON: a value is missing after 0 bytes"),
        ("{} x", "not JSON: the end is missing after 3 bytes"),
    ] {
        assert_eq!(
            parse_object(text).unwrap_err().to_string(),
            problem,
            "{text}"
        );
    }
    for text in [r#"{"a":1,"A":1}"#, r#"{"a":{"a":1},"b":{"a":1}}"#] {
        assert!(parse_object(text).is_ok(), "{text}");
    }
}

#[test]
fn numbers_are_whole_only_when_they_are_written_so() {
    for (text, number) in [
        ("0", Some(0)),
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", None),
        ("1e400", None),
        ("1e2", None),
        ("1.0", None),
        ("-0", None),
        ("-1", None),
        ("\"1\"", None),
    ] {
        assert_eq!(parse(text).unwrap().as_u64(), number, "{text}");
    }
}

#[test]
fn members_and_items_are_cut_out_as_they_are_written() {
    assert_eq!(
        members(r#" { "a\"}b" : [1, 2] ,"\u0061":{"x" : "},"}, "a" :-0 } "#),
        Ok(vec![
            (r#""a\"}b""#, "[1, 2]"),
            (r#""\u0061""#, r#"{"x" : "},"}"#),
            (r#""a""#, "-0"),
        ])
    );
    assert_eq!(
        items(r#" [ "a,]\\" ,{"\"]" : [ ]},1e400 , "\u005d" ] "#),
        Ok(vec![
            r#""a,]\\""#,
            r#"{"\"]" : [ ]}"#,
            "1e400",
            r#""\u005d""#
        ])
    );
    assert_eq!(members("{}"), Ok(vec![]));
    assert_eq!(items(" [ ] "), Ok(vec![]));
    assert!(members("[]").is_err() && items("{}").is_err());
    assert!(members("{} {}").is_err() && items("[] ]").is_err());
}
