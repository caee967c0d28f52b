"""Weights of things against each other, names in the log, and defaults."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veil_runners_classic import GAME
from tablewright.games.veil_runners_classic.action_shunt import left_in_hand, ways_back
from tablewright.games.veil_runners_classic.fitting_out import empty_run
from tablewright.games.veil_runners_classic.measures import measures
from tablewright.games.veil_runners_classic.options import ClassicRulings
from tablewright.games.veil_runners_classic.ready_made import new_run
from tablewright.games.veil_runners_classic.rolling_dice import Result
from tablewright.games.veil_runners_classic.scenarios import start_hits, start_passage, start_strain
from tablewright.games.veil_runners_classic.state import Aftermath, Run, crowd
from tablewright.games.veil_runners_classic.systems import SYSTEM_DICE, DiceMap, check_room, check_total, placements
from tablewright.games.veil_runners_classic.wording import all_of, dice_words
from tablewright.rules import Refused
from tablewright.rules.measure import Measure

from .table import act, ready


def weighed(**changes: Any) -> dict[str, Measure]:
    return {m.label: m for m in measures(ready(rulings={"at_zero": "down and out"}, **changes))}


def in_hand(dice: tuple[int, int, int], hand: int) -> Run:
    """A run with so many dice taken up by the last roll."""
    return ready(dice, aftermath=Aftermath("lars", (), Result.SUCCESS, hand=hand))


def test_what_is_worse_to_lose_weighs_more() -> None:
    """Grit least, then personal dice, system dice and modules, tokens, a character down, and the ship most."""
    order = (
        ("grit",),
        ("personal dice",),
        ("system dice", "working modules"),
        tuple(label for label in weighed() if label.endswith(" token")),
        ("down and out",),
        ("the ship is destroyed",),
    )
    found = weighed()
    worth = [{found[label].worth for label in labels} for labels in order]
    assert [len(same) for same in worth] == [1] * len(order)
    assert [min(same) for same in worth] == sorted({min(same) for same in worth})
    assert {label for labels in order for label in labels} == set(found)


def test_the_ship_weighs_more_than_all_that_could_be_saved_with_it() -> None:
    """Three people whole, five dice, four modules and four tokens together are worth less."""
    *others, ship = measures(ready())
    assert ship.label == "the ship is destroyed"
    assert sum(m.worth * m.value for m in others) < ship.worth


def test_what_is_spent_is_not_lost() -> None:
    """Grit and tokens are there to be spent. A character down and the ship's loss are bad."""
    found = weighed()
    spent = {label for label, m in found.items() if m.spent}
    assert spent == {"grit"} | {label for label in found if label.endswith(" token")}
    assert {label: m.good for label, m in found.items() if m.good != 1} == {
        "down and out": -1,
        "the ship is destroyed": -1,
    }


def test_dice_in_hand_are_still_the_ships() -> None:
    """Two in systems and three in hand are five."""
    (dice,) = [m.value for m in measures(in_hand((1, 1, 0), 3)) if m.label == "system dice"]
    assert dice == SYSTEM_DICE == 5


def test_dice_and_names_are_said_as_one_would() -> None:
    """Numbers of dice from none to two, and lists of one to three names."""
    assert [dice_words(n) for n in (0, 1, 2)] == ["no dice", "1 die", "2 dice"]
    assert dice_words(1, "personal") == "1 personal die"
    assert [all_of(("Ada", "Bo", "Cy")[:n]) for n in (0, 1, 2, 3)] == ["", "Ada", "Ada and Bo", "Ada, Bo and Cy"]


@pytest.mark.exercises("players.number")
@pytest.mark.parametrize(("aboard", "usual"), [(2, False), (3, True), (4, True), (6, True), (7, False)])
def test_three_to_six_play(aboard: int, usual: bool) -> None:
    """Fewer or more get a warning with the usual number."""
    s = ready()
    crew = tuple(s.crew[0].but(id=f"m{n}") for n in range(aboard))
    assert crowd(s.but(crew=crew)) == ("" if usual else "3 to 6 players are usual, beside the wayfinder.")


@pytest.mark.exercises("systems.dice")
def test_five_dice_are_shared_out_in_twenty_one_ways() -> None:
    """All distinct, none with a negative number. Two dice have six ways."""
    for dice, ways in ((5, 21), (2, 6)):
        found = placements(dice)
        assert len(set(found)) == len(found) == ways
        assert all(way.total == dice and min(way.telemetry, way.engines, way.shields) >= 0 for way in found)


@pytest.mark.exercises("systems.dice")
def test_a_mapping_has_all_dice_and_room_for_them() -> None:
    """A system may be empty or as full as the house allows, not emptier, not fuller."""
    check_total(DiceMap(0, 5, 0), 5)
    check_room(DiceMap(0, 3, 2), 3)
    for wrong in (DiceMap(-1, 5, 1), DiceMap(2, 2, 2)):
        with pytest.raises(Refused):
            check_total(wrong, 5)
    with pytest.raises(Refused, match="Engines would hold 4: at most 3"):
        check_room(DiceMap(0, 4, 1), 3)


@pytest.mark.exercises("systems.dice")
def test_a_ship_begins_with_two_two_and_one() -> None:
    """The ready-made ship and the unnamed one."""
    for s in (new_run(ClassicRulings()), empty_run(ClassicRulings())):
        assert s.ship.dice == DiceMap(2, 2, 1)


def test_dice_go_back_first_where_they_were() -> None:
    """Of the six ways to return two dice it comes first and only once. The form shows how many are left."""
    s = in_hand((1, 1, 1), 2)
    ways = ways_back(s, "engines")
    assert ways[0] == DiceMap(0, 2, 0)
    assert len(ways) == len(set(ways)) == 6
    assert left_in_hand(s, {"engines": 1}) == "1 die of 2 left to return"


def test_what_the_lab_takes_for_granted() -> None:
    """Three dice of each kind for a slow death, two personal ones and four hazards for a passage, a rating of two."""
    rulings = ClassicRulings()
    strain, passage = start_strain(rulings), start_passage(rulings)
    assert (strain.run.ship.dice, strain.run.crew[0].dice, strain.rating, strain.left) == (DiceMap(0, 3, 0), 3, 2, 20)
    assert (passage.run.crew[0].dice, passage.rating, passage.left) == (2, 2, 4)
    assert (strain.run.ship.engineering, passage.run.ship.engineering) == (False, True)
    assert start_hits(rulings).crew[0].dice == 3


def test_a_pool_is_three_dice_against_one_unless_told() -> None:
    """Each must show a six."""
    done = act(ready(), "pool_roll", thrown=[[6, 5, 5]])
    assert "1 counted against 1." in done.text


def test_one_wayfinder_sits_at_a_table() -> None:
    """Neither none nor two."""
    (wayfinder,) = [role for role in GAME.roles if role.master]
    assert (wayfinder.fewest, wayfinder.most) == (1, 1)
