"""Action shunts: the return of a systems roll's dice, and the time of its consequence."""

from __future__ import annotations

from typing import Any

import pytest

from tablewright.games.veil_runners_classic.action_shunt import SHUNTS, ways_back
from tablewright.games.veil_runners_classic.rolling_dice import Result
from tablewright.games.veil_runners_classic.state import Run, dice_lost
from tablewright.games.veil_runners_classic.systems import DiceMap
from tablewright.rules import Refused

from .table import LEDGER, Played, act, having, ready, systems_of

#: Faces of Lars's three personal dice: at Normal and target 6 they succeed, partly succeed and fail.
FACES = {Result.SUCCESS: [6, 6, 1], Result.PARTIAL_SUCCESS: [6, 1, 1], Result.FAILURE: [1, 1, 1]}
WORDS = {"success": Result.SUCCESS, "partial": Result.PARTIAL_SUCCESS, "failed": Result.FAILURE}


def engines_roll(result: Result, engines: int = 3, **changes: Any) -> Played:
    """A systems roll with Engines that comes to this result."""
    s = ready((1, engines, 1), 1, **changes)
    return act(s, "systems_roll", who="lars", system="engines", thrown=[[1] * engines + FACES[result]])


def shunt_of(s: Run) -> str:
    assert s.aftermath is not None
    assert s.aftermath.shunt is not None
    return s.aftermath.shunt


@pytest.mark.example("shunt.normal.success", 0)
@pytest.mark.example("shunt.normal.partial", 0)
@pytest.mark.example("shunt.normal.failed", 0)
@pytest.mark.example("shunt.desperate.success", 0)
@pytest.mark.example("shunt.desperate.partial", 0)
@pytest.mark.example("shunt.desperate.failed", 0)
@pytest.mark.example("shunt.table", 0)
@pytest.mark.example("remap.action", 0)
@pytest.mark.parametrize("row", LEDGER.tables["shunts"].records(), ids=lambda row: f"{row['roll']} {row['outcome']}")
def test_the_result_decides_the_shunt(row: dict[str, str]) -> None:
    """Each of the six rows of the ledger's table, rolled: the shunt, and the rule that is cited for it."""
    assert len(SHUNTS) == 6
    played = engines_roll(WORDS[row["outcome"]], engineering=row["roll"] == "normal")
    assert shunt_of(played.s) == row["shunt"]
    assert f"shunt.{row['roll']}.{row['outcome']}" in played.cited


@pytest.mark.example("shunt.reactive", 0)
def test_after_a_reactive_shunt_dice_go_where_the_news_wants_them() -> None:
    """2 dice rolled, an attack announced: both may go to Shields."""
    rolled = engines_roll(Result.SUCCESS, engines=2).s
    told = act(rolled, "tell_consequence", what="They open fire.").s
    after = act(told, "return_dice", shields=2).s
    assert systems_of(after) == (1, 0, 3)
    assert after.aftermath is None


@pytest.mark.example("shunt.standard", 0)
def test_after_a_standard_shunt_dice_are_placed_before_anything_is_told() -> None:
    """The consequence is refused while the 2 dice are in hand, and can be told once they are placed."""
    rolled = engines_roll(Result.PARTIAL_SUCCESS, engines=2).s
    with pytest.raises(Refused, match="the crew first returns 2 dice"):
        act(rolled, "tell_consequence", what="They open fire.")
    placed = act(rolled, "return_dice", telemetry=1, engines=1).s
    assert systems_of(placed) == (2, 1, 1)
    assert act(placed, "tell_consequence", what="They open fire.").s.aftermath is None


@pytest.mark.example("shunt.stabilise", 0)
def test_stabilised_dice_go_back_where_they_came_from() -> None:
    """Engines 3 rolled: Engines 3, and nothing to place."""
    rolled = engines_roll(Result.FAILURE).s
    assert systems_of(rolled) == (1, 3, 1)
    with pytest.raises(Refused, match="no dice are in hand"):
        act(rolled, "return_dice", engines=3)


@pytest.mark.example("shunt.fault", 0)
def test_a_fault_loses_one_die() -> None:
    """Engines 3 rolled: Engines 2, and 4 dice in all."""
    rolled = engines_roll(Result.FAILURE, engineering=False).s
    assert systems_of(rolled) == (1, 2, 1)
    assert rolled.ship.dice.total == 4
    assert dice_lost(rolled) == 1


@pytest.mark.example("shunt.fault.choice", 0)
def test_it_does_not_matter_which_die_is_lost() -> None:
    """Faces 1 and 6 in Engines: the system ends one die lower with any faces, and without a question."""
    s = ready((1, 2, 1), 2, engineering=False)
    played = act(s, "systems_roll", who="lars", system="engines", thrown=[[1, 6, 1, 1, 1]])
    assert systems_of(played.s) == (1, 1, 1)
    assert played.asked == ()


@pytest.mark.example("shunt.fault.damage", 0)
def test_a_fault_with_a_single_die_damages_the_ship() -> None:
    """Engines 1 rolled: Engines 0, and the ship takes damage, with any personal dice beside it."""
    rolled = engines_roll(Result.FAILURE, engines=1, engineering=False).s
    assert systems_of(rolled) == (1, 0, 1)
    assert not rolled.ship.integrity
    two = engines_roll(Result.FAILURE, engines=2, engineering=False).s
    assert two.ship.integrity


