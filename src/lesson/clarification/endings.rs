//! What the lesson says at each ending.

use crate::stage::Ending;

use super::super::table::EndingRow;

pub(super) const ENDINGS: &[EndingRow] = &endings("", "agent1.update");

/// Where asking for less is what the agent does by itself.
pub(super) const NARROWED_ENDINGS: &[EndingRow] = &endings("agent1.answer", "");

/// The endings, with the choices that lead to the whole access and to less.
const fn endings(granted: &'static str, narrower: &'static str) -> [EndingRow; 13] {
    [
        EndingRow {
            ending: Ending::Granted,
            title: "Access granted",
            summary: "The agent holds the reports and their figures, and an auth token that is good \
                  for an hour at most. The person server keeps what was said and the decision. \
                  The resource keeps nothing: what it had to know stood in the tokens.",
            settings: &[],
            choices: granted,
        },
        EndingRow {
            ending: Ending::GrantedNarrower,
            title: "Less access granted",
            summary: "The agent holds the summaries it needs, and an auth token that covers no figures. \
                  The person server holds the question, the narrower request and the decision. The \
                  figures never left the resource.",
            settings: &[],
            choices: narrower,
        },
        EndingRow {
            ending: Ending::RoundsUsed,
            title: "Granted after the last round",
            summary: "The person wanted to ask once more, and the person server puts no more questions. \
                  So they decided with what was there, and approved. The agent holds its auth \
                  token and knows nothing of the question that was never put.",
            settings: &[("rounds", "1")],
            choices: "person3.ask",
        },
        EndingRow {
            ending: Ending::NoCapability,
            title: "Granted unasked",
            summary: "The agent never said that it takes questions, so it must not be asked. The person \
                  decided with the reason it gave at first, and approved. The agent holds its auth \
                  token and knows nothing of a question.",
            settings: &[("capability", "off")],
            choices: "",
        },
        EndingRow {
            ending: Ending::Denied,
            title: "Access denied",
            summary: "The agent holds no auth token. Its agent token and person token still \
                      say who it is and for whom it acts, and grant nothing. The person \
                      server holds the refusal. The resource has given nothing away.",
            settings: &[],
            choices: "person3.deny",
        },
        EndingRow {
            ending: Ending::Abandoned,
            title: "The person left the page",
            summary: "The person has decided nothing, and their page is closed. The agent \
                      holds no auth token and learns that its person left; it may ask them, \
                      and begin anew. At the person server the request is gone.",
            settings: &[],
            choices: "person3.leave",
        },
        EndingRow {
            ending: Ending::Withdrawn,
            title: "Request withdrawn",
            summary: "The agent holds no auth token, and a resource token that expires unused. The \
                  person has been told that there is nothing left to decide. At the person server \
                  the request is gone.",
            settings: &[],
            choices: "agent1.withdraw",
        },
        EndingRow {
            ending: Ending::ExpiredUnanswered,
            title: "Expired without an answer",
            summary: "The question was not answered in time, and a deadline ended the whole \
                      request. The agent holds no auth token. The person has been told, and \
                      the person server keeps a question without an answer.",
            settings: &[],
            choices: "agent1.silent",
        },
        EndingRow {
            ending: Ending::ExpiredNoVisit,
            title: "Expired without a visit",
            summary: "The person did not come, or did not decide, before the request's own \
                      deadline. A code that was shown opens nothing any more. The agent \
                      holds no auth token, however long it waited, and has to begin anew.",
            settings: &[],
            choices: "person2.never-come",
        },
        EndingRow {
            ending: Ending::NoHandler,
            title: "Nobody to answer",
            summary: "The agent said that it takes questions, and has nobody to answer them. It fails at \
                  once instead of waiting. At the person server the question stays open until its \
                  deadline, and then the request expires.",
            settings: &[("handler", "off")],
            choices: "",
        },
        EndingRow {
            ending: Ending::AgentLimit,
            title: "The agent answers no more",
            summary: "The agent was asked once more than it replies, and stops without an \
                      auth token. It says so to nobody: at the person server that question \
                      stays open until its deadline, and then the request expires.",
            settings: &[("agent-rounds", "1")],
            choices: "person3.ask",
        },
        EndingRow {
            ending: Ending::GaveUp,
            title: "The agent gave up",
            summary: "The agent has waited as long as it wanted to, and polls no more. It holds no auth \
                  token. The request lives on at the person server until its deadline: a decision \
                  made until then is one that nobody reads.",
            settings: &[],
            choices: "person2.never-come,agent2.give-up",
        },
        EndingRow {
            ending: Ending::CodeLocked,
            title: "Locked after wrong codes",
            summary: "Too many wrong codes were tried, so the person server ended the \
                      request itself. Nobody has decided anything, the right code opens \
                      nothing any more, and the agent has to begin anew.",
            settings: &[],
            choices: "person2.guess-codes",
        },
    ]
}
