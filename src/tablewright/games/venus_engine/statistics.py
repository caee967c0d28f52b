"""Tables and Statistics: exact chances of successes, for any pool."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import comb, sqrt
from typing import Annotated

from tablewright.kernel import Param, Rule, action, cite, cites, tell

from .caliber import Caliber, chance
from .state import Venus

#: As far as the printed table goes; larger pools are counted the same way.
PRINTED_DICE = cite("stats.beyond-eight", 8)


@cites("stats.exact", "stats.beyond-eight")
@cache
def exactly(caliber: Caliber, dice: int) -> tuple[Fraction, ...]:
    """The chance of exactly 0, 1, … successes of so many dice of one caliber."""
    p = chance(caliber)
    return tuple(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1))


@cites("stats.cumulative", "stats.exact")
def at_least(caliber: Caliber, dice: int, successes: int) -> Fraction:
    """The chance of at least so many successes: what the columns of a printed table mean."""
    return sum(exactly(caliber, dice)[successes:], Fraction(0))


@cites("stats.formula")
def mean(caliber: Caliber, dice: int) -> Fraction:
    return dice * chance(caliber)


@cites("stats.formula")
def sigma(caliber: Caliber, dice: int) -> float:
    p = chance(caliber)
    return sqrt(dice * p * (1 - p))


def pool_chances(pool: Iterable[tuple[Caliber, int]], kissed: bool = False) -> tuple[Fraction, ...]:
    """The chance of exactly 0, 1, … successes of mixed dice, at one throw or with every miss KISSed."""
    out: tuple[Fraction, ...] = (Fraction(1),)
    for caliber, dice in pool:
        p = chance(caliber, kissed)
        for _ in range(dice):
            out = tuple(
                (out[k] * (1 - p) if k < len(out) else Fraction(0)) + (out[k - 1] * p if k else Fraction(0))
                for k in range(len(out) + 1)
            )
    return out


@cites("stats.errata")
def printed(figure: str, exact: Fraction | float) -> str:
    """An exact figure to as many places as a printed one has: where they differ, the printed one is wrong."""
    return f"{float(exact):.{len(figure.partition('.')[2])}f}"


def percent(p: Fraction) -> str:
    return f"{float(100 * p):.2f} %"


@action("stats.exact", "stats.cumulative", "stats.errata", title="Consult the tables", instant=True, group="Tables")
def consult_table(
    s: Venus,
    caliber: Annotated[Caliber, Param("Which dice")] = "bronze",
    dice: Annotated[int | None, Param("How many; from 1 to 8, if left out", min=1, max=20)] = None,
) -> Rule[Venus]:
    """Exact chances of at least so many successes, their mean and spread."""
    for n in range(1, PRINTED_DICE + 1) if dice is None else (dice,):
        chances = ", ".join(f"{k}: {percent(at_least(caliber, n, k))}" for k in range(1, n + 1))
        yield tell(
            "stats.exact",
            "{n} {caliber}, at least {chances}; on average {mean:.2f}, give or take {sigma:.2f}.",
            n=n,
            caliber=caliber,
            chances=chances,
            mean=float(mean(caliber, n)),
            sigma=sigma(caliber, n),
        )
    return s


ACTIONS = (consult_table,)
