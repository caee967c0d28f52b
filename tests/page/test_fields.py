"""Fields of a form: how something is found in a long list."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .test_table import open_action

Begun = Callable[[str], tuple[Page, str]]


def test_a_long_list_is_looked_through_or_searched(begun: Begun) -> None:
    """All of it is there before anybody types, nothing of what fits is left out, and nothing found is said."""
    master, _ = begun("Veridia")
    open_action(master, "Use a skill")
    form = master.get_by_role("form", name="Use a skill")
    form.locator(".chip").first.click()
    search = form.get_by_role("searchbox").first
    chips = form.locator(".find-list").first.locator(".chip")
    expect(search).to_have_attribute("placeholder", f"Find one of {chips.count()}")
    assert chips.count() > 20
    labels = [label.lower() for label in chips.all_inner_texts()]
    search.fill("s")
    expect(chips).to_have_count(sum("s" in label.split("\n")[0] for label in labels))
    search.fill("zzz")
    expect(form.get_by_text("Nothing here is called so.")).to_be_visible()
