"""Advantage and Disadvantage, from How To Play: a die more, and which die goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tablewright.rules import Dice, Rule, cites, roll, rule

from .capacity import encumbered
from .people import Enemy, Seeker, Stat
from .state import Veil

Edge = Literal[-1, 0, 1]
"""Disadvantage (-1), a plain roll (0) or Advantage (1)."""


REASONS: dict[Edge, tuple[str, ...]] = {
    -1: ("2", "1 for Disadvantage, the highest goes"),
    0: (),
    1: ("2", "1 for Advantage, the lowest goes"),
}


@cites("adv.cancel", "adv.trigger", "cap.encumbered.effect", "penance.encumbered", "deduction.effect")
def edge_of(
    s: Veil, seeker: Seeker, stat: Stat | None = None, pros: Iterable[str] = (), cons: Iterable[str] = ()
) -> Edge:
    """Weigh the reasons for and against: those of one kind count once, both kinds cancel.

    A Deduction can lift a reason for Disadvantage, but never being Encumbered.
    """
    lifted = {insight.of for insight in s.insights if insight.kind == "relief"}
    good, bad = set(pros), {con for con in (*cons, *weakness(seeker)) if con not in lifted}
    if seeker.position == "strong":
        good.add("a strong position")
    for moon in s.moons:
        if stat is not None and moon.lever == f"weak {stat}" and moon.title not in lifted:
            bad.add(moon.title)
        elif stat is not None and moon.lever == f"strong {stat}":
            good.add(moon.title)
    if encumbered(s, seeker):
        bad.add("Encumbered")
    return as_edge(bool(good) - bool(bad))


@cites("adv.trigger")
def weakness(one: Seeker | Enemy) -> tuple[str, ...]:
    return ("a weak position",) if one.position == "weak" else ()


@cites("adv.trigger")
def edge_against(s: Veil, enemy: Enemy) -> Edge:
    """The edge of an enemy's own roll, from its position as the Guide judges it."""
    return as_edge((enemy.position == "strong") - (enemy.position == "weak"))


def as_edge(n: int) -> Edge:
    return 1 if n > 0 else -1 if n < 0 else 0


@cites("cap.encumbered.effect")
def burden(s: Veil, one: Seeker | Enemy) -> Edge:
    """Disadvantage on an Encumbered Seeker's single dice, in rolls where a high number is good for them."""
    heavy = isinstance(one, Seeker) and s.rulings.encumbered == "every roll" and encumbered(s, one)
    return -1 if heavy else 0


@rule("roll.total", "adv.extra-die", "adv.advantage", "adv.disadvantage", "adv.swap-after")
def two_dice(who: str, edge: Edge, why: str) -> Rule[Dice]:
    """Roll 2d6. With Advantage roll one more and drop the lowest, with Disadvantage drop the highest."""
    dice = yield from roll(2 + abs(edge), by=who, why=why, reasons=REASONS[edge])
    return dice[1:] if edge > 0 else dice[:2]


@rule("cap.encumbered.effect")
def one_die(who: str, edge: Edge, why: str) -> Rule[int]:
    """Roll a single die. With Disadvantage roll one more and drop the highest."""
    dice = yield from roll(1 + abs(edge), by=who, why=why)
    return dice[-1] if edge > 0 else dice[0]


@rule("cap.encumbered.effect")
def several(who: str, n: int, edge: Edge, why: str) -> Rule[int]:
    """The sum of several dice. With Disadvantage roll one more and drop the highest."""
    dice = yield from roll(n + abs(edge), by=who, why=why)
    return sum(dice[1:] if edge > 0 else dice[:n])
