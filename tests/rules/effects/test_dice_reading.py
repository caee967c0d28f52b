"""Dice read by a fold: what is counted is what rolling every die by hand would give."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.dice_fold import count_rolls, count_rolls_given, sorted_rolls
from tablewright.engine.effect_handlers import DiceHandler
from tablewright.rules import Reading, TooLarge
from tablewright.rules.effects.effect import ThrowDice

Numbers = tuple[int, int, int, int, int]


@cache
def mixer(numbers: Numbers, lowest_first: bool = False) -> Reading[Any]:
    """A fold with no rhyme or reason, in which order and every count matter."""
    a, b, c, d, m = numbers
    return Reading(
        0, lambda s, face, k: (a * s + b * face + c * k * face + d * s * k) % m, lambda s, n: (s, n), (), lowest_first
    )


def by_hand(numbers: Numbers, dice: tuple[int, ...], sides: int, lowest_first: bool = False) -> Any:
    """The same fold without any machinery."""
    a, b, c, d, m = numbers
    state = 0
    for face in range(1, sides + 1) if lowest_first else range(sides, 0, -1):
        k = dice.count(face)
        state = (a * state + b * face + c * k * face + d * state * k) % m
    return state, len(dice)


def every_roll(n: int, sides: int) -> product[tuple[int, ...]]:
    return product(range(1, sides + 1), repeat=n)


numbers = st.tuples(*[st.integers(0, 6)] * 4, st.integers(2, 7))
pools = st.sampled_from([(n, sides) for n in range(7) for sides in range(1, 9) if sides**n <= 1300])


@given(numbers, pools, st.booleans())
def test_counting_a_fold_gives_what_rolling_every_die_gives(
    numbers: Numbers, pool: tuple[int, int], lowest_first: bool
) -> None:
    """For any fold: the ways to each reading are the rolls that read so, one by one."""
    n, sides = pool
    expected = Counter(by_hand(numbers, dice, sides, lowest_first) for dice in every_roll(n, sides))
    assert count_rolls(n, sides, mixer(numbers, lowest_first)) == expected


@given(numbers, pools, st.booleans())
def test_dice_on_the_table_read_what_the_count_knows(
    numbers: Numbers, pool: tuple[int, int], lowest_first: bool
) -> None:
    """Reading every roll live gives exactly the readings that are counted, in whatever order the dice lie."""
    n, sides = pool
    reading = mixer(numbers, lowest_first)
    live = {reading(dice, sides) for dice in every_roll(n, sides)}
    assert live == set(count_rolls(n, sides, reading))


@given(pools, st.sets(st.integers(1, 8), min_size=1), st.sets(st.integers(1, 8)))
def test_lumping_faces_the_fold_treats_alike_changes_nothing(
    pool: tuple[int, int], first: set[int], second: set[int]
) -> None:
    """Counting in two groups of faces gives the same whether each face is folded or each group."""
    n, sides = pool
    second = second - first
    groups = tuple(tuple(sorted(group)) for group in (first, second) if group)
    group_of = {face: i for i, group in enumerate(groups) for face in group}

    def step(state: tuple[int, ...], face: int, k: int) -> tuple[int, ...]:
        place = group_of.get(face, len(groups))
        return tuple(count + (k if i == place else 0) for i, count in enumerate(state))

    start = (0,) * (len(groups) + 1)
    face_by_face = Reading(start, step, lambda s, n: s)
    lumped = Reading(start, step, lambda s, n: s, groups)
    assert count_rolls(n, sides, lumped) == count_rolls(n, sides, face_by_face)
    assert all(lumped(dice, sides) == face_by_face(dice, sides) for dice in every_roll(min(n, 3), sides))


def test_a_group_is_shown_to_the_step_as_its_first_face() -> None:
    """The step sees one face for the group, with the dice of all of them; faces beyond the die do not count."""
    reading = Reading((), lambda seen, face, k: (*seen, (face, k)), lambda seen, n: seen, ((1, 2, 9),))
    assert reading((1, 2, 2, 4), 4) == ((4, 1), (3, 0), (1, 3))


@pytest.mark.parametrize(("lowest_first", "order"), [(False, [3, 2, 1]), (True, [1, 2, 3])])
def test_faces_come_highest_first_unless_told_otherwise(lowest_first: bool, order: list[int]) -> None:
    """Both on the table and in the count, the fold meets the faces in the same order."""
    reading = Reading((), lambda seen, face, k: (*seen, (face, k)), lambda seen, n: seen, lowest_first=lowest_first)
    assert [face for face, _ in reading((2, 2), 3)] == order
    assert all([face for face, _ in seen] == order for seen in count_rolls(2, 3, reading))


def test_the_finish_is_told_how_many_dice_there_were() -> None:
    """A fold that ignores the dice still knows their number."""
    reading = Reading(0, lambda s, face, k: s, lambda s, n: n)
    assert [count_rolls(n, 6, reading) for n in (0, 1, 3)] == [{0: 1}, {1: 6}, {3: 216}]


@given(numbers, numbers, st.sampled_from([(n, s) for n in range(5) for s in range(1, 6)]), st.booleans())
def test_a_second_look_knows_what_the_first_told(
    first: Numbers, second: Numbers, pool: tuple[int, int], lowest_first: bool
) -> None:
    """Given an earlier reading, the ways to a later one are the rolls that read so both times."""
    n, sides = pool
    a, b = mixer(first, lowest_first), mixer(second, lowest_first)
    joint = Counter(
        (by_hand(first, dice, sides, lowest_first), by_hand(second, dice, sides, lowest_first))
        for dice in every_roll(n, sides)
    )
    for known in {one for one, _ in joint}:
        expected = {two: w for (one, two), w in joint.items() if one == known}
        assert count_rolls_given(n, sides, ((a, known),), b) == expected


groups = st.sets(st.integers(1, 6), min_size=1).map(lambda faces: tuple(sorted(faces)))


@given(st.integers(0, 5), groups, groups, st.booleans())
def test_looks_that_lump_differently_still_see_the_same_dice(
    n: int, first: tuple[int, ...], second: tuple[int, ...], up: bool
) -> None:
    """Three readings of one throw, each with a group of its own: jointly what rolling every die gives."""
    hits = [hits_in(first, up), hits_in(second, up)]
    best = Reading(0, lambda top, face, k: max(top, face if k else 0), lambda top, n: top, (), up)
    joint = Counter((hits[0](dice, 6), hits[1](dice, 6), best(dice, 6)) for dice in every_roll(n, 6))
    for x, y in {(x, y) for x, y, _ in joint}:
        expected = {top: w for (i, j, top), w in joint.items() if (i, j) == (x, y)}
        assert count_rolls_given(n, 6, ((hits[0], x), (hits[1], y)), best) == expected


@cache
def hits_in(faces: tuple[int, ...], up: bool = False) -> Reading[int]:
    return Reading(0, lambda n, face, k: n + k if face in faces else n, lambda n, dice: n, (faces,), up)


def test_looks_that_run_against_each_other_are_an_error_of_the_rule() -> None:
    """The same dice cannot be folded from both ends at once."""
    up, down = mixer((1, 1, 1, 1, 5), True), mixer((1, 1, 1, 1, 5), False)
    with pytest.raises(ValueError, match="must all run the same way"):
        count_rolls_given(2, 6, ((up, (0, 2)),), down)


@pytest.mark.parametrize(("n", "sides"), [(0, 6), (1, 1), (20, 12), (21, 6), (100, 1000)])
def test_no_roll_is_lost(n: int, sides: int) -> None:
    """Small pools, those counted by themselves and the largest: the ways total sides to the power of n."""
    assert sum(count_rolls(n, sides, hits_in((6, 5))).values()) == sides**n


@pytest.mark.parametrize("n", [3, 20, 21, 60])
def test_large_pools_follow_the_binomial_law(n: int) -> None:
    """So many sixes out of n dice: the textbook's number of ways, exactly."""
    assert count_rolls(n, 6, hits_in((6,))) == {k: comb(n, k) * 5 ** (n - k) for k in range(n + 1)}


