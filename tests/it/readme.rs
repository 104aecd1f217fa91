//! The samples of README.md are what the command line prints.

use std::fs;
use std::path::PathBuf;

use aauth_sim::command::{Command, Outside};

/// The samples need no file and no time.
const NOTHING: Outside<'_> = Outside {
    read: &|path| Err(path.to_owned()),
    write: &|_, _, _| Err("nothing is written".to_owned()),
    elapsed_ms: &|| 0,
};

const PROGRAM: &str = "$ cargo run --release --bin trace -- ";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

/// What the command prints, cut as `head -n` or `tail -n` cuts it.
fn printed(line: &str) -> String {
    let arguments = line
        .strip_prefix(PROGRAM)
        .unwrap_or_else(|| panic!("{line:?} is not ours"));
    let (arguments, filter) = arguments.split_once(" | ").unwrap_or((arguments, ""));
    let words = arguments.split_whitespace().map(str::to_owned);
    let all = Command::parse(words)
        .and_then(|command| command.perform(&NOTHING))
        .unwrap_or_else(|error| panic!("{line:?}: {error}"));
    let lines: Vec<&str> = all.lines().collect();
    let kept = match filter.split_once(" -n ") {
        Some(("head", count)) => &lines[..count.parse::<usize>().unwrap()],
        Some(("tail", count)) => &lines[lines.len() - count.parse::<usize>().unwrap()..],
        Some(_) | None if filter.is_empty() => &lines[..],
        Some(_) | None => panic!("{filter:?} is not known here"),
    };
    kept.iter().map(|line| format!("{line}\n")).collect()
}

/// README.md with the output of each sample put in its place, and how many there are.
fn with_samples(text: &str) -> (String, u32) {
    let mut out = String::new();
    let mut samples = 0;
    let mut rest = text;
    while let Some(at) = rest.find("```console\n") {
        let (before, fenced) = rest.split_at(at + "```console\n".len());
        let end = fenced.find("```\n").expect("a fence is closed");
        let command = fenced
            .lines()
            .next()
            .expect("a sample begins with its command");
        out.push_str(before);
        out.push_str(&format!("{command}\n{}", printed(command)));
        rest = &fenced[end..];
        samples += 1;
    }
    out.push_str(rest);
    (out, samples)
}

#[test]
fn every_sample_is_what_the_command_prints() {
    let text = fs::read_to_string(file()).unwrap();
    let (current, samples) = with_samples(&text);
    assert!(samples >= 3, "there are {samples} samples");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(file(), current).unwrap();
    } else {
        assert_eq!(
            text, current,
            "UPDATE=1 cargo test readme writes the samples again"
        );
    }
}

#[test]
fn it_names_the_draft_that_is_modelled() {
    let text = fs::read_to_string(file()).unwrap();
    assert!(text.contains(aauth_sim::spec::DRAFT));
    assert!(text.contains(aauth_sim::spec::DRAFT_COMMIT));
}

/// The choices that `--help` gives as an example are some that the lesson offers.
#[test]
fn the_example_of_the_help_runs() {
    let usage = aauth_sim::command::USAGE;
    let example = usage.split_whitespace().find(|word| word.contains('~'));
    let choices = example.unwrap().replace("BASE64URL", "QmVjYXVzZS4");
    let arguments = ["run", "clarification", "--choices", &choices].map(str::to_owned);
    let printed = Command::parse(arguments).and_then(|command| command.perform(&NOTHING));
    let printed = printed.unwrap();
    assert!(
        printed.contains("Because."),
        "the text of the example is used"
    );
    assert!(printed.ends_with("ending: denied\n"));
}
