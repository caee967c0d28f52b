"""Rules that know nothing of each other, counted from what each comes to."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from operator import add, mul

import pytest

from tablewright.engine.exact import tree_builder
from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.trees.distribution import Distribution
from tablewright.rules.effects.combine import combine_two, repeat_rule
from tablewright.rules.effects.decorators import rule
from tablewright.rules.effects.dice_reading import Reading
from tablewright.rules.effects.effect import Call, Choose, Rule, roll


@rule()
def squared(sides: int) -> Rule[int]:
    (face,) = yield from roll(1, sides)
    return face * face


@rule()
def daring(sides: int) -> Rule[int]:
    """A die; on a one another throw, if whoever throws likes."""
    (face,) = yield from roll(1, sides)
    if face == 1 and (yield from Choose("ada", "Throw again?", (False, True), (0, 1))):
        (face,) = yield from roll(1, sides)
    return face


@cache
def two_in_row() -> Reading[tuple[int, ...]]:
    """The two that are first in the row, highest first."""
    return Reading((), lambda row, value, k: (*row, *[value] * k)[:2], lambda row, _: row)


@cache
def added() -> Reading[int]:
    return Reading(0, lambda total, value, k: total + value * k, lambda total, _: total)


CALLS = [
    combine_two(add, squared(6), squared(4)),
    combine_two(mul, squared(3), combine_two(max, squared(4), squared(4))),
    repeat_rule(4, squared(4), two_in_row()),
    repeat_rule(1, combine_two(add, squared(2), squared(2)), two_in_row()),
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.fn.__name__)
def test_what_is_counted_at_once_is_what_playing_each_with_each_finds(
    call: Call[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same fractions, the quick way and the long one."""
    quick: Distribution[object] = ExactCounter().dist(call)
    monkeypatch.setattr(tree_builder, "COMBINERS", {})
    assert quick == ExactCounter().dist(call)
    assert quick.whole()


def test_where_somebody_chooses_they_are_asked() -> None:
    """Best play throws a one again, 2.5 on average instead of 1: a quarter of the time, in either of two dice."""
    for call in (combine_two(add, daring(4), daring(4)), repeat_rule(2, daring(4), added())):
        assert ExactCounter().best(call, int).dist.mean() == 2 * (Fraction(2 + 3 + 4, 4) + Fraction(5, 2) / 4)
