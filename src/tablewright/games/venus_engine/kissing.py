"""KISSing dice: Kismet, Insight, Stunts and Specialties reroll dice, each die once, in one round."""

from __future__ import annotations

from typing import Literal

from tablewright.rules import Call, Gather, Roll, Rule, cites, rule, tail_call

from .caliber import SUCCESS_FROM, Caliber, successes, successes_and_sixes, successes_doubled
from .consent import with_allies
from .ego import ego_for, everything
from .means import Means
from .plans import Kiss, after_round, counts_of, disappointing, plans_for, which_dice
from .spread import Dice, Pool, Spread, after_ego, as_they_lie

#: The reading of sixes: as plain ones, counted twice, or kept apart as long as Ego might still double them.
Sixes = Literal["once", "twice", "apart"]
READINGS = {"once": successes, "twice": successes_doubled, "apart": successes_and_sixes}
#: Dice to throw: owner, caliber, number and reading of sixes.
Handful = tuple[tuple[str, Caliber, int, Sixes], ...]


@rule("task.kiss.step", "task.success", "task.own-caliber", "task.aid.caliber")
def task_dice(who: str, pool: Pool, means: Means, threshold: int = 0) -> Rule[Dice]:
    """Roll the pool, KISS the dice that disappoint, count successes."""
    sixes: Sixes = "apart" if means.ego else "once"
    shown = yield from throw("Task", tuple((*dice, sixes) for dice in pool))
    spread, so_far = as_they_lie(who, pool, means, threshold, shown)
    if means.ego:
        return tail_call(kiss_with_ego(spread, so_far))
    if any(disappointing(spread, so_far)):
        return tail_call(kiss(plans_for(spread, so_far), spread, so_far))
    return so_far


def throw(why: str, dice: Handful) -> Gather:
    """Throw each owner's dice by their caliber. Count the successes, and the sixes among them."""
    return Gather(
        tuple(
            Roll(n, 6, READINGS[sixes](caliber), owner, why, against=f"{SUCCESS_FROM[caliber]} or more each")
            for owner, caliber, n, sixes in dice
        )
    )


@rule("ego.kiss-all", "ego.double", "ego.one-use")
def kiss_with_ego(spread: Spread, so_far: Dice) -> Rule[Dice]:
    """Decide about Ego, then KISS. Ego doubles sixes, or rerolls every miss."""
    use = yield from ego_for(spread, so_far)
    if use != "none" or spread.means.rounds == "one":  # else it may still be spent in a later round
        spread, so_far = after_ego(spread, so_far, use)
    if use != "all":
        return tail_call(kiss(plans_for(spread, so_far), spread, so_far))
    plan, paid = yield from with_allies(everything(spread), spread)
    return tail_call(the_throw(plan, paid, spread, so_far))


@rule("kiss.disappoint", "kiss.once", "kiss.one-round")
def kiss(plans: tuple[Kiss, ...], spread: Spread, so_far: Dice) -> Rule[Dice]:
    """KISS one round: choose all dice, ask the allies for theirs, then throw all together."""
    plan = yield from which_dice(plans, spread, so_far)
    plan, paid = yield from with_allies(plan, spread)
    return tail_call(the_throw(plan, paid, spread, so_far))


@cites("kiss.keep", "kiss.one-round")
def the_throw(plan: Kiss, paid: tuple[str, ...], spread: Spread, so_far: Dice) -> Call[Dice]:
    """Take a plan's dice from the table, plain successes too, and pay for them. Return the throw that follows."""
    counts = counts_of(plan, spread.owners)
    lost = sum(max(0, k - missed) for k, missed in zip(counts, spread.missed, strict=True))
    lots, ally_lots = so_far.lots + plan.lots, (*so_far.ally_lots, *paid)
    now = so_far.but(successes=so_far.successes - lost, lots=lots, ally_lots=ally_lots)
    dice = dice_of(counts, spread, so_far)
    if spread.means.rounds == "several":
        return another_round(dice, after_round(spread, plan, paid), now)
    return thrown_again(dice, now)


def dice_of(counts: tuple[int, ...], spread: Spread, so_far: Dice) -> Handful:
    """The dice of each owner, where there are any, with the reading of their sixes."""
    chosen = enumerate(zip(spread.owners, counts, strict=True))
    return tuple((*owner, k, sixes_of(i, spread.means, so_far)) for i, (owner, k) in chosen if k)


@cites("ego.double")
def sixes_of(owner: int, means: Means, so_far: Dice) -> Sixes:
    """The reading of an owner's sixes. The first owner is the actor."""
    if not means.reached(owner):
        return "once"
    return "twice" if so_far.ego == "double" else "apart" if means.ego else "once"


@rule("kiss.reroll", "kiss.keep", "ego.double")
def thrown_again(dice: Handful, so_far: Dice) -> Rule[Dice]:
    """Throw the chosen dice once more, by their caliber. The new numbers count."""
    shown = yield from throw("KISSed", dice)
    hits, sixes = sum(h for h, _ in shown), sum(six for _, six in shown)
    return so_far.but(successes=so_far.successes + hits, sixes=so_far.sixes + sixes)


@rule("kiss.one-round", "kiss.once")
def another_round(dice: Handful, left: Spread, so_far: Dice) -> Rule[Dice]:
    """Throw, and play a further round with the dice not KISSed yet, where the table allows several.

    It ends when dice are left as they are. Ego still there is then kept.
    """
    if not dice:
        return so_far.but(sixes=0)
    so_far = yield from thrown_again(dice, so_far)
    if left.means.ego and (so_far.sixes or any(left.missed) or any(left.plain)):
        return tail_call(kiss_with_ego(left, so_far))
    if any(disappointing(left, so_far)):
        return tail_call(kiss(plans_for(left, so_far), left, so_far))
    return so_far
