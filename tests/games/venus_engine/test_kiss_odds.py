"""Odds of KISSing: the words of the question, best play, Ego's two uses."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from tablewright.engine.exact.action_odds import action_odds_of
from tablewright.engine.exact.counter import ExactCounter
from tablewright.games.venus_engine import GAME
from tablewright.games.venus_engine.caliber import chance
from tablewright.games.venus_engine.kissing import task_dice
from tablewright.games.venus_engine.means import Ally, Means
from tablewright.games.venus_engine.plans import Kiss, Stand, gain
from tablewright.games.venus_engine.policies import bold
from tablewright.games.venus_engine.spread import Pool
from tests.engine.contract.readers import agree

from .kisses import AID, PAIR, at_the_kiss, means, task
from .play import Play, seat


@pytest.mark.exercises("task.kiss.step")
def test_the_question_says_what_each_plan_adds() -> None:
    """A silver die adds 1/2 on average, Bo's gold one 2/3. The price is the cheapest way's."""
    play = at_the_kiss(task(), [5, 5, 1], 1)
    labels = {o.key: (o.label, o.cost) for o in play.question("KISS").options}
    assert labels["1:none:none:1"] == ("throw 1 of your own dice again, for 1 Lot (+0.50 on average)", 1)
    assert labels["0:bo:none:1"] == ("throw Bo Lantern's die again, for 1 Lot (+0.67 on average)", 1)
    stand = Stand(0, (("ida", "silver"), ("bo", "gold")), (1, 1), (False, False))
    assert gain(Kiss(1, ("bo",), "none", 2), stand) == Fraction(7, 6)
    doubling = Stand(0, (("ida", "silver"), ("bo", "gold")), (1, 0), (True, True))
    assert gain(Kiss(2, ("bo",), "double", 3), doubling) == 2 * Fraction(2, 3) - 1 + Fraction(5, 6) - 1


@pytest.mark.exercises("ego.one-use", "ego.kiss-all", "ego.double")
def test_the_question_compares_egos_two_uses() -> None:
    """A six would count once more. Two silver misses and Bo's gold one, thrown again, add 5/3."""
    play = at_the_kiss(task().change("ida", ego=True), [6, 1, 1], 1)
    labels = {o.key: (o.label, o.cost) for o in play.question("Spend Ego?").options}
    assert labels["none"] == ("keep it", 0)
    assert labels["double"] == ("sixes count twice (+1 as the dice lie)", 10)
    assert labels["all"] == ("throw 2 of your own dice and Bo Lantern's die again (+1.67 on average)", 10)


@pytest.mark.exercises("ego.kiss-all", "ego.double")
def test_ego_for_own_dice_only_leaves_aid_dice_out_of_everything() -> None:
    """Bo's die alone missed, so Ego has none to throw. With sixes doubled his die adds no more than its 2/3."""
    play = Play(ego_and_aid="own dice only").call("task", "ida", "finesse", offers=AID).change("ida", ego=True)
    at_the_kiss(play, [6, 4, 4], 1, 4)
    assert play.options("Spend Ego?") == ["none", "double"]
    play.answer("ann", "Spend Ego?", "double")
    labels = {o.key: o.label for o in play.question("KISS").options}
    assert labels["0:bo:double:1"] == "throw Bo Lantern's die again, for 1 Lot (+0.67 on average)"
    assert not any("cleo" in key for key in labels)


def by_hand(pool: Pool, lots: int) -> Fraction:
    """Most successes on average with Ego and so many Lots: every roll, every use of Ego, every set of dice."""
    dice = [(7 - int(6 * chance(c)), c) for _, c, n in pool for _ in range(n)]
    total = Fraction(0)
    rolls = list(product(range(1, 7), repeat=len(dice)))
    for faces in rolls:
        found: list[Fraction] = []
        for use in ("none", "double", "all"):
            lies = [(face >= low) * (1 + (use == "double" and face == 6)) for face, (low, _) in zip(faces, dice)]  # noqa: B905
            again = [chance(c) + Fraction(use == "double", 6) for _, c in dice]
            better = sorted((max(Fraction(0), new - old) for new, old in zip(again, lies)), reverse=True)  # noqa: B905
            found.append(sum(better[: len(dice) if use == "all" else lots], Fraction(sum(lies))))
        total += max(found)
    return total / len(rolls)


@pytest.mark.exercises("task.kiss.step", "ego.kiss-all", "ego.double")
@pytest.mark.parametrize("lots", [0, 1, 2])
def test_the_best_play_is_that_of_an_obvious_count(lots: int) -> None:
    """Two bronze dice, a gold and a platinum one of allies who agree, Ego and a few Lots."""
    pool: Pool = (("ida", "bronze", 2), ("bo", "gold", 1), ("cleo", "platinum", 1))
    have = Means(lots=lots, allies=(Ally(agreed=True),) * 2, ego=True)
    found = ExactCounter().best(task_dice("ida", pool, have), lambda d: d.successes).dist
    assert found.mean(lambda d: d.successes) == by_hand(pool, lots)


@pytest.mark.exercises("ego.one-use")
def test_egos_two_uses_compared() -> None:
    """Three silver dice, two wanted: best play with Ego reaches them more often than without, and never for more."""
    play = task(offers=()).change("ida", lots=0)
    aim = {"who": "ida", "job": "rigger"}
    without = action_odds_of(GAME, play.s, "perform_task", aim, seat=seat("ann"), aim=2)
    play.change("ida", ego=True)
    with_ego = action_odds_of(GAME, play.s, "perform_task", aim, seat=seat("ann"), aim=2)
    assert without.plain == with_ego.plain

    def reached(found: Any) -> Fraction:
        return sum((p for name, p in found.best.items() if int(name.split()[-2]) >= 2), Fraction(0))

    assert reached(without) == Fraction(1, 2)
    # With 1 success throw both misses (3/4), unless it is a six, which doubles for sure. With 0 throw all three (1/2).
    one_six, one_plain, none = 3 * Fraction(1, 6) / 4, 3 * Fraction(1, 3) / 4, Fraction(1, 8)
    assert reached(with_ego) == Fraction(1, 2) + one_six + one_plain * Fraction(3, 4) + none * Fraction(1, 2)


@pytest.mark.exercises("task.kiss.step")
def test_the_three_readers_agree_on_a_task() -> None:
    """Live, exact and bulk, for a bold player with Lots, a stunt, Ego and an ally."""
    agree(task_dice("ida", PAIR, means(1, lots=1, stunt=True, ego=True), 2), bold, plays=2000)
