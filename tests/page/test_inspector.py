"""What is shown of each step of the main lesson, tab by tab."""

from __future__ import annotations

import base64
import json
import re

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

from conftest import Page
from test_steps import SLUGS, STEPS, place, wait_step


def attributes_of(page: Page, testid: str, *attributes: str) -> list[dict[str, str]]:
    """The attributes of every element with this test id, read at once."""
    return page.script(
        """
        const [testid, names] = arguments;
        const elements = [...document.querySelectorAll(`[data-testid="${testid}"]`)];
        return elements.map((e) => Object.fromEntries(names.map((name) => [name, e.getAttribute(name)])));
        """,
        testid,
        attributes,
    )


def each_step(page: Page, tab: str) -> list[str]:
    """Opens the page at a tab and goes through all steps; the caller looks at each."""
    page.open(f"tab={tab}")
    for step in range(1, STEPS + 1):
        wait_step(page, step)
        yield place(page)[2]
        page.click("next")


def header(message: WebElement, name: str) -> str:
    row = message.find_element(By.CSS_SELECTOR, f'[data-testid="header-row"][data-name="{name}"] dd')
    return row.find_element(By.CSS_SELECTOR, "span, .long__text").get_property("textContent")


def test_every_token_is_seen_verified(page: Page) -> None:
    seen = set()
    for slug in each_step(page, "tokens"):
        for token in attributes_of(page, "token", "data-typ", "data-verdict"):
            assert token["data-verdict"] == "verified", (slug, token)
            seen.add(token["data-typ"])
    assert seen == {"aa-agent+jwt", "aa-person+jwt", "aa-resource+jwt", "aa-auth+jwt"}


def test_the_checks_all_pass(page: Page) -> None:
    counted = 0
    for slug in each_step(page, "checks"):
        outcomes = [check["data-outcome"] for check in attributes_of(page, "check", "data-outcome")]
        counted += len(outcomes)
        # The last call finds a pending URL that is gone, which its server finds out by a check.
        allowed = {"pass", "not-applicable"} | ({"fail", "not-reached"} if slug == "gone" else set())
        assert set(outcomes) <= allowed, (slug, outcomes)
    assert counted > 100, "checks are shown"


def test_the_base_is_made_of_what_the_headers_say(page: Page) -> None:
    signed = 0
    for slug in each_step(page, "signature"):
        if not page.all_by_testid("signature-base"):
            continue
        signed += 1
        components = page.script(
            "return [...document.querySelectorAll('[data-testid=signature-base] li')].map((e) => e.dataset.component)"
        )
        lines = page.script(
            """return [...document.querySelectorAll('[data-testid=signature-base] li')].map((line) =>
                line.querySelector('.base__component').textContent +
                (line.querySelector('.long__text') ?? line.querySelector('.base__value')).textContent)"""
        )
        page.click("tab-message")
        request = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="message"][data-kind="request"]')
        covered_input = header(request, "Signature-Input").removeprefix("sig=")
        covered = re.findall(r'"([^"]+)"', covered_input.partition(")")[0])
        assert components == [*covered, "@signature-params"], slug
        assert lines[-1] == f'"@signature-params": {covered_input}', slug
        assert lines[covered.index("signature-key")] == f'"signature-key": {header(request, "Signature-Key")}', slug
        if "content-digest" in covered:
            assert lines[covered.index("content-digest")] == f'"content-digest": {header(request, "Content-Digest")}'
        page.click("tab-signature")
    assert signed == SLUGS.index("gone") + 1 - 6, "every request of the agent is signed"


def test_a_message_shows_its_body_before_its_headers(page: Page) -> None:
    page.open(fragment="asked")
    message = page.by_testid("message")
    assert message.text.index("clarification") < message.text.index("Headers")
    body = json.loads(message.find_element(By.CSS_SELECTOR, '[data-testid="body"]').text)
    assert body["status"] == "pending"
    assert body["timeout"] == 120
    assert "requirement=clarification" in header(message, "AAuth-Requirement")


def test_a_long_value_is_cut_until_all_of_it_is_wanted(page: Page) -> None:
    page.open()
    row = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="header-row"][data-name="Signature-Key"]')
    value, more = (row.find_element(By.CSS_SELECTOR, part) for part in (".long__text", ".long__more"))
    short = value.size["height"]
    assert more.text == "Show all"
    more.click()
    page.wait(lambda: value.size["height"] > 2 * short, "it is still cut")
    assert more.text == "Show less"


