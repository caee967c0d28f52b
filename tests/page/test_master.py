"""The master's tools: rulings of one tap, the fight ahead, stopping the play, the end of a session."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .conftest import Visitors
from .test_table import GAME, sit

Begun = Callable[[str], tuple[Page, str]]


def test_a_ruling_takes_one_tap(visitors: Visitors, begun: Begun) -> None:
    """Without a form; the player hears of it, and has no such buttons."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    master.get_by_role("group", name="Rate the next action").get_by_role("button", name="Risky", exact=True).click()
    expect(ann.get_by_role("article").last).to_contain_text("Rate the next action")
    expect(ann.locator(".tap")).to_have_count(0)


def test_a_forecast_is_seen_by_nobody_else_until_it_is_told(visitors: Visitors, begun: Begun) -> None:
    """Counted while the master waits; one press says it to all."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    expect(ann.get_by_role("button", name="Throw dice").first).to_be_visible()
    assert ann.get_by_role("button", name="Forecast").count() == 0
    master.get_by_role("button", name="Forecast").click()
    master.get_by_role("button", name=re.compile("^Foresee What a hull can take")).click()
    result = master.get_by_role("region", name="What a hull can take")
    expect(result).to_contain_text("100 %")
    assert ann.locator(".line.chat").count() == 0
    master.get_by_role("button", name="Tell everybody").click()
    expect(ann.locator(".line.chat")).to_contain_text("What a hull can take, from here")


def test_anybody_stops_the_play_and_everybody_sees_it(visitors: Visitors, begun: Begun) -> None:
    """Nothing is offered meanwhile; the master lets it go on."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    ann.get_by_role("button", name="People and session").click()
    ann.get_by_role("button", name="Stop the play").click()
    expect(master.get_by_text("Ann has stopped the play")).to_be_visible()
    expect(master.locator(".acts .act")).to_have_count(1)  # anything else, which says why not
    master.get_by_role("button", name="Go on").click()
    expect(master.get_by_text("Ann has stopped the play")).to_have_count(0)
    expect(master.locator(".acts .act").nth(1)).to_be_visible()


def test_a_session_ends_with_what_it_came_to_and_its_seed(visitors: Visitors, begun: Begun) -> None:
    """And the next one begins."""
    master, _ = begun(GAME)
    master.get_by_role("button", name="Throw dice").first.click()
    master.get_by_role("form", name="Throw dice").get_by_label("dice").first.fill("3d6")
    master.locator(".go .primary").click()
    master.get_by_role("button", name="People and session").click()
    master.get_by_role("button", name="End the session").click()
    ending = master.get_by_role("dialog", name="End of the session")
    expect(ending).to_contain_text("1 action")
    master.get_by_role("button", name="End the session and show the seed").click()
    expect(ending.locator("code")).to_have_text(re.compile("^[0-9a-f]{64}$"))
    ending.get_by_role("button", name="Close").click()
    master.get_by_role("button", name="People and session").click()
    master.get_by_role("button", name="Begin the next session").click()
    expect(master.get_by_text("The session is closed, and the seed")).to_have_count(0)


def test_a_seat_is_left_or_taken_away_only_when_somebody_is_sure(visitors: Visitors, begun: Begun) -> None:
    """A player gets up, a master sends an empty seat away; whom they played stays at the table."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    master.get_by_role("button", name="People and session").click()
    dialog = master.get_by_role("dialog", name="People and session")
    seats = dialog.locator(".person")
    before = seats.count()
    away = seats.filter(has_text=", away").first
    away.get_by_role("button", name=re.compile("^Send away")).click()
    away.get_by_role("button", name="No").click()
    expect(seats).to_have_count(before)
    away.get_by_role("button", name=re.compile("^Send away")).click()
    away.get_by_role("button", name=re.compile("^Send .* away$")).click()
    expect(seats).to_have_count(before - 1)
    ann.get_by_role("button", name="People and session").click()
    expect(ann.get_by_role("button", name=re.compile("^Send away"))).to_have_count(0)
    ann.get_by_role("button", name="Get up").click()
    ann.get_by_role("button", name="Leave the table").click()
    expect(ann.get_by_text("This seat is no longer yours").first).to_be_visible()
    expect(seats).to_have_count(before - 2)


def test_help_says_the_keys(begun: Begun) -> None:
    """By its own key."""
    master, _ = begun(GAME)
    master.keyboard.press("?")
    expect(master.get_by_role("dialog", name="Help")).to_contain_text("everything you may do")
    master.keyboard.press("Escape")
    master.keyboard.press("c")
    expect(master.get_by_label("Say something")).to_be_focused()


def test_a_rule_leads_to_where_it_was_applied_and_back(begun: Begun) -> None:
    """From a line to its rule, from the rule to the card."""
    master, _ = begun(GAME)
    master.get_by_role("group", name="Rate the next action").get_by_role("button", name="Risky", exact=True).click()
    master.get_by_role("article").last.get_by_role("button", name=re.compile(r"^why\?")).first.click()
    rules = master.get_by_role("dialog", name="Rules")
    rules.locator("article.rule .actlist button").first.click()
    expect(rules).to_have_count(0)
    expect(master.get_by_role("article").last).to_be_in_viewport()
