"""The big screen: a seat that only looks on sees the play from the sofa, and no secret."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitors
from .test_accessible import holds
from .test_secrets import HIDDEN, noted
from .test_table import GAME, open_action, sit

Begun = Callable[[str], tuple[Page, str]]
RUNS_OUT = "[...document.querySelectorAll('.tv, .tv-told, .tv-board')].some((n) => n.scrollHeight > n.clientHeight + 2)"

SMALLEST = """
Math.min(...[...document.querySelectorAll('.tv-person :is(.k, .v, .n, h2)')]
  .map((n) => parseFloat(getComputedStyle(n).fontSize)))
"""


def onlooker(visitors: Visitors, link: str, dark: bool = False) -> Page:
    """Somebody's television: it came by the link, only looks on, and shows the big screen."""
    screen = visitors.new(dark=dark)
    screen.goto(link)
    screen.get_by_label("Your name").fill("Telly")
    screen.get_by_role("radio", name="Only look on").check()
    screen.get_by_role("button", name="Sit down").click()
    screen.get_by_role("link", name="Big screen").click()
    expect(screen.locator("main.tv .tv-person").first).to_be_visible()
    return screen


def becomes(screen: Page, so: str, seconds: float = 20) -> None:
    """Looks until something is so. The page itself may not be asked to watch for it: it evaluates no text."""
    end = time.monotonic() + seconds
    while not screen.evaluate(so):
        assert time.monotonic() < end, so
        screen.wait_for_timeout(50)


def test_the_big_screen_follows_a_roll_and_says_who_is_asked(visitors: Visitors, begun: Begun) -> None:
    """Live: first whom all wait for and what they are asked, then the dice and the headline."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    screen = onlooker(visitors, link)
    open_action(ann, "Personal roll")
    ann.get_by_role("button", name="Personal roll", exact=True).click()
    expect(screen.get_by_role("status")).to_have_text(re.compile("^Waiting for The wayfinder: How hard"))
    master.locator(".ask .opt").first.click()
    roll = screen.locator(".tv-roll")
    expect(roll.locator(".who")).to_contain_text("Personal roll")
    expect(roll.get_by_role("img", name=re.compile("^Dice: ")).locator(".die")).to_have_count(3)
    expect(roll.get_by_role("heading")).to_have_text(re.compile("success|failure", re.IGNORECASE))
    expect(screen.get_by_role("status")).to_have_count(0)


def test_the_big_screen_has_nothing_to_press_and_nothing_hidden(visitors: Visitors, begun: Begun) -> None:
    """A note that the master keeps does not reach it; one's own seat is sent away from it."""
    master, link = begun(GAME)
    screen = onlooker(visitors, link)
    noted(master, HIDDEN)
    master.get_by_role("group", name="Rate the next action").get_by_role("button", name="Risky", exact=True).click()
    expect(screen.locator(".tv-lead")).to_contain_text("Risky", ignore_case=True)
    assert HIDDEN in master.content()
    assert HIDDEN not in screen.content()
    assert screen.locator("main button, main input, main select").count() == 0
    master.goto(master.url.replace("/table/", "/tv/"))
    expect(master.get_by_role("heading", name="For another screen")).to_be_visible()
    assert HIDDEN not in master.locator("main").inner_text()


@pytest.mark.parametrize("title", ["Moonveil", "Veil Runners", "Veil Runners Classic", "Venus Engine", "Veridia"])
def test_the_big_screen_of_each_game_fits_and_can_be_read(visitors: Visitors, begun: Begun, title: str) -> None:
    """Everybody is on it, nothing runs out of its frame, and axe finds no fault."""
    _, link = begun(title)
    screen = onlooker(visitors, link, dark=title < "Vf")
    expect(screen.locator(".tv-person h2").nth(2)).to_be_visible()
    becomes(screen, f"document.fonts.status === 'loaded' && !{RUNS_OUT}")
    assert screen.evaluate(SMALLEST) >= 16  # on a screen 1280 wide: what is said of somebody, read from the sofa
    holds(screen)
