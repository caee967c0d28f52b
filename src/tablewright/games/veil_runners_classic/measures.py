"""Measures: the numbers in a state people care about, of characters, tokens, dice, modules and ship."""

from __future__ import annotations

from collections.abc import Iterator

from tablewright.rules import Measure

from .state import CREW, Run, able, dice_in_hand
from .tokens import TOKENS, has


def measures(s: Run) -> Iterator[Measure]:
    """All measures of a state. Keep it cheap: it is read at the end of every branch of an action."""
    for m in s.crew:
        yield Measure(f"{m.id}.dice", "personal dice", m.dice, m.id, worth=3)
        yield Measure(f"{m.id}.grit", "grit", m.grit, m.id, spent=True)
        if s.rulings.at_zero == "down and out":
            yield Measure(f"{m.id}.down", "down and out", not able(s, m.id), m.id, -1, yes=True, worth=10)
    for token in TOKENS:
        yield Measure(f"token.{token}", f"the {token} token", has(s, token), CREW, yes=True, spent=True, worth=5)
    yield from of_ship(s)


def of_ship(s: Run) -> Iterator[Measure]:
    """Measures of the ship. Dice in hand count as its own, because only a fault takes one away."""
    yield Measure("ship.dice", "system dice", s.ship.dice.total + dice_in_hand(s), CREW, worth=4)
    yield Measure("ship.modules", "working modules", sum(not m.destroyed for m in s.ship.modules), CREW, worth=4)
    yield Measure("ship.destroyed", "the ship is destroyed", s.ship.destroyed, CREW, -1, yes=True, worth=100)
