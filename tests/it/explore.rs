//! Every way a lesson can go, and what holds on each. Each of the invariants is shown to fail.

use aauth_sim::check::{Report, Subject};
use aauth_sim::command::{Command, CommandError, Outside};
use aauth_sim::entropy::Seed;
use aauth_sim::http::{Request, Response, Status};
use aauth_sim::httpsig::{Coverage, SignatureKey, sign};
use aauth_sim::jose::{SigningKey, base64url};
use aauth_sim::lesson::{
    LESSONS, Lesson, Recipe, Survey, departures, explore, lesson, write_choices,
};
use aauth_sim::sim::{Bounds, Broken, BrokenPath, Explored, Explorer, Protocol, see};
use aauth_sim::stage::{
    AgentChoice, CastMember, Choice, ChoicePoint, Context, Ending, EventKind, ExchangeId,
    ExchangeKind, Holding, Input, Party, PartyId, Prompt, Setup, WakeReason,
};
use aauth_sim::time::{Span, Timestamp};

use crate::hollow::hollow_token_with;
use crate::story::{Story, request};

fn main_lesson() -> &'static Lesson {
    lesson("clarification").unwrap()
}

fn survey(lesson: &'static Lesson, rounds: &str) -> Survey {
    let mut recipe = Recipe::new(lesson);
    recipe.settings.set(lesson, "rounds", rounds).unwrap();
    explore(&recipe, false).unwrap()
}

#[test]
fn every_ending_of_every_lesson_is_reached_and_no_other() {
    for lesson in LESSONS {
        let survey = survey(lesson, "2");
        let mut expected: Vec<Ending> = lesson.endings.iter().map(|row| row.ending).collect();
        expected.sort_unstable();
        let reached: Vec<Ending> = survey.endings.iter().map(|row| row.ending).collect();
        assert_eq!(reached, expected, "{}", lesson.id);
        assert_eq!(reached.len(), 13, "{}", lesson.id);
        for row in survey.endings {
            assert_eq!(row.run.trace.ending(), row.ending);
            assert!(row.paths > 0 && row.exchanges > 0 && row.checks > 0);
        }
    }
}

/// By hand: how many decisions an ending needs that are not the default ones.
#[test]
fn the_shortest_path_departs_as_little_as_can_be() {
    let survey = survey(main_lesson(), "2");
    let choices = |ending| {
        let row = survey.endings.iter().find(|row| row.ending == ending);
        write_choices(&departures(&row.unwrap().run))
    };
    for (ending, expected) in [
        (Ending::Granted, ""),
        (Ending::GrantedNarrower, "agent1.update"),
        // With a single round, which is one departure as well, and shorter.
        (Ending::RoundsUsed, "person3.ask"),
        (Ending::Denied, "person1.deny"),
        (Ending::Withdrawn, "agent1.withdraw"),
        (Ending::ExpiredUnanswered, "agent1.silent"),
        (Ending::ExpiredNoVisit, "person1.never-come"),
        (Ending::GaveUp, "person1.never-come,agent1.give-up"),
        (Ending::CodeLocked, "person2.guess-codes"),
    ] {
        assert_eq!(choices(ending), expected, "{}", ending.slug());
    }
}

/// Two rounds, without mistakes here: with them the program's own tests compare, for that takes longer
/// than all of these.
#[test]
fn a_full_walk_finds_the_same_endings_as_often() {
    let lesson = main_lesson();
    let mut recipe = Recipe::new(lesson);
    let mut compared = 0;
    for (rounds, capability) in [("2", "on"), ("2", "off")] {
        recipe.settings.set(lesson, "rounds", rounds).unwrap();
        recipe
            .settings
            .set(lesson, "capability", capability)
            .unwrap();
        let walk = |bounds| {
            let setup = (lesson.setup)(&recipe.settings);
            let explorer: Explorer<_, ()> = Explorer::new(setup, Seed::default(), bounds);
            explorer.finish().unwrap()
        };
        let without_slips = |bounds| Bounds {
            slips_max: 0,
            ..bounds
        };
        let shared = walk(without_slips(Bounds::SHARED));
        let full = walk(without_slips(Bounds::FULL));
        let counts = |explored: &Explored| {
            let rows = explored.endings.iter();
            rows.map(|row| (row.ending, row.paths, departs(&row.shortest)))
                .collect::<Vec<_>>()
        };
        assert_eq!(counts(&shared), counts(&full));
        assert!(shared.situations < full.situations);
        compared += shared.endings.len();
    }
    assert!(compared >= 10);
}

