//! Hostile texts, as question, answer and justification: they are shown inert and legible, and stay
//! what they are.

use std::collections::BTreeSet;
use std::sync::Arc;

use aauth_sim::http::{Method, Request, Target};
use aauth_sim::inspect::{
    Block, ChatKind, MessageView, Seen, Span, Steps, Style, chat, markdown, person, seen,
};
use aauth_sim::lesson::{LESSONS, Pick, Recipe, Run, run};
use aauth_sim::sim::Trace;
use aauth_sim::stage::{Ending, EventId, ExchangeKind, Notice, PartyId, Review, TEXT_CHARS_MAX};

use crate::story::Story;

/// A text of `tests/vectors/hostile.json`, in which a part with a number is repeated so often.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) text: String,
}

pub(crate) fn inputs() -> Vec<Input> {
    let file = include_str!("../vectors/hostile.json");
    let rows: Vec<serde_json::Value> = serde_json::from_str(file).unwrap();
    let part = |part: &serde_json::Value| match part.as_str() {
        Some(text) => text.to_owned(),
        None => {
            let times = part[1].as_u64().unwrap();
            part[0]
                .as_str()
                .unwrap()
                .repeat(usize::try_from(times).unwrap())
        }
    };
    let inputs = rows.iter().map(|row| Input {
        name: row["name"].as_str().unwrap().to_owned(),
        text: row["text"].as_array().unwrap().iter().map(part).collect(),
    });
    inputs.collect()
}

/// What Unicode 14 says shows nothing: `Cc` but tab and line feed, `Zl`, `Zp`, and all that is
/// `Default_Ignorable_Code_Point` or `Bidi_Control`; of `Cf`, annotations and the controls of
/// Egyptian hieroglyphs; and the blanks of Braille, music and Khitan, by their charts.
const HIDDEN: &[(u32, u32)] = &[
    (0x0, 0x8),
    (0xB, 0x1F),
    (0x7F, 0x9F),
    (0xAD, 0xAD),
    (0x34F, 0x34F),
    (0x61C, 0x61C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFB),
    (0x13430, 0x13438),
    (0x16FE4, 0x16FE4),
    (0x1BCA0, 0x1BCA3),
    (0x1D159, 0x1D159),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),
];

/// The marks of the corpus, `Mn` and `Me` in Unicode 14.
const MARKS: &[(u32, u32)] = &[
    (0x300, 0x36F),
    (0x483, 0x489),
    (0x591, 0x5BD),
    (0x5BF, 0x5BF),
    (0x5C1, 0x5C2),
    (0x64B, 0x65F),
    (0xE47, 0xE4E),
    (0xF71, 0xF7E),
    (0xF80, 0xF84),
    (0xF99, 0xFBC),
    (0x20D0, 0x20F0),
    (0xFE20, 0xFE2F),
];

fn is_in(ranges: &[(u32, u32)], c: char) -> bool {
    let c = u32::from(c);
    ranges
        .iter()
        .any(|(first, last)| (*first..=*last).contains(&c))
}

pub(crate) fn is_hidden(c: char) -> bool {
    is_in(HIDDEN, c)
}

fn is_mark(c: char) -> bool {
    is_in(MARKS, c) && !is_hidden(c)
}

/// `U+200B ×12` is that character, twelve times; `+37` says no more than how many.
fn read_label(label: &str) -> (Option<char>, usize) {
    if let Some(count) = label.strip_prefix('+') {
        return (None, count.parse().unwrap());
    }
    let code = label.strip_prefix("U+").unwrap();
    let (code, count) = code.split_once(" ×").unwrap_or((code, "1"));
    assert!(code.len() >= 4, "{label}");
    let c = char::from_u32(u32::from_str_radix(code, 16).unwrap()).unwrap();
    (Some(c), count.parse().unwrap())
}

