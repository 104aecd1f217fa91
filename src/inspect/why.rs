//! Why a header is there: what asks for it in this message.

use super::message::{HeaderView, MessageView};

/// Where a reason holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Request,
    Reply,
    /// A reply that is not the final one.
    Deferred,
    Both,
}

/// The first row that fits is the reason.
const REASONS: &[(&str, On, &str)] = &[
    (
        "Signature-Key",
        On::Both,
        "It is here because every request of an agent is signed; three headers carry that.",
    ),
    (
        "Signature-Input",
        On::Both,
        "It is here because every request of an agent is signed; three headers carry that.",
    ),
    (
        "Signature",
        On::Both,
        "It is here because every request of an agent is signed; three headers carry that.",
    ),
    (
        "Content-Digest",
        On::Both,
        "It is here because a body sent to a person server must be signed, and only headers can be.",
    ),
    (
        "AAuth-Capabilities",
        On::Both,
        "It is here because agents say so to resources; to a person server it goes in the body.",
    ),
    (
        "AAuth-Requirement",
        On::Deferred,
        "It is here because somebody has to do something before this goes on.",
    ),
    (
        "AAuth-Requirement",
        On::Both,
        "It is here because what was shown is not enough.",
    ),
    (
        "Location",
        On::Deferred,
        "It is here because a deferred reply must say where to ask again.",
    ),
    (
        "Retry-After",
        On::Deferred,
        "It is here because a deferred reply says when to ask again.",
    ),
    (
        "Cache-Control",
        On::Deferred,
        "It is here because a deferred reply must not be kept.",
    ),
    (
        "Cache-Control",
        On::Reply,
        "It is here so that every cache on the way knows what to do.",
    ),
    (
        "Prefer",
        On::Request,
        "It is here because the agent would rather wait than ask every second.",
    ),
    (
        "Host",
        On::Request,
        "It is here because HTTP requires it of every request.",
    ),
    (
        "Content-Type",
        On::Both,
        "It is here because there is a body.",
    ),
    (
        "Accept",
        On::Request,
        "It is here because the sender reads JSON and nothing else.",
    ),
    (
        "Cookie",
        On::Request,
        "It is here because the person is signed in in this browser.",
    ),
    (
        "Content-Security-Policy",
        On::Reply,
        "It is here because this is a page on which somebody decides.",
    ),
];

/// Why the header is in that message; empty when nothing more is known than what it means.
#[must_use]
pub fn why_here(header: &HeaderView, message: &MessageView) -> &'static str {
    let deferred = message.start_line.contains(" 202 ");
    let row = REASONS.iter().find(|(name, on, _)| {
        let holds = match on {
            On::Request => message.is_request,
            On::Reply => !message.is_request,
            On::Deferred => deferred && !message.is_request,
            On::Both => true,
        };
        holds && name.eq_ignore_ascii_case(&header.name)
    });
    row.map_or("", |(_, _, text)| text)
}
