"""KISSing dice: Kismet, Insight, Stunts and Specialties throw dice again, each die once, in one round."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from tablewright.kernel import Choose, Reading, Roll, Rule, State, Together, become, cites, rule

from .caliber import Caliber, successes, successes_and_sixes, successes_doubled
from .plans import (
    EgoUse,
    Kiss,
    Means,
    Owners,
    Spread,
    after_round,
    counts_of,
    ego_for,
    ego_spent,
    everything,
    price,
    to_pay,
    which_dice,
    within,
)

#: Whose dice, their caliber and how many: first those of whoever acts, then an ally's one die each.
Pool = tuple[tuple[str, Caliber, int], ...]
#: Dice to throw again, and what becomes of sixes: nothing special, counted twice, or told apart for later.
Again = tuple[tuple[str, Caliber, int, Literal["once", "twice", "apart"]], ...]
AGREED, AGREED_AND_PAID, REFUSED = "agreed", "agreed, for my own Lot", "no"


class Dice(State, frozen=True):
    """What the dice of a task come to; `sixes` are those that would count twice, should Ego still be spent on it."""

    successes: int
    sixes: int = 0
    lots: int = 0
    ego: EgoUse = "none"
    ally_lots: tuple[str, ...] = ()


@rule("task.kiss.step", "task.success", "task.own-caliber", "task.aid.caliber")
def task_dice(who: str, pool: Pool, means: Means, threshold: int = 0) -> Rule[Dice]:
    """Roll the pool, KISS what disappoints, count successes. Sixes are told apart only where Ego could double them."""
    ego = means.ego
    shown = yield from Together(tuple([Roll(n, 6, read(c, ego), by=owner, why="Task") for owner, c, n in pool]))
    hits = sum([h for h, _ in shown])
    missed = tuple([n - h for (_, _, n), (h, _) in zip(pool, shown, strict=True)])
    owners = owners_of(pool)
    if not ego:
        if not any(missed):
            return Dice(hits)
        limited = within(means, sum(missed))
        return become(kiss(Spread(who, owners, missed, none_of(owners), threshold, limited), Dice(hits)))
    plain = tuple([h - six for h, six in shown])
    sixes = sum([six for i, (_, six) in enumerate(shown) if means.reached(i)])
    limited = within(means, sum(missed) + sum(plain))
    return become(kiss_with_ego(Spread(who, owners, missed, plain, threshold, limited), Dice(hits, sixes)))


@lru_cache(maxsize=4096)
def owners_of(pool: Pool) -> Owners:
    return tuple((owner, caliber) for owner, caliber, _ in pool)


def none_of(owners: Owners) -> tuple[int, ...]:
    return (0,) * len(owners)


def read(caliber: Caliber, sixes: bool) -> Reading[tuple[int, int]]:
    return successes_and_sixes(caliber) if sixes else successes(caliber)


@rule("ego.kiss-all", "ego.double", "ego.one-use")
def kiss_with_ego(spread: Spread, so_far: Dice) -> Rule[Dice]:
    """First what Ego is for, then the round itself. Spent, it makes sixes two successes, or throws every miss."""
    short = max(0, spread.threshold - so_far.successes)
    use: EgoUse = yield from ego_for(spread, so_far.sixes, short)
    if use == "none" and spread.means.rounds == "several":
        return become(kiss(spread, so_far))
    doubled = so_far.sixes if use == "double" else 0
    now = Dice(so_far.successes + doubled, 0, so_far.lots, use, so_far.ally_lots)
    plain = spread.plain if use == "double" else none_of(spread.owners)
    means = within(ego_spent(spread.means), sum(spread.missed) + sum(plain))
    left = Spread(spread.who, spread.owners, spread.missed, plain, spread.threshold, means)
    if use != "all":
        return become(kiss(left, now))
    plan, paid = yield from with_allies(everything(spread), left)
    return thrown(plan, paid, left, now)


@rule("kiss.disappoint", "kiss.once", "kiss.one-round")
def kiss(spread: Spread, so_far: Dice) -> Rule[Dice]:
    """One round: a plan, the allies' consent to throw their dice, the throw."""
    use: EgoUse = "double" if so_far.ego == "double" else "none"
    plan = yield from which_dice(spread, max(0, spread.threshold - so_far.successes), use)
    if not plan.aid:
        return thrown(plan, (), spread, so_far)
    plan, paid = yield from with_allies(plan, spread)
    return thrown(plan, paid, spread, so_far)


@cites("kiss.allies")
def with_allies(plan: Kiss, spread: Spread) -> Rule[tuple[Kiss, tuple[str, ...]]]:
    """An aid die is thrown again only together with the ally who gave it, who may pay for it too."""
    asked = consents(plan, spread.owners, spread.means)
    if asked is None:
        return plan, ()
    return agreed(plan, (yield from asked), spread.owners, spread.means)