/// What is seen of a text: every character of it, in order, as itself, by its number, or counted.
fn check_seen(text: &str) {
    let pieces = seen(text);
    let mut rest = text;
    let (mut marks, mut chips) = (4, 0);
    for piece in &pieces {
        match piece {
            Seen::Text(shown) => {
                assert!(!shown.is_empty());
                rest = rest.strip_prefix(shown).expect("it is the text");
                chips = 0;
                for c in shown.chars() {
                    marks = if is_mark(c) { marks + 1 } else { 0 };
                    assert!(marks <= 4, "{marks} marks on a letter");
                }
            }
            Seen::Chip { label, name } => {
                assert!(!name.is_empty() && name.len() < 50, "{name}");
                chips += 1;
                assert!(chips <= 13, "{chips} chips in a row");
                let (c, count) = read_label(label);
                assert!(count > 0 && c.is_none_or(|c| !is_mark(c)), "{label}");
                for _ in 0..count {
                    let next = rest.chars().next().expect("it is in the text");
                    assert!(c.is_none_or(|c| c == next), "{label} is no {next:?}");
                    assert!(
                        is_hidden(next) || is_mark(next) || next.is_whitespace(),
                        "{next:?} is left out"
                    );
                    rest = &rest[next.len_utf8()..];
                }
            }
        }
    }
    assert_eq!(rest, "");
    let adjacent = pieces.windows(2);
    let mut texts = adjacent.filter(|pair| matches!(pair, [Seen::Text(_), Seen::Text(_)]));
    assert_eq!(texts.next(), None, "text is cut for nothing");
}

/// What shows nothing and is not made visible.
fn left_raw(text: &str) -> String {
    let pieces = seen(text);
    let texts = pieces.iter().map(|piece| match piece {
        Seen::Text(text) => *text,
        Seen::Chip { .. } => "",
    });
    texts
        .flat_map(str::chars)
        .filter(|c| is_hidden(*c))
        .collect()
}

/// Without what may be a mark of Markdown, and without spaces.
fn words(text: &str) -> String {
    let is_mark = |c: char| "*_`[]()\\-".contains(c) || " \t\n".contains(c);
    text.chars().filter(|c| !is_mark(*c)).collect()
}

/// What a text becomes: its elements and texts counted, and all that it says, targets included.
#[derive(Default)]
struct Tree {
    nodes: usize,
    said: String,
    raw: String,
}

impl Tree {
    /// Blocks, pieces and styles are taken apart by name: what else there might be would not compile.
    fn of(text: &str) -> Self {
        let mut tree = Self::default();
        let blocks = markdown(text);
        assert!(blocks.len() <= text.lines().count());
        for Block { is_item: _, spans } in &blocks {
            tree.nodes += 1;
            assert!(!spans.is_empty(), "an empty block");
            for span in spans {
                tree.add(span);
            }
        }
        tree
    }

    fn add(&mut self, span: &Span) {
        let Span { text, style, link } = span;
        let Style {
            strong,
            emphasis,
            code,
        } = *style;
        assert!(!text.is_empty(), "an empty piece");
        self.nodes += 1 + usize::from(strong) + usize::from(emphasis) + usize::from(code);
        self.nodes += seen(text).len();
        check_seen(text);
        self.raw += &left_raw(text);
        self.said += text;
        let Some(target) = link else { return };
        let scheme = target.split_once(':').unwrap().0.to_ascii_lowercase();
        assert!(
            ["http", "https", "mailto"].contains(&scheme.as_str()),
            "{target}"
        );
        assert!(target.bytes().all(|byte| byte.is_ascii_graphic()));
        assert!(!target.contains('\\'), "{target}");
        if scheme != "mailto" {
            let host = target.split('/').nth(2).unwrap();
            assert!(!host.is_empty() && !host.contains('@'), "{target}");
        }
        let told = span.untold_target().unwrap_or(text);
        assert_eq!(told, target, "where it leads is not said");
        self.nodes += 4;
        self.said += target;
    }
}

