"""KISSing dice: Kismet, Insight, Stunts and Specialties throw dice again, each die once, in one round."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from tablewright.kernel import Choose, Roll, Rule, State, Together, become, cite, cites, rule

from .caliber import Caliber, chance, successes, successes_and_sixes, successes_doubled

SOURCES = cite("kiss.sources", ("Kismet", "Insight", "Stunts", "Specialties"))
SPECIALTIES_MOST = cite("specialty.cap", 4)
STUNTS_EACH = cite("stunt.kiss", 1)
#: What Ego counts for when two ways come to the same: as much as all the Lots one can hold.
EGO_WEIGHT = 10

EgoUse = Literal["none", "all", "double"]
#: Whose dice, their caliber and how many: first those of whoever acts, then an ally's one die each.
Pool = tuple[tuple[str, Caliber, int], ...]
#: The same without the numbers.
Owners = tuple[tuple[str, Caliber], ...]


class Means(State, frozen=True):
    """What there is to KISS with: Lots, approved insights and specialties, stunts (own, then allies'), Ego."""

    lots: int = 0
    free: int = 0
    stunt: bool = False
    ally_stunts: tuple[bool, ...] = ()
    ally_lots: tuple[bool, ...] = ()
    ego: bool = False
    ego_reaches_aid: bool = True
    rounds: Literal["one", "several"] = "one"


class Kiss(State, frozen=True):
    """A plan: how many own dice, which allies' dice by name, what Ego is for, and the Lots it costs."""

    own: int
    aid: tuple[str, ...]
    ego: EgoUse
    lots: int


class Dice(State, frozen=True):
    """What the dice of a task come to; `sixes` are those that would count twice, should Ego still be spent on it."""

    successes: int
    sixes: int = 0
    lots: int = 0
    ego: EgoUse = "none"
    ally_lots: tuple[str, ...] = ()


class Stand(State, frozen=True):
    """What a policy is told when it is asked for a plan: the successes still missing, and the dice that missed."""

    short: int
    owners: Owners
    missed: tuple[int, ...]


class Temptation(State, frozen=True):
    """What a policy is told when it is asked about Ego: dice that missed, and the successes still missing."""

    missed: int
    short: int


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
    after = after_round(means, plan, counts, paid, owners)
    now = yield from thrown_again(owners, counts, now, means.ego_reaches_aid, after.ego)
    left = tuple([max(0, m - k) for k, m in zip(counts, missed, strict=True)])
    if not any(left):
        return now
    return become(kiss(who, owners, left, (0,) * len(owners), now, threshold, after))


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


@cites("ego.kiss-all", "ego.double", "ego.one-use")
@lru_cache(maxsize=4096)
def ego_for(who: str, missed: int, short: int) -> Choose[EgoUse]:
    """Ego does one thing: count sixes twice, or throw all that disappoints again, if anything does."""
    uses: tuple[EgoUse, ...] = ("none", "double", "all") if missed else ("none", "double")
    costs = (0, EGO_WEIGHT, EGO_WEIGHT)[: len(uses)]
    return Choose(
        who,
        "Spend Ego?",
        uses,
        costs,
        label=EGO_WORDS.__getitem__,
        cites="ego.one-use",
        about=Temptation(missed, short),
    )


EGO_WORDS: dict[str, str] = {"none": "keep it", "double": "sixes count twice", "all": "throw all misses again"}


def everything(owners: Owners, missed: tuple[int, ...], aid_too: bool) -> Kiss:
    """All dice that disappoint, for Ego."""
    aid = tuple([ally for (ally, _), n in zip(owners[1:], missed[1:], strict=True) if n and aid_too])
    return Kiss(missed[0], aid, "all", 0)


@lru_cache(maxsize=4096)
def which_dice(
    who: str, owners: Owners, missed: tuple[int, ...], reach: tuple[int, ...], short: int, means: Means, ego: EgoUse
) -> Choose[Kiss]:
    """The question itself: every plan within reach, with what it costs and adds."""
    plans = plans_for(owners, reach, means, ego)
    return Choose(
        who,
        "KISS which dice?",
        plans,
        tuple([plan.lots for plan in plans]),
        label=lambda plan: in_words(plan, gain(plan, owners, missed)),
        cites="task.kiss.step",
        about=Stand(short, owners, missed),
    )


@lru_cache(maxsize=4096)
def counts_of(plan: Kiss, owners: Owners) -> tuple[int, ...]:
    """How many dice of each owner a plan throws."""
    return (plan.own, *[int(ally in plan.aid) for ally, _ in owners[1:]])


@cites("kiss.allies")
@lru_cache(maxsize=4096)
def consents(plan: Kiss, owners: Owners, means: Means) -> Together | None:
    """An aid die is thrown again only together with the ally who gave it, who may pay for it too.

    Nobody is asked who performed a stunt for their die: that is agreeing.
    """
    asks = []
    for i, (ally, _) in enumerate(owners[1:]):
        if ally in plan.aid and not means.ally_stunts[i]:
            may_pay = means.ally_lots[i] and plan.lots > 0
            options = (AGREED, AGREED_AND_PAID, REFUSED) if may_pay else (AGREED, REFUSED)
            costs = (0, 1, 0) if may_pay else (0, 0)
            asks.append(Choose(ally, "Throw your aid die again?", options, costs, cites="kiss.allies"))
    return Together(tuple(asks)) if asks else None


AGREED, AGREED_AND_PAID, REFUSED = "agreed", "agreed, for my own Lot", "no"


@lru_cache(maxsize=4096)
def agreed(plan: Kiss, said: tuple[str, ...], owners: Owners, means: Means) -> tuple[Kiss, tuple[str, ...]]:
    """The plan less the dice of allies who say no, and the allies who pay with a Lot of their own.

    Dice for which there are not enough Lots in the end stay as they are.
    """
    asked = [ally for i, (ally, _) in enumerate(owners[1:]) if ally in plan.aid and not means.ally_stunts[i]]
    answers = dict(zip(asked, said, strict=True))
    aid = tuple(ally for ally in plan.aid if answers.get(ally) != REFUSED)
    if plan.ego == "all":
        return plan.but(aid=aid), ()
    while True:
        due = price(plan.own, aid, owners, means)
        paid = tuple(ally for ally in aid if answers.get(ally) == AGREED_AND_PAID)[:due]
        if due - len(paid) <= means.lots:
            return plan.but(aid=aid, lots=due - len(paid)), paid
        unpaid = next(ally for ally in reversed(aid) if answers.get(ally) == AGREED)
        aid = tuple(ally for ally in aid if ally != unpaid)


@cites("lot.kiss", "insight.kiss", "specialty.kiss", "stunt.kiss", "stunt.ally")
def price(own: int, aid: tuple[str, ...], owners: Owners, means: Means) -> int:
    """The Lots it takes to KISS these dice: a stunt covers one own die, an ally's theirs, insights and
    specialties one each, and a Lot each of the rest."""
    left = own - min(own, STUNTS_EACH * means.stunt)
    left += sum(ally in aid and not means.ally_stunts[i] for i, (ally, _) in enumerate(owners[1:]))
    return max(0, left - means.free)


@cites("kiss.disappoint", "kiss.once")
def plans_for(owners: Owners, reach: tuple[int, ...], means: Means, ego: EgoUse = "none") -> tuple[Kiss, ...]:
    """Every distinct plan that can be paid, at its lowest price; first to leave the dice as they are.

    Own dice must be within one's own means; for an aid die its ally may pay.

    `reach` is how many dice of each owner may disappoint: misses, and where sixes count twice plain successes too.
    """
    plans = []
    allied = [((), (ally,)) if n else ((),) for (ally, _), n in zip(owners[1:], reach[1:], strict=True)]
    for some in product(*allied):
        aid = sum(some, ())
        purse = means.lots + sum(ally in aid and means.ally_lots[i] for i, (ally, _) in enumerate(owners[1:]))
        for own in range(reach[0] + 1):
            lots = price(own, aid, owners, means)
            if lots > purse or price(own, (), owners, means) > means.lots:
                break
            plans.append(Kiss(own, aid, ego, lots))
    return tuple(plans)


@cites("kiss.reroll", "kiss.keep")
def gain(plan: Kiss, owners: Owners, missed: tuple[int, ...]) -> Fraction:
    """What throwing a plan's dice again adds on average, beside the sixes that Ego doubles of those left lying."""
    total = Fraction(0)
    for i, (owner, caliber) in enumerate(owners):
        k = plan.own if i == 0 else int(owner in plan.aid)
        each = chance(caliber) + (Fraction(1, 6) if plan.ego == "double" else 0)
        total += k * each - max(0, k - missed[i])
    return total


def in_words(plan: Kiss, adds: Fraction) -> str:
    """A plan as a person reads it, with what it adds on average."""
    dice = [f"{plan.own} of your own dice"] if plan.own else []
    dice += [f"{ally.replace('-', ' ').title()}'s die" for ally in plan.aid]
    if not dice:
        return "leave the dice as they are"
    price = "" if not plan.lots else ", for 1 Lot" if plan.lots == 1 else f", for {plan.lots} Lots"
    return f"throw {' and '.join(dice)} again{price} ({float(adds):+.2f} on average)"


@cites("kiss.one-round", "stunt.kiss")
def after_round(means: Means, plan: Kiss, counts: tuple[int, ...], paid: tuple[str, ...], owners: Owners) -> Means:
    """What is left to KISS with, where the table allows several rounds."""
    stunted = plan.own and means.stunt
    allies = tuple(had and not k for had, k in zip(means.ally_stunts, counts[1:], strict=True))
    covered = bool(stunted) + sum(h and bool(k) for h, k in zip(means.ally_stunts, counts[1:], strict=True))
    used = 0 if plan.ego == "all" else max(0, sum(counts) - covered - plan.lots - len(paid))
    names = tuple(ally for ally, _ in owners[1:])
    purses = tuple(has and ally not in paid for has, ally in zip(means.ally_lots, names, strict=True))
    return means.but(
        lots=means.lots - plan.lots,
        free=max(0, means.free - used),
        stunt=means.stunt and not stunted,
        ally_stunts=allies,
        ally_lots=purses,
        ego=means.ego and plan.ego == "none",
    )
