//! The Markdown of questions, answers and reasons, as far as it is shown: paragraphs, lists, bold,
//! italics, code and links. Everything else stays the text that it is.
//!
//! Our choice: a subset of our own. The texts are short, a whole parser of CommonMark would weigh as
//! much as a third of the page, and what is not read here cannot do harm: there is no HTML, no image,
//! and no link but to `https`, `http` and `mailto`. A link whose host is hard to tell stays text, as every
//! other one does, with its target: where something or nothing stands before the host
//! (`https://a.example@b.example`, `https:///b.example`), or a `\` is in it.

/// A paragraph, an item of a list, or a line that begins with a number, which it keeps.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Block {
    /// Whether it is an item of a list that has no numbers.
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

impl Span {
    /// Where it leads, when its text does not say so itself.
    #[must_use]
    pub fn untold_target(&self) -> Option<&str> {
        self.link.as_deref().filter(|target| *target != self.text)
    }
}

/// The schemes that a link may have.
const SCHEMES: &[&str] = &["https://", "http://", "mailto:"];

/// Reads a text. It never fails: what makes no sense as Markdown is text.
#[must_use]
pub fn markdown(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut paragraph = String::new();
    // Other characters that are no letters, at the ends of a line, stay: they are shown.
    for line in text.lines().map(|line| line.trim_matches([' ', '\t'])) {
        let item = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "));
        let is_numbered = is_numbered(line);
        if line.is_empty() || item.is_some() || is_numbered {
            end_block(&mut blocks, &mut paragraph, false);
        }
        if !paragraph.is_empty() {
            paragraph.push('\n');
        }
        paragraph.push_str(item.unwrap_or(line));
        if item.is_some() || is_numbered {
            end_block(&mut blocks, &mut paragraph, item.is_some());
        }
    }
    end_block(&mut blocks, &mut paragraph, false);
    blocks
}

fn end_block(blocks: &mut Vec<Block>, text: &mut String, is_item: bool) {
    if !text.is_empty() {
        let spans = spans(text);
        blocks.push(Block { is_item, spans });
        text.clear();
    }
}

/// Whether the line begins as `12. `.
fn is_numbered(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    digits.len() < line.len() && digits.starts_with(". ")
}

fn spans(text: &str) -> Vec<Span> {
    let mut line = Line {
        text,
        ..Line::default()
    };
    let mut at = 0;
    while let Some(c) = line.part(at, text.len()).chars().next() {
        let after = at + c.len_utf8();
        let taken = match c {
            '\\' => line.escaped(after),
            '`' => line.code(after),
            '[' => line.link(after),
            '*' | '_' => line.marks(c, at),
            _ => 0,
        };
        if taken == 0 {
            line.push_text(line.part(at, after));
        }
        at += taken.max(c.len_utf8());
    }
    line.finish()
}

/// The most looks ahead at a text, for each of its bytes.
const LOOKS_MAX: usize = 6;

/// A text in the reading: its pieces so far, and of each mark that may begin something its place
/// among them. A mark is text until the one that ends it is reached.
///
/// The time it takes grows as the text does, however hostile it is: what looks ahead stops at the
/// latest where the next one would begin, and `looks` counts it.
#[derive(Default)]
struct Line<'t> {
    text: &'t str,
    spans: Vec<Span>,
    /// Whether the last piece is text that goes on.
    is_text: bool,
    /// Of `**`, `*` and `_`.
    begun: [Vec<usize>; 3],
    /// From which piece to before which other one such a kind holds.
    held: Vec<(usize, usize, Kind)>,
    looks: usize,
}

/// A kind of mark: its place in [`MARKS`].
type Kind = usize;

const MARKS: [&str; 3] = ["**", "*", "_"];
const STRONG: Kind = 0;

