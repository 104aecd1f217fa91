//! The agent's side of the chat as a library, and agents that use it: the limit of rounds, the end
//! after a withdrawal, a callback, and nobody who answers.

use aauth_sim::aauth::{
    ClarificationExchange, ClarificationExchangeError, ClarificationRequirement,
    ClarificationResponse,
};
use aauth_sim::entropy::Seed;
use aauth_sim::http::{Method, Request};
use aauth_sim::lesson::{Settings, lesson};
use aauth_sim::party::{AnyParty, Clarification};
use aauth_sim::sim::{Trace, World, by_default, play};
use aauth_sim::stage::{Ending, EventKind, Message, Notice, PartyId, Payload, Prompt};
use serde_json::{Value, json};

use super::target;

const PENDING: &str = "https://ps.example/pending/AAAA";

fn exchange(rounds_max: u32) -> ClarificationExchange {
    ClarificationExchange::new(target(PENDING)).with_rounds_max(rounds_max)
}

fn body(request: &Request) -> Value {
    serde_json::from_slice(request.body.bytes()).expect("JSON")
}

/// The three requests as the draft writes them.
#[test]
fn each_way_to_answer_is_the_request_of_the_draft() {
    let mut chat = exchange(5);
    let answered = chat.respond("So.").expect("a round is left");
    assert_eq!(answered.method, Method::Post);
    assert_eq!(
        body(&answered),
        json!({ "action": "clarification_response", "clarification_response": "So." })
    );
    let updated = chat.update_request("r", "p", Some("Less."));
    let updated = updated.expect("a round is left");
    assert_eq!(updated.method, Method::Post);
    assert_eq!(
        body(&updated),
        json!({
            "action": "updated_request",
            "resource_token": "r",
            "presented_token": "p",
            "justification": "Less.",
        })
    );
    let unexplained = chat.update_request("r", "p", None);
    let unexplained = body(&unexplained.expect("a round is left"));
    assert_eq!(unexplained.get("justification"), None);
    let withdrawn = chat.cancel().expect("it is not withdrawn yet");
    assert_eq!(withdrawn.method, Method::Delete);
    assert!(withdrawn.body.is_empty());
    for request in [answered, updated, withdrawn] {
        assert_eq!(request.target, target(PENDING));
    }
}

/// "Refusing the round after the last with a limit error": answers and updates count alike.
#[test]
fn the_round_after_the_last_is_refused_with_a_limit_error() {
    for rounds_max in [0, 1, 2, 5, 7] {
        let mut chat = exchange(rounds_max);
        for round in 0..rounds_max {
            assert_eq!(chat.rounds(), round);
            let made = if round % 2 == 0 {
                chat.respond("So.")
            } else {
                chat.update_request("r", "p", None)
            };
            made.expect("a round is left");
        }
        let limit = Err(ClarificationExchangeError::Limit { rounds_max });
        assert_eq!(chat.respond("So."), limit);
        assert_eq!(chat.update_request("r", "p", None), limit);
        assert_eq!(chat.may_go_on().err(), limit.as_ref().err().copied());
        assert_eq!(chat.rounds(), rounds_max, "a refused round is none");
    }
}

/// Five unless the agent says otherwise, whatever the server's own number is.
#[test]
fn an_agent_that_says_nothing_answers_five_times() {
    let mut chat = ClarificationExchange::new(target(PENDING));
    for _ in 0..5 {
        chat.respond("So.").expect("a round is left");
    }
    let limit = ClarificationExchangeError::Limit { rounds_max: 5 };
    assert_eq!(chat.respond("So."), Err(limit));
}

/// A withdrawal uses no round, and needs none.
#[test]
fn a_withdrawal_costs_nothing_and_is_possible_after_the_last_round() {
    let mut chat = exchange(1);
    chat.respond("So.").expect("a round is left");
    assert_eq!(chat.rounds(), 1);
    chat.cancel().expect("a withdrawal needs no round");
    assert_eq!(chat.rounds(), 1);
}

/// "Ending with a cancelled error after `Cancel`."
#[test]
fn nothing_is_possible_after_a_withdrawal() {
    let mut chat = exchange(5);
    chat.cancel().expect("it is not withdrawn yet");
    let cancelled = Err(ClarificationExchangeError::Cancelled);
    assert_eq!(chat.respond("So."), cancelled);
    assert_eq!(chat.update_request("r", "p", None), cancelled);
    assert_eq!(chat.cancel(), cancelled);
    assert_eq!(chat.may_go_on(), Err(ClarificationExchangeError::Cancelled));
    assert_eq!(chat.rounds(), 0);
}

/// A run of the lesson in which the person asks wherever they can, and this answers for the agent.
fn asked_for_ever(settings: &[(&str, &str)], clarification: Clarification) -> Trace {
    let lesson = lesson("clarification").expect("the lesson is there");
    let mut values = Settings::of(lesson);
    for (name, value) in settings {
        let set = values.set(lesson, name, value);
        set.expect("the lesson has the setting");
    }
    let mut setup = (lesson.setup)(&values);
    let Some(AnyParty::Agent(agent)) = setup.party_mut(PartyId::Agent) else {
        panic!("the cast has an agent");
    };
    **agent = agent.clone().with_clarification(clarification);
    let world = World::new(setup, Seed::default());
    let trace = play(world, |point| {
        assert_eq!(point.by, PartyId::Person, "nobody decides for the agent");
        let asks = point.options.iter().any(|option| option.slug == "ask");
        match point.prompt {
            Prompt::Notified | Prompt::OnThePage if asks => ("ask", None),
            Prompt::OnThePage => ("approve", None),
            _ => by_default(point),
        }
    });
    trace.expect("what is chosen is offered")
}

