"""Chances asked by name, and carried into other people's tools."""

from __future__ import annotations

from enum import IntEnum
from fractions import Fraction

import pytest

from tablewright.engine.exact.action_odds import rule_odds
from tablewright.rules import Choose, Outcome, Rule, roll
from tablewright.rules.errors import UnknownName


class Fall(IntEnum):
    BAD = 0
    VERY_GOOD = 1


def rolled() -> Rule[None]:
    (die,) = yield from roll(1)
    good = die >= 5 or (yield from Choose("ada", "Pay?", (False, True), (0, 1)))
    yield Outcome(Fall(good))


def test_an_outcome_is_asked_by_its_name_or_by_itself() -> None:
    """As the table calls it, in any case."""
    found = rule_odds(rolled)
    assert found.plain["very good"] == found.plain["Very Good"] == found.plain[Fall.VERY_GOOD] == Fraction(1, 3)


def test_what_cannot_come_is_nothing_and_what_nobody_knows_is_refused() -> None:
    """Never a silent 0 for a name that was mistyped."""
    found = rule_odds(rolled)
    assert found.best["bad"] == 0
    with pytest.raises(UnknownName, match="Did you mean very good"):
        found.best["very god"]


def test_names_and_chances_come_as_lists_for_a_plot() -> None:
    """What a Series or a bar chart takes."""
    found = rule_odds(rolled)
    assert dict(zip(found.plain.keys(), found.plain.values(), strict=True)) == {
        "very good": pytest.approx(1 / 3),
        "bad": pytest.approx(2 / 3),
    }
