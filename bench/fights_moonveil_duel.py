"""Moonveil's duel by hand: a Seeker with an Edged weapon and 8 Hit Points, face to face with a Gutter Imp.

What a programmer writes for this one fight and the policy "plain", which wagers, swaps and rerolls nothing: only what
these two can meet. A Critical Hit does no more with these weapons than a Strong one, so nobody needs a Limit.
"""

from __future__ import annotations

import random


class Fighter:
    """`least` is what a hit does at the least: 3 with an Edged weapon."""

    def __init__(self, hp: int, evade: int, pocket: int, least: int) -> None:
        self.hp, self.evade, self.defense, self.least = hp, evade, evade + pocket, least

    def attack(self, other: Fighter) -> None:
        a, b = random.randint(1, 6), random.randint(1, 6)
        total = a + b
        if total <= other.evade:
            return
        damage = max(a, b) if total >= other.defense else 1
        other.hp -= max(self.least, damage)


def fight() -> tuple[str, int]:
    """How one fight ends, and after how many steps: each turn, each change of phase and each new Round is one."""
    seeker, imp = Fighter(8, 4, 4, 3), Fighter(4, 5, 3, 1)
    steps = 0
    while True:
        steps += 1  # a new Round
        first = random.randint(1, 6) >= 4
        if first:
            seeker.attack(imp)
            steps += 1
            if imp.hp <= 0:
                return "the Seekers win", steps
            steps += 1  # the enemies' phase
        imp.attack(seeker)
        steps += 1
        if seeker.hp <= 0:
            return "the Seekers are dead", steps
        if not first:
            steps += 1  # the phase of those who come last
            seeker.attack(imp)
            steps += 1
            if imp.hp <= 0:
                return "the Seekers win", steps