impl<'t> Line<'t> {
    fn part(&self, from: usize, to: usize) -> &'t str {
        self.text.get(from..to).unwrap_or_default()
    }

    /// Where the first character that ends it stands, from there on; the end of the text when there
    /// is none. All that looks ahead does it here.
    fn until(&mut self, at: usize, ends: fn(char) -> bool) -> usize {
        let rest = self.part(at, self.text.len());
        let len = rest.find(ends).unwrap_or(rest.len());
        self.looks += len + 1;
        at + len
    }

    fn push(&mut self, text: &str) -> &mut Span {
        self.is_text = false;
        self.spans.push(Span {
            text: text.to_owned(),
            ..Span::default()
        });
        self.spans.last_mut().expect("it was just pushed")
    }

    fn push_text(&mut self, text: &str) {
        match self.spans.last_mut() {
            Some(last) if self.is_text => last.text.push_str(text),
            Some(_) | None => {
                self.push(text);
                self.is_text = true;
            }
        }
    }

    /// How much of the text is a sign that stands for itself, its mark included; 0 when it is none.
    fn escaped(&mut self, after: usize) -> usize {
        let sign = self.part(after, after + 1);
        if !sign.starts_with(|c: char| c.is_ascii_punctuation()) {
            return 0;
        }
        self.push_text(sign);
        2
    }

    /// Takes all marks in a row, and says how many they are.
    fn marks(&mut self, c: char, at: usize) -> usize {
        let is_underline = c == '_';
        let end = self.until(
            at,
            if is_underline {
                |c| c != '_'
            } else {
                |c| c != '*'
            },
        );
        let before = self.part(0, at).chars().next_back().unwrap_or(' ');
        let next = self
            .part(end, self.text.len())
            .chars()
            .next()
            .unwrap_or(' ');
        let in_a_word = is_underline && is_of_a_word(before) && is_of_a_word(next);
        let ends = !in_a_word && !before.is_ascii_whitespace();
        let begins = !in_a_word && !next.is_ascii_whitespace();
        let mut left = end - at;
        while left > 0 {
            if !is_underline && left > 1 && self.turn(STRONG, ends, begins) {
                left -= 1;
            } else if !self.turn(if is_underline { 2 } else { 1 }, ends, begins) {
                self.push_text(self.part(at, at + 1));
            }
            left -= 1;
        }
        end - at
    }

    /// Ends what the last mark of the same kind began, or else begins something.
    fn turn(&mut self, kind: Kind, ends: bool, begins: bool) -> bool {
        let len = self.spans.len();
        let (Some(begun), Some(mark)) = (self.begun.get_mut(kind), MARKS.get(kind)) else {
            return false;
        };
        // Only the last of them can have nothing after it yet.
        let mut latest = begun.iter().enumerate().rev().take(2);
        let last = latest.find(|(_, at)| ends && **at + 1 < len);
        let last = last.map(|(last, _)| last);
        if let Some(last) = last {
            let from = begun.remove(last);
            self.held.push((from, len, kind));
            self.is_text = false;
        } else if begins {
            begun.push(len);
            self.push(mark);
        }
        last.is_some() || begins
    }

    /// How much of the text is code, its marks included; 0 when it does not end.
    fn code(&mut self, at: usize) -> usize {
        let end = self.until(at, |c| c == '`');
        if end == at || end == self.text.len() {
            return 0;
        }
        self.push(self.part(at, end)).style.code = true;
        end - at + 2
    }

    /// How much of the text is a link, its marks included; 0 when it is none that may be shown as
    /// one.
    fn link(&mut self, at: usize) -> usize {
        let end = self.until(at, |c| matches!(c, '[' | ']' | '\n'));
        if end == at || self.part(end, end + 2) != "](" {
            return 0;
        }
        let from = end + 2;
        let to = self.until(from, |c| {
            matches!(c, '[' | ')' | '\\') || !c.is_ascii_graphic()
        });
        let target = self.part(from, to);
        if self.part(to, to + 1) != ")" || !leads_where_it_says(target) {
            return 0;
        }
        self.push(self.part(at, end)).link = Some(target.to_owned());
        to - at + 2
    }

    /// The pieces: those that are set alike are one.
    fn finish(self) -> Vec<Span> {
        debug_assert!(
            self.looks <= LOOKS_MAX * self.text.len(),
            "{} looks ahead at {} bytes",
            self.looks,
            self.text.len()
        );
        // How often bold and italics begin less how often they end, before each piece.
        let mut turns = vec![(0, 0); self.spans.len() + 1];
        let mut spans = self.spans;
        for (from, to, kind) in self.held {
            if let Some(mark) = spans.get_mut(from) {
                mark.text.clear();
            }
            for (at, by) in [(from, 1), (to, -1)] {
                match turns.get_mut(at) {
                    Some((strong, _)) if kind == STRONG => *strong += by,
                    Some((_, emphasis)) => *emphasis += by,
                    None => {}
                }
            }
        }
        let mut alike: Vec<Span> = Vec::new();
        let (mut strong, mut emphasis) = (0, 0);
        for (mut span, turn) in spans.into_iter().zip(turns) {
            strong += turn.0;
            emphasis += turn.1;
            span.style.strong = strong > 0;
            span.style.emphasis = emphasis > 0;
            match alike.last_mut() {
                Some(last)
                    if last.style == span.style && last.link.is_none() && span.link.is_none() =>
                {
                    last.text.push_str(&span.text);
                }
                Some(_) | None if span.text.is_empty() => {}
                Some(_) | None => alike.push(span),
            }
        }
        alike
    }
}

/// Whether a link may have that target: one of the schemes, and a host that nothing hides.
fn leads_where_it_says(target: &str) -> bool {
    let scheme = SCHEMES.iter().find(|scheme| {
        let start = target.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    let Some(scheme) = scheme else {
        return false;
    };
    let rest = target.get(scheme.len()..).unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    !scheme.ends_with("//") || !(host.is_empty() || host.contains('@'))
}

/// Our choice: whatever is not ASCII is taken for a letter.
const fn is_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || !c.is_ascii()
}
