"""From a link to somebody of one's own: each step chosen or left to chance, back and forth."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Locator, Page, TimeoutError, expect

from .conftest import Visitors
from .test_accessible import holds

Begun = Callable[[str], tuple[Page, str]]


def newcomer(visitors: Visitors, link: str) -> Page:
    page = visitors.new(phone=True)
    page.goto(link)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("radio", name="Somebody new").first.check()
    page.get_by_role("button", name="Sit down").click()
    expect(page.locator(".guide > header h2")).to_be_visible()
    return page


def filled(form: Locator) -> bool:
    """The first of every choice, something in every text; whether that is all it takes."""
    expect(form.locator(".go .primary")).to_be_visible()
    for n in range(form.locator("fieldset").count()):
        field = form.locator("fieldset").nth(n)
        if not field.is_visible():  # folded away: it need not be filled in
            continue
        if field.get_by_role("searchbox").count() and not field.locator("input:checked").count():
            field.get_by_role("searchbox").fill("a")
        radio = field.get_by_role("radio")
        if radio.count() and not field.locator("input:checked").count():
            radio.first.check(force=True)
        elif field.locator("input[type=text], input:not([type])").count():
            field.locator("input").first.fill("A door")
    with suppress(AssertionError):
        expect(form.locator(".go .primary")).to_be_enabled(timeout=5_000)
        return True
    return False


def first_consequence(player: Page, master: Page) -> None:
    """Takes the first thing that is offered and can be filled in; whatever is asked is answered by whoever is asked."""
    acts, title = player.locator(".acts .act:not(.guided)"), ""
    for n in range(acts.count() - 1):
        acts.nth(n).click()
        form = player.get_by_role("form")
        if filled(form):
            title = form.get_attribute("aria-label") or ""
            form.locator(".go .primary").click()
            break
        player.keyboard.press("Escape")
    assert title
    card = player.get_by_role("article").filter(has_text=title).last
    expect(card).to_be_visible()
    for _ in range(20):
        for page in (player, master):
            with suppress(TimeoutError):  # what was answered is still there for a moment, and then it is not
                if page.locator(".ask .opt").count():
                    page.locator(".ask .opt").first.click(timeout=2_000)
                elif page.locator(".ask form input").count():
                    page.locator(".ask form input").fill("So be it", timeout=2_000)
                    page.locator(".ask form button").click(timeout=2_000)
        player.wait_for_timeout(200)
        if not player.locator(".turnbar").count():
            break
    expect(card.locator(".roll-body")).to_be_visible()


@pytest.mark.parametrize("title", ["Moonveil", "Veil Runners", "Veil Runners Classic", "Venus Engine", "Veridia"])
def test_somebody_made_at_random_is_at_the_table(visitors: Visitors, begun: Begun, title: str) -> None:
    """Whoever sits down anew is led; one press later they play somebody, act, and something comes of it."""
    master, link = begun(title)
    ann = newcomer(visitors, link)
    ann.get_by_role("button", name="All that is left at random").click()
    expect(ann.locator(".guide")).to_have_count(0)
    expect(ann.locator(".acts .act").nth(1)).to_be_visible()
    ann.get_by_role("button", name="Sheets").click()
    expect(ann.locator(".panel.mine").first).to_be_visible()
    ann.get_by_role("button", name="Play", exact=True).click()
    first_consequence(ann, master)


def test_a_step_is_rolled_taken_back_and_chosen(visitors: Visitors, begun: Begun) -> None:
    """The first step falls to chance, is done anew, and then by hand; the next is open after it."""
    _, link = begun("Moonveil")
    ann = newcomer(visitors, link)
    steps = ann.locator(".steps .step")
    holds(ann)
    ann.get_by_role("button", name="Roll this step").click()
    expect(steps.first).to_have_class("step done")
    steps.first.get_by_role("button", name="Anew").click()
    expect(steps.first).to_have_class("step now")
    form = ann.get_by_role("form", name="Begin a Seeker")
    form.get_by_label("name").first.fill("Quill")
    form.locator(".go .primary").click()
    expect(steps.nth(1)).to_have_class("step now")
    expect(ann.locator(".guide > header h2")).to_contain_text("Quill")
