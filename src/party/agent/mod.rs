//! The agent: wants data for a task, and asks for what it needs on the way.

mod asked;
mod requests;
mod state;
mod tokens;
mod waiting;
mod wallet;

use crate::aauth::{
    AgentId, Capability, ClarificationCallback, Code, Dwk, InteractionUrl, Metadata, Refusal,
    ServerId,
};
use crate::http::Response;
use crate::stage::{
    Choice, Context, Ending, ExchangeId, Input, Notice, Party, PartyId, WakeReason,
};
use crate::time::Timestamp;

use self::state::State;
use self::wallet::Wallet;
use super::desk::{Desk, Known};
use super::polling::Polling;

/// What an agent is and wants.
#[derive(Clone, Debug)]
pub struct AgentProfile {
    /// Its identifier.
    pub id: AgentId,
    /// The server that represents its person.
    pub person_server: ServerId,
    /// The resource it wants data from.
    pub resource: ServerId,
    /// The path of the data.
    pub path: &'static str,
    /// Why it wants it, as Markdown.
    pub justification: &'static str,
    /// What it answers when nobody writes something else, as Markdown: one answer after the other, the
    /// last as often as there are more questions.
    pub answers: &'static [&'static str],
    /// The scope it can do with, and what it then says, as Markdown.
    pub narrower: (&'static str, &'static str),
    /// Whether asking for less is what it does first when it is asked.
    pub updates_first: bool,
    /// What it says it can handle.
    pub capabilities: &'static [Capability],
    /// Who answers when it is asked.
    pub clarification: Clarification,
    /// How often it answers at most.
    pub rounds_max: u32,
}

/// Who answers a question to the agent.
#[derive(Clone, Copy, Debug)]
pub enum Clarification {
    /// Nobody: a question makes the request fail at once instead of waiting.
    Nobody,
    /// Whoever reads along decides what it does.
    Decided,
    /// A callback.
    Callback(ClarificationCallback),
}

/// An agent with one task.
#[derive(Clone, Debug)]
pub struct Agent {
    profile: AgentProfile,
    desk: Desk,
    wallet: Wallet,
    /// Where the person was sent already: a repeated requirement is no second prompt.
    directed_to: Option<(InteractionUrl, Code)>,
    /// Since when there was nothing new.
    waits_since: Timestamp,
    /// Whether it was asked already if it goes on waiting.
    has_waited: bool,
    /// How often it polls at once although it should wait.
    impatience: u32,
    /// What it held before it took another key in the middle of a request, and that request.
    before_new_key: Option<Box<(Wallet, Polling)>>,
    /// Whether it made a mistake already.
    has_slipped: bool,
    state: State,
}

impl Agent {
    /// An agent that has done nothing yet.
    #[must_use]
    pub fn new(profile: AgentProfile) -> Self {
        Self {
            profile,
            desk: Desk::default(),
            wallet: Wallet::default(),
            directed_to: None,
            waits_since: Timestamp::START,
            has_waited: false,
            impatience: 0,
            before_new_key: None,
            has_slipped: false,
            state: State::Enrolling,
        }
    }

    /// The same, with somebody else who answers questions.
    #[must_use]
    pub const fn with_clarification(mut self, clarification: Clarification) -> Self {
        self.profile.clarification = clarification;
        self
    }

    fn start(&mut self, cx: &mut Context<'_>) {
        let key = self.wallet.make_key(cx);
        cx.tell(PartyId::AgentProvider, Notice::Enroll { key });
    }

    /// With its agent token it finds out about the two servers it needs, and asks its person server
    /// for a person token: a resource whose `access_mode` is `auth-token` wants one at once.
    fn enrolled(&mut self, agent_token: &str, again: &Input, cx: &mut Context<'_>) {
        let Some(person_server) = self.discover(Dwk::Person, again, cx) else {
            return;
        };
        if self.discover(Dwk::Resource, again, cx).is_none() {
            return;
        }
        self.wallet.keep_agent_token(agent_token, cx);
        let asked = requests::person_token(&self.profile, &self.wallet, &person_server, cx);
        self.go_on(asked.map(State::AskingWho), cx);
    }

    fn discover(
        &mut self,
        dwk: Dwk,
        again: &Input,
        cx: &mut Context<'_>,
    ) -> Option<std::sync::Arc<Metadata>> {
        let server = match dwk {
            Dwk::Resource => &self.profile.resource,
            Dwk::Person | Dwk::Agent | Dwk::Access => &self.profile.person_server,
        };
        match self.desk.metadata(server, dwk, || again.clone(), cx) {
            Known::Here(metadata) => Some(metadata),
            Known::Parked => None,
            Known::Unavailable => {
                self.give_up(cx);
                None
            }
        }
    }

    fn response(&mut self, exchange: ExchangeId, response: Response, cx: &mut Context<'_>) {
        match &self.state {
            State::AskingWho(own) if *own == exchange => self.told_who(exchange, response, cx),
            State::Calling(own) if *own == exchange => self.challenged(exchange, response, cx),
            State::AskingForAccess(own) if *own == exchange => {
                self.first_answer(exchange, response, cx);
            }
            State::Deferred(polling) if polling.owns(exchange) => {
                self.further_answer(exchange, &response, cx);
            }
            State::Narrowing { exchange: own, .. } if *own == exchange => {
                self.narrowed(exchange, response, cx);
            }
            State::Using(own, _) if *own == exchange => self.served(&response, cx),
            State::LookingBack(own, ending) if *own == exchange => {
                let ending = *ending;
                self.finish(ending, cx);
            }
            State::Enrolling
            | State::AskingWho(_)
            | State::Calling(_)
            | State::AskingForAccess(_)
            | State::Deferred(_)
            | State::Narrowing { .. }
            | State::Using(..)
            | State::LookingBack(..)
            | State::Done => {}
        }
    }

