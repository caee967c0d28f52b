"""A task at its KISS round, and what there is to KISS with."""

from __future__ import annotations

from typing import Any

from tablewright.engine.live.interpreter import run_rule as live
from tablewright.games.venus_engine.kissing import task_dice
from tablewright.games.venus_engine.means import Ally, Means
from tablewright.games.venus_engine.spread import Dice, Pool
from tablewright.games.venus_engine.state import Aid
from tests.engine.contract.readers import live as through

from .play import Play

AID = (Aid("bo", "courier", "swiftness"), Aid("cleo", "broker", "wits"))


def task(**fields: Any) -> Play:
    """Ida's task with a silver pool of 3. Bo (gold) and Cleo (silver) have offered aid."""
    return Play().change("ida", agenda="x").call("task", "ida", "finesse", **{"offers": AID, **fields})


def at_the_kiss(play: Play, own: list[int], *aid: int) -> Play:
    """The dice have fallen, and the question is open."""
    allies = ["bo", "cleo"][: len(aid)]
    dice = [own, *([d] for d in aid)]
    play.start("ann", "perform_task", who="ida", job="rigger", accept=allies, dice=dice)
    return play


PAIR: Pool = (("ida", "bronze", 2), ("bo", "gold", 1))


def means(allies: int = 0, **fields: Any) -> Means:
    return Means(allies=(Ally(),) * allies, **fields)


def kissed(pool: Pool, means: Means, shown: list[list[int]], choices: list[str], again: list[list[int]]) -> Dice:
    """The dice of a task played live."""
    result = through(lambda: task_dice("ida", pool, means).begin(), [*shown, *again], choices)
    assert isinstance(result, Dice)
    return result


def offered(pool: Pool, have: Means, *answers: Any) -> list[str]:
    """The options to KISS next, after these dice and choices in order."""
    given: dict[str, Any] = {}
    for answer in answers:
        given[live(task_dice("ida", pool, have).begin(), given).questions[0].at] = answer
    return [o.key for o in live(task_dice("ida", pool, have).begin(), given).questions[0].options]
