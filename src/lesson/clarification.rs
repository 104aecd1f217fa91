//! The main lesson: the person asks the agent about its reason before they decide.

mod endings;
mod words;

use crate::aauth::clarification::DEFAULT_ROUNDS_MAX;
use crate::aauth::{AgentId, Capability, ServerId};
use crate::json::{Object, Value};
use crate::party::pending::Limits;
use crate::party::{
    Agent, AgentProfile, AgentProvider, AnyParty, Clarification, DATA_PATH, Person, PersonServer,
    Questions, Resource, ResourceProfile,
};
use crate::stage::{CastMember, PartyId, Setup};

use super::recipe::Settings;
use super::table::{Lesson, Level, SettingRow};

/// Clarification chat during consent.
pub(super) const LESSON: Lesson = Lesson {
    id: "clarification",
    title: "Clarification chat during consent",
    summary: "A program, the agent, is to prepare a briefing for a person and needs their reports \
              from a server, the resource. The person's own server, the person server, asks the \
              person. The person first asks back.",
    level: Level::First,
    minutes: 10,
    teaches: &[
        "how an agent shows who it is, and for whom it acts",
        "how a request waits for a person without anybody blocking",
        "how a question travels from the person to the agent, and its answer back",
        "what each party checks before it believes what it reads",
    ],
    before: words::BEFORE,
    cast: &[
        PartyId::Agent,
        PartyId::Resource,
        PartyId::PersonServer,
        PartyId::Person,
    ],
    settings: SETTINGS,
    steps: words::STEPS,
    endings: endings::ENDINGS,
    setup: |settings| setup(settings, &ANSWERING),
};

/// The agent asks for less when it is asked.
pub(super) const NARROWED: Lesson = Lesson {
    id: "narrowed-request",
    title: "Narrow the request",
    summary: "The same agent, resource and person server. This time the person doubts that the \
              agent needs all it asked for, and the agent replaces its request with a narrower \
              one while the person waits.",
    level: Level::Further,
    minutes: 6,
    teaches: &[
        "where an agent gets a resource token for less",
        "what an updated request must keep, and how that is checked",
        "how what was granted shows in what the resource returns",
    ],
    endings: endings::NARROWED_ENDINGS,
    setup: |settings| setup(settings, &NARROWING),
    ..LESSON
};

const SETTINGS: &[SettingRow] = &[
    SettingRow {
        name: "rounds",
        title: "Questions, at most",
        help: "How many questions the person server puts to the agent about one request. Five is \
               what the draft recommends.",
        min: 1,
        max: 10,
        default: DEFAULT_ROUNDS_MAX,
        words: &[],
    },
    SettingRow {
        name: "agent-rounds",
        title: "Replies, at most",
        help: "How many answers and updates the agent sends in one chat before it refuses the \
               next. Its own affair, whatever the person server allows.",
        min: 1,
        max: 10,
        default: DEFAULT_ROUNDS_MAX,
        words: &[],
    },
    SettingRow {
        name: "deadline",
        title: "Seconds to answer a question",
        help: "How long the person server waits for the agent's answer before the request expires.",
        min: 10,
        max: 600,
        default: 120,
        words: &[],
    },
    SettingRow {
        name: "capability",
        title: "The agent takes questions",
        help: "Whether the agent says that it can handle a clarification. If not, it must not be \
               asked.",
        min: 0,
        max: 1,
        default: 1,
        words: OFF_ON,
    },
    SettingRow {
        name: "handler",
        title: "Somebody answers for the agent",
        help: "Whether the agent has somebody, or something, to answer a question. If not, a \
               question makes its request fail at once.",
        min: 0,
        max: 1,
        default: 1,
        words: OFF_ON,
    },
];

const OFF_ON: &[&str] = &["off", "on"];

const AGENT: &str = "aauth:briefing@agent.example";
const AGENT_PROVIDER: &str = "https://agent.example";
const RESOURCE: &str = "https://api.example";
const PERSON_SERVER: &str = "https://ps.example";

/// How long a request waits for its decision, in seconds.
const PENDING_S: u64 = 600;

/// How long the person may stay on the page, in seconds.
const SESSION_S: u64 = 300;

const JUSTIFICATION: &str = "Prepare the **quarterly briefing** for Thursday.";
const QUESTIONS: Questions = Questions {
    first: "Which reports will you read, and will anything leave the company?",
    further: &[
        "And who will see the briefing before Thursday?",
        "How long do you keep what you read?",
        "Is there anything else I should know before I decide?",
    ],
    closed: CLOSED_QUESTION,
};
const CLOSED_QUESTION: &str = "What do you need for the briefing?\n\n\
                               - The summaries\n\
                               - The summaries and the figures";
