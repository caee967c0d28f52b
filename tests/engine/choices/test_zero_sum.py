"""Two sides that choose at once: known games, and the minimax law for any table of numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.choices.zero_sum import (
    MixedStrategies,
    PayoffMatrix,
    find_saddle_point,
    solve_zero_sum,
    support_chances,
)


def shares(weights: tuple[int, ...]) -> tuple[Fraction, ...]:
    return tuple(Fraction(w, sum(weights)) for w in weights)


def least(table: PayoffMatrix, mix: MixedStrategies) -> Fraction:
    """What the rows are worth if the other side knows how they are mixed."""
    rows = shares(mix[0])
    return min(sum((x * row[j] for x, row in zip(rows, table, strict=True)), Fraction()) for j in range(len(table[0])))


def most(table: PayoffMatrix, mix: MixedStrategies) -> Fraction:
    """What the columns give away if the other side knows how they are mixed."""
    columns = shares(mix[1])
    return max(sum((y * worth for y, worth in zip(columns, row, strict=True)), Fraction()) for row in table)


def solved(*table: list[int]) -> tuple[Fraction, tuple[Fraction, ...], tuple[Fraction, ...]]:
    """What it is worth, how the rows are mixed and how the columns are."""
    mix = solve_zero_sum(table)
    assert least(table, mix) == most(table, mix)
    return least(table, mix), shares(mix[0]), shares(mix[1])


none, half, quarter = Fraction(0), Fraction(1, 2), Fraction(1, 4)


def test_matching_pennies_are_tossed() -> None:
    """One wins if they match, the other if they do not: both toss a coin, and nobody gains."""
    assert solved([1, -1], [-1, 1]) == (none, (half, half), (half, half))


def test_rock_paper_scissors_with_unequal_stakes() -> None:
    """Where rock wins two, scissors are dangerous and paper is called for twice as often as either other."""
    rock, paper, scissors = [0, -1, 2], [1, 0, -1], [-2, 1, 0]
    assert solved(rock, paper, scissors) == (none, (quarter, half, quarter), (quarter, half, quarter))


def test_two_by_two_by_the_textbook() -> None:
    """Without a saddle, the worth of [[a, b], [c, d]] is (ad - bc) / (a + d - b - c)."""
    assert solved([0, 2], [1, -1]) == (half, (half, half), (3 * quarter, quarter))


def test_what_is_worse_whatever_the_other_does_is_never_picked() -> None:
    """The third row and the third column only make things worse for who picks them."""
    assert solved([1, -1, 5], [-1, 1, 5], [-2, -2, 4]) == (none, (half, half, none), (half, half, none))


@pytest.mark.parametrize(
    ("table", "worth"), [([[7]], 7), ([[3, 1, 2]], 1), ([[3], [1], [2]], 3), ([[4, 3, 9], [1, 2, 0], [5, 3, 3]], 3)]
)
def test_a_saddle_needs_no_mixing(table: list[list[int]], worth: int) -> None:
    """Who has nothing to choose, or one best thing, does that: one row and one column, surely."""
    found, rows, columns = solved(*table)
    assert found == worth
    assert max(rows) == max(columns) == 1


def test_of_equal_saddles_the_earliest_is_taken() -> None:
    """Everything is worth the same: the first row meets the first column."""
    assert find_saddle_point([[2, 2], [2, 2]]) == (0, 0)
    assert find_saddle_point([[1, -1], [-1, 1]]) is None


tables = st.integers(1, 5).flatmap(
    lambda wide: st.lists(
        st.lists(st.integers(-4, 4) | st.integers(-(10**9), 10**9), min_size=wide, max_size=wide),
        min_size=1,
        max_size=5,
    )
)


@given(tables)
def test_neither_side_gains_by_knowing_the_other(table: list[list[int]]) -> None:
    """The minimax law: what the rows secure is exactly what the columns give away."""
    mix = solve_zero_sum(table)
    assert least(table, mix) == most(table, mix)
    assert min(mix[0]) >= 0
    assert min(mix[1]) >= 0


@given(tables, st.integers(1, 9), st.integers(-9, 9))
def test_stakes_in_another_coin_change_nothing(table: list[list[int]], times: int, more: int) -> None:
    """Worths multiplied and shifted leave everybody's mixture worth as much, so measured."""
    other = [[times * worth + more for worth in row] for row in table]
    assert least(other, solve_zero_sum(table)) == least(other, solve_zero_sum(other))


@given(tables)
def test_chances_total_one(table: list[list[int]]) -> None:
    assert sum(p for p, _, _ in support_chances(solve_zero_sum(table))) == pytest.approx(1)


@given(tables)
def test_each_side_may_be_called_the_rows(table: list[list[int]]) -> None:
    """Seen from the other side, it is worth as much less than nothing."""
    turned = [[-row[j] for row in table] for j in range(len(table[0]))]
    assert least(turned, solve_zero_sum(turned)) == -least(table, solve_zero_sum(table))