@given(st.integers(0, 5), st.integers(1, 4))
def test_sorted_rolls_come_as_often_as_their_orders(n: int, sides: int) -> None:
    """Each sorted roll is counted once for each order the dice can fall in."""
    assert sorted_rolls(n, sides) == Counter(tuple(sorted(dice)) for dice in every_roll(n, sides))


@pytest.mark.parametrize(("n", "sides"), [(0, 1), (100, 1000), (1, 6)])
def test_what_a_table_throws_is_allowed(n: int, sides: int) -> None:
    """From no dice at all to a hundred with a thousand sides."""
    DiceHandler().checked(ThrowDice(n, sides))


@pytest.mark.parametrize(("n", "sides"), [(101, 6), (1, 1001), (-1, 6), (3, 0), (999_999, 999_999)])
def test_what_no_table_throws_is_refused_with_the_limits(n: int, sides: int) -> None:
    """The sentence names what was asked and the most that can be thrown."""
    with pytest.raises(TooLarge, match=f"{n}d{sides} .* at most 100 dice of at most 1000 sides"):
        DiceHandler().checked(ThrowDice(n, sides))


@pytest.mark.parametrize("lowest_first", [False, True])
def test_every_face_is_read_once(lowest_first: bool) -> None:
    """From the highest down or from the lowest up, and none that the die does not have."""
    read = Reading(0, lambda n, _, count: n + count, lambda n, _: n, lowest_first=lowest_first)
    faces = range(1, 7) if lowest_first else range(6, 0, -1)
    assert read.groups(6) == [(face, (face,)) for face in faces]
