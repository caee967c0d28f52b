"""Distributions in whole numbers: nothing is lost, nothing is rounded."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablewright.engine.trees.distribution import Distribution

dists = st.dictionaries(st.integers(-5, 5), st.integers(1, 50), min_size=1).map(Distribution)
weighted = st.lists(st.tuples(st.integers(1, 9), dists), min_size=2, max_size=5)


@given(dists)
def test_chances_total_one(dist: Distribution[int]) -> None:
    """Over all values, in exact fractions."""
    assert sum(dict(dist.items()).values()) == 1
    assert dist.whole()


@given(weighted)
def test_a_mixture_gives_each_value_its_share_of_every_part(parts: list[tuple[int, Distribution[int]]]) -> None:
    """The law of total probability, value by value."""
    total = sum(w for w, _ in parts)
    mixed = Distribution.mix(total, parts)
    assert mixed.whole()
    for value in range(-5, 6):
        assert mixed[value] == sum((Fraction(w, total) * part[value] for w, part in parts), Fraction(0))


@given(weighted)
def test_the_mean_of_a_mixture_is_the_mean_of_the_means(parts: list[tuple[int, Distribution[int]]]) -> None:
    """Weighted as the parts are."""
    total = sum(w for w, _ in parts)
    assert Distribution.mix(total, parts).mean() == sum(Fraction(w, total) * part.mean() for w, part in parts)


@given(dists, st.integers(1, 1000))
def test_only_chances_matter_not_the_size_of_the_weights(dist: Distribution[int], scale: int) -> None:
    """The same weights many times over are the same distribution, and come down to the same lowest numbers."""
    larger = Distribution({value: w * scale for value, w in dist.weights.items()}, dist.total * scale)
    assert larger == dist
    assert larger.lowest().weights == dist.lowest().weights


@given(dists)
def test_renaming_values_moves_their_chances_along(dist: Distribution[int]) -> None:
    """Values that become the same add up; nothing is lost."""
    squares = dist.map(lambda v: v * v)
    assert squares.whole()
    for square in squares:
        assert squares[square] == dist.chance(lambda v, square=square: v * v == square)  # type: ignore[misc]


@given(dists)
def test_the_mean_is_the_sum_of_values_by_their_chances(dist: Distribution[int]) -> None:
    """Also of any number made from the values."""
    assert dist.mean() == sum(v * p for v, p in dist.items())
    assert dist.mean(lambda v: 2 * v + 1) == 2 * dist.mean() + 1


def test_what_cannot_happen_has_no_chance() -> None:
    """A value that is not there is asked for like any other."""
    assert Distribution({"a": 1, "b": 2})["c"] == 0
    assert len(Distribution({"a": 1, "b": 2})) == 2


def test_what_is_sure_is_sure() -> None:
    """One value, all the weight."""
    assert dict(Distribution.sure("x").items()) == {"x": 1}


@pytest.mark.parametrize("weights", [{1: 1}, {1: 3, 2: 1}, {1: 2, 2: 0}])
def test_missing_or_excess_weight_is_noticed(weights: dict[int, int]) -> None:
    """Weights that do not add up to the total, or that are none, are not whole."""
    assert not Distribution(weights, 2).whole()


def test_a_distribution_says_its_chances() -> None:
    """Its repr gives fractions in lowest terms."""
    assert repr(Distribution({"hit": 2, "miss": 4})) == "Dist({'hit': 1/3, 'miss': 2/3})"


def test_a_distribution_differs_from_anything_else() -> None:
    """It is not its weights."""
    assert Distribution({1: 1}) != {1: 1}