const ANSWERS: &[&str] = &[
    "The three reports of this quarter. I only quote **totals** in the briefing, and it goes to your \
     inbox and nowhere else.",
    "Only you. Nobody else has a copy of it.",
    "Until the briefing is written, and no longer.",
    "No. I have told you all I will do with it.",
];

/// What the agent can do with when it is asked, and what it then says.
const NARROWER: (&str, &str) = (
    "reports.read",
    "I can write the briefing from the **summaries** alone, so I no longer ask for figures.",
);

/// In what the lessons with this cast differ.
struct Bearing {
    questions: Questions,
    updates_first: bool,
}

const ANSWERING: Bearing = Bearing {
    questions: QUESTIONS,
    updates_first: false,
};

const NARROWING: Bearing = Bearing {
    questions: Questions {
        first: "Do you need the figures for that, or are the **summaries** enough?",
        ..QUESTIONS
    },
    updates_first: true,
};

fn setup(settings: &Settings, bearing: &Bearing) -> Setup<AnyParty> {
    let (agent, provider) = (agent_id(), server(AGENT_PROVIDER));
    let (resource, person_server) = (server(RESOURCE), server(PERSON_SERVER));
    let limits = Limits {
        pending_s: PENDING_S,
        question_s: u64::from(settings.value("deadline")),
        rounds_max: settings.value("rounds"),
        session_s: SESSION_S,
    };
    let profile = AgentProfile {
        id: agent.clone(),
        person_server: person_server.clone(),
        resource: resource.clone(),
        path: DATA_PATH,
        justification: JUSTIFICATION,
        answers: ANSWERS,
        narrower: NARROWER,
        updates_first: bearing.updates_first,
        capabilities: if settings.is_on("capability") {
            &[Capability::Clarification, Capability::Interaction]
        } else {
            &[Capability::Interaction]
        },
        clarification: if settings.is_on("handler") {
            Clarification::Decided
        } else {
            Clarification::Nobody
        },
        rounds_max: settings.value("agent-rounds"),
    };
    let provider_model = AgentProvider::new(
        provider.clone(),
        "Example Assistants",
        agent,
        person_server.clone(),
    );
    Setup {
        cast: vec![
            member(
                PartyId::AgentProvider,
                Some(&provider),
                AnyParty::AgentProvider(Box::new(provider_model)),
            ),
            member(
                PartyId::Resource,
                Some(&resource),
                AnyParty::Resource(Box::new(Resource::new(resource.clone(), REPORTS))),
            ),
            member(
                PartyId::PersonServer,
                Some(&person_server),
                AnyParty::PersonServer(Box::new(PersonServer::new(
                    person_server.clone(),
                    "Example Person Server",
                    limits,
                ))),
            ),
            member(
                PartyId::Person,
                None,
                AnyParty::Person(Box::new(Person::new(bearing.questions))),
            ),
            member(
                PartyId::Agent,
                None,
                AnyParty::Agent(Box::new(Agent::new(profile))),
            ),
        ],
    }
}

const REPORTS: ResourceProfile = ResourceProfile {
    name: "Example Reports",
    description: "**Example Reports** keeps the reports of your company.",
    scopes: &[
        (
            "reports.read",
            "Read the titles and summaries of your reports",
        ),
        ("figures.read", "Read the figures inside your reports"),
    ],
    data: &[
        ("reports.read", "reports", reports),
        ("figures.read", "figures", figures),
    ],
};

fn reports() -> Value {
    [
        (
            "Sales, third quarter",
            "Up in the north, flat in the south.",
        ),
        ("Support, third quarter", "Fewer tickets, longer ones."),
        ("Hiring, third quarter", "Six offers, five accepted."),
    ]
    .into_iter()
    .map(|(title, summary)| Object::new().with("title", title).with("summary", summary))
    .collect()
}

fn figures() -> Value {
    [("sales_eur", 1_840_000), ("tickets", 412), ("hires", 5)]
        .into_iter()
        .fold(Object::new(), |figures, (name, figure): (&str, u64)| {
            figures.with(name, figure)
        })
        .into()
}

fn member(id: PartyId, server: Option<&ServerId>, party: AnyParty) -> CastMember<AnyParty> {
    CastMember {
        id,
        host: server.map(|server| server.host().to_owned()),
        party,
    }
}

fn server(id: &str) -> ServerId {
    ServerId::parse(id).expect("the cast has valid server identifiers")
}

fn agent_id() -> AgentId {
    AgentId::parse(AGENT).expect("the cast has valid agent identifiers")
}