/// How long a shortest path is: a full walk may find another one that is as short.
fn departs<T>(path: &[T]) -> usize {
    path.len()
}

// What the walk itself says of parties that go wrong.

/// A party that decides again and again, in the way its name says.
#[derive(Clone, Debug)]
enum Toy {
    /// Comes back to where it was.
    Undecided,
    /// Never comes to anything.
    Restless,
    /// Panics when it is told to withdraw.
    Fragile { decided: u32 },
    /// May slip once more after each slip.
    Clumsy { slipped: u32 },
}

impl Party for Toy {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        let Input::Choice(Choice::Agent(choice)) = input else {
            if matches!(self, Self::Restless) {
                cx.wake_after(WakeReason::Poll, Span::from_s(1));
            } else {
                cx.offer(point());
            }
            return;
        };
        match self {
            Self::Undecided | Self::Restless => cx.offer(point()),
            Self::Fragile { decided } => {
                assert!(choice != AgentChoice::Withdraw, "withdrawing is too much");
                *decided += 1;
                if *decided < 3 {
                    cx.offer(point());
                } else {
                    cx.end(Ending::Denied);
                }
            }
            Self::Clumsy { slipped } if choice == AgentChoice::PostWithoutAction => {
                *slipped += 1;
                cx.offer(point());
            }
            Self::Clumsy { .. } => cx.end(Ending::Withdrawn),
        }
    }

    fn situation(&self, out: &mut String) {
        match self {
            Self::Undecided | Self::Restless => {}
            Self::Fragile { decided } => out.push_str(&decided.to_string()),
            Self::Clumsy { slipped } => out.push_str(&slipped.to_string()),
        }
    }
}

fn point() -> ChoicePoint {
    let choices = [
        AgentChoice::StaySilent,
        AgentChoice::Withdraw,
        AgentChoice::PostWithoutAction,
    ];
    ChoicePoint {
        by: PartyId::Agent,
        number: 0,
        prompt: Prompt::Asked,
        question: None,
        options: choices.map(Into::into).to_vec(),
    }
}

fn explored(party: Toy, full: bool) -> Result<Explored, BrokenPath> {
    let cast = vec![CastMember {
        id: PartyId::Agent,
        host: None,
        party,
    }];
    let bounds = if full { Bounds::FULL } else { Bounds::SHARED };
    let explorer: Explorer<_, Protocol> = Explorer::new(Setup { cast }, Seed::default(), bounds);
    explorer.finish()
}

fn path_of(broken: &BrokenPath) -> Vec<String> {
    let path = broken.path.iter();
    path.map(|taken| format!("{}{}.{}", taken.by, taken.number, taken.slug))
        .collect()
}

#[test]
fn a_run_that_comes_back_to_where_it_was_is_found() {
    let broken = explored(Toy::Undecided, false).unwrap_err();
    assert_eq!(broken.broken, Broken::Endless);
}

#[test]
fn a_run_that_never_stops_is_found() {
    let broken = explored(Toy::Restless, false).unwrap_err();
    assert_eq!(broken.broken, Broken::Endless);
}

#[test]
fn a_panic_is_found_with_the_path_to_it() {
    let broken = explored(Toy::Fragile { decided: 0 }, false).unwrap_err();
    let message = "withdrawing is too much".to_owned();
    assert_eq!(broken.broken, Broken::Panic { message });
    assert_eq!(path_of(&broken), ["agent1.withdraw"]);
}

#[test]
fn a_path_has_one_slip_at_most() {
    for full in [false, true] {
        let explored = explored(Toy::Clumsy { slipped: 0 }, full).unwrap();
        // Silent or withdrawn, at once or after the one slip.
        let endings = explored.endings.iter().map(|row| (row.ending, row.paths));
        assert_eq!(endings.collect::<Vec<_>>(), [(Ending::Withdrawn, 4)]);
        assert_eq!(explored.situations, 2);
    }
}

// What the witness says of runs that are told by hand.

const AGENT: PartyId = PartyId::Agent;
const PS: PartyId = PartyId::PersonServer;
const PENDING: &str = "https://ps.example/pending/1";

fn broken(tell: impl FnOnce(&mut Story)) -> Option<Broken> {
    let mut story = Story::new();
    tell(&mut story);
    let trace = story.ends(Ending::Granted);
    see(&mut Protocol::default(), trace.events()).err()
}

fn verified(by: PartyId, exchange: ExchangeId, story: &mut Story) {
    let report = Report {
        subject: Subject::RequestSignature,
        checks: Vec::new(),
    };
    story.reports(by, exchange, report);
}

