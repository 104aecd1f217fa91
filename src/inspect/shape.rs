//! What a step is called before a lesson gives it a name:
//! `agent > resource: GET /data -> 401 auth-token`.

use crate::aauth::PendingPost;
use crate::http::structured::Dictionary;
use crate::http::{Method, Request, Response, Target};
use crate::sim::{Exchange, Trace};
use crate::stage::{Notice, PartyId, Payload};

/// The pending URLs of a run. Their last segment is random, so it takes no part in a shape.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct PendingUrls {
    urls: Vec<Target>,
}

impl PendingUrls {
    /// The `Location` of every `202`.
    pub(super) fn of(trace: &Trace) -> Self {
        let exchanges = trace.exchanges();
        let mut urls = Vec::new();
        for exchange in &exchanges {
            if let (Some(request), Some(response)) = (request(exchange), response(exchange))
                && response.status.0 == 202
            {
                urls.extend(location(request, response));
            }
        }
        Self { urls }
    }

    /// Whether it is one of them.
    pub(super) fn contains(&self, target: &Target) -> bool {
        let mut urls = self.urls.iter();
        urls.any(|url| url.authority == target.authority && url.path == target.path)
    }

    /// The path, without the random segment of a pending URL.
    fn stable_path<'a>(&self, target: &'a Target) -> &'a str {
        match target.path.rsplit_once('/') {
            Some((before, _)) if self.contains(target) && !before.is_empty() => before,
            _ => &target.path,
        }
    }

    /// `GET /pending`; with the person's decision, when it is the form of the page, with the action
    /// of an update, and with `unknown` where a pending URL is posted something that is no answer.
    pub(super) fn request_shape(&self, request: &Request) -> String {
        let line = self.stable_line(request);
        match decision(request) {
            Some(decision) => format!("{line} {decision}"),
            None if request.method == Method::Post && self.contains(&request.target) => {
                match PendingPost::parse(request.body.bytes()) {
                    Ok(PendingPost::UpdatedRequest { .. }) => line + " updated_request",
                    Ok(PendingPost::ClarificationResponse { .. }) => line,
                    Err(_) => line + " unknown",
                }
            }
            None => line,
        }
    }

    /// `POST /pending/…`, for a place where the whole path is too long.
    pub(super) fn request_label(&self, request: &Request) -> String {
        let more = if self.contains(&request.target) {
            "/…"
        } else {
            ""
        };
        format!("{}{more}", self.stable_line(request))
    }

    fn stable_line(&self, request: &Request) -> String {
        let method = request.method.as_str();
        format!("{method} {}", self.stable_path(&request.target))
    }
}

/// Where the `Location` of a response leads.
pub(super) fn location(request: &Request, response: &Response) -> Option<Target> {
    let location = response.headers.first("Location")?;
    match Target::parse(location) {
        Some(target) => Some(target),
        // A path alone is at the server that answers.
        None if location.starts_with('/') => Some(Target {
            path: location.to_owned(),
            ..request.target.clone()
        }),
        None => None,
    }
}

/// What the person decided, as the form of the consent page says it: `approve`.
pub(super) fn decision(request: &Request) -> Option<&str> {
    let mut fields = request.body.text()?.split('&');
    fields.find_map(|field| field.strip_prefix("decision="))
}

/// `agent > resource`.
pub(super) fn lanes(caller: PartyId, callee: PartyId) -> String {
    format!("{caller} > {callee}")
}

/// `401 auth-token`: the status, and what the response is about when it says so.
pub(super) fn response_shape(response: &Response) -> String {
    match subject(response) {
        Some(subject) => format!("{} {subject}", response.status),
        None => response.status.to_string(),
    }
}

/// The requirement; without one, the `status` of a `202`, or the `error` of a refusal.
pub(super) fn subject(response: &Response) -> Option<String> {
    requirement(response).or_else(|| {
        let member = match response.status.0 {
            202 => "status",
            400.. => "error",
            _ => return None,
        };
        let body = response.body.json()?;
        Some(body.get(member)?.as_str()?.to_owned())
    })
}

/// The value of `requirement` in `AAuth-Requirement`.
fn requirement(response: &Response) -> Option<String> {
    let value = response.headers.combined("AAuth-Requirement")?;
    let dictionary = Dictionary::parse(&value).ok()?;
    Some(dictionary.get("requirement")?.token()?.to_owned())
}

/// `person says question`.
pub(super) fn notice_shape(from: PartyId, notice: &Notice) -> String {
    format!("{from} says {}", notice_slug(notice))
}

/// The name of a notice in shapes.
pub(super) const fn notice_slug(notice: &Notice) -> &'static str {
    match notice {
        Notice::Enroll { .. } => "enroll",
        Notice::Enrolled { .. } => "enrolled",
        Notice::Review(_) => "review",
        Notice::Question { .. } => "question",
        Notice::Answer { .. } => "answer",
        Notice::Updated(_) => "updated",
        Notice::SignedIn { .. } => "signed-in",
        Notice::NoQuestion { .. } => "no-question",
        Notice::InApp { .. } => "in-app",
        Notice::Unasked { .. } => "unasked",
        Notice::Decision { approve: true, .. } => "approval",
        Notice::Decision { approve: false, .. } => "denial",
        Notice::Closed { .. } => "closed",
        Notice::Visit { .. } => "visit",
    }
}

/// The exchange's request.
pub(super) fn request(exchange: &Exchange) -> Option<&Request> {
    match &exchange.request.payload {
        Payload::Request(request) => Some(request),
        Payload::Response(_) => None,
    }
}

/// The exchange's response, if there was one.
pub(super) fn response(exchange: &Exchange) -> Option<&Response> {
    match &exchange.response.as_ref()?.payload {
        Payload::Response(response) => Some(response),
        Payload::Request(_) => None,
    }
}
