"""Veridia's duel by hand: a duelist with side-sword and dagger against an orc raider with an axe, both bold.

What a programmer writes for this one fight: whoever is attacked with the main action left answers with an exchange of
blows unless hopelessly outmatched, and nobody defends otherwise. Wear of the armor is not counted, as in the lab.
"""

from __future__ import annotations

import random

ARMOR = 2
"""Light armor, on both of them."""


def match(dice: list[int]) -> tuple[int, int]:
    """The largest group of equal dice and its number, the higher number where two are as large."""
    size = number = 0
    for face in (9, 10, 11, 12):
        n = dice.count(face)
        if n > 1 and n >= size:
            size, number = n, face
    return size, number


def successes(dice: int) -> list[int]:
    """The dice of a pool that show 9 or more."""
    return [die for die in [random.randint(1, 12) for _ in range(dice)] if die >= 9]


class Fighter:
    """`downs` are the health below which somebody is hurt, impaired and incapacitated."""

    def __init__(
        self, name: str, health: int, downs: tuple[int, int, int], pool: int, in_exchange: int, devastating: bool
    ) -> None:
        self.name, self.health, self.downs = name, health, downs
        self.pool, self.in_exchange, self.devastating = pool, in_exchange, devastating
        self.acted = False

    def penalty(self) -> int:
        hurt, impaired, _ = self.downs
        return 4 if self.health < impaired else 2 if self.health < hurt else 0

    def down(self) -> bool:
        return self.health < self.downs[2]

    def hit(self, other: Fighter, dice: list[int]) -> None:
        """A blow with these successes: damage 2 and the successes, with an axe the match as well."""
        damage = len(dice) + 2
        if self.devastating:
            damage += max(0, match(dice)[0] - 1)
        other.health -= max(0, damage - ARMOR)

    def attack(self, other: Fighter) -> None:
        self.acted = True
        pool, answer = self.pool - self.penalty(), other.in_exchange - other.penalty()
        if not other.acted and answer + 3 >= pool:
            other.acted = True
            self.exchange(other, self.in_exchange - self.penalty(), answer)
            return
        dice = successes(pool)
        if dice:
            self.hit(other, dice)

    def exchange(self, other: Fighter, mine: int, theirs: int) -> None:
        """Successes cancel one for one from the lowest; whoever has some left hits with the highest."""
        one, two = sorted(successes(mine), reverse=True), sorted(successes(theirs), reverse=True)
        left = len(one) - len(two)
        if left > 0:
            self.hit(other, one[:left])
        elif left < 0:
            other.hit(self, two[:-left])


def initiative(dice: int) -> tuple[int, int, int]:
    good = successes(dice)
    return (len(good), *match(good))


def in_order(one: Fighter, other: Fighter) -> tuple[Fighter, Fighter]:
    """By initiative, and by a die for as long as they are level."""
    mine, theirs = initiative(8), initiative(4)
    if mine != theirs:
        return (one, other) if mine > theirs else (other, one)
    a = b = 0
    while a == b:
        a, b = random.randint(1, 12), random.randint(1, 12)
    return (one, other) if a > b else (other, one)


def fight() -> tuple[str, int]:
    """How one fight ends, and after how many steps: initiative is one, and every turn."""
    one = Fighter("one", 11, (9, 6, 3), 8, 9, False)
    other = Fighter("other", 13, (10, 7, 4), 8, 7, True)
    order = in_order(one, other)
    steps = 1
    while True:
        one.acted = other.acted = False
        for fighter, foe in (order, order[::-1]):
            steps += 1
            if fighter.acted:
                continue
            fighter.attack(foe)
            if foe.down():
                return f"{fighter.name} wins", steps
            if fighter.down():
                return f"{foe.name} wins", steps
