//! The consent of one person to one request: what they see, the code that leads to it, and the
//! session in which they decide.

use std::sync::Arc;

use crate::aauth::interaction::Arrival;
use crate::aauth::{Code, InteractionUrl, PollingError};
use crate::check::rules::Rule;
use crate::check::{Fault, Stop, Subject, Walk, Walked, rules};
use crate::http::{Request, Response, Status};
use crate::stage::{Context, Review};
use crate::time::Timestamp;

use super::super::server::fresh_id;
use super::review::Round;

/// How many wrong codes an interaction survives.
pub(super) const WRONG_CODES_MAX: u32 = 3;

/// The name of the cookie of a signed-in browser. The prefix makes browsers bind it to this host.
const COOKIE: &str = "__Host-login";

/// Where a consent stands.
#[derive(Clone, Debug)]
pub(super) struct Consent {
    /// What the person is asked.
    pub(super) review: Arc<Review>,
    /// The conversation so far: each question with its answer.
    pub(super) rounds: Vec<Round>,
    interaction: Option<Interaction>,
    /// What the page's form carries: it leads a decision to this consent and to no other.
    form_token: Option<String>,
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
            form_token: None,
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

    /// Whether there is a code that opens the page, and that nobody has used.
    #[must_use]
    pub(super) fn has_unused_code(&self) -> bool {
        self.interaction
            .as_ref()
            .is_some_and(|interaction| !interaction.used)
    }

    /// Whether this is the consent that a form with this token decides.
    #[must_use]
    pub(super) fn has_session(&self, form_token: Option<&str>) -> bool {
        self.form_token.is_some() && self.form_token.as_deref() == form_token
    }

    /// The person arrived with the right code: it is used up, and the page is theirs.
    pub(super) fn begin_session(&mut self, cx: &mut Context<'_>) -> &str {
        self.consume_code();
        self.form_token.insert(fresh_id("form-token", cx))
    }

    /// The page is closed. Whether it was open.
    pub(super) fn end_session(&mut self) -> bool {
        self.form_token.take().is_some()
    }

    /// The code opens nothing any more.
    pub(super) const fn consume_code(&mut self) {
        if let Some(interaction) = &mut self.interaction {
            interaction.used = true;
        }
    }

    /// The code lived until `now` at most.
    pub(super) fn expire_code(&mut self, now: Timestamp) {
        if let Some(interaction) = &mut self.interaction {
            interaction.expires_at = interaction.expires_at.min(now);
        }
    }
}

/// A browser that arrives at the page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrived<'a> {
    /// What it sent.
    pub(super) request: &'a Request,
    /// The cookie of the person's signed-in browser.
    pub(super) login: &'a str,
    /// The code it brought.
    pub(super) presented: Option<&'a str>,
    /// The consent that the code leads to, if any.
    pub(super) consent: Option<&'a Consent>,
}

impl Arrived<'_> {
    /// Walks the rules for the code. Spec: `#interaction-code-format`
    pub(super) fn verify(&self, now: Timestamp) -> Walked<()> {
        let mut walk = Walk::new(Subject::InteractionCode, &[rules::List::Code]);
        let result = self.walk(now, &mut walk);
        walk.finish(result)
    }

    fn walk(&self, now: Timestamp, walk: &mut Walk) -> Result<(), Stop> {
        signed_in(walk, &rules::CODE_SESSION, self.request, self.login)?;
        walk.optional("code", self.presented);
        let interaction = self
            .consent
            .and_then(|consent| consent.interaction.as_ref());
        let Some(interaction) = interaction else {
            return Err(walk.fail(&rules::CODE_KNOWN, Fault::Mismatch));
        };
        walk.pass(&rules::CODE_KNOWN);
        walk.text("used before", if interaction.used { "yes" } else { "no" });
        walk.require(&rules::CODE_UNUSED, !interaction.used, Fault::Forbidden)?;
        walk.time("now", now);
        walk.time("expires", interaction.expires_at);
        let is_alive = now < interaction.expires_at;
        walk.require(&rules::CODE_ALIVE, is_alive, Fault::Expired)
    }
}