#[test]
fn the_corpus_is_large_and_fits() {
    let inputs = inputs();
    assert!(inputs.len() >= 100, "{} inputs", inputs.len());
    let names: BTreeSet<&str> = inputs.iter().map(|input| input.name.as_str()).collect();
    assert_eq!(names.len(), inputs.len());
    let texts: BTreeSet<&str> = inputs.iter().map(|input| input.text.as_str()).collect();
    assert_eq!(texts.len(), inputs.len());
    for input in &inputs {
        let chars = input.text.chars().count();
        assert!(chars <= TEXT_CHARS_MAX as usize, "{}: {chars}", input.name);
    }
    let longest = |input: &&Input| input.text.chars().count() == TEXT_CHARS_MAX as usize;
    assert!(inputs.iter().filter(longest).count() >= 10);
}

#[test]
fn a_hostile_text_is_shown_whole_and_inert() {
    let mut raw = BTreeSet::new();
    let inputs = inputs();
    for Input { name, text } in &inputs {
        println!("{name}");
        check_seen(text);
        let tree = Tree::of(text);
        assert_eq!(words(&tree.said), words(&text.replace("\r\n", "\n")));
        let chars = text.chars().count();
        assert!(
            tree.nodes <= 2 * chars + 8,
            "{} nodes of {chars} characters",
            tree.nodes
        );
        if !tree.raw.is_empty() {
            raw.insert(name.as_str());
        }
    }
    // What joins or selects there is seen in what it does.
    let expected = [
        "Hindi with its joiner",
        "Persian with its joiner",
        "emoji of ten thousand",
        "ordinary emoji",
        "variation selectors after an emoji",
    ];
    assert_eq!(raw, BTreeSet::from(expected));
}

#[test]
fn what_is_ordinary_has_no_chip() {
    let inputs = inputs();
    for name in [
        "ordinary accents",
        "ordinary emoji",
        "ordinary spaces",
        "emoji of ten thousand",
        "Hebrew with points",
        "Hindi with its joiner",
        "Persian with its joiner",
        "right-to-left letters before numbers",
    ] {
        let input = inputs.iter().find(|input| input.name == name).unwrap();
        assert_eq!(seen(&input.text), [Seen::Text(&input.text)], "{name}");
    }
    assert_eq!(seen(""), []);
    assert_eq!(seen("a\tb\nc"), [Seen::Text("a\tb\nc")]);
}

fn line(text: &str) -> String {
    let pieces = seen(text);
    let pieces = pieces.iter().map(|piece| match piece {
        Seen::Text(text) => (*text).to_owned(),
        Seen::Chip { label, name } => format!("<{label} {name}>"),
    });
    pieces.collect()
}

#[test]
fn a_chip_names_what_shows_nothing() {
    for (text, expected) in [
        (
            "invoice\u{202E}fdp.exe",
            "invoice<U+202E right-to-left override>fdp.exe",
        ),
        ("\u{200B}\u{200B}a", "<U+200B ×2 zero-width space>a"),
        (
            "a\u{200B}\u{FEFF}",
            "a<U+200B zero-width space><U+FEFF byte order mark>",
        ),
        ("\0", "<U+0000 control character>"),
        ("\r\n", "<U+000D control character>\n"),
        ("\u{E0041}\u{E0042}", "<U+E0041 tag><U+E0042 tag>"),
        ("a\u{A0}\u{A0}b", "a<U+00A0 ×2 unusual space>b"),
        ("\u{3000}a", "<U+3000 unusual space>a"),
        ("a\u{2066}b", "a<U+2066 left-to-right isolate>b"),
        // Four marks stay, and one more is counted.
        (
            "a\u{300}\u{301}\u{302}\u{303}\u{304}b",
            "a\u{300}\u{301}\u{302}\u{303}<+1 marks on one letter, left out here>b",
        ),
        // What shows nothing between them is no letter of its own.
        (
            "a\u{300}\u{301}\u{302}\u{34F}\u{303}\u{304}",
            "a\u{300}\u{301}\u{302}<U+034F grapheme joiner>\u{303}<+1 marks on one letter, left out here>",
        ),
        ("\u{301}a", "<+1 marks on one letter, left out here>a"),
        // A joiner joins only what is there to be joined.
        ("a\u{200D}b", "a<U+200D zero-width joiner>b"),
        ("\u{1F468}\u{200D}", "\u{1F468}<U+200D zero-width joiner>"),
        ("\u{628}\u{200C}a", "\u{628}<U+200C zero-width non-joiner>a"),
        (
            "\u{2764}\u{FE0F}\u{FE0F}",
            "\u{2764}\u{FE0F}<U+FE0F variation selector>",
        ),
        ("1\u{FE0F}", "1<U+FE0F variation selector>"),
    ] {
        assert_eq!(line(text), expected, "{text:?}");
    }
    // Twelve in a row, and the others counted.
    let text = "\u{200E}\u{200F}".repeat(10);
    let pair = "<U+200E left-to-right mark><U+200F right-to-left mark>";
    let rest = "<+8 characters that show nothing, left out here>";
    assert_eq!(line(&text), format!("{}{rest}", pair.repeat(6)));
}

