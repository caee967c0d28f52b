"""Rules in the shape of the games' own, small enough to be measured one by one. Ledger ids are the games'."""

from __future__ import annotations

from functools import cache
from typing import Any

from tablewright.rules import Choose, Dice, Gather, ReadDice, Reading, Roll, Rule, ThrowDice, roll, rule, tail_call

# ---- Veil Runners: the highest die, two sixes, tokens that raise dice --------------------------------------------

FIASCO, DRAWBACK, SUCCESS, CRITICAL = range(4)


def two_highest(kept: Dice, face: int, k: int) -> Dice:
    return kept if len(kept) == 2 else (kept + (face,) * min(k, 2))[:2]


@cache
def within_reach(focus: int, no_dice: bool) -> Reading[tuple[Dice, Dice]]:
    """The outcomes the roller can have, the free one first, and the fewest tokens that buy each."""

    def finish(kept: Dice, n: int) -> tuple[Dice, Dice]:
        high, second = kept if n > 1 else (kept[0], None)
        if no_dice:
            prices = (0, max(0, 4 - high) + max(0, 4 - second), 12 - high - second, None)
        else:
            prices = (0, max(0, 4 - high), 6 - high, second and 12 - high - second)
        outcomes, costs = [], []
        for outcome, price in enumerate(prices):
            if price == 0:
                outcomes, costs = [outcome], [0]
            elif price is not None and price <= focus:
                outcomes.append(outcome)
                costs.append(price)
        return tuple(outcomes), tuple(costs)

    return Reading((), two_highest, finish, alike=() if focus else ((1, 2, 3), (4, 5)))


@rule("roll.steps")
def pool_roll(dice: int, focus: int) -> Rule[int]:
    outcomes, prices = yield from Roll(dice or 2, 6, within_reach(focus, dice == 0))
    return (yield from Choose("roller", "Spend focus?", outcomes, prices))


# ---- Veridia: successes, match, critical failure; difficulty; contests -------------------------------------------


@cache
def left_over(difficulty: int) -> Reading[tuple[int, int, int, bool]]:
    """Successes left, size and face of the match, critical failure: difficulty voids the lowest successes first."""

    def step(state: tuple[int, ...], face: int, k: int) -> tuple[int, ...]:
        eat, left, size, match, ones = state
        if face == 1:
            return (eat, left, size, match, min(k, 2))
        if face < 9 or not k:
            return state
        gone = min(eat, k)
        k -= gone
        if k > 1 and k >= size:
            size, match = k, face
        left += k
        return (eat - gone, left, size, match, 0 if left else ones)  # one success rules a critical failure out

    def finish(state: tuple[int, ...], n: int) -> tuple[int, int, int, bool]:
        _, left, size, match, ones = state
        return left, size, match, not left and (ones == 2 or n == ones == 1)

    return Reading((difficulty, 0, 0, 0, 0), step, finish, alike=(tuple(range(2, 9)),), lowest_first=True)


@rule("roll.pool")
def pool(n: int, difficulty: int) -> Rule[tuple[int, int, int, bool]]:
    return (yield from Roll(n, 12, left_over(difficulty)))


SUCCESSES = Reading(0, lambda s, face, k: s + k if face >= 9 else s, lambda s, n: s, alike=(tuple(range(1, 9)),))


@cache
def highest(most: int) -> Reading[tuple[int, int]]:
    """Size and face of the match among the highest so many successes: what cancelling from the lowest leaves."""

    def step(state: tuple[int, int, int], face: int, k: int) -> tuple[int, int, int]:
        room, size, match = state
        k = min(k, room) if face >= 9 else 0
        return (room - k, k, face) if k > max(size, 1) else (room - k, size, match)

    return Reading((most, 0, 0), step, lambda state, n: state[1:], alike=(tuple(range(1, 9)),))


@rule("contest.cancel", "contest.lowest", "contest.match")
def contest(n: int, m: int) -> Rule[tuple[Any, ...]]:
    one = yield from ThrowDice(n, 12)
    other = yield from ThrowDice(m, 12)
    margin = (yield from ReadDice(one, SUCCESSES)) - (yield from ReadDice(other, SUCCESSES))
    if not margin:
        return (0,)
    match = yield from ReadDice(one if margin > 0 else other, highest(abs(margin)))
    return (margin, *match)


# ---- Moonveil: two dice, a Pocket to swap with, a pip to roll again ----------------------------------------------


@rule("roll.total", "roll.unfavorable", "roll.one-or-both", "roll.order")
def pocket_roll(dc: int, pocket: int) -> Rule[tuple[bool, int]]:
    """Whether the check succeeds, and the pips it took. Swap and reroll once each, in either order."""
    made, swapped = yield from Roll(2, 6, with_pocket(dc, pocket))
    pick = yield from WHAT_NOW
    if pick == "reroll":
        return tail_call(reroll(dc, pocket))
    if pick == "keep":
        return made, 0
    return tail_call(after_swap(dc, swapped))


