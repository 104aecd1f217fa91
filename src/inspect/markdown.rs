//! The Markdown of questions, answers and reasons, as far as it is shown: paragraphs, lists, bold,
//! italics, code and links. Everything else stays the text that it is.
//!
//! Our choice: a subset of our own. The texts are short, a whole parser of CommonMark would weigh as
//! much as a third of the page, and what is not read here cannot do harm: there is no HTML, no image,
//! and no link but to `https`, `http` and `mailto`.

/// A paragraph or an item of a list.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Block {
    /// Whether it is an item of a list.
    pub is_item: bool,
    /// Its text, in pieces of one style each.
    pub spans: Vec<Span>,
}

/// A piece of text in one style.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// The text.
    pub text: String,
    /// How it is set.
    pub style: Style,
    /// Where it leads, when it is a link.
    pub link: Option<String>,
}

/// How a piece of text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Style {
    /// Bold.
    pub strong: bool,
    /// Italics.
    pub emphasis: bool,
    /// As code.
    pub code: bool,
}

/// The schemes that a link may have.
const SCHEMES: &[&str] = &["https://", "http://", "mailto:"];

/// Reads a text. It never fails: what makes no sense as Markdown is text.
#[must_use]
pub fn markdown(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut paragraph = String::new();
    for line in text.lines().map(str::trim) {
        let item = item(line);
        if line.is_empty() || item.is_some() {
            end_paragraph(&mut blocks, &mut paragraph);
        }
        if let Some(item) = item {
            blocks.push(Block {
                is_item: true,
                spans: spans(item),
            });
        } else if !line.is_empty() {
            if !paragraph.is_empty() {
                paragraph.push('\n');
            }
            paragraph.push_str(line);
        }
    }
    end_paragraph(&mut blocks, &mut paragraph);
    blocks
}

fn end_paragraph(blocks: &mut Vec<Block>, paragraph: &mut String) {
    if !paragraph.is_empty() {
        blocks.push(Block {
            is_item: false,
            spans: spans(paragraph),
        });
        paragraph.clear();
    }
}

/// The text of an item: what follows `- `, `* ` or `1. `.
fn item(line: &str) -> Option<&str> {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = (digits.len() < line.len()).then(|| digits.strip_prefix(". "));
    line.strip_prefix("- ")
        .or_else(|| line.strip_prefix("* "))
        .or(numbered.flatten())
}

fn spans(text: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut style = Style::default();
    let mut before = ' ';
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let next = after.chars().next().unwrap_or(' ');
        let taken = match c {
            '\\' if next.is_ascii_punctuation() => {
                push(&mut spans, style, after.get(..1).unwrap_or_default());
                2
            }
            '`' => code(&mut spans, style, after),
            '[' => link(&mut spans, style, after),
            '*' if next == '*' && can_turn(style.strong, before, after.get(1..), "**") => {
                style.strong = !style.strong;
                2
            }
            '*' | '_' if can_turn(style.emphasis, before, Some(after), mark(c)) => {
                style.emphasis = !style.emphasis;
                1
            }
            _ => 0,
        };
        let is_text = taken == 0;
        let (done, more) = rest.split_at(if is_text { c.len_utf8() } else { taken });
        if is_text {
            push(&mut spans, style, done);
        }
        before = done.chars().next_back().unwrap_or(' ');
        rest = more;
    }
    spans
}

/// Whether a mark begins or ends something: it begins before a word when there is another one to
/// end it, and it ends after one.
fn can_turn(is_on: bool, before: char, after: Option<&str>, mark: &str) -> bool {
    let after = after.unwrap_or_default();
    let next = after.chars().next().unwrap_or(' ');
    let joins_words = mark == "_" && is_of_a_word(before) && is_of_a_word(next);
    if joins_words {
        false
    } else if is_on {
        !before.is_ascii_whitespace()
    } else {
        let end = after.find(mark);
        !next.is_ascii_whitespace() && end.is_some_and(|end| end > 0)
    }
}

/// Our choice: whatever is not ASCII is taken for a letter.
const fn is_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii()
}

const fn mark(c: char) -> &'static str {
    if c == '_' { "_" } else { "*" }
}

/// Adds text to the last piece when it is set alike.
fn push(spans: &mut Vec<Span>, style: Style, text: &str) {
    match spans.last_mut() {
        Some(last) if last.style == style && last.link.is_none() => last.text.push_str(text),
        Some(_) | None => spans.push(Span {
            text: text.to_owned(),
            style,
            link: None,
        }),
    }
}

/// How much of the text is code, its marks included; 0 when it does not end.
fn code(spans: &mut Vec<Span>, style: Style, after: &str) -> usize {
    match after.split_once('`') {
        Some((text, _)) if !text.is_empty() => {
            let code = Style {
                code: true,
                ..style
            };
            push(spans, code, text);
            text.len() + 2
        }
        Some(_) | None => 0,
    }
}

/// How much of the text is a link, its marks included; 0 when it is none that may be shown as one.
fn link(spans: &mut Vec<Span>, style: Style, after: &str) -> usize {
    let Some((text, target)) = after.split_once("](") else {
        return 0;
    };
    let Some((target, _)) = target.split_once(')') else {
        return 0;
    };
    let is_plain = |text: &str, marks: &[char]| !text.is_empty() && !text.contains(marks);
    let known = SCHEMES.iter().any(|scheme| {
        let start = target.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let is_url = target.bytes().all(|byte| byte.is_ascii_graphic());
    if !known || !is_plain(text, &['[', ']', '\n']) || !is_url {
        return 0;
    }
    spans.push(Span {
        text: text.to_owned(),
        style,
        link: Some(target.to_owned()),
    });
    text.len() + target.len() + 4
}
