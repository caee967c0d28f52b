"""WCAG 2.2 AA by axe, on every page and in its main states."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.server.running import Server

from .conftest import Visitors

Begun = Callable[[str], tuple[Page, str]]
RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def holds(page: Page) -> None:
    found = Axe().run(page, options=RULES)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("dark", [False, True])
def test_the_lobby(server: Server, visitors: Visitors, dark: bool) -> None:
    """Light and dark, with a table's form open."""
    page = visitors.new(dark=dark)
    page.goto(f"{server.address}#host={server.token}")
    page.get_by_role("button", name="Open a table of Moonveil").wait_for()
    holds(page)
    page.get_by_role("button", name="Open a table of Moonveil").click()
    holds(page)


@pytest.mark.parametrize("title", ["Moonveil", "Veil Runners", "Veil Runners Classic", "Venus Engine", "Veridia"])
def test_the_table_of_each_game(visitors: Visitors, begun: Begun, title: str) -> None:
    """The master's desk, the player's phone, joining, the palette and the rules."""
    master, link = begun(title)
    holds(master)
    master.keyboard.press("Control+k")
    master.locator(".palette .do").first.wait_for()
    holds(master)
    master.keyboard.press("Escape")
    phone = visitors.new(phone=True, dark=True)
    phone.goto(link)
    phone.get_by_label("Your name").fill("Ann")
    holds(phone)
    phone.get_by_role("button", name="Sit down").click()
    expect(phone.locator(".dock")).to_be_visible()
    holds(phone)
    phone.get_by_role("button", name="Sheets").click()
    holds(phone)
    phone.get_by_role("button", name="Rules").click()
    phone.locator(".actlist li").first.wait_for()
    holds(phone)


def test_axe_finds_a_planted_fault(server: Server, visitors: Visitors) -> None:
    """The test itself can fail."""
    page = visitors.new()
    page.goto(server.address)
    page.locator("main").wait_for()
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    found = Axe().run(page, options=RULES).response["violations"]
    assert [fault["id"] for fault in found] == ["button-name"]


@pytest.mark.parametrize("phone", [False, True])
def test_the_lab(server: Server, visitors: Visitors, phone: bool) -> None:
    """Before anything is tried and with what came of it; the result is an exact one, and stays after a reload."""
    page = visitors.new(phone=phone, dark=phone)
    page.goto(f"{server.address}#host={server.token}")
    page.get_by_role("link", name="The lab").click()
    page.get_by_role("link", name="Moonveil").click()
    holds(page)
    page.get_by_label("The Seeker's Hit Points").fill("5")
    page.get_by_role("button", name="Try it").click()
    found = page.get_by_role("region", name="Result: A duel")
    expect(found.get_by_role("status")).to_contain_text("states, exactly")
    expect(found).to_contain_text("of the time: the Seekers")
    holds(page)
    page.reload()
    expect(found).to_contain_text("hp=5")
    page.get_by_text("Any value of the start").click()
    page.get_by_label("Path of value 1").fill("enemies.foe.pocket")
    page.get_by_label("Value 1", exact=True).fill("many")
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".values")).to_contain_text("is a whole number, not 'many'")
    holds(page)


def test_a_turn_by_the_accessibility_tree_alone(visitors: Visitors, begun: Begun) -> None:
    """Only by roles and names, as somebody does who does not see the page: act, hear what is asked, answer, hear it."""
    master, link = begun("Veil Runners Classic")
    ann = visitors.new()
    ann.goto(link)
    ann.get_by_role("textbox", name="Your name").fill("Ann")
    ann.get_by_role("button", name="Sit down").click()
    play = ann.get_by_role("region", name="Play")
    play.get_by_role("button", name="Personal roll").click()
    ann.get_by_role("form", name="Personal roll").get_by_role("button", name="Personal roll", exact=True).click()
    expect(master.get_by_role("status").filter(has_text="You are asked")).to_be_visible()
    asked = master.get_by_role("log").get_by_role("group")
    question = asked.get_attribute("aria-label")
    assert question
    expect(asked.get_by_role("heading", name=question)).to_be_visible()
    asked.get_by_role("button").filter(has_not_text="why?").first.click()
    card = ann.get_by_role("log", name="What happened").get_by_role("article").last
    expect(card).to_have_accessible_name(re.compile("Personal roll"))
    expect(card.get_by_role("img", name=re.compile("^Dice: "))).to_be_visible()
    came = (card.get_attribute("aria-label") or "").rpartition(": ")[2]
    expect(ann.get_by_role("status").filter(has_text=re.compile(re.escape(came), re.IGNORECASE))).to_have_count(1)
    nameless = [line for line in ann.locator("body").aria_snapshot().splitlines() if re.search("- button:?$", line)]
    assert nameless == []


def test_every_paper_and_dialog(visitors: Visitors, begun: Begun) -> None:
    """Story, sheets, rules in short, the check of the dice; people, help, the end of a session, a forecast."""
    master, _ = begun("Veil Runners Classic")
    table = master.url.rpartition("/")[2]
    for button in ("People and session", "Help", "Forecast"):
        master.get_by_role("button", name=button, exact=True).click()
        master.get_by_role("dialog").wait_for()
        holds(master)
        master.keyboard.press("Escape")
    master.get_by_role("button", name="People and session").click()
    master.get_by_role("button", name="End the session").click()
    holds(master)
    base = master.url.partition("#")[0]
    for where in (f"story/{table}", f"sheets/{table}", "short/veil-runners-classic", "verify"):
        master.goto(f"{base}#/{where}")
        master.locator("main .panel, main h1.display").first.wait_for()
        holds(master)
