//! The words of the lessons: every step and ending that can be reached has some, they are short,
//! and every name on the wire is explained.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use aauth_sim::entropy::Seed;
use aauth_sim::http::fields::{SIGNATURE_INPUT, SIGNATURE_KEY};
use aauth_sim::http::{Headers, Target};
use aauth_sim::inspect::glossary::{TermKind, term};
use aauth_sim::inspect::{
    JsonLine, MessageView, PieceKind, SignatureView, Step, Steps, TokenView, last_answer, outcomes,
    pretty,
};
use aauth_sim::lesson::{LESSONS, Lesson, Pick, Recipe, Run, parse_choices, run, write_choices};
use aauth_sim::stage::{Ending, EventKind, ExchangeKind, Holding, Message, PartyId, Payload};
use sfv::{Dictionary, ListEntry, Parameters, Parser};

const NARRATION_WORDS_MAX: usize = 45;

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

/// What takes more than one departure: the seconds to answer a question, and the choices.
const FURTHER: [(&str, &str); 8] = [
    ("120", "person3.ask,agent2.answer"),
    ("120", "person3.ask,agent2.update"),
    ("120", "person2.in-app,person3.ask,agent2.answer"),
    ("120", "person2.in-app,person3.ask,agent2.update"),
    ("120", "person2.in-app,person3.approve"),
    ("120", "person2.in-app,person3.deny"),
    ("10", "agent1.no-action,agent2.answer"),
    ("10", "agent1.no-action,agent2.update"),
];

/// The runs that lead to each ending of each lesson as its row says, and those that depart from one
/// of them in one decision, texts left as they are.
fn runs() -> &'static [Run] {
    static RUNS: OnceLock<Vec<Run>> = OnceLock::new();
    RUNS.get_or_init(|| {
        let mut runs = Vec::new();
        for lesson in LESSONS {
            for row in lesson.endings {
                let run = run(&Recipe::toward(lesson, row, Seed::default()));
                // Departures take time, and lessons with the same steps have the same ones.
                if LESSONS.iter().find(|one| one.steps == lesson.steps) == Some(lesson) {
                    runs.extend(departing(&run));
                }
                runs.push(run);
            }
            for (deadline, choices) in FURTHER {
                let mut recipe = Recipe::new(lesson);
                recipe.settings.set(lesson, "deadline", deadline).unwrap();
                recipe.picks = parse_choices(choices).into_iter().flatten().collect();
                runs.push(run(&recipe));
            }
        }
        runs
    })
}

fn runs_of(lesson: &Lesson) -> impl Iterator<Item = &'static Run> {
    runs().iter().filter(move |run| run.recipe.lesson == lesson)
}

/// The runs that take another option at one decision after those picked so far.
fn departing(run: &Run) -> Vec<Run> {
    let pick = |by, number, slug: &str| Pick {
        by,
        number,
        slug: slug.to_owned(),
        text: None,
    };
    let mut others = Vec::new();
    for (at, decision) in run.decisions.iter().enumerate() {
        if at < run.recipe.picks.len() {
            continue;
        }
        let before = run.decisions.iter().take(at);
        let before: Vec<Pick> = before
            .map(|made| pick(made.taken.by, made.taken.number, made.taken.slug))
            .collect();
        for option in decision.point.options.iter().skip(1) {
            let mut picks = before.clone();
            picks.push(pick(decision.point.by, decision.point.number, option.slug));
            let recipe = Recipe {
                picks,
                ..run.recipe.clone()
            };
            others.push(aauth_sim::lesson::run(&recipe));
        }
    }
    others
}

fn steps(run: &Run) -> Steps {
    Steps::cut(&run.trace, run.recipe.lesson.steps)
}

fn all_steps(steps: &Steps) -> impl Iterator<Item = &Step> {
    steps.prologue.steps.iter().chain(&steps.steps)
}

#[test]
fn every_step_of_every_run_has_words() {
    let mut without = BTreeSet::new();
    for lesson in LESSONS {
        for run in runs_of(lesson) {
            let steps = steps(run);
            assert!(!steps.is_empty(), "{}", lesson.id);
            for step in all_steps(&steps) {
                if step.spec.is_none() {
                    without.insert(step.shape.clone());
                }
            }
        }
    }
    assert!(without.is_empty(), "no row for {without:#?}");
}

#[test]
fn every_row_is_a_step_of_some_run() {
    for lesson in LESSONS {
        let same_steps = runs().iter();
        let same_steps = same_steps.filter(|run| run.recipe.lesson.steps == lesson.steps);
        let cut: Vec<Steps> = same_steps.map(steps).collect();
        let seen: BTreeSet<&str> = cut
            .iter()
            .flat_map(all_steps)
            .map(|step| step.shape.as_str())
            .collect();
        for row in lesson.steps {
            assert!(seen.contains(row.shape), "{}: {}", lesson.id, row.shape);
        }
    }
}