def test_copying_gives_the_exact_text(page: Page) -> None:
    page.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    page.open("tab=tokens")
    token = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="token"]')
    raw = token.find_element(By.CSS_SELECTOR, '[data-testid="token-raw"] .raw').get_property("textContent")
    button = token.find_element(By.CSS_SELECTOR, "[data-testid=copy]")
    outcome = button.find_element(By.XPATH, "preceding-sibling::*[1]")
    button.click()
    page.wait(lambda: outcome.text == "Copied", "it does not say that it copied")
    assert button.text == "Copy"
    copied = page.driver.execute_async_script("navigator.clipboard.readText().then(arguments[0])")
    assert copied == raw
    assert raw.count(".") == 2


def test_a_refused_clipboard_is_said(page: Page) -> None:
    page.open()
    page.script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    button = page.driver.find_element(By.CSS_SELECTOR, "[data-testid=copy]")
    outcome = button.find_element(By.XPATH, "preceding-sibling::*[1]")
    button.click()
    page.wait(lambda: "refused" in outcome.text, "it does not say that the browser refused")


@pytest.mark.parametrize("tab", ["message", "tokens", "signature", "checks", "state", "person", "timeline"])
def test_a_tab_is_opened_by_click(page: Page, tab: str) -> None:
    page.open("tab=checks" if tab == "message" else "")
    page.click(f"tab-{tab}")
    page.wait(lambda: page.by_testid(f"tab-{tab}").get_attribute("aria-selected") == "true", "it is not open")
    panel = page.driver.find_element(By.CSS_SELECTOR, "[role=tabpanel]")
    assert panel.get_attribute("aria-labelledby") == f"inspector-{tab}"
    assert panel.text


def test_the_tabs_are_moved_along_by_arrows(page: Page) -> None:
    page.open()
    page.by_testid("tab-message").send_keys(Keys.ARROW_RIGHT)
    page.wait(lambda: page.by_testid("tab-tokens").get_attribute("aria-selected") == "true", "it did not move")
    assert page.driver.switch_to.active_element == page.by_testid("tab-tokens")
    assert place(page)[0] == 1, "the arrow stepped too"
    page.by_testid("tab-tokens").send_keys(Keys.END)
    page.wait(lambda: page.by_testid("tab-timeline").get_attribute("aria-selected") == "true", "it did not move")


def test_the_state_says_what_changed_in_words(page: Page) -> None:
    page.open("tab=state", "granted")
    agent = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="party-state"][data-party="agent"]')
    changes = {
        holding.find_element(By.TAG_NAME, "dt").text: holding.get_attribute("data-change")
        for holding in agent.find_elements(By.CSS_SELECTOR, "[data-testid=holding]")
    }
    assert changes["auth token new"] == "new"
    assert changes["person token"] == ""
    assert "auth token (new)" in page.text("state-changes")


def test_the_state_shows_the_pending_request_with_its_round_and_deadline(page: Page) -> None:
    page.open("tab=state", "asked")
    pending = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="holding"][data-kind="pending"]').text
    assert "1 of 5" in pending
    assert "2026-09-01 09:02:22 UTC" in pending


def test_the_person_tab_keeps_the_two_kinds_of_text_apart(page: Page) -> None:
    page.open("tab=person", "open-page")
    picture = page.by_testid("person-page")
    assert picture.get_attribute("data-place") == "page"
    assert "ps.example/interaction" in picture.text
    resource, agent = page.by_testid("resource-asserted"), page.by_testid("agent-asserted")
    assert "Example Reports" in resource.text
    assert "quarterly briefing" not in resource.text
    assert "quarterly briefing" in agent.text
    assert agent.value_of_css_property("border-left-style") != resource.value_of_css_property("border-left-style")
    assert "Which reports" in picture.text
    assert not picture.find_elements(By.CSS_SELECTOR, "button, a[href], input"), "it can be used"
    assert "A picture of" in page.by_testid("inspector").text


def test_the_person_tab_says_what_was_decided(page: Page) -> None:
    page.open("tab=person", "approve")
    assert page.by_testid("person-decision").get_attribute("data-decision") == "approved"


def test_the_timeline_goes_from_the_202_to_the_410(page: Page) -> None:
    page.open("tab=timeline", "arrived")
    entries = page.all_by_testid("timeline-entry")
    assert "202 clarification" in entries[0].text
    assert "09:02:22" in entries[0].text
    assert "410" in entries[-1].text
    current = [entry for entry in entries if entry.get_attribute("aria-current") == "step"]
    assert [entry.get_attribute("data-step") for entry in current] == [str(SLUGS.index("arrived") + 1)]
    entries[0].find_element(By.TAG_NAME, "button").click()
    wait_step(page, SLUGS.index("asked") + 1)


