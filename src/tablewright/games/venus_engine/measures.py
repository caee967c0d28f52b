"""Measures: the numbers in a state people care about, of tasks, Lots, Ego and exp."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Measure

from .characters import EXP_BAR, Character
from .state import Goal, Venus

GOAL_WORTH = 1000.0
#: A Lot is worth more than a success can buy, so that none is spent once the goal is reached.
LOT_WORTH = 3.0
EGO_WORTH = 12.0
MORE_WORTH = 1.0
EXP_WORTH = 0.5


def measures(s: Venus) -> Iterator[Measure]:
    """The measures of this task and those before, and of each player's character."""
    for goal in s.goals:
        yield from task_measures(goal)
    if s.call is not None and s.call.kind == "task":
        yield from task_measures(Goal(s.call.who, s.rolls + 1, False, 0))
    for character in s.characters:
        if not character.npc:
            yield from purse(character)


def task_measures(goal: Goal) -> Iterator[Measure]:
    """The measures of one task. Its number keeps it apart from the next."""
    n, who = goal.number, goal.who
    yield Measure(f"goal {n}", "the main goal", float(goal.reached), who, yes=True, worth=GOAL_WORTH)
    yield Measure(f"more {n}", "successes left to spend", float(goal.more), who, worth=MORE_WORTH)


def purse(c: Character) -> Iterator[Measure]:
    yield Measure(f"lots {c.id}", "Lots", float(c.lots), c.id, spent=True, worth=LOT_WORTH)
    yield Measure(f"ego {c.id}", "Ego", float(c.ego), c.id, yes=True, spent=True, worth=EGO_WORTH)
    for job in c.jobs:
        exp = float(job.level * EXP_BAR + job.exp)
        yield Measure(f"exp {c.id} {job.id}", f"exp as {job.name}", exp, c.id, worth=EXP_WORTH)


def side(s: Venus, name: str) -> str:
    """The side a name belongs to. Judgements by Peers and FC are rulings on the fiction, and belong to none."""
    return "the players" if any(c.id == name for c in s.characters) else ""
