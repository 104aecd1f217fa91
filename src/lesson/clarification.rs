//! The main lesson: the person asks the agent about its reason before they decide.

mod words;

use crate::aauth::clarification::DEFAULT_ROUNDS_MAX;
use crate::aauth::{AgentId, Capability, ServerId};
use crate::json::{Object, Value};
use crate::party::pending::Limits;
use crate::party::{
    Agent, AgentProfile, AgentProvider, AnyParty, DATA_PATH, Person, PersonServer, Resource,
    ResourceProfile,
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
    endings: words::ENDINGS,
    setup,
};

const SETTINGS: &[SettingRow] = &[SettingRow {
    name: "deadline",
    title: "Seconds to answer a question",
    help: "How long the person server waits for the agent's answer before the request expires.",
    min: 10,
    max: 600,
    default: 120,
}];

const AGENT: &str = "aauth:briefing@agent.example";
const AGENT_PROVIDER: &str = "https://agent.example";
const RESOURCE: &str = "https://api.example";
const PERSON_SERVER: &str = "https://ps.example";

/// How long a request waits for its decision, in seconds.
const PENDING_S: u64 = 600;

/// How long the person may stay on the page, in seconds.
const SESSION_S: u64 = 300;

const JUSTIFICATION: &str = "Prepare the **quarterly briefing** for Thursday.";
const QUESTION: &str = "Which reports will you read, and will anything leave the company?";
const ANSWER: &str = "The three reports of this quarter. I only quote **totals** in the briefing, \
                      and it goes to your inbox and nowhere else.";

/// What the agent can do with when it is asked, and what it then says.
const NARROWER: (&str, &str) = (
    "reports.read",
    "I can write the briefing from the **summaries** alone, so I no longer ask for figures.",
);

fn setup(settings: &Settings) -> Setup<AnyParty> {
    let (agent, provider) = (agent_id(), server(AGENT_PROVIDER));
    let (resource, person_server) = (server(RESOURCE), server(PERSON_SERVER));
    let limits = Limits {
        pending_s: PENDING_S,
        question_s: u64::from(settings.value("deadline")),
        rounds_max: DEFAULT_ROUNDS_MAX,
        session_s: SESSION_S,
    };
    let profile = AgentProfile {
        id: agent.clone(),
        person_server: person_server.clone(),
        resource: resource.clone(),
        path: DATA_PATH,
        justification: JUSTIFICATION,
        answer: ANSWER,
        narrower: NARROWER,
        capabilities: &[Capability::Clarification, Capability::Interaction],
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
                AnyParty::Person(Box::new(Person::new(QUESTION))),
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
