//! What the agent makes of the answers to its deferred request.

use crate::aauth::{ClarificationRequirement, Code, InteractionUrl, PollingError};
use crate::http::Response;
use crate::stage::{Context, Ending, ExchangeId, Notice, PartyId, WakeReason};
use crate::time::Span;

use super::super::polling::{Failure, News};
use super::state::State;
use super::{Agent, Clarification};

/// How long the agent takes to draft an answer.
const DRAFTS: Span = Span::from_s(8);

/// How long the agent waits without any news before it asks itself whether to go on.
const WAIT_BUDGET: Span = Span::from_s(180);

impl Agent {
    pub(super) fn further_answer(
        &mut self,
        exchange: ExchangeId,
        response: &Response,
        cx: &mut Context<'_>,
    ) {
        let State::Deferred(polling) = &mut self.state else {
            return;
        };
        let (report, news) = polling.heard(response, &self.profile.person_server);
        if let Some(report) = report {
            cx.report(exchange, report);
        }
        self.act_on(exchange, news, cx);
    }

    pub(super) fn act_on(&mut self, exchange: ExchangeId, news: News, cx: &mut Context<'_>) {
        match news {
            News::Wait(span) => self.wait(span, cx),
            News::Interacting(span) => {
                if self.directed_to.take().is_some() {
                    self.waits_since = cx.now();
                }
                self.wait(span, cx);
            }
            News::NotTaken => {
                self.back_to_the_old_key(cx);
                self.poll_at_once(cx);
            }
            News::Question(question) => self.asked(&question, cx),
            News::Visit {
                url,
                code,
                again_after,
            } => {
                self.direct_the_person(url, code, cx);
                self.wait(again_after, cx);
            }
            News::Done(response) => {
                let State::Deferred(polling) = &self.state else {
                    return;
                };
                let polling = polling.clone();
                self.granted(exchange, response, Some(polling), cx);
            }
            News::Withdrawn => self.ended(Ending::Withdrawn, cx),
            News::Failed(Failure::RoundsUsed(_)) => self.finish(Ending::AgentLimit, cx),
            News::Failed(failure) => {
                let ending = self.ending_of(&failure);
                self.ended(ending, cx);
            }
        }
    }

    /// Polls again after `span`, if the agent's patience lasts.
    fn wait(&mut self, span: Span, cx: &mut Context<'_>) {
        if self.impatience > 0 {
            return self.poll_at_once(cx);
        }
        let is_over = cx.now().since(self.waits_since) >= WAIT_BUDGET;
        if is_over && !self.has_waited {
            self.has_waited = true;
            cx.offer(Self::when_the_wait_is_over());
        } else {
            cx.wake_after(WakeReason::Poll, span);
        }
    }

    /// Spec: `#clarification-chat`
    fn asked(&mut self, question: &ClarificationRequirement, cx: &mut Context<'_>) {
        self.waits_since = cx.now();
        if self.impatience > 0 {
            return self.poll_at_once(cx);
        }
        match self.profile.clarification {
            Clarification::Nobody => self.finish(Ending::NoHandler, cx),
            Clarification::Decided => cx.wake_after(WakeReason::Drafted, DRAFTS),
            Clarification::Callback(answer) => self.reply(&answer(question), cx),
        }
    }

    /// Spec: `#user-interaction`
    fn direct_the_person(&mut self, url: InteractionUrl, code: Code, cx: &mut Context<'_>) {
        let place = (url, code);
        if self.directed_to.as_ref() == Some(&place) {
            return;
        }
        self.waits_since = cx.now();
        cx.tell(
            PartyId::Person,
            Notice::Visit {
                url: place.0.to_string(),
                code: place.1.to_string(),
            },
        );
        self.directed_to = Some(place);
    }

    /// The deferred request came to its end without access.
    fn ended(&mut self, ending: Ending, cx: &mut Context<'_>) {
        let State::Deferred(polling) = &self.state else {
            return self.finish(ending, cx);
        };
        let polling = polling.clone();
        self.look_back(&polling, ending, cx);
    }

    /// What a refusal at the pending URL means for the run.
    fn ending_of(&self, failure: &Failure) -> Ending {
        let Failure::Refused { error, .. } = failure else {
            return Ending::Failed;
        };
        let is_asked = matches!(&self.state, State::Deferred(polling) if polling.is_asked());
        let endings = [
            (PollingError::Denied, Ending::Denied),
            (PollingError::Abandoned, Ending::Abandoned),
            (PollingError::InvalidCode, Ending::CodeLocked),
            (
                PollingError::Expired,
                if is_asked {
                    Ending::ExpiredUnanswered
                } else {
                    Ending::ExpiredNoVisit
                },
            ),
        ];
        let found = endings.iter().find(|(refusal, _)| refusal.code() == error);
        found.map_or(Ending::Failed, |(_, ending)| *ending)
    }
}
