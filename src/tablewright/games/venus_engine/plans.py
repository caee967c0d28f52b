"""Plans for KISSing: what there is to do it with, which dice can be thrown again, and what it costs and adds."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
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


class Ally(State, frozen=True):
    """What an ally brings to the KISSing of their one die: a stunt, a Lot, or leave to throw it without asking."""

    stunt: bool = False
    lot: bool = False
    agreed: bool = False

    @property
    def asked(self) -> bool:
        """Not who performed a stunt for their die, nor who agreed when they offered it."""
        return not (self.stunt or self.agreed)


class Means(State, frozen=True, cache_hash=True):
    """What there is to KISS with: Lots, approved insights and specialties, a stunt, the allies' own, Ego."""

    lots: int = 0
    free: int = 0
    stunt: bool = False
    allies: tuple[Ally, ...] = ()
    ego: bool = False
    ego_reaches_aid: bool = True
    rounds: Literal["one", "several"] = "one"

    def reached(self, owner: int) -> bool:
        """Whether Ego reaches the dice of this owner, the first being whoever acts."""
        return self.ego_reaches_aid or owner == 0


class Kiss(State, frozen=True, cache_hash=True):
    """A plan: how many own dice, which allies' dice by name, what Ego is for, and the Lots it costs."""

    own: int
    aid: tuple[str, ...]
    ego: EgoUse
    lots: int


class Spread(State, frozen=True):
    """The dice of a task as they lie: by owner those that missed and plain successes, none of them KISSed yet.

    Sixes lie apart and plain successes are counted only where Ego could make a difference between the two.
    """

    who: str
    owners: Owners
    missed: tuple[int, ...]
    plain: tuple[int, ...]
    threshold: int
    means: Means


class Stand(State, frozen=True):
    """What a policy is told when it is asked for a plan: the successes still missing, the dice that missed, and
    whose sixes count twice."""

    short: int
    owners: Owners
    missed: tuple[int, ...]
    twice: tuple[bool, ...]


class Temptation(State, frozen=True):
    """What a policy is told when it is asked about Ego: dice that missed, and the successes still missing."""

    missed: int
    short: int


@lru_cache(maxsize=4096)
def within(means: Means, dice: int) -> Means:
    """The same means, less what could make no difference to so many dice: Lots and approvals beyond one for each."""
    return means.but(lots=min(means.lots, dice), free=min(means.free, dice))


@lru_cache(maxsize=512)
def ego_spent(means: Means) -> Means:
    return means.but(ego=False)


@cites("ego.kiss-all", "ego.double", "ego.one-use")
@lru_cache(maxsize=4096)
def ego_for(spread: Spread, sixes: int, short: int) -> Choose[EgoUse]:
    """Ego does one thing: count sixes twice, or throw all that disappoints again, if anything does."""
    plan = everything(spread)
    missed = sum(counts_of(plan, spread.owners))
    uses: tuple[EgoUse, ...] = ("none", "double", "all") if missed else ("none", "double")

    def label(use: EgoUse) -> str:
        if use == "none":
            return "keep it"
        if use == "double":
            return f"sixes count twice ({sixes:+d} as the dice lie)"
        return in_words(plan, gain(plan, stand_of(spread, short, "all")))

    return Choose(
        spread.who,
        "Spend Ego?",
        uses,
        (0, EGO_WEIGHT, EGO_WEIGHT)[: len(uses)],
        label=label,
        cites="ego.one-use",
        about=Temptation(missed, short),
    )


def everything(spread: Spread) -> Kiss:
    """All dice that disappoint, as far as Ego reaches."""
    allies = enumerate(zip(spread.owners, spread.missed, strict=True))
    aid = tuple([ally for i, ((ally, _), n) in allies if i and n and spread.means.reached(i)])
    return Kiss(spread.missed[0], aid, "all", 0)


def stand_of(spread: Spread, short: int, ego: EgoUse) -> Stand:
    reached = [spread.means.reached(i) for i in range(len(spread.owners))] if ego == "double" else []
    twice = tuple(reached) or (False,) * len(spread.owners)
    return Stand(short, spread.owners, spread.missed, twice)


@lru_cache(maxsize=4096)
def which_dice(spread: Spread, short: int, ego: EgoUse) -> Choose[Kiss]:
    """The question itself: every plan within reach, with what it costs and adds."""
    plans = plans_for(spread, ego)
    stand = stand_of(spread, short, ego)
    return Choose(
        spread.who,
        "KISS which dice?",
        plans,
        tuple([plan.lots for plan in plans]),
        label=lambda plan: in_words(plan, gain(plan, stand)),
        cites="task.kiss.step",
        about=stand,
    )


