//! The person: reads, asks, opens the page, decides.
//!
//! They meet the protocol only through two screens: what their person server shows them, and the
//! page and code their agent sends them to.

use crate::http::{Method, Request, Response, Target};
use crate::stage::{
    Choice, ChoicePoint, Context, ExchangeId, ExchangeKind, Input, Notice, Party, PartyId,
    PersonChoice, Prompt, WakeReason, closed_question,
};
use crate::time::Span;

/// How long a person reads before they react.
const READS: Span = Span::from_s(20);

/// How long it takes them to open the page they were sent to.
const OPENS_THE_PAGE: Span = Span::from_s(12);

/// How long it takes to type one code after another.
const TYPES: Span = Span::from_s(3);

/// How many codes are tried by somebody who guesses: one more than a person server should bear.
const GUESSES: u32 = 4;

/// The questions a person asks when nobody writes something else, as Markdown.
#[derive(Clone, Copy, Debug)]
pub struct Questions {
    /// The first one.
    pub first: &'static str,
    /// The further ones, in their order; the last one as often as there are more.
    pub further: &'static [&'static str],
    /// One with answers to choose from, each on a line of its own at its end.
    pub closed: &'static str,
}

/// A person with one request to decide.
#[derive(Clone, Debug)]
pub struct Person {
    questions: Questions,
    /// The cookie of their signed-in browser.
    login: String,
    /// Which of their person server's requests they look at.
    number: u32,
    /// Where their agent sent them.
    page: Option<Target>,
    /// How often they asked.
    asked: usize,
    /// Whether their person server puts no more questions.
    may_not_ask: bool,
    /// Whether they mistyped a code already.
    has_slipped: bool,
    state: State,
}

/// Where the person is.
///
/// ```text
///                      ┌────────────────── asks ───────────────────┐
///                      ▼                                           │
/// Away ──review──▶ Reading ──▶ Waiting ──visit, answer──▶ OnTheWay ─┼─▶ Opening ──▶ OnThePage
///  ▲                  │                                    │   ▲    │      │           │  │
///  │                  │                    Guessing ◀──────┤   └────│──────┘           │  │ decides
///  │                  ▼                        │           ▼        │   wrong code     │  ▼
///  └─────────────── decides, leaves, is told that it is over ── InTheApp ◀─────────────┴ Deciding
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Away,
    Reading,
    Waiting,
    OnTheWay,
    Opening(ExchangeId),
    Guessing { exchange: ExchangeId, tried: u32 },
    InTheApp,
    OnThePage { form_token: String },
    Deciding(ExchangeId),
}

impl Person {
    /// A person who will ask these questions.
    #[must_use]
    pub const fn new(questions: Questions) -> Self {
        Self {
            questions,
            login: String::new(),
            number: 0,
            page: None,
            asked: 0,
            may_not_ask: false,
            has_slipped: false,
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
            Notice::Visit { url, code } => {
                // Somebody who cannot open the page stays where they are.
                self.page = Target::parse(&format!("{url}?code={code}"));
                self.go_to_the_page(cx);
            }
            Notice::Answer { .. } | Notice::Updated(_) => self.read_on(cx),
            Notice::Unasked { .. } => {
                self.may_not_ask = true;
                self.read_on(cx);
            }
            Notice::Closed { number, .. } if *number == self.number => {
                cx.disarm(WakeReason::HasRead);
                cx.disarm(WakeReason::Arrives);
                self.enter(State::Away, cx);
            }
            Notice::Closed { .. }
            | Notice::Question { .. }
            | Notice::NoQuestion { .. }
            | Notice::InApp { .. }
            | Notice::Decision { .. }
            | Notice::Enroll { .. }
            | Notice::Enrolled { .. } => {}
        }
    }

    /// They go on with what they had in front of them when they asked.
    fn read_on(&mut self, cx: &mut Context<'_>) {
        match self.state {
            State::OnThePage { .. } | State::InTheApp => cx.wake_after(WakeReason::HasRead, READS),
            State::Waiting => self.go_to_the_page(cx),
            State::Away
            | State::Reading
            | State::OnTheWay
            | State::Opening(_)
            | State::Guessing { .. }
            | State::Deciding(_) => {}
        }
    }

