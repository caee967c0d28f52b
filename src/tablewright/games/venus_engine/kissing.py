"""KISSing dice: Kismet, Insight, Stunts and Specialties throw dice again, each die once, in one round."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from tablewright.kernel import Choose, Roll, Rule, State, Together, become, cites, rule

from .caliber import Caliber, successes, successes_and_sixes, successes_doubled
from .plans import EgoUse, Kiss, Means, Owners, after_round, counts_of, ego_for, everything, price, to_pay, which_dice

#: Whose dice, their caliber and how many: first those of whoever acts, then an ally's one die each.
Pool = tuple[tuple[str, Caliber, int], ...]
AGREED, AGREED_AND_PAID, REFUSED = "agreed", "agreed, for my own Lot", "no"


class Dice(State, frozen=True):
    """What the dice of a task come to; `sixes` are those that would count twice, should Ego still be spent on it."""

    successes: int
    sixes: int = 0
    lots: int = 0
    ego: EgoUse = "none"
    ally_lots: tuple[str, ...] = ()


def reading(caliber: Caliber, sixes: bool) -> Any:
    """Sixes are told apart only where Ego could double them."""
    return successes_and_sixes(caliber) if sixes else successes(caliber)


@rule("task.kiss.step", "task.success", "task.own-caliber", "task.aid.caliber", "ego.double")
def task_dice(who: str, pool: Pool, means: Means, threshold: int = 0) -> Rule[Dice]:
    """Roll the pool, KISS what disappoints, count successes; with Ego for it, sixes count twice."""
    ego = means.ego
    shown = yield from Together(tuple([Roll(n, 6, reading(c, ego), by=owner, why="Task") for owner, c, n in pool]))
    hits = sum([h for h, _ in shown])
    missed = tuple([n - h for (_, _, n), (h, _) in zip(pool, shown, strict=True)])
    if not (ego or any(missed)):
        return Dice(hits)
    plain = tuple([h - six for h, six in shown])
    sixes = sum([six for _, six in (shown if means.ego_reaches_aid else shown[:1])])
    so_far = Dice(hits, sixes if ego else 0)
    owners = owners_of(pool)
    return become(kiss(who, owners, missed, plain if ego else (0,) * len(pool), so_far, threshold, means))


@lru_cache(maxsize=4096)
def owners_of(pool: Pool) -> Owners:
    return tuple((owner, caliber) for owner, caliber, _ in pool)


@rule("kiss.disappoint", "kiss.once", "kiss.one-round", "kiss.allies")
def kiss(
    who: str,
    owners: Owners,
    missed: tuple[int, ...],
    plain: tuple[int, ...],
    so_far: Dice,
    threshold: int,
    means: Means,
) -> Rule[Dice]:
    """One round: a plan, the allies' consent to throw their dice, the throw. Misses go before plain successes."""
    short = max(0, threshold - so_far.successes)
    use: EgoUse = (yield from ego_for(who, sum(missed), short)) if means.ego else "none"
    if use == "all":
        plan = everything(owners, missed, means.ego_reaches_aid)
    else:
        reach = tuple([m + p for m, p in zip(missed, plain, strict=True)]) if use == "double" else missed
        plan = yield from which_dice(who, owners, missed, reach, short, means, use)
    paid: tuple[str, ...] = ()
    if plan.aid and (asked := consents(plan, owners, means)):
        plan, paid = agreed(plan, (yield from asked), owners, means)
    counts = counts_of(plan, owners)
    lost = sum([k - m for k, m in zip(counts, missed, strict=True) if k > m])
    more_rounds = means.rounds == "several" and any(counts)
    now = Dice(
        so_far.successes - lost + (so_far.sixes if use == "double" else 0),
        so_far.sixes if use == "none" and more_rounds else 0,
        so_far.lots + plan.lots,
        so_far.ego if use == "none" else use,
        so_far.ally_lots + paid,
    )
    if not more_rounds:
        return become(thrown_again(owners, counts, now, means.ego_reaches_aid))
    after = after_round(means, plan, counts, paid)
    now = yield from thrown_again(owners, counts, now, means.ego_reaches_aid, after.ego)
    left = tuple([max(0, m - k) for k, m in zip(counts, missed, strict=True)])
    if not any(left):
        return now
    return become(kiss(who, owners, left, (0,) * len(owners), now, threshold, after))


def to_ask(plan: Kiss, owners: Owners, means: Means) -> list[int]:
    """Which allies have to be asked: not those who performed a stunt for their die, or agreed when they offered it."""
    aids = enumerate(zip(owners[1:], means.allies, strict=True))
    return [i for i, ((name, _), ally) in aids if name in plan.aid and not (ally.stunt or ally.agreed)]


@cites("kiss.allies")
@lru_cache(maxsize=4096)
def consents(plan: Kiss, owners: Owners, means: Means) -> Together | None:
    """An aid die is thrown again only together with the ally who gave it, who may pay for it too."""
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
        unpaid = next(ally for ally in reversed(aid) if answers.get(ally, AGREED) == AGREED)
        aid = tuple(ally for ally in aid if ally != unpaid)


@rule("kiss.reroll", "kiss.keep", "ego.double")
def thrown_again(
    owners: Owners, counts: tuple[int, ...], so_far: Dice, ego_reaches_aid: bool = True, apart: bool = False
) -> Rule[Dice]:
    """The chosen dice once more, by their own caliber; the new numbers stand.

    Sixes count twice if Ego was spent on that; they are told `apart` if it still might be, in another round.
    """
    hits, sixes = so_far.successes, so_far.sixes
    for i, ((owner, caliber), k) in enumerate(zip(owners, counts, strict=True)):
        if k:
            reached = ego_reaches_aid or not i
            read = successes_doubled(caliber) if so_far.ego == "double" and reached else reading(caliber, apart)
            more, six = yield from Roll(k, 6, read, by=owner, why="KISSed")
            hits, sixes = hits + more, sixes + six * reached
    return Dice(hits, sixes, so_far.lots, so_far.ego, so_far.ally_lots)
