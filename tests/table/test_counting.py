"""Odds up to the headline, where counting to the end is too much."""

from __future__ import annotations

import pytest

from tablewright.kernel import Outcome, Rule, roll
from tablewright.run.forest import Make
from tablewright.table.counting import Counting, Pace, Weighing
from tablewright.table.prospect import Prospect


def long_after() -> Rule[str]:
    """On a one it ends without a headline; otherwise much happens after it."""
    (die,) = yield from roll(1)
    if die == 1:
        return "nothing"
    yield Outcome("hit", 1, group="hits")
    return str((yield from roll(15, 12)))


def counted(make: Make, seconds: float = 600) -> Prospect:
    """The odds of a rule in which everybody plays for the same, by somebody with this much patience."""
    return Counting("Strike", lambda _: (), (), Weighing(None, None, lambda _: 1), Pace(seconds)).each({"": make})[""]


def test_an_action_that_may_end_without_a_headline_is_counted() -> None:
    """Five times in six it hits; what comes after is too much to count, and that is said."""
    found = counted(long_after)
    assert {group.label: group.chance[0] for group in found.groups} == pytest.approx({"hits": 5 / 6, "done": 1 / 6})
    assert "too much to count" in found.note
