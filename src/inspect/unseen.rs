//! What a text hides, made visible: characters that show nothing, that turn the direction of what is
//! around them, or that pile up on a letter. The text itself stays as it is; only what is shown of it
//! says what is there.
//!
//! Our choice of what stays as it is, because it is seen in what it does: a joiner inside an emoji, or
//! between two letters of a script that needs it (Arabic to Sinhala); a variation selector right after
//! a pictograph, or inside a keycap; a space that is not the usual one between two characters that are
//! seen; and up to four marks on a letter. Tags are always shown, although a few flags are made of them:
//! they can spell whole sentences that nobody sees.

/// The most marks that are shown on one letter.
const MARKS_MAX: u32 = 4;

/// The most chips in a row: what follows them is counted.
const CHIPS_MAX: u32 = 12;

/// A piece of a text as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen<'t> {
    /// It shows what it is.
    Text(&'t str),
    /// In the place of what shows nothing.
    Chip {
        /// Which character, and how often: `U+202E`, `U+200B ×12`; or how many that are left out: `+37`.
        label: String,
        /// What it is: `right-to-left override`.
        name: &'static str,
    },
}

/// The name of a combining mark: none, for it is seen.
const MARK: &str = "";

/// The name of any space that is not the usual one.
const SPACE: &str = "unusual space";

/// Characters from the first to the last, in order: all that Unicode calls controls, format controls
/// that show nothing, default ignorables, separators and spaces, with what is blank besides; and the
/// marks that pile up.
const RANGES: &[(u32, u32, &str)] = &[
    (0x00, 0x08, "control character"),
    (0x0B, 0x1F, "control character"),
    (0x7F, 0x9F, "control character"),
    (0xA0, 0xA0, SPACE),
    (0xAD, 0xAD, "soft hyphen"),
    (0x300, 0x34E, MARK),
    (0x34F, 0x34F, "grapheme joiner"),
    (0x350, 0x36F, MARK),
    (0x483, 0x489, MARK),
    (0x591, 0x5BD, MARK),
    (0x5BF, 0x5C7, MARK),
    (0x610, 0x61A, MARK),
    (0x61C, 0x61C, "Arabic letter mark"),
    (0x64B, 0x65F, MARK),
    (0x670, 0x670, MARK),
    (0x6D6, 0x6DC, MARK),
    (0x6DF, 0x6E4, MARK),
    (0x6E7, 0x6ED, MARK),
    (0x711, 0x711, MARK),
    (0x730, 0x74A, MARK),
    (0x7A6, 0x7B0, MARK),
    (0x7EB, 0x7F3, MARK),
    (0x816, 0x82D, MARK),
    (0x898, 0x89F, MARK),
    (0x8CA, 0x8E1, MARK),
    (0x8E3, 0x902, MARK),
    (0x951, 0x957, MARK),
    (0xE31, 0xE31, MARK),
    (0xE34, 0xE3A, MARK),
    (0xE47, 0xE4E, MARK),
    (0xEB1, 0xEB1, MARK),
    (0xEB4, 0xEBC, MARK),
    (0xEC8, 0xECE, MARK),
    (0xF71, 0xF84, MARK),
    (0xF86, 0xFBC, MARK),
    (0x102D, 0x1037, MARK),
    (0x115F, 0x1160, "Hangul filler"),
    (0x135D, 0x135F, MARK),
    (0x1680, 0x1680, SPACE),
    (0x17B4, 0x17B5, "Khmer filler"),
    (0x17B7, 0x17D3, MARK),
    (0x180B, 0x180F, "Mongolian selector"),
    (0x1AB0, 0x1ACE, MARK),
    (0x1CD0, 0x1CF9, MARK),
    (0x1DC0, 0x1DFF, MARK),
    (0x2000, 0x200A, SPACE),
    (0x200B, 0x200B, "zero-width space"),
    (0x200C, 0x200C, "zero-width non-joiner"),
    (0x200D, 0x200D, "zero-width joiner"),
    (0x200E, 0x200E, "left-to-right mark"),
    (0x200F, 0x200F, "right-to-left mark"),
    (0x2028, 0x2028, "line separator"),
    (0x2029, 0x2029, "paragraph separator"),
    (0x202A, 0x202A, "left-to-right embedding"),
    (0x202B, 0x202B, "right-to-left embedding"),
    (0x202C, 0x202C, "end of an embedding or override"),
    (0x202D, 0x202D, "left-to-right override"),
    (0x202E, 0x202E, "right-to-left override"),
    (0x202F, 0x202F, SPACE),
    (0x205F, 0x205F, SPACE),
    (0x2060, 0x2060, "word joiner"),
    (0x2061, 0x2065, "invisible operator"),
    (0x2066, 0x2066, "left-to-right isolate"),
    (0x2067, 0x2067, "right-to-left isolate"),
    (0x2068, 0x2068, "isolate of any direction"),
    (0x2069, 0x2069, "end of an isolate"),
    (0x206A, 0x206F, "format control"),
    (0x20D0, 0x20F0, MARK),
    (0x2800, 0x2800, "blank Braille pattern"),
    (0x2CEF, 0x2CF1, MARK),
    (0x2DE0, 0x2DFF, MARK),
    (0x3000, 0x3000, SPACE),
    (0x302A, 0x302F, MARK),
    (0x3099, 0x309A, MARK),
    (0x3164, 0x3164, "Hangul filler"),
    (0xA66F, 0xA672, MARK),
    (0xA674, 0xA67D, MARK),
    (0xA69E, 0xA69F, MARK),
    (0xA6F0, 0xA6F1, MARK),
    (0xA8E0, 0xA8F1, MARK),
    (0xFE00, 0xFE0F, "variation selector"),
    (0xFE20, 0xFE2F, MARK),
    (0xFEFF, 0xFEFF, "byte order mark"),
    (0xFFA0, 0xFFA0, "Hangul filler"),
    (0xFFF0, 0xFFFB, "format control"),
    (0x13430, 0x1345F, "format control"),
    (0x16FE4, 0x16FE4, "Khitan filler"),
    (0x1BCA0, 0x1BCA3, "format control"),
    (0x1D159, 0x1D159, "blank notehead"),
    (0x1D165, 0x1D169, MARK),
    (0x1D16D, 0x1D172, MARK),
    (0x1D173, 0x1D17A, "format control"),
    (0x1D17B, 0x1D182, MARK),
    (0x1D185, 0x1D18B, MARK),
    (0x1D1AA, 0x1D1AD, MARK),
    (0x1E000, 0x1E02A, MARK),
    (0xE0000, 0xE007F, "tag"),
    (0xE0080, 0xE0FFF, "variation selector"),
];

