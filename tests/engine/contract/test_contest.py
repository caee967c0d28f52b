"""Two pools cancelling each other lowest first; the contest declared after seeing the intent; dice split in two."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest

from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.exact.counter import ExactCounter
from tablewright.rules import Choose, Outcome, ReadDice, Reading, Rule, ThrowDice, rule

from .readers import agree, live

BELOW = (tuple(range(1, 9)),)


@cache
def count() -> Reading[int]:
    return Reading(0, lambda n, face, k: n + k if face >= 9 else n, lambda n, dice: n, BELOW, lowest_first=True)


@cache
def after_losing(lowest: int) -> Reading[tuple[int, int, int]]:
    """What is left once so many of the lowest successes are gone: how many, and the best match among them."""

    def step(state: tuple[int, int, int, int], face: int, k: int) -> tuple[int, int, int, int]:
        gone, left, size, of = state
        if face < 9:
            return state
        lost = min(gone, k)
        k -= lost
        return (gone - lost, left + k, k, face) if k > 1 and k >= size else (gone - lost, left + k, size, of)

    return Reading((lowest, 0, 0, 0), step, lambda s, n: s[1:], BELOW, lowest_first=True)


Result = tuple[str, int, int, int]


@rule("toy.contest")
def contest(mine: int, theirs: int) -> Rule[Result]:
    """Who wins, with how many successes left and which match in them."""
    a = yield from ThrowDice(mine, 12, by="a")
    b = yield from ThrowDice(theirs, 12, by="b")
    hits_a = yield from ReadDice(a, count())
    hits_b = yield from ReadDice(b, count())
    if hits_a > hits_b:
        return ("a", *(yield from ReadDice(a, after_losing(hits_b))))
    if hits_b > hits_a:
        return ("b", *(yield from ReadDice(b, after_losing(hits_a))))
    return ("nobody", 0, 0, 0)


@rule("toy.exchange")
def attack(pool: int, guard: int, parry: int) -> Rule[int]:
    """Damage of an attack: the defender, seeing it come, may contest it and may split dice to strike back as well."""
    how = yield from Choose("defender", "You are attacked.", ("take it", "parry", "parry and strike"))
    if how == "take it":
        thrown = yield from ThrowDice(pool, 12)
        return (yield from ReadDice(thrown, count()))
    if how == "parry":
        winner, left, _, _ = yield from contest(pool, parry)
        return left if winner == "a" else 0
    share = min(guard, parry) - 1
    to_parry = yield from Choose("defender", "Dice to the parry?", tuple(range(share + 1)))
    winner, left, _, _ = yield from contest(pool, to_parry)
    thrown = yield from ThrowDice(share - to_parry, 12)
    back = yield from ReadDice(thrown, count())
    return (left if winner == "a" else 0) - back


def brute(mine: int, theirs: int) -> dict[Result, Fraction]:
    """Every roll of both sides, one by one, over five faces that stand for twelve: 8 ways to show less than 9."""
    ways = {8: 8, 9: 1, 10: 1, 11: 1, 12: 1}
    out: Counter[Result] = Counter()
    for dice_a in product(ways, repeat=mine):
        for dice_b in product(ways, repeat=theirs):
            weight = 1
            for die in (*dice_a, *dice_b):
                weight *= ways[die]
            a, b = (sorted(d for d in dice if d >= 9) for dice in (dice_a, dice_b))
            name, left = ("a", a[len(b) :]) if len(a) > len(b) else ("b", b[len(a) :]) if len(b) > len(a) else ("", [])
            size, of = max(((left.count(d), d) for d in set(left)), default=(0, 0))
            out[(name, len(left), size, of) if size > 1 else (name or "nobody", len(left), 0, 0)] += weight
    return {r: Fraction(w, 12 ** (mine + theirs)) for r, w in out.items()}


@pytest.mark.parametrize(("mine", "theirs"), [(1, 0), (2, 2), (3, 2), (2, 4)])
def test_small_contests_are_what_brute_force_counts(mine: int, theirs: int) -> None:
    """Winner, successes left and best match, jointly and exactly."""
    assert dict(ExactCounter().dist(contest(mine, theirs)).items()) == brute(mine, theirs)


def test_twelve_against_twelve_is_counted_exactly() -> None:
    """A large contest is a distribution that totals one and favours nobody."""
    dist = ExactCounter().dist(contest(12, 12))
    assert dist.whole()
    assert dist.chance(lambda r: r[0] == "a") == dist.chance(lambda r: r[0] == "b")
    assert dist.total == 12**24 // (12**24 // dist.total)


def test_removal_starts_with_the_lowest() -> None:
    """12, 12, 9 against one success keeps the pair of twelves."""
    assert live(lambda: contest(3, 1).begin(), [[9, 12, 12], [10]], []) == ("a", 2, 2, 12)


def test_the_defender_declares_after_the_attack_is_announced_and_splits_dice() -> None:
    """Parry and strike: four dice become three, two of them parry, one strikes back."""
    dice = [[9, 10, 2], [9, 1], [12]]
    assert live(lambda: attack(3, 5, 4).begin(), dice, ["parry and strike", "2"]) == 0


def test_the_best_defence_is_found() -> None:
    """Somebody with a large parry does best with it; with none at all, striking back or nothing is left."""

    def defended(pool: int, guard: int, parry: int) -> Rule[None]:
        damage = yield from attack(pool, guard, parry)
        yield Outcome(-damage)

    strong = rule_odds(lambda: defended(4, 8, 8)).best.mean()
    assert strong > rule_odds(lambda: defended(4, 8, 8)).plain.mean()


def test_the_three_readers_agree() -> None:
    """Under a defender who parries and strikes with an even split."""

    def splits(ask: Choose[Any]) -> Any:
        return "parry and strike" if ask.question.startswith("You are") else ask.options[len(ask.options) // 2]

    agree(attack(4, 5, 5), splits)
    agree(contest(3, 3), splits)