@pytest.mark.parametrize(
    ("tab", "slug", "says", "leads_to"),
    [
        ("tokens", "open-page", "the person’s own browser", "poll-1"),
        ("signature", "question", "outside the protocol", "request"),
        ("signature", "asked", "a reply carries no signature", "answer-1"),
        ("checks", "question", "Nothing is verified", "request"),
        ("person", "challenge", "not been asked", "request"),
    ],
)
def test_a_tab_with_nothing_says_so_and_leads_on(page: Page, tab: str, slug: str, says: str, leads_to: str) -> None:
    page.open(f"tab={tab}", slug)
    empty = page.by_testid("empty")
    assert says in empty.text
    empty.find_element(By.TAG_NAME, "button").click()
    wait_step(page, SLUGS.index(leads_to) + 1)
    assert not page.all_by_testid("empty")


def test_a_run_without_a_deferred_response_says_so(page: Page) -> None:
    page.open("tab=timeline", "choices=person1.approve")
    assert "Nothing is deferred in this run" in page.text("empty")


def test_hostile_markdown_is_inert(page: Page) -> None:
    hostile = "**bold** <img src=x onerror=alert(1)> [bad](javascript:alert(1)) [good](https://a.example/)"
    encoded = base64.urlsafe_b64encode(hostile.encode()).decode().rstrip("=")
    page.open("tab=person", f"asked&choices=person1.ask~{encoded}")
    asked = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="chat-message"][data-kind="question"]')
    assert "bold <img src=x onerror=alert(1)> [bad](javascript:alert(1)) good" in asked.text
    assert asked.find_element(By.TAG_NAME, "strong").text == "bold"
    links = [link.get_attribute("href") for link in asked.find_elements(By.TAG_NAME, "a")]
    assert links == ["https://a.example/"]
    picture = page.by_testid("person-page")
    assert "<img src=x" in picture.text
    assert not picture.find_elements(By.CSS_SELECTOR, "img, a")


def test_checks_are_summed_up_and_open_on_demand(page: Page) -> None:
    page.open("tab=checks", "request")
    groups = page.all_by_testid("check-group")
    assert len(groups) > 1
    for group in groups:
        said = re.search(r"(\d+) of (\d+) passed", group.text)
        assert said and said[1] == said[2], group.text
        assert group.get_attribute("open") is None
    first = groups[0]
    first.find_element(By.TAG_NAME, "summary").click()
    check = first.find_element(By.CSS_SELECTOR, "[data-testid=check]")
    page.wait(check.is_displayed, "the group stays closed")
    values = check.find_element(By.CSS_SELECTOR, "a")
    assert not values.is_displayed()
    check.find_element(By.TAG_NAME, "summary").click()
    page.wait(values.is_displayed, "the check stays closed")


def test_a_check_that_failed_is_open(page: Page) -> None:
    page.open("tab=checks", "gone")
    failed = page.driver.find_element(By.CSS_SELECTOR, '[data-testid="check"][data-outcome="fail"]')
    assert failed.find_element(By.TAG_NAME, "a").is_displayed()


def test_a_body_is_shown_as_it_was_sent(page: Page) -> None:
    page.open(fragment="asked")
    pretty, raw = page.by_testid("body"), page.by_testid("body-as-sent")
    assert pretty.is_displayed() and not raw.is_displayed()
    assert "\n" in pretty.text
    page.click("view-as-sent")
    page.wait(raw.is_displayed, "it is not shown")
    assert not pretty.is_displayed()
    assert page.by_testid("view-as-sent").get_attribute("aria-pressed") == "true"
    sent = raw.get_property("textContent")
    assert sent.startswith('{"status":"pending",')
    assert json.loads(sent) == json.loads(pretty.get_property("textContent"))


def test_a_link_to_the_draft_has_the_title_of_its_section(page: Page) -> None:
    page.open(fragment="asked")
    link = page.by_testid("narration").find_element(By.TAG_NAME, "a")
    assert link.text == "Clarification Required, AAuth draft"
    assert link.get_attribute("href").endswith("#requirement-clarification")


def test_a_story_leaves_out_the_headers_of_the_signature_and_says_so(page: Page) -> None:
    page.open("detail=story", "request")
    rows = {row.get_attribute("data-name"): row.is_displayed() for row in page.all_by_testid("header-row")}
    assert rows["Prefer"] and rows["Content-Type"]
    assert not any(rows[name] for name in ("Signature-Key", "Signature-Input", "Signature", "Content-Digest"))
    assert "Wire shows it" in page.by_testid("message").text


def test_the_signature_says_what_it_leaves_out(page: Page) -> None:
    page.open("tab=signature", "request")
    assert "Prefer" in page.by_testid("signature").text.split("Not covered")[1]
    token = page.driver.find_element(By.CSS_SELECTOR, "[data-testid=signature-base] [data-component=signature-key] .raw")
    colours = {part.value_of_css_property("color") for part in token.find_elements(By.CSS_SELECTOR, "span:not(.raw__dot)")}
    assert len(colours) == 3
