"""Many dice that explode, and the best of them: counted die by die, as listing every throw finds it."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from re import search
from time import thread_time

import pytest

from tablewright.engine.exact.counter import ExactCounter
from tablewright.engine.live.interpreter import run_rule
from tablewright.rules.errors import Refused, TooLarge
from tablewright.rules.kit import parse_dice, roll_expression
from tablewright.rules.kit.dice.expression import DEFAULT_EXPLOSIONS, MAX_EXPLOSIONS

Rows = list[tuple[int, Fraction]]


def every_throw(sides: int, bad: tuple[int, ...], deep: int) -> Rows:
    """All one die may come to that explodes so often at most and never shows what is bad, throw by throw."""
    good = [face for face in range(1, sides + 1) if face not in bad]
    found = []
    for face in good:
        more = every_throw(sides, bad, deep - 1) if face == sides and deep else [(0, Fraction(1))]
        found += [(face + further, p / len(good)) for further, p in more]
    return found


@pytest.mark.parametrize("text", ["3d4!kh2", "3d4!kl2", "4d3!kh1", "4d3!kh3", "4d3!kl3", "3d4r1!kh2", "4d3!", "3d4r2!"])
@pytest.mark.parametrize("deep", [1, 2])
def test_many_that_explode_are_what_listing_every_throw_finds(text: str, deep: int) -> None:
    """Kept from above or below, few or most, some faces thrown again: the same fractions, for every total."""
    n, sides = int(text[0]), int(text[2])
    bad = tuple(int(text[4]) for _ in "r" if "r" in text)
    kept = int(text[-1]) if "k" in text else n
    found: dict[int, Fraction] = defaultdict(Fraction)
    for row in product(every_throw(sides, bad, deep), repeat=n):
        values = sorted((value for value, _ in row), reverse="kl" not in text)
        found[sum(values[:kept])] += prod((p for _, p in row), start=Fraction(1))
    assert dict(ExactCounter().dist(roll_expression(parse_dice(text, deep))).items()) == found


def test_many_that_explode_are_as_in_playing() -> None:
    """Thrown sixty thousand times by a plain loop, `4d6r1!kh3` comes to what is counted, on average and far up."""
    dice = Random(7)

    def thrown() -> int:
        total = 0
        for _ in range(DEFAULT_EXPLOSIONS + 1):
            total += (face := dice.randint(2, 6))
            if face < 6:
                break
        return total

    plays = 60_000
    played = [sum(sorted(thrown() for _ in range(4))[1:]) for _ in range(plays)]
    found = ExactCounter().dist(roll_expression(parse_dice("4d6r1!kh3")))
    spread = (found.mean(lambda total: total * total) - found.mean() ** 2) / plays
    assert abs(sum(played) / plays - found.mean()) < 4 * float(spread) ** 0.5
    far = found.chance(lambda total: total >= 30)
    assert abs(sum(total >= 30 for total in played) / plays - far) < 4 * float(far * (1 - far) / plays) ** 0.5


@pytest.mark.parametrize("text", ["4d6!kh3", "3d10!kh2", "4d6r1!kh3", "10d10!", "10d10!kh3", "8d10!+8d8!", "20d10!"])
def test_many_that_explode_are_counted_in_a_moment(text: str) -> None:
    """One die first, then many of it: nothing grows with the number of rolls."""
    start = thread_time()
    assert ExactCounter().dist(roll_expression(parse_dice(text))).whole()
    assert thread_time() - start < 10


def test_the_best_that_exploded_count_on_the_table() -> None:
    """Each die is thrown until it explodes no more, then the next; the highest of what they come to are added up."""
    dice = {str(at): [face] for at, face in enumerate([6, 2, 5, 6, 6, 1, 3])}
    assert run_rule(iter(roll_expression(parse_dice("4d6!kh2"))), dice).result == 13 + 8


@pytest.mark.parametrize("deep", [1, 2, MAX_EXPLOSIONS])
def test_how_often_a_die_explodes_can_be_said(deep: int) -> None:
    """So often at most: a d6 comes to no more than six for each throw."""
    found = ExactCounter().dist(roll_expression(parse_dice("d6!", deep)))
    assert found[6 * (deep + 1)] == Fraction(1, 6 ** (deep + 1))
    assert max(found) == 6 * (deep + 1)
    for wrong in (0, MAX_EXPLOSIONS + 1):
        with pytest.raises(Refused, match="explodes at most 1 to"):
            parse_dice("d6!", wrong)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "40d20!",
            "40d20! comes to too many totals to count. 25d20! would fit, or all 40 where a die explodes at most",
        ),
        ("20d20!kh5+2", "20d20!kh5 comes to too many totals to count. 10d20!kh5 would fit"),
        (
            "20d10!+20d10!+20d10!+20d10!",
            "All of these together are .* leave out a part, or ask for each part by itself",
        ),
    ],
)
def test_what_is_too_much_says_what_would_fit(text: str, says: str) -> None:
    """Before anything is counted; and what it names does fit."""
    with pytest.raises(TooLarge, match=says) as refused:
        parse_dice(text)
    fits = search(r"(\S+) would fit", str(refused.value))
    assert parse_dice(fits[1] if fits else text.partition("+")[0])
