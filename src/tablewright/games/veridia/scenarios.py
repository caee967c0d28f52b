"""Lab scenarios: duels, group fights, the worth of experience, one blow, all weapons against all armors."""

from __future__ import annotations

from tablewright.rules import Scenario

from .armory import armory_ending, armory_start, blow_ending, blow_start, one_blow, one_roll, table_of_worth
from .bouts import duel_start, ending, first_wins, from_table, left_over, next_step, skirmish_start, still_up
from .lessons import gains, lesson_ending, lesson_start, next_lesson_step
from .policies import POLICIES

SCENARIOS = (
    Scenario(
        name="duel",
        title="A duel",
        doc="Two fighters at close quarters until one is down, the first decided by the lab's policy.",
        start=duel_start,
        step=next_step,
        ending=ending,
        policies=POLICIES,
        count=left_over,
        value=first_wins,
        standing=still_up,
        between=(0.0, 1.0),
        from_table=from_table,
        cites="attack.turn",
    ),
    Scenario(
        name="skirmish",
        title="A group fight",
        doc="Some against some others until one side is down, the first side decided by the lab's policy.",
        start=skirmish_start,
        step=next_step,
        ending=ending,
        policies=POLICIES,
        count=left_over,
        value=first_wins,
        standing=still_up,
        between=(0.0, 1.0),
        from_table=from_table,
        cites="round.end",
    ),
    Scenario(
        name="lesson",
        title="What experience is worth",
        doc="The chance to win a duel, and what the next point of each attribute and skill adds to it for its price.",
        start=lesson_start,
        step=next_lesson_step,
        ending=lesson_ending,
        policies=POLICIES,
        count=gains,
        cites="xp.table",
    ),
    Scenario(
        name="blow",
        title="One blow",
        doc="What an undefended attack with one weapon does against one armor: the chance of each damage.",
        start=blow_start,
        step=one_blow,
        ending=blow_ending,
        count=lambda t: {"damage": float(t.damage or 0)},
        value=lambda t: float(t.damage or 0),
        cites="odds.damage",
    ),
    Scenario(
        name="armory",
        title="The worth of each weapon against each armor",
        doc="The mean damage of one attack with so many dice, for every weapon against every armor.",
        start=armory_start,
        step=one_roll,
        ending=armory_ending,
        count=table_of_worth,
        cites="odds.damage",
    ),
)
