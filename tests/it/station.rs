//! The servers of the main lesson on a bench: a test plays the agent and the browser, and sends
//! whatever it likes, whenever it likes.

use std::collections::BTreeMap;
use std::sync::Arc;

use aauth_sim::aauth::{AgentId, ServerId};
use aauth_sim::entropy::{Entropy, Seed};
use aauth_sim::http::{Method, Request, Response, Status, Target};
use aauth_sim::httpsig::{self, Coverage, SignatureKey};
use aauth_sim::jose::SigningKey;
use aauth_sim::lesson::{Recipe, lesson};
use aauth_sim::party::{AnyParty, Policy};
use aauth_sim::stage::{Context, Effect, ExchangeId, Input, Notice, Party, PartyId, WakeReason};
use aauth_sim::time::{Span, Timestamp};
use serde_json::{Value, json};

/// The servers, the time, and what they did.
pub(crate) struct Station {
    parties: BTreeMap<PartyId, AnyParty>,
    hosts: BTreeMap<String, PartyId>,
    callers: BTreeMap<ExchangeId, PartyId>,
    entropy: Entropy,
    last_exchange: ExchangeId,
    now: Timestamp,
    timers: BTreeMap<(PartyId, WakeReason), Timestamp>,
    answers: BTreeMap<ExchangeId, Response>,
    /// What a server beside the cast publishes, by URL.
    documents: BTreeMap<String, Value>,
    /// What was said to the person, in order.
    pub(crate) told: Vec<Notice>,
    /// The cookie of the person's signed-in browser.
    cookie: String,
}

/// An agent that a test plays: a key and the tokens bound to it.
pub(crate) struct Caller {
    key: SigningKey,
    pub(crate) agent_token: String,
    pub(crate) person_token: String,
    pub(crate) resource_token: String,
}

impl Station {
    pub(crate) fn new() -> Self {
        Self::with(&[], None)
    }

    /// The same with these settings of the lesson, and with a policy in place of the person.
    pub(crate) fn with(settings: &[(&str, &str)], policy: Option<Policy>) -> Self {
        let mut recipe = Recipe::new(lesson("clarification").expect("the lesson is there"));
        for (name, value) in settings {
            let set = recipe.settings.set(recipe.lesson, name, value);
            set.expect("the lesson has the setting");
        }
        let mut station = Self {
            parties: BTreeMap::new(),
            hosts: BTreeMap::new(),
            callers: BTreeMap::new(),
            entropy: Entropy::new(Seed::default()),
            last_exchange: ExchangeId(0),
            now: Timestamp::START,
            timers: BTreeMap::new(),
            answers: BTreeMap::new(),
            documents: BTreeMap::new(),
            told: Vec::new(),
            cookie: String::new(),
        };
        for member in (recipe.lesson.setup)(&recipe.settings).cast {
            if let Some(host) = member.host {
                station.hosts.insert(host, member.id);
                station
                    .parties
                    .insert(member.id, reviewed(member.party, policy));
            }
        }
        for id in station.hosts.values().copied().collect::<Vec<_>>() {
            station.give(id, Input::Start);
        }
        match station.told.pop() {
            Some(Notice::SignedIn { cookie }) => station.cookie = cookie,
            other => panic!("the person is signed in, not {other:?}"),
        }
        station
    }

    /// An agent with all it needs to ask for access.
    pub(crate) fn agent(&mut self) -> Caller {
        let key = SigningKey::from_secret(&self.entropy.draw("test", "signing-key"));
        let enroll = Notice::Enroll {
            key: key.public_jwk(),
        };
        let input = Input::Notice(PartyId::Agent, Arc::new(enroll));
        self.give(PartyId::AgentProvider, input);
        let Some(Notice::Enrolled { agent_token }) = self.told.pop() else {
            panic!("the provider answers with an agent token");
        };
        let mut caller = Caller {
            key,
            agent_token,
            person_token: String::new(),
            resource_token: String::new(),
        };
        let body = json!({ "resource": "https://api.example" });
        let asked = self.send(caller.post("https://ps.example/person-token", &body, self.now));
        caller.person_token = member(&self.answer(asked), "person_token");
        self.with_fresh_resource_token(caller)
    }

    /// The agent with a new resource token: a person token outlives many of them.
    pub(crate) fn with_fresh_resource_token(&mut self, mut caller: Caller) -> Caller {
        let called = self.send(caller.call("https://api.example/data", self.now));
        let challenge = self.answer(called);
        let header = challenge.headers.first("AAuth-Requirement");
        let token = header.and_then(|header| header.split('"').nth(1));
        token
            .expect("a challenge")
            .clone_into(&mut caller.resource_token);
        caller
    }