/// What the agent sent to its pending URL but polls.
fn replies(trace: &Trace) -> Vec<Request> {
    let requests = trace
        .messages()
        .filter_map(|(_, message)| match &**message {
            Message {
                from: PartyId::Agent,
                payload: Payload::Request(request),
                ..
            } if request.target.path.starts_with("/pending/") => Some(request.clone()),
            _ => None,
        });
    requests
        .filter(|request| request.method != Method::Get)
        .collect()
}

fn explain(question: &ClarificationRequirement) -> ClarificationResponse {
    ClarificationResponse::Respond {
        clarification_response: format!("You asked: {}", question.clarification),
    }
}

fn withdraw(_: &ClarificationRequirement) -> ClarificationResponse {
    ClarificationResponse::Cancel
}

/// An update that no server takes.
fn update_badly(_: &ClarificationRequirement) -> ClarificationResponse {
    ClarificationResponse::Update {
        resource_token: "none".to_owned(),
        presented_token: "none".to_owned(),
        justification: None,
    }
}

/// The agent's maximum and the server's are two numbers: the smaller one is felt first.
#[test]
fn the_agents_maximum_is_independent_of_the_servers() {
    let callback = Clarification::Callback(explain);
    for (server, agent, answers, ending) in [
        ("3", "10", 3, Ending::RoundsUsed),
        ("3", "3", 3, Ending::RoundsUsed),
        ("10", "3", 3, Ending::AgentLimit),
        ("2", "1", 1, Ending::AgentLimit),
    ] {
        let settings = [("rounds", server), ("agent-rounds", agent)];
        let trace = asked_for_ever(&settings, callback);
        let what = format!("{server} and {agent}");
        assert_eq!(replies(&trace).len(), answers, "{what}");
        assert_eq!(trace.ending(), ending, "{what}");
    }
}

#[test]
fn a_callback_is_given_each_question_and_its_answer_is_sent() {
    let trace = asked_for_ever(&[("rounds", "2")], Clarification::Callback(explain));
    let asked: Vec<String> = told(&trace, |notice| match notice {
        Notice::Question { clarification, .. } => Some(clarification.clone()),
        _ => None,
    });
    let sent: Vec<Value> = replies(&trace).iter().map(body).collect();
    let expected: Vec<Value> = asked
        .iter()
        .take(2)
        .map(|question| {
            let answer = format!("You asked: {question}");
            json!({ "action": "clarification_response", "clarification_response": answer })
        })
        .collect();
    assert_eq!(sent, expected);
    assert_eq!(expected.len(), 2);
}

#[test]
fn a_callback_may_withdraw_the_request() {
    let trace = asked_for_ever(&[], Clarification::Callback(withdraw));
    let methods: Vec<Method> = replies(&trace)
        .iter()
        .map(|request| request.method)
        .collect();
    assert_eq!(methods, [Method::Delete]);
    assert_eq!(trace.ending(), Ending::Withdrawn);
}

/// A callback that goes wrong again and again ends with the agent's own rounds: each update is
/// refused, the question stands, and the callback is asked again.
#[test]
fn a_callback_that_is_refused_again_and_again_ends_at_the_agents_maximum() {
    let settings = [("agent-rounds", "3")];
    let trace = asked_for_ever(&settings, Clarification::Callback(update_badly));
    assert_eq!(replies(&trace).len(), 3);
    assert_eq!(trace.ending(), Ending::AgentLimit);
}

/// "A missing callback makes the request fail at once instead of waiting."
#[test]
fn an_agent_with_nobody_to_answer_fails_at_the_question() {
    let trace = asked_for_ever(&[], Clarification::Nobody);
    assert_eq!(trace.ending(), Ending::NoHandler);
    let messages: Vec<_> = trace.messages().map(|(_, message)| message).collect();
    let last = messages.last().expect("there are messages");
    let Payload::Response(question) = &last.payload else {
        panic!("nothing was sent after the question");
    };
    assert_eq!(last.to, PartyId::Agent);
    let requirement = question.headers.first("AAuth-Requirement");
    assert_eq!(requirement, Some("requirement=clarification"));
    let end = trace.events().last().expect("there are events").at;
    assert!(end.since(last.sent_at).s() < 1, "it waits for nothing");
}

/// "`interacting`: [...] stop prompting user", and a requirement that is repeated is no second prompt.
#[test]
fn the_person_is_sent_to_the_page_once_however_often_the_server_says_so() {
    let lesson = lesson("clarification").expect("the lesson is there");
    let setup = (lesson.setup)(&Settings::of(lesson));
    let mut asks = 2;
    let trace = play(World::new(setup, Seed::default()), |point| {
        match point.prompt {
            Prompt::Sent if asks > 0 => {
                asks -= 1;
                ("ask", None)
            }
            _ => by_default(point),
        }
    });
    let trace = trace.expect("what is chosen is offered");
    let said = trace
        .messages()
        .filter(|(_, message)| match &message.payload {
            Payload::Response(response) => {
                let requirement = response.headers.first("AAuth-Requirement");
                requirement.is_some_and(|text| text.starts_with("requirement=interaction"))
            }
            Payload::Request(_) => false,
        });
    assert_eq!(said.count(), 3, "once, and after each further answer");
    let sent = told(&trace, |notice| match notice {
        Notice::Visit { code, .. } => Some(code.clone()),
        _ => None,
    });
    assert_eq!(sent.len(), 1);
}

fn told<T>(trace: &Trace, pick: fn(&Notice) -> Option<T>) -> Vec<T> {
    let notices = trace.events().filter_map(|event| match &event.kind {
        EventKind::Told { notice, .. } => pick(notice),
        _ => None,
    });
    notices.collect()
}