#[test]
fn every_ending_is_reached_and_has_words() {
    for lesson in LESSONS {
        let mut reached = BTreeSet::new();
        for run in runs_of(lesson) {
            let ending = run.trace.ending();
            let outcome = outcomes(lesson.endings, ending);
            let outcome = outcome.iter().find(|outcome| outcome.reached).unwrap();
            assert_ne!(outcome.summary, "", "{}: {}", lesson.id, ending.slug());
            reached.insert(ending);
        }
        for row in lesson.endings {
            assert!(
                reached.contains(&row.ending),
                "{}: {}",
                lesson.id,
                row.title
            );
            assert!(words(row.summary) <= NARRATION_WORDS_MAX, "{}", row.title);
        }
    }
}

#[test]
fn narrations_are_short_and_whole_sentences() {
    for lesson in LESSONS {
        for row in lesson.steps {
            let count = words(row.narration);
            assert!(count <= NARRATION_WORDS_MAX, "{}: {count} words", row.slug);
            assert!(count > 0 && row.narration.ends_with('.'), "{}", row.slug);
            assert!(
                !row.title.is_empty() && !row.title.ends_with('.'),
                "{}",
                row.slug
            );
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-#".contains(c);
            assert!(row.slug.chars().all(plain), "{}", row.slug);
        }
    }
}

#[test]
fn every_step_has_a_link_of_its_own() {
    for lesson in LESSONS {
        for run in runs_of(lesson) {
            let steps = steps(run);
            for step in &steps.steps {
                assert_eq!(steps.find(&step.slug), Some(step.number), "{}", step.slug);
            }
        }
    }
}

#[test]
fn the_default_path_of_the_clarification_lesson_has_these_links() {
    let lesson = aauth_sim::lesson::lesson("clarification").unwrap();
    let run = run(&Recipe::new(lesson));
    let steps = steps(&run);
    let slugs: Vec<&str> = steps.steps.iter().map(|step| step.slug.as_str()).collect();
    assert_eq!(
        slugs,
        [
            "challenge",
            "request",
            "question",
            "asked",
            "answer-1",
            "poll-1",
            "open-page",
            "arrived",
            "poll-2",
            "approve",
            "granted",
            "data",
            "gone",
        ]
    );
}

#[test]
fn every_signature_of_every_lesson_has_a_base_and_verified() {
    for lesson in LESSONS {
        let run = run(&Recipe::new(lesson));
        let messages: Vec<&Message> = run
            .trace
            .messages()
            .map(|(_, message)| &**message)
            .collect();
        for message in messages {
            let signed = message.kind == ExchangeKind::Protocol
                && matches!(message.payload, Payload::Request(_));
            let view = SignatureView::of(&run.trace, message);
            assert_eq!(view.is_some(), signed);
            if let Some(view) = view {
                assert_eq!(view.error, None);
                assert_eq!(view.verified, Some(true));
                assert_eq!(
                    view.key.unwrap().owner.as_deref(),
                    Some("the agent's signing key")
                );
            }
        }
    }
}

/// Where each name on the wire was first seen.
type Names = BTreeMap<(TermKind, String), String>;

fn note(names: &mut Names, kind: TermKind, name: &str, place: &str) {
    let key = (kind, name.to_owned());
    names.entry(key).or_insert_with(|| place.to_owned());
}

fn json_names(names: &mut Names, lines: &[JsonLine], place: &str) {
    // The members of `scope_descriptions` are scopes, which the resource explains itself.
    let mut descriptions: Option<u32> = None;
    for line in lines {
        if descriptions.is_some_and(|indent| line.indent > indent) {
            continue;
        }
        descriptions = None;
        for piece in &line.pieces {
            if piece.kind == PieceKind::Name {
                note(names, TermKind::Member, &piece.plain(), place);
                if piece.plain() == "scope_descriptions" {
                    descriptions = Some(line.indent);
                }
            }
        }
    }
}

fn parameter_names(names: &mut Names, parameters: &Parameters, place: &str) {
    for name in parameters.keys() {
        note(names, TermKind::Parameter, name.as_str(), place);
    }
}

/// The members and parameters of a dictionary header. Labels of signatures mean nothing.
fn dictionary_names(names: &mut Names, headers: &Headers, header: &str, labels: bool) {
    let Some(value) = headers.combined(header) else {
        return;
    };
    let dictionary: Dictionary = Parser::new(&value).parse().unwrap();
    for (member, entry) in &dictionary {
        if !labels {
            note(names, TermKind::Parameter, member.as_str(), header);
        }
        match entry {
            ListEntry::Item(item) => parameter_names(names, &item.params, header),
            ListEntry::InnerList(list) => parameter_names(names, &list.params, header),
        }
    }
}

