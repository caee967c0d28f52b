"""Lifeboat: rowed together, without a master, over an unknown sea."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.catalog.installed import load_declared_game
from tablewright.engine.exact.counter import ExactCounter
from tablewright.lab.execution.runner import run_scenario
from tablewright.rules import Refused, Viewer
from tablewright.rules.effects.policy import first_free_option
from tablewright.table import Table
from tests.example_games.lifeboat.options import LifeboatRulings
from tests.example_games.lifeboat.rowing import made
from tests.example_games.lifeboat.sheet import conceal
from tests.example_games.lifeboat.state import LENGTHS, Boat, new_boat, over, too_much_water

BOX = load_declared_game("tests.example_games.lifeboat")
GAME = BOX.game


def boat(**changes: int) -> Boat:
    return new_boat(LifeboatRulings()).but(**changes)


def set_out(*order: int) -> Table:
    """A boat on a sea that lies in this order."""
    table = Table.open(GAME, seed="x", fair_dice=False)
    number = table.act("ann", "set_out")
    table.roll("bob", number, "0", order)
    return table


def rowed(table: Table, mara: bool = False, finn: bool = False) -> Boat:
    number = table.act("ann", "row", {"who": "mara"})
    for seat, at, pulls in (("bob", "0.1", finn), ("ann", "0.0", mara)):
        table.answer(seat, number, at, "yes" if pulls else "no")
    state = table.state
    assert isinstance(state, Boat)
    return state


@pytest.mark.exercises("sea.cards", "sea.order", "row.sea", "row.pull", "row.drink", "strength.start")
def test_the_sea_is_drawn_from_the_top_and_every_pull_helps() -> None:
    """A calm is two lengths, a swell one, and each pull another for one strength. Each time costs one water."""
    table = set_out(1, 4, 2, 3, 5, 6, 7)
    s = rowed(table, finn=True)
    assert (s.gone, s.water, [sailor.strength for sailor in s.sailors]) == (3, 3, [2, 1])
    s = rowed(table, mara=True, finn=True)
    assert (s.gone, s.water, [sailor.strength for sailor in s.sailors]) == (6, 2, [1, 0])
    assert [LENGTHS[card.title] for card in s.sea.drawn] == [2, 1]


@pytest.mark.exercises("way.length", "water.out", "water.most")
def test_the_boat_is_ashore_or_dry() -> None:
    """A boat with six lengths made is ashore, with the last of the water too."""
    assert over(boat(gone=6, water=0)) == "the boat is ashore"
    assert over(boat(gone=5, water=0)) == "the water is gone"
    assert over(boat()) is None
    assert too_much_water(boat()) is None
    assert too_much_water(boat(water=5)) is not None
    ((after, _),) = ExactCounter(first_free_option).dist(made(boat(gone=5), "Calm", 2)).items()
    assert after.gone == 6


@pytest.mark.exercises("sea.storm", "promise.word", "promise.told")
def test_a_promise_is_its_maker_s_until_the_boat_is_ashore() -> None:
    """In a storm rowing is refused. Mara's promise is hidden from Bob until they land."""
    table = set_out(6, 1, 2, 3, 4, 5, 7)
    rowed(table)
    with pytest.raises(Refused, match="ridden out first"):
        table.act("bob", "row", {"who": "finn"})
    number = table.act("ann", "ride_out", {"who": "mara"})
    table.answer("ann", number, "0", "a bell")
    assert table.state.water == 2
    assert [sailor.promise for sailor in table.visible_state("bob").sailors] == ["", ""]
    assert [sailor.promise for sailor in table.visible_state("ann").sailors] == ["a bell", ""]
    assert not any("a bell" in item.text for item in table.log("bob"))
    rowed(table, mara=True, finn=True)
    rowed(table, mara=True, finn=True)
    assert "Mara had promised: a bell" in [item.text for item in table.log("bob")]
    assert table.visible_state("bob").sailors[0].promise == "a bell"


def test_what_nobody_said_is_no_promise() -> None:
    """An empty answer is refused with the form a promise needs, and the storm goes on."""
    table = set_out(6, 1, 2, 3, 4, 5, 7)
    rowed(table)
    number = table.act("ann", "ride_out", {"who": "mara"})
    with pytest.raises(Refused, match="a text of 1 to 120 characters"):
        table.answer("ann", number, "0", "   ")
    assert table.state.storm


@pytest.mark.exercises("sea.order")
@given(st.permutations(range(1, 8)))
def test_how_the_sea_lies_is_seen_by_nobody(order: list[int]) -> None:
    """However it was shuffled, each sailor sees the same seven backs."""
    s = set_out(*order).state
    for seat in GAME.seats:
        eyes = GAME.viewer(s, seat)
        assert conceal(s, eyes) == conceal(boat(), eyes)


def test_nobody_at_the_table_sees_everything() -> None:
    """Neither sailor is a master, so each has something that is kept from them."""
    table = set_out(1, 2, 3, 4, 5, 6, 7)
    table.act("ann", "write_note", {"title": "Mine", "text": "alone"})
    table.act("bob", "start_clock", {"title": "Sharks", "hidden": "yes"})
    seen: Callable[[str], Boat] = table.visible_state
    assert [len(seen("ann").kit.notes), len(seen("bob").kit.notes)] == [1, 0]
    assert [len(seen("ann").kit.clocks), len(seen("bob").kit.clocks)] == [0, 1]
    assert not any(GAME.viewer(table.state, seat).master for seat in table.seats.values())
    assert isinstance(GAME.viewer(table.state, GAME.seats[0]), Viewer)


def test_what_only_a_master_may_do_takes_everybody() -> None:
    """Ann's override waits for Bob. Then it is done."""
    table = set_out(1, 2, 3, 4, 5, 6, 7)
    number = table.act("ann", "row", {"who": "mara"})
    table.answer("ann", number, "0.0", "no")
    table.answer("bob", number, "0.1", "no")
    moved = table.edit("ann", "water", 4)
    assert table.state.water == 3
    table.agree("bob", moved)
    assert table.state.water == 4


def test_the_lab_plays_for_all_of_them() -> None:
    """Without opponents best play is simply the best, and better than never pulling."""
    best, idle = (run_scenario(BOX, "crossing", {}, policy=policy) for policy in ("best", None))
    assert best.how == "best"
    assert best.chances["the boat is ashore"] > idle.chances["the boat is ashore"]


def test_two_who_pull_from_the_start_are_ashore_unless_the_sea_is_against_them() -> None:
    """With one water there is one card: a calm and both pulls are four, too few to land."""
    assert run_scenario(BOX, "crossing", {"water": 1}, policy="best").chances == {"the water is gone": pytest.approx(1)}
