"""From a link to somebody of one's own: each step chosen or left to chance, back and forth."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .conftest import Visitors

Begun = Callable[[str], tuple[Page, str]]


def newcomer(visitors: Visitors, link: str) -> Page:
    page = visitors.new(phone=True)
    page.goto(link)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name="Somebody new").check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".guide > header h2")).to_be_visible()
    return page


@pytest.mark.parametrize("title", ["Moonveil", "Veil Runners", "Veil Runners Classic", "Venus Engine", "Veridia"])
def test_somebody_made_at_random_is_at_the_table(visitors: Visitors, begun: Begun, title: str) -> None:
    """Whoever sits down anew is led; one press later they play somebody, and are offered what to do."""
    _, link = begun(title)
    ann = newcomer(visitors, link)
    ann.get_by_role("button", name="All that is left at random").click()
    expect(ann.locator(".guide")).to_have_count(0)
    expect(ann.locator(".acts .act").nth(1)).to_be_visible()
    ann.get_by_role("button", name="Sheets").click()
    expect(ann.locator(".panel.mine").first).to_be_visible()


def test_a_step_is_rolled_taken_back_and_chosen(visitors: Visitors, begun: Begun) -> None:
    """The first step falls to chance, is done anew, and then by hand; the next is open after it."""
    _, link = begun("Moonveil")
    ann = newcomer(visitors, link)
    steps = ann.locator(".steps .step")
    ann.get_by_role("button", name="Roll this step").click()
    expect(steps.first).to_have_class("step done")
    steps.first.get_by_role("button", name="Anew").click()
    expect(steps.first).to_have_class("step now")
    form = ann.get_by_role("form", name="Begin a Seeker")
    form.get_by_label("name").first.fill("Quill")
    form.locator(".go .primary").click()
    expect(steps.nth(1)).to_have_class("step now")
    expect(ann.locator(".guide > header h2")).to_contain_text("Quill")