/// The person server's answer, which the agent verified.
fn reads(exchange: ExchangeId, status: u16, story: &mut Story) {
    story.answers_with(exchange, status);
    verified(AGENT, exchange, story);
}

/// A call that the person server verified, and its answer.
fn call(line: &str, status: u16, story: &mut Story) {
    let exchange = story.asks(AGENT, PS, line);
    verified(PS, exchange, story);
    reads(exchange, status, story);
}

/// A POST with a body that its signature covers. The person server verified it.
fn post(url: &str, body: &str, story: &mut Story) -> ExchangeId {
    let request = request(&format!("POST {url}")).with_body("application/json", body.to_owned());
    let exchange = story.sends(ExchangeKind::Protocol, AGENT, PS, signed(request));
    verified(PS, exchange, story);
    exchange
}

fn signed(request: Request) -> Request {
    let key = SigningKey::from_secret(&[7; 32]);
    let jwt = hollow_token_with("{}");
    let signature_key = SignatureKey::Jwt { jwt };
    let coverage = Coverage::with_body();
    sign(request, &key, &signature_key, &coverage, Timestamp::START).unwrap()
}

fn token(typ: &str, scope: &str) -> String {
    let header = base64url::encode(format!("{{\"typ\":\"{typ}\"}}"));
    let payload = base64url::encode(format!("{{\"scope\":\"{scope}\"}}"));
    format!("{header}.{payload}.")
}

fn asks_for(scope: &str, story: &mut Story) -> ExchangeId {
    let token = token("aa-resource+jwt", scope);
    let body = format!("{{\"resource_token\":\"{token}\"}}");
    post("https://ps.example/aauth/token", &body, story)
}

fn decides(approved: bool, scope: &str, story: &mut Story) {
    let scope = scope.to_owned();
    story.holds(PS, Holding::Decision { approved, scope });
}

fn issues(scope: &str, story: &mut Story) {
    let jwt = token("aa-auth+jwt", scope).into();
    story.event(PS, EventKind::TokenIssued { jwt });
}

fn ends(ending: Ending, story: &mut Story) {
    story.event(AGENT, EventKind::Ended(ending));
}

#[test]
fn a_run_that_goes_well_breaks_nothing() {
    let told = broken(|story| {
        let asked = asks_for("read write", story);
        reads(asked, 202, story);
        let reply = "{\"action\":\"clarification_response\",\"clarification_response\":\"Yes.\"}";
        let answered = post(PENDING, reply, story);
        reads(answered, 202, story);
        decides(true, "read write", story);
        issues("read write", story);
        call(&format!("GET {PENDING}"), 200, story);
        call(&format!("GET {PENDING}"), 410, story);
        ends(Ending::Granted, story);
    });
    assert_eq!(told, None);
}

#[test]
fn the_agent_goes_by_nothing_that_it_has_not_verified() {
    for status in [202, 204] {
        let told = broken(|story| {
            let asked = asks_for("read", story);
            story.answers_with(asked, status);
            let _ = story.asks(AGENT, PS, &format!("GET {PENDING}"));
        });
        let unverified = Broken::Unverified {
            recipient: AGENT,
            exchange: 1,
        };
        assert_eq!(told, Some(unverified), "{status}");
    }
}

#[test]
fn a_run_that_fails_is_broken() {
    let told = broken(|story| ends(Ending::Failed, story));
    assert_eq!(told, Some(Broken::Failed));
}

#[test]
fn a_pending_url_gives_one_final_answer_and_is_gone_then() {
    for (first, second, expected) in [
        (200, 200, Some(Broken::AnsweredTwice { status: 200 })),
        (403, 408, Some(Broken::AnsweredTwice { status: 408 })),
        (408, 202, Some(Broken::AnsweredTwice { status: 202 })),
        (202, 410, Some(Broken::GoneTooSoon)),
        (202, 403, None),
        (403, 410, None),
    ] {
        let told = broken(|story| {
            call(&format!("GET {PENDING}"), first, story);
            call(&format!("GET {PENDING}"), second, story);
        });
        assert_eq!(told, expected, "{first}, then {second}");
    }
}

#[test]
fn an_auth_token_needs_an_approval_and_is_for_no_more() {
    let told = broken(|story| {
        asks_for("read", story);
        issues("read", story);
    });
    assert_eq!(told, Some(Broken::Unapproved));
    let told = broken(|story| {
        asks_for("read", story);
        decides(false, "read", story);
        issues("read", story);
    });
    assert_eq!(told, Some(Broken::Unapproved));
    for (asked, approved) in [("read", "read write"), ("read write", "read")] {
        let told = broken(|story| {
            asks_for(asked, story);
            decides(true, approved, story);
            issues("read write", story);
        });
        let broader = Broken::Broader {
            granted: "read write".to_owned(),
            asked: "read".to_owned(),
        };
        assert_eq!(told, Some(broader), "{asked} asked, {approved} approved");
    }
}

