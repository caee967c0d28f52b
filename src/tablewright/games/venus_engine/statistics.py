"""Tables and Statistics: exact chances of successes, for any pool."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate, product
from math import comb, sqrt
from typing import Annotated

from tablewright.rules import Param, Refused, Rule, action, cite, cites, tell

from .aid import AID_MOST
from .caliber import Caliber, chance
from .state import Venus

#: The largest pool of the printed table. Larger pools are counted the same way.
PRINTED_DICE = cite("stats.beyond-eight", 8)


@cites("stats.exact", "stats.beyond-eight", "kiss.odds")
def exactly(caliber: Caliber, dice: int, kissed: bool = False) -> tuple[Fraction, ...]:
    """The chances of exactly 0, 1, … successes on dice of one caliber, in one throw or with misses KISSed."""
    p = chance(caliber, kissed)
    return tuple(comb(dice, k) * p**k * (1 - p) ** (dice - k) for k in range(dice + 1))


@cites("stats.cumulative")
def or_more(chances: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The chances of at least so many, from those of exactly so many, as in the columns of a printed table."""
    return tuple(accumulate(chances[::-1]))[::-1]


@cites("stats.cumulative", "stats.exact")
def at_least(caliber: Caliber, dice: int, successes: int) -> Fraction:
    """The chance of at least so many successes of dice of one caliber."""
    return or_more(exactly(caliber, dice))[successes]


@cites("stats.formula")
def mean(caliber: Caliber, dice: int, kissed: bool = False) -> Fraction:
    return dice * chance(caliber, kissed)


@cites("stats.formula")
def sigma(caliber: Caliber, dice: int, kissed: bool = False) -> float:
    p = chance(caliber, kissed)
    return sqrt(dice * p * (1 - p))


@cites("stats.exact", "task.aid.caliber")
def pool_chances(pool: Iterable[tuple[Caliber, int]], kissed: bool = False) -> tuple[Fraction, ...]:
    """The chances of exactly 0, 1, … successes of mixed dice, in one throw or with every miss KISSed."""
    out: tuple[Fraction, ...] = (Fraction(1),)
    for caliber, dice in pool:
        mixed = [Fraction(0)] * (len(out) + dice)
        for (k, p), (more, q) in product(enumerate(out), enumerate(exactly(caliber, dice, kissed))):
            mixed[k + more] += p * q
        out = tuple(mixed)
    return out


@cites("stats.errata")
def printed(figure: str, exact: Fraction | float) -> str:
    """An exact figure to as many places as a printed one. If they differ, the printed one is wrong."""
    return f"{float(exact):.{len(figure.partition('.')[2])}f}"


LEAST_SHOWN = Fraction(1, 10_000)


def percent(p: Fraction) -> str:
    """A percentage to two places. A possible event is never shown as 0, an uncertain one never as 100."""
    if 0 < p < LEAST_SHOWN:
        return "under 0.01 %"
    return "over 99.99 %" if 1 - LEAST_SHOWN < p < 1 else f"{float(100 * p):.2f} %"


@action("stats.exact", "stats.cumulative", "stats.errata", title="Consult the tables", instant=True, group="Tables")
def consult_table(
    s: Venus,
    caliber: Annotated[Caliber, Param("Which dice")] = "bronze",
    dice: Annotated[int | None, Param("How many; from 1 to 8, if left out", min=1, max=20)] = None,
    aid: Annotated[tuple[Caliber, ...], Param("Calibers of aid dice beside them, two at most")] = (),
    kissed: Annotated[bool, Param("With every miss KISSed")] = False,
) -> Rule[Venus]:
    """Look up exact chances of at least so many successes, their mean and spread, for mixed dice too."""
    if len(aid) > AID_MOST:
        raise Refused("No more than two aid dice join a task: leave one out.")
    for n in range(1, PRINTED_DICE + 1) if dice is None else (dice,):
        pool = ((caliber, n), *((c, 1) for c in aid))
        found = or_more(pool_chances(pool, kissed))
        chances = ", ".join(f"{k}: {percent(p)}" for k, p in enumerate(found) if k)
        yield tell(
            "stats.exact",
            "{dice}{kissed}, at least {chances}; on average {mean:.2f}, give or take {sigma:.2f}.",
            dice=" + ".join(f"{k} {c}" for c, k in pool),
            kissed=", every miss KISSed" if kissed else "",
            chances=chances,
            mean=float(sum(mean(c, k, kissed) for c, k in pool)),
            sigma=sqrt(sum(sigma(c, k, kissed) ** 2 for c, k in pool)),
        )
    return s


ACTIONS = (consult_table,)
