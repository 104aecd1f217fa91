//! The command line, by its arguments and by the program itself.

use std::io::Read as _;
use std::process::{Command as Program, Stdio};

use aauth_sim::command::{Command, CommandError, Exploring, Form, Outside, Wanted};
use aauth_sim::export::Format;

/// No file is there, none can be made, and no time passes.
const NOTHING: Outside<'_> = Outside {
    read: &|_| Err("no file is there".to_owned()),
    write: &|_, _, _| Err("the disk is full".to_owned()),
    elapsed_ms: &|| 1234,
};

fn with_file<'a>(read: &'a dyn Fn(&str) -> Result<String, String>) -> Outside<'a> {
    Outside { read, ..NOTHING }
}

fn parse(line: &str) -> Result<Command, CommandError> {
    Command::parse(line.split_whitespace().map(str::to_owned))
}

fn perform(line: &str) -> Result<String, CommandError> {
    parse(line)?.perform(&NOTHING)
}

fn refusal(line: &str) -> String {
    perform(line).unwrap_err().to_string()
}

fn trace(arguments: &[&str]) -> Program {
    let mut program = Program::new(env!("CARGO_BIN_EXE_trace"));
    program.args(arguments);
    program
}

#[test]
fn options_stand_in_any_order_and_with_or_without_an_equals_sign() {
    let wanted = Wanted {
        lesson: Some("clarification".to_owned()),
        recipe_file: Some("recipe.json".to_owned()),
        seed: Some("s-1".to_owned()),
        settings: vec!["deadline=30".to_owned(), "deadline=60".to_owned()],
        choices: Some("person1.deny".to_owned()),
    };
    let expected = Ok(Command::Print(Form::Export(Format::Har), wanted));
    assert_eq!(
        parse(
            "export clarification --format har --seed s-1 --set deadline=30 --set deadline=60 \
             --choices person1.deny --recipe recipe.json"
        ),
        expected
    );
    assert_eq!(
        parse(
            "export --recipe=recipe.json --set=deadline=30 --choices=person1.deny --format=har \
             --set=deadline=60 --seed=s-1 clarification"
        ),
        expected
    );
}

#[test]
fn exploring_has_options_of_its_own() {
    let exploring = Exploring {
        rounds: Some("3".to_owned()),
        full: true,
        export: Some("out".to_owned()),
    };
    let wanted = Wanted {
        lesson: Some("clarification".to_owned()),
        seed: Some("s-1".to_owned()),
        ..Wanted::default()
    };
    assert_eq!(
        parse("explore clarification --rounds=3 --seed s-1 --full --export out"),
        Ok(Command::Explore(exploring, wanted))
    );
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let error = perform("explore clarification --rounds 1 --export out").unwrap_err();
    let said = "cannot write 'out/granted.har': the disk is full";
    assert_eq!(error.to_string(), said);
    assert_eq!(error.exit_status(), 1);
}

#[test]
fn help_is_given_wherever_it_is_asked_for() {
    for line in [
        "--help",
        "-h",
        "help",
        "run --help",
        "export clarification --help",
        "list -h",
    ] {
        assert_eq!(parse(line), Ok(Command::Help), "{line}");
    }
}

#[test]
fn list_prints_an_id_a_line() {
    let printed = perform("list").unwrap();
    assert_eq!(printed.lines().next(), Some("clarification"));
    assert!(printed.lines().all(|line| !line.contains(' ')));
}

