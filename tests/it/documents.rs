//! A run as a document and as a diagram: what stands in it, and that nothing a party wrote is obeyed.

use std::collections::BTreeSet;

use aauth_sim::export::{Format, markdown, mermaid, text};
use aauth_sim::inspect::{CheckGroup, MessageView, Steps, checks};
use aauth_sim::lesson::{LESSONS, Recipe, Run, run};
use aauth_sim::stage::PartyId;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::hostile::{inputs, is_hidden, pick, run_with};

/// A document as CommonMark reads it.
#[derive(Default)]
struct Read {
    headings: Vec<String>,
    fences: Vec<(String, String)>,
    links: BTreeSet<String>,
    rows: usize,
    /// Whatever stands outside fences and headings.
    words: String,
}

/// Reads a document. What such a document must not have ends the test.
fn read(document: &str) -> Read {
    let mut read = Read::default();
    let mut heading = None;
    let mut fence: Option<(String, String)> = None;
    for event in Parser::new_ext(document, Options::ENABLE_TABLES) {
        match event {
            Event::Html(html) | Event::InlineHtml(html) => panic!("HTML: {html}"),
            Event::Start(Tag::Image { dest_url, .. }) => panic!("an image: {dest_url}"),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => panic!("an indented block"),
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => read.headings.extend(heading.take()),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                fence = Some((language.to_string(), String::new()));
            }
            Event::End(TagEnd::CodeBlock) => read.fences.extend(fence.take()),
            Event::Start(Tag::Link { dest_url, .. }) => {
                read.links.insert(dest_url.to_string());
            }
            Event::Start(Tag::TableRow) => read.rows += 1,
            Event::Text(text) => match (&mut fence, &mut heading) {
                (Some((_, inside)), _) => inside.push_str(&text),
                (None, Some(heading)) => heading.push_str(&text),
                (None, None) => read.words.push_str(&text),
            },
            _ => {}
        }
    }
    read
}

fn fences<'a>(read: &'a Read, language: &'a str) -> impl Iterator<Item = &'a str> {
    let all = read.fences.iter();
    all.filter(move |(name, _)| name == language)
        .map(|(_, text)| text.as_str())
}

fn endings() -> Vec<Run> {
    let mut runs = Vec::new();
    for lesson in LESSONS {
        for row in lesson.endings {
            let seed = aauth_sim::entropy::Seed::default();
            runs.push(run(&Recipe::toward(lesson, row, seed)));
        }
    }
    runs
}

#[test]
fn a_document_has_every_step_message_token_and_check_of_its_run() {
    for run in endings() {
        let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
        let read = read(&markdown(&run));
        assert_eq!(read.headings[0], run.recipe.lesson.title);
        let ending = run.recipe.lesson.ending(run.trace.ending()).unwrap();
        let last = format!("It ends with: {}", ending.title);
        assert_eq!(read.headings.last(), Some(&last));
        for step in &steps.steps {
            let heading = format!("{}. {}", step.number, step.title);
            assert!(read.headings.contains(&heading), "{heading}");
            assert!(read.links.contains(&step.spec.unwrap().url()));
        }
        let messages = steps.steps.iter();
        let messages = messages.flat_map(|step| step.request.iter().chain(&step.response));
        let messages: Vec<_> = messages.collect();
        let written: Vec<&str> = fences(&read, "http").collect();
        assert_eq!(written.len(), messages.len());
        for (message, written) in messages.iter().zip(&written) {
            // Nobody wrote anything that shows nothing.
            assert_eq!(
                written.trim_end(),
                MessageView::of(message).text().trim_end()
            );
        }
        let rows = steps.steps.iter().flat_map(|step| checks(&run.trace, step));
        let rows: Vec<CheckGroup> = rows.collect();
        let rows: usize = rows.iter().map(|group| group.rows.len()).sum();
        assert_eq!(read.rows, rows);
        let decisions = read.headings.iter();
        let decisions = decisions.filter(|heading| heading.contains(" decides: "));
        assert_eq!(decisions.count(), run.decisions.len());
    }
}

#[test]
fn its_first_command_makes_the_same_run_again() {
    for run in endings() {
        let document = markdown(&run);
        let read = read(&document);
        let command = fences(&read, "sh").next().unwrap().trim();
        let arguments = command.strip_prefix("trace run ").unwrap();
        let arguments = ["export", arguments, "--format", "markdown"].join(" ");
        let words = arguments.split_whitespace().map(str::to_owned);
        let outside = aauth_sim::command::Outside {
            read: &|path| Err(path.to_owned()),
            write: &|_, _, _| Err(String::new()),
            elapsed_ms: &|| 0,
        };
        let command = aauth_sim::command::Command::parse(words).unwrap();
        assert_eq!(command.perform(&outside).unwrap(), document);
    }
}

