"""Scenarios: what the lab can run to its end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from tablewright.rules.effects import Call, Policy
from tablewright.rules.forms import Form


class ExpectedValue(float):
    """What a scenario counts and only means something on average: no single play comes to it. Its mean is shown, and
    never how it spreads.
    """

    __slots__ = ()


class Scenario(msgspec.Struct, frozen=True, dict=True):
    """Something the lab can run to its end: a start, a step that is a rule, and when it is over.

    `start(rulings, params)` makes the first state; `step(state)` is a call of a rule that returns the next;
    `ending(state)` names how it ended, or None while it goes on; `count` gives what is left at the end, by name
    (`OnAverage`, where only its mean says anything);
    `value` is what an ending is worth. `from_table(state)` makes a start of the table's state, so that people can ask
    how it is likely to go from here; refused if there is nothing to go on from.

    `side` says to whom `value` is worth it: names of seats, roles or characters, as choices name them. All others play
    against it together, however many sides they are; nobody does, if no side is named. Best play of either side knows
    the whole state, what is concealed from its seat included.

    `standing(state)` names those who are up, so that people can ask who falls first.

    `between` are the least and the most that an ending can be worth. Who says so is told how far best play can be from
    the best found, long before everything has been looked at.
    """

    name: str
    title: str
    doc: str
    start: Callable[..., Any]
    step: Callable[[Any], Call[Any]]
    ending: Callable[[Any], str | None]
    policies: Mapping[str, Policy] = {}
    count: Callable[[Any], Mapping[str, float]] | None = None
    value: Callable[[Any], float] | None = None
    from_table: Callable[[Any], Any] | None = None
    cites: str = ""
    side: tuple[str, ...] = ()
    standing: Callable[[Any], Iterable[str]] | None = None
    between: tuple[float, float] | None = None

    @cached_property
    def form(self) -> Form:
        """What its start asks for, beside the house rulings."""
        return Form.of(self.title, self.start)
