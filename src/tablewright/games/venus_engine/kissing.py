"""KISSing dice: Kismet, Insight, Stunts and Specialties throw dice again, each die once, in one round."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import Call, Gather, Roll, Rule, cites, rule, tail_call

from .caliber import SUCCESS_FROM, Caliber, successes, successes_and_sixes, successes_doubled
from .consent import with_allies
from .ego import ego_for, everything
from .means import Means
from .plans import Kiss, after_round, counts_of, disappointing, plans_for, which_dice
from .spread import Dice, Pool, Spread, after_ego, as_they_lie

#: What is made of sixes: nothing special, counted twice, or told apart as long as Ego might still double them.
Sixes = Literal["once", "twice", "apart"]
READINGS = {"once": successes, "twice": successes_doubled, "apart": successes_and_sixes}
#: Whose dice to throw, their caliber, how many, and what is made of their sixes.
Handful = tuple[tuple[str, Caliber, int, Sixes], ...]


@rule("task.kiss.step", "task.success", "task.own-caliber", "task.aid.caliber")
def task_dice(who: str, pool: Pool, means: Means, threshold: int = 0) -> Rule[Dice]:
    """Roll the pool, KISS what disappoints, count successes."""
    sixes: Sixes = "apart" if means.ego else "once"
    shown = yield from throw("Task", tuple((*dice, sixes) for dice in pool))
    spread, so_far = as_they_lie(who, pool, means, threshold, shown)
    if means.ego:
        return tail_call(kiss_with_ego(spread, so_far))
    if any(disappointing(spread, so_far)):
        return tail_call(kiss(plans_for(spread, so_far), spread, so_far))
    return so_far


def throw(why: str, dice: Handful) -> Gather:
    """Each owner's dice, counted by their own caliber: how many are successes, and how many of those sixes."""
    return Gather(
        tuple(
            Roll(n, 6, READINGS[sixes](caliber), owner, why, against=f"{SUCCESS_FROM[caliber]} or more each")
            for owner, caliber, n, sixes in dice
        )
    )


@rule("ego.kiss-all", "ego.double", "ego.one-use")
def kiss_with_ego(spread: Spread, so_far: Dice) -> Rule[Dice]:
    """First what Ego is for, then the round itself. Spent, it makes sixes two successes, or throws every miss."""
    use = yield from ego_for(spread, so_far)
    if use != "none" or spread.means.rounds == "one":  # otherwise it may still be spent in a later round
        spread, so_far = after_ego(spread, so_far, use)
    if use != "all":
        return tail_call(kiss(plans_for(spread, so_far), spread, so_far))
    plan, paid = yield from with_allies(everything(spread), spread)
    return tail_call(the_throw(plan, paid, spread, so_far))


@rule("kiss.disappoint", "kiss.once", "kiss.one-round")
def kiss(plans: tuple[Kiss, ...], spread: Spread, so_far: Dice) -> Rule[Dice]:
    """One round: all dice are chosen first, the allies agree to throw theirs, then all are thrown together."""
    plan = yield from which_dice(plans, spread, so_far)
    plan, paid = yield from with_allies(plan, spread)
    return tail_call(the_throw(plan, paid, spread, so_far))


@cites("kiss.keep", "kiss.one-round")
def the_throw(plan: Kiss, paid: tuple[str, ...], spread: Spread, so_far: Dice) -> Call[Dice]:
    """A plan's dice leave the table, plain successes among them too, and are paid for: the throw that follows."""
    counts = counts_of(plan, spread.owners)
    lost = sum(max(0, k - missed) for k, missed in zip(counts, spread.missed, strict=True))
    lots, ally_lots = so_far.lots + plan.lots, (*so_far.ally_lots, *paid)
    now = so_far.but(successes=so_far.successes - lost, lots=lots, ally_lots=ally_lots)
    dice = dice_of(counts, spread, so_far)
    if spread.means.rounds == "several":
        return another_round(dice, after_round(spread, plan, paid), now)
    return thrown_again(dice, now)


def dice_of(counts: tuple[int, ...], spread: Spread, so_far: Dice) -> Handful:
    """So many dice of each owner, where there are any, and what is made of their sixes."""
    chosen = enumerate(zip(spread.owners, counts, strict=True))
    return tuple((*owner, k, sixes_of(i, spread.means, so_far)) for i, (owner, k) in chosen if k)


@cites("ego.double")
def sixes_of(owner: int, means: Means, so_far: Dice) -> Sixes:
    """What is made of an owner's sixes, the first being whoever acts."""
    if not means.reached(owner):
        return "once"
    return "twice" if so_far.ego == "double" else "apart" if means.ego else "once"


@rule("kiss.reroll", "kiss.keep", "ego.double")
def thrown_again(dice: Handful, so_far: Dice) -> Rule[Dice]:
    """The chosen dice once more, by their own caliber; the new numbers stand."""
    shown = yield from throw("KISSed", dice)
    hits, sixes = sum(h for h, _ in shown), sum(six for _, six in shown)
    return so_far.but(successes=so_far.successes + hits, sixes=so_far.sixes + sixes)


@rule("kiss.one-round", "kiss.once")
def another_round(dice: Handful, left: Spread, so_far: Dice) -> Rule[Dice]:
    """Where the table allows several rounds: the throw, and a further round with the dice not KISSed yet.

    It ends when dice are left as they are; then Ego, if it is still there, is kept.
    """
    if not dice:
        return so_far.but(sixes=0)
    so_far = yield from thrown_again(dice, so_far)
    if left.means.ego and (so_far.sixes or any(left.missed) or any(left.plain)):
        return tail_call(kiss_with_ego(left, so_far))
    if any(disappointing(left, so_far)):
        return tail_call(kiss(plans_for(left, so_far), left, so_far))
    return so_far