/// The run in which question, answer and justification of the update are this text.
fn saying(text: &str) -> Run {
    run_with(vec![
        pick(PartyId::Person, "ask", text),
        pick(PartyId::Agent, "update", text),
    ])
}

#[test]
fn nothing_that_a_party_wrote_is_obeyed_or_hidden() {
    let plain = saying("Why?");
    let (document, diagram) = (read(&markdown(&plain)), mermaid(&plain));
    // A fence is all that a text can break out of, so those that may are taken, and of the others a few.
    let (fencing, others): (Vec<_>, Vec<_>) = inputs()
        .into_iter()
        .partition(|input| input.text.contains(['`', '~']));
    assert!(fencing.len() > 5, "only {} have a fence", fencing.len());
    for input in fencing.into_iter().chain(others.into_iter().step_by(8)) {
        let run = saying(&input.text);
        let name = &input.name;
        let written = markdown(&run);
        let in_a_terminal = text(&run);
        // Joiners in emoji and in the scripts that need them stay; nothing turns the order of what
        // stands around it, and nothing else shows nothing.
        let both = written.chars().chain(in_a_terminal.chars());
        let mut hidden = both.filter(|c| *c != '\n' && is_hidden(*c));
        let joins = |c: char| matches!(c, '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}');
        assert_eq!(hidden.find(|c| !joins(*c)), None, "{name}");
        let read = read(&written);
        assert_eq!(read.headings, document.headings, "{name}");
        assert_eq!(read.links, document.links, "{name}");
        assert_eq!(read.rows, document.rows, "{name}");
        assert_eq!(read.fences.len(), document.fences.len(), "{name}");
        // The same words but for the choices, which are in the command.
        assert_eq!(read.words, document.words, "{name}");
        assert_eq!(mermaid(&run), diagram, "{name}");
    }
}

/// The statements that the diagrams use, as Mermaid's documentation of sequence diagrams has them.
fn statement(line: &str) -> &'static str {
    let word = |text: &str| text.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let text =
        |text: &str| !text.is_empty() && !text.contains([';', '#', '<', '>', '%', '"', '\n']);
    let line = line.strip_prefix("    ").expect("statements are indented");
    for kind in ["participant ", "actor "] {
        if let Some((id, title)) = line
            .strip_prefix(kind)
            .and_then(|rest| rest.split_once(" as "))
        {
            assert!(word(id) && text(title), "{line}");
            return "participant";
        }
    }
    let (before, words) = line.split_once(": ").expect("the words follow a colon");
    assert!(text(words), "{line}");
    if let Some(over) = before.strip_prefix("Note over ") {
        assert!(over.split(',').all(word), "{line}");
        return "note";
    }
    for arrow in ["-->>", "->>", "--)", "-x"] {
        if let Some((from, to)) = before.split_once(arrow) {
            assert!(word(from) && word(to), "{line}");
            return arrow;
        }
    }
    panic!("no statement: {line}");
}

#[test]
fn a_diagram_has_a_statement_for_each_arrow_and_decision() {
    for run in endings() {
        let steps = Steps::cut(&run.trace, run.recipe.lesson.steps);
        let written = mermaid(&run);
        let mut lines = written.lines();
        assert_eq!(lines.next(), Some("sequenceDiagram"));
        let kinds: Vec<&str> = lines.map(statement).collect();
        let count = |kinds: &[&str], wanted: &[&str]| {
            kinds.iter().filter(|kind| wanted.contains(kind)).count()
        };
        let arrows: usize = steps.steps.iter().map(|step| step.arrows.len()).sum();
        assert_eq!(count(&kinds, &["->>", "-->>", "--)", "-x"]), arrows);
        assert_eq!(
            count(&kinds, &["participant"]),
            run.recipe.lesson.cast.len()
        );
        let pauses = written.matches(" later\n").count();
        assert_eq!(count(&kinds, &["note"]), run.decisions.len() + pauses + 1);
    }
}

#[test]
fn every_form_is_the_same_again_and_ends_its_last_line() {
    for run in endings() {
        for format in Format::ALL {
            let written = format.write(&run);
            assert!(written.ends_with('\n') && !written.ends_with("\n\n"));
            assert_eq!(format.write(&run), written);
        }
    }
}