    /// Another agent of the same provider, as a provider that serves two would name it.
    pub(crate) fn other_agent(&mut self) -> Caller {
        let provider = self
            .parties
            .insert(PartyId::AgentProvider, provider_of_another_agent())
            .expect("the provider is there");
        // It signs with the provider's published key: the first draw gives the same one again.
        let entropy = core::mem::replace(&mut self.entropy, Entropy::new(Seed::default()));
        self.give(PartyId::AgentProvider, Input::Start);
        self.entropy = entropy;
        let caller = self.agent();
        self.parties.insert(PartyId::AgentProvider, provider);
        caller
    }

    /// Sends a request. Its answer may come later.
    pub(crate) fn send(&mut self, request: Request) -> ExchangeId {
        self.last_exchange = self.last_exchange.next();
        let exchange = self.last_exchange;
        let server = self.hosts[&request.target.authority];
        self.give(server, Input::Request(exchange, request));
        exchange
    }

    /// The answer to a request; it is there.
    #[track_caller]
    pub(crate) fn answer(&self, exchange: ExchangeId) -> Response {
        self.answers
            .get(&exchange)
            .cloned()
            .expect("the request was answered")
    }

    pub(crate) fn is_held(&self, exchange: ExchangeId) -> bool {
        !self.answers.contains_key(&exchange)
    }

    /// The person asks about the latest request over their server's own channel.
    pub(crate) fn person_asks(&mut self, question: &str) {
        let number = self.latest_request();
        self.person_asks_about(number, question);
    }

    /// The person asks about one of several requests.
    pub(crate) fn person_asks_about(&mut self, number: u32, question: &str) {
        self.person_asks_with(number, question, &[]);
    }

    /// The person asks, and names the answers to choose from.
    pub(crate) fn person_asks_with(&mut self, number: u32, question: &str, options: &[&str]) {
        self.person_says(Notice::Question {
            number,
            clarification: question.to_owned(),
            options: options.iter().map(|&option| option.to_owned()).collect(),
        });
    }

    /// The person decides the latest request over their server's own channel.
    pub(crate) fn person_decides(&mut self, approve: bool) {
        let number = self.latest_request();
        self.person_says(Notice::Decision { number, approve });
    }

    /// Something else that the person says to their person server.
    pub(crate) fn person_says(&mut self, notice: Notice) {
        let input = Input::Notice(PartyId::Person, Arc::new(notice));
        self.give(PartyId::PersonServer, input);
    }

    /// The number of the request that the person was asked about last.
    pub(crate) fn latest_request(&self) -> u32 {
        let shown = self.told.iter().rev().find_map(|notice| match notice {
            Notice::Review(review) => Some(review.number),
            _ => None,
        });
        shown.expect("the person was asked")
    }

    /// A request of the person's signed-in browser.
    pub(crate) fn browse(&self, method: Method, url: &str) -> Request {
        browse(method, url).with_header("Cookie", self.cookie.clone())
    }

    /// A server beside the cast publishes a document.
    pub(crate) fn publish(&mut self, url: &str, document: Value) {
        self.documents.insert(url.to_owned(), document);
    }

    /// Time passes, and timers go off in their order.
    pub(crate) fn pass(&mut self, s: u64) {
        let until = self.now + Span::from_s(s);
        while let Some((&timer, &at)) = self.timers.iter().min_by_key(|(_, at)| **at)
            && at <= until
        {
            self.timers.remove(&timer);
            self.now = at;
            self.give(timer.0, Input::Wake(timer.1));
        }
        self.now = until;
    }

    pub(crate) const fn now(&self) -> Timestamp {
        self.now
    }

    fn give(&mut self, id: PartyId, input: Input) {
        let mut cx = Context::new(id, self.now, &mut self.entropy, &mut self.last_exchange);
        let party = self.parties.get_mut(&id).expect("a server of the cast");
        party.handle(input, &mut cx);
        for effect in cx.into_effects() {
            self.apply(id, effect);
        }
    }

    fn published(&self, exchange: ExchangeId, request: &Request) -> Input {
        match self.documents.get(&request.target.to_string()) {
            Some(document) => {
                let response = Response::new(Status(200));
                let response = response.with_body("application/json", document.to_string());
                Input::Response(exchange, response)
            }
            None => Input::Unanswered(exchange),
        }
    }

