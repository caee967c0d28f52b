"""WCAG 2.2 AA by axe, on every page and in its main states."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.running import Server

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
