"""Ego: it KISSes all that disappoints, or doubles sixes. Offered while the actor holds it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule as live
from tablewright.games.venus_engine.kissing import task_dice
from tablewright.games.venus_engine.means import Ally, Means
from tablewright.games.venus_engine.spread import Dice, Pool
from tablewright.rules import Choose, Refused
from tablewright.rules.effects.policy import first_free_option

from .kisses import AID, PAIR, at_the_kiss, kissed, means, offered, task
from .play import Play


@pytest.mark.exercises("kiss.one-round", "ego.kiss-all")
def test_ego_uses_up_nothing_else() -> None:
    """Ego throws Ida's misses. The insight stays for Bo's die, which Ego does not reach at this table."""
    have = means(1, free=1, ego=True, ego_reaches_aid=False, rounds="several")
    assert offered(PAIR, have, [1, 1], [1], "all", [1, 1]) == ["0:none:none:0", "0:bo:none:0"]


@pytest.mark.exercises("kiss.one-round", "ego.double")
def test_ego_may_still_be_spent_when_no_miss_is_left() -> None:
    """Several rounds: the only miss comes up six, and then Ego doubles it."""
    several = means(lots=1, ego=True, rounds="several")
    pool: Pool = (("ida", "bronze", 1),)
    choices = ["none", "1:none:none:1", "double", "0:none:double:0"]
    assert kissed(pool, several, [[1]], choices, [[6]]) == Dice(2, lots=1, ego="double")


@pytest.mark.example("ego.kiss-all", 0)
def test_ego_kisses_all_that_disappoints() -> None:
    """Five dice, four failed: four are thrown again, and Ego is gone."""
    play = task().change("ida", ego=True)
    play.change("ida", jobs=(play["ida"].job("rigger").but(level=5),))
    at_the_kiss(play, [6, 1, 1, 2, 3])
    play.answer("ann", "Spend Ego?", "all")
    assert play.question("KISSed").dice == 4
    play.settle(
        [[4, 4, 4, 4]],
        {"main goal": "yes"},
        lets=(
            "Buy what else?",
            "Turn something against them?",
        ),
    )
    assert (play["ida"].ego, play["ida"].lots) == (False, 10)


@pytest.mark.exercises("ego.kiss-all", "kiss.allies")
def test_ego_pays_for_an_allys_die_too_if_the_ally_agrees() -> None:
    """Ida's two misses and Bo's are thrown again for Ego alone: no Lot is due, and Bo is not asked for one."""
    rich = Means(lots=5, allies=(Ally(lot=True),), ego=True)
    open_ = live(task_dice("ida", PAIR, rich).begin(), {"0.0": [1, 1], "0.1": [1], "1": "all"})
    assert [o.key for o in open_.questions[0].options] == ["agreed", "no"]
    result = kissed(PAIR, rich, [[1, 1], [1]], ["all", "agreed"], [[5, 5], [3]])
    assert result == Dice(3, ego="all")


@pytest.mark.exercises("ego.kiss-all", "ego.double")
def test_whether_ego_reaches_aid_dice_is_a_ruling() -> None:
    """If included, the ally's die is thrown and its six doubles. Otherwise Ego reaches only one's own."""
    for ruling, dice, total in (("included", [("ida", 1), ("bo", 1)], 4), ("own dice only", [("ida", 1)], 3)):
        play = Play(ego_and_aid=ruling).call("task", "ida", "finesse", offers=AID).change("ida", ego=True)
        at_the_kiss(play, [6, 4, 1], 1)
        play.answer("ann", "Spend Ego?", "all")
        if ruling == "included":
            play.answer("bob", "Throw your aid die", "agreed")
        seen = []
        while play.asked() and play.asked()[0][1].kind == "roll":
            running, q = play.asked()[0]
            seen.append((q.by[0], q.dice))
            play.table.roll("fc", running.number, q.at, [6])
        assert seen == dice
        reach = ruling == "included"
        double = kissed(
            PAIR, means(1, ego=True, ego_reaches_aid=reach), [[6, 1], [6]], ["double", "0:none:double:0"], []
        )
        assert double.successes == total


@pytest.mark.example("ego.double", 0, 1)
@pytest.mark.parametrize(("caliber", "dice", "total"), [("bronze", [6, 6, 5, 2], 5), ("platinum", [6], 2)])
def test_ego_doubles_sixes(caliber: Any, dice: list[int], total: int) -> None:
    """2+2+1 for bronze 6, 6, 5, 2. 2 for a platinum six. Declared even if nothing is thrown again."""
    pool: Pool = (("ida", caliber, len(dice)),)
    choices = ["double", "0:none:double:0"]
    assert kissed(pool, means(ego=True), [dice], choices, []) == Dice(total, ego="double")


@pytest.mark.example("ego.double", 2, 3)
def test_what_doubling_is_worth() -> None:
    """3 bronze dice, at least 3: 11/54 instead of 1/27. On average 1/2 a die instead of 1/3."""

    def doubling(ask: Choose[Any]) -> Any:
        if ask.cites == "ego.one-use":
            return "double"
        (nothing_more,) = ask.options
        return nothing_more

    dist = ExactCounter(doubling).dist(task_dice("ida", (("ida", "bronze", 3),), means(ego=True)))
    assert dist.chance(lambda d: d.successes >= 3) == Fraction(11, 54)
    assert dist.mean(lambda d: d.successes) == 3 * Fraction(1, 2)
    plain = ExactCounter(first_free_option).dist(task_dice("ida", (("ida", "bronze", 3),), means()))
    assert plain.chance(lambda d: d.successes >= 3) == Fraction(1, 27)
    assert plain.mean(lambda d: d.successes) == 3 * Fraction(1, 3)


@pytest.mark.example("ego.one-use", 0)
def test_ego_does_one_thing() -> None:
    """The question offers keeping, doubling, or KISSing all. After doubling there is no KISS-all."""
    play = at_the_kiss(task().change("ida", ego=True, lots=0), [6, 1, 1])
    assert play.options("Spend Ego?") == ["none", "double", "all"]
    play.answer("ann", "Spend Ego?", "double")
    assert play.options("KISS which") == ["0:none:double:0"]
    with pytest.raises(Refused, match="cannot be answered"):
        play.answer("ann", "KISS which", "2:none:all:0")


@pytest.mark.exercises("ego.kiss-all", "ego.double")
@pytest.mark.parametrize("shown", [([1, 1], [1]), ([5, 5], [4]), ([6, 6], [6]), ([1, 5], [6])])
def test_ego_is_offered_whatever_the_dice_show(shown: tuple[list[int], list[int]]) -> None:
    """Misses can all be thrown again, sixes can be doubled, and plain successes may disappoint."""
    own, aid = shown
    open_ = live(task_dice("ida", PAIR, means(1, ego=True)).begin(), {"0.0": own, "0.1": aid})
    assert open_.questions[0].question.startswith("Spend Ego?")


@pytest.mark.exercises("kiss.one-round", "ego.one-use")
def test_ego_that_was_kept_is_offered_again_in_the_next_round() -> None:
    """A die was thrown again and missed. The two left may still be worth it."""
    pool: Pool = (("ida", "bronze", 3),)
    several = means(lots=3, ego=True, rounds="several")
    assert offered(pool, several, [1, 1, 1], "none", "1:none:none:1", [1]) == ["none", "double", "all"]
