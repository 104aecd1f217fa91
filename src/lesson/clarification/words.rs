//! What the lesson says at each step and at each ending.

use crate::spec::SpecRef;
use crate::stage::Ending;

use super::super::table::{EndingRow, StepRow};

pub(super) const STEPS: &[StepRow] = &[
    StepRow {
        shape: "agent > person-server: POST /person-token -> 200",
        slug: "person-token",
        title: "The agent learns for whom it acts",
        narration: "Before anything else the agent asks its person's server for a person token. \
                    It tells one resource, and no other, for which person the agent acts. It \
                    grants nothing by itself.",
        spec: SpecRef::aauth("person-token-endpoint"),
    },
    StepRow {
        shape: "agent > resource: GET /data -> 401 auth-token",
        slug: "challenge",
        title: "The resource asks for an approval first",
        narration: "The agent signs its request and shows a person token, which says for whom it \
                    acts (see before the first step). That is not yet permission. The resource \
                    answers 401 with a resource token: its signed statement of what has to be \
                    approved.",
        spec: SpecRef::aauth("requirement-auth-token"),
    },
    StepRow {
        shape: "agent > person-server: POST /auth-token asks",
        slug: "request",
        title: "The agent turns to its person's server",
        narration: "The agent hands over the resource token, the person token it had shown, and \
                    its reason. The person server checks them and notifies its person. The \
                    agent's call stays open until the person reacts, or the wait it asked for \
                    is over.",
        spec: SpecRef::aauth("auth-token-request"),
    },
    StepRow {
        shape: "person says question",
        slug: "question",
        title: "The person wants to know more",
        narration: "The person has read who wants what, and why, and is not ready to decide. So \
                    they ask the agent a question. They do it on their person server's own \
                    channel, which the protocol leaves open.",
        spec: SpecRef::aauth("clarification-chat"),
    },
    StepRow {
        shape: "person says approval",
        slug: "approve-at-once",
        title: "The person approves at once",
        narration: "The person knows enough. They approve where their person server asked them, on \
                    its own channel, and nobody has to open a page. The draft leaves it to the \
                    server how it knows its person.",
        spec: SpecRef::aauth("approval-pending"),
    },
    StepRow {
        shape: "person says denial",
        slug: "deny-at-once",
        title: "The person denies at once",
        narration: "The person does not want this at all. They say so where their person server \
                    asked them, on its own channel. No question is asked, and the agent will learn \
                    that it was denied and nothing else.",
        spec: SpecRef::aauth("approval-pending"),
    },
    StepRow {
        shape: "agent > person-server: POST /auth-token -> 200",
        slug: "granted-at-once",
        title: "The agent gets its auth token at once",
        narration: "The agent's call was still open, so its answer is the auth token itself. There \
                    was no pending URL, no page and no code: to the agent it looks as if the person \
                    server had only thought about it for a while.",
        spec: SpecRef::aauth("ps-response"),
    },
    StepRow {
        shape: "agent > person-server: POST /auth-token -> 202 pending",
        slug: "deferred",
        title: "The agent is told to come back",
        narration: "A refusal is never the answer to this call. The person server defers the call \
                    first, and gives the refusal at the pending URL, where an agent reads every \
                    refusal. That order is our choice; the draft leaves it open.",
        spec: SpecRef::aauth("pending-response"),
    },
    StepRow {
        shape: "agent > person-server: POST /auth-token -> 202 clarification",
        slug: "asked",
        title: "The question reaches the agent",
        narration: "The agent's call is answered at last: 202, not decided yet. The header says \
                    that a clarification is needed; the question and the seconds left to answer \
                    are in the body. Location names the pending URL, where this request lives now.",
        spec: SpecRef::aauth("requirement-clarification"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending -> 202 interaction",
        slug: "answer-#",
        title: "The agent answers",
        narration: "The agent posts its answer to the pending URL, signed like everything it \
                    sends. The person will read it as the agent's claim. The reply says what is \
                    needed next: the person, at a page, with a code to compare.",
        spec: SpecRef::aauth("clarification-response"),
    },
    StepRow {
        shape: "agent > resource: POST /authorize -> 200",
        slug: "narrow",
        title: "The agent asks the resource for less",
        narration: "Asked about it, the agent sees that it can do with less. It names the narrower \
                    scope at the resource's authorization endpoint, and gets a new resource token \
                    at once: no challenge, no call of the data.",
        spec: SpecRef::aauth("authorization-endpoint-request"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending updated_request -> 202 interaction",
        slug: "update-#",
        title: "The agent replaces its request",
        narration: "The agent posts the new resource token to the pending URL. The person server \
                    verifies it like a first one, and compares: same resource, same person, same \
                    key. Only then does the narrower request take the old one's place.",
        spec: SpecRef::aauth("updated-request"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending asks",
        slug: "poll-#",
        title: "The agent asks for news",
        narration: "The agent calls the pending URL, with a signed GET and never with the \
                    original request. It asks the server to hold the call until something \
                    happens, so nobody has to ask every second.",
        spec: SpecRef::aauth("polling-with-get"),
    },
    StepRow {
        shape: "person > person-server: GET /interaction -> 200",
        slug: "open-page",
        title: "The person opens the page",
        narration: "The agent sent its person here, with a code to compare. The code leads to this \
                    request, and works once. The page keeps apart what the resource says and what the agent \
                    says, and shows the question with its answer.",
        spec: SpecRef::aauth("consent-presentation"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 202 interacting",
        slug: "arrived",
        title: "The agent hears that its person has arrived",
        narration: "The open call is answered the moment the person opens the page. Nothing is \
                    decided. The status interacting tells the agent to stop pointing its person \
                    to the page and simply to wait.",
        spec: SpecRef::aauth("pending-response"),
    },
    StepRow {
        shape: "person > person-server: POST /interaction/decision approve -> 200",
        slug: "approve",
        title: "The person approves",
        narration: "The person decides on the page, in the browser in which they are signed in. \
                    The code plays no part in it: the agent has seen the code too, so a code may find \
                    the request but never approve it.",
        spec: SpecRef::aauth("ps-approval-endpoint-auth"),
    },
    StepRow {
        shape: "person > person-server: POST /interaction/decision deny -> 200",
        slug: "deny",
        title: "The person denies",
        narration: "The person says no on the page, in their signed-in browser. Their \
                    person server records it. The agent will learn that it was denied, and \
                    nothing else.",
        spec: SpecRef::aauth("ps-approval-endpoint-auth"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 200",
        slug: "granted",
        title: "The agent gets its auth token",
        narration: "The open call is answered with 200 and an auth token. It is for this \
                    resource, this person and this agent's key, and lasts an hour at most. The \
                    agent verifies it before it uses it.",
        spec: SpecRef::aauth("ps-response"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 403 denied",
        slug: "denied",
        title: "The agent is told no",
        narration: "The open call is answered with 403 and the code denied. The answer is final. \
                    The signature was fine, so there is nothing to repair: the person has decided, \
                    and the agent stops here.",
        spec: SpecRef::aauth("polling-error-codes"),
    },
    StepRow {
        shape: "agent > resource: GET /data -> 200",
        slug: "data",
        title: "The resource answers",
        narration: "The agent repeats its first request, now with the auth token. The resource \
                    verifies it with the person server's published key, asks nobody, and returns \
                    what the granted scope covers.",
        spec: SpecRef::aauth("auth-token-usage"),
    },
    StepRow {
        shape: "agent > person-server: DELETE /pending -> 204",
        slug: "withdraw",
        title: "The agent takes its request back",
        narration: "Instead of answering, the agent deletes the pending request. The person \
                    server confirms it and tells its person that there is nothing left to decide. \
                    Nobody has to wait for a deadline.",
        spec: SpecRef::aauth("cancel-request"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 410",
        slug: "gone",
        title: "The pending URL is gone",
        narration: "So that you can see it, the agent looks at the pending URL once more. A \
                    request that has ended is gone: a final answer is given once, and then nobody \
                    finds anything here, not even the agent itself.",
        spec: SpecRef::aauth("pending-url-security"),
    },
];

pub(super) const ENDINGS: &[EndingRow] = &[
    EndingRow {
        ending: Ending::Granted,
        title: "Access granted",
        summary: "The agent holds the reports, and an auth token that is good for an hour at \
                  most. The person server holds the question, the answer and the decision. The \
                  resource had nothing to remember: the tokens told it everything.",
    },
    EndingRow {
        ending: Ending::GrantedNarrower,
        title: "Less access granted",
        summary: "The agent holds the summaries it needs, and an auth token that covers no figures. \
                  The person server holds the question, the narrower request and the decision. The \
                  figures never left the resource.",
    },
    EndingRow {
        ending: Ending::Denied,
        title: "Access denied",
        summary: "The agent holds no auth token. Its agent token and person token still say who \
                  it is and for whom it acts, and grant nothing. The person server holds the \
                  refusal. The resource has given nothing away.",
    },
    EndingRow {
        ending: Ending::Withdrawn,
        title: "Request withdrawn",
        summary: "The agent holds no auth token, and a resource token that expires unused. The \
                  person has been told that there is nothing left to decide. At the person server \
                  the request is gone.",
    },
];