    fn apply(&mut self, by: PartyId, effect: Effect) {
        match effect {
            Effect::Request(exchange, _, request) => {
                self.callers.insert(exchange, by);
                match self.hosts.get(&request.target.authority) {
                    Some(&server) => self.give(server, Input::Request(exchange, request)),
                    None => self.give(by, self.published(exchange, &request)),
                }
            }
            Effect::Respond(exchange, response) => match self.callers.remove(&exchange) {
                Some(caller) => self.give(caller, Input::Response(exchange, response)),
                None => {
                    let before = self.answers.insert(exchange, response);
                    assert!(before.is_none(), "a request is answered once");
                }
            },
            Effect::Tell(_, notice) => self.told.push(notice),
            Effect::Arm(reason, at) => {
                self.timers.insert((by, reason), at);
            }
            Effect::Disarm(reason) => {
                self.timers.remove(&(by, reason));
            }
            Effect::Report(..)
            | Effect::Moved(..)
            | Effect::KeyMade(_)
            | Effect::TokenIssued(_)
            | Effect::Holds(_)
            | Effect::Offer(_)
            | Effect::Remember(_)
            | Effect::End(_) => {}
        }
    }
}

impl Caller {
    /// The request for an auth token, held for `wait_s` if that is not 0.
    pub(crate) fn asks_for_access(&self, wait_s: u64, now: Timestamp) -> Request {
        self.asks_with(&["clarification", "interaction"], wait_s, now)
    }

    /// The same of an agent with these capabilities.
    pub(crate) fn asks_with(&self, capabilities: &[&str], wait_s: u64, now: Timestamp) -> Request {
        let body = json!({
            "resource_token": self.resource_token,
            "presented_token": self.person_token,
            "justification": "For the briefing.",
            "capabilities": capabilities,
        });
        let target = Target::parse("https://ps.example/auth-token").expect("a URL");
        let request = Request::new(Method::Post, target);
        self.as_agent(
            waiting(request, wait_s).with_body("application/json", body.to_string()),
            now,
        )
    }

    /// A signed `POST` to the person server.
    pub(crate) fn post(&self, url: &str, body: &Value, now: Timestamp) -> Request {
        let target = Target::parse(url).expect("a URL");
        let request = Request::new(Method::Post, target);
        self.as_agent(request.with_body("application/json", body.to_string()), now)
    }

    /// A signed poll, held for `wait_s` if that is not 0.
    pub(crate) fn poll(&self, url: &str, wait_s: u64, now: Timestamp) -> Request {
        let target = Target::parse(url).expect("a URL");
        self.as_agent(waiting(Request::new(Method::Get, target), wait_s), now)
    }

    /// A signed withdrawal.
    pub(crate) fn delete(&self, url: &str, now: Timestamp) -> Request {
        let target = Target::parse(url).expect("a URL");
        self.as_agent(Request::new(Method::Delete, target), now)
    }

    /// A call of the resource with the person token.
    pub(crate) fn call(&self, url: &str, now: Timestamp) -> Request {
        let request = Request::new(Method::Get, Target::parse(url).expect("a URL"));
        self.sign(request, &self.person_token, &Coverage::base(), now)
    }

    fn as_agent(&self, request: Request, now: Timestamp) -> Request {
        self.sign(request, &self.agent_token, &Coverage::with_body(), now)
    }

    /// A request signed by this agent under any token, covering whatever it says.
    pub(crate) fn sign(
        &self,
        request: Request,
        jwt: &str,
        coverage: &Coverage,
        now: Timestamp,
    ) -> Request {
        let jwt = jwt.to_owned();
        let signature_key = SignatureKey::Jwt { jwt };
        httpsig::sign(request, &self.key, &signature_key, coverage, now).expect("it can be signed")
    }
}

/// The person server with a policy, and everybody else as they are.
fn reviewed(party: AnyParty, policy: Option<Policy>) -> AnyParty {
    match (party, policy) {
        (AnyParty::PersonServer(server), Some(policy)) => {
            AnyParty::PersonServer(Box::new(server.with_policy(policy)))
        }
        (party, _) => party,
    }
}

/// What the browser sends: plain and unsigned.
pub(crate) fn browse(method: Method, url: &str) -> Request {
    Request::new(method, Target::parse(url).expect("a URL"))
}

/// A text member of a JSON body.
#[track_caller]
pub(crate) fn member(response: &Response, name: &str) -> String {
    let body: Value = serde_json::from_slice(response.body.bytes()).expect("a JSON body");
    let value = body.get(name).and_then(Value::as_str);
    value
        .unwrap_or_else(|| panic!("no {name} in {body}"))
        .to_owned()
}

fn waiting(request: Request, wait_s: u64) -> Request {
    match wait_s {
        0 => request,
        wait_s => request.with_header("Prefer", format!("wait={wait_s}")),
    }
}

fn provider_of_another_agent() -> AnyParty {
    let id = ServerId::parse("https://agent.example").expect("an identifier");
    let agent = AgentId::parse("aauth:other@agent.example").expect("an identifier");
    let person_server = ServerId::parse("https://ps.example").expect("an identifier");
    let provider =
        aauth_sim::party::AgentProvider::new(id, "Example Assistants", agent, person_server);
    AnyParty::AgentProvider(Box::new(provider))
}
