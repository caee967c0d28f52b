"""Rolling: take a pool, throw it, spend Focus Tokens on it, read the highest die."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from tablewright.rules import Choose, Dice, Reading, Roll, Rule, cite, cites, rule, tail_call

from .state import Position, Result

MOST_DICE = cite("needs.dice-cap", 6)
NO_DICE = cite("roll.pool.zero", 2)

#: The lowest reading of each result. Two such dice make a Success a Critical Success.
LOWEST = cite(
    "roll.outcome.fiasco roll.outcome.drawback roll.outcome.success roll.outcome.critical",
    {Result.FIASCO: 1, Result.DRAWBACK: 4, Result.SUCCESS: 6},
)

RESULT_WORDS = {
    Result.FIASCO: "Fiasco",
    Result.DRAWBACK: "Success with drawback",
    Result.SUCCESS: "Success",
    Result.CRITICAL: "Critical Success",
}

RESULTS = tuple(Result)
Priced = tuple[Result, int]


@cites("roll.read.highest", "roll.outcome.critical", "roll.outcome.critical.zero-dice")
def result_of(hand: Dice, no_dice: bool = False) -> Result:
    """Read the highest die. Two sixes are a Critical. Of a roll with no dice read the lowest, never a Critical."""
    ordered = sorted(hand, reverse=not no_dice)
    if not no_dice and ordered[:2] == [6, 6]:
        return Result.CRITICAL
    return max(result for result, lowest in LOWEST.items() if ordered[0] >= lowest)


@cites("roll.step.focus", "focus.use.raise")
def price(hand: Dice, wanted: Result, no_dice: bool = False) -> int | None:
    """The fewest tokens that raise these dice to a result: one a pip, no die above six. None if they cannot."""
    if wanted is Result.CRITICAL:
        return None if no_dice or len(hand) < 2 else sum(6 - die for die in sorted(hand)[-2:])
    raised = hand if no_dice else (max(hand),)
    return sum(max(0, LOWEST[wanted] - die) for die in raised)


@cache
@cites("roll.read.highest", "roll.pool.zero")
def which_is_read(no_dice: bool) -> Callable[[Dice, int], tuple[bool, ...]]:
    """Mark the die that is read: the highest, or both sixes of a Critical, or the lowest of a roll with no dice."""

    def read(faces: Dice, sides: int) -> tuple[bool, ...]:
        wanted = min(faces) if no_dice else max(faces)
        several = 2 if wanted == sides and not no_dice else 1
        places = [i for i, face in enumerate(faces) if face == wanted][:several]
        return tuple(i in places for i in range(len(faces)))

    return read


@cache
def two_that_count(no_dice: bool) -> Reading[Dice]:
    """The two highest dice, or both dice of a roll with no dice. No result depends on more."""
    return Reading((), _keep_two, lambda top, n: top, lowest_first=no_dice, counted=which_is_read(no_dice))


def _keep_two(top: Dice, face: int, count: int) -> Dice:
    return top if len(top) == 2 or not count else (top + (face,) * count)[:2]


#: Faces that are equivalent as long as no token raises them.
UNRAISED = ((1, 2, 3), (4, 5))


@cache
def within_reach(focus: int, no_dice: bool) -> Reading[tuple[Priced, ...]]:
    """Each result these tokens can reach, with its cheapest price. The unchanged result comes first."""
    finish, read = partial(in_reach, focus, no_dice), which_is_read(no_dice)
    return Reading((), _keep_two, finish, () if focus else UNRAISED, no_dice, read)


def in_reach(focus: int, no_dice: bool, top: Dice, n: int) -> tuple[Priced, ...]:
    return reach_of(top, focus, no_dice)


def reach_of(top: Dice, focus: int, no_dice: bool) -> tuple[Priced, ...]:
    if not top:
        return ()
    natural = result_of(top, no_dice)
    prices = [(result, price(top, result, no_dice)) for result in RESULTS[natural + 1 :]] if focus else []
    return ((natural, 0), *[(r, cost) for r, cost in prices if cost is not None and cost <= focus])


def priced_words(option: Priced) -> str:
    """A result and its price. The unchanged result is free."""
    result, cost = option
    if not cost:
        return f"no: {RESULT_WORDS[result]}"
    return f"{RESULT_WORDS[result]} for {'1 token' if cost == 1 else f'{cost} tokens'}"


@rule("roll.steps", "roll.step.roll", "roll.step.focus", "roll.focus.in-time", "roll.prob.base", "roll.prob.focus")
def pool_roll(by: str, dice: int, focus: int, forceful: bool = False) -> Rule[Priced]:
    """Throw a pool and offer the results within reach of the tokens held before the throw. Return result and cost."""
    if forceful:
        return tail_call(forceful_roll(by, dice, focus))
    reach = yield from Roll(dice or NO_DICE, 6, within_reach(focus, dice == 0), by, pool_words(dice))
    if len(reach) == 1:
        return reach[0]
    costs = tuple(cost for _, cost in reach)
    return (yield from Choose(by, "Spend Focus Tokens?", reach, costs, priced_words, "roll.step.focus"))


def pool_words(dice: int) -> str:
    if not dice:
        return "No dice, so two, and the lowest counts"
    return "1 die" if dice == 1 else f"{dice} dice"


@rule("quality.forceful")
def forceful_roll(by: str, dice: int, focus: int) -> Rule[Priced]:
    """Reroll dice for a token each, all at once. Rerolling a higher die instead of a lower one is never better."""
    no_dice, n = dice == 0, dice or NO_DICE
    top = yield from Roll(n, 6, two_that_count(no_dice), by, pool_words(dice))
    result = result_of(top, no_dice)
    spare = 0 if result is Result.CRITICAL else n - top.count(6)
    most = min(focus, spare)
    if not most:
        return result, 0
    counts = tuple(range(most + 1))
    k = yield from Choose(
        by, "Reroll how many of the lowest dice?", counts, counts, reroll_words, "quality.forceful", (top, n, no_dice)
    )
    if not k:
        return result, 0
    return (yield from Roll(k, 6, beside(kept_of(top, n - k), no_dice), by, "Reroll")), k


def kept_of(top: Dice, n: int) -> Dice:
    """The dice that matter among those kept when the lowest are rerolled."""
    return tuple(sorted(top, reverse=True))[:n]


def reroll_words(k: int) -> str:
    return "none" if not k else "1 die" if k == 1 else f"{k} dice"


@cache
def beside(kept: Dice, no_dice: bool) -> Reading[Result]:
    """The result of rerolled dice together with those kept."""
    return Reading(
        (), _keep_two, lambda top, n: result_of((*kept, *top), no_dice) if top else Result.FIASCO, (), no_dice
    )


#: By position, the results that damage the roller.
HURTFUL: dict[Position, tuple[Result, ...]] = cite(
    "roll.position.standard roll.position.risky roll.position.desperate",
    {"standard": (), "risky": (Result.FIASCO,), "desperate": (Result.FIASCO, Result.DRAWBACK)},
)


@cites("roll.prob.damage")
def hurts(result: Result, position: Position) -> bool:
    return result in HURTFUL[position]