#[test]
fn every_character_that_shows_nothing_has_a_chip() {
    for (first, last) in HIDDEN {
        for c in (*first..=*last).filter_map(char::from_u32) {
            let text = format!("a{c}b");
            let label = format!("U+{:04X}", u32::from(c));
            assert!(line(&text).contains(&label), "{label} is not seen");
        }
    }
    // And nothing else has one: of what is assigned below U+3000, spaces apart.
    for c in (0..0x3000).filter_map(char::from_u32) {
        let is_mark = seen(&c.to_string()) != seen(&format!("a{c}"));
        let text = format!("a{c}b");
        if !is_hidden(c) && !is_mark && !c.is_whitespace() {
            assert_eq!(seen(&text), [Seen::Text(&text)], "U+{:04X}", u32::from(c));
        }
    }
}

/// Reading asserts that it looks ahead only so often for each byte, however much there is.
#[test]
fn reading_takes_steps_in_proportion_to_the_text() {
    const { assert!(cfg!(debug_assertions), "nothing would be counted") };
    for unit in [
        "[",
        "](",
        "[a](",
        "[a](https://a",
        "`",
        "`a",
        "``a`",
        "*",
        "*a ",
        "b* ",
        "_",
        "*_",
        "**a ",
        "b** ",
        "\\",
        "[a",
        "]",
        "> ",
        "- ",
        "1. ",
        "\n",
        "(",
        "a",
        "**a_b*c`d[e](",
    ] {
        let text = unit.repeat(100_000 / unit.len());
        let half = text.len() / 2;
        for text in [&text[..half], &text] {
            let blocks = markdown(text);
            let spans: usize = blocks.iter().map(|block| block.spans.len()).sum();
            assert!(spans + blocks.len() <= text.len() + 1, "{unit}");
        }
    }
}

pub(crate) fn pick(by: PartyId, slug: &str, text: &str) -> Pick {
    Pick {
        by,
        number: 1,
        slug: slug.to_owned(),
        text: Some(text.to_owned()),
    }
}

pub(crate) fn run_with(picks: Vec<Pick>) -> Run {
    let lesson = LESSONS.first().unwrap();
    assert_eq!(lesson.id, "clarification");
    let mut recipe = Recipe::new(lesson);
    recipe.picks = picks;
    let run = run(&recipe);
    assert_eq!(run.dropped, []);
    run
}

/// The member of a JSON body on the wire, as every view of the body has it.
fn sent(trace: &Trace, member: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (_, message) in trace.messages() {
        let view = MessageView::of(message);
        let Some(body) = view.body else { continue };
        let (Some(text), Some(lines)) = (body.text, body.json) else {
            continue;
        };
        assert_eq!(text.as_bytes(), body.bytes.bytes(), "the bytes are others");
        let sent: serde_json::Value = serde_json::from_str(&text).unwrap();
        let pieces = lines.iter().flat_map(|line| &line.pieces);
        let shown: String = pieces.map(|piece| piece.text.as_str()).collect();
        let shown: serde_json::Value = serde_json::from_str(&shown).unwrap();
        assert_eq!(shown, sent);
        let value = sent.get(member).and_then(serde_json::Value::as_str);
        found.extend(value.map(str::to_owned));
    }
    found
}