def test_a_fault_in_an_empty_system_does_nothing() -> None:
    """No die is lost, and there is no damage."""
    rolled = engines_roll(Result.FAILURE, engines=0, engineering=False).s
    assert systems_of(rolled) == (1, 0, 1)
    assert rolled.ship.integrity


def test_an_empty_system_leaves_nothing_to_place() -> None:
    """A success with personal dice alone: no dice in hand."""
    rolled = engines_roll(Result.SUCCESS, engines=0).s
    assert rolled.aftermath is not None
    assert rolled.aftermath.hand == 0
    assert act(rolled, "tell_consequence").s.aftermath is None


def test_only_system_dice_return() -> None:
    """Of 3 system dice and 3 personal ones 3 are in hand. Returning more or fewer is refused."""
    told = act(engines_roll(Result.SUCCESS).s, "tell_consequence").s
    for shields in (0, 2):
        with pytest.raises(Refused, match="share out exactly 3 dice"):
            act(told, "return_dice", engines=2, shields=shields)
    with pytest.raises(Refused, match="share out exactly 3 dice"):
        act(told, "return_dice", engines=4)


def test_the_first_way_back_is_home() -> None:
    """3 dice in hand have 10 ways back. Under a limit of 3 a system, those that would overfill one are gone."""
    in_hand = engines_roll(Result.SUCCESS).s
    ways = ways_back(in_hand, "engines")
    assert ways[0] == DiceMap(engines=3)
    assert len(set(ways)) == len(ways) == 10
    limited = in_hand.but(rulings=in_hand.rulings.but(most_in_system=3))
    assert set(ways) - set(ways_back(limited, "engines")) == {DiceMap(telemetry=3), DiceMap(shields=3)}


@pytest.mark.example("roll.desperate", 0, 1)
@pytest.mark.example("engineering.lost", 0)
@pytest.mark.example("engineering.summary", 0)
def test_systems_rolls_are_desperate_without_engineering() -> None:
    """With the token a roll is normal. Without it the systems still work, and a failure is a System Fault."""
    assert "A normal roll, failure: stabilise." in engines_roll(Result.FAILURE).text
    lost = engines_roll(Result.FAILURE, engineering=False)
    assert "A desperate roll, failure: system fault." in lost.text
    assert engines_roll(Result.SUCCESS, engineering=False).result is Result.SUCCESS


@pytest.mark.exercises("roll.desperate")
def test_a_reckless_action_may_be_a_normal_roll() -> None:
    """The rating and the state of the roll are two things."""
    s = ready((1, 1, 1), 3)
    played = act(s, "systems_roll", who="lars", system="engines", thrown=[[1, 1, 1, 1]])
    assert "A normal roll" in played.text


def test_a_consequence_may_cost_tokens() -> None:
    """Everything the wayfinder may add: damage, engineering, supplies, reserves, a personal die."""
    rolled = engines_roll(Result.FAILURE).s
    told = act(rolled, "tell_consequence", harm="damage,engineering,supplies,reserves,personal die").s
    assert (told.ship.integrity, told.ship.engineering, told.supplies, told.reserves) == (False,) * 4
    assert told.crew[0].dice == 2
    with pytest.raises(Refused, match="no roll waits for its consequence"):
        act(told, "tell_consequence")


def test_each_harm_is_done_once() -> None:
    """Named twice it is still one: a second hit is the wayfinder's to call by itself."""
    told = act(engines_roll(Result.FAILURE).s, "tell_consequence", harm="damage,damage,personal die,personal die").s
    assert not told.ship.integrity
    assert told.ship.engineering
    assert told.crew[0].dice == 2


def test_a_consequence_takes_only_what_is_there() -> None:
    """A token that is gone already is not among the harms to choose from."""
    rolled = engines_roll(Result.FAILURE, supplies=False).s
    with pytest.raises(
        Refused,
        match="Choose from: the ship takes damage, engineering is lost, reserves are lost, a personal die is lost",
    ):
        act(rolled, "tell_consequence", harm="supplies")


def test_nobody_returns_dice_to_a_ship_that_is_gone() -> None:
    """A success whose consequence destroys the ship leaves the dice in hand, and the log does not ask for them."""
    wreck = tuple(module.but(destroyed=True) for module in ready().ship.modules)
    rolled = act(
        ready((1, 2, 1), 1, integrity=False, modules=wreck),
        "systems_roll",
        who="lars",
        system="engines",
        thrown=[[6, 6, 1, 1, 1]],
    ).s
    told = act(rolled, "tell_consequence", harm="damage", answers=["no"], thrown=[[1]])
    assert told.s.ship.destroyed
    assert "returns" not in told.text
    with pytest.raises(Refused, match="is destroyed"):
        act(told.s, "return_dice", engines=2)


def test_nobody_loses_a_die_they_do_not_have() -> None:
    """A consequence stops at none."""
    s = having(ready((1, 1, 1), 1), "lars", dice=0)
    rolled = act(s, "systems_roll", who="lars", system="engines", thrown=[[1]]).s
    told = act(rolled, "tell_consequence", harm="personal die")
    assert told.s.crew[0].dice == 0
    assert "Lars of the Stars has no personal dice left to lose." in told.text
