//! The rule table: one row for each step of each list that a recipient walks.
//!
//! A row is added together with the verifier that walks it. The tests hold that every row passes on
//! an honest message, fails on one where that one thing is broken, and is shown by a lesson.
//!
//! Titles say what holds when the rule passes. A row marked `Our choice:` is not in the draft's
//! list; the text says why it is here.

use crate::spec::SpecRef;

/// One step of one list. Two are the same when their ids are.
#[derive(Debug)]
pub struct Rule {
    /// A stable name, unique in the table: `verification-created`.
    pub id: &'static str,
    /// The list it belongs to.
    pub list: List,
    /// Its number in the draft's list, or "also" for a rule that stands beside the list.
    pub number: &'static str,
    /// What holds when it passes.
    pub title: &'static str,
    /// Why it matters, in a sentence or two.
    pub why: &'static str,
    /// Where it is written.
    pub spec: SpecRef,
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

macro_rules! rules {
    ($($(#[$doc:meta])* $list:ident { $($name:ident = $id:literal, $number:literal, $spec:expr, $title:literal, $why:literal;)+ })+) => {
        /// A list of rules that a recipient walks from top to bottom.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum List { $($(#[$doc])* $list,)+ }

        impl List {
            /// All lists.
            pub const ALL: &'static [Self] = &[$(Self::$list,)+];

            /// The rows of the list, in the order in which they are walked.
            #[must_use]
            pub fn rules(self) -> &'static [&'static Rule] {
                match self { $(Self::$list => { static ROWS: &[&Rule] = &[$(&$name,)+]; ROWS })+ }
            }
        }

        $($(
            #[doc = $title]
            pub static $name: Rule = Rule {
                id: $id, list: List::$list, number: $number, title: $title, why: $why, spec: $spec,
            };
        )+)+
    };
}

/// Every row of the table.
pub fn all() -> impl Iterator<Item = &'static Rule> {
    List::ALL
        .iter()
        .flat_map(|list| list.rules().iter().copied())
}

const fn aauth(anchor: &'static str) -> SpecRef {
    SpecRef::aauth(anchor)
}

rules! {
    /// The HTTP message signature of a request, at every server.
    RequestSignature {
        SIGNATURE_HEADERS = "signature-headers", "1", aauth("verification"),
            "The three signature headers are there and readable",
            "Without Signature, Signature-Input and Signature-Key there is nothing to verify.";
        SIGNATURE_COVERAGE = "signature-coverage", "2", aauth("covered-components"),
            "The signature covers everything it must",
            "What is not covered can be changed on the way without anybody noticing.";
        SIGNATURE_CREATED = "signature-created", "3", aauth("verification"),
            "The signature was made within the window",
            "A captured request is useless once the window of 60 seconds has closed.";
        SIGNATURE_EXPIRES = "signature-expires", "also", aauth("freshness-and-replay"),
            "The signature has not expired",
            "A signer may give its signature an end of its own, which a server honours.";
        SIGNATURE_SCHEME = "signature-scheme", "4", aauth("keying-material"),
            "The key is conveyed by a scheme accepted here",
            "Agents present a token (jwt); servers signing in their own right name their key set (jwks_uri).";
        SIGNATURE_KEY = "signature-key", "5", aauth("verification"),
            "The signer's key is obtained and trusted",
            "The key comes from a token that an issuer signed, or from the key set of the server that signs.";
        SIGNATURE_ALGORITHM = "signature-algorithm", "6", aauth("signature-algorithms"),
            "The key says which algorithm it is for",
            "The algorithm is the key's, never the message's, so nobody can talk a server into a weaker one.";
        SIGNATURE_VALID = "signature-valid", "7", aauth("verification"),
            "The signature verifies under that key",
            "Only the holder of the private key can have signed these bytes.";
        SIGNATURE_DIGEST = "signature-digest", "also", aauth("covered-components"),
            "The body is the one that was digested",
            "The signature covers Content-Digest; comparing it with the body extends the signature to the body.";
    }

    /// What all four tokens have in common.
    Common {
        TOKEN_TYPE = "token-type", "1", aauth("common-verification"),
            "The token is of the type this place takes",
            "Only typ tells a token that names a person from one that grants access.";
        TOKEN_ALGORITHM = "token-algorithm", "1, alg", aauth("common-claims"),
            "The token names a fully specified algorithm",
            "none, symmetric algorithms and the ambiguous EdDSA are refused.";
        TOKEN_DWK = "token-dwk", "2, dwk", aauth("common-verification"),
            "The token names the right metadata document",
            "It says in which role the issuer signed: provider, resource, person server or access server.";
        TOKEN_ISSUER = "token-issuer", "4", aauth("server-identifiers"),
            "The issuer is a valid server identifier",
            "It is checked before anything is fetched, for the key set is looked up at this address.";
        TOKEN_KEY = "token-key", "2, key", aauth("jwks-discovery"),
            "The issuer publishes the key the token names",
            "The key is found by kid in the key set that the issuer's metadata leads to.";
        TOKEN_SIGNATURE = "token-signature", "2, signature", aauth("common-verification"),
            "The token's signature verifies under that key",
            "Nobody but the issuer can have made the token, and nobody has changed it.";
        TOKEN_EXPIRY = "token-expiry", "3", aauth("common-verification"),
            "The token has not expired",
            "It is judged by the verifier's own clock, with no tolerance.";
        TOKEN_CLAIMS = "token-claims", "also", aauth("common-claims"),
            "The token carries the claims of its kind",
            "jti and iat are always there; each kind adds its own.";
        TOKEN_ISSUED = "token-issued", "also", aauth("common-verification"),
            "The token was not issued ahead of the clock",
            "A verifier may refuse a token dated further ahead than the signature window; ours does.";
        TOKEN_LIFETIME = "token-lifetime", "also", aauth("common-verification"),
            "The token lives no longer than its kind may",
            "Person and auth tokens live one hour at most, so every decision is made again soon.";
    }

    /// An agent token, at a person server or a provider.
    AgentToken {
        AGENT_CONFIRMATION = "agent-confirmation", "1", aauth("agent-token-verification"),
            "The token is bound to the key that signs the request",
            "A stolen token is worthless without the private key.";
        AGENT_PERSON_SERVER = "agent-person-server", "2", aauth("agent-token-verification"),
            "The person server it names is a valid identifier",
            "A resource reads it to know whom a person token can be asked of.";
        AGENT_PARENT = "agent-parent", "3", aauth("agent-token-verification"),
            "The parent agent it names is a valid identifier",
            "Its presence marks a sub-agent, which may not ask for authorization itself.";
        AGENT_IDENTIFIER = "agent-identifier", "also", aauth("agent-identifiers"),
            "Its subject is a valid agent identifier",
            "The form is aauth:local@domain, compared exactly.";
    }

    /// A person token, at a resource or beside a resource token.
    PersonToken {
        PERSON_AUDIENCE = "person-audience", "1", aauth("person-token-verification"),
            "The token is for this resource",
            "A person token shown to one resource cannot be used at another.";
        PERSON_CONFIRMATION = "person-confirmation", "2", aauth("person-token-verification"),
            "The token is bound to the right key",
            "At the resource that is the key that signs; beside a resource token it is the key of agent_jkt.";
        PERSON_SUBJECT = "person-subject", "also", aauth("person-token-structure"),
            "The token identifies the person",
            "The sub is opaque and directed: another resource sees another one.";
        PERSON_NO_AUTHORIZATION = "person-no-authorization", "also", aauth("person-token-structure"),
            "The token carries no authorization",
            "A person token says who, never what: scope and account must not be in it.";
    }

    /// A resource token and the token it was issued against, at the server that redeems it.
    ResourceToken {
        RESOURCE_AUDIENCE = "resource-audience", "1", aauth("resource-token-verification"),
            "The token is addressed to this server",
            "Three-party tokens are for the person server, four-party ones for the access server.";
        RESOURCE_AGENT_KEY = "resource-agent-key", "2", aauth("resource-token-verification"),
            "The token is bound to the key that signs the request",
            "agent_jkt is the thumbprint of the agent's key: nobody else can redeem the token.";
        RESOURCE_PRESENTED = "resource-presented", "3", aauth("resource-token-verification"),
            "The token the agent presented verifies",
            "It must be for the same resource and bound to the same key.";
        RESOURCE_PRESENTED_JTI = "resource-presented-jti", "3, jti", aauth("why-presented-jti"),
            "It is the very token the resource saw",
            "Binding the two makes it visible when an identity or a mission is swapped on the way.";
        RESOURCE_PRESENTED_PS = "resource-presented-ps", "3, ps", aauth("resource-token-verification"),
            "Both name the same person server",
            "The namespace that sub belongs to must not change.";
        RESOURCE_PRESENTED_SUB = "resource-presented-sub", "3, sub", aauth("resource-token-verification"),
            "Both name the same person",
            "The resource copies sub from the token it verified.";
        RESOURCE_PRESENTED_MISSION = "resource-presented-mission", "3, mission_s256", aauth("resource-token-verification"),
            "Both name the same mission, or none",
            "A mission that is dropped on the way would free the agent from its limits.";
        RESOURCE_PRESENTED_TENANT = "resource-presented-tenant", "3, tenant", aauth("resource-token-verification"),
            "Both name the same tenant, or none",
            "The organization the person belongs to must not change.";
        RESOURCE_OWN_PS = "resource-own-ps", "3, own", aauth("resource-token-verification"),
            "The person server it names is the one that decides",
            "A person server acts only for its own people.";
        RESOURCE_MISSION_ACTIVE = "resource-mission-active", "4", aauth("resource-token-verification"),
            "The mission it names is active",
            "A mission that ended grants nothing more.";
    }

    /// An updated request, at the server whose question it answers.
    UpdatedRequest {
        UPDATE_PAIR = "update-pair", "also", aauth("updated-request"),
            "The new pair of tokens verifies as in a first request",
            "An update is a request like any other; only then does it replace the old one.";
        UPDATE_RESOURCE = "update-resource", "iss", aauth("updated-request"),
            "It is for the same resource",
            "The person was asked about this resource and no other.";
        UPDATE_PERSON_SERVER = "update-person-server", "ps", aauth("updated-request"),
            "It names the same person server",
            "The namespace that sub belongs to must not change.";
        UPDATE_SUBJECT = "update-subject", "sub", aauth("updated-request"),
            "It names the same person",
            "The person who reads the update is the one it is about.";
        UPDATE_AGENT_KEY = "update-agent-key", "agent_jkt", aauth("updated-request"),
            "It is bound to the same key",
            "The request still belongs to the agent that made it.";
        UPDATE_MISSION = "update-mission", "mission_s256", aauth("updated-request"),
            "It names the same mission, or none",
            "An update cannot leave the mission behind.";
        UPDATE_TENANT = "update-tenant", "tenant", aauth("updated-request"),
            "It names the same tenant, or none",
            "The organization the person belongs to must not change.";
    }

    /// An auth token, at the resource.
    AuthToken {
        AUTH_AUDIENCE = "auth-audience", "2", aauth("auth-token-verification"),
            "The token is for this resource",
            "An authorization for one resource is none at another.";
        AUTH_CONFIRMATION = "auth-confirmation", "3", aauth("auth-token-verification"),
            "The token is bound to the right key",
            "Only the agent it was granted to can use it.";
        AUTH_SUBJECT = "auth-subject", "4", aauth("auth-token-verification"),
            "The token identifies the person",
            "The pair of issuer and sub is the person; a sub alone is not.";
        AUTH_ISSUER = "auth-issuer", "also", aauth("resource-token"),
            "It was issued by a server the resource leaves the decision to",
            "Our choice: a resource with an access server takes that server's authorizations and no others.";
        AUTH_PERSON_SERVER = "auth-person-server", "also", aauth("auth-token-structure"),
            "The person server it names fits its issuer",
            "When a person server issued the token, ps and iss are equal.";
    }

    /// A challenge with a resource token, at the agent.
    Challenge {
        CHALLENGE_PRESENT = "challenge-present", "1", aauth("resource-challenge-verification"),
            "The challenge carries a resource token",
            "requirement=auth-token is useless without the token to redeem.";
        CHALLENGE_TOKEN = "challenge-token", "2", aauth("resource-challenge-verification"),
            "The resource token verifies",
            "The agent will carry it to its person server and should know that it is real.";
        CHALLENGE_ISSUER = "challenge-issuer", "3", aauth("resource-challenge-verification"),
            "It was issued by the resource that was asked",
            "Otherwise one resource could have access to another one requested in its name.";
        CHALLENGE_AGENT_KEY = "challenge-agent-key", "4", aauth("resource-challenge-verification"),
            "It is bound to the agent's own key",
            "A token for another agent cannot be redeemed.";
        CHALLENGE_PERSON_SERVER = "challenge-person-server", "5, ps", aauth("resource-challenge-verification"),
            "It names the agent's own person server",
            "The agent asks only the server that represents its person.";
        CHALLENGE_SUBJECT = "challenge-subject", "5, sub", aauth("resource-challenge-verification"),
            "It names the person the agent acts for",
            "The sub is the one in the token the agent presented.";
        CHALLENGE_PRESENTED = "challenge-presented", "5, presented_jti", aauth("resource-challenge-verification"),
            "It names the token the agent presented",
            "The agent passes that very token on as presented_token.";
        CHALLENGE_EXPIRY = "challenge-expiry", "6", aauth("resource-challenge-verification"),
            "It has not expired",
            "A resource token lives five minutes at most and is redeemed at once.";
    }

    /// A person token that the agent received.
    PersonTokenResponse {
        PERSON_RESPONSE_TOKEN = "person-response-token", "also", aauth("person-token-structure"),
            "The person token verifies",
            "Our choice: the draft gives the agent no list here; an agent that checks finds errors early.";
        PERSON_RESPONSE_ISSUER = "person-response-issuer", "also", aauth("person-token-structure"),
            "It was issued by the agent's person server",
            "Our choice: the agent asked this server and no other.";
        PERSON_RESPONSE_AUDIENCE = "person-response-audience", "also", aauth("person-token-structure"),
            "It is for the resource that was named",
            "Our choice: a token for another resource is of no use.";
        PERSON_RESPONSE_KEY = "person-response-key", "also", aauth("person-token-structure"),
            "It is bound to the agent's own key",
            "Our choice: a token bound to another key cannot be presented.";
    }

    /// An auth token that the agent received.
    AuthTokenResponse {
        AUTH_RESPONSE_TOKEN = "auth-response-token", "1", aauth("auth-token-response-verification"),
            "The auth token verifies",
            "The agent trusts its person server, but checking finds errors early.";
        AUTH_RESPONSE_ISSUER = "auth-response-issuer", "2", aauth("auth-token-response-verification"),
            "It was issued by the server the resource token was addressed to",
            "The resource chose who decides.";
        AUTH_RESPONSE_AUDIENCE = "auth-response-audience", "3", aauth("auth-token-response-verification"),
            "It is for the resource the agent wants to call",
            "Otherwise the agent would show it to the wrong server.";
        AUTH_RESPONSE_KEY = "auth-response-key", "4", aauth("auth-token-response-verification"),
            "It is bound to the agent's own key",
            "A token bound to another key cannot be presented.";
        AUTH_RESPONSE_SUBJECT = "auth-response-subject", "5", aauth("auth-token-response-verification"),
            "It names the same person as before",
            "The sub is the one in the token the agent presented.";
    }

    /// A deferred response, at whoever called.
    Deferred {
        DEFERRED_LOCATION = "deferred-location", "also", aauth("pending-response"),
            "It says where to ask again",
            "Location is the pending URL: the only place where the answer is to be had.";
        DEFERRED_ORIGIN = "deferred-origin", "also", aauth("pending-response"),
            "The pending URL is at the server that answered",
            "Otherwise the agent would sign its polls for somebody else's server.";
        DEFERRED_REQUIREMENT = "deferred-requirement", "also", aauth("requirement-values"),
            "What it requires can be read",
            "AAuth-Requirement is a dictionary with a token under requirement.";
        DEFERRED_PAGE = "deferred-page", "also", aauth("interaction-required"),
            "The page is an https URL without query and fragment",
            "The agent appends the code itself, and the person must reach the server and nobody else.";
        DEFERRED_CODE = "deferred-code", "also", aauth("interaction-code-format"),
            "The code is one that people can compare",
            "Eight symbols or more of the alphabet, which leaves out the letters that look like digits.";
        DEFERRED_STATUS = "deferred-status", "also", aauth("pending-response"),
            "The body says how the request stands",
            "pending or interacting; a word that the agent does not know counts as pending.";
        DEFERRED_QUESTION = "deferred-question", "also", aauth("requirement-clarification"),
            "The body has what the requirement announces",
            "The question of a clarification is in the body, as text, and so are the names of required claims.";
    }

    /// An error response, at whoever called.
    Refusal {
        REFUSAL_ERROR = "refusal-error", "also", aauth("error-response-format"),
            "The body names the error",
            "The agent decides by this code how it goes on; the text beside it is for people.";
        REFUSAL_STATUS = "refusal-status", "also", aauth("polling-error-codes"),
            "The error belongs to the status",
            "Our choice: polling and token endpoints pair each error with a status, and our agent believes no other pair.";
    }

    /// The response to a withdrawal, at the agent that withdrew.
    Withdrawal {
        WITHDRAWAL_STATUS = "withdrawal-status", "also", aauth("agent-response-to-clarification"),
            "The server says that the request is withdrawn",
            "Our choice: the draft leaves the response to a DELETE open. Any success will do but 202, which says pending.";
    }

    /// A metadata document, at whoever fetched it.
    Metadata {
        METADATA_ISSUER = "metadata-issuer", "1", aauth("metadata-documents"),
            "The document names its issuer",
            "A document without issuer belongs to nobody.";
        METADATA_ORIGIN = "metadata-origin", "2", aauth("metadata-documents"),
            "The issuer is the origin it was fetched from",
            "Otherwise one host could speak for another.";
        METADATA_JWKS_URI = "metadata-jwks-uri", "also", aauth("metadata-documents"),
            "The document leads to a key set",
            "Keys are found only through the issuer's own metadata.";
        METADATA_MEMBERS = "metadata-members", "also", aauth("endpoint-and-other-urls"),
            "The other members have the form they must have",
            "Endpoints are https URLs without query and fragment; a role's required ones are there.";
    }

    /// A request to a pending URL, at the server that deferred.
    Pending {
        PENDING_OWNER = "pending-owner", "also", aauth("pending-url-security"),
            "The caller is the agent whose request this is",
            "Every poll and every answer is verified, and another agent learns nothing.";
        PENDING_ALIVE = "pending-alive", "also", aauth("deferred-responses"),
            "The request is still pending",
            "A final answer is given once; afterwards the URL is gone.";
    }

    /// An interaction code, at the page it is presented to.
    Code {
        CODE_SESSION = "code-session", "also", aauth("ps-approval-endpoint-auth"),
            "The person is signed in",
            "The agent knows the code too. It opens the page for the person alone.";
        CODE_KNOWN = "code-known", "also", aauth("interaction-code-format"),
            "The code belongs to a pending request",
            "Hyphens and case do not count, I and L read as 1, O as 0. A few wrong codes end the request.";
        CODE_UNUSED = "code-unused", "also", aauth("interaction-code-format"),
            "The code was not used before",
            "It is single-use: once the person has arrived, it is consumed.";
        CODE_ALIVE = "code-alive", "also", aauth("interaction-code-format"),
            "The request has not expired",
            "A code lives no longer than the request it belongs to.";
    }

    /// The person's decision, at the person server.
    Decision {
        DECISION_SESSION = "decision-session", "also", aauth("ps-approval-endpoint-auth"),
            "The decision comes from the person's signed-in browser",
            "The code only correlates. It never decides.";
        DECISION_CONSENT = "decision-consent", "also", aauth("ps-approval-endpoint-auth"),
            "The decision comes from the page of this request",
            "The page's form carries a value that nobody else knows, so no other page can decide.";
    }
}
