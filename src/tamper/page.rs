//! What can go wrong between a browser and the consent page.

use crate::check::rules;
use crate::time::Span;

use super::Tampering;
use super::scene::Altered;
use super::target::Target;

pub(super) static ROWS: &[Tampering] = &[
    Tampering {
        name: "page-opened-by-the-agent",
        what: "The agent, which knows the code too, opens the page itself.",
        rule: &rules::CODE_SESSION,
        target: Target::PageVisit,
        alter: |scene| {
            let mut request = scene.request()?;
            request.headers.remove("Cookie");
            Some(request.into())
        },
    },
    Tampering {
        name: "wrong-code",
        what: "The person mistypes one character of the code.",
        rule: &rules::CODE_KNOWN,
        target: Target::PageVisit,
        alter: |scene| {
            let mut request = scene.request()?;
            let query = request.target.query.take()?;
            let last = query.chars().next_back()?;
            let other = if last == '0' { '1' } else { '0' };
            let kept = query.strip_suffix(last)?;
            request.target.query = Some(format!("{kept}{other}"));
            Some(request.into())
        },
    },
    Tampering {
        name: "late-code",
        what: "The person opens the page after the request has expired.",
        rule: &rules::CODE_ALIVE,
        target: Target::PageVisit,
        alter: |scene| Some(Altered::from(scene.request()?).later(Span::from_s(601))),
    },
    Tampering {
        name: "code-used-twice",
        what: "The code is presented a second time.",
        rule: &rules::CODE_UNUSED,
        target: Target::Decision,
        alter: |scene| Some(scene.request_of(Target::PageVisit)?.into()),
    },
    Tampering {
        name: "decision-without-signing-in",
        what: "Somebody who knows the page and its form, but is not signed in, sends a decision.",
        rule: &rules::DECISION_SESSION,
        target: Target::Decision,
        alter: |scene| {
            let mut request = scene.request()?;
            request.headers.remove("Cookie");
            Some(request.into())
        },
    },
    Tampering {
        name: "decision-from-another-page",
        what: "Another site makes the person's browser send a decision, without the page's value.",
        rule: &rules::DECISION_CONSENT,
        target: Target::Decision,
        alter: |scene| {
            let mut request = scene.request()?;
            let (_, decision) = request.body.text()?.rsplit_once('&')?;
            request.body = decision.to_owned().into();
            Some(request.into())
        },
    },
];
