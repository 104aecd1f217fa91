//! The person: reads, asks, opens the page, decides.
//!
//! They meet the protocol only through two screens: what their person server shows them, and the
//! page and code their agent sends them to.

use crate::http::{Method, Request, Response, Target};
use crate::stage::{
    Choice, ChoiceOption, ChoicePoint, Context, ExchangeId, ExchangeKind, Input, Notice, Party,
    PartyId, PersonChoice, Prompt, WakeReason,
};
use crate::time::Span;

/// How long a person reads a request before they react.
const READS: Span = Span::from_s(20);

/// How long it takes them to open the page they were sent to.
const OPENS_THE_PAGE: Span = Span::from_s(12);

/// What the person says when nobody writes something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The question they ask, as Markdown.
    question: &'static str,
    state: State,
}

/// Where the person is.
///
/// ```text
/// Away ──review──▶ Reading ──asks──▶ Asked ──visit──▶ OnTheWay ──▶ Opening ──page──▶ OnThePage
///                                                                                      │ decides
///                                                                                 Deciding ──▶ Away
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Away,
    Reading,
    Asked,
    OnTheWay { page: Target },
    Opening { page: Target, exchange: ExchangeId },
    OnThePage { page: Target, session: String },
    Deciding { exchange: ExchangeId },
}

impl Person {
    /// A person who will ask `question`.
    #[must_use]
    pub const fn new(question: &'static str) -> Self {
        Self {
            question,
            state: State::Away,
        }
    }

    fn notice(&mut self, notice: &Notice, cx: &mut Context<'_>) {
        match notice {
            Notice::Review(_) => {
                self.enter(State::Reading, cx);
                cx.wake_after(WakeReason::HasRead, READS);
            }
            Notice::Visit { url, code } => {
                // A person who cannot open the page stays where they are.
                let Some(page) = Target::parse(&format!("{url}?code={code}")) else {
                    return;
                };
                self.enter(State::OnTheWay { page }, cx);
                cx.wake_after(WakeReason::Arrives, OPENS_THE_PAGE);
            }
            Notice::Closed { .. } => {
                cx.disarm(WakeReason::HasRead);
                cx.disarm(WakeReason::Arrives);
                self.enter(State::Away, cx);
            }
            // They read the answer, or the new request, on the page.
            Notice::Answer { .. }
            | Notice::Updated(_)
            | Notice::Question { .. }
            | Notice::Enroll { .. }
            | Notice::Enrolled { .. } => {}
        }
    }

    fn wake(&mut self, reason: WakeReason, cx: &mut Context<'_>) {
        match (reason, &self.state) {
            (WakeReason::HasRead, State::Reading) => cx.offer(self.when_notified()),
            (WakeReason::HasRead, State::OnThePage { .. }) => cx.offer(when_on_the_page()),
            (WakeReason::Arrives, State::OnTheWay { page }) => {
                let page = page.clone();
                let request = Request::new(Method::Get, page.clone());
                let exchange = cx.request(ExchangeKind::Browser, request);
                self.enter(State::Opening { page, exchange }, cx);
            }
            _ => {}
        }
    }

    fn response(&mut self, exchange: ExchangeId, response: &Response, cx: &mut Context<'_>) {
        match &self.state {
            State::Opening {
                page,
                exchange: own,
            } if *own == exchange => {
                let page = page.clone();
                let session = response.headers.first("Set-Cookie").and_then(cookie);
                let next = match session {
                    Some(session) => State::OnThePage { page, session },
                    // The page did not open: a wrong or used code.
                    None => State::Away,
                };
                self.enter(next, cx);
                if matches!(self.state, State::OnThePage { .. }) {
                    cx.wake_after(WakeReason::HasRead, READS);
                }
            }
            State::Deciding { exchange: own } if *own == exchange => self.enter(State::Away, cx),
            _ => {}
        }
    }

    fn choose(&mut self, choice: PersonChoice, cx: &mut Context<'_>) {
        match choice {
            PersonChoice::Ask { text } => {
                let question = Notice::Question {
                    clarification: text,
                };
                cx.tell(PartyId::PersonServer, question);
                self.enter(State::Asked, cx);
            }
            PersonChoice::Approve => self.decide("approve", cx),
            PersonChoice::Deny => self.decide("deny", cx),
        }
    }

    fn decide(&mut self, decision: &str, cx: &mut Context<'_>) {
        let State::OnThePage { page, session } = &self.state else {
            return;
        };
        let target = Target {
            authority: page.authority.clone(),
            path: format!("{}/decision", page.path),
            query: None,
        };
        let request = Request::new(Method::Post, target)
            .with_header("Cookie", session.clone())
            .with_body(
                "application/x-www-form-urlencoded",
                format!("decision={decision}"),
            );
        let exchange = cx.request(ExchangeKind::Browser, request);
        self.enter(State::Deciding { exchange }, cx);
    }

    fn when_notified(&self) -> ChoicePoint {
        point(
            Prompt::Notified,
            vec![ChoiceOption {
                slug: "ask",
                choice: Choice::Person(PersonChoice::Ask {
                    text: self.question.to_owned(),
                }),
            }],
        )
    }

    fn enter(&mut self, next: State, cx: &mut Context<'_>) {
        cx.moved(self.state.name(), next.name());
        self.state = next;
    }
}

impl Party for Person {
    fn handle(&mut self, input: Input, cx: &mut Context<'_>) {
        match input {
            Input::Notice(_, notice) => self.notice(&notice, cx),
            Input::Wake(reason) => self.wake(reason, cx),
            Input::Response(exchange, response) => self.response(exchange, &response, cx),
            Input::Unanswered(_) => self.enter(State::Away, cx),
            Input::Choice(Choice::Person(choice)) => self.choose(choice, cx),
            // A person serves nothing.
            Input::Start | Input::Request(..) | Input::Choice(Choice::Agent(_)) => {}
        }
    }
}

impl State {
    const fn name(&self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Reading => "reading the request",
            Self::Asked => "waiting for an answer",
            Self::OnTheWay { .. } => "on the way to the page",
            Self::Opening { .. } => "opening the page",
            Self::OnThePage { .. } => "on the page",
            Self::Deciding { .. } => "deciding",
        }
    }
}

fn when_on_the_page() -> ChoicePoint {
    point(
        Prompt::OnThePage,
        vec![
            ChoiceOption {
                slug: "approve",
                choice: Choice::Person(PersonChoice::Approve),
            },
            ChoiceOption {
                slug: "deny",
                choice: Choice::Person(PersonChoice::Deny),
            },
        ],
    )
}

fn point(prompt: Prompt, options: Vec<ChoiceOption>) -> ChoicePoint {
    ChoicePoint {
        by: PartyId::Person,
        number: 0,
        prompt,
        options,
    }
}

/// The `name=value` of a `Set-Cookie`, as the browser sends it back.
fn cookie(set_cookie: &str) -> Option<String> {
    let pair = set_cookie.split(';').next()?.trim();
    pair.contains('=').then(|| pair.to_owned())
}
