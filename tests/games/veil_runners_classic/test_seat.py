"""Views of a seat: odds, forms and quick actions."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.foremost import foremost
from tablewright.games.veil_runners_classic.measures import measures
from tablewright.games.veil_runners_classic.paths import SHIP
from tablewright.games.veil_runners_classic.state import Run
from tablewright.rules import Refused, Seat, Viewer
from tablewright.table import Table
from tablewright.table.odds.seat_odds import odds_for_seat
from tablewright.table.odds.summary import OddsSummary
from tablewright.table.seat.seat_view import view_from
from tests.games.forms import keep_their_word

from .table import LEDGER, act, having, ready


def prospect(s: Run, name: str, **params: Any) -> OddsSummary:
    action = GAME.action(name)
    return odds_for_seat(GAME, s, action, action.read(params, s), GAME.seats[0])


def opened() -> Table:
    return Table.open(GAME, seed="a seat")


# the odds


def test_a_roll_has_three_headlines() -> None:
    """Succeeds, succeeds in part, fails, with the best first."""
    found = prospect(ready((2, 2, 1), 2), "systems_roll", who="lars", system="engines", skill=True)
    assert [(group.label, group.tone) for group in found.groups] == [
        ("succeeds", "good"),
        ("succeeds in part", "mixed"),
        ("fails", "bad"),
    ]


def test_damage_says_what_it_takes() -> None:
    """The first hit costs integrity. A hit without tokens may cost a module, or with a wreck the ship."""
    first = prospect(ready(), "damage_ship")
    assert [group.label for group in first.groups] == ["the ship holds together"]
    assert "the integrity token" in {c.label for c in (*first.changes, *first.costs)}
    bare = prospect(ready(integrity=False, engineering=False), "damage_ship")
    assert "working modules" in {c.label for c in bare.changes}
    wreck = act(ready(integrity=False, engineering=False), "damage_ship", thrown=[[3]]).s
    chances = {group.label: group.chance[1] for group in prospect(wreck, "damage_ship").groups}
    assert chances["the ship is destroyed"] == pytest.approx(1 / 6)


def test_a_fault_shows_in_the_odds_of_a_desperate_roll() -> None:
    """System dice can only be lost where the roll is desperate. Dice in hand are not lost."""
    calm = prospect(ready((2, 2, 1), 1), "systems_roll", who="lars", system="engines")
    assert "system dice" not in {c.label for c in calm.changes}
    desperate = prospect(ready((2, 2, 1), 1, engineering=False), "systems_roll", who="lars", system="engines")
    assert "system dice" in {c.label for c in desperate.changes}


def test_the_ship_outweighs_everything_else() -> None:
    """Losing the ship weighs more than all tokens, modules and dice together."""
    listed = list(measures(ready()))
    assert next(m.worth for m in listed if m.key == "ship.destroyed") > sum(
        m.worth for m in listed if m.key != "ship.destroyed"
    )


# grit


def test_difficulty_is_said_before_grit_is_paid() -> None:
    """Unrated, the form has no field for grit: the actor is asked once rating and level are known."""
    s = having(ready((2, 2, 1), rulings={"agreement": "wayfinder"}), "lars", grit=2)
    with pytest.raises(Refused, match="rates the action first"):
        act(s, "personal_roll", who="lars", grit=1)
    rolled = act(s, "personal_roll", who="lars", skill=True, answers=["2", "amateur", "1"], thrown=[[4, 4, 1]])
    assert rolled.asked[0] == "How hard is it for Lars of the Stars?"
    assert rolled.asked[2] == "Risky (2), and Lars of the Stars is Amateur (target 5). Spend grit?"
    assert "2 counted against 2." in rolled.text
    assert rolled.s.crew[0].grit == 1


def test_grit_that_cannot_help_is_not_asked_for() -> None:
    """An Expert, and a character without grit, get no question."""
    s = having(ready(), "lars", grit=2)
    fit = {"background": True, "skill": True, "modules": "1"}
    expert = act(s, "personal_roll", who="lars", thrown=[[1, 1, 1]], answers=["1"], **fit)
    assert len(expert.asked) == 1
    assert len(act(ready(), "personal_roll", who="lars", thrown=[[1, 1, 1]], answers=["1"]).asked) == 1


def test_grit_is_a_field_once_the_action_is_rated() -> None:
    """Characters without grit have no such field."""
    table = opened()
    table.act("way", "set_grit", {"who": "lars", "tokens": 2})
    assert "grit" not in [f.name for f in view_from(table, "ann").draft("personal_roll").fields]
    table.act("way", "rate", {"difficulty": "risky"})
    assert view_from(table, "ann").draft("personal_roll").field("grit").budget == "2 grit"
    assert "grit" not in [f.name for f in view_from(table, "bob").draft("personal_roll").fields]


# forms


def test_forms_call_things_by_name() -> None:
    """Modules, systems and people have names, yes shows the background, and help goes to others."""
    view = view_from(opened(), "ann")
    roll = view.draft("systems_roll")
    assert [c.label for c in roll.field("system").choices] == ["Telemetry", "Engines", "Shields"]
    assert [c.label for c in roll.field("modules").choices] == ["long ear", "cargo winch", "sick bay", "decoy rack"]
    assert roll.field("background").choices[1].note.startswith("donut shop worker")
    assert [c.label for c in view.draft("offer_help").field("to").choices] == ["Sable Okonkwo", "Pike"]


def test_a_form_asks_only_what_the_house_and_the_difficulty_leave_open() -> None:
    """A number for Impossible alone. Desperate only where it may be called."""
    view = view_from(opened(), "way")
    assert [f.name for f in view.draft("rate", {"difficulty": "risky"}).fields] == ["difficulty"]
    assert [f.name for f in view.draft("rate", {"difficulty": "impossible"}).fields] == ["difficulty", "number"]
    called = view_from(Table.open(GAME, rulings={"desperate": "called too"}, seed="called"), "way")
    assert "desperate" in [f.name for f in called.draft("rate", {"difficulty": "risky"}).fields]


def test_dice_to_share_are_counted_down() -> None:
    """Each field says how many of the five are left."""
    draft = view_from(opened(), "cyd").draft("remap", {"telemetry": 2, "engines": 2})
    assert draft.field("shields").budget == "1 die of 5 left to share out"


@pytest.mark.parametrize("seed", range(3))
def test_forms_keep_their_word(seed: int) -> None:
    """In random play a ready form is taken, what it offers is taken, what it calls impossible is refused."""
    keep_their_word(GAME, seed, named)


def named(s: Run) -> dict[str, str]:
    return {m.id: m.name for m in s.crew} | {m.id: "" for m in s.ship.modules}


# what a moment calls for


def test_a_moment_calls_for_what_it_waits_for() -> None:
    """Remap in downtime, roll under pressure, tell the consequence, return the dice, and at the end begin anew."""
    table = opened()
    table.fair_dice = False
    assert first(table, "bob") == "remap"
    table.act("way", "end_downtime")
    assert (first(table, "bob"), first(table, "way")) == ("systems_roll", "rate")
    table.act("way", "rate", {"difficulty": "normal"})
    table.act("bob", "systems_roll", {"who": "sable", "system": "engines"})
    running, question = table.play_state.waiting()[0]
    table.roll("bob", running.number, question.at, [6, 6, 1, 1, 1])
    assert first(table, "way") == "tell_consequence"
    table.act("way", "tell_consequence")
    assert first(table, "bob") == "return_dice"
    table.act("way", "end_adventure")
    assert first(table, "way") == "next_adventure"


def first(table: Table, seat: str) -> str:
    return view_from(table, seat).suggestions[0].action


def test_help_for_a_replaced_roll_goes() -> None:
    """An overload replaces the roll, so help for it is not kept for the next. Help for others is."""
    s = act(ready((2, 2, 1), 1), "offer_help", who="sable", to="lars").s
    s = act(s, "offer_help", who="lars", to="pike").s
    assert [offer.id for offer in act(s, "overload", who="lars", on="engines").s.offers] == ["lars"]


def test_every_rule_has_a_short_title() -> None:
    """Two to five words each, and no two the same."""
    titles = [rule.title for rule in LEDGER]
    assert all(2 <= len(title.split()) <= 5 for title in titles)
    assert len(set(titles)) == len(titles)


def test_what_reserves_are_worth_is_not_counted() -> None:
    """A bribe is story: giving the token up for it has no odds and no star."""
    table = opened()
    table.act("ann", "dock", {})
    table.act("ann", "use_reserves", {"use": "bribe"})
    view_from(table, "way").answer("a major cost")
    view = view_from(table, "ann")
    counsel = view.advice(*view.prompts[0].place)
    assert (counsel.options, counsel.best) == ({}, "")


def test_dice_say_what_they_were_against_and_which_counted() -> None:
    """Target 5: of 5, 4 and 6 the first and the last count. The helper's die has the helper's target."""
    s = act(ready((2, 2, 1), 1), "offer_help", who="sable", to="lars").s
    rolled = act(s, "personal_roll", who="lars", skill=True, thrown=[[5, 4, 6], [5]])
    dice = [(line.against, line.counted) for line in rolled.lines if line.kind == "roll"]
    assert dice == [("5 or more", (True, False, True)), ("6 or more", (False,))]


def test_an_empty_table_calls_for_a_ship_and_somebody_aboard() -> None:
    """A name for the ship, a module to describe, a character to play. No longer offered once they exist."""
    table = Table.open(GAME, seats=(Seat("way", "wayfinder"), Seat("ann", "crew")), seed="empty", empty=True)
    assert [o.action for o in view_from(table, "way").suggestions][:3] == ["join_crew", "make_ship", "fit_module"]
    assert [o.action for o in view_from(table, "ann").suggestions][:2] == ["join_crew", "make_ship"]
    full = [o.action for o in view_from(opened(), "way").suggestions]
    assert not {"join_crew", "make_ship", "fit_module"} & set(full)


@pytest.mark.parametrize("name", ["Ark", "zephyr"])
def test_whatever_has_a_name_is_made(name: str) -> None:
    """A ship and modules with any name need no fitting out, and the guide shows them."""
    s = ready()
    modules = tuple(module.but(name=name) for module in s.ship.modules)
    made = s.but(ship=s.ship.but(name=name, modules=modules))
    master = Viewer("way", "wayfinder", master=True)
    assert list(SHIP.when(made, master)) == []
    assert not {"make_ship", "fit_module"} & {offer.action for offer in foremost(made, master)}
    assert [step.is_done(made, "") for step in SHIP.steps] == [True, True]
    assert [step.chosen(made, "")[: len(name)] for step in SHIP.steps] == [name, name]


def test_nothing_is_rated_while_dice_are_in_hand() -> None:
    """The wayfinder is not called for a rating the crew's dice stand in the way of."""
    s = act(ready((2, 2, 1), 1), "systems_roll", who="lars", system="engines", thrown=[[6, 1, 1, 1, 1]]).s
    assert s.aftermath is not None
    when = GAME.action("rate").when
    assert when is not None
    assert when(s) == "2 dice of the last roll must be returned first."
