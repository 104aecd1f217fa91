//! What agent and person can do, in words. Every lesson offers some of it.

use crate::stage::Prompt;

use super::table::ChoiceRow;

/// The words for an option, for that occasion if it has its own.
#[must_use]
pub fn choice_row(prompt: Prompt, slug: &str) -> Option<&'static ChoiceRow> {
    let fits = |row: &&ChoiceRow| row.slug == slug && row.prompt.is_none_or(|own| own == prompt);
    CHOICES.iter().find(fits)
}

/// What lies before whoever decides, in a sentence.
#[must_use]
pub const fn decision_words(prompt: Prompt) -> &'static str {
    match prompt {
        Prompt::Notified => {
            "Their person server has told them who asks, for what, and with what reason."
        }
        Prompt::Sent => "Their agent has shown them the address of a page, and a code.",
        Prompt::OnThePage => "The page is in front of them.",
        Prompt::InApp => "The request is in front of them, in the person server's app.",
        Prompt::Asked => "The person server has passed a question on, and waits for an answer.",
        Prompt::WaitOver => "It has waited for as long as it wanted to.",
    }
}

const fn row(
    prompt: Option<Prompt>,
    slug: &'static str,
    title: &'static str,
    sentence: &'static str,
) -> ChoiceRow {
    ChoiceRow {
        slug,
        prompt,
        title,
        sentence,
    }
}

/// A row for one occasion stands above the one for every other.
static CHOICES: &[ChoiceRow] = &[
    row(
        None,
        "ask",
        "Ask the agent",
        "An open question, in Markdown, which the person server puts to the agent if it may.",
    ),
    row(
        None,
        "ask-closed",
        "Ask with answers to choose from",
        "The answers stand below the question, each on a line that begins with “- ”.",
    ),
    row(
        Some(Prompt::Notified),
        "open",
        "Ask nothing, go to the page",
        "The agent is told where to send its person.",
    ),
    row(
        None,
        "open",
        "Open the page",
        "With the code that the agent has shown.",
    ),
    row(
        None,
        "in-app",
        "Decide in the app instead",
        "On the person server's own channel: the agent sees requirement=approval.",
    ),
    row(
        Some(Prompt::Notified),
        "approve",
        "Approve at once",
        "On the person server's own channel, without any question or page.",
    ),
    row(None, "approve", "Approve", "The agent gets its auth token."),
    row(
        Some(Prompt::Notified),
        "deny",
        "Deny at once",
        "On the person server's own channel, without any question or page.",
    ),
    row(
        None,
        "deny",
        "Deny",
        "The agent is told no, and nothing else.",
    ),
    row(
        None,
        "leave",
        "Leave the page",
        "The person closes it without deciding, and their time on it runs out.",
    ),
    row(
        None,
        "never-come",
        "Do nothing",
        "The request waits until its deadline.",
    ),
    row(
        None,
        "wrong-code",
        "Mistype the code",
        "A slip: the page does not open, and the person looks at the code again.",
    ),
    row(
        None,
        "guess-codes",
        "Try one code after another",
        "The person guesses, until the person server ends the request itself.",
    ),
    row(
        None,
        "answer",
        "Answer the question",
        "In Markdown, posted to the pending URL. It is the agent's word and nothing more.",
    ),
    row(
        None,
        "update",
        "Ask for less instead",
        "The agent gets a narrower resource token and puts it in the place of the first. \
         It may say why.",
    ),
    row(
        None,
        "withdraw",
        "Withdraw the request",
        "The agent deletes it, and the person is told.",
    ),
    row(
        None,
        "silent",
        "Stay silent",
        "The agent polls on without an answer, until the question's deadline.",
    ),
    row(
        None,
        "no-action",
        "Post without an action",
        "A slip: 400, nothing changes, and the question stands.",
    ),
    row(
        None,
        "unknown-action",
        "Post an unknown action",
        "A slip: 400, nothing changes, and the question stands.",
    ),
    row(
        None,
        "update-new-key",
        "Ask for less with a new key",
        "A slip: the agent changes its key first. An update must keep the key, so it is refused.",
    ),
    row(
        None,
        "poll-too-fast",
        "Poll too fast",
        "A slip: 429, and the agent has to wait five seconds longer each time.",
    ),
    row(
        None,
        "wait",
        "Wait on",
        "The agent polls until there is an end.",
    ),
    row(
        None,
        "give-up",
        "Give up",
        "The agent stops polling. The request lives on at the person server until its deadline.",
    ),
];
