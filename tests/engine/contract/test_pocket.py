"""A roll whose die may be swapped with a kept one and rerolled for a price, in either order, each once."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tablewright.engine.exact.action_odds import rule_odds
from tablewright.engine.exact.counter import ExactCounter
from tablewright.rules import Choose, Dice, Outcome, Rule, roll, rule
from tablewright.rules.effects.policy import first_free_option

from .readers import agree, live


@rule("toy.pocket")
def pocket_roll(pocket: int, pips: int) -> Rule[tuple[Dice, int, int]]:
    """The dice in the end, the Pocket in the end and the pips left."""
    dice = yield from roll(2, why="Pocket roll")
    return (yield from improve(dice, pocket, pips, True, pips > 0))


@rule("toy.pocket")
def improve(dice: Dice, pocket: int, pips: int, may_swap: bool, may_reroll: bool) -> Rule[tuple[Dice, int, int]]:
    options, costs = ["keep"], [0]
    if may_swap:
        options += [f"swap {die}" for die in dict.fromkeys(dice)]
        costs += [0] * (len(options) - 1)
    if may_reroll:
        options.append("reroll")
        costs.append(1)
    pick = yield from Choose("seeker", "Keep it?", tuple(options), tuple(costs))
    if pick == "keep":
        return dice, pocket, pips
    if pick == "reroll":
        return (yield from again(pocket, pips - 1, may_swap))
    out = int(pick.split()[1])
    rest = list(dice)
    rest[rest.index(out)] = pocket
    return (yield from improve(tuple(sorted(rest)), out, pips, False, may_reroll))


@rule("toy.pocket")
def again(pocket: int, pips: int, may_swap: bool) -> Rule[tuple[Dice, int, int]]:
    dice = yield from roll(2, why="Reroll")
    return (yield from improve(dice, pocket, pips, may_swap, False))


def check(pocket: int, pips: int, dc: int) -> Rule[None]:
    dice, _, _ = yield from pocket_roll(pocket, pips)
    yield Outcome(int(sum(dice) >= dc))


def by_hand(pocket: int, pips: int, dc: int) -> Fraction:
    """The same chance counted the obvious way: a roll is safe if it or its better swap makes it, else one reroll."""

    def makes(a: int, b: int) -> bool:
        return max(a + b, max(a, b) + pocket) >= dc

    rolls = list(product(range(1, 7), repeat=2))
    once = Fraction(sum(makes(a, b) for a, b in rolls), 36)
    if not pips:
        return once
    # Rerolling without having swapped keeps the swap for the second roll, so swapping first never helps.
    return once + (1 - once) * once


@pytest.mark.parametrize("pocket", range(1, 7))
@pytest.mark.parametrize("pips", [0, 1])
def test_best_play_is_what_counting_by_hand_gives(pocket: int, pips: int) -> None:
    """For every Pocket, with and without a pip to spend, against DC 9."""
    assert rule_odds(lambda: check(pocket, pips, 9)).best[1] == by_hand(pocket, pips, 9)


def test_swap_then_reroll_and_reroll_then_swap_are_both_possible_and_differ() -> None:
    """The die swapped out becomes the Pocket; a reroll after it has no swap left, one before it does."""
    first = live(lambda: pocket_roll(5, 1).begin(), [[1, 3], [2, 6]], ["swap 1", "reroll", "keep"])
    assert first == ((2, 6), 1, 0)
    second = live(lambda: pocket_roll(5, 1).begin(), [[1, 3], [2, 6]], ["reroll", "swap 2", "keep"])
    assert second == ((5, 6), 2, 0)


def test_each_is_offered_once() -> None:
    """After both nothing is left to choose: the last question has a single option."""
    result = live(lambda: pocket_roll(5, 3).begin(), [[1, 3], [2, 6]], ["reroll", "swap 6", "keep"])
    assert result == ((2, 5), 6, 2)


def test_a_pip_is_spent_only_when_it_helps() -> None:
    """Best play against DC 9 with Pocket 6 rerolls exactly when neither the roll nor a swap makes it."""
    found = rule_odds(lambda: check(6, 1, 9))
    assert found.spent == 1 - by_hand(6, 0, 9)


def test_the_three_readers_agree() -> None:
    """Under a policy that swaps the lowest die whenever it can, then keeps."""

    def swaps(ask: Choose[str]) -> str:
        return next((o for o in ask.options if o.startswith("swap")), first_free_option(ask))

    agree(pocket_roll(4, 1), swaps)
    assert ExactCounter(swaps).dist(pocket_roll(4, 1)).whole()
