"""Tables: six entries for a d6, thirty-six for a d66."""

from __future__ import annotations

from typing import Annotated

from tablewright.rules import ActingSeat, Param, Rule, action, cites, find_by_id, roll, rule, tell
from tablewright.rules.kit import Chart, roll_chart

from .state import CREW, WAYFINDER, Mission


@rule("tables.roll", "tables.d66")
def roll_table(chart: Chart, by: str, audience: tuple[str, ...]) -> Rule[tuple[int, int]]:
    """Roll for an entry. Return its place, and the number of a further die if the entry calls for one."""
    entry = yield from roll_chart(chart, by, audience, "tables.d66" if len(chart.rows) == 36 else "tables.roll")
    if not calls_for_a_die(entry.text):
        return entry.place, 0
    (number,) = yield from roll(1, by=by, why="How many", audience=audience)
    yield tell("tables.derelict.survivors", "There are {n}.", audience=audience, n=number)
    return entry.place, number


@cites("tables.derelict.survivors")
def calls_for_a_die(text: str) -> bool:
    """True for an entry that speaks of a d6, such as a number of survivors."""
    return "d6" in text.replace(",", " ").split()


def open_ids(s: Mission) -> tuple[str, ...]:
    return tuple(chart.id for chart in s.kit.charts if not chart.hidden)


def all_ids(s: Mission) -> tuple[str, ...]:
    return tuple(chart.id for chart in s.kit.charts)


def none_open(s: Mission) -> str | None:
    return None if open_ids(s) else "no table lies open."


def no_table(s: Mission) -> str | None:
    return None if s.kit.charts else "there is no table to roll on."


@action("tables.roll", "tables.d66", title="Roll on a table", by=(WAYFINDER, CREW), when=none_open, group="Tables")
def roll_on_chart(
    s: Mission,
    chart: Annotated[str, Param("Which table", among=open_ids, label="table")],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Mission]:
    """Roll on an open table for everyone to see."""
    yield from roll_table(find_by_id(s.kit.charts, chart, "table"), me, ())
    return s


@action("tables.roll", "tables.d66", title="Roll in secret", by=WAYFINDER, when=no_table, group="Tables")
def roll_in_secret(
    s: Mission,
    chart: Annotated[str, Param("Which table", among=all_ids, label="table")],
    me: Annotated[str, ActingSeat()] = "",
) -> Rule[Mission]:
    """Roll on any table. Only the wayfinder sees the dice and the entry."""
    yield from roll_table(find_by_id(s.kit.charts, chart, "table"), me, (WAYFINDER,))
    return s
