//! What can be wrong with what an agent is answered while its request waits: that it waits, what is
//! needed in the meantime, a refusal, the end of a withdrawal.

use crate::check::rules;
use crate::http::fields::{AAUTH_REQUIREMENT, LOCATION};
use crate::http::{Response, Status};

use super::Tampering;
use super::scene::{Altered, Scene};
use super::target::Target;

/// A letter that the alphabet of codes leaves out.
const NO_SYMBOL: &str = "U";

pub(super) static ROWS: &[Tampering] = &[
    Tampering {
        name: "deferred-to-nowhere",
        what: "The response that says to wait does not say where to ask again.",
        rule: &rules::DEFERRED_LOCATION,
        target: Target::Deferred,
        alter: |scene| {
            let mut response = scene.response()?;
            response.headers.remove(LOCATION);
            Some(response.into())
        },
    },
    Tampering {
        name: "deferred-to-another-server",
        what: "The pending URL leads to another server, which would collect signed polls.",
        rule: &rules::DEFERRED_ORIGIN,
        target: Target::Deferred,
        alter: |scene| {
            let mut response = scene.response()?;
            let location = response.headers.first(LOCATION)?;
            let (_, path) = location.split_once("/pending/")?;
            let elsewhere = format!("https://other.example/pending/{path}");
            response.headers.set(LOCATION, elsewhere);
            Some(response.into())
        },
    },
    Tampering {
        name: "deferred-without-a-status",
        what: "The body does not say how the request stands.",
        rule: &rules::DEFERRED_STATUS,
        target: Target::Deferred,
        alter: |scene| scene.set_member("status", None),
    },
    Tampering {
        name: "requirement-without-a-name",
        what: "The header names the question without saying that it is required.",
        rule: &rules::DEFERRED_REQUIREMENT,
        target: Target::Question,
        alter: |scene| with_requirement(scene, |_| Some("clarification".to_owned())),
    },
    Tampering {
        name: "question-left-out",
        what: "The server requires an answer and sends no question.",
        rule: &rules::DEFERRED_QUESTION,
        target: Target::Question,
        alter: |scene| scene.set_member("clarification", None),
    },
    Tampering {
        name: "question-of-another-type",
        what: "The question is a list, not a text.",
        rule: &rules::DEFERRED_QUESTION,
        target: Target::Question,
        alter: |scene| scene.set_member("clarification", Some(Vec::<String>::new()[..].into())),
    },
    Tampering {
        name: "page-without-tls",
        what: "The page to which the person is sent is not an https page.",
        rule: &rules::DEFERRED_PAGE,
        target: Target::Prompt,
        alter: |scene| with_requirement(scene, |old| Some(old.replace("https://", "http://"))),
    },
    Tampering {
        name: "page-with-a-query",
        what: "The page has a query of its own, which would stand before the code.",
        rule: &rules::DEFERRED_PAGE,
        target: Target::Prompt,
        alter: |scene| {
            with_requirement(scene, |old| {
                let (url, rest) = old.split_once("\";")?;
                Some(format!("{url}?from=elsewhere\";{rest}"))
            })
        },
    },
    Tampering {
        name: "code-with-a-letter-that-none-has",
        what: "The code has a U in it, which the alphabet leaves out.",
        rule: &rules::DEFERRED_CODE,
        target: Target::Prompt,
        alter: |scene| {
            with_requirement(scene, |old| {
                let (before, code) = old.split_once("code=\"")?;
                let rest = code.get(1..)?;
                Some(format!("{before}code=\"{NO_SYMBOL}{rest}"))
            })
        },
    },
    Tampering {
        name: "refusal-without-an-error",
        what: "The refusal does not name its error.",
        rule: &rules::REFUSAL_ERROR,
        target: Target::Refusal,
        alter: |scene| scene.set_member("error", None),
    },
    Tampering {
        name: "refusal-with-another-error",
        what: "The refusal names an error that comes with another status.",
        rule: &rules::REFUSAL_STATUS,
        target: Target::Refusal,
        alter: |scene| {
            let is_forbidden = scene.response()?.status == Status(403);
            let other = if is_forbidden { "expired" } else { "denied" };
            scene.set_member("error", Some(other.into()))
        },
    },
    Tampering {
        name: "withdrawal-still-pending",
        what: "The withdrawal is answered as if the request were still waiting.",
        rule: &rules::WITHDRAWAL_STATUS,
        target: Target::Withdrawal,
        alter: |scene| {
            let response = Response {
                status: Status(202),
                ..scene.response()?
            };
            Some(response.into())
        },
    },
];

/// The response with another value of `AAuth-Requirement`.
fn with_requirement(
    scene: &Scene<'_>,
    new: impl FnOnce(&str) -> Option<String>,
) -> Option<Altered> {
    let mut response = scene.response()?;
    let new = new(response.headers.first(AAUTH_REQUIREMENT)?)?;
    response.headers.set(AAUTH_REQUIREMENT, new);
    Some(response.into())
}