WHAT_NOW = Choose("roller", "Keep it?", ("keep", "swap", "reroll"), (0, 0, 1))
ROLL_AGAIN = Choose("roller", "And roll again?", (False, True), (0, 1))
SWAP = Choose("roller", "Swap?", (False, True))


@cache
def with_pocket(dc: int, pocket: int) -> Reading[tuple[bool, bool]]:
    """Whether the dice make it as they lie, and whether they do with the lower one swapped for the Pocket."""

    def finish(dice: Dice, n: int) -> tuple[bool, bool]:
        return sum(dice) >= dc, dice[0] + pocket >= dc

    return Reading((), two_highest, finish)


@rule("roll.swap", "roll.order")
def after_swap(dc: int, made: bool) -> Rule[tuple[bool, int]]:
    """The swap is gone; the reroll is not."""
    if (yield from ROLL_AGAIN):
        return tail_call(reroll(dc, 0))
    return made, 0


@rule("roll.reroll", "roll.swap")
def reroll(dc: int, pocket: int) -> Rule[tuple[bool, int]]:
    """All dice again, for a pip; the Pocket may still be swapped if it was not (0: it was)."""
    made, swapped = yield from Roll(2, 6, with_pocket(dc, pocket))
    if pocket and (yield from SWAP):
        made = swapped
    return made, 1


# ---- Venus Engine: a check with bonus dice; a task whose dice may be KISSed --------------------------------------

AUTO_PASS = {"Bronze": 21, "Silver": 20, "Gold": 19, "Platinum": 19}
AUTO_FAIL = {"Bronze": 1, "Silver": 1, "Gold": 1, "Platinum": 0}


@rule("check.roll", "check.pass", "check.autopass", "check.autofail", "check.bonus.skip")
def check(caliber: str, need: int, factors: int) -> Rule[bool]:
    """Whether a check passes; `need` is the target less the score."""
    short = yield from fallen_short(caliber, need)
    if 0 < short <= 6:
        return tail_call(bonus_dice(short, factors))
    return short == 0


@rule("check.roll", "check.autopass", "check.autofail")
def fallen_short(caliber: str, need: int) -> Rule[int]:
    """By how much the d20 misses; 0 is a pass, 7 stands for all that bonus dice cannot mend."""
    (d20,) = yield from roll(1, 20)
    if d20 >= AUTO_PASS[caliber]:
        return 0
    if d20 <= AUTO_FAIL[caliber]:
        return 7
    return min(max(need - d20, 0), 7)


@rule("check.bonus.roll")
def bonus_dice(short: int, factors: int) -> Rule[bool]:
    """Some factors are brought in, a die each is thrown, and the best one added."""
    dice = yield from up_to(factors, "Bonus dice?")
    return (yield from Roll(dice, 6, best_is(short)))


@cache
def up_to(most: int, question: str) -> Choose[int]:
    """From none to so many, each for one resource."""
    return Choose("roller", question, tuple(range(most + 1)), tuple(range(most + 1)))


@cache
def best_is(least: int) -> Reading[bool]:
    low, high = tuple(range(1, least)), tuple(range(least, 7))
    alike = (low, high) if low else (high,)
    return Reading(False, lambda met, face, k: met or (face >= least and k > 0), lambda met, n: met, alike)


@cache
def at_least(face: int) -> Reading[int]:
    """How many dice show this or more."""
    low, high = tuple(range(1, face)), tuple(range(face, 7))
    return Reading(0, lambda s, shown, k: s + k if shown >= face else s, lambda s, n: s, alike=(low, high))


BRONZE, GOLD = 5, 3


@rule("task.success", "kiss.one-round", "kiss.once")
def task(bronze: int, gold: int, kisses: int) -> Rule[int]:
    """Successes of a task; up to so many failed dice may be KISSed, all in one round, each for one resource."""
    b, g = yield from thrown(bronze, gold)
    return tail_call(kiss(b + g, bronze - b, gold - g, min(kisses, bronze + gold - b - g)))


@rule("kiss.disappoint", "kiss.keep")
def kiss(hits: int, bronze: int, gold: int, kisses: int) -> Rule[int]:
    """How many of the failed dice are thrown again: Gold before Bronze, as a Gold die succeeds more often."""
    dice = yield from up_to(kisses, "KISS how many dice?")
    golds = min(dice, gold)
    return hits + (yield from thrown_again(dice - golds, golds))


@rule("kiss.reroll")
def thrown_again(bronze: int, gold: int) -> Rule[int]:
    return sum((yield from thrown(bronze, gold)))


def thrown(bronze: int, gold: int) -> Gather:
    return Gather((Roll(bronze, 6, at_least(BRONZE)), Roll(gold, 6, at_least(GOLD))))
