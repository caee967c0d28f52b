"""Stat Pips: unmarked ones can still be spent."""

from __future__ import annotations

from tablewright.rules import Refused, cites

from .people import STATS, Pips, Seeker, Stat
from .state import Veil


@cites("pips.meaning", "pips.have")
def unmarked(seeker: Seeker, stat: Stat) -> int:
    """The pips a Seeker has left: a stat's number less its marked pips."""
    return max(0, seeker.stats.of(stat) - seeker.marked.of(stat))


def left_of(seeker: Seeker) -> Pips:
    """The unmarked pips of every stat."""
    return Pips(*(unmarked(seeker, stat) for stat in STATS))


@cites("pips.cap")
def mark(seeker: Seeker, stat: Stat, n: int = 1) -> Seeker:
    """Mark pips, as far as there are any."""
    most = min(n, unmarked(seeker, stat))
    return seeker.but(marked=seeker.marked.put(stat, seeker.marked.of(stat) + most))


@cites("pips.cap")
def mark_all(seeker: Seeker, stat: Stat) -> Seeker:
    return mark(seeker, stat, seeker.stats.of(stat))


def erase(seeker: Seeker, *stats: Stat) -> Seeker:
    """Erase the marks in these stats, or in all if none is named."""
    marked = seeker.marked
    for stat in stats or STATS:
        marked = marked.put(stat, 0)
    return seeker.but(marked=marked)


@cites("pips.have")
def need_pip(seeker: Seeker, stat: Stat, what: str) -> None:
    if not unmarked(seeker, stat):
        raise Refused(
            f"{what} needs an unmarked {stat.title()} pip; {seeker.name} has none left. A Rest erases the marks"
            + (", and a Rally does." if stat != "willpower" else ".")
        )


@cites("pips.cap")
def spread_over(left: Pips, n: int) -> tuple[Pips, ...]:
    """Every way to mark n more pips in the four stats, or all that are left if those are fewer."""
    n = min(n, sum(left.all()))
    ways = [Pips()]
    for stat in STATS:
        ways = [way.put(stat, k) for way in ways for k in range(min(left.of(stat), n - sum(way.all())) + 1)]
    return tuple(way for way in ways if sum(way.all()) == n)


@cites("pips.cap")
def overmarked(s: Veil) -> str | None:
    for seeker in s.seekers:
        for stat in STATS:
            if not 0 <= seeker.marked.of(stat) <= seeker.stats.of(stat):
                return f"{seeker.name} has {seeker.marked.of(stat)} of {seeker.stats.of(stat)} {stat.title()} marked"
    return None


def in_stats(pips: Pips) -> str:
    return ", ".join(f"{stat.title()} {pips.of(stat)}" for stat in STATS if pips.of(stat)) or "nothing"
