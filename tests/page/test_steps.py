"""A reader steps through the main lesson: by click, by playing, from the list, by dragging."""

from __future__ import annotations

from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select

from conftest import Page

STEPS = 13
SLUGS = [
    "challenge",
    "request",
    "question",
    "asked",
    "answer-1",
    "poll-1",
    "open-page",
    "arrived",
    "poll-2",
    "approve",
    "granted",
    "data",
    "gone",
]


def place(page: Page) -> tuple[int, int, str]:
    """The step, how many there are, and the step's name."""
    # All at once: it may be playing.
    step, steps, slug, text = page.script(
        "const { dataset, textContent } = arguments[0]; return [dataset.step, dataset.steps, dataset.slug, textContent]",
        page.by_testid("position"),
    )
    assert text == f"{step} / {steps}"
    return int(step), int(steps), slug


def wait_step(page: Page, step: int, timeout_s: float = 20) -> None:
    page.wait(lambda: place(page)[0] == step, f"step {step} was not reached", timeout_s)


def current_rows(page: Page) -> list[str]:
    rows = page.all_by_testid("sequence-row")
    return [row.get_attribute("data-slug") or "" for row in rows if row.get_attribute("aria-current") == "step"]


def test_by_click_to_the_ending(page: Page) -> None:
    page.open()
    assert place(page)[:2] == (1, STEPS)
    seen = [place(page)[2]]
    titles = {page.driver.find_element(By.CSS_SELECTOR, "[data-testid=narration] h2").text}
    for step in range(2, STEPS + 1):
        assert not page.all_by_testid("ending")
        page.click("next")
        wait_step(page, step)
        seen.append(place(page)[2])
        titles.add(page.driver.find_element(By.CSS_SELECTOR, "[data-testid=narration] h2").text)
        assert current_rows(page) == [seen[-1]]
    assert seen == SLUGS
    assert len(titles) > 8, "the narration stays the same"
    assert page.by_testid("ending").get_attribute("data-ending") == "granted"
    assert page.by_testid("next").get_attribute("aria-disabled") == "true"
    page.click("next")
    assert place(page)[0] == STEPS


def test_playing_at_3x_reaches_the_ending(page: Page) -> None:
    page.open()
    page.click("speed-3")
    assert page.by_testid("speed-3").get_attribute("aria-pressed") == "true"
    page.click("stop-at-decisions")
    page.click("play")
    assert page.text("play") == "Pause"
    page.pass_time(60)
    page.wait(lambda: page.all_by_testid("ending"), "playing did not reach the ending")
    assert place(page)[0] == STEPS
    assert page.text("play") == "Play"


def test_a_move_by_hand_stops_playing_and_playing_at_the_end_starts_over(page: Page) -> None:
    page.open()
    page.click("last")
    wait_step(page, STEPS)
    page.click("play")
    wait_step(page, 1)
    assert page.text("play") == "Pause"
    page.click("next")
    wait_step(page, 2)
    assert page.text("play") == "Play"


def test_a_step_is_shown_long_enough_to_be_read(page: Page) -> None:
    page.open()
    words = len(page.driver.find_element(By.CSS_SELECTOR, ".narration__text").text.split())
    page.click("play")
    # A slow reader manages four words a second, and looks at the arrow for two seconds.
    page.pass_time(words / 4 + 2)
    page.wait(lambda: page.script("return performance.now()") > words / 4 * 1000, "time does not pass")
    assert place(page)[0] == 1


def test_a_minute_in_a_hidden_tab_moves_nothing(page: Page) -> None:
    page.open("speed=3")
    page.click("play")
    assert page.text("play") == "Pause"
    page.driver.minimize_window()
    page.wait(lambda: page.script("return document.visibilityState") == "hidden", "the tab is not hidden")
    page.wait(lambda: page.text("play") == "Play", "it goes on playing in a hidden tab")
    before = page.script("return performance.now()")
    page.pass_time(60)
    page.wait(lambda: page.script("return performance.now()") > before + 59_000, "the minute does not pass")
    page.driver.set_window_rect(0, 0, 1280, 900)
    page.wait(lambda: page.script("return document.visibilityState") == "visible", "the tab stays hidden")
    assert place(page)[0] == 1
    assert page.text("play") == "Play"
    page.click("play")
    before = page.script("return performance.now()")
    page.pass_time(6)
    page.wait(lambda: page.script("return performance.now()") > before + 5_900, "time does not pass")
    assert place(page)[0] == 2, "it catches up in a burst"


def test_the_rows_and_the_scrubber_lead_to_a_step(page: Page) -> None:
    page.open()
    rows = page.all_by_testid("sequence-row")
    assert [row.get_attribute("data-slug") for row in rows] == SLUGS
    rows[4].click()
    wait_step(page, 5)
    page.script(
        """
        const range = document.querySelector("[data-testid=scrubber]");
        range.value = "9";
        range.dispatchEvent(new Event("input", { bubbles: true }));
        """
    )
    wait_step(page, 9)
    page.click("first")
    wait_step(page, 1)
    assert page.script("return document.querySelector('[data-testid=scrubber]').value") == "1"


