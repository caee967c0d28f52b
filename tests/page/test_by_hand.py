"""By hand: values set from where they show, characters handed over, links that say where they lead."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitors
from .test_accessible import holds
from .test_table import GAME, sit

Begun = Callable[[str], tuple[Page, str]]


@pytest.mark.parametrize("phone", [False, True])
def test_a_master_sets_a_value_from_where_it_stands(visitors: Visitors, begun: Begun, phone: bool) -> None:
    """Found behind the word, as it is now; set, marked and seen by all. Players have no such pencil."""
    master, link = begun(GAME)
    ann = sit(visitors, link, "Ann", phone=False)
    if phone:
        master.set_viewport_size({"width": 390, "height": 844})
        master.get_by_role("button", name="Sheets").click()
    master.get_by_role("button", name="Set by hand: Lars of the Stars").click()
    holds(master)
    master.get_by_role("region", name="Lars of the Stars").get_by_role("button", name="Set by hand: Grit").click()
    dialog = master.get_by_role("dialog", name="Set by hand: Grit")
    expect(dialog.get_by_role("spinbutton", name="Grit")).to_have_value("0")
    expect(dialog.get_by_role("button", name="Set by hand")).to_be_disabled()
    holds(master)
    dialog.get_by_role("button", name="More: Grit").click()
    dialog.get_by_role("button", name="More: Grit").click()
    dialog.get_by_role("button", name="Set by hand").click()
    expect(dialog).to_have_count(0)
    grit = ann.get_by_role("region", name="Lars of the Stars").locator(".field", has_text="Grit")
    expect(grit.locator(".v")).to_have_text("2")
    expect(master.locator(".line.hand")).to_contain_text("crew.lars.grit to 2 by hand")
    assert ann.get_by_role("button", name=re.compile("^Set by hand")).count() == 0


def test_a_word_that_is_worked_out_says_so(begun: Begun) -> None:
    """There is nothing to set behind it."""
    master, _ = begun(GAME)
    master.get_by_role("button", name="Set by hand: The moment").click()
    master.get_by_role("button", name="Set by hand: Next action").click()
    expect(master.get_by_role("dialog")).to_contain_text("it is worked out from others")


def test_a_character_is_handed_over_and_taken_back(visitors: Visitors, begun: Begun) -> None:
    """A player gives theirs away; the master, who may always, takes it back for them."""
    master, link = begun(GAME)
    ann, ben = sit(visitors, link, "Ann", phone=False), sit(visitors, link, "Ben")
    ann.get_by_role("button", name="People and session").click()
    whom = ann.get_by_role("combobox", name="Who plays Lars of the Stars")
    expect(whom.locator("option:checked")).to_have_text("Ann (you)")
    whom.select_option(label="Ben")
    ann.get_by_role("button", name="Hand over Lars of the Stars").click()
    expect(master.get_by_role("log")).to_contain_text("Lars of the Stars is played by Ben now.")
    expect(whom).to_have_count(0)
    ben.get_by_role("button", name="Sheets").click()
    expect(ben.locator(".panel.mine h2")).to_have_text(["Lars of the Stars", "Sable Okonkwo"])
    master.get_by_role("button", name="People and session").click()
    master.get_by_text("Who plays whom").click()
    master.get_by_role("combobox", name="Who plays Lars of the Stars").select_option(label="Ann")
    holds(master)
    master.get_by_role("button", name="Hand over Lars of the Stars").click()
    expect(whom.locator("option:checked")).to_have_text("Ann (you)")


def test_a_link_that_was_copied_says_so_and_where_it_leads(visitors: Visitors, begun: Begun) -> None:
    """In the clipboard; and from this machine's own address, that nobody else can follow it, and what to do."""
    master, _ = begun(GAME)
    master.context.grant_permissions(["clipboard-read", "clipboard-write"])
    master.get_by_role("button", name="People and session").click()
    dialog = master.get_by_role("dialog", name="People and session")
    expect(dialog).to_contain_text("This link works on this machine only")
    expect(dialog).to_contain_text("./table serve --host 0.0.0.0")
    dialog.get_by_role("button", name="Make a link").click()
    expect(dialog.get_by_role("status")).to_have_text(re.compile("^Copied"))
    assert master.evaluate("navigator.clipboard.readText()") == dialog.locator(".linkbox code").inner_text()
