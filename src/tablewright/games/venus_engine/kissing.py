"""KISSing dice: Kismet, Insight, Stunts and Specialties throw dice again, each die once, in one round."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from tablewright.kernel import Call, Choose, Reading, Roll, Rule, State, Together, become, cites, rule

from .caliber import Caliber, successes, successes_and_sixes, successes_doubled
from .plans import (
    Ally,
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
Sixes = Literal["once", "twice", "apart"]
Again = tuple[tuple[str, Caliber, int, Sixes], ...]
#: The throw of such dice: how many successes, and how many sixes told apart.
Throws = Call[tuple[int, int]]
AGREED, AGREED_AND_PAID, REFUSED = "agreed", "agreed, for my own Lot", "no"


class Dice(State, frozen=True, cache_hash=True):
    """What the dice of a task come to; `sixes` are those that would count twice, should Ego still be spent on it."""

    successes: int
    sixes: int = 0
    lots: int = 0
    ego: EgoUse = "none"
    ally_lots: tuple[str, ...] = ()


@rule("task.kiss.step", "task.success", "task.own-caliber", "task.aid.caliber")
def task_dice(who: str, pool: Pool, means: Means, threshold: int = 0) -> Dice:
    """Roll the pool, KISS what disappoints, count successes. Sixes are told apart only where Ego could double them."""
    rolls = tuple([Roll(n, 6, read(c, means.ego), by=owner, why="Task") for owner, c, n in pool])
    return become(Together(rolls), after_the_roll, who, pool, means, threshold)


def after_the_roll(who: str, pool: Pool, means: Means, threshold: int, shown: tuple[tuple[int, int], ...]) -> Dice:
    """KISS what disappoints, now that the dice lie there."""
    hits = sum([h for h, _ in shown])
    missed = tuple([n - h for (_, _, n), (h, _) in zip(pool, shown, strict=True)])
    owners = owners_of(pool)
    if not means.ego:
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
    return with_allies(left, now, everything(spread))


@rule("kiss.disappoint", "kiss.once", "kiss.one-round")
def kiss(spread: Spread, so_far: Dice) -> Dice:
    """One round: a plan, the allies' consent to throw their dice, the throw."""
    use: EgoUse = "double" if so_far.ego == "double" else "none"
    plan = which_dice(spread, max(0, spread.threshold - so_far.successes), use)
    settled = not any(ally.asked for ally in spread.means.allies)
    return become(plan, thrown if settled else with_allies, spread, so_far)


@cites("kiss.allies")
def with_allies(spread: Spread, so_far: Dice, plan: Kiss) -> Dice:
    """An aid die is thrown again only together with the ally who gave it, who may pay for it too."""
    if not to_ask(plan.aid, spread.owners, spread.means.allies):
        return thrown(spread, so_far, plan)
    return become(consents(plan, spread.owners, spread.means), as_agreed, spread, so_far, plan)


def as_agreed(spread: Spread, so_far: Dice, plan: Kiss, said: tuple[str, ...]) -> Dice:
    return thrown(spread, so_far, *agreed(plan, said, spread.owners, spread.means))


@lru_cache(maxsize=4096)
def to_ask(aid: tuple[str, ...], owners: Owners, allies: tuple[Ally, ...]) -> tuple[int, ...]:
    """Which allies have to be asked before their dice are thrown."""
    aids = enumerate(zip(owners[1:], allies, strict=True))
    return tuple([i for i, ((name, _), ally) in aids if name in aid and ally.asked])


@lru_cache(maxsize=4096)
def consents(plan: Kiss, owners: Owners, means: Means) -> Together:
    asks = []
    for ally in to_ask(plan.aid, owners, means.allies):
        may_pay = means.allies[ally].lot and plan.lots > 0
        options = (AGREED, AGREED_AND_PAID, REFUSED) if may_pay else (AGREED, REFUSED)
        costs = (0, 1, 0) if may_pay else (0, 0)
        asks.append(Choose(owners[ally + 1][0], "Throw your aid die again?", options, costs, cites="kiss.allies"))
    return Together(tuple(asks))