/// The update was taken, so that the first request counts no more.
#[test]
fn an_update_narrows_what_may_be_granted() {
    let update = format!(
        "{{\"action\":\"updated_request\",\"resource_token\":\"{}\",\"presented_token\":\"t\"}}",
        token("aa-resource+jwt", "read")
    );
    for (status, is_taken) in [(202, true), (400, false)] {
        let told = broken(|story| {
            let asked = asks_for("read write", story);
            reads(asked, 202, story);
            let updated = post(PENDING, &update, story);
            reads(updated, status, story);
            decides(true, "read write", story);
            issues("read write", story);
        });
        assert_eq!(told.is_some(), is_taken, "{told:?}");
    }
}

#[test]
fn a_body_for_a_person_server_is_covered_by_its_digest() {
    let plain = request("POST https://ps.example/aauth/token")
        .with_body("application/json", "{}".to_owned());
    let mut swapped = signed(plain.clone());
    swapped.body = "{\"a\":1}".to_owned().into();
    for request in [plain, swapped] {
        let told = broken(|story| {
            story.sends(ExchangeKind::Protocol, AGENT, PS, request);
        });
        assert_eq!(told, Some(Broken::Uncovered { exchange: 1 }));
    }
}

#[test]
fn no_more_rounds_are_used_than_there_are() {
    let pending = |rounds_used| Holding::Pending {
        path: "/pending/1".to_owned(),
        state: "waiting",
        rounds_used,
        rounds_max: 1,
        deadline: Timestamp::START,
    };
    let too_many = Some(Broken::TooManyRounds { used: 2, max: 1 });
    let told = broken(|story| story.holds(PS, pending(2)));
    assert_eq!(told, too_many);
    let reply = "{\"action\":\"clarification_response\",\"clarification_response\":\"Yes.\"}";
    let told = broken(|story| {
        story.holds(PS, pending(1));
        for _ in 0..2 {
            let answered = post(PENDING, reply, story);
            reads(answered, 202, story);
        }
    });
    assert_eq!(told, too_many);
}

#[test]
fn nobody_acts_on_what_they_have_not_verified() {
    let unverified = |recipient| {
        Some(Broken::Unverified {
            recipient,
            exchange: 1,
        })
    };
    let told = broken(|story| {
        let asked = story.asks(AGENT, PartyId::Resource, "GET https://api.example/data");
        reads(asked, 200, story);
    });
    assert_eq!(told, unverified(PartyId::Resource));
    let brings = |name: &str| {
        let body = format!("{{\"{name}\":\"{}\"}}", hollow_token_with("{}"));
        Response::new(Status(200)).with_body("application/json", body)
    };
    for name in ["auth_token", "person_token", "resource_token"] {
        let told = broken(|story| {
            let asked = story.asks(AGENT, PS, "GET https://ps.example/token");
            verified(PS, asked, story);
            story.answers(asked, brings(name));
            story.asks(AGENT, PartyId::Resource, "GET https://api.example/data");
        });
        assert_eq!(told, unverified(AGENT), "{name}");
    }
}

#[test]
fn a_bad_action_is_refused_changes_nothing_and_the_chat_goes_on() {
    let bad = "{\"action\":\"clarify\"}";
    let told = broken(|story| {
        let slipped = post(PENDING, bad, story);
        reads(slipped, 202, story);
    });
    assert_eq!(told, Some(Broken::BadActionTaken { status: 202 }));
    let told = broken(|story| {
        post(PENDING, bad, story);
        let (from, to) = ("asking", "gone");
        story.event(PS, EventKind::Moved { from, to });
    });
    assert_eq!(told, Some(Broken::BadActionCounted));
    let told = broken(|story| {
        let slipped = post(PENDING, bad, story);
        reads(slipped, 400, story);
        ends(Ending::GaveUp, story);
    });
    assert_eq!(told, Some(Broken::ChatStopped));
    let told = broken(|story| {
        let slipped = post(PENDING, bad, story);
        reads(slipped, 400, story);
        call(&format!("GET {PENDING}"), 403, story);
    });
    assert_eq!(told, Some(Broken::ChatStopped));
    let told = broken(|story| {
        let slipped = post(PENDING, bad, story);
        reads(slipped, 400, story);
        story.offers(point());
        let polled = story.asks(AGENT, PS, &format!("GET {PENDING}"));
        verified(PS, polled, story);
        let denied = "{\"error\":\"denied\"}".to_owned();
        let answer = Response::new(Status(403)).with_body("application/problem+json", denied);
        story.answers(polled, answer);
        verified(AGENT, polled, story);
        ends(Ending::Denied, story);
    });
    assert_eq!(told, None);
}

