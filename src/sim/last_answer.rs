//! What an agent read last of its deferred request, against what its run is told as.

use crate::aauth::PollingError;
use crate::http::{Problem, Response, fields};
use crate::stage::Ending;

/// The last answer of a person server to an agent, leaving out that a pending URL is gone.
#[derive(Clone, Debug, Default)]
pub(super) struct LastAnswer {
    status: u16,
    error: String,
    /// Whether the last `202` asked a question.
    is_asked: bool,
}

impl LastAnswer {
    /// Takes an answer.
    pub(super) fn hear(&mut self, response: &Response) {
        let status = response.status.0;
        if status == 410 && response.body.is_empty() {
            return;
        }
        let problem = Problem::parse(&response.body).ok();
        self.status = status;
        self.error = problem.map_or_else(String::new, |problem| problem.error);
        if status == 202 {
            let requirement = response.headers.first(fields::AAUTH_REQUIREMENT);
            self.is_asked = requirement.is_some_and(|text| text.contains("clarification"));
        }
    }

    /// Whether a run that ends with this answer is told as what it is.
    pub(super) fn is_told_as(&self, ending: Ending) -> bool {
        let is =
            |error: PollingError| self.status == error.status().0 && self.error == error.code();
        match ending {
            Ending::Denied => is(PollingError::Denied),
            Ending::Abandoned => is(PollingError::Abandoned),
            Ending::CodeLocked => is(PollingError::InvalidCode),
            Ending::ExpiredUnanswered => is(PollingError::Expired) && self.is_asked,
            Ending::ExpiredNoVisit => is(PollingError::Expired) && !self.is_asked,
            Ending::NoHandler | Ending::AgentLimit => self.status == 202 && self.is_asked,
            Ending::GaveUp => self.status == 202,
            Ending::Withdrawn => self.status < 300,
            // What was granted says what these are.
            Ending::Granted
            | Ending::GrantedNarrower
            | Ending::RoundsUsed
            | Ending::NoCapability
            | Ending::Failed => true,
        }
    }

    /// Writes down what decides what it says of an ending.
    pub(super) fn situation(&self, out: &mut String) {
        out.push_str(&self.status.to_string());
        out.push_str(&self.error);
        out.push_str(if self.is_asked { " asked" } else { "" });
    }
}

impl core::fmt::Display for LastAnswer {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let asked = if self.is_asked {
            ", with a question"
        } else {
            ""
        };
        write!(f, "{} {}{asked}", self.status, self.error)
    }
}
