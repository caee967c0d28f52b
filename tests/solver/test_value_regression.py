"""The estimated values of unexplored positions, from explored ones."""

from __future__ import annotations

from itertools import product
from math import exp
from typing import Any

import numpy as np
import pytest

from tablewright.rules import Rule, State, roll, rule
from tablewright.solver.value_regression import ValueRegression

SURE = 1e-4


class Hand(State, frozen=True):
    strength: int
    luck: int
    name: str = "ada"


class Bout(State, frozen=True):
    hands: tuple[Hand, ...]
    weather: str = "fair"


def bouts() -> list[Bout]:
    return [Bout((Hand(a, b), Hand(c, 1))) for a, b, c in product(range(6), range(6), range(4))]


def odds(value: float) -> float:
    return 1 / (1 + exp(-value))


def left_out(keys: list[Any], worths: list[float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Estimate every third position from the others. Returns those, their values, and the estimates."""
    likeness, worth = ValueRegression(), np.array(worths)
    likeness.meet(keys)
    unknown = np.arange(len(keys)) % 3 == 1
    return unknown, worth[unknown], likeness.expected(~unknown, np.where(unknown, 0.0, worth), SURE)[unknown]


def test_what_each_value_counts_for_is_learned() -> None:
    """Strength helps and the other's strength harms, wherever in the state they stand: no place is far off."""
    every = bouts()
    worths = [odds(0.8 * b.hands[0].strength - 1.1 * b.hands[1].strength) for b in every]
    _, true, expected = left_out(every, worths)
    assert np.abs(expected - true).max() < 0.2
    assert true.max() - true.min() > 0.8


def test_what_two_values_count_for_together_is_learned() -> None:
    """If luck is good for the strong alone, neither value by itself tells anything."""
    every = bouts()
    worths = [0.9 if (b.hands[0].strength > 2) == (b.hands[0].luck > 2) else 0.1 for b in every]
    _, true, expected = left_out(every, worths)
    assert np.abs(expected - true).max() < 0.2


@rule("toy.charge")
def charge(hand: Hand) -> Rule[Hand]:
    return hand.but(luck=(yield from roll(1, 6))[0])


@rule("toy.flee")
def flee(hand: Hand) -> Rule[Hand]:
    return hand.but(luck=(yield from roll(1, 4))[0])


def test_each_rule_is_learned_by_itself() -> None:
    """The strong do well to charge, the weak to flee: the same arguments, and the opposite worth."""
    hands = [Hand(a, b) for a, b in product(range(8), range(8))]
    keys: list[Any] = [call for hand in hands for call in (charge(hand), flee(hand))]
    worths = [part for hand in hands for part in (0.1 + hand.strength / 10, 0.8 - hand.strength / 10)]
    _, true, expected = left_out(keys, worths)
    assert np.abs(expected - true).max() < 0.2


def test_a_value_nobody_has_met_says_nothing() -> None:
    """A place is judged by what is known of the rest of it: in a storm like in neither fair weather nor rain."""
    fair = bouts()
    rain = [bout.but(weather="rain") for bout in fair]
    likeness = ValueRegression()
    likeness.meet([*fair, *rain, fair[-1].but(weather="storm")])
    known = np.array([True] * (len(fair) + len(rain)) + [False])
    worths = [odds(b.hands[0].strength - 4 + 2 * (b.weather == "fair")) for b in (*fair, *rain)]
    dry, wet, storm = likeness.expected(known, np.array([*worths, 0.0]), SURE)[[len(fair) - 1, -2, -1]]
    assert wet + 0.03 < storm < dry - 0.03


def test_places_met_later_are_expected_of_by_what_was_learned_before() -> None:
    """New places and new paths in them do not wait until there is more to learn from."""
    first, later = bouts(), [Bout((Hand(5, 5), Hand(0, 1), Hand(1, 1))), Bout((Hand(0, 0), Hand(0, 1)))]
    likeness = ValueRegression()
    likeness.meet(first)
    worth = [odds(b.hands[0].strength - 3) for b in first]
    likeness.expected(np.full(len(first), True), np.array(worth), SURE)
    likeness.meet([*first, *later])
    known = np.array([True] * len(first) + [False, False])
    strong, weak = likeness.expected(known, np.array([*worth, 0.0, 0.0]), SURE)[-2:]
    assert strong == pytest.approx(odds(2), abs=0.05)
    assert weak == pytest.approx(odds(-3), abs=0.05)


def test_of_what_nothing_is_known_nothing_is_expected() -> None:
    """Neither good nor bad."""
    likeness = ValueRegression()
    likeness.meet(bouts())
    assert set(likeness.expected(np.full(len(bouts()), False), np.zeros(len(bouts())), SURE)) == {0.5}


def test_things_that_always_go_together_count_once() -> None:
    """A name that says the same as the strength does not make the strong stronger."""
    plain = [Hand(a, b) for a, b in product(range(8), range(6))]
    named = [hand.but(name=f"strong {hand.strength}") for hand in plain]
    worths = [odds(hand.strength - hand.luck) for hand in plain]
    assert left_out(named, worths)[2] == pytest.approx(left_out(plain, worths)[2])


@pytest.mark.parametrize("seed", range(3))
def test_noise_in_the_last_digits_teaches_nothing(seed: int) -> None:
    """A fit makes thousands of times as much of a difference: here it finds none, to the last digit."""
    every = bouts()
    worths = np.array([odds(0.8 * b.hands[0].strength - 1.1 * b.hands[1].strength) ** 2 for b in every])
    noise = np.random.default_rng(seed).uniform(-1e-13, 1e-13, len(every))
    *_, expected = left_out(every, worths.tolist())
    *_, again = left_out(every, (worths * (1 + noise)).tolist())
    assert again.tolist() == expected.tolist()
    assert len(set(expected.tolist())) > 20
