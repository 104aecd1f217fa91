"""Ten of the worst texts, as question and as answer: they leave no element, attribute, script or request behind."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from selenium.webdriver.common.by import By

from conftest import ROOT, Page, Site
from test_accessible import violations
from test_layout import resize

CORPUS = {
    row["name"]: "".join(part if isinstance(part, str) else part[0] * part[1] for part in row["text"])
    for row in json.loads((ROOT / "tests/vectors/hostile.json").read_text("utf-8"))
}

# Each with the chips that stand for what it hides, where they are few.
WORST: dict[str, list[str] | None] = {
    "end of the text it stands in": [],
    "image that tells that it was read": [],
    "javascript link in mixed case": [],
    "link with a direction override": ["U+202E"],
    "all direction controls": [
        *("U+061C", "U+200E", "U+200F", "U+202A", "U+202B", "U+202C"),
        *("U+202D", "U+202E", "U+2066", "U+2067", "U+2068", "U+2069"),
    ],
    "right-to-left letters that reach out": [],
    "zero-width spaces between letters": ["U+200B"] * 4990,
    "marks of all kinds on letters": ["+9"] * 714,
    "marks of all kinds in turn": [],
    "ten thousand letters that are wide": [],
}

# What the page is made of: the tags and their attributes, in a part of it.
MADE_OF = """
    const found = new Set();
    for (const element of document.querySelectorAll(arguments[0])) {
        found.add(element.localName);
        for (const { name } of element.attributes) found.add(`${element.localName} ${name}`);
    }
    return [...found];
"""

# What a text may become; the rest stands on every page.
BECOMES = {
    *("a", "a href", "a rel", "a target", "bdi", "bdi class", "code", "em", "strong", "p", "ul", "ul class", "li"),
    *("span", "span class", "span data-testid", "span title"),
    # A long text is cut, with a button that shows all of it.
    *("div", "div class", "button", "button type", "button class", "button aria-expanded"),
}

# What the reader sees, less the controls that lay text out.
RAW = r"""
    const text = document.body.innerText;
    return text.match(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}|\p{M}{5}/gu) ?? [];
"""

LINKS = """
    return [...document.querySelectorAll("[data-testid=chat] a, [data-testid=inspector] .markdown a")]
        .map((link) => [link.getAttribute("href"), link.target, link.rel]);
