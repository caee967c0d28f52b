"""A task at its KISS round, and what there is to KISS with."""

from __future__ import annotations

from typing import Any

from tablewright.games.venus_engine.means import Ally, Means
from tablewright.games.venus_engine.spread import Pool
from tablewright.games.venus_engine.state import Aid

from .play import Play

AID = (Aid("bo", "courier", "swiftness"), Aid("cleo", "broker", "wits"))


def task(**fields: Any) -> Play:
    """Ida's task with a silver pool of 3; Bo (gold) and Cleo (silver) have offered aid."""
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
