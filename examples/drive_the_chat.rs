//! The agent's side of the chat by hand: the question as it came, each answer as the request that
//! gives it, and what is refused once the rounds are used.
//!
//! `cargo run --example drive_the_chat`

use aauth_sim::aauth::{ClarificationExchange, ClarificationExchangeError, ServerId};
use aauth_sim::entropy::Seed;
use aauth_sim::http::Target;
use aauth_sim::lesson::{Settings, lesson};
use aauth_sim::party::AnyParty;
use aauth_sim::sim::{Step, World, by_default};
use aauth_sim::stage::{EventKind, Payload, Prompt};

const ANSWER: &str = "The three reports of this quarter. Nothing leaves the company.";

fn main() -> Result<(), ClarificationExchangeError> {
    let mut run = Run::new();
    let question = run.until_the_agent_is_asked();
    println!("asked: {question}");

    let mut chat = ClarificationExchange::new(run.pending_url()).with_rounds_max(2);
    let answer = chat.respond(ANSWER)?;
    println!("{} {}", answer.method.as_str(), answer.target);
    println!("{}", answer.body.text().unwrap_or_default());
    // The agent of the cast signs and sends just that.
    run.answer(ANSWER);
    assert_eq!(
        run.sent(answer.body.text()),
        1,
        "it was sent as it was made"
    );

    chat.respond("And in a second round I say it again.")?;
    match chat.respond("There is no third round.") {
        Err(error @ ClarificationExchangeError::Limit { .. }) => println!("refused: {error}"),
        other => unreachable!("two rounds are two rounds: {other:?}"),
    }
    // To withdraw uses no round; after it there is nothing to say.
    println!("{}", chat.cancel()?.method.as_str());
    assert_eq!(
        chat.respond("Too late."),
        Err(ClarificationExchangeError::Cancelled)
    );
    Ok(())
}

/// The lesson's world, in which the agent is driven.
struct Run {
    world: World<AnyParty>,
    events: Vec<aauth_sim::stage::Event>,
}

impl Run {
    fn new() -> Self {
        let lesson = lesson("clarification").expect("the lesson is in the table");
        let setup = (lesson.setup)(&Settings::of(lesson));
        Self {
            world: World::new(setup, Seed::default()),
            events: Vec::new(),
        }
    }

    /// Goes on until the agent has to answer, with the defaults of whoever else decides.
    fn until_the_agent_is_asked(&mut self) -> String {
        loop {
            match self.world.step() {
                Step::Advanced(events) => self.events.extend(events),
                Step::Blocked(point) => match (point.prompt, &point.question) {
                    (Prompt::Asked, Some(question)) => return question.clarification.clone(),
                    _ => self.choose(by_default(&point).0, None),
                },
                Step::Ended(ending) => unreachable!("nobody asked: {}", ending.slug()),
            }
        }
    }

    fn answer(&mut self, text: &str) {
        self.choose("answer", Some(text));
        if let Step::Advanced(events) = self.world.step() {
            self.events.extend(events);
        }
    }

    fn choose(&mut self, slug: &str, text: Option<&str>) {
        let chosen = self.world.choose(slug, text);
        self.events.push(chosen.expect("the option is offered"));
    }

    /// The `Location` of the first `202`.
    fn pending_url(&self) -> Target {
        let location = self.events.iter().find_map(|event| match &event.kind {
            EventKind::Sent(message) => match &message.payload {
                Payload::Response(response) => response.headers.first("Location"),
                Payload::Request(_) => None,
            },
            _ => None,
        });
        let location = location.expect("a deferred request has a pending URL");
        let server = ServerId::parse("https://ps.example").expect("it is an identifier");
        let target = Target::parse(location).expect("it is a URL");
        assert_eq!(
            target.authority,
            server.host(),
            "it is at the server that answered"
        );
        target
    }

    /// How many requests with that body were sent.
    fn sent(&self, body: Option<&str>) -> usize {
        let sent = self.events.iter().filter(|event| match &event.kind {
            EventKind::Sent(message) => match &message.payload {
                Payload::Request(request) => request.body.text() == body,
                Payload::Response(_) => false,
            },
            _ => false,
        });
        sent.count()
    }
}