@lru_cache(maxsize=4096)
def agreed(plan: Kiss, said: tuple[str, ...], owners: Owners, means: Means) -> tuple[Kiss, tuple[str, ...]]:
    """The plan less the dice of allies who say no, and the allies who pay with a Lot of their own.

    Dice for which there are not enough Lots in the end stay as they are.
    """
    asked = [owners[i + 1][0] for i in to_ask(plan.aid, owners, means.allies)]
    answers = dict(zip(asked, said, strict=True))
    aid = tuple(ally for ally in plan.aid if answers.get(ally) != REFUSED)
    if plan.ego == "all":
        return plan.but(aid=aid), ()
    while True:
        due = price(plan.own, to_pay(aid, owners, means.allies), means)
        paid = tuple(ally for ally in aid if answers.get(ally) == AGREED_AND_PAID)[:due]
        if due - len(paid) <= means.lots:
            return plan.but(aid=aid, lots=due - len(paid)), paid
        unpaid = next(ally for ally in reversed(aid) if ally not in paid and to_pay((ally,), owners, means.allies))
        aid = tuple(ally for ally in aid if ally != unpaid)


@cites("kiss.keep", "kiss.one-round")
def thrown(spread: Spread, so_far: Dice, plan: Kiss, paid: tuple[str, ...] = ()) -> Dice:
    """The rest of a round: the plan's dice leave the table, plain successes among them too, and are thrown again."""
    means, ego = spread.means, so_far.ego
    sixes: Sixes = "twice" if ego == "double" else "apart" if means.ego else "once"
    counts, again = dice_of(plan, spread.owners, sixes, means.ego_reaches_aid)
    lost = sum([max(0, k - m) for k, m in zip(counts, spread.missed, strict=True)]) if ego == "double" else 0
    lots, ally_lots = so_far.lots + plan.lots, so_far.ally_lots + paid
    if again is None:
        return Dice(so_far.successes, 0, lots, ego, ally_lots)
    if means.rounds == "several":
        now = Dice(so_far.successes - lost, so_far.sixes, lots, ego, ally_lots)
        return become(another_round(plan, paid, spread, again, now))
    return become(again, added, Dice(so_far.successes - lost, 0, lots, ego, ally_lots))


@cites("kiss.keep")
def added(so_far: Dice, more: tuple[int, int]) -> Dice:
    """The new numbers stand."""
    hits, six = more
    return Dice(so_far.successes + hits, so_far.sixes + six, so_far.lots, so_far.ego, so_far.ally_lots)


@lru_cache(maxsize=4096)
def dice_of(plan: Kiss, owners: Owners, sixes: Sixes, reaches_aid: bool) -> tuple[tuple[int, ...], Throws | None]:
    """How many dice of each owner a plan throws, and their throw, if there are any."""
    counts = counts_of(plan, owners)
    dice = [
        (owner, caliber, k, sixes if reaches_aid or i == 0 else "once")
        for i, ((owner, caliber), k) in enumerate(zip(owners, counts, strict=True))
        if k
    ]
    return counts, thrown_again(tuple(dice)) if dice else None


@rule("kiss.reroll", "kiss.keep", "ego.double")
def thrown_again(dice: Again) -> tuple[int, int]:
    """The chosen dice once more, by their own caliber: successes and sixes among them."""
    rolls = [Roll(k, 6, once_more(caliber, sixes), by=owner, why="KISSed") for owner, caliber, k, sixes in dice]
    return become(Together(tuple(rolls)), totalled)


def once_more(caliber: Caliber, sixes: Sixes) -> Reading[tuple[int, int]]:
    return successes_doubled(caliber) if sixes == "twice" else read(caliber, sixes == "apart")


def totalled(shown: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    hits = sixes = 0
    for more, six in shown:
        hits += more
        sixes += six
    return hits, sixes


@rule("kiss.one-round", "kiss.once")
def another_round(plan: Kiss, paid: tuple[str, ...], spread: Spread, again: Throws, so_far: Dice) -> Rule[Dice]:
    """Where the table allows several rounds: the throw, and a further round with the dice not KISSed yet."""
    now = added(so_far, (yield from again))
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
