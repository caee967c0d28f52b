"""Caliber and Score: the effect of each caliber on a d20 and on a d6."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Literal

from tablewright.rules import Reading, cite, cites

Caliber = Literal["bronze", "silver", "gold", "platinum"]

CALIBERS: tuple[Caliber, ...] = cite("caliber.order", ("bronze", "silver", "gold", "platinum"))

#: The lowest natural d20 that passes by itself. 21 means that none does.
AUTO_PASS: dict[Caliber, int] = {
    "bronze": cite("check.autopass.bronze", 21),
    "silver": cite("check.autopass.silver", 20),
    "gold": cite("check.autopass.gold", 19),
    "platinum": cite("check.autopass.gold", 19),
}

#: The highest natural d20 that fails by itself. 0 means that none does.
AUTO_FAIL: dict[Caliber, int] = {
    "bronze": cite("check.autofail", 1),
    "silver": cite("check.autofail", 1),
    "gold": cite("check.autofail", 1),
    "platinum": cite("check.autofail.platinum", 0),
}

SUCCESS_FROM: dict[Caliber, int] = cite("task.success", {"bronze": 5, "silver": 4, "gold": 3, "platinum": 2})


@cites("caliber.order")
def above(one: Caliber, other: Caliber) -> bool:
    """True if the first caliber is higher than the second."""
    return CALIBERS.index(one) > CALIBERS.index(other)


@cites("task.success", "kiss.odds")
def chance(caliber: Caliber, kissed: bool = False) -> Fraction:
    """The chance of a success on one die, in one throw or, if a failed die is KISSed, in both."""
    once = Fraction(7 - SUCCESS_FROM[caliber], 6)
    return 1 - (1 - once) ** 2 if kissed else once


@cache
def hits_of(caliber: Caliber) -> Callable[[tuple[int, ...], int], tuple[bool, ...]]:
    """The dice that are successes, marked for display."""
    low = SUCCESS_FROM[caliber]
    return lambda dice, _: tuple(face >= low for face in dice)


@cache
def successes(caliber: Caliber) -> Reading[tuple[int, int]]:
    """The number of successes. Sixes are counted as plain ones."""
    low = SUCCESS_FROM[caliber]
    groups = (tuple(range(low, 7)), tuple(range(1, low)))
    return Reading(
        0,
        lambda hits, face, k: hits + k if face >= low else hits,
        lambda hits, n: (hits, 0),
        groups,
        counted=hits_of(caliber),
    )


@cache
def successes_and_sixes(caliber: Caliber) -> Reading[tuple[int, int]]:
    """The number of successes, and of sixes among them."""
    low = SUCCESS_FROM[caliber]
    groups = ((6,), tuple(range(low, 6)), tuple(range(1, low)))

    def step(seen: tuple[int, int], face: int, k: int) -> tuple[int, int]:
        return (seen[0] + k, seen[1] + k * (face == 6)) if face >= low else seen

    return Reading((0, 0), step, lambda seen, n: seen, groups, counted=hits_of(caliber))


@cites("ego.double")
@cache
def successes_doubled(caliber: Caliber) -> Reading[tuple[int, int]]:
    """The number of successes when each six counts as two."""
    low = SUCCESS_FROM[caliber]
    groups = ((6,), tuple(range(low, 6)), tuple(range(1, low)))

    def step(hits: int, face: int, k: int) -> int:
        return hits + (2 * k if face == 6 else k if face >= low else 0)

    return Reading(0, step, lambda hits, n: (hits, 0), groups, counted=hits_of(caliber))


@cache
def best_is(least: int) -> Reading[bool]:
    """True if any die shows at least this number."""
    groups = (tuple(range(least, 7)), *([tuple(range(1, least))] if least > 1 else []))
    return Reading(
        False, lambda met, face, k: met or (face >= least and k > 0), lambda met, n: met, groups, counted=best_alone
    )


def best_alone(dice: tuple[int, ...], _: int) -> tuple[bool, ...]:
    """Marks the highest die, the only one that counts."""
    return tuple(i == dice.index(max(dice)) for i in range(len(dice)))
