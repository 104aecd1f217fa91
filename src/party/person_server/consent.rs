//! The consent of one person to one request: what they see, the code that leads to it, and the
//! session in which they decide.

use std::sync::Arc;

use crate::aauth::interaction::Arrival;
use crate::aauth::{Code, InteractionUrl};
use crate::check::{Evidence, Fault, Report, Stop, Subject, Verified, Walk, rules};
use crate::http::{Request, Response, Status};
use crate::stage::{Context, Review};
use crate::time::Timestamp;

use super::super::server::fresh_id;

/// How many wrong codes an interaction survives.
pub(super) const WRONG_CODES_MAX: u32 = 3;

/// How long the person's session on the page lives, in seconds.
pub(super) const SESSION_S: u64 = 300;

/// The name of the session cookie. The prefix makes browsers bind it to this host.
const COOKIE: &str = "__Host-session";

/// Where a consent stands.
#[derive(Clone, Debug)]
pub(super) struct Consent {
    /// What the person is asked.
    pub(super) review: Arc<Review>,
    /// The conversation so far: each question with its answer.
    pub(super) rounds: Vec<Round>,
    interaction: Option<Interaction>,
    session: Option<String>,
}

/// One question with what the agent did about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Round {
    /// The person's question.
    pub(super) clarification: String,
    /// The agent's answer, or what it says about its new request, once there is one.
    pub(super) agent_says: Option<String>,
}

/// The page that the person is sent to.
#[derive(Clone, Debug)]
struct Interaction {
    code: Code,
    used: bool,
    expires_at: Timestamp,
}

impl Consent {
    /// A consent that nobody has answered.
    #[must_use]
    pub(super) const fn new(review: Arc<Review>) -> Self {
        Self {
            review,
            rounds: Vec::new(),
            interaction: None,
            session: None,
        }
    }

    /// Makes the page reachable under a fresh code until `expires_at`.
    pub(super) fn open_page(&mut self, expires_at: Timestamp, cx: &mut Context<'_>) -> Code {
        let code = Code::from_draw(&cx.draw("interaction-code"));
        self.interaction = Some(Interaction {
            code: code.clone(),
            used: false,
            expires_at,
        });
        code
    }

    /// Whether this is the consent that the code leads to.
    #[must_use]
    pub(super) fn has_code(&self, code: &Code) -> bool {
        self.interaction
            .as_ref()
            .is_some_and(|interaction| interaction.code == *code)
    }

    /// Whether this is the consent of that session.
    #[must_use]
    pub(super) fn has_session(&self, cookie: Option<&str>) -> bool {
        self.session.is_some() && self.session.as_deref() == cookie
    }

    /// The person arrived with the right code: it is used up, and their session begins. How the
    /// person server knows its person is not modelled.
    pub(super) fn begin_session(&mut self, cx: &mut Context<'_>) -> &str {
        self.consume_code();
        self.session.insert(fresh_id("session", cx))
    }

    /// The session is over.
    pub(super) fn end_session(&mut self) {
        self.session = None;
    }

    /// The code opens nothing any more.
    pub(super) const fn consume_code(&mut self) {
        if let Some(interaction) = &mut self.interaction {
            interaction.used = true;
        }
    }
}

/// Walks the rules for a code that was presented; `consent` is the one it leads to, if any.
/// Spec: `#interaction-code-format`
pub(super) fn verify_code(
    presented: Option<&str>,
    consent: Option<&Consent>,
    now: Timestamp,
) -> (Report, Result<Verified<()>, Stop>) {
    let mut walk = Walk::new(Subject::InteractionCode, &[rules::List::Code]);
    let interaction = consent.and_then(|consent| consent.interaction.as_ref());
    let result = walk_code(presented, interaction, now, &mut walk);
    walk.finish(result)
}

fn walk_code(
    presented: Option<&str>,
    interaction: Option<&Interaction>,
    now: Timestamp,
    walk: &mut Walk,
) -> Result<(), Stop> {
    let shown = Evidence::optional("code", presented);
    let Some(interaction) = interaction else {
        return Err(walk.fail(&rules::CODE_KNOWN, Fault::Mismatch, vec![shown]));
    };
    walk.pass(&rules::CODE_KNOWN, vec![shown]);
    let used = if interaction.used { "yes" } else { "no" };
    walk.require(
        &rules::CODE_UNUSED,
        !interaction.used,
        Fault::Forbidden,
        vec![Evidence::text("used before", used)],
    )?;
    walk.require(
        &rules::CODE_ALIVE,
        now < interaction.expires_at,
        Fault::Expired,
        vec![
            Evidence::time("now", now),
            Evidence::time("expires", interaction.expires_at),
        ],
    )
}