    fn go_to_the_page(&mut self, cx: &mut Context<'_>) {
        if self.page.is_some() && matches!(self.state, State::Waiting | State::OnTheWay) {
            self.enter(State::OnTheWay, cx);
            cx.wake_after(WakeReason::Arrives, OPENS_THE_PAGE);
        }
    }

    fn wake(&mut self, reason: WakeReason, cx: &mut Context<'_>) {
        match (reason, &self.state) {
            (WakeReason::HasRead, State::Reading) => {
                let others = [
                    PersonChoice::OpenPage,
                    PersonChoice::Approve,
                    PersonChoice::Deny,
                ];
                let point = self.point(Prompt::Notified, true, &others, PersonChoice::NeverCome);
                cx.offer(point);
            }
            (WakeReason::HasRead, State::OnThePage { .. }) => {
                let decisions = [PersonChoice::Approve, PersonChoice::Deny];
                let point = self.point(Prompt::OnThePage, false, &decisions, PersonChoice::Leave);
                cx.offer(point);
            }
            (WakeReason::HasRead, State::InTheApp) => {
                let decisions = [PersonChoice::Approve, PersonChoice::Deny];
                let point = self.point(Prompt::InApp, false, &decisions, PersonChoice::NeverCome);
                cx.offer(point);
            }
            (WakeReason::Arrives, State::OnTheWay) => {
                let ways = [PersonChoice::OpenPage, PersonChoice::DecideInApp];
                let mut point = self.point(Prompt::Sent, false, &ways, PersonChoice::NeverCome);
                if !self.has_slipped {
                    point.options.push(PersonChoice::MistypeCode.into());
                    point.options.push(PersonChoice::GuessCodes.into());
                }
                cx.offer(point);
            }
            (WakeReason::Arrives, State::Guessing { tried, .. }) => {
                let tried = *tried;
                self.guess(tried, cx);
            }
            _ => {}
        }
    }

    /// What can be chosen: the questions first where asking is what a person does there, `ways`
    /// first where it is not, and `last` at the end.
    fn point(
        &self,
        prompt: Prompt,
        asks_first: bool,
        ways: &[PersonChoice],
        last: PersonChoice,
    ) -> ChoicePoint {
        let further = self.questions.further;
        let open = match self.asked.checked_sub(1) {
            Some(at) => further.get(at).or(further.last()).copied(),
            None => None,
        };
        let open = open.unwrap_or(self.questions.first);
        let mut questions = Vec::new();
        if !self.may_not_ask {
            questions.push(PersonChoice::Ask {
                text: open.to_owned(),
            });
            questions.push(PersonChoice::AskClosed {
                text: self.questions.closed.to_owned(),
            });
        }
        let mut choices = ways.to_vec();
        let place = if asks_first { 0 } else { choices.len() };
        choices.splice(place..place, questions);
        choices.push(last);
        ChoicePoint {
            by: PartyId::Person,
            number: 0,
            prompt,
            question: None,
            options: choices.into_iter().map(Into::into).collect(),
        }
    }

    fn response(&mut self, exchange: ExchangeId, response: &Response, cx: &mut Context<'_>) {
        match self.state {
            State::Opening(own) if own == exchange => match form_token(response) {
                Some(form_token) => {
                    self.enter(State::OnThePage { form_token }, cx);
                    cx.wake_after(WakeReason::HasRead, READS);
                }
                // A code that opens nothing: they look at it again.
                None => {
                    self.enter(State::OnTheWay, cx);
                    self.go_to_the_page(cx);
                }
            },
            State::Guessing {
                exchange: own,
                tried,
            } if own == exchange && tried < GUESSES => cx.wake_after(WakeReason::Arrives, TYPES),
            State::Guessing { exchange: own, .. } | State::Deciding(own) if own == exchange => {
                self.enter(State::Away, cx);
            }
            _ => {}
        }
    }