/// The form of the page, as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// What leads to the consent.
    pub(super) consent: Option<String>,
    /// `approve` or `deny`.
    pub(super) decision: Option<String>,
}

impl Form {
    /// Reads a form. Values of other members are ignored.
    pub(super) fn parse(request: &Request) -> Self {
        let text = request.body.text().unwrap_or_default();
        let value = |name: &str| {
            let pair = |field: &str| Some(field.strip_prefix(name)?.strip_prefix('=')?.to_owned());
            text.split('&').find_map(pair)
        };
        Self {
            consent: value("consent"),
            decision: value("decision"),
        }
    }

    /// Walks the rules for a decision; `leads_to_one` says whether there is a consent it decides.
    /// Spec: `#ps-approval-endpoint-auth`
    pub(super) fn verify(&self, request: &Request, login: &str, leads_to_one: bool) -> Walked<()> {
        let mut walk = Walk::new(Subject::Decision, &[rules::List::Decision]);
        let result =
            signed_in(&mut walk, &rules::DECISION_SESSION, request, login).and_then(|()| {
                walk.optional("consent", self.consent.as_deref());
                walk.require(&rules::DECISION_CONSENT, leads_to_one, Fault::Mismatch)
            });
        walk.finish(result)
    }
}

/// The cookie that a signed-in browser shows.
pub(super) fn login_cookie(cx: &mut Context<'_>) -> String {
    format!("{COOKIE}={}", fresh_id("login", cx))
}

fn signed_in(
    walk: &mut Walk,
    rule: &'static Rule,
    request: &Request,
    login: &str,
) -> Result<(), Stop> {
    let cookie = request
        .headers
        .all("Cookie")
        .flat_map(|value| value.split(';'))
        .map(str::trim_ascii)
        .find(|pair| pair.split('=').next() == Some(COOKIE));
    walk.optional("Cookie", cookie);
    walk.require(rule, cookie == Some(login), Fault::NotTheOwner)
}

/// The code that a browser brought.
#[must_use]
pub(super) fn presented_code(request: &Request) -> Option<String> {
    Arrival::from_query(request.target.query.as_deref()).code
}

/// The page with the request, the conversation so far and the two buttons.
#[must_use]
pub(super) fn page(
    consent: &Consent,
    code: &Code,
    form_token: &str,
    action: &InteractionUrl,
) -> Response {
    html(
        Status(200),
        &consent_html(consent, code, form_token, action),
    )
}

/// A page with one sentence.
#[must_use]
pub(super) fn notice_page(status: Status, sentence: &str) -> Response {
    html(status, &format!("<p>{}</p>", escape(sentence)))
}

/// The page of a code that opens nothing: a sentence for the person, and the error by its name.
/// Spec: `#interaction-code-format`
#[must_use]
pub(super) fn error_page(error: PollingError, sentence: &str) -> Response {
    let text = format!(
        "<p>{}</p><p>Error: <code>{}</code></p>",
        escape(sentence),
        error.code()
    );
    html(error.status(), &text)
}

/// Resource-asserted text and agent-asserted text stand in sections of their own, and the agent's
/// is attributed to it. Spec: `#consent-presentation`
fn consent_html(
    consent: &Consent,
    code: &Code,
    form_token: &str,
    action: &InteractionUrl,
) -> String {
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
            let answer = match round.agent_says.as_deref() {
                Some(text) => text,
                None if round.is_updated => "It asks for something else, and gives no reason.",
                None => "Nothing yet.",
            };
            format!(
                "<dt>You asked</dt><dd>{}</dd><dt>The agent says</dt><dd>{}</dd>",
                escape(&round.clarification),
                escape(answer)
            )
        })
        .collect();
    format!(
        "<h1>{agent} asks for access</h1><p>Code: {code}</p><p>{known}</p>\
         <section><h2>{resource} says</h2><p>{description}</p><ul>{scopes}</ul></section>\
         <section><h2>The agent of {provider} says</h2>{reason}</section>\
         <section><h2>Your questions</h2><dl>{rounds}</dl></section>\
         <form method=\"post\" action=\"{action}/decision\">\
         <input type=\"hidden\" name=\"consent\" value=\"{form_token}\">\
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