def test_a_call_that_is_held_open_shows_beside_what_happens_inside(page: Page) -> None:
    page.open()
    held = page.script(
        """
        const rows = [...document.querySelectorAll("[data-testid=sequence-row]")];
        const isHeld = (row) => row.parentElement.querySelector("[data-testid=held]") !== null;
        return rows.filter(isHeld).map((row) => row.dataset.slug);
        """
    )
    # The first request waits for a question, the polls for the person's next act.
    assert held == ["request", "question", "asked", "poll-1", "open-page", "arrived", "poll-2", "approve", "granted"]


def test_the_conversation_grows_and_leads_back(page: Page) -> None:
    page.open()
    assert not page.all_by_testid("chat-message")
    page.click("last")
    wait_step(page, STEPS)
    said = page.all_by_testid("chat-message")
    speakers = [message.get_attribute("data-from") for message in said]
    assert speakers == ["agent", "person", "agent", "person"]
    said[1].find_element(By.TAG_NAME, "button").click()
    wait_step(page, 3)
    assert len(page.all_by_testid("chat-message")) == 2


def test_the_conversation_is_not_made_anew(page: Page) -> None:
    page.open(fragment="question")
    page.script("document.querySelector('[data-testid=chat-message]').dataset.mark = 'here'")
    page.click("last")
    wait_step(page, STEPS)
    assert page.all_by_testid("chat-message")[0].get_attribute("data-mark") == "here"
    page.script("location.hash = 'choices=agent1.withdraw'")
    page.wait(lambda: place(page)[0] == 1 and not page.all_by_testid("chat-message"), "the old conversation stays")


def test_a_fetched_document_is_shown_and_the_step_comes_back(page: Page) -> None:
    page.open()
    fold = page.all_by_testid("discovery")
    documents = next(element for element in fold if element.is_displayed())
    assert documents.get_attribute("open") is None, "it is closed by default"
    documents.find_element(By.TAG_NAME, "summary").click()
    documents.find_element(By.CSS_SELECTOR, "button").click()
    page.wait(lambda: "/.well-known/aauth-person.json" in page.text("inspector"), "the document is not shown")
    page.click("next")
    page.wait(lambda: "/.well-known/" not in page.text("inspector"), "the document stays")


def test_the_move_is_read_out_and_playing_is_not(page: Page) -> None:
    page.open("speed=3")
    spoken = page.driver.find_element(By.CSS_SELECTOR, "[aria-live=polite]")
    assert spoken.get_property("textContent") == ""
    page.click("next")
    page.wait(lambda: spoken.get_property("textContent").startswith("Step 2 of 13: "), "the move is not read out")
    page.click("play")
    wait_step(page, 3)
    assert spoken.get_property("textContent").startswith("Step 2 of 13: ")


def test_the_theme_is_chosen(page: Page) -> None:
    page.open()

    def background() -> str:
        return page.script("return getComputedStyle(document.documentElement).backgroundColor")

    theme = Select(page.by_testid("theme"))
    theme.select_by_visible_text("Dark")
    page.wait(lambda: background() == "rgb(20, 22, 26)", "it is not dark")
    theme.select_by_visible_text("Light")
    page.wait(lambda: background() == "rgb(251, 250, 248)", "it is not light")
    theme.select_by_visible_text("System")
    page.wait(lambda: "theme" not in page.driver.current_url, "the system's theme is written out")


def shown_exchanges(page: Page) -> set[int]:
    messages = page.all_by_testid("message")
    return {int(message.get_attribute("data-exchange") or 0) for message in messages}


