"""What an address says is shown, what is shown is written in the address, and nonsense costs nothing else."""

from __future__ import annotations

import pytest

from selenium.webdriver.common.keys import Keys

from conftest import Page
from test_layout import resize
from test_steps import STEPS, place, wait_step


def notices(page: Page) -> list[str]:
    return [notice.text for notice in page.all_by_testid("notice")]


def address(page: Page) -> str:
    """The address after the path."""
    return page.driver.current_url.removeprefix(page.site.url)


def test_a_link_opens_its_step_tab_and_speed(page: Page) -> None:
    page.open("tab=checks&speed=2&seed=other", "answer-1")
    assert place(page) == (5, STEPS, "answer-1")
    assert page.by_testid("tab-checks").get_attribute("aria-selected") == "true"
    assert page.by_testid("speed-2").get_attribute("aria-pressed") == "true"
    assert not notices(page)


def test_a_step_is_found_by_its_number(page: Page) -> None:
    page.open(fragment="step-3")
    assert place(page)[0] == 3
    page.wait(lambda: address(page) == "#question", "the number is not written as a name")


def test_the_address_follows_and_a_reload_shows_the_same(page: Page) -> None:
    page.open()
    assert address(page) == ""
    page.click("next")
    page.click("tab-tokens")
    page.click("speed-0.5")
    page.wait(lambda: address(page) == "?speed=0.5&tab=tokens#request", "the address does not follow")
    shown = page.text("inspector")
    page.driver.refresh()
    page.wait_usable()
    assert place(page) == (2, STEPS, "request")
    assert page.text("inspector") == shown
    assert page.script("return history.length") <= 2, "stepping fills the history"


def test_another_fragment_is_followed(page: Page) -> None:
    page.open()
    page.script("location.hash = 'gone'")
    wait_step(page, STEPS)
    page.script("location.hash = 'no-such-step'")
    page.wait(lambda: notices(page), "the step that is not there is not named")
    assert "no-such-step" in notices(page)[0]
    assert place(page)[0] == 1


def test_another_seed_gives_other_bytes(page: Page) -> None:
    page.open("tab=tokens")
    first = page.text("inspector")
    page.open("tab=tokens&seed=other")
    assert page.text("inspector") != first


def test_a_choice_leads_to_another_ending(page: Page) -> None:
    page.open(fragment="choices=agent1.withdraw")
    page.click("last")
    page.wait(lambda: page.all_by_testid("ending"), "there is no ending")
    assert page.by_testid("ending").get_attribute("data-ending") == "withdrawn"
    page.wait(lambda: address(page).endswith("&choices=agent1.withdraw"), "the choice is not kept")


@pytest.mark.parametrize(
    ("query", "fragment", "named"),
    [
        ("lesson=nowhere", "", "nowhere"),
        ("seed=Not%20A%20Seed!", "", "Not A Seed!"),
        ("speed=9", "", "9"),
        ("theme=%3Cb%3E", "", "<b>"),
        ("tab=nothing", "", "nothing"),
        ("deadline=soon", "", "soon"),
        ("", "nowhere", "nowhere"),
        ("", "step-99", "step-99"),
        ("", "choices=nonsense", "nonsense"),
        ("", "choices=agent1.fly", "fly"),
        ("", "choices=agent9.withdraw", "agent9"),
        ("", "choices=agent1.answer,agent1.withdraw", "agent1"),
    ],
)
def test_nonsense_is_named_and_the_page_works(page: Page, query: str, fragment: str, named: str) -> None:
    page.open(query, fragment)
    assert len(notices(page)) == 1, notices(page)
    assert named in notices(page)[0]
    assert place(page) == (1, STEPS, "challenge")
    page.click("next")
    wait_step(page, 2)
    page.wait(lambda: address(page) == "#request", "nonsense stays in the address")


def test_a_notice_is_dismissed(page: Page) -> None:
    page.open("speed=9&theme=blue")
    assert len(notices(page)) == 2
    page.all_by_testid("notice")[0].find_element("tag name", "button").click()
    page.wait(lambda: len(notices(page)) == 1, "the notice stays")
    assert "blue" in notices(page)[0]


def test_any_number_of_bad_choices_gives_few_notices(page: Page) -> None:
    page.open(fragment="choices=" + ",".join(f"x{number}" for number in range(1500)))
    assert len(notices(page)) == 5
    assert notices(page)[-1].startswith("And 1496 more")
    assert page.script("return document.querySelector('.notices').getBoundingClientRect().height") <= 0.3 * 900
    page.click("next")
    wait_step(page, 2)


