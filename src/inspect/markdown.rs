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
    let mut line = Line::default();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (before, _) = text.split_at(text.len() - rest.len());
        let after = rest.get(c.len_utf8()..).unwrap_or_default();
        let taken = match c {
            '\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => {
                line.push(after.get(..1).unwrap_or_default());
                2
            }
            '`' => line.code(after),
            '[' => line.link(after),
            '*' | '_' => line.mark(c, before, after),
            _ => 0,
        };
        let (done, more) = rest.split_at(taken.max(c.len_utf8()));
        if taken == 0 {
            line.push(done);
        }
        rest = more;
    }
    line.finish()
}

/// A text in the reading: its pieces so far, and of each mark that may begin something its place
/// among them. A mark is text until the one that ends it is reached.
#[derive(Default)]
struct Line {
    spans: Vec<Span>,
    begun: Vec<(&'static str, usize)>,
}

impl Line {
    fn push(&mut self, text: &str) -> &mut Span {
        self.spans.push(Span {
            text: text.to_owned(),
            ..Span::default()
        });
        self.spans.last_mut().expect("it was just pushed")
    }

    /// How much of the text is a mark; 0 when it neither begins nor ends something.
    fn mark(&mut self, c: char, before: &str, after: &str) -> usize {
        let before = before.trim_end_matches(c).chars().next_back();
        let next = after.trim_start_matches(c).chars().next();
        let (before, next) = (before.unwrap_or(' '), next.unwrap_or(' '));
        let is_underline = c == '_';
        if is_underline && is_of_a_word(before) && is_of_a_word(next) {
            return 0;
        }
        let (ends, begins) = (!before.is_ascii_whitespace(), !next.is_ascii_whitespace());
        if !is_underline && after.starts_with('*') && self.turn("**", ends, begins) {
            return 2;
        }
        let mark = if is_underline { "_" } else { "*" };
        usize::from(self.turn(mark, ends, begins))
    }

    /// Ends what the last mark of the same kind began, or else begins something.
    fn turn(&mut self, mark: &'static str, ends: bool, begins: bool) -> bool {
        let len = self.spans.len();
        let mut begun = self.begun.iter();
        let last = begun.rposition(|(begun, at)| ends && *begun == mark && at + 1 < len);
        if let Some(last) = last {
            let (_, at) = self.begun.remove(last);
            let mut spans = self.spans.iter_mut().skip(at);
            spans
                .next()
                .expect("a mark is among the pieces")
                .text
                .clear();
            for span in spans {
                span.style.strong |= mark == "**";
                span.style.emphasis |= mark != "**";
            }
        } else if begins {
            self.begun.push((mark, len));
            self.push(mark);
        }
        last.is_some() || begins
    }

    /// How much of the text is code, its marks included; 0 when it does not end.
    fn code(&mut self, after: &str) -> usize {
        match after.split_once('`') {
            Some((text, _)) if !text.is_empty() => {
                self.push(text).style.code = true;
                text.len() + 2
            }
            Some(_) | None => 0,
        }
    }

    /// How much of the text is a link, its marks included; 0 when it is none that may be shown as
    /// one.
    fn link(&mut self, after: &str) -> usize {
        let Some((text, target)) = after.split_once("](") else {
            return 0;
        };
        let Some((target, _)) = target.split_once(')') else {
            return 0;
        };
        let is_plain = !text.is_empty() && !text.contains(['[', ']', '\n']);
        let known = SCHEMES.iter().any(|scheme| {
            let start = target.get(..scheme.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
        });
        let is_url = target.bytes().all(|byte| byte.is_ascii_graphic());
        if !known || !is_plain || !is_url {
            return 0;
        }
        self.push(text).link = Some(target.to_owned());
        text.len() + target.len() + 4
    }

    /// The pieces: those that are set alike are one.
    fn finish(self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for span in self.spans {
            match spans.last_mut() {
                Some(last)
                    if last.style == span.style && last.link.is_none() && span.link.is_none() =>
                {
                    last.text.push_str(&span.text);
                }
                Some(_) | None if span.text.is_empty() => {}
                Some(_) | None => spans.push(span),
            }
        }
        spans
    }
}

/// Our choice: whatever is not ASCII is taken for a letter.
const fn is_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii()
}
