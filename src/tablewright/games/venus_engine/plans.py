"""Plans for KISSing: what there is to do it with, which dice can be thrown again, and what it costs and adds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal

from tablewright.kernel import Choose, State, cite, cites

from .caliber import Caliber, chance

SOURCES = cite("kiss.sources", ("Kismet", "Insight", "Stunts", "Specialties"))
SPECIALTIES_MOST = cite("specialty.cap", 4)
STUNTS_EACH = cite("stunt.kiss", 1)
#: What Ego counts for when two ways come to the same: as much as all the Lots one can hold.
EGO_WEIGHT = 10

EgoUse = Literal["none", "all", "double"]
#: Whose dice, and of which caliber: first whoever acts, then the allies.
Owners = tuple[tuple[str, Caliber], ...]

EGO_WORDS: dict[str, str] = {"none": "keep it", "double": "sixes count twice", "all": "throw all misses again"}


class Ally(State, frozen=True):
    """What an ally brings to the KISSing of their one die: a stunt, a Lot, or leave to throw it without asking."""

    stunt: bool = False
    lot: bool = False
    agreed: bool = False


class Means(State, frozen=True):
    """What there is to KISS with: Lots, approved insights and specialties, a stunt, the allies' own, Ego."""

    lots: int = 0
    free: int = 0
    stunt: bool = False
    allies: tuple[Ally, ...] = ()
    ego: bool = False
    ego_reaches_aid: bool = True
    rounds: Literal["one", "several"] = "one"


class Kiss(State, frozen=True):
    """A plan: how many own dice, which allies' dice by name, what Ego is for, and the Lots it costs."""

    own: int
    aid: tuple[str, ...]
    ego: EgoUse
    lots: int


class Stand(State, frozen=True):
    """What a policy is told when it is asked for a plan: the successes still missing, and the dice that missed."""

    short: int
    owners: Owners
    missed: tuple[int, ...]


class Temptation(State, frozen=True):
    """What a policy is told when it is asked about Ego: dice that missed, and the successes still missing."""

    missed: int
    short: int


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


def everything(owners: Owners, missed: tuple[int, ...], aid_too: bool) -> Kiss:
    """All dice that disappoint, for Ego."""
    aid = tuple([ally for (ally, _), n in zip(owners[1:], missed[1:], strict=True) if n and aid_too])
    return Kiss(missed[0], aid, "all", 0)


@lru_cache(maxsize=4096)
def which_dice(
    who: str, owners: Owners, missed: tuple[int, ...], reach: tuple[int, ...], short: int, means: Means, ego: EgoUse
) -> Choose[Kiss]:
    """The question itself: every plan within reach, with what it costs and adds."""
    plans = plans_for(owners, missed, reach, means, ego)
    return Choose(
        who,
        "KISS which dice?",
        plans,
        tuple([plan.lots for plan in plans]),
        label=lambda plan: in_words(plan, gain(plan, owners, missed)),
        cites="task.kiss.step",
        about=Stand(short, owners, missed),
    )


@cites("kiss.disappoint", "kiss.once")
def plans_for(
    owners: Owners, missed: tuple[int, ...], reach: tuple[int, ...], means: Means, ego: EgoUse = "none"
) -> tuple[Kiss, ...]:
    """Every distinct plan that can be paid, at its lowest price; first to leave the dice as they are.

    `reach` is how many dice of each owner may disappoint: misses, and where sixes count twice plain successes too;
    misses go first, whoever's they are. Own dice must be within one's own means; for an aid die its ally may pay.
    """
    plans = []
    allies = [(name, m, r) for (name, _), m, r in zip(owners[1:], missed[1:], reach[1:], strict=True)]
    for some in product(*[((), (name,)) if r else ((),) for name, _, r in allies]):
        aid = sum(some, ())
        misses_left = any(m and name not in aid for name, m, _ in allies)
        successes_too = any(not m and name in aid for name, m, _ in allies)
        if misses_left and successes_too:
            continue
        owed = to_pay(aid, owners, means)
        purse = means.lots + sum([name in aid and means.allies[i].lot for i, (name, _, _) in enumerate(allies)])
        for own in range(missed[0] if successes_too else 0, (missed[0] if misses_left else reach[0]) + 1):
            lots = price(own, owed, means)
            if lots > purse or price(own, 0, means) > means.lots:
                break
            plans.append(Kiss(own, aid, ego, lots))
    return tuple(plans)


@cites("lot.kiss", "insight.kiss", "specialty.kiss", "stunt.kiss")
def price(own: int, aid: int, means: Means) -> int:
    """The Lots it takes to KISS so many own and aid dice: a stunt covers one own die, insights and specialties
    any one each, and a Lot each of the rest."""
    return max(0, own - min(own, STUNTS_EACH * means.stunt) + aid - means.free)


@cites("stunt.ally")
def to_pay(aid: tuple[str, ...], owners: Owners, means: Means) -> int:
    """How many of these allies' dice no stunt of their own covers."""
    return sum([ally in aid and not means.allies[i].stunt for i, (ally, _) in enumerate(owners[1:])])


@lru_cache(maxsize=4096)
def counts_of(plan: Kiss, owners: Owners) -> tuple[int, ...]:
    """How many dice of each owner a plan throws."""
    return (plan.own, *[int(ally in plan.aid) for ally, _ in owners[1:]])


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
def after_round(means: Means, plan: Kiss, counts: tuple[int, ...], paid: tuple[str, ...]) -> Means:
    """What is left to KISS with, where the table allows several rounds."""
    stunted = bool(plan.own and means.stunt)
    covered = stunted + sum(ally.stunt and k for ally, k in zip(means.allies, counts[1:], strict=True))
    used = 0 if plan.ego == "all" else max(0, sum(counts) - covered - plan.lots - len(paid))
    allies = tuple(Ally() if k else ally for ally, k in zip(means.allies, counts[1:], strict=True))
    return means.but(
        lots=means.lots - plan.lots,
        free=max(0, means.free - used),
        stunt=means.stunt and not stunted,
        allies=allies,
        ego=means.ego and plan.ego == "none",
    )