def test_a_second_click_on_dismiss_does_no_harm(page: Page) -> None:
    page.open("speed=9&theme=blue")
    page.script(
        """
        const close = document.querySelectorAll("[data-testid=notice] button")[1];
        close.click();
        close.click();
        """
    )
    page.wait(lambda: len(notices(page)) == 1, "not one of two notices is left")
    assert page.state == "ready"


def test_a_percent_encoded_fragment_is_read(page: Page) -> None:
    page.open(fragment="answer%2D1")
    assert place(page) == (5, STEPS, "answer-1")
    assert not notices(page)


def test_foreign_parameters_stay(page: Page) -> None:
    page.open("utm=x%20y&tab=checks")
    page.click("tab-tokens")
    page.wait(lambda: address(page) == "?tab=tokens&utm=x+y", "a foreign parameter is lost")
    assert not notices(page)


def test_the_title_names_the_step_and_the_lesson(page: Page) -> None:
    page.open()
    first = page.driver.title
    assert "Clarification chat" in first
    page.click("next")
    page.wait(lambda: page.driver.title != first, "the title does not follow")
    heading = page.by_testid("narration").find_element("tag name", "h2").text
    assert page.driver.title == f"{heading} · Clarification chat during consent · AAuth Simulator"


@pytest.mark.parametrize("area", ["header", "sequence", "narration", "chat", "inspector", "controls"])
@pytest.mark.parametrize("size", [(1440, 900), (375, 812)], ids=["wide", "narrow"])
def test_a_part_is_left_out(page: Page, area: str, size: tuple[int, int]) -> None:
    resize(page, *size)
    page.open(f"hide={area}", "question")
    testid = {"header": "lesson", "controls": "play"}.get(area, area)
    for part in ("lesson", "sequence", "narration", "chat", "inspector", "play"):
        assert page.is_shown(part) == (part != testid), part
    assert page.script("return document.documentElement.scrollWidth") <= size[0]
    page.script("arguments[0].click()", page.by_testid("next"))
    page.wait(lambda: address(page) == f"?hide={area}#asked", "what is left out is not kept in the address")


def test_everything_about_the_reading_stays_in_the_address(page: Page) -> None:
    query = "speed=3&theme=dark&detail=story&tab=tokens&hide=chat&motion=off&keys=off&embed=1"
    page.open(query, "asked")
    assert not notices(page)
    page.click("next")
    page.wait(lambda: address(page) == f"?{query}#answer-1", "something is lost")


def test_autoplay_begins_by_itself_and_stops_by_hand(page: Page) -> None:
    page.open("autoplay=1&speed=3")
    assert page.text("play") == "Pause"
    wait_step(page, 2)
    page.click("previous")
    wait_step(page, 1)
    assert page.text("play") == "Play"
    page.wait(lambda: "autoplay=1" in address(page), "what the link says is lost")


def test_a_link_gives_the_same_bytes(page: Page) -> None:
    page.open("seed=0123456789abcdef&deadline=90&tab=message", "update-1&choices=agent1.update")
    shown = page.by_testid("inspector").get_property("textContent")
    assert "Signature-Input" in shown
    page.driver.refresh()
    page.wait_usable()
    assert page.by_testid("inspector").get_property("textContent") == shown
    page.open("seed=0123456789abcdef&deadline=90&tab=message", "update-1&choices=agent1.update")
    assert page.by_testid("inspector").get_property("textContent") == shown
    page.open("deadline=90&tab=message", "update-1&choices=agent1.update")
    assert page.by_testid("inspector").get_property("textContent") != shown


def test_another_path_says_where_it_leads_and_leads_back(page: Page) -> None:
    page.open("", "asked&choices=agent1.withdraw")
    assert page.text("crumb") == "Agent: Withdraw the request"
    assert page.text("path").endswith("ends with: Request withdrawn")
    page.by_testid("default-path").send_keys(Keys.ENTER)
    page.wait(lambda: not page.all_by_testid("path"), "it is still another path")
    assert page.by_testid("position").get_attribute("data-slug") == "asked"
    assert page.script("return document.activeElement.id") == "narration-title"
    page.wait(lambda: "choices" not in page.script("return location.hash"), "the address keeps the path")
