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


def test_two_ticks_at_once_are_both_kept(begun: Begun) -> None:
    """However fast they come, and whatever the table has heard of by then."""
    master, _ = begun("Veridia")
    master.keyboard.press("Control+k")
    master.get_by_label("Find an action").fill("Begin a fight")
    master.keyboard.press("Enter")
    form = master.get_by_role("form", name="Begin a fight")
    boxes = form.locator("fieldset", has=master.locator("input[type=checkbox]")).first.locator("input[type=checkbox]")
    expect(boxes.nth(1)).to_be_attached()
    before = [box.is_checked() for box in boxes.all()]
    boxes.evaluate_all("boxes => boxes.slice(0, 2).forEach(box => box.click())")
    wanted = [not before[0], not before[1], *before[2:]]
    expect(form.locator(".preview, .go")).not_to_have_count(0)
    master.wait_for_timeout(1_000)  # the table has answered by then, and changed nothing of it
    assert [box.is_checked() for box in boxes.all()] == wanted
