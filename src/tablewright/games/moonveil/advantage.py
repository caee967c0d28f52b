"""How To Play: Advantage and Disadvantage, and what they do to dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from tablewright.rules import Dice, Rule, cites, roll, rule

from .capacity import encumbered
from .people import Enemy, Seeker, Stat
from .state import Veil

Edge = Literal[-1, 0, 1]
"""Disadvantage, a plain roll, Advantage."""


REASONS: dict[Edge, tuple[str, ...]] = {
    -1: ("2", "1 for Disadvantage, the highest goes"),
    0: (),
    1: ("2", "1 for Advantage, the lowest goes"),
}


@cites("adv.cancel", "adv.trigger", "cap.encumbered.effect", "penance.encumbered", "deduction.effect")
def edge_of(
    s: Veil, seeker: Seeker, stat: Stat | None = None, pros: Iterable[str] = (), cons: Iterable[str] = ()
) -> Edge:
    """Reasons of one kind count once, both kinds cancel. What a Deduction lifted is out; a burden never is."""
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
    """An enemy's own position, as the Guide judges it."""
    return as_edge((enemy.position == "strong") - (enemy.position == "weak"))


def as_edge(n: int) -> Edge:
    return 1 if n > 0 else -1 if n < 0 else 0


@cites("cap.encumbered.effect")
def burden(s: Veil, one: Seeker | Enemy) -> Edge:
    """A Seeker's single dice suffer when Encumbered, wherever high is good for the Seeker."""
    heavy = isinstance(one, Seeker) and s.rulings.encumbered == "every roll" and encumbered(s, one)
    return -1 if heavy else 0


@rule("roll.total", "adv.extra-die", "adv.advantage", "adv.disadvantage", "adv.swap-after")
def two_dice(who: str, edge: Edge, why: str) -> Rule[Dice]:
    """2d6; with Advantage one more, and the lowest is taken away; with Disadvantage one more, and the highest is."""
    dice = yield from roll(2 + abs(edge), by=who, why=why, reasons=REASONS[edge])
    return dice[1:] if edge > 0 else dice[:2]


@rule("cap.encumbered.effect")
def one_die(who: str, edge: Edge, why: str) -> Rule[int]:
    """A single die; with Disadvantage one more, and the highest is taken away."""
    dice = yield from roll(1 + abs(edge), by=who, why=why)
    return dice[-1] if edge > 0 else dice[0]


@rule("cap.encumbered.effect")
def several(who: str, n: int, edge: Edge, why: str) -> Rule[int]:
    """The sum of several dice; with Disadvantage one more, and the highest is taken away."""
    dice = yield from roll(n + abs(edge), by=who, why=why)
    return sum(dice[1:] if edge > 0 else dice[:n])
