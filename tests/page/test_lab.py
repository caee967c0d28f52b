"""The lab in the browser: a form that says what is asked, and answers as people read them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from tablewright.catalog.installed import find_game
from tablewright.lab.execution.runner import run_scenario
from tablewright.lab.results.best_play import TAKEN
from tablewright.lab.studies.best_search import best
from tests.server.running import Server

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
    """It begins with their own and takes it back; every label stands there once."""
    page = lab(server, visitors, "veridia", "duel")
    weapon = page.get_by_label("The first one's weapon; the other hand keeps its own, if left free")
    expect(weapon).to_have_value("their own")
    weapon.select_option("Axe")
    weapon.select_option("their own")
    expect(weapon).to_have_value("their own")
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
    rulings = find_game("moonveil").game.ruling_form.fields
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
    exact = run_scenario(find_game("veridia"), "blow", {})
    for name in exact.chances:
        expect(found.get_by_text(name[:1].upper() + name[1:], exact=True)).to_be_visible()
    expect(found.locator(".curve rect")).to_have_count(len(exact.resources["damage"].chances))
    assert "steps" not in found.inner_text()


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


def values(page: Page) -> Locator:
    """The rows of values by path, unfolded."""
    page.get_by_text("Any value of the start").click()
    return page.locator(".values li")


def test_a_value_is_set_by_its_path_from_the_keyboard_and_kept_in_the_address(
    server: Server, visitors: Visitors
) -> None:
    """Folded away until wanted; the paths are offered with their values; what was set is said, and stands there for
    whoever comes by the address.
    """
    page = lab(server, visitors, "moonveil", "duel", phone=True)
    expect(page.get_by_label("Path of value 1")).to_be_hidden()
    rows = values(page)
    path = page.get_by_label("Path of value 1")
    offered = page.locator(f"datalist#{path.get_attribute('list')} option")
    expect(offered.and_(page.locator("[value='enemies.foe.pocket']"))).to_have_attribute("label", "3")
    path.focus()
    page.keyboard.type("enemies.foe.pocket")
    expect(rows.first).to_contain_text("By itself: 3")
    page.keyboard.press("Tab")
    page.keyboard.type("1")
    page.get_by_role("button", name="Another value").press("Enter")
    expect(page.get_by_label("Path of value 2")).to_be_focused()
    page.keyboard.type("enemies.foe.note")
    page.get_by_label("Value 2", exact=True).fill("Sings.")
    found = tried(page)
    expect(found).to_contain_text("set: enemies.foe.pocket=1, enemies.foe.note=Sings.")
    expect(found).to_contain_text("Without enemies.foe.note, 50 plays")
    other = lab(server, visitors, "veridia")
    other.goto(page.url)
    expect(other.get_by_label("Path of value 1")).to_have_value("enemies.foe.pocket")
    expect(other.get_by_label("Value 2", exact=True)).to_have_value("Sings.")
    page.get_by_role("button", name="Leave out value 2").press("Enter")
    expect(page.get_by_role("button", name="Another value")).to_be_focused()
    expect(rows).to_have_count(1)


def test_a_value_that_is_not_taken_says_so_at_its_row(server: Server, visitors: Visitors) -> None:
    """A path that is not there, one given twice, one that is a field: at the row, and until it is changed."""
    page = lab(server, visitors, "moonveil", "duel")
    rows = values(page)
    page.get_by_label("Path of value 1").fill("enemies.foe.pocket")
    page.get_by_label("Value 1", exact=True).fill("many")
    tried(page)
    expect(rows.first).to_contain_text("enemies.foe.pocket is a whole number, not 'many'")
    said = rows.first.locator(".form-why").inner_text()
    expect(page.get_by_label("Value 1", exact=True)).to_have_accessible_description(f"By itself: 3 {said}")
    page.get_by_label("Value 1", exact=True).fill("2")
    expect(rows.first).not_to_contain_text("cannot be")
    page.get_by_role("button", name="Another value").click()
    for path, says in (("enemies.foe.pocket", "is given twice"), ("hp", "is a field of its own")):
        page.get_by_label("Path of value 2").fill(path)
        expect(rows.nth(1)).to_contain_text(says)
    before = page.url
    page.get_by_role("button", name="Try it").click()
    expect(rows.nth(1)).to_contain_text("is a field of its own")
    assert page.url == before, "nothing was asked"


def test_a_field_that_is_not_taken_says_so_where_it_stands(server: Server, visitors: Visitors) -> None:
    page = lab(server, visitors, "moonveil", "duel")
    points = page.get_by_label("The Seeker's Hit Points")
    points.fill("many")
    tried(page)
    expect(points).to_have_accessible_description("hp is a whole number, not 'many'.")


def test_the_master_begins_with_a_table_as_it_stands(
    server: Server, visitors: Visitors, begun: Callable[[str], tuple[Page, str]]
) -> None:
    """Offered where the scenario can and the table is theirs; its fields are the table's; nobody else reads what comes
    of it, whoever has the address.
    """
    page, link = begun("Veil Runners")
    page.goto(f"{server.address}#/lab/veil-runners")
    page.get_by_label("What is tried").select_option("taking-hits")
    begins = page.get_by_label("Where it begins")
    fields = page.locator("form > label")
    usual = fields.count()
    begins.select_option(index=1)
    expect(begins).to_have_accessible_description(re.compile("only you can read it"))
    expect(fields).not_to_have_count(usual)
    found = tried(page)
    expect(found).to_contain_text("from a table's state")
    expect(page.get_by_text("its address leads you here again, and nobody else")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="from Veil Runners")).to_be_visible()
    page.reload()
    expect(begins).not_to_have_value("")
    page.get_by_label("What is tried").select_option("mission")
    begins.select_option(index=1)
    expect(page.get_by_role("alert")).to_contain_text("A push clock must be running")
    player = visitors.new()
    player.goto(link)
    player.get_by_label("Your name").fill("Ann")
    player.get_by_role("button", name="Sit down").click()
    player.get_by_role("button", name="People").first.wait_for()
    address = page.url
    with player.expect_response(lambda answer: "/api/lab/trials/" in answer.url) as answered:
        player.goto(address)
    assert answered.value.status == 404
    expect(player.get_by_role("alert")).to_contain_text("There is no such experiment here")
    assert player.get_by_label("Where it begins").count() == 0
    visitors.problems.clear()  # the browser says in its console that it was refused


def test_best_play_says_what_it_does(server: Server, visitors: Visitors) -> None:
    """As the terminal does: each question, how often it is asked, how often each answer is taken, and what to go by."""
    page = lab(server, visitors, "venus-engine", "lots", phone=True)
    page.get_by_label("Who decides, and how").select_option("best")
    found = tried(page)
    shown = best("venus-engine", "lots")
    assert shown.habits
    for habit in shown.habits:
        expect(found.get_by_text(f"{habit.question} asked")).to_be_visible()
        for words in list(habit.taken)[:TAKEN]:
            expect(found.locator(".odd .out").get_by_text(words[:1].upper() + words[1:], exact=True)).not_to_have_count(
                0
            )
        for line in habit.rule:
            expect(found.get_by_role("listitem").filter(has_text=line.answer).first).to_be_visible()
    lines = [line for habit in shown.habits for line in habit.rule]
    assert found.locator(".rule li").count() == len(lines) > 2
    expect(found.get_by_text("2 or more successes so far: leave the dice as they are")).to_be_visible()
    wide = [bar.bounding_box() for bar in found.locator(".bars .bar i").all()[: len(shown.policies())]]
    widths = [box["width"] for box in wide if box is not None]
    worths = [policy.value for policy in shown.policies()]
    for width, worth in zip(widths, worths, strict=True):
        assert abs(width / widths[0] - worth / shown.value) < 0.05, "a bar is as long as what it is worth"