#[test]
fn a_run_is_told_as_what_it_is() {
    for (ending, granted, is_so) in [
        (Ending::Granted, Some("read write"), true),
        (Ending::Granted, Some("read"), false),
        (Ending::Granted, None, false),
        (Ending::GrantedNarrower, Some("read"), true),
        (Ending::GrantedNarrower, Some("read write"), false),
        (Ending::Denied, Some("read"), false),
    ] {
        let told = broken(|story| {
            asks_for("read write", story);
            if let Some(scope) = granted {
                decides(true, scope, story);
                issues(scope, story);
            }
            ends(ending, story);
        });
        assert_eq!(told.is_none(), is_so, "{} with {granted:?}", ending.slug());
    }
}

/// What the agent reads last, and as what its run may be told then.
#[test]
fn an_ending_is_what_the_agent_read_last() {
    let refusal = |error: &str| format!("{{\"error\":\"{error}\"}}");
    let rows = [
        (Ending::Denied, 403, "denied", false),
        (Ending::Abandoned, 403, "abandoned", false),
        (Ending::CodeLocked, 410, "invalid_code", false),
        (Ending::ExpiredUnanswered, 408, "expired", true),
        (Ending::ExpiredNoVisit, 408, "expired", false),
        (Ending::AgentLimit, 202, "", true),
        (Ending::NoHandler, 202, "", true),
    ];
    for (told_as, ..) in rows {
        for (ending, status, error, is_asked) in rows {
            let told = broken(|story| {
                let asked = asks_for("read", story);
                let requirement = if is_asked {
                    "clarification"
                } else {
                    "approval"
                };
                let pending = Response::new(Status(202))
                    .with_header("AAuth-Requirement", format!("requirement={requirement}"));
                story.answers(asked, pending);
                verified(AGENT, asked, story);
                if status != 202 {
                    let polled = story.asks(AGENT, PS, &format!("GET {PENDING}"));
                    verified(PS, polled, story);
                    let body = refusal(error);
                    let answer = Response::new(Status(status));
                    story.answers(polled, answer.with_body("application/problem+json", body));
                    verified(AGENT, polled, story);
                }
                ends(told_as, story);
            });
            let same = status == 202 && matches!(told_as, Ending::AgentLimit | Ending::NoHandler);
            let is_so = ending == told_as || same;
            let named = format!("{} read as {}", ending.slug(), told_as.slug());
            assert_eq!(told.is_none(), is_so, "{named}: {told:?}");
        }
    }
}

// The command line.

#[test]
fn the_command_prints_a_line_an_ending_and_writes_a_file_each() {
    let written = std::cell::RefCell::new(Vec::new());
    let outside = Outside {
        read: &|path| Err(path.to_owned()),
        write: &|directory, name, text| {
            let file = (directory.to_owned(), name.to_owned(), text.len());
            written.borrow_mut().push(file);
            Ok(())
        },
        elapsed_ms: &|| 1234,
    };
    let arguments = ["explore", "clarification", "--rounds", "1", "--export", "d"];
    let printed = Command::parse(arguments.map(str::to_owned))
        .and_then(|command| command.perform(&outside))
        .unwrap();
    let lines: Vec<&str> = printed.lines().collect();
    let (last, endings) = lines.split_last().unwrap();
    assert!(
        last.starts_with("13 endings, ") && last.ends_with(" in 1.234 s"),
        "{last}"
    );
    for (line, (directory, name, len)) in endings.iter().zip(written.borrow().iter()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words.len(), 4, "{line}");
        assert!(words[1..].iter().all(|word| word.parse::<u64>().is_ok()));
        assert_eq!(
            (directory.as_str(), name.as_str()),
            ("d", &*format!("{}.har", words[0]))
        );
        assert!(*len > 1000, "{name}");
    }
    assert_eq!(endings.len(), written.borrow().len());
}

#[test]
fn a_broken_path_ends_the_program_with_1() {
    let error = CommandError::Broken(aauth_sim::lesson::SurveyError {
        broken: Broken::Unapproved,
        recipe: "--choices person1.approve".to_owned(),
    });
    assert_eq!(error.exit_status(), 1);
    assert!(error.to_string().contains("without a recorded approval"));
    assert!(error.to_string().contains("person1.approve"));
}
