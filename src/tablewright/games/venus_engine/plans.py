"""Plans for KISSing: the dice that can be rerolled, with the price and gain of each plan."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations

from tablewright.rules import Choose, State, cites

from .caliber import chance
from .means import STUNTS_EACH, Means
from .spread import Dice, EgoUse, Owners, Spread


class Kiss(State, frozen=True):
    """A plan: the number of own dice, the allies whose dice are used, the use of Ego, and the price in Lots."""

    own: int
    aid: tuple[str, ...]
    ego: EgoUse
    lots: int


class Stand(State, frozen=True):
    """The facts for a policy choosing a plan: successes still missing, dice that missed, owners whose sixes count
    twice.
    """

    short: int
    owners: Owners
    missed: tuple[int, ...]
    twice: tuple[bool, ...]


def which_dice(plans: tuple[Kiss, ...], spread: Spread, so_far: Dice) -> Choose[Kiss]:
    """The question which dice to KISS: every plan within reach, with its price and gain."""
    stand = stand_of(spread, so_far)
    return Choose(
        spread.who,
        f"KISS which dice? {spread.stands(so_far)}",
        plans,
        tuple(plan.lots for plan in plans),
        label=lambda plan: in_words(plan, gain(plan, stand), spread.names),
        cites="task.kiss.step",
        about=stand,
    )


def stand_of(spread: Spread, so_far: Dice) -> Stand:
    doubles = so_far.ego == "double"
    twice = tuple(doubles and spread.means.reached(i) for i in range(len(spread.owners)))
    return Stand(spread.short(so_far), spread.owners, spread.missed, twice)


@cites("kiss.disappoint", "kiss.once")
def plans_for(spread: Spread, so_far: Dice) -> tuple[Kiss, ...]:
    """Every distinct plan that can be paid, at its lowest price. Leaving the dice as they are comes first.

    Among the actor's dice misses go first. For an aid die its ally may pay, if asked.
    """
    own, *aid = disappointing(spread, so_far)
    ego: EgoUse = "double" if so_far.ego == "double" else "none"
    names = [name for (name, _), n in zip(spread.owners[1:], aid, strict=True) if n]
    plans = []
    for allies in some_of(names):
        purse = spread.means.lots + could_pay(allies, spread)
        priced = [(k, price(k, allies, spread)) for k in range(own + 1)]
        plans += [Kiss(k, allies, ego, lots) for k, lots in priced if lots <= purse]
    return tuple(plans)


@cites("kiss.disappoint", "ego.double")
def disappointing(spread: Spread, so_far: Dice) -> tuple[int, ...]:
    """The number of dice, by owner, that may be rerolled: misses, and sometimes plain successes.

    Plain successes count where sixes count twice, or where the table lets them be named.
    """
    if spread.means.any_die:
        return tuple(missed + plain for missed, plain in zip(spread.missed, spread.plain, strict=True))
    if so_far.ego != "double":
        return spread.missed
    lying = enumerate(zip(spread.missed, spread.plain, strict=True))
    return tuple(missed + plain * spread.means.reached(i) for i, (missed, plain) in lying)


def some_of(names: list[str]) -> Iterator[tuple[str, ...]]:
    """Every selection: none, each alone, both."""
    for n in range(len(names) + 1):
        yield from combinations(names, n)


def could_pay(aid: tuple[str, ...], spread: Spread) -> int:
    """The number of these allies who have a Lot for their die and can be asked for it."""
    allies = spread.allies
    return sum(allies[name].lot and allies[name].asked for name in aid)


@cites("lot.kiss", "insight.kiss", "specialty.kiss", "stunt.kiss", "stunt.ally")
def price(own: int, aid: tuple[str, ...], spread: Spread) -> int:
    """The Lots it takes to KISS so many own dice and the dice of these allies.

    A stunt covers one own die, an ally's stunt that ally's die. Insights and specialties cover any one each.
    """
    means, allies = spread.means, spread.allies
    by_stunts = min(own, STUNTS_EACH * means.stunt) + sum(allies[name].stunt for name in aid)
    return max(0, own + len(aid) - by_stunts - means.free)


def counts_of(plan: Kiss, owners: Owners) -> tuple[int, ...]:
    """The number of dice of each owner that a plan throws."""
    return (plan.own, *[int(ally in plan.aid) for ally, _ in owners[1:]])


@cites("kiss.reroll", "kiss.keep")
def gain(plan: Kiss, stand: Stand) -> Fraction:
    """The average gain of throwing a plan's dice again, beside the sixes that Ego doubles among the rest."""
    total = Fraction(0)
    counts = counts_of(plan, stand.owners)
    for k, (_, caliber), missed, twice in zip(counts, stand.owners, stand.missed, stand.twice, strict=True):
        total += k * (chance(caliber) + Fraction(twice, 6)) - max(0, k - missed)
    return total


def in_words(plan: Kiss, adds: Fraction, names: Mapping[str, str]) -> str:
    """A plan as a person reads it, with its average gain."""
    dice = [f"{plan.own} of your own dice"] if plan.own else []
    dice += [f"{names[ally]}'s die" for ally in plan.aid]
    if not dice:
        return "leave the dice as they are"
    listed = " and ".join([", ".join(dice[:-1]), dice[-1]] if len(dice) > 1 else dice)
    cost = "" if not plan.lots else ", for 1 Lot" if plan.lots == 1 else f", for {plan.lots} Lots"
    return f"throw {listed} again{cost} ({float(adds):+.2f} on average)"


@cites("kiss.one-round", "kiss.once", "stunt.kiss")
def after_round(spread: Spread, plan: Kiss, paid: tuple[str, ...]) -> Spread:
    """The dice not KISSed yet and the means left for them, where the table allows several rounds."""
    counts = counts_of(plan, spread.owners)
    lying = list(zip(counts, spread.missed, spread.plain, strict=True))
    return spread.but(
        missed=tuple(max(0, missed - k) for k, missed, _ in lying),
        plain=tuple(plain - max(0, k - missed) for k, missed, plain in lying),
        means=spread.means if plan.ego == "all" else used_up(spread.means, plan, counts, paid),
    )


@cites("stunt.kiss", "stunt.ally", "insight.kiss", "specialty.kiss")
def used_up(means: Means, plan: Kiss, counts: tuple[int, ...], paid: tuple[str, ...]) -> Means:
    """The means after a plan: stunts go first, then Lots, then insights and specialties for the rest."""
    stunted = means.stunt and plan.own > 0
    covered = stunted + sum(ally.stunt and k for ally, k in zip(means.allies, counts[1:], strict=True))
    used = sum(counts) - covered - plan.lots - len(paid)
    return means.but(lots=means.lots - plan.lots, free=means.free - used, stunt=means.stunt and not stunted)