def to_ask(plan: Kiss, owners: Owners, means: Means) -> tuple[int, ...]:
    """Which allies have to be asked before their dice are thrown."""
    aids = enumerate(zip(owners[1:], means.allies, strict=True))
    return tuple([i for i, ((name, _), ally) in aids if name in plan.aid and ally.asked])


@lru_cache(maxsize=4096)
def consents(plan: Kiss, owners: Owners, means: Means) -> Together | None:
    asks = []
    for ally in to_ask(plan, owners, means):
        may_pay = means.allies[ally].lot and plan.lots > 0
        options = (AGREED, AGREED_AND_PAID, REFUSED) if may_pay else (AGREED, REFUSED)
        costs = (0, 1, 0) if may_pay else (0, 0)
        asks.append(Choose(owners[ally + 1][0], "Throw your aid die again?", options, costs, cites="kiss.allies"))
    return Together(tuple(asks)) if asks else None


@lru_cache(maxsize=4096)
def agreed(plan: Kiss, said: tuple[str, ...], owners: Owners, means: Means) -> tuple[Kiss, tuple[str, ...]]:
    """The plan less the dice of allies who say no, and the allies who pay with a Lot of their own.

    Dice for which there are not enough Lots in the end stay as they are.
    """
    asked = [owners[i + 1][0] for i in to_ask(plan, owners, means)]
    answers = dict(zip(asked, said, strict=True))
    aid = tuple(ally for ally in plan.aid if answers.get(ally) != REFUSED)
    if plan.ego == "all":
        return plan.but(aid=aid), ()
    while True:
        due = price(plan.own, to_pay(aid, owners, means), means)
        paid = tuple(ally for ally in aid if answers.get(ally) == AGREED_AND_PAID)[:due]
        if due - len(paid) <= means.lots:
            return plan.but(aid=aid, lots=due - len(paid)), paid
        unpaid = next(ally for ally in reversed(aid) if ally not in paid and to_pay((ally,), owners, means))
        aid = tuple(ally for ally in aid if ally != unpaid)


@cites("kiss.keep", "kiss.one-round")
def thrown(plan: Kiss, paid: tuple[str, ...], spread: Spread, so_far: Dice) -> Dice:
    """The rest of a round: the plan's dice leave the table, plain successes among them too, and are thrown again."""
    counts = counts_of(plan, spread.owners)
    several = spread.means.rounds == "several" and any(counts)
    lost = sum([k - m for k, m in zip(counts, spread.missed, strict=True) if k > m])
    lots, ally_lots = so_far.lots + plan.lots, so_far.ally_lots + paid
    now = Dice(so_far.successes - lost, so_far.sixes if several else 0, lots, so_far.ego, ally_lots)
    again = dice_again(counts, spread.owners, spread.means, so_far.ego)
    if several:
        return become(another_round(plan, paid, spread, again, now))
    return become(thrown_again(again, now)) if again else now


@lru_cache(maxsize=4096)
def dice_again(counts: tuple[int, ...], owners: Owners, means: Means, ego: EgoUse) -> Again:
    dice: list[tuple[str, Caliber, int, Literal["once", "twice", "apart"]]] = []
    for i, ((owner, caliber), k) in enumerate(zip(owners, counts, strict=True)):
        if k:
            told_apart = means.reached(i) and (ego == "double" or means.ego)
            dice.append((owner, caliber, k, ("twice" if ego == "double" else "apart") if told_apart else "once"))
    return tuple(dice)


@rule("kiss.reroll", "kiss.keep", "ego.double")
def thrown_again(dice: Again, so_far: Dice) -> Rule[Dice]:
    """The chosen dice once more, by their own caliber; the new numbers stand."""
    (owner, caliber, k, sixes), rest = dice[0], dice[1:]
    reading = successes_doubled(caliber) if sixes == "twice" else read(caliber, sixes == "apart")
    more, six = yield from Roll(k, 6, reading, by=owner, why="KISSed")
    now = Dice(so_far.successes + more, so_far.sixes + six, so_far.lots, so_far.ego, so_far.ally_lots)
    return become(thrown_again(rest, now)) if rest else now


@rule("kiss.one-round", "kiss.once")
def another_round(plan: Kiss, paid: tuple[str, ...], spread: Spread, again: Again, so_far: Dice) -> Rule[Dice]:
    """Where the table allows several rounds: the throw, and a further round with the dice not KISSed yet."""
    now = yield from thrown_again(again, so_far)
    counts = counts_of(plan, spread.owners)
    missed = tuple([max(0, m - k) for k, m in zip(counts, spread.missed, strict=True)])
    plain = tuple([p - max(0, k - m) for k, m, p in zip(counts, spread.missed, spread.plain, strict=True)])
    means = after_round(spread.means, plan, counts, paid)
    left = Spread(spread.who, spread.owners, missed, plain, spread.threshold, means)
    if means.ego and (now.sixes or any(missed) or any(plain)):
        return become(kiss_with_ego(left, now))
    if any(missed) or (now.ego == "double" and any(plain)):
        return become(kiss(left, now))
    return now
