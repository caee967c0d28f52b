"""KISSing dice: Kismet, Insight, Stunts and Specialties throw dice again, each die once, in one round."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, Literal

from tablewright.kernel import Choose, Roll, Rule, State, Together, cite, cites, rule

from .caliber import Caliber, chance, successes, successes_and_sixes

SOURCES = cite("kiss.sources", ("Kismet", "Insight", "Stunts", "Specialties"))
SPECIALTIES_MOST = cite("specialty.cap", 4)
STUNTS_EACH = cite("stunt.kiss", 1)
#: What Ego counts for when two ways come to the same: as much as all the Lots one can hold.
EGO_WEIGHT = 10

EgoUse = Literal["none", "all", "double"]
#: Whose dice, their caliber and how many: first those of whoever acts, then an ally's one die each.
Pool = tuple[tuple[str, Caliber, int], ...]


class Means(State, frozen=True):
    """What there is to KISS with: Lots, approved insights and specialties, stunts (own, then allies'), Ego."""

    lots: int = 0
    free: int = 0
    stunt: bool = False
    ally_stunts: tuple[bool, ...] = ()
    ally_lots: tuple[bool, ...] = ()
    ego: bool = False
    ego_reaches_aid: bool = True
    doubling: bool = False
    """Ego has been spent in an earlier round so that sixes count twice."""
    rounds: Literal["one", "several"] = "one"


class Kiss(State, frozen=True):
    """A plan: how many own dice, which allies' dice by name, what Ego is for, and the Lots it costs."""

    own: int
    aid: tuple[str, ...]
    ego: EgoUse
    lots: int


class Kissed(State, frozen=True):
    """What KISSing came to: successes and sixes gained or lost, whether sixes double, and what was spent."""

    hits: int = 0
    sixes: int = 0
    ego: EgoUse = "none"
    lots: int = 0
    ally_lots: tuple[str, ...] = ()


class Dice(State, frozen=True):
    """What the dice of a task came to."""

    successes: int
    lots: int = 0
    ego: EgoUse = "none"
    ally_lots: tuple[str, ...] = ()


class Stand(State, frozen=True):
    """What a policy is told when it is asked for a plan: the successes still missing, and the dice that missed."""

    short: int
    owners: tuple[tuple[str, Caliber], ...]
    missed: tuple[int, ...]


def reading(caliber: Caliber, sixes: bool) -> Any:
    """Sixes are told apart only where Ego could double them."""
    return successes_and_sixes(caliber) if sixes else successes(caliber)


@rule("task.kiss.step", "task.success", "task.own-caliber", "task.aid.caliber", "ego.double")
def task_dice(who: str, pool: Pool, means: Means, threshold: int = 0) -> Rule[Dice]:
    """Roll the pool, KISS what disappoints, count successes; with Ego for it, sixes count twice."""
    shown = yield from Together(
        tuple([Roll(n, 6, reading(c, means.ego), by=owner, why="Task") for owner, c, n in pool])
    )
    hits = sum([h for h, _ in shown])
    missed = tuple([n - h for (_, _, n), (h, _) in zip(pool, shown, strict=True)])
    plain = tuple([h - six for h, six in shown]) if means.ego else (0,) * len(pool)
    got = yield from kiss(who, tuple([(o, c) for o, c, _ in pool]), missed, plain, max(0, threshold - hits), means)
    total = hits + got.hits
    if got.ego == "double":
        counted = shown if means.ego_reaches_aid else shown[:1]
        total += sum([six for _, six in counted]) + got.sixes
    return Dice(total, got.lots, got.ego, got.ally_lots)


@rule("kiss.disappoint", "kiss.once", "kiss.one-round", "kiss.allies")
def kiss(
    who: str,
    owners: tuple[tuple[str, Caliber], ...],
    missed: tuple[int, ...],
    plain: tuple[int, ...],
    short: int,
    means: Means,
) -> Rule[Kissed]:
    """One round: a plan, the allies' consent to throw their dice, the throw. Misses go before plain successes."""
    if not (any(missed) or means.ego):
        return Kissed()
    plan, paid = yield from agreed_plan(who, owners, missed, plain, short, means)
    counts = (plan.own, *(int(ally in plan.aid) for ally, _ in owners[1:]))
    lost = tuple(max(0, k - m) for k, m in zip(counts, missed, strict=True))
    again = yield from thrown_again(owners, counts, means.ego or means.doubling, means.ego_reaches_aid)
    got = Kissed(again[0] - sum(lost), again[1], plan.ego, plan.lots, paid)
    if means.rounds == "one" or not any(counts):
        return got
    left = after_round(means, plan, counts, paid, owners)
    unkissed = tuple(max(0, m - k) for k, m in zip(counts, missed, strict=True))
    if not any(unkissed):
        return got
    more = yield from kiss(who, owners, unkissed, (0,) * len(owners), max(0, short - got.hits), left)
    ego = got.ego if got.ego != "none" else more.ego
    return Kissed(
        got.hits + more.hits, got.sixes + more.sixes, ego, got.lots + more.lots, got.ally_lots + more.ally_lots
    )


@rule("kiss.reroll", "kiss.keep")
def thrown_again(
    owners: tuple[tuple[str, Caliber], ...], counts: tuple[int, ...], sixes: bool, aid_sixes: bool = True
) -> Rule[tuple[int, int]]:
    """The chosen dice once more, by their own caliber; the new numbers stand. Successes, and sixes among them."""
    rolls = [
        Roll(k, 6, reading(c, sixes), by=owner, why="KISSed") for (owner, c), k in zip(owners, counts, strict=True) if k
    ]
    own = 1 if counts[0] else 0
    got = yield from Together(tuple(rolls))
    return sum([h for h, _ in got]), sum([six for _, six in (got if aid_sixes else got[:own])])


def agreed_plan(
    who: str,
    owners: tuple[tuple[str, Caliber], ...],
    missed: tuple[int, ...],
    plain: tuple[int, ...],
    short: int,
    means: Means,
) -> Rule[tuple[Kiss, tuple[str, ...]]]:
    """The plan of whoever acts, less the dice of allies who say no; and the allies who pay with a Lot of their own."""
    plans = plans_for(owners, missed, plain, means)
    costs = tuple([plan.lots + EGO_WEIGHT * (plan.ego != "none") for plan in plans])
    plan = yield from Choose(
        who,
        "KISS which dice?",
        plans,
        costs,
        label=lambda p: in_words(p, gain(p, owners, missed)),
        cites="task.kiss.step",
        about=Stand(short, owners, missed),
    )
    asked = [ally for i, (ally, _) in enumerate(owners[1:]) if ally in plan.aid and not means.ally_stunts[i]]
    if not asked:
        return plan, ()
    able = {ally: means.ally_lots[i] and plan.lots > 0 for i, (ally, _) in enumerate(owners[1:])}
    said = yield from Together(tuple([consent(ally, able[ally]) for ally in asked]))
    answers = dict(zip(asked, said, strict=True))
    aid = tuple(ally for ally in plan.aid if answers.get(ally) != "no")
    paid = tuple(ally for ally in aid if answers.get(ally) == "agreed, for my own Lot")[: plan.lots]
    if plan.ego == "all":
        return plan.but(aid=aid), ()
    return plan.but(aid=aid, lots=max(0, price(plan.own, aid, owners, means) - len(paid))), paid


def consent(ally: str, may_pay: bool) -> Choose[str]:
    """An aid die is thrown again only together with the ally who gave it, who may pay for it too."""
    options = ("agreed", "agreed, for my own Lot", "no") if may_pay else ("agreed", "no")
    costs = (0, 1, 0) if may_pay else (0, 0)
    return Choose(ally, "Throw your aid die again?", options, costs, cites="kiss.allies")


@cites("lot.kiss", "insight.kiss", "specialty.kiss", "stunt.kiss", "stunt.ally")
def price(own: int, aid: tuple[str, ...], owners: tuple[tuple[str, Caliber], ...], means: Means) -> int:
    """The Lots it takes to KISS these dice: a stunt covers one own die, an ally's theirs, insights and
    specialties one each, and a Lot each of the rest."""
    left = own - min(own, STUNTS_EACH * means.stunt)
    left += sum(ally in aid and not means.ally_stunts[i] for i, (ally, _) in enumerate(owners[1:]))
    return max(0, left - means.free)


@cites("ego.kiss-all", "ego.double", "ego.one-use", "kiss.disappoint")
def plans_for(
    owners: tuple[tuple[str, Caliber], ...], missed: tuple[int, ...], plain: tuple[int, ...], means: Means
) -> tuple[Kiss, ...]:
    """Every distinct plan that can be paid, at its lowest price; first to leave the dice as they are.

    Ego does one thing: throw all that disappoint again, or double sixes; then a plain success may disappoint too.
    """
    plans = []
    uses: tuple[EgoUse, ...] = ("none", "double") if means.ego else ("none",)
    for ego in uses:
        reach = missed if ego == "none" else tuple(m + p for m, p in zip(missed, plain, strict=True))
        allied = [((), (ally,)) if n else ((),) for (ally, _), n in zip(owners[1:], reach[1:], strict=True)]
        for aid in [sum(some, ()) for some in product(*allied)]:
            for own in range(reach[0] + 1):
                lots = price(own, aid, owners, means)
                if lots > means.lots:
                    break
                plans.append(Kiss(own, aid, ego, lots))
    if means.ego and any(missed if means.ego_reaches_aid else missed[:1]):
        aid = tuple(ally for (ally, _), n in zip(owners[1:], missed[1:], strict=True) if n and means.ego_reaches_aid)
        plans.append(Kiss(missed[0], aid, "all", 0))
    return tuple(plans)


@cites("kiss.reroll", "kiss.keep")
def gain(plan: Kiss, owners: tuple[tuple[str, Caliber], ...], missed: tuple[int, ...]) -> Fraction:
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
    price = [] if not plan.lots else ["1 Lot" if plan.lots == 1 else f"{plan.lots} Lots"]
    if plan.ego == "all":
        price = ["Ego"]
    doubled = "count sixes twice, for Ego" if plan.ego == "double" else ""
    if not dice:
        return doubled or "leave the dice as they are"
    throw = f"throw {' and '.join(dice)} again{f', for {price[0]}' if price else ''} ({float(adds):+.2f} on average)"
    return f"{doubled}; {throw}" if doubled else throw


@cites("kiss.one-round", "stunt.kiss")
def after_round(
    means: Means, plan: Kiss, counts: tuple[int, ...], paid: tuple[str, ...], owners: tuple[tuple[str, Caliber], ...]
) -> Means:
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
        doubling=means.doubling or plan.ego == "double",
    )