#[test]
fn what_makes_no_sense_is_refused_by_name() {
    for (line, named) in [
        ("", "list"),
        ("walk", "walk"),
        ("run", "clarification"),
        ("run nonsense", "nonsense"),
        ("run clarification twice", "twice"),
        ("list clarification", "clarification"),
        ("run clarification --colour", "--colour"),
        ("run clarification --format har", "--format"),
        ("list --seed a", "--seed"),
        ("run clarification --seed", "--seed"),
        ("run clarification --seed a --seed b", "--seed"),
        ("run clarification --seed UPPER", "UPPER"),
        ("run clarification --set deadline", "deadline"),
        ("run clarification --set deadline=many", "many"),
        ("run clarification --set colour=1", "colour"),
        ("run clarification --choices what", "what"),
        ("run clarification --choices person9.approve", "person9"),
        ("run clarification --choices person1.fly", "fly"),
        (
            "run clarification --choices agent1.answer,agent1.withdraw",
            "agent1.withdraw",
        ),
        ("export clarification", "--format"),
        ("export clarification --format xml", "xml"),
        ("run --recipe missing.json", "missing.json"),
        ("run clarification --full", "--full"),
        ("run clarification --rounds 2", "--rounds"),
        ("explore clarification --full=yes", "--full"),
        ("explore clarification --rounds 11", "11"),
        ("explore clarification --rounds", "--rounds"),
        ("explore clarification --choices person1.deny", "--choices"),
        ("explore clarification --recipe r.json", "--recipe"),
        ("explore", "clarification"),
    ] {
        let refusal = refusal(line);
        assert!(refusal.contains(named), "{line:?} gives {refusal:?}");
        assert!(!refusal.contains('\n'), "{line:?} gives more than one line");
    }
}

#[test]
fn a_recipe_from_a_file_runs_and_options_win_over_it() {
    let recipe = r#"{"lesson": "clarification", "settings": {"deadline": 20}, "seed": "filed", "choices": ""}"#;
    let run = |line: &str| {
        parse(line)
            .unwrap()
            .perform(&with_file(&|_| Ok(recipe.to_owned())))
            .unwrap()
    };
    let filed = run("run --recipe r.json");
    assert!(filed.contains("\nseed: filed\n") && filed.contains("\nsetting: deadline=20\n"));
    let seeded = run("run --recipe r.json --seed other --set deadline=40");
    assert!(seeded.contains("\nseed: other\n") && seeded.contains("\nsetting: deadline=40\n"));
}

#[test]
fn an_export_can_be_given_back_as_a_recipe() {
    let export =
        perform("export clarification --format json --seed again --set deadline=20").unwrap();
    let command = parse("export --format json --recipe export.json").unwrap();
    let again = command.perform(&with_file(&|_| Ok(export.clone())));
    assert_eq!(again, Ok(export));
}

#[test]
fn a_recipe_that_makes_no_sense_is_refused_by_name() {
    for (recipe, named) in [
        ("{", "JSON"),
        ("[]", "object"),
        ("{}", "lesson"),
        (r#"{"lesson": 1}"#, "lesson"),
        (r#"{"lesson": "nonsense"}"#, "nonsense"),
        (r#"{"lesson": "clarification", "seed": "UPPER"}"#, "UPPER"),
        (
            r#"{"lesson": "clarification", "settings": {"colour": 1}}"#,
            "colour",
        ),
        (
            r#"{"lesson": "clarification", "settings": {"deadline": null}}"#,
            "deadline",
        ),
        (r#"{"lesson": "clarification", "choices": "what"}"#, "what"),
        (r#"{"lesson": "clarification", "sead": "a"}"#, "sead"),
        (
            r#"{"lesson": "clarification", "seed": "a", "s\u0065ed": "b"}"#,
            "/seed appears more than once",
        ),
    ] {
        let command = parse("run --recipe r.json").unwrap();
        let refusal = command
            .perform(&with_file(&|_| Ok(recipe.to_owned())))
            .unwrap_err()
            .to_string();
        assert!(refusal.contains(named), "{recipe} gives {refusal:?}");
    }
}

#[test]
fn the_program_says_in_one_line_what_is_wrong_and_ends_with_2() {
    for arguments in [
        &["run", "nonsense"][..],
        &["run", "clarification", "--seed", "two\nlines"],
        &["run", "clarification", "--choices", "person9.approve"],
        &["run", "clarification", "--set", "deadline=0"],
        &[],
    ] {
        let output = trace(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said.matches('\n').count(), 1, "{said:?}");
        assert!(
            said.starts_with("trace: ") && said.ends_with('\n'),
            "{said:?}"
        );
    }
}

#[test]
fn the_program_prints_what_the_library_makes() {
    let output = trace(&["run", "clarification"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
    assert_eq!(
        String::from_utf8(output.stdout),
        Ok(perform("run clarification").unwrap())
    );
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = trace(&["export", "clarification", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut said = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(said, "");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