"""


def link(text: str) -> str:
    written = base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")
    return f"choices=person1.ask~{written},agent1.answer~{written}"


def widest(page: Page) -> int:
    return page.script("return document.documentElement.scrollWidth")


def requested(page: Page) -> list[str]:
    return page.script("return performance.getEntriesByType('resource').map(({ name }) => name)")


def chips(page: Page, within: str) -> list[str]:
    return page.script(
        "return [...document.querySelectorAll(`${arguments[0]} [data-testid=unseen]`)].map((chip) => chip.innerText)",
        within,
    )


def open_tab(page: Page, tab: str) -> None:
    page.script("arguments[0].click()", page.by_testid(f"tab-{tab}"))
    page.wait(lambda: page.by_testid(f"tab-{tab}").get_attribute("aria-selected") == "true", f"{tab} does not open")


@pytest.fixture
def usual(page: Page) -> set[str]:
    """What the page is made of with harmless texts in the same places, in every tab that is looked at."""
    found: set[str] = set()
    for place in ("request", "answer-1", "gone", f"answer-1&{link('Why?')}"):
        page.open("", place)
        for tab in ("message", "person"):
            open_tab(page, tab)
            found |= set(page.script(MADE_OF, "*"))
    return found


@pytest.mark.parametrize("name", WORST)
def test_nothing_comes_of_it_but_text(page: Page, site: Site, usual: set[str], name: str) -> None:
    text, expected = CORPUS[name], WORST[name]
    # A dialog that opened would fail whatever comes next.
    page.driver.get("about:blank")
    page.open("", f"answer-1&{link(text)}")
    asked = set(requested(page))
    served = list(site.requests)
    for tab in ("message", "person"):
        open_tab(page, tab)
        if tab == "message":
            for button in page.all_by_testid("view-as-sent"):
                button.click()
        made_of: set[str] = set(page.script(MADE_OF, "*"))
        assert made_of - usual - BECOMES == set(), tab
        assert not [name for name in made_of if name.partition(" ")[2].startswith("on")]
        assert page.script(RAW) == [], tab
    assert set(page.script(MADE_OF, ".markdown *")) <= BECOMES
    for href, target, rel in page.script(LINKS):
        assert href.startswith(("https://", "http://", "mailto:")), href
        assert (target, rel) == ("_blank", "noopener noreferrer nofollow")
    if expected is not None:
        assert chips(page, "[data-testid=chat] [data-kind=question]") == expected
        assert chips(page, "[data-testid=chat] [data-kind=answer]") == expected
        assert chips(page, "[data-testid=person-page] .picture__round") == expected * 2
    assert set(requested(page)) == asked
    assert site.requests == served
    assert all(url.startswith(site.url) for url in asked), asked
    # And nothing of it is left where it is not said.
    page.click("default-path")
    page.wait(lambda: not page.all_by_testid("path"), "it is still another path")
    assert set(page.script(MADE_OF, "*")) <= usual
    assert chips(page, "body") == []


@pytest.mark.parametrize("width", [375, 320])
def test_they_stay_within_a_narrow_page(page: Page, width: int) -> None:
    resize(page, width, 812)
    for name in WORST:
        page.driver.get("about:blank")
        page.open("", f"answer-1&{link(CORPUS[name])}")
        for tab in ("message", "person"):
            open_tab(page, tab)
            assert widest(page) <= width, f"{name}, {tab}"
        page.script("for (const more of document.querySelectorAll('.long__more')) more.click()")
        assert widest(page) <= width, f"{name}, all of it"
        # Whoever speaks stands before the time, whatever was said.
        order = page.script(
            "return [...document.querySelectorAll('.chat__head')].map(({ children: [who, when] }) =>"
            " who.getBoundingClientRect().left < when.getBoundingClientRect().left)"
        )
        assert order and all(order), name


def test_a_long_text_is_cut_and_shown(page: Page) -> None:
    page.open("", f"answer-1&{link(CORPUS['ten thousand letters'])}")
    said = page.driver.find_element(By.CSS_SELECTOR, "[data-testid=chat] [data-kind=answer]")
    more = said.find_element(By.CSS_SELECTOR, "button[aria-expanded]")
    cut = said.size["height"]
    assert (more.text, more.get_attribute("aria-expanded")) == ("Show all", "false")
    page.script("arguments[0].click()", more)
    page.wait(lambda: said.size["height"] > 2 * cut, "not all of it is shown")
    assert (more.text, more.get_attribute("aria-expanded")) == ("Show less", "true")


def test_what_is_copied_is_what_was_sent(page: Page) -> None:
    text = CORPUS["override of the file name"] + CORPUS["marks on a letter"][:50] + CORPUS["byte order marks"]
    page.open("tab=message", f"answer-1&{link(text)}")
    copied: Any = page.script(
        """
        const copied = [];
        navigator.clipboard.writeText = async (text) => { copied.push(text); };
        document.querySelector("[data-testid=message] [title='Copy the body']").click();
        return copied;
        """
    )
    assert [json.loads(body)["clarification_response"] for body in copied] == [text]
    assert chips(page, "[data-testid=message] [data-testid=body]") == ["U+202E", "+45", "U+FEFF", "U+FEFF ×2", "U+FEFF"]


def test_a_notice_hides_nothing_of_what_it_repeats(page: Page) -> None:
    page.open("", "answer-1&choices=per%E2%80%AEnos")
    assert "'perU+202Enos' is no choice" in page.text("notice")
    assert chips(page, "[data-testid=notice]") == ["U+202E"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chip_says_what_it_stands_for_and_is_seen(page: Page, theme: str) -> None:
    page.open(f"theme={theme}", f"answer-1&{link(CORPUS['override of the file name'])}")
    chip = page.driver.find_element(By.CSS_SELECTOR, "[data-testid=chat] [data-testid=unseen]")
    assert chip.get_attribute("title") == "right-to-left override"
    size = float(chip.value_of_css_property("font-size").removesuffix("px"))
    assert size >= 13 and chip.is_displayed()
    # What follows the override stands where it was written.
    spoken = page.driver.find_elements(By.CSS_SELECTOR, "[data-testid=chat] .markdown")[-1]
    assert spoken.text == "invoiceU+202Efdp.exe"
    after = page.script(
        """
        const range = document.createRange();
        const places = [...arguments[0].nextSibling.data].map((_, at) => {
            range.setStart(arguments[0].nextSibling, at);
            range.setEnd(arguments[0].nextSibling, at + 1);
            return range.getBoundingClientRect().left;
        });
        return places;
        """,
        chip,
    )
    assert after == sorted(after) and len(set(after)) == len("fdp.exe")
    assert violations(page) == []
