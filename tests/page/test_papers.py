"""What is read, printed and checked: story, sheets, rules in short, every die."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from .conftest import Visitors
from .test_table import GAME, sit

Begun = Callable[[str], tuple[Page, str]]


def thrown(master: Page, dice: str = "4d6") -> None:
    master.get_by_role("button", name="Throw dice").first.click()
    master.get_by_role("form", name="Throw dice").get_by_label("dice").first.fill(dice)
    master.locator(".go .primary").click()
    expect(master.get_by_role("article").last).to_contain_text(dice)  # this throw's card, not that of the one before


def closed_table(master: Page, folder: Path) -> Path:
    """Throws, ends the session, and takes the table's file along."""
    thrown(master)
    thrown(master, "2d10")
    master.get_by_role("button", name="People and session").click()
    master.get_by_role("button", name="End the session").click()
    master.get_by_role("button", name="End the session and show the seed").click()
    expect(master.get_by_role("dialog", name="End of the session").locator("code")).to_be_visible()
    master.get_by_role("dialog", name="End of the session").get_by_role("button", name="Close").click()
    master.get_by_role("button", name="People and session").click()
    with master.expect_download() as download:
        master.get_by_role("link", name="Export").click()
    file = folder / "evening.table"
    download.value.save_as(file)
    return file


def test_every_die_is_checked_in_the_browser_without_the_server(
    visitors: Visitors, begun: Begun, tmp_path: Path
) -> None:
    """With no connection at all; a single changed face is found."""
    master, _ = begun(GAME)
    file = closed_table(master, tmp_path)
    master.get_by_role("link", name="Verify the dice").first.click()
    chooser = master.locator("input[type=file]")
    expect(chooser).to_be_attached()
    master.context.set_offline(True)
    chooser.set_input_files(file)
    expect(master.get_by_text("Every die is the one the seed gives")).to_be_visible()
    expect(master.get_by_text("6 dice in 2 throws")).to_be_visible()
    text = file.read_text()
    face = re.search(r'"faces":\[(\d)', text)
    assert face is not None
    other = tmp_path / "changed.table"
    other.write_text(text[: face.start(1)] + str(int(face[1]) % 6 + 1) + text[face.end(1) :])
    chooser.set_input_files(other)
    expect(master.get_by_role("alert")).to_contain_text("is not as it was written")
    master.context.set_offline(False)
    visitors.problems.clear()  # a browser without a connection says so


def test_the_story_is_told_as_prose_and_nothing_undone(visitors: Visitors, begun: Begun) -> None:
    """As this seat was told it."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann", phone=False)
    thrown(master, "3d8")
    thrown(master, "5d4")
    master.get_by_role("article").last.get_by_role("button", name=re.compile("^Undo")).click()
    expect(ann.locator("article.roll.undone")).to_have_count(1)
    ann.get_by_role("button", name="People and session").click()
    ann.get_by_role("link", name="Story").click()
    story = ann.get_by_role("article", name="What happened")
    expect(story).to_contain_text("Mo: Throw dice.")
    expect(story).to_contain_text("3d8")
    expect(story).not_to_contain_text("5d4")


def test_sheets_and_rules_are_printed_without_buttons(visitors: Visitors, begun: Begun) -> None:
    """On paper there is nothing to press."""
    _, link = begun(GAME)
    ann = sit(visitors, link, "Ann", phone=False)
    ann.get_by_role("button", name="People and session").click()
    ann.get_by_role("link", name="Sheets to print").click()
    expect(ann.locator("main.sheets .panel").nth(1)).to_be_visible()
    ann.emulate_media(media="print")
    assert ann.locator("main button:visible, header nav:visible").count() == 0
    ann.emulate_media(media="screen")
    ann.go_back()
    ann.get_by_role("button", name="Rules").first.click()
    ann.get_by_role("link", name="All of them in short").click()
    expect(ann.get_by_role("heading", name=f"{GAME}: the rules in short")).to_be_visible()
    ann.get_by_role("link", name="Back").click()
    expect(ann.get_by_role("log")).to_be_visible()