    fn choose(&mut self, choice: PersonChoice, cx: &mut Context<'_>) {
        let number = self.number;
        match choice {
            PersonChoice::Ask { text } => self.ask(text, Vec::new(), cx),
            PersonChoice::AskClosed { text } => {
                let question = closed_question(&text);
                self.ask(question.clarification, question.options, cx);
            }
            PersonChoice::OpenPage if matches!(self.state, State::Reading) => {
                cx.tell(PartyId::PersonServer, Notice::NoQuestion { number });
                self.enter(State::Waiting, cx);
            }
            PersonChoice::OpenPage => self.open(self.page.clone(), cx),
            PersonChoice::DecideInApp => {
                cx.tell(PartyId::PersonServer, Notice::InApp { number });
                self.enter(State::InTheApp, cx);
                cx.wake_after(WakeReason::HasRead, READS);
            }
            PersonChoice::Approve => self.decide(true, cx),
            PersonChoice::Deny => self.decide(false, cx),
            PersonChoice::MistypeCode => {
                self.has_slipped = true;
                self.open(self.wrong_page(1), cx);
            }
            PersonChoice::GuessCodes => self.guess(0, cx),
            PersonChoice::Leave | PersonChoice::NeverCome => self.enter(State::Away, cx),
        }
    }

    fn ask(&mut self, clarification: String, options: Vec<String>, cx: &mut Context<'_>) {
        self.asked += 1;
        let question = Notice::Question {
            number: self.number,
            clarification,
            options,
        };
        cx.tell(PartyId::PersonServer, question);
        if matches!(self.state, State::Reading | State::OnTheWay) {
            self.enter(State::Waiting, cx);
        }
    }

    fn open(&mut self, page: Option<Target>, cx: &mut Context<'_>) {
        if let Some(page) = page {
            let request = self.browse(Method::Get, page);
            let exchange = cx.request(ExchangeKind::Browser, request);
            self.enter(State::Opening(exchange), cx);
        }
    }

    fn guess(&mut self, tried: u32, cx: &mut Context<'_>) {
        if let Some(page) = self.wrong_page(tried + 1) {
            let request = self.browse(Method::Get, page);
            let exchange = cx.request(ExchangeKind::Browser, request);
            let tried = tried + 1;
            self.enter(State::Guessing { exchange, tried }, cx);
        }
    }

    /// The page with a code that is none: the last symbol of the right one, so many digits on.
    fn wrong_page(&self, digits: u32) -> Option<Target> {
        let page = self.page.clone()?;
        let mut query = page.query?;
        let last = query.pop()?;
        let wrong = char::from_digit((last.to_digit(10).unwrap_or(0) + digits) % 10, 10)?;
        query.push(wrong);
        let query = Some(query);
        Some(Target { query, ..page })
    }

    /// On the page by its buttons; before that over the person server's own channel.
    fn decide(&mut self, approve: bool, cx: &mut Context<'_>) {
        let (State::OnThePage { form_token }, Some(page)) = (&self.state, &self.page) else {
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
        self.enter(State::Deciding(exchange), cx);
    }

    /// A request of the person's signed-in browser.
    fn browse(&self, method: Method, target: Target) -> Request {
        Request::new(method, target).with_header("Cookie", self.login.clone())
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

    fn situation(&self, out: &mut String) {
        out.push_str(self.state.name());
        for (name, holds) in [
            (" sent", self.page.is_some()),
            (" slipped", self.has_slipped),
            (" may not ask", self.may_not_ask),
        ] {
            if holds {
                out.push_str(name);
            }
        }
    }
}

impl State {
    const fn name(&self) -> &'static str {
        match self {
            Self::Away => "away",
            Self::Reading => "reading the request",
            Self::Waiting => "waiting for an answer",
            Self::OnTheWay => "on the way to the page",
            Self::Opening(_) => "opening the page",
            Self::Guessing { .. } => "trying codes",
            Self::InTheApp => "looking at it in the app",
            Self::OnThePage { .. } => "on the page",
            Self::Deciding(_) => "deciding",
        }
    }
}

/// The value that the page's form carries.
fn form_token(page: &Response) -> Option<String> {
    let html = (page.status.0 == 200).then_some(page.body.text()?)?;
    let (_, after) = html.split_once("name=\"consent\" value=\"")?;
    let (value, _) = after.split_once('"')?;
    Some(value.to_owned())
}