/// Walks the rule for a decision. Spec: `#ps-approval-endpoint-auth`
pub(super) fn verify_decision(
    request: &Request,
    known: bool,
) -> (Report, Result<Verified<()>, Stop>) {
    let mut walk = Walk::new(Subject::Decision, &[rules::List::Decision]);
    let cookie = session_cookie(request);
    let evidence = vec![Evidence::optional("session", cookie.as_deref())];
    let result = walk.require(
        &rules::DECISION_SESSION,
        known,
        Fault::NotTheOwner,
        evidence,
    );
    walk.finish(result)
}

/// The code that a browser brought.
#[must_use]
pub(super) fn presented_code(request: &Request) -> Option<String> {
    Arrival::from_query(request.target.query.as_deref()).code
}

/// The session that a browser brought.
#[must_use]
pub(super) fn session_cookie(request: &Request) -> Option<String> {
    request
        .headers
        .all("Cookie")
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
        .map(str::to_owned)
}

/// The page with the request, the conversation so far and the two buttons.
#[must_use]
pub(super) fn page(
    consent: &Consent,
    code: &Code,
    session: &str,
    action: &InteractionUrl,
) -> Response {
    html(Status(200), &consent_html(consent, code, action)).with_header(
        "Set-Cookie",
        format!("{COOKIE}={session}; Path=/; Secure; HttpOnly; SameSite=Strict"),
    )
}

/// A page with one sentence.
#[must_use]
pub(super) fn notice_page(status: Status, sentence: &str) -> Response {
    html(status, &format!("<p>{}</p>", escape(sentence)))
}

/// Resource-asserted text and agent-asserted text stand in sections of their own, and the agent's
/// is attributed to it. Spec: `#consent-presentation`
fn consent_html(consent: &Consent, code: &Code, action: &InteractionUrl) -> String {
    let review = &consent.review;
    let scopes: String = review
        .scopes
        .iter()
        .map(|(_, description)| format!("<li>{}</li>", escape(description)))
        .collect();
    let reason = review.justification.as_deref().map_or_else(
        || "<p>It gives no reason.</p>".to_owned(),
        |text| format!("<blockquote>{}</blockquote>", escape(text)),
    );
    let rounds: String = consent
        .rounds
        .iter()
        .map(|round| {
            let answer = round.agent_says.as_deref().unwrap_or_default();
            format!(
                "<dt>{}</dt><dd>{}</dd>",
                escape(&round.clarification),
                escape(answer)
            )
        })
        .collect();
    format!(
        "<h1>{agent} asks for access</h1><p>Code: {code}</p><p>{known}</p>\
         <section><h2>{resource} says</h2><p>{description}</p><ul>{scopes}</ul></section>\
         <section><h2>The agent of {provider} says</h2>{reason}<dl>{rounds}</dl></section>\
         <form method=\"post\" action=\"{action}/decision\">\
         <button name=\"decision\" value=\"approve\">Approve</button>\
         <button name=\"decision\" value=\"deny\">Deny</button></form>",
        agent = escape(&review.agent),
        known = if review.known_agent {
            "You approved requests of this agent before."
        } else {
            "You have not approved anything for this agent before."
        },
        resource = escape(&review.resource_name),
        description = escape(&review.resource_description),
        provider = escape(&review.provider_name),
    )
}

fn html(status: Status, body: &str) -> Response {
    Response::new(status)
        .with_header("Cache-Control", "no-store")
        .with_header(
            "Content-Security-Policy",
            "default-src 'none'; form-action 'self'; frame-ancestors 'none'",
        )
        .with_body(
            "text/html; charset=utf-8",
            format!("<!doctype html><html lang=\"en\"><title>Consent</title>{body}</html>"),
        )
}

/// Text as text: Markdown is not rendered here, and nothing in it can become markup.
fn escape(text: &str) -> String {
    text.chars().fold(String::new(), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
        out
    })
}
