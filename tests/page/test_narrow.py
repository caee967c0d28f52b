"""Small screens: 360 px, and 200 % zoom on a laptop. Nothing runs out of the page, nothing lies on something else."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitors
from .test_table import GAME, open_action, sit

Begun = Callable[[str], tuple[Page, str]]
SIZES = {"a small phone": (360, 640), "200 %": (640, 400)}
#: How far the page can be pushed sideways, and whether any entry of the palette is higher than its box.
WIDER = "document.documentElement.scrollWidth - innerWidth"
SQUEEZED = "[...document.querySelectorAll('.palette .do')].filter((n) => n.scrollHeight > n.clientHeight + 1).length"

#: Whether what is in a list can be pressed, where the list has said that it cannot, as it does while it is scrolled.
SCROLLING = "list => (list.firstElementChild.style.pointerEvents = 'none', getComputedStyle(list.firstElementChild))"


@pytest.mark.parametrize("size", SIZES)
def test_a_question_is_read_from_its_beginning(visitors: Visitors, begun: Begun, size: str) -> None:
    """However low the screen: the question and its first answer are in view, and the last one is reached."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    width, height = SIZES[size]
    master.set_viewport_size({"width": width, "height": height})
    open_action(ann, "Personal roll")
    ann.get_by_role("button", name="Personal roll", exact=True).click()
    expect(master.locator(".ask .gives").first).to_be_visible()
    expect(master.locator(".ask h3")).to_be_in_viewport(ratio=0.9)
    expect(master.locator(".ask .opt").first).to_be_in_viewport(ratio=0.5)
    assert master.evaluate(WIDER) <= 0
    master.locator(".ask .opt").last.click()
    expect(master.get_by_text("You are asked:")).to_have_count(0)


def test_what_is_pressed_does_not_move_before_it_is_let_go(visitors: Visitors, begun: Begun) -> None:
    """Whatever comes meanwhile; and neither is a press lost on a list that has just been scrolled."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann")
    master.set_viewport_size({"width": 360, "height": 760})
    open_action(ann, "Personal roll")
    ann.get_by_role("button", name="Personal roll", exact=True).click()
    expect(master.locator(".ask .gives").first).to_be_visible()
    option = master.locator(".ask .opt").nth(1)
    expect(option).to_be_in_viewport(ratio=1)
    list_ = master.locator(".feed-list")
    assert list_.evaluate(f"list => ({SCROLLING})(list).pointerEvents") == "auto"
    box = option.bounding_box()
    assert box
    master.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    master.mouse.down()
    before, high = list_.evaluate("list => [list.scrollTop, list.scrollHeight]")
    for n in range(6):
        ann.get_by_label("Say something").fill(f"well {n}?")
        ann.get_by_role("button", name="Send").click()
    expect(ann.locator(".line.chat", has_text="well 5?")).to_be_visible()
    master.wait_for_function("(was) => document.querySelector('.feed-list').scrollHeight > was + 100", arg=high)
    master.wait_for_timeout(400)
    assert list_.evaluate("list => list.scrollTop") == before
    master.mouse.up()
    expect(master.get_by_text("You are asked:")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_every_part_of_a_table_has_room(begun: Begun, size: str) -> None:
    """Sheets, scene, palette and people: none is wider than the screen, and no action lies on the next."""
    master, _ = begun(GAME)
    width, height = SIZES[size]
    master.set_viewport_size({"width": width, "height": height})
    for part in ("Sheets", "Scene", "Play"):
        master.get_by_role("button", name=part, exact=True).click()
        assert master.evaluate(WIDER) <= 0
    master.get_by_role("button", name=re.compile("^Anything else")).click()
    master.locator(".palette .do").first.wait_for()
    assert master.evaluate(SQUEEZED) == 0
    master.keyboard.press("Escape")
    master.get_by_role("button", name="People and session").click()
    master.get_by_text("Who plays whom").click()
    assert (
        master.evaluate("document.querySelector('dialog').scrollWidth - document.querySelector('dialog').clientWidth")
        <= 0
    )
    master.keyboard.press("Escape")
    master.goto(f"{master.url.partition('#')[0]}#/")
    expect(master.locator(".mine-list b").first).to_be_visible()
    assert master.evaluate(WIDER) <= 0
    name, card = (master.locator(where).first.bounding_box() for where in (".mine-list b", ".mine-list li"))
    assert name
    assert card
    assert name["x"] - card["x"] < card["width"] / 3  # beside the emblem, not in a column of its own


def test_at_middle_widths_sheets_and_scene_share_a_column(begun: Begun) -> None:
    """The button says what it would show; the log stays where it is."""
    master, _ = begun(GAME)
    master.set_viewport_size({"width": 900, "height": 800})
    log, sheets, scene = master.get_by_role("log"), *(master.get_by_role("region", name=n) for n in ("Sheets", "Scene"))
    expect(sheets).to_be_visible()
    expect(scene).not_to_be_visible()
    before = log.bounding_box()
    master.get_by_role("button", name="Scene", exact=True).click()
    expect(scene).to_be_visible()
    expect(sheets).not_to_be_visible()
    assert log.bounding_box() == before
    master.get_by_role("button", name="Sheets", exact=True).click()
    expect(sheets).to_be_visible()