/// A text in each of the three places, told by hand: what is read of it is what was said.
#[test]
fn it_is_read_as_question_answer_and_justification() {
    use PartyId::{Agent, Person, PersonServer};
    for Input { name, text } in &inputs() {
        let mut story = Story::new();
        let body = serde_json::json!({ "justification": text }).to_string();
        let target = Target::parse("https://ps.example/auth-token").unwrap();
        let request = Request::new(Method::Post, target).with_body("application/json", body);
        let asked = story.sends(ExchangeKind::Protocol, Agent, PersonServer, request);
        let review = Review {
            number: 1,
            agent: "aauth:briefing@agent.example".to_owned(),
            provider_name: text.clone(),
            known_agent: false,
            justification: Some(text.clone()),
            resource_name: text.clone(),
            resource_description: text.clone(),
            scopes: vec![(text.clone(), text.clone())],
        };
        story.tells(PersonServer, Person, Notice::Review(Arc::new(review)));
        let clarification = text.clone();
        let number = 1;
        let question = Notice::Question {
            number,
            clarification,
            options: Vec::new(),
        };
        story.tells(Person, PersonServer, question);
        story.answers_with(asked, 202);
        let body = serde_json::json!({
            "action": "clarification_response",
            "clarification_response": text,
        });
        let target = Target::parse("https://ps.example/pending/8f2c").unwrap();
        let request =
            Request::new(Method::Post, target).with_body("application/json", body.to_string());
        let answered = story.sends(ExchangeKind::Protocol, Agent, PersonServer, request);
        story.answers_with(answered, 202);
        let clarification_response = text.clone();
        let answer = Notice::Answer {
            number,
            clarification_response,
        };
        story.tells(PersonServer, Person, answer);
        let trace = story.ends(Ending::Granted);
        let steps = Steps::cut(&trace, &[]);
        let said = chat(&trace, &steps);
        let said: Vec<(ChatKind, &str)> = said
            .iter()
            .map(|message| (message.kind, message.text.as_str()))
            .collect();
        let text = text.as_str();
        assert_eq!(
            said,
            [
                (ChatKind::Justification, text),
                (ChatKind::Question, text),
                (ChatKind::Answer, text)
            ],
            "{name}"
        );
        let view = person(&trace, EventId(u32::MAX));
        let round = view.rounds.first().unwrap();
        assert_eq!(round.question, text);
        assert_eq!(round.answer.as_deref(), Some(text));
        assert_eq!(view.review.unwrap().justification.as_deref(), Some(text));
        assert_eq!(sent(&trace, "justification"), [text]);
        assert_eq!(sent(&trace, "clarification_response"), [text]);
    }
}

/// A third of the texts on the wire, with signatures and all, each in one of the three places.
#[test]
fn it_stays_what_it_is_on_the_wire() {
    use PartyId::{Agent, Person};
    let inputs = inputs();
    for texts in inputs.chunks(3).step_by(3) {
        let [question, justification, answer] =
            [0, 1, 2].map(|at| &texts.get(at).unwrap_or(&inputs[0]).text);
        let run = run_with(vec![
            pick(Person, "ask", question),
            pick(Agent, "answer", answer),
        ]);
        let trace = &run.trace;
        let view = person(trace, EventId(u32::MAX));
        assert_eq!(view.rounds[0].question, *question);
        assert_eq!(view.rounds[0].answer.as_ref(), Some(answer));
        assert!(says(&run, ChatKind::Question, question));
        assert!(says(&run, ChatKind::Answer, answer));
        assert!(sent(trace, "clarification").contains(question));
        assert!(sent(trace, "clarification_response").contains(answer));

        let run = run_with(vec![pick(Agent, "update", justification)]);
        let view = person(&run.trace, EventId(u32::MAX));
        let review = view.review.unwrap();
        assert_eq!(review.justification.as_ref(), Some(justification));
        assert!(says(&run, ChatKind::Update, justification));
        assert!(sent(&run.trace, "justification").contains(justification));
    }
}

fn says(run: &Run, kind: ChatKind, text: &str) -> bool {
    let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
    let said = chat(&run.trace, &steps);
    said.iter()
        .any(|message| message.kind == kind && message.text == text)
}