@cites("kiss.disappoint", "kiss.once")
def plans_for(spread: Spread, ego: EgoUse) -> tuple[Kiss, ...]:
    """Every distinct plan that can be paid, at its lowest price; first to leave the dice as they are.

    Misses may disappoint and, where sixes count twice, plain successes too; of one's own dice misses go first. For an
    aid die its ally may pay, if asked.
    """
    means, reach = spread.means, spread.missed
    if ego == "double":
        plain = enumerate(zip(spread.missed, spread.plain, strict=True))
        reach = tuple([m + p * means.reached(i) for i, (m, p) in plain])
    plans = []
    for aid in some_of(tuple([name for (name, _), r in zip(spread.owners[1:], reach[1:], strict=True) if r])):
        owed = to_pay(aid, spread.owners, means.allies)
        purse = means.lots + could_pay(aid, spread.owners, means.allies)
        for own in range(reach[0] + 1):
            lots = price(own, owed, means)
            if lots > purse:
                break
            plans.append(Kiss(own, aid, ego, lots))
    return tuple(plans)


@lru_cache(maxsize=512)
def some_of(names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Every selection, the last name coming in last: (), (a,), (b,), (a, b), ..."""
    if not names:
        return ((),)
    others = some_of(names[:-1])
    return (*others, *[(*some, names[-1]) for some in others])


@lru_cache(maxsize=4096)
def could_pay(aid: tuple[str, ...], owners: Owners, allies: tuple[Ally, ...]) -> int:
    """How many of these allies have a Lot of their own for their die, and can be asked for it."""
    aids = zip(owners[1:], allies, strict=True)
    return sum([name in aid and ally.lot and ally.asked for (name, _), ally in aids])


@cites("lot.kiss", "insight.kiss", "specialty.kiss", "stunt.kiss")
def price(own: int, aid: int, means: Means) -> int:
    """The Lots it takes to KISS so many own and aid dice: a stunt covers one own die, insights and specialties
    any one each, and a Lot each of the rest."""
    due = own + aid - means.free
    if means.stunt:
        due -= min(own, STUNTS_EACH)
    return due if due > 0 else 0


@cites("stunt.ally")
@lru_cache(maxsize=4096)
def to_pay(aid: tuple[str, ...], owners: Owners, allies: tuple[Ally, ...]) -> int:
    """How many of these allies' dice no stunt of their own covers."""
    return sum([name in aid and not ally.stunt for (name, _), ally in zip(owners[1:], allies, strict=True)])


@lru_cache(maxsize=4096)
def counts_of(plan: Kiss, owners: Owners) -> tuple[int, ...]:
    """How many dice of each owner a plan throws."""
    return (plan.own, *[int(ally in plan.aid) for ally, _ in owners[1:]])


@cites("kiss.reroll", "kiss.keep")
def gain(plan: Kiss, stand: Stand) -> Fraction:
    """What throwing a plan's dice again adds on average, beside the sixes that Ego doubles of those left lying."""
    total = Fraction(0)
    counts = counts_of(plan, stand.owners)
    for k, (_, caliber), missed, twice in zip(counts, stand.owners, stand.missed, stand.twice, strict=True):
        total += k * (chance(caliber) + Fraction(twice, 6)) - max(0, k - missed)
    return total


def in_words(plan: Kiss, adds: Fraction) -> str:
    """A plan as a person reads it, with what it adds on average."""
    dice = [f"{plan.own} of your own dice"] if plan.own else []
    dice += [f"{ally.replace('-', ' ').title()}'s die" for ally in plan.aid]
    if not dice:
        return "leave the dice as they are"
    listed = " and ".join([", ".join(dice[:-1]), dice[-1]] if len(dice) > 1 else dice)
    price = "" if not plan.lots else ", for 1 Lot" if plan.lots == 1 else f", for {plan.lots} Lots"
    return f"throw {listed} again{price} ({float(adds):+.2f} on average)"


@cites("kiss.one-round", "stunt.kiss")
def after_round(means: Means, plan: Kiss, counts: tuple[int, ...], paid: tuple[str, ...]) -> Means:
    """What is left to KISS with, where the table allows several rounds."""
    if plan.ego == "all":
        return means
    stunted = bool(plan.own and means.stunt)
    covered = stunted + sum(ally.stunt and k for ally, k in zip(means.allies, counts[1:], strict=True))
    used = max(0, sum(counts) - covered - plan.lots - len(paid))
    allies = tuple(Ally() if k else ally for ally, k in zip(means.allies, counts[1:], strict=True))
    return means.but(
        lots=means.lots - plan.lots, free=max(0, means.free - used), stunt=means.stunt and not stunted, allies=allies
    )