def test_every_exchange_of_the_run_is_reached(page: Page) -> None:
    page.open()
    reached: set[int] = set()
    for step in range(1, STEPS + 1):
        wait_step(page, step)
        reached |= shown_exchanges(page)
        page.click("next")
    page.script("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    for row in page.driver.find_elements(By.CSS_SELECTOR, ".fold button"):
        page.script("arguments[0].click()", row)
        page.wait(lambda row=row: row.get_attribute("aria-current") == "true", "the row is not marked")
        reached |= shown_exchanges(page)
    # Exchanges are numbered from 1 without a gap, and the last one is the last step.
    assert sorted(reached) == list(range(1, max(reached) + 1))
    assert len(reached) > 15, "documents are fetched"


def test_what_was_said_before_the_first_step_is_shown_in_its_place(page: Page) -> None:
    page.open()
    page.by_testid("prologue").find_element(By.TAG_NAME, "summary").click()
    rows = page.by_testid("prologue").find_elements(By.CSS_SELECTOR, ":scope > ol > li > button")
    words = [row.text for row in rows]
    enrols = next(at for at, text in enumerate(words) if "public key" in text)
    enrolled = next(at for at, text in enumerate(words) if "agent token" in text)
    fetches = next(at for at, text in enumerate(words) if "GET https://ps.example/" in text)
    assert enrols < enrolled < fetches, words
    rows[enrolled].click()
    page.wait(lambda: page.all_by_testid("outside"), "the notice is not shown")
    assert "eyJ" in page.text("outside"), "the token itself is shown"


def pick_a_document(page: Page) -> None:
    folds = page.all_by_testid("discovery")
    fold = next(element for element in folds if element.is_displayed())
    fold.find_element(By.TAG_NAME, "summary").click()
    fold.find_element(By.CSS_SELECTOR, "button").click()
    page.wait(lambda: "/.well-known/" in page.text("inspector"), "the document is not shown")


def test_the_current_row_leads_back_from_a_document(page: Page) -> None:
    page.open()
    pick_a_document(page)
    page.all_by_testid("sequence-row")[0].click()
    page.wait(lambda: "/.well-known/" not in page.text("inspector"), "the document stays")


def test_a_document_of_another_run_goes(page: Page) -> None:
    page.open()
    pick_a_document(page)
    page.script("location.hash = 'choices=agent1.withdraw'")
    page.wait(lambda: "/.well-known/" not in page.text("inspector"), "the document of the old run stays")


def test_a_key_set_from_the_cache_is_shown(page: Page) -> None:
    page.open()
    page.script("document.querySelectorAll('details').forEach((fold) => { fold.open = true; })")
    rows = page.driver.find_elements(By.CSS_SELECTOR, "[data-testid=discovery] button")
    cached = [row for row in rows if "from its cache" in row.get_property("textContent")]
    assert cached, "nothing came from a cache"
    page.script("arguments[0].click()", cached[0])
    page.wait(lambda: '"keys"' in page.text("inspector"), "the key set is not shown")


def test_a_move_of_the_prologue_is_told(page: Page) -> None:
    page.open()
    page.by_testid("prologue").find_element(By.TAG_NAME, "summary").click()
    rows = page.by_testid("prologue").find_elements(By.CSS_SELECTOR, ":scope > ol > li > button")
    moves = [row for row in rows if row.text == "The agent learns for whom it acts"]
    moves[0].click()
    heading = "[data-testid=narration] h2"
    page.wait(
        lambda: page.driver.find_element(By.CSS_SELECTOR, heading).text == "The agent learns for whom it acts",
        "the narration is of the step",
    )
    assert "person token" in page.text("narration")
    page.click("next")
    page.wait(lambda: "Step 2" in page.text("narration"), "the narration stays")


def test_the_first_step_says_what_was_there_before(page: Page) -> None:
    page.open()
    for term in ("Keys", "Agent token", "Person token"):
        assert term in page.text("before")
    page.click("next")
    page.wait(lambda: not page.all_by_testid("before"), "it stays")


def test_the_ending_says_what_each_holds_and_leads_on(page: Page) -> None:
    page.open("seed=other")
    page.click("last")
    page.wait(lambda: page.all_by_testid("ending"), "there is no ending")
    text = page.text("ending")
    for party in ("agent", "person server", "resource"):
        assert party in text
    outcomes = {outcome.get_attribute("data-ending"): outcome for outcome in page.all_by_testid("outcome")}
    with_access = ["granted", "granted-narrower", "rounds-used", "no-capability"]
    assert list(outcomes)[:4] == with_access
    assert len(outcomes) == 13
    assert not outcomes["granted"].find_elements(By.TAG_NAME, "button"), "it leads to itself"
    outcomes["denied"].find_element(By.TAG_NAME, "button").click()
    page.wait(lambda: place(page)[2] == "poll-2", "it does not go to where the ways part")
    assert "seed=other" in page.driver.current_url
    page.click("last")
    page.wait(lambda: page.all_by_testid("ending"), "there is no other ending")
    assert page.by_testid("ending").get_attribute("data-ending") == "denied"
    page.click("start-over")
    wait_step(page, 1)
    page.wait(lambda: "choices=person3.deny" in page.driver.current_url, "the path is lost")


def test_the_row_after_the_current_one_is_seen_too(page: Page) -> None:
    page.driver.set_window_size(1280, 700)
    page.open()
    for step in range(2, STEPS):
        page.click("next")
        wait_step(page, step)
        seen = """
            const [now, next] = ["[aria-current=step]", `[id="row:${arguments[0] + 1}"]`].map(
              (s) => document.querySelector(s).getBoundingClientRect());
            const pane = document.querySelector("[data-testid=sequence]").getBoundingClientRect();
            return now.top >= pane.top + 60 && next.bottom <= pane.bottom + 1;
        """
        page.wait(lambda step=step, seen=seen: page.script(seen, step), f"the row after {step} is out of sight")
