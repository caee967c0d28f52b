"""The lab in the browser: a form that says what is asked, and answers as people read them."""

from __future__ import annotations

from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from tablewright.lab.running import run_trial
from tablewright.run.shelf import find
from tests.web.running import Server

from .conftest import Visitors

VALUES = "all => all.map(one => one.value)"


def lab(server: Server, visitors: Visitors, game: str, scenario: str = "", phone: bool = False) -> Page:
    """The host's page of the lab, with a scenario chosen."""
    page = visitors.new(phone=phone)
    page.goto(f"{server.address}#host={server.token}")
    page.get_by_role("heading", name="The shelf").wait_for()
    page.goto(f"{server.address}#/lab/{game}")
    if scenario:
        page.get_by_label("What is tried").select_option(scenario)
    return page


def tried(page: Page) -> Locator:
    page.get_by_role("button", name="Try it").click()
    found = page.locator(".found[aria-busy=false]")
    found.wait_for()
    return found


def test_a_field_that_may_be_empty_is_emptied_again(server: Server, visitors: Visitors) -> None:
    """It begins with none and takes it back; every label stands there once."""
    page = lab(server, visitors, "veridia", "duel")
    weapon = page.get_by_label("The first one's weapon, if another")
    expect(weapon).to_have_value("none")
    weapon.select_option("Axe")
    weapon.select_option("none")
    expect(weapon).to_have_value("none")
    expect(page.get_by_label("Count armor wear during the duel")).to_have_value("no")
    labels = page.locator("form .fieldset > .lab").all_text_contents()
    assert len(set(labels)) == len(labels) > 5


def test_the_form_asks_what_the_answer_was_found_for(server: Server, visitors: Visitors) -> None:
    """After a reload, by its address, and when an earlier one is looked at again: fields, rulings and who decides."""
    page = lab(server, visitors, "moonveil")
    points, arm = page.get_by_label("The Seeker's Hit Points"), page.get_by_label("The Seeker's weapon")
    decides = page.get_by_label("Who decides, and how")
    points.fill("4")
    arm.select_option("heavy")
    decides.select_option("plain")
    page.get_by_text("House rulings").click()
    rulings = find("moonveil").game.ruling_form.fields
    ruled = page.get_by_label(next(one.doc for one in rulings if one.name == "critical_is_strong"))
    usual = page.locator("form details select").evaluate_all(VALUES)
    ruled.select_option("no")
    expect(tried(page)).to_contain_text("hp=4")

    def asked(seen: Page) -> None:
        expect(seen.get_by_label("The Seeker's Hit Points")).to_have_value("4")
        expect(seen.get_by_label("The Seeker's weapon")).to_have_value("heavy")
        expect(seen.get_by_label("Who decides, and how")).to_have_value("plain")
        chosen = seen.locator("form details select").evaluate_all(VALUES)
        assert [(a, b) for a, b in zip(usual, chosen, strict=True) if a != b] == [("yes", "no")]

    address = page.url
    page.reload()
    asked(page)
    other = lab(server, visitors, "veridia")
    other.goto(address)
    asked(other)
    points.fill("5")
    expect(tried(page)).to_contain_text("hp=5")
    page.get_by_role("listitem").filter(has_text="hp 4").get_by_role("link").click()
    expect(page.locator(".found")).to_contain_text("hp=4")
    asked(page)


def test_the_page_begins_as_the_command_line_does(server: Server, visitors: Visitors) -> None:
    """The first free option decides; best play is offered. One blow shows the chance of each damage."""
    page = lab(server, visitors, "veridia", "blow")
    expect(page.get_by_label("Who decides, and how")).to_have_value("")
    expect(page.get_by_role("option", name="best play")).to_be_attached()
    found = tried(page)
    exact = run_trial(find("veridia"), "blow", {})
    for name in exact.chances:
        expect(found.get_by_text(name[:1].upper() + name[1:], exact=True)).to_be_visible()
    expect(found.locator(".curve rect")).to_have_count(len(exact.resources["damage"].chances))
    assert "Steps" not in found.inner_text()


def test_bars_stand_side_by_side_whatever_the_values(server: Server, visitors: Visitors) -> None:
    """Health is a share: its bars are as wide as its steps, and none lies on another or beyond the picture."""
    found = tried(lab(server, visitors, "veridia", "duel", phone=True))
    health = found.locator("figure").filter(has_text="Health of one")
    bars = health.locator("rect").evaluate_all("all => all.map(r => [r.x.baseVal.value, r.width.baseVal.value])")
    assert len(bars) > 5
    assert all(x + wide <= after for (x, wide), (after, _) in pairwise(bars))
    assert bars[-1][0] + bars[-1][1] <= 320
    assert sum(wide for _, wide in bars) > 160


def test_what_is_a_mean_only_is_shown_as_one(server: Server, visitors: Visitors) -> None:
    """What experience is worth: numbers, no bars of single duels, and not how often a duel was fought out."""
    page = lab(server, visitors, "veridia", "lesson")
    for who in ("Who fights", "Against whom"):
        page.get_by_label(who).select_option("sewer rat")
    found = tried(page)
    expect(found).to_contain_text("states, exactly")
    expect(found.locator("dl")).to_contain_text("Percent to win as they are")
    expect(found.locator("figure")).to_have_count(1)
    assert "of the time" not in found.inner_text()


def test_what_was_tried_before_says_of_which_game_and_why_nothing_came_of_it(
    server: Server, visitors: Visitors
) -> None:
    page = lab(server, visitors, "moonveil")
    page.get_by_label("The Seeker's Hit Points").fill("many")
    tried(page)
    before = page.get_by_role("listitem").filter(has_text="hp many")
    expect(before).to_contain_text("Moonveil")
    expect(before).to_contain_text("failed: hp is a whole number")


def test_an_address_that_leads_nowhere_says_so(server: Server, visitors: Visitors) -> None:
    """A part of the page that is not there, an experiment cut short, a game nobody has."""
    page = visitors.new()
    for address in ("#/lab/moonveil/zzzz", "#/nosuch", "#/table/xyz"):
        page.goto(f"{server.address}{address}")
        expect(page.get_by_role("alert")).to_contain_text(address)
    page.goto(f"{server.address}#/lab/nosuch")
    expect(page.get_by_role("alert")).to_contain_text("no game called “nosuch”")
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", name="The shelf")).to_be_visible()


def test_the_lab_is_offered_to_who_may_use_it(server: Server, visitors: Visitors) -> None:
    """Not to somebody the server does not know; who finds it all the same is told whose it is."""
    page = visitors.new()
    page.goto(server.address)
    page.get_by_role("heading", name="The shelf").wait_for()
    assert page.get_by_role("link", name="The lab").count() == 0
    page.goto(f"{server.address}#/lab/moonveil")
    expect(page.get_by_text("Experiments are begun by the host")).to_be_visible()
    assert page.get_by_role("alert").count() == 0


def test_best_play_says_how_often_a_rare_moment_is_met_and_what_it_is_of(server: Server, visitors: Visitors) -> None:
    """Never nought times; the best answer is marked, and below stands what was asked."""
    page = lab(server, visitors, "venus-engine", "task")
    page.get_by_label("Who decides, and how").select_option("best")
    found = tried(page)
    assert "met 0 times" not in found.inner_text()
    assert "met 0.00" not in found.inner_text()
    expect(found.locator("ol li").first.locator("b")).to_have_count(2)
    expect(found.locator(".about")).to_contain_text("decided by: best; seed 0")
