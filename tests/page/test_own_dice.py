"""Dice from people's own hands, where the table allows them; and what a fair table says about its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.server.running import Server

from .conftest import Visitors
from .test_accessible import holds
from .test_table import GAME

Begun = Callable[[str], tuple[Page, str]]


def by_hand(server: Server, visitors: Visitors) -> Page:
    """The master of a table where people throw their own dice, on a phone."""
    page = visitors.new(phone=True)
    page.goto(f"{server.address}#host={server.token}")
    page.get_by_role("button", name=f"Open a table of {GAME}", exact=True).click()
    page.get_by_label("We throw our own dice").check(force=True)
    expect(page.get_by_role("dialog")).to_contain_text("cannot be checked")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Throw dice").first.click()
    page.get_by_role("form", name="Throw dice").get_by_label("dice").first.fill("3d6")
    page.locator(".go .primary").click()
    return page


def test_what_fell_is_tapped_or_typed_and_the_card_says_whose_dice_they_were(
    server: Server, visitors: Visitors
) -> None:
    """Only faces that the dice have, and only all of them; then the card is marked."""
    page = by_hand(server, visitors)
    box = page.locator(".own-dice")
    expect(box.get_by_role("status")).to_have_text("3 to go")
    holds(page)
    box.get_by_role("button", name="A 6 fell").click()
    box.get_by_role("button", name="A 2 fell").click()
    box.get_by_label("Die 3").fill("7")
    expect(box.get_by_role("button", name="These I threw")).to_be_disabled()
    box.get_by_label("Die 3").fill("5")
    box.get_by_role("button", name="These I threw").click()
    card = page.get_by_role("article").last
    expect(card).to_contain_text("own dice")
    expect(card.get_by_role("img", name=re.compile("^Dice: "))).to_have_attribute("aria-label", re.compile("6.*2.*5"))
    page.get_by_role("button", name="People and session").click()
    expect(page.get_by_role("dialog")).to_contain_text("You throw your own dice here.")


def test_at_a_fair_table_nobody_types_dice_and_it_says_so(begun: Begun) -> None:
    """They have fallen before anybody could; what was promised can be read."""
    master, _ = begun(GAME)
    master.get_by_role("button", name="Throw dice").first.click()
    master.get_by_role("form", name="Throw dice").get_by_label("dice").first.fill("3d6")
    master.locator(".go .primary").click()
    expect(master.get_by_role("article").last.get_by_role("img", name=re.compile("^Dice: "))).to_be_visible()
    assert master.locator(".own-dice").count() == 0
    master.get_by_role("button", name="People and session").click()
    expect(master.get_by_role("dialog")).to_contain_text(re.compile("The table throws here.*[0-9a-f]{16}…"))
