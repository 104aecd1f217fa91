//! What the lesson says at each step.

use crate::spec::SpecRef;

use super::super::table::StepRow;

pub(super) const BEFORE: &[(&str, &str)] = &[
    (
        "Keys",
        "Each server has published its public key, for anybody to fetch. The agent made a key of \
         its own, and signs every request with it.",
    ),
    (
        "Agent token",
        "The agent's provider has signed a token that ties the agent's name to that key. So the \
         others can tell who signed a request.",
    ),
    (
        "Person token",
        "The person server has signed a token that tells the resource for whom this agent acts. \
         It permits nothing.",
    ),
];

pub(super) const STEPS: &[StepRow] = &[
    StepRow {
        shape: "agent > person-server: POST /person-token -> 200",
        slug: "person-token",
        title: "The agent learns for whom it acts",
        narration: "The agent asks its person's server, the person server, for a person token. \
                    That token tells one resource, and no other, for whom the agent acts. It is \
                    bound to the agent's key and grants nothing by itself.",
        spec: SpecRef::aauth("person-token-endpoint"),
    },
    StepRow {
        shape: "agent > person-server: POST /person-token again -> 200",
        slug: "person-token-again",
        title: "The agent has another key",
        narration: "In the middle of its request the agent has made another key, and its provider \
                    has signed an agent token for it. Everything else is bound to the old key, so \
                    the agent asks for a new person token first.",
        spec: SpecRef::aauth("person-token-endpoint"),
    },
    StepRow {
        shape: "agent > resource: GET /data -> 401 auth-token",
        slug: "challenge",
        title: "Not yet: the resource wants an authorization",
        narration: "The agent signs its request with its key and shows the person token. That says \
                    who asks and for whom, but permits nothing. The resource answers 401 with a \
                    resource token: its signed statement of what has to be authorized.",
        spec: SpecRef::aauth("requirement-auth-token"),
    },
    StepRow {
        shape: "agent > person-server: POST /auth-token asks",
        slug: "request",
        title: "The agent turns to the person server",
        narration: "The agent hands over the resource token, the person token it had shown, and \
                    its reason. The person server checks that they belong together and notifies \
                    the person. The call stays open until there is news, or the wait asked for is \
                    over.",
        spec: SpecRef::aauth("auth-token-request"),
    },
    StepRow {
        shape: "person says question",
        slug: "question",
        title: "The person asks the agent a question",
        narration: "The person has read who wants what, and why, and cannot decide yet. So \
                    they ask the agent a question, through their person server. How a person \
                    and their server talk is left to them.",
        spec: SpecRef::aauth("clarification-chat"),
    },
    StepRow {
        shape: "person says question in vain",
        slug: "question",
        title: "The question is not put to the agent",
        narration: "The person wants to ask the agent something. Their person server may not \
                    put the question: the agent takes none, or was asked as often as it may \
                    be. So the person decides with what is there. That is our choice.",
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
        shape: "person says approval in the app",
        slug: "approve-in-app",
        title: "The person approves in the app",
        narration: "The person decides where they are, on their person server's own channel, \
                    with the conversation so far in front of them. The draft leaves it to the \
                    server how it knows its person. A code that was shown opens nothing any \
                    more.",
        spec: SpecRef::aauth("approval-pending"),
    },
    StepRow {
        shape: "person says denial in the app",
        slug: "deny-in-app",
        title: "The person denies in the app",
        narration: "The person says no where they are, on their person server's own channel. A \
                    code that was shown opens nothing any more. The agent will learn that it \
                    was denied and nothing else.",
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
        narration: "The call is answered: 202, not decided yet. The header AAuth-Requirement says \
                    that an answer is needed; the question, and the seconds left to answer it, are \
                    in the body. Location names the pending URL, the address of this request from \
                    now on.",
        spec: SpecRef::aauth("requirement-clarification"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending -> 202 interaction",
        slug: "answer-#",
        title: "The agent answers",
        narration: "The agent posts its answer to the pending URL, signed like everything it \
                    sends. Nobody can check it, so the person reads it as the agent's own words. \
                    The reply holds the address of a page and a code: the person is to decide \
                    there.",
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
        shape: "agent > person-server: GET /pending asks after interaction",
        slug: "poll-#",
        title: "The agent has shown the page, and waits",
        narration: "The agent has shown its person the address and the code. Now it calls the \
                    pending URL with a signed GET, never the original request again, and asks \
                    the server to hold the call until something happens.",
        spec: SpecRef::aauth("polling-with-get"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending asks after interacting",
        slug: "poll-#",
        title: "The agent waits, quietly",
        narration: "Every answer ends a held call, so to go on waiting takes another one, \
                    signed anew. The person has come to the page, so the agent shows them \
                    nothing. If the wait ends without news, it asks again.",
        spec: SpecRef::aauth("polling-with-get"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending asks after approval",
        slug: "poll-#",
        title: "The agent waits, with nothing to do",
        narration: "The person decides on their person server's own channel, so the agent \
                    shows them nothing. It calls the pending URL with a signed GET, and asks \
                    the server to hold the call until something happens.",
        spec: SpecRef::aauth("polling-with-get"),
    },
    StepRow {
        shape: "person > person-server: GET /interaction -> 200",
        slug: "open-page",
        title: "The person opens the page",
        narration: "The person opens the address. The code leads to this request, works once, and \
                    is shown for comparison. The page keeps apart what the resource says and what \
                    the agent says, with the conversation so far.",
        spec: SpecRef::aauth("consent-presentation"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 202 interacting",
        slug: "arrived",
        title: "The agent hears that its person has arrived",
        narration: "The open call is answered the moment the person opens the page: 202 with the \
                    status interacting. Nothing is decided. The agent stops pointing its person to \
                    the page and simply waits.",
        spec: SpecRef::aauth("pending-response"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 202 interacting",
        slug: "arrived-2",
        title: "No decision yet",
        narration: "The wait is over without news: 202 with the status interacting, as before. As \
                    far as the person server knows, the person is on the page and has not \
                    decided. The agent asks again, and shows them nothing.",
        spec: SpecRef::aauth("pending-response"),
    },
    StepRow {
        shape: "person > person-server: POST /interaction/decision approve -> 200",
        slug: "approve",
        title: "The person approves",
        narration: "The person decides on the page, in the browser in which they are signed in at \
                    their person server: that says who decides. The agent has seen the code too, \
                    so a code may find the request but never approve it.",
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
        narration: "The agent's poll is answered: 200 with an auth token. It works at this resource, \
                    for this person and with this agent's key, for an hour at most. The agent \
                    checks all that before it uses the token.",
        spec: SpecRef::aauth("ps-response"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 403 denied",
        slug: "denied",
        title: "The agent is told no",
        narration: "The agent's poll is answered with 403 and the code denied. The answer is final. \
                    The signature was fine, so there is nothing to repair: the person has decided, \
                    and the agent stops here.",
        spec: SpecRef::aauth("polling-error-codes"),
    },
    StepRow {
        shape: "agent > resource: GET /data -> 200",
        slug: "data",
        title: "The resource answers",
        narration: "The agent repeats its first request, signed again, with the auth token in the \
                    person token's place. The resource checks it with the person server's \
                    published key, asks nobody about this request, and returns what the granted \
                    scope covers.",
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
        narration: "Only to show it, the agent calls the pending URL once more: 410, gone. Once a \
                    request has ended, nobody finds anything at its address, not even this agent, \
                    and nobody can be told the same final answer twice.",
        spec: SpecRef::aauth("pending-url-security"),
    },
    StepRow {
        shape: "person says no-question",
        slug: "no-question",
        title: "The person has no question",
        narration: "The person has read who wants what, and why, and asks nothing. They tell \
                    their person server that they will come to the page. So the agent can be \
                    told where to send them.",
        spec: SpecRef::aauth("user-interaction"),
    },
    StepRow {
        shape: "agent > person-server: POST /auth-token -> 202 interaction",
        slug: "directed",
        title: "The agent is told where to send its person",
        narration: "The call is answered: 202, not decided yet. AAuth-Requirement holds the \
                    address of a page and a code, for the person to decide there. Location \
                    names the pending URL, the address of this request from now on.",
        spec: SpecRef::aauth("interaction-required"),
    },
    StepRow {
        shape: "agent > person-server: POST /auth-token -> 202 approval",
        slug: "waiting",
        title: "The agent has nothing to do",
        narration: "The wait that the agent asked for is over. 202 with requirement=approval: \
                    the person server asks its person over its own channel, and the agent can \
                    do nothing but poll the pending URL.",
        spec: SpecRef::aauth("approval-pending"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 202 approval",
        slug: "approval-#",
        title: "The person is asked elsewhere",
        narration: "202 with requirement=approval: the person decides over their person \
                    server's own channel and not on a page. The agent has nothing to show \
                    them, and polls on.",
        spec: SpecRef::aauth("approval-pending"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending -> 202 approval",
        slug: "answer-in-app-#",
        title: "The agent answers",
        narration: "The agent posts its answer to the pending URL. The person reads it where \
                    they are, on their person server's own channel. So the reply is 202 with \
                    requirement=approval: nothing for the agent to do.",
        spec: SpecRef::aauth("clarification-response"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending updated_request -> 202 approval",
        slug: "update-in-app-#",
        title: "The agent replaces its request",
        narration: "The narrower request takes the old one's place, if it is for the same \
                    resource, person and key. The person reads it where they are, so the reply \
                    is 202 with requirement=approval: nothing for the agent to do.",
        spec: SpecRef::aauth("updated-request"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending -> 202 interacting",
        slug: "answer-on-page-#",
        title: "The agent answers",
        narration: "The agent posts its answer to the pending URL. The person is on the page \
                    already and reads it there, as the agent's own words. So the reply says \
                    interacting: the agent shows them nothing, and waits.",
        spec: SpecRef::aauth("clarification-response"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending updated_request -> 202 interacting",
        slug: "update-on-page-#",
        title: "The agent replaces its request",
        narration: "The narrower request takes the old one's place, if it is for the same \
                    resource, person and key. The person is on the page already and sees it \
                    there, so the reply says interacting.",
        spec: SpecRef::aauth("updated-request"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 202 clarification",
        slug: "open-question-#",
        title: "A question is open",
        narration: "The poll is answered with the question that is open now, and the seconds \
                    left to answer it. To an agent that stays silent every poll says the same, \
                    with fewer seconds, until the deadline ends the request.",
        spec: SpecRef::aauth("requirement-clarification"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 202 interaction",
        slug: "still-waiting-#",
        title: "Still nobody on the page",
        narration: "The wait is over without news, so the answer repeats the address and the \
                    code. The agent has shown them already and does not show them again. It \
                    waits on.",
        spec: SpecRef::aauth("interaction-required"),
    },
    StepRow {
        shape: "person says in-app",
        slug: "in-app",
        title: "The person decides in the app instead",
        narration: "The person will not open the page. They tell their person server that they \
                    decide on its own channel: in its app, say. The draft lets a server change \
                    over at any time.",
        spec: SpecRef::aauth("approval-pending"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending unknown -> 400 invalid_request",
        slug: "refused-#",
        title: "The server does not understand the agent",
        narration: "A POST to the pending URL must name its action. This one names none, or \
                    one that does not exist: 400 invalid_request. Nothing changes and no round \
                    is used. The agent polls, to hear how things stand.",
        spec: SpecRef::aauth("agent-response-to-clarification"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending updated_request -> 400 invalid_resource_token",
        slug: "update-refused-#",
        title: "An update that breaks with the original is refused",
        narration: "The tokens fit each other, but not the request that waits: its resource \
                    token names another key. An update must keep resource, person and key, or \
                    it would be somebody else's request. 400: the server counts no round, and \
                    the original stands.",
        spec: SpecRef::aauth("updated-request"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending -> 400 invalid_request",
        slug: "too-late-#",
        title: "The answer comes too late",
        narration: "No question is open any more: its time was up. 400 invalid_request, and \
                    nothing changes. The agent polls, and hears how its request has ended.",
        spec: SpecRef::aauth("agent-response-to-clarification"),
    },
    StepRow {
        shape: "agent > person-server: POST /pending updated_request -> 400 invalid_request",
        slug: "update-too-late-#",
        title: "The update comes too late",
        narration: "No question is open any more: its time was up. 400 invalid_request, and \
                    nothing changes. The agent polls, and hears how its request has ended.",
        spec: SpecRef::aauth("agent-response-to-clarification"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 429 slow_down",
        slug: "too-fast-#",
        title: "The agent polls too fast",
        narration: "The last answer said how long to wait, and the agent did not. 429 \
                    slow_down: from now on it adds five seconds to each wait. The request \
                    itself is none the worse.",
        spec: SpecRef::aauth("polling-error-codes"),
    },
    StepRow {
        shape: "person > person-server: GET /interaction -> 410",
        slug: "wrong-code-#",
        title: "A wrong code opens nothing",
        narration: "This code leads to no request. Nobody knows whose it was meant to be, so \
                    the person server counts it against each request that waits for a visit. \
                    That counting is our choice. One too many ends the request.",
        spec: SpecRef::aauth("interaction-code-format"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 403 abandoned",
        slug: "abandoned",
        title: "The person left without deciding",
        narration: "The person closed the page, and their time on it ran out. 403 abandoned: \
                    nobody said no, but nobody will say yes either. The answer is final, and \
                    given once.",
        spec: SpecRef::aauth("polling-error-codes"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 408 expired",
        slug: "expired",
        title: "Time has run out",
        narration: "A deadline has passed: the one for the answer, or the one for the whole \
                    request. 408 expired is final. The person has been told that there is \
                    nothing left to decide.",
        spec: SpecRef::aauth("polling-error-codes"),
    },
    StepRow {
        shape: "agent > person-server: GET /pending -> 410 invalid_code",
        slug: "locked",
        title: "The request is locked",
        narration: "Too many wrong codes were tried, so the person server ended the request \
                    itself: 410 invalid_code. Whoever guessed has gained nothing, and neither \
                    has the agent, which has to begin anew.",
        spec: SpecRef::aauth("polling-error-codes"),
    },
];
