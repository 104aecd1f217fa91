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

/// How long a person reads before they react.
const READS: Span = Span::from_s(20);

/// How long it takes them to open the page they were sent to.
const OPENS_THE_PAGE: Span = Span::from_s(12);

/// A person with one request to decide.
#[derive(Clone, Debug)]
pub struct Person {
    /// The question they ask when nobody writes something else, as Markdown.
    question: &'static str,
    /// The cookie of their signed-in browser.
    login: String,
    /// Which of their person server's requests they look at.
    number: u32,
    state: State,
}

/// Where the person is.
///
/// ```text
/// Away ──review──▶ Reading ──asks──▶ Asked ──visit──▶ OnTheWay ──▶ Opening ──page──▶ OnThePage
///  ▲                  │                │                                                │ decides
///  ├── decides ───────┘                                                                 ▼
///  └────────────────────────────────────────────────────────────────────────────── Deciding
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Away,
    Reading,
    Asked,
    OnTheWay { page: Target },
    Opening { page: Target, exchange: ExchangeId },
    OnThePage { page: Target, form_token: String },
    Deciding { exchange: ExchangeId },
}

impl Person {
    /// A person who will ask `question`.
    #[must_use]
    pub const fn new(question: &'static str) -> Self {
        Self {
            question,
            login: String::new(),
            number: 0,
            state: State::Away,
        }
    }

    fn notice(&mut self, notice: &Notice, cx: &mut Context<'_>) {
        match notice {
            Notice::SignedIn { cookie } => self.login.clone_from(cookie),
            Notice::Review(review) => {
                self.number = review.number;
                self.enter(State::Reading, cx);
                cx.wake_after(WakeReason::HasRead, READS);
            }
            Notice::Visit { url, code } => self.sent_to_the_page(url, code, cx),
            Notice::Closed { number, .. } if *number == self.number => {
                cx.disarm(WakeReason::HasRead);
                cx.disarm(WakeReason::Arrives);
                self.enter(State::Away, cx);
            }
            // They read the answer, or the new request, on the page.
            Notice::Closed { .. }
            | Notice::Unasked { .. }
            | Notice::Answer { .. }
            | Notice::Updated(_)
            | Notice::Question { .. }
            | Notice::Decision { .. }
            | Notice::Enroll { .. }
            | Notice::Enrolled { .. } => {}
        }
    }

    fn sent_to_the_page(&mut self, url: &str, code: &str, cx: &mut Context<'_>) {
        // A person who cannot open the page stays where they are.
        if let Some(page) = Target::parse(&format!("{url}?code={code}")) {
            self.enter(State::OnTheWay { page }, cx);
            cx.wake_after(WakeReason::Arrives, OPENS_THE_PAGE);
        }
    }

    fn wake(&mut self, reason: WakeReason, cx: &mut Context<'_>) {
        match (reason, &self.state) {
            (WakeReason::HasRead, State::Reading) => cx.offer(self.when_notified()),
            (WakeReason::HasRead, State::OnThePage { .. }) => {
                cx.offer(point(Prompt::OnThePage, decisions()));
            }
            (WakeReason::Arrives, State::OnTheWay { page }) => {
                let page = page.clone();
                let request = self.browse(Method::Get, page.clone());
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
                match form_token(response) {
                    Some(form_token) => {
                        self.enter(State::OnThePage { page, form_token }, cx);
                        cx.wake_after(WakeReason::HasRead, READS);
                    }
                    // The page did not open: a wrong or used code.
                    None => self.enter(State::Away, cx),
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
                    number: self.number,
                    clarification: text,
                };
                cx.tell(PartyId::PersonServer, question);
                self.enter(State::Asked, cx);
            }
            PersonChoice::Approve => self.decide(true, cx),
            PersonChoice::Deny => self.decide(false, cx),
        }
    }

    /// On the page by its buttons; before that over the person server's own channel.
    fn decide(&mut self, approve: bool, cx: &mut Context<'_>) {
        let State::OnThePage { page, form_token } = &self.state else {
            let number = self.number;
            cx.tell(PartyId::PersonServer, Notice::Decision { number, approve });
            self.enter(State::Away, cx);
            return;
        };
        let target = Target {
            authority: page.authority.clone(),
            path: format!("{}/decision", page.path),
            query: None,
        };
        let decision = if approve { "approve" } else { "deny" };
        let form = format!("consent={form_token}&decision={decision}");
        let request = self
            .browse(Method::Post, target)
            .with_body("application/x-www-form-urlencoded", form);
        let exchange = cx.request(ExchangeKind::Browser, request);
        self.enter(State::Deciding { exchange }, cx);
    }

    /// A request of the person's signed-in browser.
    fn browse(&self, method: Method, target: Target) -> Request {
        Request::new(method, target).with_header("Cookie", self.login.clone())
    }

    fn when_notified(&self) -> ChoicePoint {
        let ask = ChoiceOption {
            slug: "ask",
            choice: Choice::Person(PersonChoice::Ask {
                text: self.question.to_owned(),
            }),
        };
        let options = [vec![ask], decisions()].concat();
        point(Prompt::Notified, options)
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

fn decisions() -> Vec<ChoiceOption> {
    let option = |slug, choice| ChoiceOption {
        slug,
        choice: Choice::Person(choice),
    };
    vec![
        option("approve", PersonChoice::Approve),
        option("deny", PersonChoice::Deny),
    ]
}

fn point(prompt: Prompt, options: Vec<ChoiceOption>) -> ChoicePoint {
    ChoicePoint {
        by: PartyId::Person,
        number: 0,
        prompt,
        options,
    }
}

/// The value that the page's form carries.
fn form_token(page: &Response) -> Option<String> {
    let html = (page.status.0 == 200).then_some(page.body.text()?)?;
    let (_, after) = html.split_once("name=\"consent\" value=\"")?;
    let (value, _) = after.split_once('"')?;
    Some(value.to_owned())
}
