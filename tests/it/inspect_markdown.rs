//! The Markdown that is shown: what is read, and that nothing else comes of it.

use std::cell::Cell;

use aauth_sim::inspect::{Block, markdown};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::cases::cases;

/// `<b>` and the like stand for styles, `{target}` for a link.
fn line(block: &Block) -> String {
    let spans = block.spans.iter().map(|span| {
        let mut text = span.text.clone();
        for (on, tag) in [
            (span.style.code, "code"),
            (span.style.emphasis, "em"),
            (span.style.strong, "b"),
        ] {
            if on {
                text = format!("<{tag}>{text}</{tag}>");
            }
        }
        match &span.link {
            Some(target) => format!("{text}{{{target}}}"),
            None => text,
        }
    });
    let item = if block.is_item { "- " } else { "" };
    format!("{item}{}", spans.collect::<String>())
}

fn lines(text: &str) -> Vec<String> {
    markdown(text).iter().map(line).collect()
}

#[test]
fn styles_are_read() {
    for (text, expected) in [
        ("Prepare the **briefing**.", "Prepare the <b>briefing</b>."),
        ("*one* and _two_", "<em>one</em> and <em>two</em>"),
        ("**a *b* c**", "<b>a </b><b><em>b</em></b><b> c</b>"),
        ("call `a*b*c` now", "call <code>a*b*c</code> now"),
        (
            "see [this](https://a.example/b?c) or [mail](mailto:a@b.example)",
            "see this{https://a.example/b?c} or mail{mailto:a@b.example}",
        ),
        ("**[a](HTTPS://b)**", "<b>a</b>{HTTPS://b}"),
        ("***a***", "<b><em>a</em></b>"),
        ("*a **b*", "<em>a **b</em>"),
        ("*a *b*", "*a <em>b</em>"),
        ("**a _b** c", "<b>a _b</b> c"),
        ("*a**", "<em>a</em>*"),
        (
            "**a `b**` c** d",
            "<b>a </b><b><code>b**</code></b><b> c</b> d",
        ),
    ] {
        assert_eq!(lines(text), [expected], "{text}");
    }
}

#[test]
fn marks_that_are_none_are_text() {
    for text in [
        "snake_case_name",
        "2 * 3 * 4",
        "a ** b",
        "**never ended",
        "`never ended",
        "[no](link",
        "[no] (https://a.example)",
        "****",
        "``",
    ] {
        assert_eq!(lines(text), [text], "{text}");
    }
    for (text, expected) in [
        ("\\*not\\* \\`this\\`", "*not* `this`"),
        ("start **a `b**` c end", "start **a <code>b**</code> c end"),
        ("start *a \\* c", "start *a * c"),
        (
            "**a [b](https://a.example/**)",
            "**a b{https://a.example/**}",
        ),
        (
            "_a [b*](mailto:a@b_c.example)",
            "_a b*{mailto:a@b_c.example}",
        ),
        ("a ** b*", "a ** b*"),
    ] {
        assert_eq!(lines(text), [expected], "{text}");
    }
}

#[test]
fn paragraphs_and_lists_are_told_apart() {
    assert_eq!(
        lines("One\nline.\n\nTwo:\n- **a**\n* b\n12. c\nThree."),
        ["One\nline.", "Two:", "- <b>a</b>", "- b", "12. c", "Three."]
    );
    assert_eq!(lines(" \n\n"), Vec::<String>::new());
}

#[test]
fn hostile_text_stays_text() {
    for text in [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![a](https://a.example/pixel.png)",
        "[a](javascript:alert(1))",
        "[a](data:text/html,x)",
        "[a](//a.example)",
        "[a](/pending)",
        "[a](https://a.example/ \"title\")",
        "[a](java\nscript:x)",
        "[a](https://a.example@b.example/)",
        "[a](https:///b.example)",
        "[a](https://a.example\\b.example/)",
    ] {
        let blocks = markdown(text);
        let mut spans = blocks.iter().flat_map(|block| &block.spans);
        // An image is a link with a mark before it: nothing is loaded.
        let links = spans.any(|span| span.link.is_some());
        assert_eq!(links, text.starts_with('!'), "{text}");
    }
}

/// What a text that tries to get a link through is put together from.
const PIECES: &[&str] = &[
    "[a](",
    "javascript:",
    "JaVaScRiPt:",
    "data:",
    "https://",
    "HTTP://",
    "mailto:",
    "//",
    "a.example",
    "[",
    "](",
    "\t",
    "\n",
    ")",
    "\\",
    "`",
    "*",
    "**",
    "_",
    " ",
];

#[test]
fn only_three_schemes_are_links() {
    let pieces = prop::collection::vec(prop::sample::select(PIECES), 0..8);
    let pieces = pieces.prop_map(|pieces| pieces.concat());
    let texts = prop_oneof![
        pieces.clone(),
        (pieces.clone(), pieces).prop_map(|(before, target)| format!("{before}[a]({target})")),
    ];
    let seen = Cell::new(0);
    let checked = TestRunner::new(cases(4096)).run(&texts, |text| {
        for span in markdown(&text).into_iter().flat_map(|block| block.spans) {
            let Some(link) = span.link else {
                continue;
            };
            let link = link.to_ascii_lowercase();
            let known = ["https://", "http://", "mailto:"];
            prop_assert!(
                known.iter().any(|scheme| link.starts_with(scheme)),
                "{}",
                link
            );
            prop_assert!(!link.contains(char::is_whitespace), "{}", link);
            seen.set(seen.get() + 1);
        }
        Ok(())
    });
    checked.unwrap();
    assert!(seen.get() > 50, "{} links were seen", seen.get());
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn a_link_may_go_anywhere_only_over_three_schemes(scheme in "[a-zA-Z]{1,12}", rest in "\\PC{0,20}") {
        let text = format!("[a]({scheme}:{rest})");
        let blocks = markdown(&text);
        let linked = blocks.iter().flat_map(|block| &block.spans).any(|span| span.link.is_some());
        let scheme = scheme.to_ascii_lowercase();
        prop_assert!(!linked || ["https", "http", "mailto"].contains(&scheme.as_str()));
    }

    #[test]
    fn no_text_is_invented_and_none_panics(text in "\\PC{0,80}") {
        for block in markdown(&text) {
            for span in block.spans {
                prop_assert!(span.text.chars().all(|c| text.contains(c) || c == '\n'));
            }
        }
    }

    #[test]
    fn plain_words_stay_as_they_are(text in "[a-zA-Z,;:?! ]{1,60}") {
        let shown: Vec<String> = lines(&text);
        let trimmed = text.trim();
        let expected: Vec<&str> = if trimmed.is_empty() { vec![] } else { vec![trimmed] };
        prop_assert_eq!(shown, expected);
    }
}