fn message_names(names: &mut Names, run: &Run, message: &Message) {
    let view = MessageView::of(message);
    for header in &view.headers {
        note(names, TermKind::Header, &header.name, &view.start_line);
    }
    let headers = match &message.payload {
        Payload::Request(request) => &request.headers,
        Payload::Response(response) => &response.headers,
    };
    for (header, labels) in [
        (SIGNATURE_INPUT, true),
        (SIGNATURE_KEY, true),
        ("AAuth-Requirement", false),
        ("Content-Digest", false),
        ("Prefer", false),
    ] {
        dictionary_names(names, headers, header, labels);
    }
    for component in view.covered.iter().filter(|name| name.starts_with('@')) {
        note(names, TermKind::Component, component, &view.start_line);
    }
    if let Payload::Request(request) = &message.payload {
        query_names(names, &request.target, request.body.text(), &view);
    }
    // What the resource returns is its own affair.
    let data = message.from == PartyId::Resource && message.kind == ExchangeKind::Protocol;
    if let Some(body) = view.body.as_ref().filter(|_| !data) {
        let json = body.text.as_deref().and_then(pretty);
        json_names(names, &json.unwrap_or_default(), &view.start_line);
    }
    for token in TokenView::all(&run.trace, message) {
        for member in &token.header {
            note(names, TermKind::Member, &member.name, &token.name);
        }
        for claim in &token.claims {
            note(names, TermKind::Claim, &claim.name, &token.name);
            json_names(names, &pretty(&claim.json).unwrap(), &token.name);
        }
    }
}

fn query_names(names: &mut Names, target: &Target, body: Option<&str>, view: &MessageView) {
    let form = view
        .body
        .as_ref()
        .is_some_and(|body| body.content_type == "application/x-www-form-urlencoded");
    let query = target.query.as_deref();
    for fields in [query, body.filter(|_| form)].into_iter().flatten() {
        for field in fields.split('&') {
            let name = field.split('=').next().unwrap();
            note(names, TermKind::Parameter, name, &view.start_line);
        }
    }
}

#[test]
fn every_name_on_the_wire_has_a_row_in_the_glossary() {
    let mut names = Names::new();
    for lesson in LESSONS {
        for run in runs_of(lesson) {
            for (_, message) in run.trace.messages() {
                message_names(&mut names, run, message);
            }
        }
    }
    assert!(names.len() > 60, "only {} names were seen", names.len());
    let missing: Vec<String> = names
        .iter()
        .filter(|((kind, name), _)| term(*kind, name).is_none())
        .map(|((kind, name), place)| format!("{kind:?} {name} in {place}"))
        .collect();
    assert_eq!(missing, Vec::<String>::new());
}

/// What the draft has for each ending, leaving out the last look at the pending URL.
const ANSWERS: [(Ending, &str); 13] = [
    (Ending::Granted, "200"),
    (Ending::GrantedNarrower, "200"),
    (Ending::RoundsUsed, "200"),
    (Ending::NoCapability, "200"),
    (Ending::Denied, "403 denied"),
    (Ending::Abandoned, "403 abandoned"),
    (Ending::Withdrawn, "204"),
    (Ending::ExpiredUnanswered, "408 expired"),
    (Ending::ExpiredNoVisit, "408 expired"),
    (Ending::NoHandler, "202 clarification"),
    (Ending::AgentLimit, "202 clarification"),
    (Ending::GaveUp, "202 interaction"),
    (Ending::CodeLocked, "410 invalid_code"),
];

#[test]
fn the_choices_of_an_ending_lead_to_it() {
    for lesson in LESSONS {
        for row in lesson.endings {
            let run = run(&Recipe::toward(lesson, row, Seed::default()));
            assert!(run.dropped.is_empty(), "{}: {:?}", row.title, run.dropped);
            assert_eq!(run.trace.ending(), row.ending, "{}", row.title);
            let answer = ANSWERS.iter().find(|(ending, _)| *ending == row.ending);
            let answer = answer.map(|(_, answer)| *answer);
            assert_eq!(last_answer(&steps(&run)), answer, "{}", row.title);
        }
    }
}

#[test]
fn what_was_there_before_the_first_step_is_said_in_few_words() {
    for lesson in LESSONS {
        assert!(!lesson.before.is_empty(), "{}", lesson.id);
        for (term, meaning) in lesson.before {
            assert!(words(meaning) <= 30, "{term}: {} words", words(meaning));
        }
    }
}

/// Whoever was told that the pending URL is gone has left a record that says so.
#[test]
fn what_is_gone_is_held_as_gone() {
    let mut gone = 0;
    for run in runs() {
        let mut held: BTreeMap<&String, &str> = BTreeMap::new();
        for event in run.trace.events() {
            if let EventKind::Holds { holding } = &event.kind
                && let Holding::Pending { path, state, .. } = holding
            {
                held.insert(path, state);
            }
        }
        let last = run.trace.exchanges().into_iter().rev();
        let mut last = last.filter(|exchange| exchange.callee == PartyId::PersonServer);
        let answer = last.next().and_then(|exchange| exchange.response);
        let Some(Payload::Response(answer)) = answer.as_deref().map(|message| &message.payload)
        else {
            continue;
        };
        if answer.status.0 == 410 && answer.body.is_empty() {
            gone += 1;
            let choices = write_choices(&run.recipe.picks);
            assert!(
                held.values().all(|state| *state == "gone"),
                "{choices}: {held:?}"
            );
        }
    }
    assert!(gone > 100, "only {gone} of the runs look back");
}