/// A text in the pieces that are shown, from left to right.
#[must_use]
pub fn seen(text: &str) -> Vec<Seen<'_>> {
    let mut reading = Reading {
        text,
        ..Reading::default()
    };
    // What stands before a character as it is shown, and how many marks its letter has: a mark at the
    // beginning would stand on what is not of this text.
    let (mut before, mut marks) = (' ', MARKS_MAX);
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let after = chars.peek().map_or(' ', |(_, after)| *after);
        let name = name_of(c);
        let is_shown = match name {
            None => {
                marks = 0;
                true
            }
            Some(MARK) => {
                marks += 1;
                marks <= MARKS_MAX
            }
            Some(name) => does_something(name, before, c, after),
        };
        before = if is_shown { c } else { ' ' };
        if !is_shown {
            reading.hide(at, c, name.unwrap_or_default());
        }
    }
    reading.end(text.len());
    reading.pieces
}

/// How many characters are shown of a text.
#[must_use]
pub fn seen_chars(text: &str) -> usize {
    let pieces = seen(text);
    let chars = pieces.iter().map(|piece| match piece {
        Seen::Text(text) => text.chars().count(),
        Seen::Chip { label, .. } => label.len(),
    });
    chars.sum()
}

/// The pieces so far.
#[derive(Default)]
struct Reading<'t> {
    text: &'t str,
    pieces: Vec<Seen<'t>>,
    /// Where the text begins that is not yet a piece.
    from: usize,
    /// The chip that may yet count more: its character, none when it counts several.
    chip: Option<(Option<char>, &'static str)>,
    count: u32,
    in_a_row: u32,
}

impl<'t> Reading<'t> {
    /// Shows a chip in the place of a character.
    fn hide(&mut self, at: usize, c: char, name: &'static str) {
        if at > self.from {
            self.end(at);
        }
        self.from = at + c.len_utf8();
        let mut chip = if name == MARK {
            (None, "marks on one letter, left out here")
        } else {
            (Some(c), name)
        };
        if self.chip != Some(chip) && self.in_a_row >= CHIPS_MAX {
            chip = (None, "characters that show nothing, left out here");
        }
        if self.chip != Some(chip) {
            self.end_chip();
            self.chip = Some(chip);
            self.in_a_row += 1;
        }
        self.count += 1;
    }

    /// Ends the chip, and the text up to there.
    fn end(&mut self, at: usize) {
        self.end_chip();
        self.in_a_row = 0;
        let text = self.text.get(self.from..at).unwrap_or_default();
        if !text.is_empty() {
            self.pieces.push(Seen::Text(text));
        }
    }

    fn end_chip(&mut self) {
        let count = core::mem::take(&mut self.count);
        let Some((c, name)) = self.chip.take() else {
            return;
        };
        let label = match c {
            Some(c) if count > 1 => format!("U+{:04X} ×{count}", u32::from(c)),
            Some(c) => format!("U+{:04X}", u32::from(c)),
            None => format!("+{count}"),
        };
        self.pieces.push(Seen::Chip { label, name });
    }
}

/// The name of a character that shows nothing or is a mark.
fn name_of(c: char) -> Option<&'static str> {
    // Nearly all that is shown: it need not be looked up.
    if matches!(c, ' '..='~') {
        return None;
    }
    let c = u32::from(c);
    let row = RANGES.get(RANGES.partition_point(|(_, last, _)| *last < c))?;
    (row.0 <= c).then_some(row.2)
}

/// Whether a character that shows nothing is seen by what it does between these two.
fn does_something(name: &str, before: char, c: char, after: char) -> bool {
    let joined = is_of_a_joined_script(before) && is_of_a_joined_script(after);
    match c {
        '\u{200C}' => joined,
        '\u{200D}' => {
            let in_emoji = is_pictograph(before) || matches!(before, '\u{FE0E}' | '\u{FE0F}');
            joined || (in_emoji && is_pictograph(after))
        }
        '\u{FE0E}' | '\u{FE0F}' => {
            let in_keycap = matches!(before, '0'..='9' | '#' | '*') && after == '\u{20E3}';
            is_pictograph(before) || in_keycap
        }
        _ => {
            name == SPACE
                && !before.is_ascii_whitespace()
                && !after.is_ascii_whitespace()
                && name_of(after).is_none()
        }
    }
}

/// Our choice: whole blocks, as far as they hold emoji and signs that may be shown as one.
const fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}'
        | '\u{2190}'..='\u{27BF}' | '\u{2900}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}'
        | '\u{3297}' | '\u{3299}' | '\u{1F000}'..='\u{1FAFF}')
}

/// From Arabic to the scripts of India and Sri Lanka.
const fn is_of_a_joined_script(c: char) -> bool {
    matches!(c, '\u{620}'..='\u{DFF}')
}