    fn first_answer(&mut self, exchange: ExchangeId, response: Response, cx: &mut Context<'_>) {
        match response.status.0 {
            200 => self.granted(exchange, response, None, cx),
            202 => self.deferred(exchange, &response, cx),
            _ => {
                let (report, _) = Refusal::verify(&response);
                cx.report(exchange, report);
                self.give_up(cx);
            }
        }
    }

    fn deferred(&mut self, exchange: ExchangeId, response: &Response, cx: &mut Context<'_>) {
        let profile = &self.profile;
        let (report, begun) = Polling::begin(response, &profile.person_server, profile.rounds_max);
        cx.report(exchange, report);
        match begun {
            Ok((polling, news)) => {
                self.enter(State::Deferred(polling), cx);
                self.act_on(exchange, news, cx);
            }
            Err(_) => self.give_up(cx),
        }
    }

    fn served(&mut self, response: &Response, cx: &mut Context<'_>) {
        let State::Using(_, polling) = &self.state else {
            return;
        };
        let ending = match response.status.0 {
            200 if self.wallet.narrowed => Ending::GrantedNarrower,
            200 => Ending::Granted,
            _ => Ending::Failed,
        };
        match polling.clone() {
            Some(polling) => self.look_back(&polling, ending, cx),
            None => self.finish(ending, cx),
        }
    }

    /// One more call to the pending URL, for the reader to see: it is gone.
    fn look_back(&mut self, polling: &Polling, ending: Ending, cx: &mut Context<'_>) {
        let looked = requests::call(&self.wallet, polling, cx);
        self.go_on(
            looked.map(|exchange| State::LookingBack(exchange, ending)),
            cx,
        );
    }

    fn wake(&mut self, reason: WakeReason, cx: &mut Context<'_>) {
        let State::Deferred(polling) = &mut self.state else {
            return;
        };
        match reason {
            WakeReason::Poll => match requests::poll(&self.wallet, polling, cx) {
                Some(exchange) => polling.polled(exchange),
                None => self.give_up(cx),
            },
            WakeReason::Drafted => {
                if let Some(question) = polling.question().cloned() {
                    let point = self.when_asked(question);
                    cx.offer(point);
                }
            }
            WakeReason::HoldOver(_)
            | WakeReason::QuestionDeadline
            | WakeReason::PendingDeadline
            | WakeReason::SessionDeadline
            | WakeReason::HasRead
            | WakeReason::Arrives => {}
        }
    }

    /// Waits for what was asked; gives up when it could not be asked.
    fn go_on(&mut self, next: Option<State>, cx: &mut Context<'_>) {
        match next {
            Some(next) => self.enter(next, cx),
            None => self.give_up(cx),
        }
    }

    fn give_up(&mut self, cx: &mut Context<'_>) {
        self.finish(Ending::Failed, cx);
    }

    fn finish(&mut self, ending: Ending, cx: &mut Context<'_>) {
        self.enter(State::Done, cx);
        cx.end(ending);
    }

    fn enter(&mut self, next: State, cx: &mut Context<'_>) {
        cx.moved(self.state.name(), next.name());
        self.state = next;
    }
}

impl Party for Agent {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match input {
            Input::Start => self.start(cx),
            Input::Response(exchange, response) if self.desk.owns(exchange) => {
                for input in self.desk.fetched(exchange, Some(&response), cx) {
                    self.handle(input, cx);
                }
            }
            Input::Unanswered(exchange) if self.desk.owns(exchange) => {
                for input in self.desk.fetched(exchange, None, cx) {
                    self.handle(input, cx);
                }
            }
            Input::Response(exchange, response) => self.response(exchange, response, cx),
            Input::Unanswered(_) => self.give_up(cx),
            Input::Notice(PartyId::AgentProvider, notice) => {
                if let Notice::Enrolled { agent_token } = &*notice {
                    let again = Input::Notice(PartyId::AgentProvider, notice.clone());
                    self.enrolled(agent_token, &again, cx);
                }
            }
            Input::Wake(reason) => self.wake(reason, cx),
            Input::Choice(Choice::Agent(choice)) => self.choose(choice, cx),
            // An agent serves nothing.
            Input::Request(..) | Input::Notice(..) | Input::Choice(Choice::Person(_)) => {}
        }
    }

    fn situation(&self, out: &mut String) {
        out.push_str(self.state.name());
        if let State::Deferred(polling) = &self.state {
            out.push_str(&polling.rounds().to_string());
            out.push_str(if polling.ignores() { " silent" } else { "" });
        }
        for (name, holds) in [
            (" narrowed", self.wallet.narrowed),
            (" waited", self.has_waited),
            (" slipped", self.has_slipped),
        ] {
            if holds {
                out.push_str(name);
            }
        }
    }
}
